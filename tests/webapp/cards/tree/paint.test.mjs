import assert from "node:assert/strict";
import { test } from "node:test";
import { Motion, prepare } from "../../../../webapp/explorer/cards/tree/motion.js";
import { paint } from "../../../../webapp/explorer/cards/tree/paint.js";
import { tree } from "./frames.mjs";

const PLAIN = [
  "surface",
  "ink",
  "ink2",
  "ink3",
  "line2",
  "sunk",
  "accent",
  "edge",
  "best",
  "accent-bg",
];

/** @type {any} */
const THEME = {
  ...Object.fromEntries([...PLAIN, "node-line", "backprop"].map((name) => [name, name])),
  phases: ["select", "expand", "simulate", "backprop"],
  tiles: [],
  shades: Array.from({ length: 256 }, (_, i) => ({ fill: `shade ${i}`, text: `on ${i}` })),
  font: "serif",
};

// What a frame at rest draws, a list a kind of stroke.
function drawn(sent, view = {}) {
  const motion = new Motion();
  motion.show(prepare(sent), 0, false, () => ({ k: 1, x: 0, y: 0 }));
  const calls = { curve: [], circle: [], polygon: [], box: [], text: [] };
  /** @type {any} */
  const pen = { measure: (text) => 6 * text.length };
  for (const kind of Object.keys(calls)) pen[kind] = (...given) => calls[kind].push(given);
  const look = { scale: 1, left: 0, top: 0, whole: true, width: 200, height: 100, zoom: 1 };
  const pointed = { theme: THEME, hovered: -1, hoveredPill: -1 };
  paint(pen, motion.at(0).scene, { ...look, ...pointed, ...view });
  return calls;
}

const texts = (calls) => calls.text.map(([, , text]) => text);

test("a node has the colour of its mean, between the ends of the scale", () => {
  const fills = drawn(tree()).circle.map(([x, y, , look]) => [x, y, look.fill]);
  const isAt =
    (x, y) =>
    ([left, top, fill]) =>
      left === x && top === y && fill?.startsWith("shade");
  assert.equal(fills.find(isAt(100, 10))[2], "shade 128");
  assert.equal(fills.find(isAt(50, 40))[2], "shade 255");
  assert.equal(fills.find(isAt(150, 40))[2], "shade 0");
});

test("an edge leads to every node but the root, twice and thicker along the path", () => {
  const { curve } = drawn(tree());
  const to = (x, y, color) =>
    curve.filter(([points, look]) => points[6] === x && points[7] === y && look.stroke === color);
  assert.equal(to(150, 40, "edge").length, 1);
  assert.equal(to(50, 40, "edge").length, 1);
  assert.equal(to(50, 40, "backprop")[0][1].width, 3);
  assert.equal(to(50, 40, "surface")[0][1].width, 6);
});

test("the branch that a move has kept lies on a tint, under everything else", () => {
  const tint = (calls) =>
    [...calls.circle, ...calls.curve].filter(
      (given) => (given.at(-1).fill ?? given.at(-1).stroke) === "accent-bg",
    );
  assert.equal(tint(drawn(tree())).length, 0);
  const calls = drawn(tree({ kept: [0, 1] }));
  assert.equal(tint(calls).length, 3); // two nodes and the edge between them
  assert.equal(calls.circle[0].at(-1).fill, "accent-bg");
  assert.equal(calls.curve[0].at(-1).stroke, "accent-bg");
});

test("visits stand in nodes with room for them, the result at its place on the path", () => {
  const shown = texts(drawn(tree({ visits: [300, 200, 150, 1] })));
  assert.ok(shown.includes("300"));
  assert.ok(!shown.includes("150"));
  assert.ok(shown.includes("▲ 20"));
  assert.ok(shown.includes("★"));
});

