// What the drawings of boards have in common: where the cells are, y downwards, and what lies there.

import { MARKS } from "./marks.js";

export const STONE = 0.38; // radius of a stone, in cell widths

/** @type {Record<string, string>} the signs on stones, by the names that the game gives them */
export const SIGNS = { cross: "✕", ring: "◯" };

/** @type {ShownBoard} */
export const ONE_TILE = {
  pieces: "tiles",
  shape: "square",
  width: 1,
  height: 1,
  x: [0.5],
  y: [0.5],
  num_values: 9,
  marks: [],
  edges: [],
  dominoes: [],
};

const INK = "#010203"; // of the theme, in a position's own drawing: svg.py

/**
 * The address of a position's own drawing in the ink of the theme, for an image: one runs nothing
 * and loads nothing.
 *
 * @param {string} svg
 * @param {Element} [within] what has the theme
 */
export function addressOf(svg, within = document.documentElement) {
  const ink = getComputedStyle(within).getPropertyValue("--ink").trim();
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll(INK, ink))}`;
}

/** @param {number} number */
export const round = (number) => Math.round(number * 100) / 100;

/**
 * The middle of a cell.
 *
 * @param {ShownBoard} board
 * @param {number} cell
 * @returns {[x: number, y: number]}
 */
export const middle = (board, cell) => [board.x[cell], board.height - board.y[cell]];

/**
 * From the first cell of a stone to the other that it covers, y downwards; nothing for one on one cell.
 *
 * @param {ShownBoard} board
 * @param {number} player
 */
export function spanOf(board, player) {
  const [dx, dy] = board.dominoes[player] ?? [0, 0];
  return [dx, -dy];
}

/**
 * The middle of a stone whose first cell is given.
 *
 * @param {ShownBoard} board
 * @param {number} cell
 * @param {number} player
 * @returns {[x: number, y: number]}
 */
export function middleOf(board, cell, player) {
  const [x, y] = middle(board, cell);
  const [dx, dy] = spanOf(board, player);
  return [x + dx / 2, y + dy / 2];
}

/**
 * The first cell of each stone and its player; dominoes that touch end to end are cut in the only way.
 *
 * @param {ShownBoard} board
 * @param {Iterable<string | number>} values
 * @returns {[cell: number, player: number][]}
 */
export function stonesOf(board, values) {
  const seconds = new Set();
  /** @type {[number, number][]} */
  const found = [];
  [...values].forEach((value, cell) => {
    const player = Number(value) - 1;
    if (player < 0 || seconds.has(cell)) return;
    found.push([cell, player]);
    const [dx, dy] = spanOf(board, player);
    const [x, y] = [board.x[cell] + dx, board.y[cell] - dy];
    if (dx || dy) seconds.add(board.x.findIndex((each, i) => each === x && board.y[i] === y));
  });
  return found;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export const circle = (x, y, r) =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/**
 * The mark of a tile's colour as the data of a path.
 *
 * @param {number} value
 * @param {number} x
 * @param {number} y
 */
export function mark(value, x, y) {
  const { radius, corners } = MARKS[value - 1];
  if (radius) return circle(x, y, radius);
  return `M${corners.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join("L")}z`;
}

/**
 * What surrounds some cells: of square tiles the sides that no two of them share, of stones a ring
 * around each.
 *
 * @param {ShownBoard} board
 * @param {number[]} group
 */
export function outline(board, group) {
  const middles = group.map((cell) => middle(board, cell));
  if (board.pieces === "stones" && !board.dominoes.length)
    return middles.map(([x, y]) => circle(x, y, 0.45)).join("");
  const inside = new Set(middles.map(([x, y]) => `${x},${y}`));
  let path = "";
  for (const [x, y] of middles) {
    const [left, top] = [round(x - 0.5), round(y - 0.5)];
    if (!inside.has(`${x - 1},${y}`)) path += `M${left} ${top}v1`;
    if (!inside.has(`${x + 1},${y}`)) path += `M${left + 1} ${top}v1`;
    if (!inside.has(`${x},${y + 1}`)) path += `M${left} ${top + 1}h1`;
    if (!inside.has(`${x},${y - 1}`)) path += `M${left} ${top}h1`;
  }
  return path;
}
