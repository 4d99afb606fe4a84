// The course of the log-likelihood ratio of a match's sequential test.

import { hide, make, put } from "../../look/dom.js";
import { fixed, plural } from "../../look/numbers.js";
import { createPlot } from "../../look/plot.js";
import { colorOf, MARK_COLUMNS, markRows } from "./marks.js";

/** @param {HTMLElement} element */
function layersOf(element) {
  const plot = createPlot(element);
  return {
    plot,
    undecided: plot.ground("Quad", ["right", "top", "bottom", "fill_color"], {
      left: 0,
      line_color: null,
    }),
    area: plot.layer("Patches", ["xs", "ys", "fill_color"], { fill_alpha: 0.15, line_color: null }),
    lines: plot.layer("MultiLine", ["xs", "ys", "line_color", "line_width", "line_dash"]),
    points: plot.points(),
    marks: plot.layer("Scatter", MARK_COLUMNS),
    texts: plot.texts(),
  };
}

/** @param {HTMLElement} element */
export function createRatio(element) {
  const empty = make("p", { class: "race-empty" });
  const place = make("div", { class: "plot" });
  element.append(empty, place);
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;

  return (/** @type {RaceMatch} */ { score, ratio }, /** @type {RaceEntrants} */ { slots }) => {
    const { sprt: test } = score;
    hide(empty, test !== null);
    hide(place, test === null);
    if (!test) {
      const several = "All pairs are played: an SPRT is for a match of two.";
      put(empty, "matches" in score ? several : "Without an SPRT all pairs are played.");
      return;
    }
    layers ??= layersOf(place);
    const { plot, undecided, area, lines, points, marks, texts } = layers;
    const theme = plot.color;
    const { values, least, pairs } = ratio;
    const end = Math.max(ratio.end, 1);
    const reach = Math.max(test.upper, -test.lower, ...values.map(Math.abs));
    const step = end > 400 ? 100 : end > 100 ? 50 : 10;
    const below = [];
    for (let at = 0; at <= end; at += step)
      below.push({ at, text: at + step > end ? `${at} pairs` : String(at), isBare: true });
    const bounds = [
      { at: test.upper, text: test.upper_text, told: test.h1 },
      { at: test.lower, text: test.lower_text, told: test.h0 },
    ];
    plot.show({
      borders: [8, 150, 20, 46],
      x: [0, end],
      y: [-reach, reach],
      ticks: {
        below,
        left: [{ at: 0, text: "0" }, ...bounds.map(({ at, text }) => ({ at, text, isBare: true }))],
        right: bounds.map(({ at, told }) => ({ at, text: told })),
      },
    });
    const [width] = plot.size();
    const upTo = Math.min(least, end);
    undecided([{ right: upTo, top: reach, bottom: -reach, fill_color: theme("sunk") }]);
    /** @type {Record<string, unknown>[]} */
    const written = [];
    // where the first pairs have no room for it, nothing is written over the line
    if ((upTo / end) * width > 90)
      written.push({
        x: upTo / 2,
        y: reach,
        y_offset: 11,
        text: "no verdict yet",
        text_color: theme("ink2"),
        text_align: "center",
      });
    const dashed = { line_color: theme("ink3"), line_width: 1, line_dash: [4, 3] };
    const drawn = bounds.map(({ at }) => ({ xs: [0, end], ys: [at, at], ...dashed }));
    const x = values.length;
    if (!x) {
      for (const write of [area, points, marks]) write([]);
      lines(drawn);
      texts(written);
      return;
    }
    const last = values[x - 1];
    const slot = slots[last >= 0 ? 1 : 0];
    const color = colorOf(theme, slot);
    const counts = values.map((_, i) => i + 1);
    area([{ xs: [1, ...counts, x], ys: [0, ...values, 0], fill_color: color }]);
    lines([
      ...drawn,
      { xs: counts, ys: values, line_color: color, line_width: 2, line_dash: [] },
      { xs: [x, x], ys: [-reach, reach], line_color: theme("ink"), line_width: 1, line_dash: [] },
    ]);
    points(
      values.map((y, i) => ({
        x: i + 1,
        y,
        told: `LLR ${fixed(y, 2)} after ${plural(i + 1, "pair")}`,
      })),
    );
    marks(markRows(theme, slot, { x, y: last, size: 11 }));
    const isRight = (width * x) / end > width / 2 + 120;
    texts([
      ...written,
      {
        x,
        y: last,
        x_offset: isRight ? -12 : 12,
        y_offset: 14,
        text: `LLR ${test.text} after ${pairs} pairs`,
        text_color: theme("ink"),
        text_align: isRight ? "right" : "left",
        text_font_style: "bold",
      },
    ]);
  };
}