test("the result is beside the root where the card has room for it", () => {
  const left = (changes, view) =>
    drawn(tree({ x: [170, 50, 150, 50], path: [0], ...changes }), view).box.find(
      ([, , , height]) => height === 22,
    )[0];
  assert.ok(left({}, { width: 300 }) > 170);
  assert.ok(left({ captioned: false }, { width: 300 }) > 170);
  assert.ok(left({ captioned: false }, { width: 200 }) < 150 - 40);
});

test("the result is below the caption where the root stands at the card's right edge", () => {
  const box = (x) =>
    drawn(tree({ x: [x, 50, 150, 50], path: [0] }), { width: 300 }).box.find(
      ([, , , height]) => height === 22,
    );
  const [beside, below] = [box(170), box(290)];
  assert.ok(below[0] + below[2] < 290 - tree().radius[0]); // not on the root, and inside the card
  assert.ok(below[1] - beside[1] > 20); // a line further down
});

test("a pill says how many children are not drawn; from afar it is a dot", () => {
  assert.ok(texts(drawn(tree())).includes("+3"));
  const far = drawn(tree(), { zoom: 0.5 });
  assert.ok(!texts(far).includes("+3"));
  assert.ok(far.circle.some(([x, y, r]) => x === 190 && y === 40 && r === 2.5));
});

test("names stand beside the nodes from near, where there is room", () => {
  assert.ok(!texts(drawn(tree())).includes("B1"));
  assert.ok(texts(drawn(tree(), { zoom: 2 })).includes("B1"));
  const tight = tree({ x: [100, 50, 55, 50] });
  assert.ok(!texts(drawn(tight, { zoom: 2 })).includes("B1"));
});

const UNPILLED = { pill_parent: [], pill_x: [], pill_y: [], pill_text: [], pill_opens: [] };
const wide = (changes = {}) =>
  tree({ x: [300, 150, 450, 150], width: 600, ...UNPILLED, captioned: false, ...changes });
const labelled = { hasLabels: true, width: 600 };

test("the path and the best sequence carry action and mean, beside their nodes", () => {
  const { text } = drawn(wide(), labelled);
  const at = (wanted) => text.find(([, , told]) => told.trim() === wanted);
  const [left, middle] = at("A1");
  assert.ok(left > 150 + 8 && left < 150 + 8 + 20);
  assert.equal(middle, 40);
  assert.ok(at("12")[0] > left); // its mean
  assert.ok(at("C1"), "the end of the path, without a mean yet");
  assert.ok(!at("B1"), "on neither way");
  assert.ok(!texts(drawn(wide(), { ...labelled, hasLabels: false })).includes("A1"));
  assert.ok(!texts(drawn(wide(), { ...labelled, zoom: 0.5 })).includes("A1"));
});

test("a label covers no node, and is left out where it would", () => {
  const far = (left) => drawn(wide({ x: [300, 150, left, 150] }), labelled).text;
  const place = (text) => text.find(([, , told]) => told === "A1");
  assert.ok(place(far(450))[0] > 150);
  // the neighbour stands where the label would
  const [left, middle] = place(far(180));
  assert.ok(left < 150 || Math.abs(middle - 40) > 8);
  const rows = { y: [10, 40, 40, 70] };
  const crowd = wide({
    ...rows,
    ...{
      x: [300, 60, 75, 45],
      parent: [-1, 0, 0, 0],
      path: [0, 1],
      best: [0],
      y: [10, 40, 40, 40],
    },
    width: 120,
  });
  assert.ok(!texts(drawn(crowd, { ...labelled, width: 90 })).includes("A1"));
});

test("a label moves with its node, and its place is found once for a size", () => {
  const motion = new Motion();
  const carry = () => ({ k: 1, x: 0, y: 0 });
  motion.show(prepare(wide()), 0, false, carry);
  motion.show(prepare(wide({ steps: 5, x: [300, 250, 450, 250] })), 0, false, carry);
  let measured = 0;
  const draw = (now) => {
    const written = new Map();
    /** @type {any} */
    const pen = {
      measure: (text) => {
        measured += 1;
        return 6 * text.length;
      },
      text: (x, _, text) => written.set(text, x),
    };
    for (const kind of ["curve", "circle", "polygon", "box"]) pen[kind] = () => {};
    const { scene } = motion.at(now);
    const look = { scale: 1, left: 0, top: 0, whole: true, height: 100, zoom: 1, hovered: -1 };
    paint(pen, scene, { ...look, ...labelled, hoveredPill: -1, lifted: false, theme: THEME });
    return written.get("A1") - scene.x[1];
  };
  const first = draw(10);
  const count = measured;
  measured = 0;
  assert.equal(draw(200), first);
  assert.equal(draw(5000), first);
  assert.ok(measured < 2 * count);
});

