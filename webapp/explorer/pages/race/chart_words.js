// What is written and marked beside the chart's curves: the labels at their ends, the playhead, the
// passings. All of it lies over the plots, whose places in pixels a `Frame` tells.

import { draw, hide, isOutdated, make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";

const APART = 21; // of labels
const APART_PASSINGS = 18; // texts of passings, middle to middle

/**
 * @typedef {{
 *   isPhone: boolean,
 *   left: number,
 *   right: number,
 *   top: number,
 *   bottom: number,
 *   base: number,
 *   width: number,
 *   toX: (x: number) => number,
 *   toY: (y: number) => number,
 * }} Frame base: the lower end of the lowest plot
 * @typedef {RaceCurve & RaceTip & {
 *   name: string,
 *   short: string,
 *   slot: number,
 *   color: Color,
 *   alpha: number,
 * }} Drawn an entrant as it is drawn
 */

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
 * @param {HTMLElement} element
 * @param {SVGElement} over
 */
export function createWords(element, over) {
  /** @type {Map<string, number>} */
  let begun = new Map(); // when each passing on show was drawn first
  /** @type {Map<string, number>} */
  const widths = new Map(); // of passings' texts: to measure one the browser lays the page out
  const beside = make("div", { class: "race-beside" });
  /** @type {HTMLElement[]} */
  const labels = []; // at the lines' ends: they stay in the page, to glide to where they are wanted
  element.append(beside);

  /**
   * @param {RaceChart} chart
   * @param {RaceCurves} curves
   * @param {Drawn[]} all
   * @param {Frame} frame
   */
  return (chart, curves, all, frame) => {
    const passings = curves.seeds.length ? [] : chart.passings;
    const now = performance.now();
    const old = begun;
    begun = new Map();
    over.replaceChildren();
    /** @type {TextPlace[]} */
    const texts = [];
    for (const [k, passing] of passings.entries()) {
      const key = `${passing.entrant}/${passing.other}`;
      const since = old.get(key) ?? now;
      begun.set(key, since);
      addPassing(passing, k, since - now, frame, texts);
    }
    moveEnds(all, frame, chart);
    beside.replaceChildren(...playhead(chart, frame), ...leading(chart, curves, all, frame));
  };

  /**
   * @param {RacePassing} passing
   * @param {number} k
   * @param {number} delay milliseconds, negative: its ring has grown for so long
   * @param {Frame} frame
   * @param {TextPlace[]} texts
   */
  function addPassing(passing, k, delay, { left, right, top, bottom, toX, toY, isPhone }, texts) {
    const [x, y] = [toX(passing.x), toY(passing.y)];
    const style = `animation-delay: ${delay}ms`;
    over.append(draw("circle", { class: "race-ring", cx: x, cy: y, style }));
    if (isPhone) return;
    const text = draw("text", { class: "race-passing" }, passing.text);
    over.prepend(text);
    const half = (widths.get(passing.text) ?? text.getComputedTextLength()) / 2;
    widths.set(passing.text, 2 * half);
    const at = Math.min(Math.max(x + (k ? 38 : 0), left + half + 4), right - half - 4);
    const wish = Math.min(Math.max(y + 44 + 24 * k, top + 70), bottom - 12);
    const under = freeHeight(texts, { at, half, y: wish }, top + 70, bottom - 12);
    texts.push({ at, half, y: under });
    text.setAttribute("x", String(at));
    text.setAttribute("y", String(under));
    over.prepend(draw("path", { class: "race-lead", d: `M${x} ${y + 6}L${at} ${under - 8}` }));
  }

  /**
   * @param {RaceChart} chart
   * @param {Frame} frame
   */
  function playhead(chart, { toX, base, isPhone, left, right }) {
    if (!chart.shows_playhead) return [];
    const at = toX(chart.at);
    const line = make("div", {
      class: "race-playhead",
      style: `left: ${at}px; height: ${base - 6}px`,
    });
    const before = make("span", { class: "race-before" }, chart.left_text);
    const after = isPhone ? chart.right_text.split(" ")[0] : chart.right_text;
    line.append(before, make("span", { class: "race-after" }, after));
    const pill = make("b", { class: "race-at" }, chart.at_text);
    pill.style.top = `${base + 4}px`;
    pill.style.left = `${Math.min(Math.max(at, left + 10), right)}px`;
    return [line, pill];
  }

  /**
   * @param {Drawn[]} all
   * @param {Frame} frame
   * @param {RaceChart} chart
   */
  function moveEnds(all, { right, top, bottom, width, toX, toY, isPhone }, chart) {
    for (const label of labels.splice(all.length)) label.remove();
    for (const [i, { end }] of all.entries()) {
      if (i === labels.length) {
        labels.push(make("div", { class: "race-end" }));
        element.append(labels[i]);
      }
      hide(labels[i], end === null);
    }
    const shown = all.flatMap(({ end }, i) => (end === null ? [] : [{ i, at: toY(end) }]));
    const fromX = chart.shows_playhead && chart.right_text === "" ? toX(chart.at) : right;
    const places = spread(
      shown.map(({ at }) => at),
      top - 2,
      bottom,
      APART,
    );
    const end = right + (isPhone ? 16 : 20);
    for (const [k, { i, at }] of shown.entries()) {
      const { slot, color, alpha, short, is_out: isHollow, end_text: text } = all[i];
      const line = fromX < right ? `H${right + 4}` : "";
      const curve = `C${right + 12} ${at} ${end - 8} ${places[k]} ${end} ${places[k]}`;
      over.prepend(
        draw("path", {
          class: "race-lead",
          d: `M${fromX + 6} ${at}${line}${curve}`,
          style: `stroke: ${color}; opacity: ${alpha}`,
        }),
      );
      const label = labels[i];
      Object.assign(label.style, {
        left: `${end + 1}px`,
        top: `${places[k]}px`,
        width: `${width - 6 - end}px`,
        opacity: String(alpha),
      });
      const name = isPhone ? "" : short;
      if (isOutdated(label, slot, isHollow, name, text))
        label.replaceChildren(
          entrantMark(slot, 11, isHollow),
          make("span", {}, name),
          make("b", {}, text),
        );
    }
  }

  /**
   * @param {RaceChart} chart
   * @param {RaceCurves} curves
   * @param {Drawn[]} all
   * @param {Frame} frame
   */
  function leading(chart, curves, all, { isPhone, left, right, bottom, base }) {
    if (isPhone) return [];
    const [unit] = curves.unit.split(" ");
    const rows = all.filter(({ lead_text: text }) => text && !text.startsWith("0 "));
    return [
      make("span", { class: "race-end-title", style: `left: ${right + 44}px` }, chart.end_title),
      make(
        "span",
        { class: "race-unit", style: `left: ${right + 34}px; top: ${base + 6}px` },
        unit,
      ),
      make(
        "span",
        { class: "race-strip-title", style: `left: ${left}px; top: ${bottom + 10}px` },
        "Share of the pairs that each leads on",
      ),
      make(
        "ul",
        { class: "race-leading", style: `left: ${right + 22}px; top: ${bottom + 26}px` },
        ...rows.map(({ slot, short, lead_text: text }) =>
          make("li", {}, entrantMark(slot, 10), make("span", {}, short), make("b", {}, text)),
        ),
      ),
    ];
  }
}
