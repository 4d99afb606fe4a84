// The strip of boards under the tree (picture.py).

import { draw, make } from "../../look/dom.js";
import { drawPosition } from "../../look/position.js";

const SIDE = 67; // pixels of a board within its frame

/**
 * @param {StripPicture} strip
 * @param {Element} [within] what has the theme, if not the document
 * @returns {Element}
 */
export function drawStrip({ title, phase, slots, table, boards, cut }, within) {
  const list = make("ol", {
    class: `strip ${phase ? `phase-${phase}` : ""}`,
    style: `--slots: ${slots - 1}`,
    "data-slots": slots,
    "aria-label": title,
  });
  const shown = boards.length ? boards : [null];
  shown.forEach((board, slot) => {
    const isLast = slot === shown.length - 1;
    const item = board && table ? boardOf(table, board, phase, within) : emptyOf(slot, isLast);
    item.style.setProperty("--slot", String(slot));
    list.append(item);
  });
  if (cut) list.append(cutAt(cut, shown.length));
  return list;
}

/**
 * @param {BoardTable} table
 * @param {StripBoard} board
 * @param {number} phase
 * @param {Element} [within]
 */
function boardOf(table, board, phase, within) {
  const { name, value, current, next: last } = board;
  const look = { side: SIDE, isBare: true, within };
  const caption = value ? `${name} · ${value}` : name;
  const told = value ? [make("span", { class: "value" }, ` · ${value}`)] : [];
  return make(
    "li",
    { class: current ? "current" : null },
    drawPosition(table, { ...board, phase, ending: [], forbidden: [], last }, caption, look),
    make("span", { title: caption, "aria-hidden": "true" }, name, ...told),
  );
}

/**
 * The strip in its place, which is hidden while there is none.
 *
 * @param {HTMLElement} place
 */
export function createStrip(place) {
  /** @type {StripPicture | null} */
  let shown = null;
  function redraw() {
    place.hidden = !shown;
    place.replaceChildren(...(shown ? [drawStrip(shown)] : []));
  }
  return {
    /** @param {ShownStrip} picture */
    show({ strip }) {
      shown = strip;
      redraw();
    },
    dress: redraw, // for another theme, whose ink drawings of somebody's have
  };
}

/**
 * A board that has not come yet.
 *
 * @param {number} slot
 * @param {boolean} isLast
 */
function emptyOf(slot, isLast) {
  const told = slot ? (isLast ? "end" : "") : "no playout yet";
  return make("li", { class: "missing" }, make("i", {}, "?"), make("span", {}, told));
}

/**
 * Between the boards before a cut and those that a change has made anew.
 *
 * @param {[before: number, outcome: string]} cut
 * @param {number} count of all boards
 */
function cutAt([before, outcome], count) {
  const place = before === 0 ? "first" : before === count ? "last" : "between";
  /** @type {Element[]} */
  const head = [draw("circle", { cx: 9, cy: 9, r: 7 })];
  if (outcome === "refused") head.push(draw("path", { d: "M4 4l10 10m0-10l-10 10" }));
  return make(
    "li",
    { class: `cut ${outcome} ${place}`, style: `--slot: ${before}`, "aria-hidden": "true" },
    draw("svg", { width: 18, height: 80 }, draw("path", { d: "M9 9v71" }), ...head),
  );
}
