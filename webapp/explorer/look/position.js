// The board as SVG: a position (plain.py), and what a search shows on it (picture.py).

import { addressOf, circle, middle, outline, round, stonesOf } from "./boards.js";
import { bestOf, candidateOf, takenBy } from "./candidates.js";
import { draw, make } from "./dom.js";
import { line, text } from "./parts.js";
import { board as tiles } from "./small_board.js";
import { arrow, candidate, dashed, edges, forbidden, ghost, place, ring, stone } from "./stones.js";

const SIDE = 286; // pixels of a square whose size nobody has told
const GROUND = 5; // pixels around the cells
const NAMES = 13; // pixels beside it for the names of columns or rows
const LETTER = 5.8; // pixels of a letter, on the average of a sentence
const GAP = 0.03; // around a person's cells
const CORNER = [0.3, -0.3, 0.58]; // of a mark above a text: where, how large
const CROWDED = 12; // outlines from which on they step back
const SIGNED = 9; // pixels of a cell from which on stones and tiles have their signs
const LEAST_TEXT = 7; // pixels; a smaller text is not written
const LARGEST_PLY = 15; // pixels of a ghost's number
const EDGE = 5; // pixels of an edge that belongs to a player, of a large board
const RING = 0.6; // radius around a place of a drawing
const FONTS = [11, 22]; // pixels, of a long and of a short text
const CHARACTER = 0.62; // width of one, of its font's size
const LINE = 1.4;
const TEXT_PAD = 12;

/** @typedef {PlainPosition & Partial<BoardMoment>} ShownPosition */
/** @typedef {Pick<BoardTable, "board" | "labels"> & Partial<BoardTable>} ShownTable */
/**
 * What a drawing is told beside the position.
 *
 * @typedef {object} Look
 * @property {number} side of the square, in pixels
 * @property {number[][]} groups cells that are outlined as candidates
 * @property {[x: number, y: number][] | null} places of a drawing, in place of cells
 * @property {number} taken the cell of the stone whose moves are shown, -1: the one best moved
 * @property {number[]} origins cells from which a stone may be moved
 * @property {number} column a cell of the column that is marked, -1: none
 * @property {boolean} isBare nothing is around the cells
 * @property {Element | undefined} within what has the theme, if not the document
 */

/** @type {Look} */
const NO_LOOK = {
  side: SIDE,
  groups: [],
  places: null,
  taken: -1,
  origins: [],
  column: -1,
  isBare: false,
  within: undefined,
};

/**
 * Pixels of a cell, and how much is around the board, in cell widths.
 *
 * @param {ShownTable} table
 * @param {number} side
 * @param {boolean} isBare
 */
function layout({ board: { width, height }, labels, joined }, side, isBare) {
  /** @param {(label: [x: number, y: number, name: string]) => boolean} isThere */
  const rim = (isThere) => (isBare ? 0 : GROUND) + (labels.some(isThere) ? NAMES : 0);
  const wide = rim(([x]) => x < 0) + rim(([x]) => x > width);
  const tall = rim(([, y]) => y < 0) + rim(([, y]) => y > height) + (joined ? 2 * NAMES : 0);
  const cell = Math.min((side - wide) / width, (side - tall) / height);
  return {
    cell,
    left: rim(([x]) => x < 0) / cell,
    top: rim(([, y]) => y < 0) / cell,
    width: width + wide / cell,
    height: height + tall / cell,
  };
}

/**
 * A position.
 *
 * @param {ShownTable} table what is the same at all moments
 * @param {ShownPosition} shown a position, or a moment on it
 * @param {string} label "": it is told elsewhere
 * @param {Partial<Look>} given
 * @returns {Element}
 */
export function drawPosition(table, shown, label, given = {}) {
  const look = { ...NO_LOOK, ...given };
  if (shown.svg) return ownDrawing(table, shown, label, look);
  if (shown.text || !table.board.x.length) {
    const size = `font-size: ${round(fontOf(shown.text, look.side))}px`;
    return make("pre", { class: "position-text", style: given.side ? size : null }, shown.text);
  }
  const { cell, left, top, width, height } = layout(table, look.side, look.isBare);
  const svg = draw("svg", {
    class: "position",
    viewBox: [-left, -top, width, height].map(round).join(" "),
    ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
  });
  const { pieces, edges: owned } = table.board;
  if (!owned.length && !look.isBare) svg.append(ground(table, cell));
  if (look.column >= 0) svg.append(columnOf(table.board, look.column));
  if (pieces === "tiles") svg.append(...tilesOf(table, shown, cell, look.isBare));
  else if (pieces === "cells") svg.append(...cells(table.board, shown.looks, cell, look.groups));
  else svg.append(...stones(table, shown, cell, look));
  svg.append(...names(table, cell, look.side));
  svg.append(...marks(table, shown, cell, look));
  return svg;
}

