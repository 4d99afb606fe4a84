// The board as SVG, from the plain values of drawing.py: for who has no Bokeh.

import { addressOf, stonesOf } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { board as tiles } from "../../look/small_board.js";
import { candidate, edges, forbidden, ghost, place, ring, stone } from "../../look/stones.js";

const FRAME = 0.12; // around the board, in cell widths
const LABELS = 0.7; // room for the names of columns or rows
const GAP = 0.03;
const CORNER = [0.3, -0.3, 0.58]; // of a mark above a text: where, how large
const MANY = 30; // moves that a bar chart has room for at the least

/**
 * A position.
 *
 * @param {BoardTable} table what is the same at all moments
 * @param {PlainPosition & Partial<BoardMoment>} shown a position, or a moment on it
 * @param {string} label
 * @returns {Element}
 */
export function drawPosition(table, shown, label) {
  if (shown.svg) return make("img", { class: "position", src: addressOf(shown.svg), alt: label });
  if (shown.text) return make("pre", { class: "position-text" }, shown.text);
  const { width, height, pieces } = table.board;
  const room = table.labels.length ? LABELS : FRAME;
  const above = table.labels.some(([, y]) => y < 0) ? LABELS : FRAME;
  const below = table.joined || table.labels.some(([, y]) => y > height) ? LABELS : FRAME;
  const svg = draw("svg", {
    class: "position",
    viewBox: `${-room} ${-above} ${width + room + FRAME} ${height + above + below}`,
    role: "img",
    "aria-label": label,
  });
  const ground = { x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME };
  svg.append(draw("rect", { ...ground, rx: 0.2, fill: "var(--empty-cell)" }));
  if (pieces === "tiles") svg.append(...tiles(table.board, { cells: shown.cells }).children);
  else if (pieces === "cells") svg.append(...cells(table.board, shown.looks));
  else svg.append(...stones(table, shown));
  for (const [x, y, name] of table.labels) svg.append(text({ x, y, size: 0.34 }, name));
  if (table.joined) svg.append(text({ x: width / 2, y: height + 0.4, size: 0.34 }, table.joined));
  if (shown.played) {
    svg.append(
      draw("path", { class: "casing", d: shown.played }),
      draw("path", { class: `played phase-${shown.phase}`, d: shown.played }),
    );
  }
  const { playedText, playedAt } = shown;
  if (playedText && playedAt) svg.append(...badge(table.board, playedText, playedAt, shown.phase));
  return svg;
}

/**
 * The points of a playout's moves: square roots, a move of 1 764 beside moves of 4.
 *
 * @param {Pick<BoardMoment, "bars" | "bar" | "phase">} shown
 */
