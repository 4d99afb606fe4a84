// The four verdicts as shapes; their words stand beside them.

import { draw } from "../../look/dom.js";

/** @type {Record<CheckLine["verdict"], () => SVGElement[]>} */
const SHAPES = {
  right: () => [
    draw("circle", { class: "ground", r: 7.2 }),
    draw("path", { class: "stroke", d: "M-3 .3l2.2 2.2 4-4.6" }),
  ],
  wrong: () => [
    draw("circle", { class: "ground", r: 7.2 }),
    draw("path", { class: "stroke", d: "M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2" }),
  ],
  suspicious: () => [
    draw("path", { class: "ground", d: "M0-6.4L7 6H-7z" }),
    draw("path", { class: "stroke", d: "M0-2.2v3.8M0 3.7v.1" }),
  ],
  "not examined": () => [
    draw("circle", { class: "ground", r: 6.6 }),
    draw("path", { class: "stroke", d: "M-2.6 0h5.2" }),
  ],
  "": () => [draw("circle", { class: "ground", r: 2 })],
};

/** @param {CheckLine["verdict"]} verdict "" for what is waited for */
export const sign = (verdict) =>
  draw(
    "svg",
    {
      class: `check-sign ${verdict.replace(" ", "-") || "waiting"}`,
      width: 16,
      height: 16,
      viewBox: "-8 -8 16 16",
      "aria-hidden": "true",
    },
    ...SHAPES[verdict](),
  );
