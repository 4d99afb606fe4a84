// The node that the element under the pointer, or with the focus, is about: marked in every view.

import { actionsOf } from "./actions.js";

const HOVER_MS = 80;

/** @param {Send} send */
export function createHover(send) {
  let hovered = "null"; // what Python knows, as JSON
  let timer = 0;

  /** @param {number[] | null} actions */
  function hover(actions) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const text = JSON.stringify(actions);
      if (text === hovered) return;
      hovered = text;
      send("hover", actions);
    }, HOVER_MS);
  }

  /** @param {Event} event */
  function onHover(event) {
    const elements = /** @type {HTMLElement[]} */ (event.composedPath());
    const about = elements.find(({ dataset }) => dataset?.actions !== undefined)?.dataset.actions;
    if (about !== undefined) hover(actionsOf(about));
    else if (!elements.some(({ id }) => /^(?:\w+-)?(?:board|tree)$/.test(id))) hover(null);
  }

  return { hover, onHover };
}
