// The chart: best-so-far of all entrants, bands, passings, and who leads on how many pairs.

import { begin, drawMark, fitting, line, readColors, write } from "./canvas.js";

const LEFT = 57;
const TOP = 26;
const STRIP = 56;
const ASIDE = 184; // for the labels beside the lines
const ASIDE_PHONE = 78;
const APART = 21; // of labels
const APART_PASSINGS = 18; // texts of passings, middle to middle
const RING_MS = 400; // of a passing that is new
const OVERSHOOT = 1.70158; // of the curve "back out"
const EASE_MS = 90;
const EASE_FRAME_MS = 70; // the whole chart is painted for it

/** @typedef {{ at: number, half: number, y: number }} TextPlace */

/**
 * Places for labels, in the order of what they would like, at least so far apart.
 *
 * @param {number[]} wanted
 * @param {number} low
 * @param {number} high
 * @param {number} apart
 */
export function spread(wanted, low, high, apart) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  let before = low - apart;
  for (const i of order) {
    places[i] = Math.max(wanted[i], before + apart);
    before = places[i];
  }
  let after = high + apart;
  for (const i of [...order].reverse()) {
    places[i] = Math.min(places[i], after - apart);
    after = places[i];
  }
  return places;
}

/**
 * The height for a text that covers none of the others: as wished, else the nearest that is free.
 *
 * @param {TextPlace[]} taken middles and half widths of the others
 * @param {TextPlace} wish
 * @param {number} low
 * @param {number} high
 */
export function freeHeight(taken, wish, low, high) {
  const beside = taken.filter(({ at, half }) => Math.abs(at - wish.at) < half + wish.half + 8);
  /** @param {number} y */
  const isFree = (y) => beside.every((other) => Math.abs(other.y - y) >= APART_PASSINGS);
  const tried = beside.flatMap(({ y }) => [y + APART_PASSINGS, y - APART_PASSINGS]);
  const places = [wish.y, ...tried].filter((y) => y >= low && y <= high && isFree(y));
  return places.reduce(
    (best, y) => (Math.abs(y - wish.y) < Math.abs(best - wish.y) ? y : best),
    places[0] ?? wish.y,
  );
}

/**
 * How large a ring is after a share of its time: beyond its size, and back to it.
 *
 * @param {number} share
 */
export function ringSize(share) {
  if (share >= 1) return 1;
  const left = Math.max(share, 0) - 1;
  return 1 + (OVERSHOOT + 1) * left ** 3 + OVERSHOOT * left ** 2;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => RaceEntrants} entrants what the form says of them, and how they are emphasised
 */
