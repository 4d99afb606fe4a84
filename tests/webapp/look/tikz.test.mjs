import assert from "node:assert/strict";
import { test } from "node:test";
import { inTex, TikzPen } from "../../../webapp/explorer/look/tikz.js";

/** @type {any} */
const measures = { measure: (text) => 6 * text.length };

test("what LaTeX would read as a command is a text", () => {
  assert.equal(
    inTex("50% of A_1 & {x} #2 $3 \\y"),
    String.raw`50\% of A\_1 \& \{x\} \#2 \$3 \textbackslash{}y`,
  );
  assert.equal(inTex("1\u2009772 × −3"), String.raw`1\,772 $\times$ $-$3`);
});

test("every stroke is a path in millimetres, every colour is defined once", () => {
  const pen = new TikzPen(measures, 160);
  pen.begin(640, 100);
  pen.circle(10, 20, 4, { fill: "#ff0000", stroke: "rgb(255, 0, 0)", width: 2, dash: [4, 3] });
  pen.curve([0, 0, 0, 5, 10, 5, 10, 10], { stroke: "#000000", alpha: 0.5 });
  pen.box(1, 2, 3, 4, 1, { fill: "#000000" });
  pen.polygon(
    [
      [0, 0],
      [1, 1],
    ],
    { stroke: "#000000", open: true },
  );
  pen.text(5, 6, "n = 5", { color: "#000000", halo: "#ffffff", weight: 600, align: "left" });
  const text = pen.file();
  assert.equal(text.match(/\\definecolor\{mcsFF0000\}/g).length, 1);
  assert.match(text, /x=0\.25mm, y=-0\.25mm/);
  assert.match(text, /\(10,20\) circle \(2\.85pt\);/);
  assert.match(text, /\(0,0\) \.\. controls \(0,5\) and \(10,5\) \.\. \(10,10\);/);
  assert.match(text, /\(1,2\) rectangle \(4,6\);/);
  assert.match(text, /anchor=west.*\\bfseries\{\}n = 5\};/);
});
