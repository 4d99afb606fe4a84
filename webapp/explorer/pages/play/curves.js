// Curves: the win rate over the moves of a reviewed game, that of the best moves while a search
// thinks, and the two scores of a player and a search.

import { draw, make } from "../../look/dom.js";
import { measure, number } from "../../look/numbers.js";

const WIDTH = 1000; // of the drawing, stretched to the card's
const HEIGHT = 100;
const LEGEND = 68; // pixels
const HIGH = 40; // where a name has no room above
const LATE = 900; // where a name has no room at the right

const line = (points, look) =>
  draw("polyline", {
    points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
    fill: "none",
    "vector-effect": "non-scaling-stroke",
    ...look,
  });

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

function svg(label, ...children) {
  const attributes = {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": label,
  };
  return draw("svg", attributes, ...children);
}

/** Something in HTML at a place of the drawing, which is stretched. */
function at(x, y, element) {
  element.style.left = `${(100 * x) / WIDTH}%`;
  element.style.top = `${(100 * y) / HEIGHT}%`;
  return element;
}

const tick = (y, text) => at(0, y, make("span", { class: "tick" }, text));

/** @param {HTMLElement} place */
export function createCurves(place) {
  let drawn = "";

  function show(key, build) {
    place.hidden = key === null;
    const text = JSON.stringify(key);
    if (text === drawn) return;
    drawn = text;
    place.replaceChildren(...(key === null ? [] : build()));
  }

  /** The win rate after each move. */
  function review(table, shown) {
    const { curve, outcomes, truth } = shown;
    const last = curve.length - 1;
    const x = (ply) => 12 + (ply * (WIDTH - 24)) / Math.max(1, last);
    const y = (rate) => 8 + (HEIGHT - 16) * (1 - rate);
    show(["review", table.ply, table.searchPlayer, curve, outcomes, shown.mistakes], () => {
      const known = curve.flatMap((rate, ply) => (rate === null ? [] : [[x(ply), y(rate)]]));
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
        const color = `var(--disc-${table.moves[ply - 1].player === table.searchPlayer ? "search" : "opponent"})`;
        const look = { stroke: color, "stroke-width": 8, "stroke-opacity": 0.28 };
        pictures.push(rule(x(ply), y(from), x(ply), y(to), look));
      }
      pictures.push(
        line(known, { stroke: "var(--accent)", "stroke-width": 2 }),
        rule(x(table.ply), 0, x(table.ply), HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }),
      );
      // what is certain is drawn over what the search believed, in ink
      for (let ply = 1; ply <= last; ply++) {
        if (!outcomes[ply] || !outcomes[ply - 1]) continue;
        const ends = [ply - 1, ply].map((each) => [x(each), y(truth[each])]);
        pictures.push(line(ends, { stroke: "var(--ink)", "stroke-width": 2.2 }));
      }
      const spots = outcomes.flatMap((outcome, ply) =>
        outcome ? [at(x(ply), y(truth[ply]), make("i", { class: `proven ${outcome}` }))] : [],
      );
      const marks = shown.mistakes
        .filter((ply) => curve[ply] !== null)
        .map((ply) => {
          const { player, name } = table.moves[ply - 1];
          const who = player === table.searchPlayer ? "search" : "opponent";
          return at(
            x(ply),
            y(truth[ply] ?? curve[ply]),
            make(
              "span",
              {
                class: `spot ${who}${x(ply) > LATE ? " late" : ""}${y(curve[ply]) < HIGH ? " high" : ""}`,
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

  /** The win rates of the best moves along the playouts. */
  function thinking(shown) {
    show(shown, () => {
      const { kept, end, at: playouts, lines } = shown;
      const rates = lines.flatMap((each) => each.rates.filter((rate) => rate !== null));
      const low = Math.min(0.4, ...rates);
      const high = Math.max(0.6, ...rates);
      const right = WIDTH * (1 - LEGEND / Math.max(place.clientWidth, 2 * LEGEND));
      const x = (count) => (right * count) / end;
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
          rate === null ? [] : [[x(playouts[place]), y(rate)]],
        );
        const look = i
          ? { stroke: "var(--ink3)", "stroke-width": 1.5 }
          : { stroke: "var(--accent)", "stroke-width": 2 };
        pictures.push(line(known, look));
      });
      const now = x(playouts.at(-1));
      pictures.push(rule(now, 0, now, HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }));
      const legend = make(
        "span",
        { class: "legend" },
        ...lines.map(({ name, rates: values }, i) =>
          make("span", { class: i ? null : "best" }, `${name} ${measure(values.at(-1), true)}`),
        ),
      );
      texts.push(at(now, HEIGHT / 2, legend));
      const last = lines.map(
        ({ name, rates: values }) => `${name} ${measure(values.at(-1), true)}`,
      );
      const label = `Win rates after ${number(playouts.at(-1))} playouts: ${last.join(", ")}`;
      return [svg(label, ...pictures), ...texts];
    });
  }

  /** A person's score and the search's after as many moves. */
  function scores(shown) {
    show(shown, () => {
      const { yours, its, ply } = shown;
      const moves = Math.max(yours.length, its.length, 2) - 1;
      const top = Math.max(...yours, ...its, 1);
      const x = (move) => (WIDTH * move) / moves;
      const y = (score) => 6 + (HEIGHT - 12) * (1 - Math.max(0, score) / top);
      const steps = (values) =>
        values.flatMap((score, move) =>
          move
            ? [
                [x(move), y(values[move - 1])],
                [x(move), y(score)],
              ]
            : [[x(0), y(score)]],
        );
      const label = `You have ${shown.texts.yours} points after ${ply} moves, the search ${shown.texts.its} after as many`;
      return [
        svg(
          label,
          rule(0, y(0), WIDTH, y(0)),
          rule(0, y(top), WIDTH, y(top)),
          line(steps(its), { stroke: "var(--disc-search)", "stroke-width": 1.8 }),
          line(steps(yours), { stroke: "var(--disc-opponent)", "stroke-width": 2.4 }),
          rule(x(ply), 0, x(ply), HEIGHT, { stroke: "var(--ink)", "stroke-width": 1.5 }),
        ),
        tick(y(top), number(top)),
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