export function drawBars(shown) {
  const { bars, bar, phase } = shown;
  const width = Math.max(bars.length, MANY);
  const svg = draw("svg", {
    class: `bars ${phase > 2 ? `phase-${phase}` : ""}`,
    viewBox: `0 0 ${width} 10`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const roots = bars.map((points) => Math.sqrt(Math.max(points, 0)));
  const largest = Math.max(1, ...roots);
  roots.forEach((root, i) => {
    const high = 0.5 + (9.5 * root) / largest;
    const opacity = i === bar ? 1 : bars[i] > 0 ? 0.5 : 0.3;
    svg.append(draw("rect", { x: i + 0.14, y: 10 - high, width: 0.72, height: high, opacity }));
  });
  return svg;
}

/**
 * @param {{ x: number, y: number, size?: number, [look: string]: unknown }} look
 * @param {string} content
 */
function text({ x, y, size = 1, ...look }, content) {
  return draw(
    "text",
    {
      x,
      y: y + 0.35 * size,
      "text-anchor": "middle",
      "font-size": size,
      fill: "var(--ink2)",
      ...look,
    },
    content,
  );
}

/**
 * @param {ShownBoard} board
 * @param {CellLook[]} looks
 */
function cells(board, looks) {
  return looks.flatMap((look, cell) => {
    const [x, y] = [board.x[cell], board.height - board.y[cell]];
    const isLit = look.text || look.mark || look.stroke;
    const empty = { fill: isLit ? "var(--surface)" : "none", stroke: "var(--line)" };
    const square = { x: x - 0.5 + GAP, y: y - 0.5 + GAP, width: 1 - 2 * GAP, height: 1 - 2 * GAP };
    const look_ = look.fill ? themed("fill", look.fill) : { ...empty, "stroke-width": 0.02 };
    /** @type {Element[]} */
    const found = [draw("rect", { ...square, rx: 0.1, ...look_ })];
    const [right, up, scale] = look.text ? CORNER : [0, 0, 1];
    const at = `translate(${x + right} ${y + up}) scale(${scale})`;
    if (look.mark)
      found.push(draw("path", { d: look.mark, transform: at, ...themed("fill", look.ink) }));
    if (look.stroke) {
      const line = { d: look.stroke, transform: at, fill: "none", "stroke-width": 0.06 };
      found.push(draw("path", { ...line, ...themed("stroke", look.ink) }));
    }
    if (look.text) {
      const ink = { fill: null, "font-weight": 600, ...themed("fill", look.ink) };
      found.push(text({ x, y, size: look.font, ...ink }, look.text));
    }
    return found;
  });
}

/**
 * @param {"fill" | "stroke"} name
 * @param {Themed | undefined} color undefined: as the page has it
 */
const themed = (name, color) =>
  color && { class: `themed-${name}`, style: `--light: ${color[0]}; --dark: ${color[1]}` };

/**
 * @param {BoardTable} table
 * @param {PlainPosition & Partial<BoardMoment>} shown
 */
function stones(table, shown) {
  /** @type {SVGElement[]} */
  const found = [...table.board.x.map((_, cell) => place(table, cell)), ...edges(table)];
  const values = [...shown.cells].map(Number);
  for (const [cell, player] of stonesOf(table.board, values))
    found.push(stone(table, cell, player));
  for (const cell of shown.forbidden) found.push(forbidden(table, cell));
  const ghosts = (shown.ghosts ?? []).filter(({ cell }) => !values[cell]);
  const hidden = new Set(ghosts.map(({ cell }) => `${table.board.x[cell]},${table.board.y[cell]}`));
  for (const child of shown.children ?? []) {
    const { x, y, size } = child;
    if (hidden.has(`${x},${table.board.height - y}`)) continue;
    const line = child.chosen ? `var(--taken)` : "var(--node-line)";
    const look = { fill: child.color, stroke: line, "stroke-width": child.chosen ? 0.07 : 0.02 };
    if (table.board.dominoes.length) found.push(candidate(table.board, [x, y], shown.toPlay ?? 0));
    found.push(
      draw("circle", { class: `phase-${shown.phase}`, cx: x, cy: y, r: size / 2, ...look }),
      text({ x, y, size: 0.24, fill: child.ink, "font-weight": 600 }, child.text),
    );
  }
  for (const each of ghosts) found.push(...ghost(table, each));
  const ringed = shown.ending.length ? shown.ending : shown.last >= 0 ? [shown.last] : [];
  for (const cell of ringed) found.push(ring(table, cell, values[cell] - 1));
  return found;
}

/**
 * What the move scores, beside the group that it takes.
 *
 * @param {ShownBoard} board
 * @param {string} told
 * @param {[x: number, y: number]} at
 * @param {number} [phase]
 */
function badge(board, told, at, phase) {
  const size = Math.max(0.5, 0.042 * board.width);
  const width = (0.58 * told.length + 1.1) * size;
  const x = Math.min(Math.max(at[0], width / 2), board.width - width / 2);
  const y = at[1];
  const look = { class: `badge-ground phase-${phase}`, rx: 0.85 * size };
  return [
    draw("rect", { x: x - width / 2, y: y - 0.85 * size, width, height: 1.7 * size, ...look }),
    text({ x, y, size, fill: "var(--surface)", "font-weight": 650 }, told),
  ];
}
