// The marks of entrants as elements.

import { draw } from "./dom.js";
import { ENTRANTS } from "./marks.js";

/**
 * The shape alone, its middle at the origin.
 *
 * @param {number} slot
 * @param {number} [size] of the square around it
 */
export function entrantShape(slot, size = 1) {
  const { radius, corners } = ENTRANTS[slot];
  if (radius) return draw("circle", { r: radius * size });
  const points = corners.map(([x, y]) => `${x * size} ${y * size}`);
  return draw("path", { d: `M${points.join("L")}z` });
}

/**
 * @param {number} slot
 * @param {number} [size] pixels
 * @param {boolean} [isHollow]
 */
export function entrantMark(slot, size = 12, isHollow = false) {
  return draw(
    "svg",
    {
      class: `entrant-mark slot-${slot + 1}${isHollow ? " hollow" : ""}`,
      width: size,
      height: size,
      viewBox: "-0.5 -0.5 1 1",
      "aria-hidden": "true",
    },
    entrantShape(slot),
  );
}
