// The picture of a table: its places, pieces and names, with what the search says of them.

import { middle, outline, stonesOf } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { drawPosition } from "../../look/position.js";
import { board as tilesOf } from "../../look/small_board.js";
import { arrow, edges, forbidden, ghost, place, ring, stone } from "../../look/stones.js";
import { valueIn, valuesBetween } from "./values.js";

const FOOT = 0.5; // the names of the columns, in cell widths
export const HEAD = 0.94; // where a disc hovers over the columns
const RIM = 0.55; // the names around a board of cells
const RING = 0.6; // radius around a place of a drawing

/** @param {PlayTable} table */
export const isTiles = (table) => table.board.pieces === "tiles";
/** @param {PlayTable} table not one of people's own: its moves are places in its picture */
export const isStones = (table) => !table.is_own && !isTiles(table);
/** @param {PlayTable} table */
export const isOfDominoes = (table) => table.board.dominoes.length > 0;

/**
 * The drawing around the board: what is left, above, right and below of it, in cell widths.
 *
 * @param {PlayTable} table
 */
function roomOf(table) {
  if (table.drops) return { left: 0, top: HEAD, right: 0, bottom: FOOT };
  const { width, height, shape } = table.board;
  const names = isStones(table) ? table.labels : [];
  /** @param {(label: BoardTable["labels"][number]) => boolean} isThere */
  const rim = (isThere) => (names.some(isThere) ? RIM : 0);
  return {
    left: rim(([x]) => x < 0),
    top: rim(([, y]) => y < 0),
    right: shape === "hex" ? rim(([x]) => x > width - 0.2) : 0,
    bottom: table.joined ? 0.2 + 0.035 * width : rim(([, y]) => y > height),
  };
}

/**
 * The drawing's size in cell widths, and how far its corner is from the board's.
 *
 * @param {PlayTable} table
 */
export function extentOf(table) {
  const { left, top, right, bottom } = roomOf(table);
  const { width, height } = table.board;
  return { left, top, width: width + left + right, height: height + top + bottom };
}

/**
 * The mark of a mistake, at the upper right of the stone.
 *
 * @param {PlayTable} table
 * @param {number} cell
 * @param {string} mark
 */
function badge(table, cell, mark) {
  const [x, y] = middle(table.board, cell);
  const isLarge = mark === "??";
  const width = isLarge ? 0.46 : 0.32;
  const [left, top] = [x + 0.1, y - 0.52];
  return [
    draw("rect", {
      x: left,
      y: top,
      width,
      height: 0.3,
      rx: 0.15,
      fill: isLarge ? "var(--ink)" : "var(--surface)",
      stroke: "var(--ink)",
      "stroke-width": 0.03,
    }),
    draw(
      "text",
      {
        x: left + width / 2,
        y: top + 0.22,
        "text-anchor": "middle",
        "font-size": 0.2,
        "font-weight": 650,
        fill: isLarge ? "var(--surface)" : "var(--ink)",
      },
      mark,
    ),
  ];
}

/** @param {PlayTable} table */
function stones(table) {
  /** @type {Element[]} */
  const found = [...table.board.x.map((_, cell) => place(table, cell)), ...edges(table)];
  if (table.drops) found.unshift(...columns(table));
  else found.push(...names(table));
  for (const [cell, player] of stonesOf(table.board, table.cells))
    found.push(stone(table, cell, player));
  for (const cell of table.forbidden) found.push(forbidden(table, cell));
  for (const each of table.ghosts)
    if (each.cell >= 0 && !table.cells[each.cell]) found.push(...ghost(table, each));
  if (isOfDominoes(table)) found.push(...valuesBetween(table));
  else if (!table.drops) for (const value of table.values) found.push(...valueIn(table, value));
  for (const cell of table.ending.length ? table.ending : table.last)
    found.push(ring(table, cell, table.cells[cell] - 1));
  if (table.way.length) found.push(arrow(table, table.way));
  const best = table.targets.find(({ name }) => name === table.best);
  if (best?.steps.length) found.push(arrow(table, best.steps, true));
  if (table.mark && table.last.length) found.push(...badge(table, table.last[0], table.mark));
  return found;
}

/**
 * The board's plate, the best column, the names.
 *
 * @param {PlayTable} table
 */
function columns(table) {
  const { width, height } = table.board;
  const plate = { x: 0.02, y: 0.02, width: width - 0.04, height: height - 0.04, rx: 0.16 };
  const best = table.names.indexOf(table.best);
  /** @type {Element[]} */
  const found = [
    draw("rect", {
      ...plate,
      fill: "var(--plate)",
      stroke: "var(--line2)",
      "stroke-width": 0.02,
    }),
  ];
  if (best >= 0)
    found.push(
      draw("rect", {
        x: best + 0.03,
        y: 0.04,
        width: 0.94,
        height: height - 0.08,
        fill: "var(--accent-bg)",
      }),
    );
  table.names.forEach((name, i) => {
    const bold = i === best ? { "font-weight": 650, fill: "var(--ink)" } : { fill: "var(--ink2)" };
    const at = { x: i + 0.5, y: height + 0.34, "text-anchor": "middle", "font-size": 0.22 };
    found.push(draw("text", { ...at, ...bold }, name));
  });
  return found;
}

/**
 * Whose the edges of the board are, in the middle below it.
 *
 * @param {PlayTable} table
 * @returns {BoardTable["labels"]}
 */
const told = ({ joined, board: { width, height } }) =>
  joined ? [[width / 2, height + 0.1 + 0.02 * width, joined]] : [];

/**
 * The coordinates, as moves are named.
 *
 * @param {PlayTable} table
 */
const names = (table) =>
  [...table.labels, ...told(table)].map(([x, y, name]) => {
    const size = table.joined ? 0.029 * table.board.width : 0.24; // a rhombus is wide
    const look = { "text-anchor": "middle", "font-size": size, fill: "var(--ink2)" };
    return draw("text", { x, y: y + size / 3, ...look }, name);
  });

/**
 * The picture of a game that draws itself, and what the last move has changed in it, or a ring
 * around the places of the move that is advised.
 *
 * @param {PlayTable} table
 * @param {PlainPosition} position
 */
function ownPicture(table, position) {
  const found = drawPosition(table, position, "");
  if (!table.board.x.length) return found;
  const { width, height } = table.board;
  if (position.svg) {
    // not within one SVG: Chromium 156 loses letters of an image there
    const rings = table.advised.map((cell) => {
      const [cx, cy] = middle(table.board, cell);
      return draw("circle", { class: "advised", cx, cy, r: RING });
    });
    const above = draw("svg", { class: "rings", viewBox: `0 0 ${width} ${height}` }, ...rings);
    return make("div", {}, found, above);
  }
  found.setAttribute("viewBox", `0 0 ${width} ${height}`);
  if (table.last.length) {
    const d = outline(table.board, table.last);
    found.append(draw("path", { class: "casing", d }), draw("path", { class: "last", d }));
  }
  return found;
}

/** @param {PlayTable} table */
export function pictureOf(table) {
  if (table.shown) return ownPicture(table, table.shown);
  if (isTiles(table)) {
    const cells = table.cells.join("");
    const svg = tilesOf(table.board, { cells, played: table.advised });
    svg.removeAttribute("role");
    svg.setAttribute("viewBox", `0 0 ${table.board.width} ${table.board.height}`);
    return svg;
  }
  const { left, top, width, height } = extentOf(table);
  const svg = draw("svg", { viewBox: `${-left} ${-top} ${width} ${height}` });
  svg.append(...stones(table));
  return svg;
}
