// Curves: the win rate over the moves of a reviewed game, that of the best moves while a search
// thinks, and the two scores of a player and a search. What can be clicked, a name and the marks
// that the board has too are HTML over the plot.

import { hide, isOutdated, make, mark, onTheme } from "../../look/dom.js";
import { measure, plural } from "../../look/numbers.js";
import { createPlot } from "../../look/plot.js";

const LEFT = 48; // pixels for the axis
const EDGE = 4; // pixels above and below for the axis's names; Bokeh clears the first row but half
const LEGEND = 68; // pixels
const HIGH = 0.4; // where a name has no room above
const LATE = 0.9; // where a name has no room at the right

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {[from: number, to: number]} Range */
/** @typedef {Record<string, unknown>} Row */
/**
 * @typedef {{
 *   label: string,
 *   x: Range,
 *   y: Range,
 *   ticks: number[],
 *   name: (tick: number) => string,
 *   right?: number,
 *   grounds?: Row[],
 *   lines: Row[],
 *   points: (Point & { told: string })[],
 *   marks?: (Point & { element: HTMLElement })[],
 * }} Drawing right: pixels beside what is drawn on
 */

/** @param {HTMLElement} element */
function layersOf(element) {
  const plot = createPlot(element);
  return {
    plot,
    grounds: plot.ground("Quad", ["left", "right", "bottom", "top", "fill_color"], {
      line_color: null,
    }),
    lines: plot.layer("MultiLine", [
      ...["xs", "ys", "line_color", "line_width", "line_alpha", "line_dash"],
    ]),
    points: plot.points(),
  };
}

/** @type {(from: number, to: number, share: number) => Range} by a share of it at either end */
const widened = (from, to, share) => [from - share * (to - from), to + share * (to - from)];

/**
 * @param {Point[]} points
 * @param {Color} color
 * @param {number} width
 * @param {Row} look
 */
const line = (points, color, width, look = {}) => ({
  xs: points.map(({ x }) => x),
  ys: points.map(({ y }) => y),
  ...{ line_color: color, line_width: width, line_alpha: 1, line_dash: [] },
  ...look,
});

/** @type {(x: number, ys: Range, color: Color, width?: number, look?: Row) => Row} */
const upright = (x, ys, color, width = 1.5, look = {}) =>
  line(
    ys.map((y) => ({ x, y })),
    color,
    width,
    look,
  );

/** @param {(number | null)[]} values */
const known = (values) => values.flatMap((y, x) => (y === null ? [] : [{ x, y }]));

/** @param {number | null} rate */
const percent = (rate) => measure(rate, true);

