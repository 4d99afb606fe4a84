// What all lanes are made of: boards, scores and strips of boards.

import { draw, make } from "../../look/dom.js";

const MOST_CACHED = 600;

/** @param {number} number */
export const round = (number) => Math.round(number * 100) / 100;

// ---- boards: one path a colour, in cells, y downwards ----

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const circle = (x, y, r) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
/** @param {number[][]} points */
const polygon = (points) => (/** @type {number} */ x, /** @type {number} */ y) =>
  `M${points.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join("L")}z`;
const star = [...Array(10).keys()].map((i) => {
  const r = i % 2 ? 0.1 : 0.24;
  return [r * Math.sin((i * Math.PI) / 5), -r * Math.cos((i * Math.PI) / 5)];
});
// the nine shapes of signs.py, around a cell's centre
/** @type {((x: number, y: number) => string)[]} */
const GLYPHS = [
  (x, y) => circle(round(x), round(y), 0.17),
  polygon([
    [0, -0.24],
    [0.2, 0],
    [0, 0.24],
    [-0.2, 0],
  ]),
  polygon([
    [-0.16, -0.16],
    [0.16, -0.16],
    [0.16, 0.16],
    [-0.16, 0.16],
  ]),
  polygon([
    [0, -0.2],
    [0.22, 0.18],
    [-0.22, 0.18],
  ]),
  polygon([
    [-0.07, -0.22],
    [0.07, -0.22],
    [0.07, -0.07],
    [0.22, -0.07],
    [0.22, 0.07],
    [0.07, 0.07],
    [0.07, 0.22],
    [-0.07, 0.22],
    [-0.07, 0.07],
    [-0.22, 0.07],
    [-0.22, -0.07],
    [-0.07, -0.07],
  ]),
  polygon(star),
  polygon([
    [0, -0.22],
    [0.19, -0.11],
    [0.19, 0.11],
    [0, 0.22],
    [-0.19, 0.11],
    [-0.19, -0.11],
  ]),
  polygon([
    [0, 0.2],
    [0.22, -0.18],
    [-0.22, -0.18],
  ]),
  polygon([
    [-0.22, -0.07],
    [0.22, -0.07],
    [0.22, 0.07],
    [-0.22, 0.07],
  ]),
];

/** @type {Map<string, Record<string, string>[]>} */
const pathsOf = new Map();

/**
 * The paths of the tiles and those of their signs, by colour.
 *
 * @param {string} cells
 * @param {number} height
 * @param {boolean} glyphs
 */
function paths(cells, height, glyphs) {
  const key = `${glyphs}${height}/${cells}`;
  let found = pathsOf.get(key);
  if (!found) {
    if (pathsOf.size > MOST_CACHED) pathsOf.clear();
    /** @type {Record<string, string>} */
    const squares = {};
    /** @type {Record<string, string>} */
    const marks = {};
    const gap = glyphs ? 0.05 : 0.07;
    const side = 1 - 2 * gap;
    const r = glyphs ? 0.14 : 0;
    const straight = round(side - 2 * r);
    const square = r
      ? `h${straight}a${r} ${r} 0 0 1 ${r} ${r}v${straight}a${r} ${r} 0 0 1 -${r} ${r}h-${straight}` +
        `a${r} ${r} 0 0 1 -${r} -${r}v-${straight}a${r} ${r} 0 0 1 ${r} -${r}z`
      : `h${side}v${side}h-${side}z`;
    for (let cell = 0; cell < cells.length; cell++) {
      const value = cells[cell];
      if (value === "0") continue;
      const x = Math.floor(cell / height);
      const y = height - 1 - (cell % height);
      squares[value] = `${squares[value] ?? ""}M${round(x + gap + r)} ${round(y + gap)}${square}`;
      if (glyphs) marks[value] = (marks[value] ?? "") + GLYPHS[Number(value) - 1](x + 0.5, y + 0.5);
    }
    found = [squares, marks];
    pathsOf.set(key, found);
  }
  return found;
}

/**
 * The sides of a group's cells that no other of its cells shares.
 *
 * @param {number[]} group
 * @param {number} height
 */
export function outline(group, height) {
  const inside = new Set(group);
  let path = "";
  for (const cell of group) {
    const x = Math.floor(cell / height);
    const row = cell % height;
    const y = height - 1 - row;
    if (!inside.has(cell - height)) path += `M${x} ${y}v1`;
    if (!inside.has(cell + height)) path += `M${x + 1} ${y}v1`;
    if (row === 0 || !inside.has(cell - 1)) path += `M${x} ${y + 1}h1`;
    if (row === height - 1 || !inside.has(cell + 1)) path += `M${x} ${y}h1`;
  }
  return path;
}

/**
 * @param {BoardSize} data
 * @param {LaneBoard} look
 */
export function board(
  data,
  { cells, at, pin, label, glyphs = true, groups = [], played = [], classes = "" },
) {
  const { width, height } = data;
  const [squares, marks] = paths(cells, height, glyphs);
  const svg = draw("svg", {
    class: `lane-cells ${classes}`,
    viewBox: `-0.2 -0.2 ${width + 0.4} ${height + 0.4}`,
    "data-actions": at,
    "data-pin": pin,
    role: "img",
    "aria-label": label,
  });
  for (const [value, d] of Object.entries(squares))
    svg.append(draw("path", { class: `tile-${value}`, d }));
  for (const [value, d] of Object.entries(marks))
    svg.append(draw("path", { class: `glyph-${value}`, d }));
  for (const group of groups)
    svg.append(draw("path", { class: "candidate", d: outline(group, height) }));
  if (played.length) {
    svg.append(
      draw("path", { class: "casing", d: outline(played, height) }),
      draw("path", { class: "played", d: outline(played, height) }),
    );
  }
  return svg;
}

/** @param {Score} score */
export const pill = (score, classes = "") => {
  const element = make("span", { class: `pill ${classes}` }, score[0]);
  element.style.background = score[1];
  element.style.color = score[2];
  return element;
};
/**
 * @param {string} title
 * @param {string[]} lines
 */
export const label = (title, ...lines) =>
  make(
    "div",
    { class: "lane-label" },
    make("b", {}, title),
    ...lines.map((line) => make("span", {}, line)),
  );

// ---- a remembered sequence as a strip of boards ----

/**
 * @param {BoardSize} data
 * @param {Memory} memory
 * @param {{ old?: boolean, pins?: boolean, glyphs?: boolean }} look `pins`: a click shows the
 *   policy there; else it selects the node
 */
export function memoryStrip(data, memory, { old = false, pins = false, glyphs = true } = {}) {
  const row = make("div", { class: `memory-row${old ? " old" : ""}` });
  memory.boards.forEach((shown, index) => {
    const label = `position after ${shown.at ? shown.at.split(",").length : 0} moves`;
    const [at, pin] = pins ? [undefined, shown.at] : [shown.at, undefined];
    row.append(
      make(
        "div",
        { class: `memory-board${shown.here && !old ? " here" : ""}` },
        board(data, { cells: shown.cells, at, pin, played: shown.group, label, glyphs }),
      ),
    );
    if (index < memory.boards.length - 1) {
      const arrow = make(
        "div",
        { class: `arrow${shown.walked ? " walked" : ""}` },
        make("span", { class: shown.points.length > 3 ? "many" : "" }, shown.points),
      );
      if (shown.moves > 1)
        arrow.append(
          make("span", { class: "moves" }, pins ? `in ${shown.moves}` : `${shown.moves} moves`),
        );
      row.append(arrow);
    }
  });
  return row;
}