/**
 * The position's own drawing, and above it rings around what is played.
 *
 * @param {ShownTable} table
 * @param {ShownPosition} shown
 * @param {string} label
 * @param {Look} look
 */
function ownDrawing({ board: { width, height } }, shown, label, look) {
  const { svg, text: alt, played = [], phase } = shown;
  const src = addressOf(svg, look.within);
  const image = make("img", {
    class: "position",
    src,
    alt: [label, alt].filter(Boolean).join(": "),
  });
  if (!look.places) return image;
  const above = draw("svg", { class: "position rings", viewBox: `0 0 ${width} ${height}` });
  above.append(...playedLines(ringsOf(look.places, played), phase));
  return make("div", { class: "position drawn" }, image, above);
}

/**
 * The size in pixels at which a text fills a square, between one to be read and one for a title.
 *
 * @param {string} text
 * @param {number} side
 */
function fontOf(text, side) {
  const lines = text.split("\n");
  const longest = Math.max(1, ...lines.map((each) => each.length));
  const room = side - 2 * TEXT_PAD;
  const wanted = Math.min(room / (CHARACTER * longest), room / (LINE * lines.length));
  return Math.min(Math.max(wanted, FONTS[0]), FONTS[1]);
}

/**
 * What lies below the cells.
 *
 * @param {ShownTable} table
 * @param {number} cell
 */
function ground({ board: { width, height, shape: kind } }, cell) {
  const around = GROUND / cell;
  const beside = kind === "hex" ? 2 * around : around;
  return draw("rect", {
    class: "ground",
    x: -beside,
    y: -around,
    width: width + 2 * beside,
    height: height + 2 * around,
    rx: 6 / cell,
  });
}

/**
 * Behind a column of cells.
 *
 * @param {ShownBoard} board
 * @param {number} cell of it
 */
function columnOf(board, cell) {
  const [x] = middle(board, cell);
  return draw("rect", { class: "column", x: x - 0.5, y: 0, width: 1, height: board.height });
}

/**
 * The points of a playout's moves: square roots, a move of 1 764 beside moves of 4.
 *
 * @param {Pick<BoardMoment, "bars" | "bar" | "phase">} shown
 */
