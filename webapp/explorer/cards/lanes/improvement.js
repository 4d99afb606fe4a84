// The changes of a finished sequence along its plies (improvement_view.py): boards, the last cut
// through them, and under them how many changes began at each ply and what they have gained there.

import { round } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { board } from "../../look/small_board.js";

const LEAST = 0.1; // height of a bar that is not 0, beside the highest
const MOST_GAPS = 80; // bars that have room for gaps between them

const SIGNS = {
  open: "",
  accepted: "M-3.2 .3l2.2 2.4 4.2-5",
  refused: "M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2",
};

/**
 * Bars from 0 as one path: a ply is 1 wide, the highest bar is 1 high.
 *
 * @param {number[]} values
 * @param {boolean} down
 */
export function bars(values, down = false) {
  const most = Math.max(...values, 0);
  const gap = values.length > MOST_GAPS ? 0 : 0.1;
  const width = round(1 - 2 * gap);
  return values
    .map((value, ply) => {
      if (!(value > 0)) return "";
      const height = round(Math.max(value / most, LEAST));
      return `M${round(ply + gap)} 0v${down ? height : -height}h${width}V0z`;
    })
    .join("");
}

/**
 * Where so many moves end, as a share of the sequence in percent; a cut may be after its end.
 *
 * @param {number} moves
 * @param {number} plies
 */
export const place = (moves, plies) =>
  `${plies ? round((100 * Math.min(moves, plies)) / plies) : 0}%`;

/** @param {Improvement["outcome"]} outcome */
function head(outcome) {
  const svg = draw("svg", { class: `cut-head ${outcome}`, viewBox: "-8 -8 16 16" });
  svg.append(draw("circle", { r: 6.5 }), draw("path", { d: SIGNS[outcome] }));
  return svg;
}

/**
 * @param {string} name of what a sign stands for
 * @param {string} text
 */
const key = (name, text) =>
  make("span", { class: "changes-key" }, make("i", { class: name }), text);

/**
 * @param {ShownBoard} on
 * @param {Improvement} shown
 * @param {boolean} glyphs
 */
export function along(on, shown, glyphs) {
  const { plies } = shown;
  const positions = shown.boards.map(({ at, ply, cells, group }) => {
    const label = `position after ${ply} moves`;
    const element = make(
      "div",
      { class: "memory-board" },
      board(on, { cells, pin: at, played: group, label, glyphs }),
    );
    element.style.left = place(ply, plies);
    return element;
  });
  const numbers = shown.boards.map(({ ply }) => {
    const element = make("span", {}, String(ply));
    element.style.left = place(ply, plies);
    return element;
  });
  const chart = draw("svg", {
    class: "changes-bars",
    viewBox: `0 -1 ${Math.max(plies, 1)} 2`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": shown.told,
  });
  chart.append(
    draw("path", { class: "begun", d: bars(shown.begun) }),
    draw("path", { class: "gained", d: bars(shown.gains, true) }),
    draw("path", { class: "zero", d: `M0 0H${Math.max(plies, 1)}` }),
  );
  const cut = make(
    "div",
    { class: `cut ${shown.outcome}`, "data-cut": shown.cut, "aria-hidden": true },
    head(shown.outcome),
  );
  cut.style.left = place(shown.cut, plies);
  return make(
    "div",
    { class: "plies" },
    make("div", { class: "plies-boards" }, ...positions),
    chart,
    cut,
    make("div", { class: "plies-numbers", "aria-hidden": true }, ...numbers),
  );
}

/** @param {Improvement} shown */
export function legend(shown) {
  return [
    key("begun", `changes begun, at most ${shown.most_begun}`),
    key("gained", `points gained, at most ${shown.most_gained}`),
    make("span", { class: "changes-key" }, head("accepted"), "cut: accepted"),
    make("span", { class: "changes-key" }, head("refused"), "refused"),
  ];
}
