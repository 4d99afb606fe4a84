// The tree as a component of its own (card.py): its frame comes with arrays as arrays.

import { actionsOf } from "../../look/actions.js";
import { createTree } from "./tree.js";

/** What Bokeh makes of dictionaries and arrays, as plain values; there is no nan in a frame. */
export function plain(value) {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]));
  }
  if (ArrayBuffer.isView(value)) {
    const numbers = /** @type {Float64Array} */ (value);
    return Array.from(numbers, (number) => (Number.isNaN(number) ? null : Number(number)));
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
  }
  return value;
}

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const root = /** @type {ShadowRoot} */ (el.getRootNode());
  const host = /** @type {HTMLElement} */ (root.host ?? el);
  const card = document.createElement("div");
  card.className = "tree-canvas";
  card.style.cssText = "height: 100%; width: 100%; position: relative; font: 13px/1.35 var(--font)";
  card.innerHTML = model.stage;
  el.append(card);
  el.style.cssText = "height: 100%; width: 100%";

  const dress = () => {
    host.dataset.theme = model.theme;
  };
  dress();
  const send = (name, value = null) => model.send_msg({ name, value });
  const tree = createTree(card, send, () => {});
  const show = () => tree.show(plain(model.frame));
  card.addEventListener("click", (event) => {
    for (const { dataset } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (dataset?.actions !== undefined) return send("select", actionsOf(dataset.actions));
      if (dataset?.tree) return tree.command(dataset.tree);
    }
  });
  model.on("theme", dress);
  model.on("frame", show);
  show();
}
