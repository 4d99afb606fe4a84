// The rounds of a move between the root and its children: a row a round, a box for each action.

import { measure, number, shortCount } from "../../look/numbers.js";

/** @import { Painter } from "./paint.js" */

const MARGIN = 5; // pixels between a row's edges and its boxes
const WIDE_BOX = 76; // from here on a box tells the rank
const NARROW_BOX = 52; // below it there is no room for what becomes of the action
const OUT = 0.8; // of what is below an action that is out
const OUT_PILL = 0.55;

/**
 * The nodes that stand back: those below a child of the root that is out, or in no round.
 *
 * @param {Tree} frame
 */
export function standingBack(frame) {
  /** @type {boolean[]} */
  const back = [];
  if (!frame.bracket) return back;
  for (const i of frame.bracket.undrawn) back[i] = true;
  for (const box of frame.bracket.boxes) if (box.is_out) back[box.node] = true;
  frame.parent.forEach((parent, i) => {
    if (back[parent]) back[i] = true;
  });
  return back;
}

/**
 * @param {boolean[]} back
 * @param {(i: number) => number} faint
 * @returns {(i: number) => number}
 */
export const setBack = (back, faint) => (i) => faint(i) * (back[i] ? OUT : 1);

/**
 * Where a lane comes down through the rounds, straight, from their upper edge to the child.
 *
 * @param {Painter} painter
 * @param {number} i a child of the root
 */
const lane = (painter, i) => [
  [painter.x[i], painter.endBelow(0, 0)],
  [painter.x[i], painter.y[i] - painter.r[i]],
];

/**
 * The lanes of all children of the root, the path's on top.
 *
 * @param {Painter} painter
 */
export function paintLanes(painter) {
  const { frame, scene, theme, pen, k } = painter;
  if (!frame.bracket) return;
  const back = standingBack(frame);
  frame.parent.forEach((parent, i) => {
    if (parent !== 0) return;
    const look = back[i]
      ? { stroke: theme.ink3, width: 1, dash: [1.5, 3] }
      : { stroke: theme.edge, width: scene.edge_width[i] * k ** 0.5 };
    pen.polygon(lane(painter, i), { ...look, alpha: scene.alpha[i], open: true });
  });
  frame.pill_parent.forEach((parent, at) => {
    if (parent !== 0) return;
    const [left, bottom] = painter.pillPlace(at);
    const way = [
      [left, painter.endBelow(0, bottom)],
      [left, bottom],
    ];
    pen.polygon(way, { stroke: theme.ink3, width: 1.1, dash: [2, 3], open: true });
  });
  for (const i of frame.best.slice(1, 2)) {
    pen.polygon(lane(painter, i), { stroke: theme.best, width: 1.8, open: true });
  }
  const [, first] = frame.path;
  if (first === undefined || scene.grown < 1) return;
  const width = Math.max(frame.path_width[1] * k ** 0.5, 1.8);
  pen.polygon(lane(painter, first), { stroke: theme.surface, width: width + 3, open: true });
  pen.polygon(lane(painter, first), { stroke: painter.color, width, open: true });
}

/**
 * The rows behind the lanes.
 *
 * @param {Painter} painter
 */
export function paintRows({ frame, theme, pen, k, look, small, write }) {
  if (!frame.bracket || small) return;
  const right = frame.width * k + look.left - 8;
  for (const { y, height, name, size, state, progress } of frame.bracket.rows) {
    const top = y * k + look.top;
    pen.box(
      6 + Math.min(look.left, 0),
      top + 2,
      right - 6 - Math.min(look.left, 0),
      height * k - 4,
      6,
      {
        fill: theme.sunk,
      },
    );
    if (!frame.bracket.has_labels) continue;
    const left = 14;
    const lines = state || progress !== null ? 3 : 2;
    const middle = top + (height * k) / 2 - (lines - 2) * 6;
    write(left, middle - 7, name, { weight: 600, color: theme.ink, align: "left" });
    write(left, middle + 6, size, { size: 10.5, color: theme.ink2, align: "left" });
    if (state) write(left, middle + 18, state, { size: 10, color: theme.ink2, align: "left" });
    if (progress === null) continue;
    pen.box(left, middle + 15, 64, 4, 2, { fill: theme.line2 });
    pen.box(left, middle + 15, Math.max(64 * progress, 2), 4, 2, { fill: theme.accent });
  }
}