/** @param {HTMLElement} place */
export function createCurves(place) {
  const picture = make("div", { class: "picture", role: "img" });
  const over = make("div", { class: "over" });
  place.append(picture, over);
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;
  /** @type {((color: (name: string) => Color) => Drawing) | null} */
  let newest = null;

  function paint() {
    if (!newest) return;
    layers ??= layersOf(picture);
    const { plot } = layers;
    const { label, x, y, ticks, name, right = 0, marks = [], ...rows } = newest(plot.color);
    mark(picture, "aria-label", label);
    const left = ticks.map((at) => ({ at, text: name(at) }));
    plot.show({ borders: [EDGE, right, EDGE, LEFT], x, y, ticks: { left } });
    layers.grounds(rows.grounds ?? []);
    layers.lines(rows.lines);
    layers.points(rows.points);
    over.style.right = `${right}px`;
    over.replaceChildren(
      ...marks.map((point) => {
        const across = (point.x - x[0]) / (x[1] - x[0]);
        const down = (y[1] - point.y) / (y[1] - y[0]);
        const { element } = point;
        Object.assign(element.style, { left: `${100 * across}%`, top: `${100 * down}%` });
        element.classList.toggle("late", across > LATE);
        element.classList.toggle("high", down < HIGH);
        return element;
      }),
    );
  }
  onTheme(paint);

  /**
   * @param {unknown} key of what is drawn
   * @param {NonNullable<typeof newest>} draw
   */
  function show(key, draw) {
    hide(place, false);
    newest = draw;
    if (isOutdated(place, key)) paint();
  }

  /**
   * The win rate after each move.
   *
   * @param {PlayTable} table
   * @param {PlayReview} shown
   */
  function review(table, shown) {
    const { curve, outcomes, truth, mistakes } = shown;
    const last = curve.length - 1;
    const who = table.moves.map(({ player }) =>
      player === table.search_player ? "search" : "opponent",
    );
    /** @param {number} ply */
    const named = (ply) => (ply ? `${ply}. ${table.moves[ply - 1].name}` : "At the beginning");
    /** @type {(point: Point, more?: string) => string} */
    const told = ({ x, y }, more = "") => `${named(x)}: ${percent(y)}${more}`;
    show(["review", table.ply, table.search_player, curve, outcomes, mistakes], (color) => {
      const y = widened(0, 1, 0.1);
      const [rates, certain] = [known(curve), known(truth)];
      const ink = color("ink");
      const unknown = [0, rates[0]?.x ?? 0].map((x) => ({ x, y: 0.5 }));
      return {
        label: `Win rate of ${shown.viewpoint} over ${plural(last, "move")}, and what is certain; ${mistakes.length} marked`,
        x: widened(0, Math.max(1, last), 0.0123),
        y,
        ticks: [0, 0.5, 1],
        name: percent,
        lines: [
          line(unknown, color("ink3"), 1, { line_dash: [2, 4] }),
          ...mistakes.flatMap((ply) => {
            const [from, to] = [ply - 1, ply].map((each) => truth[each] ?? curve[each]);
            if (from === null || to === null) return [];
            const hue = color(`disc-${who[ply - 1]}`);
            return [upright(ply, [from, to], hue, 8, { line_alpha: 0.28 })];
          }),
          line(rates, color("accent"), 2),
          upright(table.ply, y, ink),
          // what is certain is drawn over what the search believed, in ink
          ...certain
            .filter(({ x }, i) => certain[i - 1]?.x === x - 1)
            .map((to) => line([{ x: to.x - 1, y: truth[to.x - 1] ?? 0 }, to], ink, 2.2)),
        ],
        points: [
          ...rates.map((point) => ({ ...point, told: told(point) })),
          ...certain.map((point) => ({ ...point, told: told(point, ", certain") })),
        ],
        marks: [
          ...certain.map((point) => {
            return { ...point, element: make("i", { class: `proven ${outcomes[point.x]}` }) };
          }),
          ...rates.flatMap(({ x, y: rate }) => {
            if (!mistakes.includes(x)) return [];
            const point = { x, y: truth[x] ?? rate };
            const look = { class: `spot ${who[x - 1]}`, "data-goto": x, title: told(point) };
            return { ...point, element: make("span", look, make("b", {}, named(x))) };
          }),
        ],
      };
    });
  }

  /**
   * The win rates of the best moves along the playouts.
   *
   * @param {PlayThinking} shown
   */
  function thinking(shown) {
    show(shown, (color) => {
      const { kept, end, at, lines } = shown;
      const now = at[at.length - 1];
      const curves = lines.map(({ rates }) => known(rates).map(({ x, y }) => ({ x: at[x], y })));
      const all = curves.flat().map(({ y }) => y);
      const [low, high] = [Math.min(0.4, ...all), Math.max(0.6, ...all)];
      const middle = (low + high) / 2;
      const y = widened(low, high, 0.1);
      const texts = lines.map(({ name, rates }) => `${name} ${percent(rates[rates.length - 1])}`);
      const legend = texts.map((text, i) => make("span", { class: i ? null : "best" }, text));
      const marks = [{ x: now, y: middle, element: make("span", { class: "legend" }, ...legend) }];
      const grounds = [];
      if (kept > 0.02 * end)
        grounds.push({
          ...{ left: 0, right: kept, bottom: y[0], top: y[1] },
          fill_color: color("accent-bg"),
        });
      if (kept > 0.15 * end)
        marks.push({ x: kept / 2, y: middle, element: make("span", { class: "before" }, "kept") });
      return {
        label: `Win rates after ${plural(now, "playout")}: ${texts.join(", ")}`,
        x: widened(0, end, 0.003),
        y,
        ticks: [low, middle, high],
        name: percent,
        right: LEGEND,
        grounds,
        lines: [
          ...curves.map((points, i) =>
            i ? line(points, color("ink3"), 1.5) : line(points, color("accent"), 2),
          ),
          upright(now, y, color("ink")),
        ],
        points: curves.flatMap((points, i) =>
          points.map((point) => {
            const told = `${lines[i].name}: ${percent(point.y)} after ${plural(point.x, "playout")}`;
            return { ...point, told };
          }),
        ),
        marks,
      };
    });
  }

  /**
   * A person's score and the search's after as many moves.
   *
   * @param {PlayAttempt} shown
   */
  function scores(shown) {
    show(shown, (color) => {
      const { yours, its, ply, texts, whose } = shown;
      const moves = Math.max(yours.length, its.length, 2) - 1;
      const all = [...known(yours), ...known(its)].map(({ y }) => y);
      const least = Math.min(...all, 0);
      const top = Math.max(...all, 0) || Number(least === 0);
      const y = widened(least, top, 0.07);
      /** @param {(number | null)[]} values */
      const steps = (values) =>
        known(values).flatMap((point) => {
          const before = point.x ? values[point.x - 1] : point.y;
          // where only the end has one, a line at its height
          return [before === null ? { x: 0, y: point.y } : { x: point.x, y: before }, point];
        });
      /** @type {(name: string, values: (number | null)[]) => Drawing["points"]} */
      const told = (name, values) =>
        known(values).map(({ x, y: score }) => {
          return { x, y: score, told: `${name} after move ${x}: ${measure(score, false)}` };
        });
      return {
        label: `${whose}: ${texts.yours} after ${plural(ply, "move")}, the search: ${texts.its} after as many`,
        x: widened(0, moves, 0.002),
        y,
        ticks: [...new Set([least, 0, top])],
        name: (score) => measure(score, false),
        lines: [
          line(steps(its), color("disc-search"), 1.8),
          line(steps(yours), color("disc-opponent"), 2.4),
          upright(ply, y, color("ink")),
        ],
        points: [...told("Search", its), ...told(whose, yours)],
      };
    });
  }

  return { review, thinking, scores, hide: () => hide(place, true) };
}