export function createChart(canvas, entrants) {
  /** @type {RaceCurves | null} */
  let newestCurves = null; // what changes at the places of the axis
  /** @type {RaceChart | null} */
  let newestChart = null; // what changes with the playhead
  /** @type {number[]} */
  const labelAt = []; // where the labels are now
  /** @type {Map<string, number>} */
  let begun = new Map(); // when each passing on show was drawn first
  let last = 0;
  let isMoving = false;
  let timer = 0;

  function paint() {
    const now = performance.now();
    const [chart, curves] = [newestChart, newestCurves];
    if (!chart || !curves) return;
    // the form of another race comes before its chart
    const count = entrants().slots.length;
    if (chart.entrants.length !== count || curves.entrants.length !== count) return;
    const area = begin(canvas);
    if (!area) return;
    isMoving = false;
    const all = chart.entrants.map((each, i) => ({ ...curves.entrants[i], ...each }));
    const { pen, width, height } = area;
    const colors = readColors(canvas);
    const { shorts: names, slots, emphasis, bands, state, still } = entrants();
    const isPhone = width < 500;
    const aside = isPhone ? ASIDE_PHONE : ASIDE;
    const strip = isPhone ? 0 : STRIP;
    const left = isPhone ? 46 : LEFT;
    const right = width - aside;
    const bottom = height - 34 - (strip ? strip + 30 : 0);
    const [x0, x1] = [curves.x[0], curves.x[curves.x.length - 1]];
    /** @param {number} x */
    const toX = (x) =>
      left + ((right - left) * Math.log(Math.max(x, x0) / x0)) / Math.max(Math.log(x1 / x0), 1e-9);
    /** @param {number} y */
    const toY = (y) =>
      bottom - ((bottom - TOP) * (y - curves.y_low)) / (curves.y_high - curves.y_low);
    const base = strip ? bottom + 30 + strip : bottom;
    /** @param {number} i */
    const alphaOf = (i) => (emphasis === null || emphasis === slots[i] ? 1 : 0.25);
    const font = colors.font;
    const given = state === "cancelled" ? 0.4 : 1;

    // ---- grid and axes ----
    for (const { at, text } of curves.y_ticks) {
      line(pen, [left, toY(at), right, toY(at)], colors.line, 1);
      write(pen, font, text, left - 9, toY(at), { color: colors.ink3, align: "right" });
    }
    const crowded = (right - left) / curves.ticks.length < 44;
    curves.ticks.forEach(({ at, text }, i) => {
      line(pen, [toX(at), TOP, toX(at), bottom], colors.line, 0.6);
      if (crowded && i % 2 && i < curves.ticks.length - 1) return;
      // the last one gives way only to what would cover it
      const room = i < curves.ticks.length - 1 ? 40 : 36;
      const isHidden = chart.shows_playhead && Math.abs(toX(at) - toX(chart.at)) < room;
      if (!isHidden)
        write(pen, font, text, toX(at), base + 14, { color: colors.ink3, align: "center" });
    });
    write(pen, font, isPhone ? "" : curves.unit.split(" ")[0], right + 34, base + 14, {
      color: colors.ink3,
    });

    const until = curves.passed; // places left of the playhead
    const parts = [
      [0, until, 1],
      [Math.max(until - 1, 0), curves.x.length, until === 0 ? 1 : 0.5],
    ];
    if (curves.seeds.length) {
      curves.seeds.forEach((lines, i) => {
        for (const values of lines)
          polyline(pen, curves.x, values, 0, curves.x.length, toX, toY, {
            color: colors.entrants[slots[i]].color,
            width: 1.2,
            alpha: 0.8 * alphaOf(i) * given,
          });
      });
    } else {
      if (bands) {
        all.forEach((each, i) => {
          for (const [from, to, alpha] of parts)
            band(pen, curves.x, each.low, each.high, from, to, toX, toY, {
              color: colors.entrants[slots[i]].color,
              alpha: 0.15 * alpha * alphaOf(i) * given,
            });
        });
      }
      all.forEach((each, i) => {
        const color = colors.entrants[slots[i]].color;
        for (const [from, to, alpha] of parts) {
          const look = { color, width: 2.4, alpha: alpha * alphaOf(i) * given };
          polyline(pen, curves.x, each.mean, from, to, toX, toY, {
            ...look,
            color: colors.surface,
            width: 4.6,
            alpha: alphaOf(i) * (alpha === 1 ? 1 : 0.4),
          });
          const dashed = each.flat_from !== null && alpha === 1 ? each.flat_from : Infinity;
          polyline(pen, curves.x, each.mean, from, to, toX, toY, { ...look, dashed });
        }
        if (each.tip !== null && until > 0 && until < curves.x.length) {
          pen.globalAlpha = alphaOf(i) * given;
          const from = curves.x[until - 1];
          line(
            pen,
            [toX(from), toY(each.mean[until - 1] ?? each.tip), toX(chart.at), toY(each.tip)],
            color,
            2.4,
          );
          pen.globalAlpha = 1;
        }
      });
    }

    // ---- who leads ----
    if (strip)
      leads(pen, colors, curves, all, {
        left,
        right,
        top: bottom + 30,
        toX,
        alphaOf,
        slots,
        names,
        given,
      });

    // ---- the playhead ----
    if (chart.shows_playhead) {
      const at = toX(chart.at);
      line(pen, [at, 6, at, base], colors.ink, 1.5);
      write(pen, font, chart.left_text, at - 8, 10, { color: colors.ink, align: "right" });
      if (chart.right_text)
        write(pen, font, isPhone ? chart.right_text.split(" ")[0] : chart.right_text, at + 8, 10, {
          color: colors.ink,
        });
      pen.font = `600 11px ${font}`;
      const half = pen.measureText(chart.at_text).width / 2 + 9;
      const middle = Math.min(Math.max(at, left + half - 20), right - half + 30);
      pen.fillStyle = colors.accent;
      pen.beginPath();
      pen.roundRect(middle - half, base + 4, 2 * half, 20, 10);
      pen.fill();
      write(pen, font, chart.at_text, middle, base + 14.5, {
        color: colors["on-accent"],
        weight: 600,
        align: "center",
      });
    }

    // ---- markers and labels ----
    if (!curves.seeds.length) {
      all.forEach((each, i) => {
        pen.globalAlpha = alphaOf(i) * given;
        for (const { at } of curves.ticks) {
          const place = nearest(curves.x, at);
          const y = each.mean[place];
          if (y !== null && (place < until || until === curves.x.length))
            drawMark(pen, colors, slots[i], toX(curves.x[place]), toY(y), 11, each.is_out);
        }
        if (each.tip !== null)
          drawMark(pen, colors, slots[i], toX(chart.at), toY(each.tip), 11, each.is_out);
        const end = each.mean[each.mean.length - 1];
        if (end !== null) drawMark(pen, colors, slots[i], right, toY(end), 11, each.is_out);
        pen.globalAlpha = 1;
      });
      begun = new Map(
        chart.passings.map(({ entrant, other }) => {
          const key = `${entrant}/${other}`;
          return [key, still ? -Infinity : (begun.get(key) ?? now)];
        }),
      );
      /** @type {TextPlace[]} */
      const texts = [];
      chart.passings.forEach((passing, k) => {
        const share = (now - (begun.get(`${passing.entrant}/${passing.other}`) ?? now)) / RING_MS;
        if (share < 1) isMoving = true;
        const grown = ringSize(share);
        const place = { left, right, top: TOP, bottom, toX, toY, font, isPhone };
        ring(pen, colors, passing, k, { ...place, grown, texts });
      });
    }
    const shown = all.flatMap(({ end }, i) => (end === null ? [] : [{ i, end }]));
    const fromX = chart.shows_playhead && chart.right_text === "" ? toX(chart.at) : right;
    const wanted = shown.map(({ end }) => toY(end));
    const target = spread(wanted, TOP - 2, bottom, APART);
    const share = still ? 1 : 1 - Math.exp(-(now - last) / EASE_MS);
    last = now;
    clearTimeout(timer);
    if (!isPhone && chart.end_title)
      write(pen, font, chart.end_title, right + 44, 9, { color: colors.ink3 });
    shown.forEach(({ i }, k) => {
      const old = labelAt[i] ?? target[k];
      labelAt[i] = old + (target[k] - old) * share;
      if (Math.abs(labelAt[i] - target[k]) > 0.5) isMoving = true;
      const y = labelAt[i];
      pen.globalAlpha = alphaOf(i) * given;
      const end = right + (isPhone ? 16 : 20);
      pen.beginPath();
      pen.moveTo(fromX + 6, wanted[k]);
      if (fromX < right) pen.lineTo(right + 4, wanted[k]);
      pen.bezierCurveTo(right + 12, wanted[k], end - 8, y, end, y);
      pen.lineWidth = 1;
      pen.strokeStyle = colors.entrants[slots[i]].color;
      pen.stroke();
      drawMark(pen, colors, slots[i], end + 7, y, 11, all[i].is_out);
      const value = all[i].end_text;
      write(pen, font, value, width - 6, y, {
        color: colors.ink,
        size: 12,
        weight: 600,
        align: "right",
      });
      if (!isPhone) {
        pen.font = `400 12px ${font}`;
        const room = width - 52 - (end + 18);
        write(pen, font, fitting(pen, names[i], room), end + 18, y, {
          color: colors.ink,
          size: 12,
        });
      }
      pen.globalAlpha = 1;
    });
    if (state === "cancelled") hatch(pen, colors, left, TOP, right - left, base - TOP);
    if (isMoving && !still) timer = setTimeout(paint, EASE_FRAME_MS);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {RaceColors} colors
   * @param {RaceCurves} curves
   * @param {(RaceCurve & RaceTip)[]} all
   * @param {{
   *   left: number,
   *   right: number,
   *   top: number,
   *   toX: (x: number) => number,
   *   alphaOf: (i: number) => number,
   *   slots: number[],
   *   names: string[],
   *   given: number,
   * }} look
   */
  function leads(
    pen,
    colors,
    curves,
    all,
    { left, right, top, toX, alphaOf, slots, names, given },
  ) {
    const font = colors.font;
    write(pen, font, "Share of the pairs that each leads on", left, top - 12, {
      color: colors.ink2,
    });
    write(pen, font, "100%", left - 9, top + 5, { color: colors.ink3, align: "right" });
    write(pen, font, "0%", left - 9, top + STRIP - 4, { color: colors.ink3, align: "right" });
    const below = curves.x.map(() => 0);
    all.forEach((each, i) => {
      const look = { color: colors.entrants[slots[i]].color };
      for (const [from, to, alpha] of [
        [0, curves.passed, 0.5],
        [curves.passed, curves.x.length, curves.passed === 0 ? 0.5 : 0.28],
      ]) {
        pen.globalAlpha = alpha * given * alphaOf(i);
        pen.fillStyle = look.color;
        for (let k = from; k < to; k++) {
          const lead = each.leads[k];
          if (lead === null) continue;
          const a = toX(curves.x[k]);
          const b = k + 1 < curves.x.length ? toX(curves.x[k + 1]) : right;
          pen.fillRect(a, top + STRIP * below[k], b - a + 0.4, STRIP * lead);
        }
      }
      pen.globalAlpha = given;
      pen.beginPath();
      each.leads.forEach((share, k) => {
        if (share === null) return;
        below[k] += share;
        const y = top + STRIP * below[k];
        pen.lineTo(toX(curves.x[k]), y);
        pen.lineTo(k + 1 < curves.x.length ? toX(curves.x[k + 1]) : right, y);
      });
      pen.lineWidth = 1.2;
      pen.strokeStyle = colors.surface;
      pen.stroke();
      pen.globalAlpha = 1;
    });
    const rows = all.map((each, i) => ({ i, text: each.lead_text }));
    const told = rows.filter(({ text }) => text && !text.startsWith("0 "));
    told.forEach(({ i, text }, k) => {
      const y = top + 4 + k * 16;
      drawMark(pen, colors, slots[i], right + 27, y, 10);
      write(pen, font, text, right + 178, y, {
        color: colors.ink,
        weight: 600,
        align: "right",
      });
      pen.font = `400 11px ${font}`;
      write(pen, font, fitting(pen, names[i], 86), right + 38, y, { color: colors.ink });
    });
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {RaceColors} colors
   * @param {RacePassing} passing
   * @param {number} k
   * @param {{
   *   left: number,
   *   right: number,
   *   top: number,
   *   bottom: number,
   *   toX: (x: number) => number,
   *   toY: (y: number) => number,
   *   font: string,
   *   isPhone: boolean,
   *   grown: number,
   *   texts: TextPlace[],
   * }} place
   */
  function ring(
    pen,
    colors,
    passing,
    k,
    { left, right, top, bottom, toX, toY, font, isPhone, grown, texts },
  ) {
    const [x, y] = [toX(passing.x), toY(passing.y)];
    pen.beginPath();
    pen.arc(x, y, 5.5 * grown, 0, 2 * Math.PI);
    pen.fillStyle = colors.surface;
    pen.fill();
    pen.lineWidth = 1.8;
    pen.strokeStyle = colors.ink;
    pen.stroke();
    if (isPhone) return;
    pen.font = `500 11px ${font}`;
    const half = pen.measureText(passing.text).width / 2;
    const at = Math.min(Math.max(x + (k ? 38 : 0), left + half + 4), right - half - 4);
    const wish = Math.min(Math.max(y + 44 + 24 * k, top + 70), bottom - 12);
    const under = freeHeight(texts, { at, half, y: wish }, top + 70, bottom - 12);
    texts.push({ at, half, y: under });
    line(pen, [x, y + 6, at, under - 8], colors.ink3, 1);
    write(pen, font, passing.text, at, under, {
      color: colors.ink,
      weight: 500,
      align: "center",
      halo: colors.surface,
    });
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

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} x
 * @param {(number | null)[]} values
 * @param {number} from
 * @param {number} to
 * @param {(x: number) => number} toX
 * @param {(y: number) => number} toY
 * @param {{ color: Color, width: number, alpha: number, dashed?: number }} look
 */
function polyline(pen, x, values, from, to, toX, toY, { color, width, alpha, dashed = Infinity }) {
  pen.globalAlpha = alpha;
  pen.lineWidth = width;
  pen.strokeStyle = color;
  pen.lineJoin = "round";
  for (const isDashed of [false, true]) {
    let drawn = 0;
    pen.beginPath();
    pen.setLineDash(isDashed ? [5, 4] : []);
    for (let i = from; i < to; i++) {
      const value = values[i];
      if (value === null || x[i] > dashed !== isDashed) continue;
      if (drawn++) pen.lineTo(toX(x[i]), toY(value));
      else pen.moveTo(toX(x[i]), toY(value));
    }
    if (drawn > 1) pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} x
 * @param {(number | null)[]} low
 * @param {(number | null)[]} high null where `low` is
 * @param {number} from
 * @param {number} to
 * @param {(x: number) => number} toX
 * @param {(y: number) => number} toY
 * @param {{ color: Color, alpha: number }} look
 */
function band(pen, x, low, high, from, to, toX, toY, { color, alpha }) {
  /** @type {[x: number, low: number, high: number][]} */
  const inside = [];
  for (let i = from; i < to; i++) {
    const [least, most] = [low[i], high[i]];
    if (least !== null && most !== null) inside.push([toX(x[i]), toY(least), toY(most)]);
  }
  if (inside.length < 2) return;
  pen.globalAlpha = alpha;
  pen.fillStyle = color;
  pen.beginPath();
  for (const [at, , most] of inside) pen.lineTo(at, most);
  for (const [at, least] of inside.reverse()) pen.lineTo(at, least);
  pen.closePath();
  pen.fill();
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {RaceColors} colors
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function hatch(pen, colors, x, y, width, height) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.globalAlpha = 0.4;
  for (let at = -height; at < width; at += 9)
    line(pen, [x + at, y + height, x + at + height, y], colors.line2, 1);
  pen.restore();
}
