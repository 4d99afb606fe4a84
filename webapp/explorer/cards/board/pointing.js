// What the pointer means on a board: the place under it, and the action that the place stands for.

import { middle } from "../../look/boards.js";
import { bestOf } from "../../look/candidates.js";

const REACH = 0.7; // cells around the middle of one in which a pointer means it

/**
 * A stone to be moved, and in which position, "12,7".
 *
 * @typedef {{ selected: string, cell: number }} Lifted
 */

/**
 * The cell, or the place of a drawing, nearest to a point in cell widths; -1 for none.
 *
 * @param {BoardPicture} picture
 * @param {number} x
 * @param {number} y
 */
export function placeNear({ at, places, table: { board } }, x, y) {
  let [nearest, least] = [-1, REACH];
  at.forEach((_, place) => {
    const [px, py] = places?.[place] ?? middle(board, place);
    const far = Math.hypot(px - x, py - y);
    if (far <= least) [nearest, least] = [place, far];
  });
  return nearest;
}

/**
 * The cell of the stone whose moves are shown: the one that was taken, else the one that is best
 * moved; -1 on boards where nothing is moved.
 *
 * @param {BoardPicture} picture
 * @param {Lifted} lifted
 */
export function takenIn({ ways, selected, moment }, lifted) {
  const isTaken = lifted.selected === selected.join();
  if (isTaken && ways.some(([from]) => from === lifted.cell)) return lifted.cell;
  return bestOf(moment.children)?.way[0] ?? -1;
}

/**
 * The action that a place stands for, -1 for none: several stones may go to one cell, then it is
 * the taken one's.
 *
 * @param {BoardPicture} picture
 * @param {number} place
 * @param {number} taken
 */
export function meaning({ at, actions, ways }, place, taken) {
  const i = ways.findIndex(([from, to]) => from === taken && to === place);
  return i < 0 ? at[place] : actions[i];
}
