// The chart: best-so-far of all entrants, bands, and who leads on how many pairs.

import { draw, hide, make } from "../../look/dom.js";
import { measure } from "../../look/numbers.js";
import { createPlot } from "../../look/plot.js";
import { createWords } from "./chart_words.js";
import { colorOf, MARK_COLUMNS, markRows } from "./marks.js";

const LEFT = 57;
const LEFT_PHONE = 46;
const TOP = 26;
const FOOT = 34; // below the lowest plot, for the ticks
const STRIP = 56; // of who leads
const HEAD = 30; // above it
const ASIDE = 184; // for the labels beside the lines
const ASIDE_PHONE = 82;
const ROOM = 8; // for marks at the ends of the axes

const OUTLINE = ["xs", "ys", "fill_color", "fill_alpha"];
const STROKE = ["xs", "ys", "line_color", "line_alpha", "line_width"];

/**
 * A place of the axis: "1 playout", "0.250 seconds of processor time".
 *
 * @param {number} x
 * @param {string} unit
 */
export const placeOf = (x, unit) =>
  `${measure(x, false)} ${x === 1 ? unit.replace(/s\b/, "") : unit}`;

/** @typedef {import("./chart_words.js").Drawn} Drawn */
/** @typedef {import("./chart_words.js").Frame} Frame */
/** @typedef {{ xs: number[], ys: number[] }} Line */

/**
 * The places from one to another at which a line has values.
 *
 * @param {number[]} x
 * @param {(number | null)[]} values
 * @param {number} from
 * @param {number} to
 * @param {boolean} [isStepped] each value holds up to the next place
 */
function known(x, values, from, to, isStepped = false) {
  /** @type {Line} */
  const found = { xs: [], ys: [] };
  for (let i = from; i < to; i++) {
    const value = values[i];
    if (value === null) continue;
    for (const place of isStepped ? [i, Math.min(i + 1, x.length - 1)] : [i]) {
      found.xs.push(x[place]);
      found.ys.push(value);
    }
  }
  return found;
}

/**
 * The outline of what lies between two lines.
 *
 * @param {Line} low
 * @param {Line} high
 */
const between = (low, high) => ({
  xs: [...high.xs, ...low.xs.toReversed()],
  ys: [...high.ys, ...low.ys.toReversed()],
});

/**
 * @param {HTMLElement} course
 * @param {HTMLElement} strip
 */
function layersOf(course, strip) {
  const [above, below] = [course, strip].map((element) => createPlot(element, { isLog: true }));
  return {
    above,
    bands: above.layer("Patches", OUTLINE, { line_color: null }),
    lines: above.layer("MultiLine", [...STROKE, "line_dash"]),
    points: above.points(),
    marks: above.layer("Scatter", MARK_COLUMNS),
    below,
    shares: below.layer("Patches", OUTLINE, { line_color: null }),
    edges: below.layer("MultiLine", STROKE),
  };
}

/**
 * @param {HTMLElement} element
 * @param {() => RaceEntrants} entrants what the form says of them, and how they are emphasised
 */
