// What all lanes are made of: scores and strips of boards.

import { make } from "../../look/dom.js";
import { board } from "../../look/small_board.js";

/** @param {Score} score */
export const pill = (score, classes = "") => {
  const element = make("span", { class: `pill ${classes}` }, score[0]);
  element.style.background = score[1];
  element.style.color = score[2];
  return element;
};
/**
 * @param {string} title
 * @param {string[]} lines
 */
export const label = (title, ...lines) =>
  make(
    "div",
    { class: "lane-label" },
    make("b", {}, title),
    ...lines.map((line) => make("span", {}, line)),
  );

// ---- a remembered sequence as a strip of boards ----

/**
 * @param {ShownBoard} on
 * @param {MemoryStrip} memory
 * @param {{ old?: boolean, pins?: boolean, glyphs?: boolean }} look `pins`: a click shows the
 *   policy there; else it selects the node
 */
export function memoryStrip(on, memory, { old = false, pins = false, glyphs = true } = {}) {
  const row = make("div", { class: `memory-row${old ? " old" : ""}` });
  memory.boards.forEach((shown, index) => {
    const label = `position after ${shown.at ? shown.at.split(",").length : 0} moves`;
    const [at, pin] = pins ? [undefined, shown.at] : [shown.at, undefined];
    row.append(
      make(
        "div",
        { class: `memory-board${shown.here && !old ? " here" : ""}` },
        board(on, { cells: shown.cells, at, pin, played: shown.group, label, glyphs }),
      ),
    );
    if (index < memory.boards.length - 1) {
      const arrow = make(
        "div",
        { class: `arrow${shown.walked ? " walked" : ""}` },
        make("span", { class: shown.points.length > 3 ? "many" : "" }, shown.points),
      );
      if (shown.moves > 1)
        arrow.append(
          make("span", { class: "moves" }, pins ? `in ${shown.moves}` : `${shown.moves} moves`),
        );
      row.append(arrow);
    }
  });
  return row;
}
