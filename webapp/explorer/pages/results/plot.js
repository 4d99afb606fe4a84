// The plots of the Results view, as SVG in percent: they need no measuring and follow the theme.

import { draw, make } from "../../look/dom.js";
import { number } from "../../look/numbers.js";

const MOST_NAMES = 30; // of boards under the plot ...
const MOST_LETTERS = 50; // ... of so many letters together; else every other name, or fewer
/** @param {number} share */
export const percent = (share) => `${Math.round(10000 * share) / 100}%`;

/**
 * Round values from low to high, at most `most` steps.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= raw) ?? 10);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at++) found.push(at * step);
  return found;
}

/**
 * @param {string} x
 * @param {string} y
 * @param {SVGElement[]} children
 */
const at = (x, y, ...children) => draw("svg", { x, y, overflow: "visible" }, ...children);
const ours = () => draw("circle", { class: "ours", r: 5 });
const theirs = () => draw("path", { class: "theirs", d: "M0-5.6L5.6 0 0 5.6-5.6 0z" });

// ---- the means of a table's recipes on one axis ----

/** @param {ResultsLine[]} lines */
export function meansAxis(lines) {
  const ends = lines.flatMap(({ mean, published, difference_interval: spread }) =>
    mean === null ? [] : [mean - (spread ?? 0), mean + (spread ?? 0), published ?? mean],
  );
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const room = 0.05 * (high - low) || 1;
  const [left, right] = [low - room, high + room];
  /** @param {number} value */
  const share = (value) => (value - left) / (right - left);
  return { ticks: ticks(left, right, 4), share };
}

/** @param {ReturnType<typeof meansAxis>} axis */
const grid = (axis) =>
  axis.ticks.map((tick) => {
    const x = percent(axis.share(tick));
    return draw("line", { class: "grid", x1: x, x2: x, y1: 0, y2: "100%" });
  });

/** @param {ReturnType<typeof meansAxis>} axis */
export function axisHead(axis) {
  const names = axis.ticks.map((tick) =>
    draw("text", { x: percent(axis.share(tick)), y: 12, "text-anchor": "middle" }, number(tick)),
  );
  return draw("svg", { class: "means-plot axis", "aria-hidden": "true" }, ...names);
}

/**
 * @param {ResultsLine} line
 * @param {ReturnType<typeof meansAxis>} axis
 */
export function meanMarks(line, axis) {
  const middle = "50%";
  /** @type {SVGElement[]} */
  const marks = grid(axis);
  /** @param {number} value */
  const place = (value) => percent(axis.share(value));
  const { mean, difference_interval: spread } = line;
  const plot = () => draw("svg", { class: "means-plot", "aria-hidden": "true" }, ...marks);
  if (mean === null) return plot();
  if (line.published !== null) {
    marks.push(
      draw("line", {
        class: "between",
        x1: place(mean),
        x2: place(line.published),
        y1: middle,
        y2: middle,
      }),
      at(place(line.published), middle, theirs()),
    );
  }
  if (spread !== null) {
    const [low, high] = [mean - spread, mean + spread].map(place);
    marks.push(draw("line", { class: "spread", x1: low, x2: high, y1: middle, y2: middle }));
    for (const x of [low, high]) {
      marks.push(at(x, middle, draw("line", { class: "spread", y1: -4, y2: 4 })));
    }
  }
  marks.push(at(place(mean), middle, ours()));
  return plot();
}

// ---- the differences of a recipe's boards, in the order of their table ----

/**
 * @param {number} mean of the differences
 * @param {number} spread half of its interval, 0 for none
 * @param {{ board: string, difference: number }[]} rows
 * @param {string} summary
 */
export function differences(mean, spread, rows, summary) {
  const values = rows.map((row) => row.difference);
  const top = 1.12 * Math.max(1, mean + spread, ...values);
  const bottom = 1.12 * Math.min(-1, mean - spread, ...values);
  /** @param {number} value */
  const y = (value) => percent((top - value) / (top - bottom));
  /** @param {number} index */
  const x = (index) => percent((index + 0.5) / rows.length);
  const steps = ticks(bottom, top, 5);
  const whole = { x1: 0, x2: "100%" };
  /** @type {SVGElement[]} */
  const marks = [
    draw("rect", {
      class: "band",
      x: 0,
      width: "100%",
      y: y(mean + spread),
      height: percent((2 * spread) / (top - bottom)),
    }),
  ];
  for (const tick of steps) {
    marks.push(draw("line", { class: tick ? "grid" : "zero", ...whole, y1: y(tick), y2: y(tick) }));
  }
  marks.push(draw("line", { class: "mean", ...whole, y1: y(mean), y2: y(mean) }));
  const many = rows.length > MOST_NAMES;
  rows.forEach((row, index) => {
    const end = at(x(index), y(row.difference), row.difference < 0 ? theirs() : ours());
    const left = percent(index / rows.length);
    marks.push(
      draw(
        "g",
        { class: many ? "stem many" : "stem", "data-board": row.board },
        draw("rect", {
          class: "reach",
          x: left,
          y: 0,
          width: percent(1 / rows.length),
          height: "100%",
        }),
        draw("line", { x1: x(index), x2: x(index), y1: y(0), y2: y(row.difference) }),
        end,
      ),
    );
  });
  const scale = make("div", { class: "plot-scale", "aria-hidden": "true" });
  for (const tick of steps) {
    const name = make("span", {}, tick > 0 ? `+${number(tick)}` : number(tick));
    name.style.top = y(tick);
    scale.append(name);
  }
  const letters = rows.reduce((sum, { board }) => sum + board.length, 0);
  const step = Math.ceil(letters / MOST_LETTERS);
  const names = many
    ? []
    : rows.flatMap(({ board }, index) =>
        index % step ? [] : [draw("text", { x: x(index), y: 12, "text-anchor": "middle" }, board)],
      );
  return make(
    "div",
    { class: "differences" },
    scale,
    draw("svg", { class: "stems", role: "img", "aria-label": summary }, ...marks),
    draw("svg", { class: "boards-axis", "aria-hidden": "true" }, ...names),
  );
}

/** @param {SVGElement} shape */
const mark = (shape) =>
  draw("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, shape);

export const oursMark = () => mark(ours());
export const theirsMark = () => mark(theirs());
export const spreadMark = () =>
  draw(
    "svg",
    { width: 24, height: 14, viewBox: "-12 -7 24 14", "aria-hidden": "true" },
    draw("path", { class: "spread", d: "M-10 0H10M-10-4V4M10-4V4" }),
  );