export function createChart(element, entrants) {
  /** @type {RaceCurves | null} */
  let newestCurves = null; // what changes at the places of the axis
  /** @type {RaceChart | null} */
  let newestChart = null; // what changes with the playhead
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;
  const [course, strip] = ["race-course", "race-strip"].map((name) => make("div", { class: name }));
  const over = draw("svg", { class: "race-over", "aria-hidden": "true" });
  const words = make("div", { class: "race-words", "aria-hidden": "true" });
  element.append(course, strip, over, words);
  const showWords = createWords(words, over);

  /**
   * @param {RaceCurves} curves
   * @returns {Frame}
   */
  function frameOf(curves) {
    const { clientWidth: width, clientHeight: height } = element;
    const isPhone = width < 500;
    const left = isPhone ? LEFT_PHONE : LEFT;
    const right = width - (isPhone ? ASIDE_PHONE : ASIDE);
    const base = height - FOOT;
    const bottom = isPhone ? base : base - STRIP - HEAD;
    const [x0, x1] = [curves.x[0], curves.x[curves.x.length - 1]];
    const { y_low: low, y_high: high } = curves;
    return {
      ...{ isPhone, left, right, top: TOP, bottom, base, width },
      toX: (x) =>
        left +
        ((right - left) * Math.log(Math.max(x, x0) / x0)) / Math.max(Math.log(x1 / x0), 1e-9),
      toY: (y) => bottom - ((bottom - TOP) * (y - low)) / (high - low),
    };
  }

  function paint() {
    const [chart, curves] = [newestChart, newestCurves];
    if (!chart || !curves || !element.clientWidth) return;
    const { names, shorts, slots, emphasis, bands, state } = entrants();
    // the form of another race comes before its chart
    if (chart.entrants.length !== slots.length || curves.entrants.length !== slots.length) return;
    layers ??= layersOf(course, strip);
    const theme = layers.above.color;
    const given = state === "cancelled" ? 0.4 : 1;
    const all = chart.entrants.map((tip, i) => ({
      ...curves.entrants[i],
      ...tip,
      name: names[i],
      short: shorts[i],
      slot: slots[i],
      color: colorOf(theme, slots[i]),
      alpha: given * (emphasis === null || emphasis === slots[i] ? 1 : 0.25),
    }));
    const frame = frameOf(curves);
    hide(strip, frame.isPhone);
    element.toggleAttribute("data-cancelled", state === "cancelled");
    course.style.bottom = `${element.clientHeight - frame.bottom - (frame.isPhone ? FOOT : ROOM)}px`;
    showAxes(layers, chart, curves, frame);
    if (curves.seeds.length) showSeeds(layers, curves, all);
    else showMeans(layers, chart, curves, all, bands);
    if (!frame.isPhone) showLeads(layers, curves, all);
    showWords(chart, curves, all, frame);
  }

  /**
   * @param {ReturnType<typeof layersOf>} layers
   * @param {RaceChart} chart
   * @param {RaceCurves} curves
   * @param {Frame} frame
   */
  function showAxes({ above, below }, chart, curves, frame) {
    const { isPhone, left, right, width, toX } = frame;
    const isCrowded = (right - left) / curves.ticks.length < 44;
    const last = curves.ticks.length - 1;
    const ticks = curves.ticks.map(({ at, text }, i) => {
      // the last one gives way only to what would cover it
      const isCovered =
        chart.shows_playhead && Math.abs(toX(at) - toX(chart.at)) < (i < last ? 40 : 36);
      return { at, text: isCovered || (isCrowded && i % 2 && i < last) ? "" : text };
    });
    const bare = ticks.map(({ at }) => ({ at, text: "" }));
    /** @type {[number, number]} */
    const x = [curves.x[0], curves.x[curves.x.length - 1]];
    above.show({
      borders: [TOP, width - right, isPhone ? FOOT : ROOM, left],
      room: ROOM,
      x,
      y: [curves.y_low, curves.y_high],
      ticks: { below: isPhone ? ticks : bare, left: curves.y_ticks },
    });
    if (isPhone) return;
    below.show({
      borders: [HEAD, width - right, FOOT, left],
      x,
      y: [1, 0], // the first stands on top
      ticks: {
        below: ticks.map((tick) => ({ ...tick, isBare: true })),
        left: [0, 1].map((at) => ({ at, text: `${100 - 100 * at}%`, isBare: true })),
      },
    });
  }

  /**
   * One board's runs, each a line.
   *
   * @param {ReturnType<typeof layersOf>} layers
   * @param {RaceCurves} curves
   * @param {Drawn[]} all
   */
  function showSeeds({ bands, lines, points, marks }, { x, seeds }, all) {
    for (const write of [bands, points, marks]) write([]);
    lines(
      seeds.flatMap((runs, i) =>
        runs.map((values) => ({
          ...known(x, values, 0, x.length),
          line_color: all[i].color,
          line_alpha: 0.8 * all[i].alpha,
          line_width: 1.2,
          line_dash: [],
        })),
      ),
    );
  }

  /**
   * @param {ReturnType<typeof layersOf>} layers
   * @param {RaceChart} chart
   * @param {RaceCurves} curves
   * @param {Drawn[]} all
   * @param {boolean} hasBands
   */
  function showMeans({ above, bands, lines, points, marks }, chart, curves, all, hasBands) {
    const theme = above.color;
    const { x, passed, ticks, unit } = curves;
    const count = x.length;
    // behind the playhead, and ahead of it
    const parts = [
      { from: 0, to: passed, share: 1 },
      { from: Math.max(passed - 1, 0), to: count, share: passed === 0 ? 1 : 0.5 },
    ];
    bands(
      (hasBands ? all : []).flatMap(({ low, high, color, alpha }) =>
        parts.map(({ from, to, share }) => ({
          ...between(known(x, low, from, to), known(x, high, from, to)),
          fill_color: color,
          fill_alpha: 0.15 * share * alpha,
        })),
      ),
    );
    lines(
      all.flatMap(({ mean, tip, flat_from: flat, color, alpha }) => {
        const end = flat === null ? count : x.findIndex((at) => at > flat);
        const split = end < 0 ? count : end;
        const drawn = parts.flatMap(({ from, to, share }) => {
          const look = { line_color: color, line_alpha: share * alpha, line_width: 2.4 };
          const ground = {
            line_color: theme("surface"),
            line_alpha: alpha * (share === 1 ? 1 : 0.4),
          };
          const solid = share === 1 ? Math.min(to, split) : to;
          return [
            { ...known(x, mean, from, to), ...ground, line_width: 4.6, line_dash: [] },
            { ...known(x, mean, from, solid), ...look, line_dash: [] },
            { ...known(x, mean, Math.max(from, solid), to), ...look, line_dash: [5, 4] },
          ];
        });
        if (tip !== null && passed > 0 && passed < count) {
          const ys = [mean[passed - 1] ?? tip, tip];
          const look = { line_color: color, line_alpha: alpha, line_width: 2.4, line_dash: [] };
          drawn.push({ xs: [x[passed - 1], chart.at], ys, ...look });
        }
        return drawn.filter(({ xs }) => xs.length > 1);
      }),
    );
    points(
      all.flatMap(({ mean, name }) => {
        const { xs, ys } = known(x, mean, 0, count);
        return ys.map((y, i) => {
          return { x: xs[i], y, told: `${name}: ${measure(y, false)} at ${placeOf(xs[i], unit)}` };
        });
      }),
    );
    marks(
      all.flatMap(({ mean, tip, slot, alpha, is_out: isHollow }) => {
        const at = ticks.map((tick) => nearest(x, tick.at));
        const places = at.filter((place) => place < passed || passed === count);
        const seen = [...new Set([...places, count - 1])].flatMap((place) => {
          const y = mean[place];
          return y === null ? [] : [{ x: x[place], y }];
        });
        if (tip !== null) seen.push({ x: chart.at, y: tip });
        return seen.flatMap((at) => markRows(theme, slot, { ...at, size: 11, alpha, isHollow }));
      }),
    );
  }

  /**
   * @param {ReturnType<typeof layersOf>} layers
   * @param {RaceCurves} curves
   * @param {Drawn[]} all
   */
  function showLeads({ above, shares, edges }, { x, passed }, all) {
    const count = x.length;
    const parts = [
      { from: 0, to: passed, share: 0.5 },
      { from: passed, to: count, share: passed === 0 ? 0.5 : 0.28 },
    ];
    /** @type {(number | null)[]} */
    let under = x.map(() => 0);
    /** @type {Record<string, unknown>[]} */
    const outlines = [];
    /** @type {Record<string, unknown>[]} */
    const tops = [];
    for (const { leads, color, alpha } of all) {
      const over = leads.map((lead, k) => (lead === null ? null : lead + (under[k] ?? 0)));
      const foot = leads.map((lead, k) => (lead === null ? null : under[k]));
      for (const { from, to, share } of parts)
        outlines.push({
          ...between(known(x, foot, from, to, true), known(x, over, from, to, true)),
          fill_color: color,
          fill_alpha: share * alpha,
        });
      const line = { line_color: above.color("surface"), line_alpha: 1, line_width: 1.2 };
      tops.push({ ...known(x, over, 0, count, true), ...line });
      under = over;
    }
    shares(outlines);
    edges(tops);
  }

  return {
    /** @param {RaceCurves} next */
    setCurves(next) {
      newestCurves = next;
    },
    /** @param {RaceChart} next */
    show(next) {
      newestChart = next;
      paint();
    },
    paint,
  };
}

/** @type {(x: number[], at: number) => number} */
function nearest(x, at) {
  let best = 0;
  x.forEach((value, i) => {
    if (Math.abs(value - at) < Math.abs(x[best] - at)) best = i;
  });
  return best;
}
