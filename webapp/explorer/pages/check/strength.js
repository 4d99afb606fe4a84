// The curve of strength: theirs and ours, with their 95 % intervals, as SVG in percent and a table.

import { draw, isOutdated, make } from "../../look/dom.js";
import { entrantMark, entrantShape } from "../../look/entrants.js";
import { number } from "../../look/numbers.js";
import { sentence } from "./example.js";

/** @param {number} share */
const percent = (share) => `${Math.round(1000 * share) / 10}%`;
/**
 * @param {string} x
 * @param {string} y
 * @param {SVGElement[]} children
 */
const at = (x, y, ...children) => draw("svg", { x, y, overflow: "visible" }, ...children);

const MARK = 11; // pixels
const CLOSE = 12; // percent of the height, within which two names would lie on one another
/** @typedef {"yours" | "ours"} Side */
/** @type {{ name: Side, slot: number, row: string }[]} */
const SERIES = [
  { name: "ours", slot: 0, row: "ours, plain UCT" },
  { name: "yours", slot: 1, row: "yours" },
];

/** @param {CheckPoint[]} points @returns {(share: number) => string} */
function scaleOf(points) {
  const lowest = Math.min(...points.flatMap((point) => [point.yours_low, point.ours_low]));
  const low = Math.max(0, Math.floor(lowest * 10 - 0.2) / 10);
  return (share) => percent(0.06 + (0.84 * (1 - share)) / (1 - low || 1));
}

/** @param {CheckPoint[]} points */
function chart(points) {
  const y = scaleOf(points);
  const places = points.map((_, index) =>
    percent(points.length > 1 ? 0.1 + (0.72 * index) / (points.length - 1) : 0.45),
  );
  const ticks = Array.from({ length: 11 }, (_, tenth) => tenth / 10).filter(
    (share) => Number.parseFloat(y(share)) <= 91,
  );
  const step = ticks.length > 5 ? 2 : 1;
  const svg = draw("svg", { class: "check-chart", role: "img", "aria-label": told(points) });
  ticks.forEach((share, index) => {
    if ((ticks.length - 1 - index) % step) return;
    svg.append(
      draw("line", { class: "grid", x1: "0%", x2: "100%", y1: y(share), y2: y(share) }),
      at(
        "0%",
        y(share),
        draw("text", { class: "check-tick", x: -6, y: 4, "text-anchor": "end" }, percent(share)),
      ),
    );
  });
  const last = points[points.length - 1];
  const ends = SERIES.map(({ name }) => last[name] / last.positions);
  const isClose = Math.abs(Number.parseFloat(y(ends[0])) - Number.parseFloat(y(ends[1]))) < CLOSE;
  const besides = !isClose ? [0, 0] : ends[0] < ends[1] ? [14, 0] : [0, 14];
  for (const { name, slot } of SERIES) {
    const group = draw("g", { class: `slot-${slot + 1}` });
    points.forEach((point, index) => {
      const share = point[name] / point.positions;
      const x = places[index];
      const next = points[index + 1];
      if (next)
        group.append(
          draw("line", {
            class: "check-trend",
            x1: x,
            x2: places[index + 1],
            y1: y(share),
            y2: y(next[name] / next.positions),
          }),
        );
      const [low, high] = [point[`${name}_low`], point[`${name}_high`]];
      group.append(
        draw("line", { class: "spread", x1: x, x2: x, y1: y(low), y2: y(high) }),
        at(x, y(low), draw("line", { class: "spread", x1: -4, x2: 4 })),
        at(x, y(high), draw("line", { class: "spread", x1: -4, x2: 4 })),
        at(x, y(share), entrantShape(slot, MARK)),
      );
      if (!next)
        group.append(
          at(x, y(share), draw("text", { class: "name", x: 12, y: 4 + besides[slot] }, name)),
        );
    });
    svg.append(group);
  }
  points.forEach((point, index) => {
    svg.append(
      at(
        places[index],
        "100%",
        draw(
          "text",
          { class: "check-tick", y: -2, "text-anchor": "middle" },
          number(point.iterations),
        ),
      ),
    );
  });
  return make("div", { class: "check-plot" }, svg);
}

/**
 * @param {CheckPoint} point
 * @param {Side} name
 */
const share = (point, name) => (100 * point[name]) / point.positions;

/** @param {CheckPoint[]} points */
const told = (points) =>
  points
    .map(
      (point) =>
        `${number(point.iterations)} iterations: yours ${share(point, "yours").toFixed(1)} %, ours ${share(point, "ours").toFixed(1)} %`,
    )
    .join("; ");

/** @param {CheckPoint[]} points */
function table(points) {
  /** @param {typeof SERIES[number]} series */
  const row = ({ name, slot, row: title }) =>
    make(
      "tr",
      { class: `slot-${slot + 1}` },
      make("th", { scope: "row" }, make("span", {}, entrantMark(slot), title)),
      ...points.map((point) =>
        make(
          "td",
          {},
          make("b", {}, `${share(point, name).toFixed(1)}%`),
          make(
            "span",
            {},
            `${(100 * point[`${name}_low`]).toFixed(1)} to ${(100 * point[`${name}_high`]).toFixed(1)}`,
          ),
        ),
      ),
    );
  const head = points.map(({ iterations }) => make("th", { scope: "col" }, number(iterations)));
  return make(
    "table",
    { class: "check-shares" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "iterations"), ...head)),
    make("tbody", {}, ...[...SERIES].reverse().map(row)),
  );
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} context
 * @param {CheckReport} report
 */
export function showStrength(box, context, report) {
  const { strength: points, state, lines } = report;
  if (!isOutdated(box, points, state, lines)) return;
  const line = lines.find(({ name }) => name === "strength");
  const positions = Math.max(0, ...points.map((point) => point.positions));
  context.textContent = `moves that keep the exact outcome${positions ? `; up to ${number(positions)} positions with something to lose` : ""}, 95 % intervals`;
  if (!points.length) {
    const waits =
      state === "running" ? "It is measured last." : "Check measures it beside our plain UCT.";
    box.replaceChildren(
      make("p", { class: "check-none" }, line?.verdict ? sentence(line.said) : waits),
    );
    return;
  }
  /** @type {Record<string, string>} */
  const words = { right: "Right.", wrong: "Wrong.", suspicious: "Suspicious." };
  box.replaceChildren(
    chart(points),
    make(
      "div",
      { class: "check-table" },
      make(
        "p",
        {},
        make("b", { class: line?.verdict }, words[line?.verdict ?? ""] ?? ""),
        line?.summary ? ` ${sentence(line.said)}` : "",
      ),
      table(points),
    ),
  );
}
