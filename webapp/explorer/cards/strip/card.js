// The strip as a component of its own (card.py).

import { plain, wear } from "../../look/component.js";
import { drawStrip } from "./strip.js";

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const card = document.createElement("div");
  card.style.cssText = "font: 13px/1.35 var(--font)";
  el.append(card);
  el.style.cssText = "height: 100%; width: 100%";
  wear(model, el);
  const show = () => card.replaceChildren(drawStrip(plain(model.frame), el));
  model.on("frame", show);
  model.on("theme", show);
  show();
}