export function drawBars({ bars, bar, phase }) {
  const width = Math.max(bars.length, 30);
  const svg = draw("svg", {
    class: `bars ${phase > 2 ? `phase-${phase}` : ""}`,
    viewBox: `0 0 ${width} 12`,
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
  if (bar >= 0) svg.append(draw("path", { d: `M${bar + 0.1} 12h.8l-.4-1.6z` }));
  return svg;
}

/**
 * What is being played.
 *
 * @param {string} d
 * @param {number} [phase]
 */
const playedLines = (d, phase) => (d ? [line("casing", d), line(`played phase-${phase}`, d)] : []);

/**
 * The names of columns and rows in the middle of their room, and whose the edges are below them.
 *
 * @param {ShownTable} table
 * @param {number} cell
 * @param {number} side
 */
function names({ board: { width, height }, labels, joined = "" }, cell, side) {
  const beside = (GROUND + NAMES / 2) / cell;
  /** @param {number} at @param {number} end */
  const held = (at, end) => Math.min(Math.max(at, -beside), end + beside);
  const size = 12 / cell;
  const found = labels.map(([x, y, name]) =>
    text({ x: held(x, width), y: held(y, height), size }, name),
  );
  if (joined) {
    const lines = LETTER * joined.length > side ? halves(joined) : [joined];
    lines.forEach((told, i) => {
      const y = height + (GROUND + (1.5 + i) * NAMES) / cell;
      found.push(text({ x: width / 2, y, size }, told));
    });
  }
  return found;
}

/**
 * A sentence in two lines, broken at the comma nearest to its middle.
 *
 * @param {string} sentence
 */
function halves(sentence) {
  const commas = [...sentence.matchAll(/, /g)].map(({ index }) => index + 1);
  const far = commas.map((at) => Math.abs(at - sentence.length / 2));
  const at = commas[far.indexOf(Math.min(...far))] ?? sentence.length;
  return [sentence.slice(0, at), sentence.slice(at + 1)].filter(Boolean);
}

/**
 * @param {ShownTable} table
 * @param {ShownPosition} shown
 * @param {number} cell
 * @param {boolean} isBare
 */
function tilesOf({ board }, { cells: values }, cell, isBare) {
  const pieces = [...tiles(board, { cells: values, glyphs: cell >= SIGNED }).children];
  if (isBare) return pieces;
  const gone = [...values].map((value, i) =>
    value === "0" ? circle(...middle(board, i), 0.05) : "",
  );
  return [line("gone", gone.join("")), ...pieces];
}

/**
 * @param {ShownBoard} board
 * @param {CellLook[]} looks
 * @param {number} cell
 * @param {number[][]} groups
 */
function cells(board, looks, cell, groups) {
  const meant = new Set(groups.flat());
  return looks.flatMap((look, i) => {
    const [x, y] = middle(board, i);
    const isLit = look.text || look.mark || look.stroke || meant.has(i);
    const empty = { fill: isLit ? "var(--surface)" : "none", stroke: "var(--line)" };
    const square = { x: x - 0.5 + GAP, y: y - 0.5 + GAP, width: 1 - 2 * GAP, height: 1 - 2 * GAP };
    const filled = look.fill ? themed("fill", look.fill) : { ...empty, "stroke-width": 0.02 };
    /** @type {Element[]} */
    const found = [draw("rect", { ...square, rx: 0.1, ...filled })];
    const [right, up, scale] = look.text ? CORNER : [0, 0, 1];
    const at = `translate(${x + right} ${y + up}) scale(${scale})`;
    if (look.mark)
      found.push(draw("path", { d: look.mark, transform: at, ...themed("fill", look.ink) }));
    if (look.stroke) {
      const stroke = { d: look.stroke, transform: at, fill: "none", "stroke-width": 0.06 };
      found.push(draw("path", { ...stroke, ...themed("stroke", look.ink) }));
    }
    if (look.text && cell * look.font >= LEAST_TEXT) {
      const ink = { fill: null, "font-weight": 600, ...themed("fill", look.ink) };
      found.push(text({ x, y, size: look.font, ...ink }, look.text));
    }
    return found;
  });
}

/**
 * @param {"fill" | "stroke"} name
 * @param {CellLook["fill"]} color null: as the page has it
 */
const themed = (name, color) =>
  color && { class: `themed-${name}`, style: `--light: ${color[0]}; --dark: ${color[1]}` };

/**
 * @param {ShownTable} table
 * @param {ShownPosition} shown
 * @param {number} cell
 * @param {Look} look
 */
function stones(table, shown, cell, look) {
  const { board } = table;
  const values = [...shown.cells].map(Number);
  const lit = new Set(shown.lit);
  /** @type {Element[]} */
  const found = [
    ...board.x.map((_, i) => place(table, i)),
    ...edges(table, Math.min(EDGE, 0.15 * cell)),
  ];
  for (const i of shown.forbidden) found.push(forbidden(table, i));
  for (const [i, player] of stonesOf(board, values)) {
    const drawn = stone(table, i, player, false, cell >= SIGNED);
    if (lit.size && !lit.has(i)) drawn.classList.add("faint");
    found.push(drawn);
  }
  // a swap puts another player's stone where one lies
  const ghosts = (shown.ghosts ?? []).filter(({ cell: at, player }) => values[at] !== player + 1);
  const hidden = new Set(ghosts.map(({ cell: at }) => middle(board, at).map(round).join()));
  const { children = [] } = shown;
  const best = bestOf(children)?.way ?? [];
  const from = look.taken < 0 ? (best[0] ?? -1) : look.taken;
  // of moves those of one stone alone; what moves nothing is no stone's
  const offered = children.filter(({ way }) => !way.length || way[0] === from);
  for (const child of offered) {
    const isHidden = hidden.has([child.x, child.y].map(round).join()); // by a number that is later
    if (board.dominoes.length) found.push(candidate(board, [child.x, child.y], shown.to_play ?? 0));
    if (!isHidden) found.push(...candidateOf(table, child, cell));
  }
  for (const i of look.origins) found.push(dashed(board, i, "var(--accent)"));
  if (from >= 0) found.push(taken(board, from));
  if (shown.way?.length) found.push(arrow(table, shown.way));
  if (best.length) found.push(arrow(table, best, true));
  for (const each of ghosts) found.push(...ghost(table, each, LARGEST_PLY / cell));
  for (const child of offered.filter(({ chosen }) => chosen))
    found.push(takenBy(table, child, shown, cell));
  const owner = new Map(ghosts.map(({ cell: at, player }) => [at, player]));
  /** @param {number} i @param {string} name */
  const around = (i, name) => ring(table, i, owner.get(i) ?? values[i] - 1, name);
  for (const name of ["casing", "ending"]) found.push(...shown.ending.map((i) => around(i, name)));
  if (!shown.ending.length && shown.last >= 0) found.push(around(shown.last, "last"));
  return found;
}

/**
 * Around the stone that was taken.
 *
 * @param {ShownBoard} board
 * @param {number} at
 */
function taken(board, at) {
  const [x, y] = middle(board, at);
  return draw("rect", { class: "lifted", x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92 });
}

/**
 * What is outlined: candidates, what is played and what it scores, what a text calls by a number.
 *
 * @param {ShownTable} table
 * @param {ShownPosition} shown
 * @param {number} cell
 * @param {Look} look
 */
function marks(table, shown, cell, { groups }) {
  const { board } = table;
  const { played = [], played_text: told, played_at: at, phase, callouts = [] } = shown;
  const outlines = groups.filter(({ length }) => length).map((group) => outline(board, group));
  const crowded = outlines.length > CROWDED ? "crowded" : "";
  /** @type {Element[]} */
  const found = outlines.length ? [line(`candidate ${crowded}`, outlines.join(""))] : [];
  found.push(...playedLines(outline(board, played), phase));
  for (const [i] of callouts) {
    const [cx, cy] = middle(board, i);
    const r = board.pieces === "stones" ? 0.46 : 0.525;
    for (const name of ["casing", "called"]) found.push(draw("circle", { class: name, cx, cy, r }));
  }
  for (const [i, number] of callouts) {
    const [x, y] = middle(board, i).map((at) => at - 0.36);
    found.push(
      draw("circle", { class: "number", cx: x, cy: y, r: round(8.5 / cell) }),
      text({ x, y, size: 10.5 / cell, fill: "var(--on-accent)", "font-weight": 700 }, `${number}`),
    );
  }
  if (told && at) found.push(...badge(board, told, at, cell, phase));
  return found;
}

/**
 * Around what is under the pointer: of stones where one is put, and from where one goes.
 *
 * @param {ShownTable} table
 * @param {[x: number, y: number][] | null} places of a drawing, in place of cells
 * @param {number[]} at
 */
export function pointedAt({ board, drops }, places, at) {
  if (places && !board.x.length) return line("hovered", ringsOf(places, at));
  if (board.pieces !== "stones" || board.dominoes.length)
    return line("hovered", outline(board, at));
  const d = at.map((i) => {
    const [x, y] = middle(board, i);
    if (drops || board.shape !== "square") return circle(x, y, board.shape === "hex" ? 0.5 : 0.46);
    return `M${round(x - 0.47)} ${round(y - 0.47)}h.94v.94h-.94z`;
  });
  return line("hovered", d.join(""));
}

/**
 * @param {[x: number, y: number][]} places
 * @param {number[]} which
 */
const ringsOf = (places, which) => which.map((i) => circle(...places[i], RING)).join("");

/**
 * What the move scores, beside the group that it takes.
 *
 * @param {ShownBoard} board
 * @param {string} told
 * @param {[x: number, y: number]} at
 * @param {number} cell
 * @param {number} [phase]
 */
function badge(board, told, at, cell, phase) {
  const size = 12 / cell;
  const width = (0.66 * told.length + 1.2) * size;
  const most = board.width - width / 2 + GROUND / cell;
  const x = Math.min(Math.max(at[0], width / 2 - GROUND / cell), most);
  const y = at[1];
  const look = { class: `badge-ground phase-${phase}`, rx: 0.85 * size };
  return [
    draw("rect", { x: x - width / 2, y: y - 0.8 * size, width, height: 1.6 * size, ...look }),
    text({ x, y, size, fill: "var(--surface)", "font-weight": 700 }, told),
  ];
}
