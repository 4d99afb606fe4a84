// The rows of "Why this child?" (view.py), which are written anew for every frame: the mark of the
// node pointed at, and the keyboard's focus, which stays with its row.

import { part } from "../../look/dom.js";

/**
 * @param {HTMLElement} card
 * @param {(event: Event) => void} onFocus
 */
export function createRowMarks(card, onFocus) {
  /** @type {ShadowRoot | null} */
  let root = null; // the table's shadow root: from outside nobody sees the focus go from row to row
  /** @type {HTMLElement | null} */
  let focused = null; // the button that the keyboard has reached

  /** @param {Event} event */
  function onIn(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    // after a click with the mouse the keys belong to the page
    focused = target.matches("tr button:focus-visible") ? target : null;
    onFocus(event);
  }

  function onOut() {
    const button = focused;
    // some browsers tell of a removed button, too, while it is still there
    queueMicrotask(() => {
      if (button === focused && button?.isConnected) focused = null;
    });
  }

  function findRoot() {
    const pane = [...card.querySelectorAll("*")].find((element) => element.shadowRoot);
    if (!pane?.shadowRoot || pane.shadowRoot === root) return;
    root = pane.shadowRoot;
    root.addEventListener("focusin", onIn);
    root.addEventListener("focusout", onOut);
  }

  /**
   * @param {HTMLElement} lost
   * @param {HTMLElement[]} rows
   */
  function refocus(lost, rows) {
    const actions = lost.closest("tr")?.dataset.actions;
    const row = rows.find((each) => each.dataset.actions === actions);
    focused = null;
    if (!row || document.activeElement !== document.body) return;
    const button = part(row, "button");
    button.focus({ preventScroll: true });
    focused = button;
  }

  /** @param {string | null | undefined} hovered the actions of the node pointed at */
  return (hovered) => {
    findRoot();
    /** @type {Iterable<HTMLElement>} */
    const found = root?.querySelectorAll("tr[data-actions]") ?? [];
    const rows = [...found];
    for (const row of rows) row.classList.toggle("hovered", row.dataset.actions === hovered);
    if (focused && !focused.isConnected) refocus(focused, rows);
  };
}
