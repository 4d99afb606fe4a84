// The nodes that a text speaks of: their rings and numbers, the way to them, and what steps back.

import { measure, plural } from "../../look/numbers.js";

const AWAY = 6; // pixels from a node to its ring
const BADGE = 8;
const LABEL_ROOM = 150;
const FAINT = 0.5;

/** @param {Tree} frame the nodes that are called, and those on the ways to them */
export function litNodes(frame) {
  /** @type {Set<number>} */
  const lit = new Set();
  for (const [node] of frame.callouts) {
    for (let i = node; i >= 0; i = frame.parent[i]) lit.add(i);
  }
  return lit;
}

/**
 * @param {Set<number>} lit
 * @param {boolean} lifted whether the visitor looks at the whole tree
 * @returns {(i: number) => number}
 */
export const faintness = (lit, lifted) => (i) => (lit.size && !lifted && !lit.has(i) ? FAINT : 1);

/**
 * @param {{ pen: Pen, frame: Tree, theme: Theme, lit: Set<number>,
 *   edgeTo(i: number): number[] }} painter
 */
export function paintWays({ pen, frame, theme, lit, edgeTo }) {
  const ways = [...lit].filter((i) => frame.parent[i] >= 0);
  for (const i of ways) pen.curve(edgeTo(i), { stroke: theme.surface, width: 6 });
  for (const i of ways) pen.curve(edgeTo(i), { stroke: theme.accent, width: 2.6 });
}

/**
 * @param {{ pen: Pen, frame: Tree, theme: Theme, x: number[], y: number[], r: number[] }} painter
 */
export function paintCallouts({ pen, frame, theme, x, y, r }) {
  for (const [i, called] of frame.callouts) {
    const ring = r[i] + AWAY - 2;
    pen.circle(x[i], y[i], ring + 1, { stroke: theme.accent, width: 2 });
    label({ pen, frame, theme, x, y }, i, ring);
    const corner = ring * 0.75;
    const [left, top] = [x[i] + corner + 3, y[i] - corner - 3];
    pen.circle(left, top, BADGE, { fill: theme.accent, stroke: theme.surface, width: 1.5 });
    pen.text(left, top + 0.5, String(called), {
      font: theme.font,
      size: 10.5,
      weight: 650,
      color: theme["on-accent"],
    });
  }
}

/**
 * The name and the numbers of a called node: beside it where no other node of its row is near.
 *
 * @param {{ pen: Pen, frame: Tree, theme: Theme, x: number[], y: number[] }} painter
 * @param {number} i
 * @param {number} ring
 */
function label({ pen, frame, theme, x, y }, i, ring) {
  if (!frame.captioned || frame.parent[i] < 0) return;
  const mean = frame.mean[i] === null ? "" : ` ${measure(frame.mean[i], frame.percent)},`;
  const visits = plural(frame.visits[i], "visit");
  const row = x.filter((_, other) => other !== i && Math.abs(y[other] - y[i]) < 2);
  /** @type {(from: number, to: number) => boolean} */
  const isFree = (from, to) => row.every((at) => at < from || at > to);
  const left = x[i] > LABEL_ROOM && isFree(x[i] - LABEL_ROOM, x[i]);
  const right = !left && isFree(x[i], x[i] + LABEL_ROOM);
  const look = { font: theme.font, size: 12, halo: theme.surface };
  const rest = `${mean} ${visits}`;
  const named = pen.measure(frame.names[i], { ...look, weight: 600 });
  const width = named + pen.measure(rest, look);
  let start = x[i] - ring - 8 - width;
  let height = y[i];
  if (right) start = x[i] + ring + 14;
  else if (!left) {
    start = Math.max(x[i] - width / 2 - 20, 28);
    height += ring + 13;
  }
  pen.text(start, height, frame.names[i], {
    ...look,
    weight: 600,
    color: theme.ink,
    align: "left",
  });
  pen.text(start + named, height, rest, { ...look, color: theme.ink2, align: "left" });
}
