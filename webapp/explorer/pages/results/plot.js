// The plots of the Results view. Those of means, one in each row of a table, are SVG in percent: as
// plots of Bokeh's they would be dozens of documents of 30 ms each, and a row's colours are CSS.

import { draw, make, mark, onTheme } from "../../look/dom.js";
import { createPlot, whenLoaded } from "../../look/plot.js";
import { decimal } from "./numbers.js";

const LEFT = 52; // pixels for the axis
const MOST_NAMES = 30; // of boards under the plot
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
 * The names of round values, with the digits that tell them apart.
 *
 * @param {number[]} found
 */
export function namesOf(found) {
  const parts = found.map((at) => String(Number(at.toPrecision(9))).split(".")[1] ?? "");
  const digits = Math.max(0, ...parts.map(({ length }) => length));
  return found.map((at) => decimal(at, digits));
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
  const texts = namesOf(axis.ticks);
  const names = axis.ticks.map((tick, i) =>
    draw("text", { x: percent(axis.share(tick)), y: 12, "text-anchor": "middle" }, texts[i]),
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

/** @param {HTMLElement} element */
function layersOf(element) {
  const plot = createPlot(element);
  const line = ["line_color", "line_width"];
  return {
    plot,
    band: plot.ground("Quad", ["left", "right", "bottom", "top", "fill_color"], {
      line_color: null,
    }),
    lines: plot.layer("MultiLine", ["xs", "ys", ...line, "line_dash"]),
    marks: plot.layer("Scatter", ["x", "y", "marker", "angle", "size", "fill_color", ...line]),
  };
}

/** One plot for whatever is chosen: to make it takes longer than to draw it anew. */
export function createDifferences() {
  const reaches = make("div", { class: "reaches" });
  const element = make("div", { class: "differences", role: "img" }, reaches);
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;
  /** @type {{ mean: number, spread: number, rows: { board: string, difference: number }[] }} */
  let shown = { mean: 0, spread: 0, rows: [] };

  function paint() {
    const { mean, spread, rows } = shown;
    const count = rows.length;
    if (!count) return;
    layers ??= layersOf(element);
    const { plot, band, lines, marks } = layers;
    const [accent, ink3] = [plot.color("accent"), plot.color("ink3")];
    const values = rows.map((row) => row.difference);
    const [low, high] = [mean - spread, mean + spread];
    const [least, most] = [Math.min(-1, low, ...values), Math.max(1, high, ...values)];
    const room = 0.05 * (most - least); // for a mark at either end
    const [bottom, top] = [least - room, most + room];
    const levels = ticks(bottom, top, 5);
    const texts = namesOf(levels);
    const many = count > MOST_NAMES;
    const scale = many ? 0.5 : 1;
    plot.show({
      borders: [8, 0, 20, LEFT],
      x: [0, count],
      y: [bottom, top],
      ticks: {
        below: many ? [] : rows.map(({ board }, i) => ({ at: i + 0.5, text: board, isBare: true })),
        left: levels.map((at, i) => ({ at, text: (at > 0 ? "+" : "") + texts[i] })),
      },
    });
    band([{ left: 0, right: count, bottom: low, top: high, fill_color: plot.color("accent-bg") }]);
    const [whole, solid] = [[0, count], { line_width: 1, line_dash: [] }];
    lines([
      { xs: whole, ys: [0, 0], line_color: ink3, ...solid },
      { xs: whole, ys: [mean, mean], line_color: accent, line_width: 1.2, line_dash: [5, 4] },
      ...values.map((value, i) => ({
        ...{ xs: [i + 0.5, i + 0.5], ys: [0, value], ...solid },
        ...{ line_color: value < 0 ? ink3 : accent, line_width: many ? 1 : 2 },
      })),
    ]);
    const surface = plot.color("surface");
    const better = { marker: "circle", angle: 0, size: 10 * scale, line_width: 1.5 * scale };
    const worse = {
      marker: "square",
      angle: Math.PI / 4,
      size: 8 * scale,
      line_width: 1.6 * scale,
    };
    marks(
      values.map((y, i) => ({
        ...{ x: i + 0.5, y },
        ...(y < 0
          ? { ...worse, fill_color: surface, line_color: plot.color("ink2") }
          : { ...better, fill_color: accent, line_color: surface }),
      })),
    );
  }
  onTheme(paint);

  /**
   * @param {typeof shown} given mean: of the differences; spread: half of its interval, 0 for none
   * @param {string} summary
   */
  return (given, summary) => {
    shown = given;
    mark(element, "aria-label", summary);
    // what is pointed at, or clicked
    reaches.replaceChildren(...given.rows.map(({ board }) => make("i", { "data-board": board })));
    whenLoaded(paint);
    return element;
  };
}

/** @param {SVGElement} shape */
const inKey = (shape) =>
  draw("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, shape);

export const oursMark = () => inKey(ours());
export const theirsMark = () => inKey(theirs());
export const spreadMark = () =>
  draw(
    "svg",
    { width: 24, height: 14, viewBox: "-12 -7 24 14", "aria-hidden": "true" },
    draw("path", { class: "spread", d: "M-10 0H10M-10-4V4M10-4V4" }),
  );
