// The marks of entrants as elements.

import { draw } from "../../look/dom.js";
import { ENTRANTS } from "../../look/marks.js";

/**
 * @param {number} slot
 * @param {number} [size] pixels
 * @param {boolean} [isHollow]
 */
export function entrantMark(slot, size = 12, isHollow = false) {
  const { radius, corners } = ENTRANTS[slot];
  const shape = radius
    ? draw("circle", { r: radius })
    : draw("path", { d: `M${corners.map((corner) => corner.join(" ")).join("L")}z` });
  return draw(
    "svg",
    {
      class: `race-mark slot-${slot + 1}${isHollow ? " hollow" : ""}`,
      width: size,
      height: size,
      viewBox: "-0.5 -0.5 1 1",
      "aria-hidden": "true",
    },
    shape,
  );
}
