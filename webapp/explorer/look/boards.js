// What the drawings of boards have in common: where the cells are, y downwards, and what lies there.

import { MARKS } from "./marks.js";

export const STONE = 0.38; // radius of a stone, in cell widths

/** The characters of the signs on stones, by the names that the game gives them. */
export const SIGNS = { cross: "✕", ring: "◯" };

/** @type {Board} */
export const ONE_TILE = {
  pieces: "tiles",
  shape: "square",
  width: 1,
  height: 1,
  x: [0.5],
  y: [0.5],
  numValues: 9,
  marks: [],
};

const INK = "#010203"; // of the theme, in a position's own drawing: svg.py

/**
 * The address of a position's own drawing in the ink of the theme, for an image: one runs nothing
 * and loads nothing.
 *
 * @param {string} svg
 */
export function addressOf(svg) {
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll(INK, ink))}`;
}

/** @param {number} number */
export const round = (number) => Math.round(number * 100) / 100;

/**
 * The middle of a cell.
 *
 * @param {Board} board
 * @param {number} cell
 * @returns {[x: number, y: number]}
 */
export const middle = (board, cell) => [board.x[cell], board.height - board.y[cell]];

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
 * @param {Board} board
 * @param {number[]} group
 */
export function outline(board, group) {
  const middles = group.map((cell) => middle(board, cell));
  if (board.pieces === "stones") return middles.map(([x, y]) => circle(x, y, 0.45)).join("");
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
