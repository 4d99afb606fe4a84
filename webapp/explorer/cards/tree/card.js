// The tree as a component of its own (card.py): its frame comes with arrays as arrays.

import { actionsOf } from "../../look/actions.js";
import { plain, wear } from "../../look/component.js";
import { createTree } from "./tree.js";

const RESIZED_MS = 150; // at rest for so long

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const card = document.createElement("div");
  card.className = "tree-canvas";
  card.style.cssText = "height: 100%; width: 100%; position: relative; font: 13px/1.35 var(--font)";
  card.innerHTML = model.stage;
  el.append(card);
  el.style.cssText = "height: 100%; width: 100%";

  wear(model, el);
  /** @type {Send} */
  const send = (name, value = null) => model.send_msg({ name, value });
  const tree = createTree(card, send, () => {});
  const show = () => tree.show(plain(model.frame));
  card.addEventListener("click", (event) => {
    for (const { dataset } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (dataset?.actions !== undefined) return send("select", actionsOf(dataset.actions));
      if (dataset?.tree) return tree.command(dataset.tree);
    }
  });
  // nothing while the card is out of sight
  let timer = 0;
  let isSized = false;
  new ResizeObserver(([{ contentRect }]) => {
    const size = [contentRect.width, contentRect.height].map(Math.round);
    if (!size[0]) return;
    clearTimeout(timer);
    timer = setTimeout(() => send("size", size), isSized ? RESIZED_MS : 0);
    isSized = true;
  }).observe(card);
  model.on("frame", show);
  show();
}
