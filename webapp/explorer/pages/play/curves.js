// Curves: the win rate over the moves of a reviewed game, that of the best moves while a search
// thinks, and the two scores of a player and a search.

import { draw, make } from "../../look/dom.js";
import { measure, number } from "../../look/numbers.js";

const WIDTH = 1000; // of the drawing, stretched to the card's
const HEIGHT = 100;
const LEGEND = 68; // pixels
const HIGH = 40; // where a name has no room above
const LATE = 900; // where a name has no room at the right

/** @typedef {[x: number, y: number]} Point */

/**
 * @param {Point[]} points
 * @param {Record<string, unknown>} look
 */
const line = (points, look) =>
  draw("polyline", {
    points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
    fill: "none",
    "vector-effect": "non-scaling-stroke",
    ...look,
  });

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {Record<string, unknown>} look
 */
const rule = (x1, y1, x2, y2, look = {}) =>
  draw("line", {
    x1,
    y1,
    x2,
    y2,
    stroke: "var(--line)",
    "vector-effect": "non-scaling-stroke",
    ...look,
  });

/**
 * @param {string} label
 * @param {Element[]} children
 */
function svg(label, ...children) {
  const attributes = {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": label,
  };
  return draw("svg", attributes, ...children);
}

/**
 * Something in HTML at a place of the drawing, which is stretched.
 *
 * @param {number} x
 * @param {number} y
 * @param {HTMLElement} element
 */
function at(x, y, element) {
  element.style.left = `${(100 * x) / WIDTH}%`;
  element.style.top = `${(100 * y) / HEIGHT}%`;
  return element;
}

/**
 * @param {number} y
 * @param {string} text
 */
const tick = (y, text) => at(0, y, make("span", { class: "tick" }, text));

/** @type {(x: number, y: number) => Point} */
const point = (x, y) => [x, y];

