import assert from "node:assert/strict";
import { test } from "node:test";
import { inTex, linkInTex, TikzPen } from "../../../webapp/explorer/look/tikz.js";

/** @type {any} */
const measures = { measure: (text) => 6 * text.length };

test("what LaTeX would read as a command is a text", () => {
  assert.equal(
    inTex("50% of A_1 & {x} #2 $3 \\y"),
    String.raw`50\% of A\_1 \& \{x\} \#2 \$3 \textbackslash{}y`,
  );
  assert.equal(inTex("1\u202f772 × −3"), String.raw`1\,772 $\times$ $-$3`);
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

test("an address is a short link where there are links, else it is whole, and both can be broken", () => {
  const query = `?position=${"7".repeat(90)}%20&a_b=1#~`;
  const text = linkInTex(`https://example.org/pages/of/somebody/${query}`);
  const [link, whole] = text.split("\\else");
  assert.ok(
    link.startsWith(
      String.raw`\ifdefined\href\href{https://example.org/pages/of/somebody/?position=777`,
    ),
  );
  assert.ok(link.includes(String.raw`7\%20\&a\_b=1\#\~}{example.org/\allowbreak{}pages/`));
  const parts = whole.split("\\allowbreak{}");
  assert.ok(Math.max(...parts.map((part) => part.length)) < 40, parts.join("\n"));
  const read = whole
    .replace(String.raw`{\ttfamily `, "")
    .replace(String.raw`}\fi`, "")
    .replaceAll("\\allowbreak{}", "")
    .replaceAll(/\\textasciitilde\{\}/g, "~")
    .replaceAll(/\\([%&_#])/g, "$1");
  assert.equal(read, `https://example.org/pages/of/somebody/${query}`);
});

test("the picture is no wider than the line, and with its caption no higher than the page", () => {
  const pen = new TikzPen(measures, 160);
  pen.begin(640, 100);
  const text = pen.file(["Seed 7 & more", "https://example.org/?at=1"]);
  const at = (/** @type {string} */ words) => {
    assert.equal(text.split(words).length, 2, words);
    return text.indexOf(words);
  };
  const order = [
    String.raw`\providecommand{\mcsfigurewidth}{\linewidth}`,
    String.raw`\setbox2=\hbox{%`,
    String.raw`\end{tikzpicture}}`,
    String.raw`Seed 7 \& more\par`,
    String.raw`\href{https://example.org/?at=1}{example.org/}`,
    String.raw`\ifdim\wd2>\mcsfigurewidth\setbox2=\hbox{\resizebox{\mcsfigurewidth}{!}{\box2}}`,
    String.raw`\ifdim\ht2>\dimen2\setbox2=\hbox{\resizebox{!}{\dimen2}{\box2}}`,
    String.raw`\endgroup`,
  ].map(at);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  assert.equal(text.match(/\{/g).length, text.match(/\}/g).length);
});
