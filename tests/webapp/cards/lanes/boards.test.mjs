import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, round } from "../../../../webapp/explorer/cards/lanes/boards.js";

const sides = (path) => path.split("M").filter(Boolean).sort();

test("a single cell has four sides", () => {
  // a board two cells high: cell 2 is the lower one of the second column
  assert.deepEqual(sides(outline([2], 2)), ["1 1h1", "1 1v1", "1 2h1", "2 1v1"]);
});

test("sides between the cells of a group are left out", () => {
  assert.deepEqual(sides(outline([0, 1], 2)), [
    "0 0h1",
    "0 0v1",
    "0 1v1",
    "0 2h1",
    "1 0v1",
    "1 1v1",
  ]);
});

test("the top of a column is no neighbour of the next one's bottom", () => {
  assert.equal(sides(outline([1, 2], 2)).length, 8);
});

test("places have two decimals", () => {
  assert.equal(round(1.23456), 1.23);
});
