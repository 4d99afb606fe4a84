// What hovers and falls on a board: the disc that asks for a move, and the stones of a playout.

import { middle, middleOf } from "../../look/boards.js";
import { draw } from "../../look/dom.js";
import { stone } from "../../look/stones.js";

const HOVER_MS = 7000; // from the middle to both sides and back

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A disc above the column of a target.
 *
 * @param {PlayTable} table
 * @param {PlayTarget} target
 */
export function over(table, target) {
  const disc = stone(table, target.cells[0], table.to_move);
  const [, y] = middle(table.board, target.cells[0]);
  disc.setAttribute("class", "over");
  disc.setAttribute("transform", `translate(0 ${-y - 0.5})`);
  return disc;
}

/**
 * While a game plays itself: a disc that goes from column to column, until one aims.
 *
 * @param {HTMLElement} board
 * @param {PlayTable | null} table
 */
export function hover(board, table) {
  const svg = board.querySelector("svg");
  const old = board.querySelector(".hovering");
  if (!table?.hovers || !table.can_move || svg?.querySelector(".aim")) return old?.remove();
  if (old || !svg) return;
  const targets = table.targets.filter(({ cells }) => cells.length);
  const [first, last] = [targets[0], targets[targets.length - 1]];
  if (!first) return;
  const disc = draw("g", { class: "hovering" }, over(table, targets[targets.length >> 1]));
  svg.append(disc);
  /** @param {PlayTarget} target */
  const at = (target) => middle(table.board, target.cells[0])[0];
  const from = at(targets[targets.length >> 1]);
  const to = [first, last].map((target) => `translateX(${at(target) - from}px)`);
  if (!disc.animate || isStill()) return;
  disc.animate(
    [
      { transform: "none" },
      { transform: to[0] },
      { transform: "none" },
      { transform: to[1] },
      { transform: "none" },
    ],
    { duration: HOVER_MS, iterations: Number.POSITIVE_INFINITY, easing: "ease-in-out" },
  ).currentTime = performance.now() % HOVER_MS; // goes on where it was when it is drawn anew
}

/**
 * A playout that is slow enough to be seen: its stones fall, and go when its result climbs.
 *
 * @param {HTMLElement} board
 * @param {PlayTable} table
 */
export function showPlayout(board, table) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  const { playout } = table;
  const key = playout ? JSON.stringify([table.ply, playout.places]) : "";
  const old = svg.querySelector(".playout");
  if (playout && old && old.getAttribute("data-key") === key) {
    old.classList.toggle("done", playout.phase === 4);
    return;
  }
  old?.remove();
  if (!playout) return;
  const known = Number(old?.getAttribute("data-count") ?? 0);
  const group = draw("g", { class: "playout", "data-key": key });
  group.setAttribute("data-count", String(playout.places.length));
  const fresh = Math.max(1, playout.places.length - known);
  playout.places.forEach(([cell, player, isPath], i) => {
    const each = stone(table, cell, player);
    each.setAttribute("class", isPath ? "path" : "random");
    const [x, y] = middleOf(table.board, cell, player);
    const holder = draw("g", { transform: `translate(${x} ${y}) scale(.68)` });
    each.setAttribute("transform", `translate(${-x} ${-y})`);
    holder.append(each);
    group.append(holder);
    if (i < known || isStill() || !holder.animate) return;
    const delay = (0.85 * playout.ms * (i - known)) / fresh;
    holder.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: Math.min(160, playout.ms / 2),
      delay,
      fill: "backwards",
    });
  });
  svg.append(group);
}