/** @param {HTMLElement} place */
export function createCurves(place) {
  let drawn = "";

  /**
   * @param {unknown} key what is drawn, null: nothing
   * @param {() => Element[]} build
   */
  function show(key, build) {
    place.hidden = key === null;
    const text = JSON.stringify(key);
    if (text === drawn) return;
    drawn = text;
    place.replaceChildren(...(key === null ? [] : build()));
  }

  /**
   * The win rate after each move.
   *
   * @param {PlayTable} table
   * @param {PlayReview} shown
   */
  function review(table, shown) {
    const { curve, outcomes, truth } = shown;
    const last = curve.length - 1;
    /** @param {number} ply */
    const x = (ply) => 12 + (ply * (WIDTH - 24)) / Math.max(1, last);
    /** @param {number} rate */
    const y = (rate) => 8 + (HEIGHT - 16) * (1 - rate);
    show(["review", table.ply, table.search_player, curve, outcomes, shown.mistakes], () => {
      const known = curve.flatMap((rate, ply) => (rate === null ? [] : [point(x(ply), y(rate))]));
      const first = curve.findIndex((rate) => rate !== null);
      /** @type {Element[]} */
      const pictures = [0, 0.5, 1].map((rate) => rule(0, y(rate), WIDTH, y(rate)));
      if (first > 0) {
        const dots = { stroke: "var(--ink3)", "stroke-dasharray": "2 4" };
        pictures.push(rule(x(0), y(0.5), x(first), y(0.5), dots));
      }
      for (const ply of shown.mistakes) {
        const [from, to] = [ply - 1, ply].map((each) => truth[each] ?? curve[each]);
        if (from === null || to === null) continue;
        const color = `var(--disc-${table.moves[ply - 1].player === table.search_player ? "search" : "opponent"})`;
        const look = { stroke: color, "stroke-width": 8, "stroke-opacity": 0.28 };
        pictures.push(rule(x(ply), y(from), x(ply), y(to), look));
      }
      pictures.push(
        line(known, { stroke: "var(--accent)", "stroke-width": 2 }),
        rule(x(table.ply), 0, x(table.ply), HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }),
      );
      // what is certain is drawn over what the search believed, in ink
      for (let ply = 1; ply <= last; ply++) {
        const [from, to] = [truth[ply - 1], truth[ply]];
        if (from === null || to === null) continue;
        const ends = [point(x(ply - 1), y(from)), point(x(ply), y(to))];
        pictures.push(line(ends, { stroke: "var(--ink)", "stroke-width": 2.2 }));
      }
      const spots = truth.flatMap((rate, ply) =>
        rate === null ? [] : [at(x(ply), y(rate), make("i", { class: `proven ${outcomes[ply]}` }))],
      );
      const marks = shown.mistakes.flatMap((ply) => {
        const rate = curve[ply];
        if (rate === null) return [];
        const { player, name } = table.moves[ply - 1];
        const who = player === table.search_player ? "search" : "opponent";
        return at(
          x(ply),
          y(truth[ply] ?? rate),
          make(
            "span",
            {
              class: `spot ${who}${x(ply) > LATE ? " late" : ""}${y(rate) < HIGH ? " high" : ""}`,
              "data-goto": ply,
            },
            make("b", {}, `${ply}. ${name}`),
          ),
        );
      });
      const label = `Win rate of ${shown.viewpoint} over ${last} moves, and what is certain; ${shown.mistakes.length} marked`;
      return [
        svg(label, ...pictures),
        ...[1, 0.5, 0].map((rate) => tick(y(rate), measure(rate, true))),
        ...spots,
        ...marks,
      ];
    });
  }

  /**
   * The win rates of the best moves along the playouts.
   *
   * @param {PlayThinking} shown
   */
  function thinking(shown) {
    show(shown, () => {
      const { kept, end, at: playouts, lines } = shown;
      const rates = lines.flatMap((each) => each.rates.filter((rate) => rate !== null));
      const newest = playouts[playouts.length - 1];
      const low = Math.min(0.4, ...rates);
      const high = Math.max(0.6, ...rates);
      const right = WIDTH * (1 - LEGEND / Math.max(place.clientWidth, 2 * LEGEND));
      /** @param {number} count */
      const x = (count) => (right * count) / end;
      /** @param {number} rate */
      const y = (rate) => 8 + (HEIGHT - 16) * (1 - (rate - low) / (high - low));
      const middle = (low + high) / 2;
      /** @type {Element[]} */
      const pictures = [low, middle, high].map((rate) => rule(0, y(rate), right, y(rate)));
      const texts = [high, middle, low].map((rate) => tick(y(rate), measure(rate, true)));
      if (kept > 0.02 * end) {
        pictures.unshift(
          draw("rect", { x: 0, y: 0, width: x(kept), height: HEIGHT, fill: "var(--accent-bg)" }),
        );
        if (kept > 0.15 * end)
          texts.push(at(x(kept) / 2, HEIGHT / 2, make("span", { class: "before" }, "kept")));
      }
      lines.forEach(({ rates: values }, i) => {
        const known = values.flatMap((rate, place) =>
          rate === null ? [] : [point(x(playouts[place]), y(rate))],
        );
        const look = i
          ? { stroke: "var(--ink3)", "stroke-width": 1.5 }
          : { stroke: "var(--accent)", "stroke-width": 2 };
        pictures.push(line(known, look));
      });
      const now = x(newest);
      pictures.push(rule(now, 0, now, HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }));
      const last = lines.map(
        ({ name, rates: values }) => `${name} ${measure(values[values.length - 1], true)}`,
      );
      const legend = make(
        "span",
        { class: "legend" },
        ...last.map((text, i) => make("span", { class: i ? null : "best" }, text)),
      );
      texts.push(at(now, HEIGHT / 2, legend));
      const label = `Win rates after ${number(newest)} playouts: ${last.join(", ")}`;
      return [svg(label, ...pictures), ...texts];
    });
  }

  /**
   * A person's score and the search's after as many moves.
   *
   * @param {PlayAttempt} shown
   */
  function scores(shown) {
    show(shown, () => {
      const { yours, its, ply } = shown;
      const moves = Math.max(yours.length, its.length, 2) - 1;
      const known = [...yours, ...its].flatMap((score) => score ?? []);
      const least = Math.min(...known, 0);
      const top = Math.max(...known, 0) || Number(least === 0);
      /** @param {number} move */
      const x = (move) => (WIDTH * move) / moves;
      /** @param {number} score */
      const y = (score) => 6 + (HEIGHT - 12) * ((top - score) / (top - least));
      /** @param {(number | null)[]} values */
      const steps = (values) =>
        values.flatMap((score, move) => {
          if (score === null) return []; // where only the end has one, a line at its height
          const before = move ? values[move - 1] : score;
          const corner = before === null ? point(0, y(score)) : point(x(move), y(before));
          return [corner, point(x(move), y(score))];
        });
      const { texts, whose } = shown;
      const label = `${whose}: ${texts.yours} points after ${ply} moves, the search: ${texts.its} after as many`;
      return [
        svg(
          label,
          rule(0, y(0), WIDTH, y(0)),
          rule(0, y(top), WIDTH, y(top)),
          ...(least < 0 ? [rule(0, y(least), WIDTH, y(least))] : []),
          line(steps(its), { stroke: "var(--disc-search)", "stroke-width": 1.8 }),
          line(steps(yours), { stroke: "var(--disc-opponent)", "stroke-width": 2.4 }),
          rule(x(ply), 0, x(ply), HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }),
        ),
        ...[least, top].filter(Boolean).map((score) => tick(y(score), measure(score, false))),
        tick(y(0), "0"),
      ];
    });
  }

  return {
    review,
    thinking,
    scores,
    hide: () => show(null, () => []),
  };
}
