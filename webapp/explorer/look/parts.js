// What the drawings on a board are made of: words and lines in cell widths.

import { round } from "./boards.js";
import { draw } from "./dom.js";

/**
 * @param {{ x: number, y: number, size?: number, [look: string]: unknown }} look
 * @param {string} content
 */
export function text({ x, y, size = 1, ...look }, content) {
  return draw(
    "text",
    {
      x: round(x),
      y: round(y + 0.35 * size),
      "text-anchor": "middle",
      "font-size": round(size),
      fill: "var(--ink2)",
      ...look,
    },
    content,
  );
}

/**
 * A line as wide on the screen as its class says.
 *
 * @param {string} name
 * @param {string} d
 */
export const line = (name, d) => draw("path", { class: name, d });

/**
 * A position of which nothing is told but what lies on its cells.
 *
 * @param {string} cells a digit each
 * @returns {PlainPosition}
 */
export const bare = (cells) => ({
  cells,
  looks: [],
  svg: "",
  text: "",
  last: -1,
  ending: [],
  forbidden: [],
});
