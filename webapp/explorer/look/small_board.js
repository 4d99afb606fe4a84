// A board as small as need be: tiles or stones in the colours of their values, or a position's own
// drawing, as SVG.

import {
  addressOf,
  circle,
  mark,
  middle,
  middleOf,
  outline,
  round,
  STONE,
  spanOf,
  stonesOf,
} from "./boards.js";
import { draw } from "./dom.js";
import { place } from "./stones.js";

const MOST_CACHED = 600;

/** @type {Map<string, Record<string, string>[]>} */
const pathsOf = new Map();

/**
 * The paths of what lies on the cells and those of the marks on it, by value.
 *
 * @param {ShownBoard} board
 * @param {string} cells
 * @param {boolean} glyphs
 */
function paths(board, cells, glyphs) {
  const key = `${glyphs}${board.pieces}${board.width}x${board.height}/${cells}`;
  let found = pathsOf.get(key);
  if (!found) {
    if (pathsOf.size > MOST_CACHED) pathsOf.clear();
    /** @type {Record<string, string>} */
    const shapes = {};
    /** @type {Record<string, string>} */
    const marks = {};
    const isTiles = board.pieces !== "stones";
    const hasMarks = board.pieces === "tiles" && glyphs; // those of cells are not told here
    for (const [cell, player] of stonesOf(board, cells)) {
      const value = cells[cell];
      const [x, y] = middle(board, cell);
      const piece = isTiles ? tile(x, y, glyphs) : stone(board, cell, player);
      shapes[value] = (shapes[value] ?? "") + piece;
      if (hasMarks) marks[value] = (marks[value] ?? "") + mark(Number(value), x, y);
    }
    found = [shapes, marks];
    pathsOf.set(key, found);
  }
  return found;
}

/**
 * @param {ShownBoard} board
 * @param {number} cell
 * @param {number} player
 */
function stone(board, cell, player) {
  const [x, y] = middleOf(board, cell, player);
  const [dx, dy] = spanOf(board, player).map(Math.abs);
  if (!dx && !dy) return circle(x, y, STONE);
  const [wide, high] = [round(dx + 2 * STONE), round(dy + 2 * STONE)];
  return `M${round(x - wide / 2)} ${round(y - high / 2)}h${wide}v${high}h${-wide}z`;
}

/**
 * A square; one that has room for a mark has round corners.
 *
 * @param {number} x
 * @param {number} y
 * @param {boolean} glyphs
 */
function tile(x, y, glyphs) {
  const gap = glyphs ? 0.05 : 0.07;
  const side = 1 - 2 * gap;
  const r = glyphs ? 0.14 : 0;
  const straight = round(side - 2 * r);
  const square = r
    ? `h${straight}a${r} ${r} 0 0 1 ${r} ${r}v${straight}a${r} ${r} 0 0 1 -${r} ${r}h-${straight}` +
      `a${r} ${r} 0 0 1 -${r} -${r}v-${straight}a${r} ${r} 0 0 1 ${r} -${r}z`
    : `h${side}v${side}h-${side}z`;
  return `M${round(x - 0.5 + gap + r)} ${round(y - 0.5 + gap)}${square}`;
}

/**
 * @param {ShownBoard} on
 * @param {LaneBoard} look
 */
export function board(
  on,
  { cells, at, pin, label, glyphs = true, groups = [], played = [], classes = "" },
) {
  const { width, height } = on;
  const own = cells.startsWith("<svg"); // the position's own drawing
  const [shapes, marks] = own ? [{}, {}] : paths(on, cells, glyphs);
  const svg = draw("svg", {
    class: `lane-cells ${classes}`,
    viewBox: `-0.2 -0.2 ${width + 0.4} ${height + 0.4}`,
    "data-actions": at,
    "data-pin": pin,
    role: "img",
    "aria-label": label,
  });
  if (own) svg.append(draw("image", { href: addressOf(cells), width, height }));
  const kind = on.pieces === "stones" ? "stone" : "tile";
  // a board without its places is stones in the air
  if (kind === "stone") svg.append(...on.x.map((_, cell) => place({ board: on }, cell)));
  for (const { value, points } of on.edges)
    svg.append(
      draw("path", {
        class: `edge-${value}`,
        d: `M${points.map(([x, y]) => `${x} ${height - y}`).join("L")}`,
      }),
    );
  for (const [value, d] of Object.entries(shapes))
    svg.append(draw("path", { class: `${kind}-${value}`, d }));
  for (const [value, d] of Object.entries(marks))
    svg.append(draw("path", { class: `glyph-${value}`, d }));
  for (const group of groups)
    svg.append(draw("path", { class: "candidate", d: outline(on, group) }));
  if (played.length) {
    svg.append(
      draw("path", { class: "casing", d: outline(on, played) }),
      draw("path", { class: "played", d: outline(on, played) }),
    );
  }
  return svg;
}
