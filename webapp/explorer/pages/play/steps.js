// Actions that one cell does not say: a piece and where it goes, or all the cells that a move changes.
// The cells that have been pointed at leave fewer and fewer actions.

/** @typedef {Pick<PlayTarget, "steps" | "in_order">} Steps */

/**
 * The actions that cells, pointed at one after another, may still mean.
 * @template {Steps} T
 * @param {T[]} targets
 * @param {number[]} chosen
 */
export const stillMeant = (targets, chosen) =>
  targets.filter(({ steps, in_order }) =>
    chosen.every((cell, i) => (in_order ? steps[i] === cell : steps.includes(cell))),
  );

/** @param {Steps} target @param {number[]} chosen */
const missing = ({ steps, in_order }, chosen) =>
  in_order ? steps.slice(chosen.length) : steps.filter((cell) => !chosen.includes(cell));

/**
 * The cells that may come next.
 * @param {Steps[]} targets
 * @param {number[]} chosen
 */
export function nextCells(targets, chosen) {
  const open = stillMeant(targets, chosen).map((target) => {
    const cells = missing(target, chosen);
    return target.in_order ? cells.slice(0, 1) : cells;
  });
  return new Set(open.flat());
}

/**
 * What pointing at one more cell comes to: an action to play, the cells chosen from now on, and
 * whether they say no more than that the action is one of several.
 * @template {Steps} T
 * @param {T[]} targets
 * @param {number[]} chosen
 * @param {number} cell
 * @returns {{ play: T | null, chosen: number[], isStuck: boolean }}
 */
export function pointedAt(targets, chosen, cell) {
  const none = { play: null, chosen: [], isStuck: false };
  if (chosen.includes(cell)) return none;
  for (const next of [[...chosen, cell], [cell]]) {
    const found = stillMeant(targets, next);
    if (!found.length) continue;
    if (
      found.length === 1 &&
      next.length > 1 &&
      !(found[0].in_order && missing(found[0], next).length)
    )
      return { ...none, play: found[0] };
    const left = new Set(found.map((target) => String(missing(target, next).sort())));
    return {
      ...none,
      chosen: next,
      isStuck: found.length > 1 && left.size === 1 && next.length > 1,
    };
  }
  return none;
}
