import assert from "node:assert/strict";
import { test } from "node:test";
import { plural } from "../../../../webapp/explorer/look/numbers.js";
import {
  decimal,
  inOrder,
  rate,
  score,
  signed,
  time,
} from "../../../../webapp/explorer/pages/results/numbers.js";

test("decimals, thousands apart by a thin space, missing ones as a dash", () => {
  assert.equal(decimal(1234.56, 1), "1\u202f234.6");
  assert.equal(decimal(-0.04, 1), "0.0");
  assert.equal(decimal(-3.25, 2), "−3.25");
  assert.equal(decimal(null, 1), "–");
  assert.equal(decimal(undefined, 1), "–");
});

test("a difference has its sign", () => {
  assert.deepEqual(
    [12.34, -12.34, 0].map((value) => signed(value, 1)),
    ["+12.3", "−12.3", "0.0"],
  );
});

test("scores are whole where they are, times have the digits that matter", () => {
  assert.deepEqual([2049, 204.5, null].map(score), ["2\u202f049", "204.5", "–"]);
  assert.deepEqual([0.012, 9.87, 600.4, null].map(time), ["0.01 s", "9.9 s", "600 s", "–"]);
  assert.deepEqual([203534, null].map(rate), ["204\u202f000", "–"]);
  assert.deepEqual([plural(1, "board"), plural(20, "board")], ["1 board", "20 boards"]);
});

const COLUMNS = [
  { name: "name", value: (item) => item.name },
  { name: "score", value: (item) => item.score },
  { name: "plot" },
];
const ITEMS = [
  { name: "10", score: 3 },
  { name: "9", score: null },
  { name: "2", score: 7 },
];
const sorted = (by, down) => inOrder(ITEMS, { by, down }, COLUMNS).map(({ name }) => name);

test("names are in the order of the numbers in them", () => {
  assert.deepEqual(sorted("name", false), ["2", "9", "10"]);
  assert.deepEqual(sorted("name", true), ["10", "9", "2"]);
});

test("what has no value is last in either direction", () => {
  assert.deepEqual(sorted("score", false), ["10", "2", "9"]);
  assert.deepEqual(sorted("score", true), ["2", "10", "9"]);
});

test("without a column the order stays, and a sorted table is another list", () => {
  assert.deepEqual(sorted(null, false), ["10", "9", "2"]);
  assert.deepEqual(
    ITEMS.map(({ name }) => name),
    ["10", "9", "2"],
  );
});
