// The candidates of a search of two players on their places: how good and how often tried.

import { round } from "./boards.js";
import { draw } from "./dom.js";
import { text } from "./parts.js";
import { shape } from "./stones.js";

const NAMED = { cell: 34, size: 25 }; // pixels from which on a candidate has its text
const NAMED_MOVE = { cell: 28, size: 23 }; // the same of a move from cell to cell
const NAMED_DOMINO = 26;
const PILL = [34, 15]; // pixels, where a domino has room for it
const LARGE = { cell: 68, width: 0.6, above: 0.1, below: 0.3 }; // from which on a text is below it

/**
 * The candidate with the most visits.
 *
 * @param {BoardChild[]} children
 * @returns {BoardChild | undefined}
 */
export const bestOf = (children) => children.find(({ best }) => best);

/**
 * Where a candidate's disc is, and its radius: in a large cell above its text.
 *
 * @param {BoardChild} child
 * @param {number} cell
 */
function discOf({ x, y, size, way }, cell) {
  const isLarge = cell >= LARGE.cell && !way.length;
  const at = { cx: x, cy: isLarge ? y - LARGE.above : y };
  return { isLarge, at, r: round((isLarge ? LARGE.width * size : size) / 2) };
}

/**
 * A candidate at the size that its share of the visits gives, or as a pill where a domino may lie.
 *
 * @param {{ board: ShownBoard }} table
 * @param {BoardChild} child
 * @param {number} cell
 */
export function candidateOf({ board }, child, cell) {
  const { x, y, size, color: fill, ink, out, way } = child;
  const words = { x, y, fill: out ? "var(--ink)" : ink, "font-weight": 600 };
  const name = out ? "child faint" : "child";
  if (board.dominoes.length) {
    const isNamed = cell >= NAMED_DOMINO;
    const [wide, high] = isNamed
      ? [Math.min(PILL[0] / cell, 1 - 4 / cell), PILL[1] / cell]
      : [0.4, 0.4];
    const pill = { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: high / 2 };
    const told = { ...words, size: (cell >= PILL[0] ? 10.5 : 9.5) / cell };
    return [
      draw("rect", { class: name, ...pill, fill }),
      ...(isNamed ? [text(told, child.text)] : []),
    ];
  }
  const { isLarge, at, r } = discOf(child, cell);
  const { cell: least, size: smallest } = way.length ? NAMED_MOVE : NAMED;
  const isNamed = isLarge || (cell >= least && cell * size >= smallest);
  const told = isLarge
    ? { ...words, y: y + LARGE.below, size: 12 / cell, fill: "var(--ink)" }
    : { ...words, size: 10.5 / cell };
  return [
    draw("circle", { class: name, ...at, r, fill }),
    ...(isNamed ? [text(told, child.text)] : []),
  ];
}

/**
 * Around the candidate that the current path takes.
 *
 * @param {{ board: ShownBoard }} table
 * @param {BoardChild} child
 * @param {Partial<BoardMoment>} shown
 * @param {number} cell
 */
export function takenBy({ board }, child, { phase, to_play: player = 0 }, cell) {
  const look = { class: `taken phase-${phase}` };
  if (board.dominoes.length) return shape(board, [child.x, child.y], player, 0.36, look);
  const { at, r } = discOf(child, cell);
  return draw("circle", { ...look, ...at, r: round(r + 3 / cell) });
}
