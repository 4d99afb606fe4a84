import assert from "node:assert/strict";
import test from "node:test";
import { duration } from "../../../../webapp/explorer/pages/learn/claim.js";
import { nearest } from "../../../../webapp/explorer/pages/learn/question.js";

const cells = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0.5, y: 0.87 },
  { x: 4, y: 0 },
];

test("an arrow goes to the nearest choice in its direction", () => {
  assert.equal(nearest(cells, 0, [1, 0]), 1);
  assert.equal(nearest(cells, 1, [1, 0]), 3);
  assert.equal(nearest(cells, 0, [0, 1]), 2);
  assert.equal(nearest(cells, 0, [-1, 0]), null);
});

test("a check's time is told in whole seconds", () => {
  assert.equal(duration(0), "");
  assert.equal(duration(0.4), ", under 1 s");
  assert.equal(duration(3.6), ", 4 s");
});