/**
 * Where a box is on the screen: left, top, width, height.
 *
 * @param {Pick<Painter, "scene" | "k" | "look" | "x">} painter
 * @param {Bracket} bracket
 * @param {number} at of the box
 */
export function boxPlace({ scene, k, look, x }, bracket, at) {
  const { node, row } = bracket.boxes[at];
  const { y, height } = bracket.rows[row];
  const width = scene.boxWidths[at] * k;
  return [x[node] - width / 2, y * k + look.top + MARGIN, width, height * k - 2 * MARGIN];
}

/** @param {Painter} painter */
export function paintBoxes(painter) {
  const { frame, theme, pen, small } = painter;
  const { bracket } = frame;
  if (!bracket || small) return;
  const current = frame.path[1];
  const open = bracket.rows.findIndex(({ progress }) => progress !== null);
  bracket.boxes.forEach((box, at) => {
    const [left, top, width, height] = boxPlace(painter, bracket, at);
    const isCurrent = box.node === current && box.row === open;
    const isHovered = painter.look.hovered === box.node;
    pen.box(left, top, width, height, 6, {
      fill: theme.surface,
      stroke: isCurrent || isHovered ? theme.accent : theme.line2,
      width: isCurrent ? 1.8 : 1,
      ...(box.is_out ? { dash: [3, 3] } : {}),
    });
    boxTexts(painter, box, [left, top, width, height]);
  });
  if (!bracket.rows.length) return;
  const { y, height } = bracket.rows[0];
  for (const i of bracket.undrawn) {
    const middle = (y + height / 2) * painter.k + painter.look.top;
    painter.write(painter.x[i], middle - 6, "not", {
      size: 10,
      color: theme.ink2,
      halo: theme.sunk,
    });
    painter.write(painter.x[i], middle + 6, "drawn", {
      size: 10,
      color: theme.ink2,
      halo: theme.sunk,
    });
  }
}

/**
 * @param {Painter} painter
 * @param {BracketBox} box
 * @param {number[]} place
 */
function boxTexts(painter, box, [left, top, width, height]) {
  const { frame, theme, pen } = painter;
  const isLow = height < 30;
  const upper = top + (isLow ? height / 2 : height / 2 - 8);
  const isNarrow = width < NARROW_BOX;
  const inset = isNarrow ? 3 : 7;
  const told = box.mean === null ? "–" : measure(box.mean, frame.percent);
  const shade = box.mean === null ? null : painter.shade(box.mean);
  const pill = Math.min(isNarrow ? 34 : 36, width - 2 * inset);
  pen.box(left + inset, upper - 8, pill, 16, 8, {
    fill: shade ? shade.fill : theme.sunk,
    alpha: box.is_out ? OUT_PILL : 1,
  });
  painter.write(left + inset + pill / 2, upper + 0.5, told, {
    weight: 600,
    size: isNarrow ? 10 : 11,
    color: !shade || box.is_out ? theme.ink : shade.text,
  });
  if (width >= WIDE_BOX && !isLow) {
    painter.write(left + width - inset, upper, box.rank, { color: theme.ink2, align: "right" });
  }
  const count = isNarrow ? shortCount(box.playouts) : number(box.playouts);
  if (isLow) {
    if (width > pill + 2 * inset + 30) {
      /** @type {Lettering} */
      const look = { size: 10.5, color: theme.ink2, align: "right" };
      painter.write(left + width - inset, upper, count, look);
    }
    return;
  }
  const lower = top + height / 2 + 10;
  // who was drawn by noise says by how much, where there is room for it
  const noise = box.noise && width >= 1.6 * WIDE_BOX ? `  ${box.noise}` : "";
  painter.write(left + inset, lower, count + noise, {
    size: 10.5,
    color: theme.ink2,
    align: "left",
  });
  const look = { font: theme.font, size: 10.5 };
  const taken = pen.measure(count + noise, look) + pen.measure(box.note, { ...look, weight: 600 });
  if (taken + 5 > width - 2 * inset) return; // the box's edge says who is out
  painter.write(left + width - inset, lower, box.note, {
    size: 10.5,
    weight: 600,
    color: box.is_out ? theme.ink : theme.accent,
    align: "right",
  });
}
