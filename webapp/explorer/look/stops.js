// What the Tab key stops at.

/**
 * Bokeh makes every drawing a stop of the Tab key, without a name. Each has a control beside it
 * that does by keys what the pointer does on the drawing.
 *
 * @param {Document | ShadowRoot} root
 */
export function leaveTabOrder(root) {
  for (const element of root.querySelectorAll("*")) {
    const inside = element.shadowRoot;
    if (!inside) continue;
    for (const events of inside.querySelectorAll(".bk-events")) {
      /** @type {HTMLElement} */ (events).tabIndex = -1;
    }
    leaveTabOrder(inside);
  }
}