test("what is out of sight is not drawn", () => {
  const { circle } = drawn(tree({ x: [100, 50, 500, 50] }));
  assert.ok(!circle.some(([x]) => x === 500));
});

/** @type {Bracket} */
const BRACKET = {
  top: 20,
  bottom: 60,
  has_labels: true,
  rows: [
    { y: 20, height: 50, name: "Round 1", size: "2 × 9", state: "done", progress: null },
    { y: 70, height: 50, name: "Round 2", size: "1 × 20", state: "", progress: 0.5 },
  ],
  boxes: [
    box({ node: 1, row: 0, note: "stays", rank: "1st" }),
    box({ node: 2, row: 0, note: "out", rank: "2nd", is_out: true }),
    box({ node: 1, row: 1, note: "+10", rank: "1st", playouts: 19 }),
  ],
  undrawn: [],
};

/** @param {Partial<BracketBox>} changes */
function box(changes) {
  const plain = { node: 1, row: 0, width: 90, mean: 10, playouts: 9, note: "", rank: "" };
  return { ...plain, noise: "", is_out: false, ...changes };
}

test("rounds stand in rows, a box for each action, dashed where it is out", () => {
  const calls = drawn(tree({ bracket: BRACKET }));
  const said = texts(calls);
  for (const text of ["Round 1", "2 × 9", "done", "Round 2", "stays", "out", "+10", "1st"]) {
    assert.ok(said.includes(text), text);
  }
  const outlines = calls.box.filter(([, , width]) => width === 90);
  assert.deepEqual(
    outlines.map(([x, y, , , , look]) => [x + 45, y, Boolean(look.dash)]),
    [
      [50, 25, false],
      [150, 25, true],
      [50, 75, false],
    ],
  );
  // the box of the current path in the round that is played
  assert.deepEqual(
    outlines.map(([, , , , , look]) => look.stroke === "accent"),
    [false, false, true],
  );
});

test("an edge of the root goes down in its lane, and what is out stands back", () => {
  const { curve, polygon, circle } = drawn(tree({ bracket: BRACKET }));
  const edges = curve.filter(([points]) => points[0] === 100);
  assert.ok(edges.length > 0 && edges.every(([points]) => points[7] === 20));
  const lanes = polygon.filter(([points, look]) => look.open && points.length === 2);
  assert.deepEqual([...new Set(lanes.map(([[, [x]]]) => x))].sort(), [150, 190, 50]);
  const dotted = lanes.filter(([[[x]], look]) => look.dash && x !== 190); // what the root hides
  assert.deepEqual([dotted.length, dotted[0][0][0]], [1, [150, 20]]);
  const alphas = circle.filter(([, , , look]) => look.fill?.startsWith("shade"));
  assert.equal(alphas.find(([x, y]) => x === 150 && y === 40)[3].alpha, 0.8);
  assert.equal(alphas.find(([x, y]) => x === 50 && y === 40)[3].alpha, 1);
});

test("who lends its statistics has a ring and says so", () => {
  const ringed = ({ circle }) => circle.filter(([, , , look]) => look.stroke === "simulate");
  const calls = drawn(tree({ lender: 1 }), { theme: { ...THEME, simulate: "simulate" } });
  assert.deepEqual(ringed(calls)[0].slice(0, 2), [50, 40]);
  assert.ok(texts(calls).includes("lends AMAF"));
  assert.equal(ringed(drawn(tree())).length, 0);
});
