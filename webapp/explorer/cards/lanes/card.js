// The lanes as a component of their own (card.py).

import { actionsOf } from "../../look/actions.js";
import { plain, wear } from "../../look/component.js";
import { createNestedLanes } from "./nested.js";
import { createNrpaLanes } from "./nrpa.js";

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const card = document.createElement("div");
  card.className = "canvas lanes";
  card.style.cssText = "height: 100%; font-family: var(--font)";
  el.append(card);
  el.style.cssText = "height: 100%; width: 100%";
  wear(model, el);
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** @type {Send} */
  const send = (name, value = null) => model.send_msg({ name, value });
  const showNested = createNestedLanes(card, still);
  const showNrpa = createNrpaLanes(card, still, send);
  const show = () => {
    const frame = plain(model.frame);
    (frame.policy ? showNrpa : showNested)(frame);
  };
  card.addEventListener("click", (event) => {
    for (const { dataset } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (dataset?.actions !== undefined) return send("select", actionsOf(dataset.actions));
      const pin = dataset?.pin;
      if (pin !== undefined) return send("pin", pin === "none" ? null : actionsOf(pin));
    }
  });
  model.on("frame", show);
  show();
}
