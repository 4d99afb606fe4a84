// The move under the pointer on the board, from the places of the cells that view.py sends: Python
// hears of it as of every other node pointed at, not of every step of the pointer.

/**
 * @param {HTMLElement} card
 * @param {() => BoardTargets | null} findTargets
 * @param {(actions: number[] | null) => void} hover
 */
export function pointOnBoard(card, findTargets, hover) {
  /** @type {string | null} */
  let pointed = null; // the actions of the move, as JSON

  /** @param {PointerEvent} event */
  function actionsAt(event) {
    const elements = /** @type {Element[]} */ (event.composedPath());
    const figure = elements.find((each) => each.classList?.contains("board-figure"));
    const targets = figure && findTargets();
    if (!targets) return null;
    const { left, bottom } = figure.getBoundingClientRect();
    const { x, y, action } = targets.data;
    const [reach, ...path] = targets.tags;
    /** @type {number[] | null} */
    let found = null;
    let nearest = reach;
    for (let cell = 0; cell < action.length; cell += 1) {
      const distance = Math.hypot(left + x[cell] - event.clientX, bottom - y[cell] - event.clientY);
      if (distance <= nearest) {
        nearest = distance;
        found = action[cell] < 0 ? null : [...path, action[cell]];
      }
    }
    return found;
  }

  card.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const actions = actionsAt(event);
    if (JSON.stringify(actions) === pointed) return;
    pointed = JSON.stringify(actions);
    hover(actions);
  });
  card.addEventListener("pointerleave", () => {
    pointed = null;
    hover(null);
  });
}
