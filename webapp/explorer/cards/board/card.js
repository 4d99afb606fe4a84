// The board as a component of its own (card.py).

import { plain, wear } from "../../look/component.js";
import { createBoard } from "./board.js";

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const card = document.createElement("div");
  card.className = "board-canvas";
  card.style.cssText = `--side: ${model.side}; font: 13px/1.35 var(--font)`;
  el.append(card);
  wear(model, el);
  const board = createBoard(
    card,
    (actions) => board.link(actions?.join()),
    (actions) => model.send_msg({ name: "select", value: actions }),
  );
  const show = () => board.show(plain(model.frame));
  model.on("frame", show);
  model.on("theme", board.dress);
  show();
}
