// The strip of boards, from the plain values of strip.py.

import { drawPosition } from "../cards/board/drawing.js";
import { make } from "../look/dom.js";

/**
 * @param {BoardTable} table what is the same at all moments of a search
 * @param {{ title: string, phase: number, boards: SavedBoard[] }} strip
 * @returns {Element}
 */
export function drawStrip(table, { title, phase, boards }) {
  const bare = { ...table, labels: [] };
  const list = make("ol", { class: `strip ${phase ? `phase-${phase}` : ""}`, "aria-label": title });
  for (const each of boards) {
    const shown = { ...each, phase, ending: [], forbidden: [], last: each.next };
    const caption = each.value ? `${each.name} · ${each.value}` : each.name;
    list.append(
      make(
        "li",
        { class: each.current ? "current" : null },
        drawPosition(bare, shown, caption),
        make("span", { title: caption }, caption),
      ),
    );
  }
  return list;
}
