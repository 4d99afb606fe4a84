import assert from "node:assert/strict";
import { test } from "node:test";
import { mark, middle, ONE_TILE, outline, round } from "../../../webapp/explorer/look/boards.js";
import { MARKS } from "../../../webapp/explorer/look/marks.js";

// two columns, two cells high; cell 2 is the lower one of the second column
const board = {
  ...ONE_TILE,
  width: 2,
  height: 2,
  x: [0.5, 0.5, 1.5, 1.5],
  y: [0.5, 1.5, 0.5, 1.5],
};
const sides = (path) => path.split("M").filter(Boolean).sort();

test("a single cell has four sides", () => {
  assert.deepEqual(sides(outline(board, [2])), ["1 1h1", "1 1v1", "1 2h1", "2 1v1"]);
});

test("sides between the cells of a group are left out", () => {
  assert.deepEqual(sides(outline(board, [0, 1])), [
    "0 0h1",
    "0 0v1",
    "0 1v1",
    "0 2h1",
    "1 0v1",
    "1 1v1",
  ]);
});

test("the top of a column is no neighbour of the next one's bottom", () => {
  assert.equal(sides(outline(board, [1, 2])).length, 8);
});

test("a stone has a ring around it", () => {
  assert.equal(outline({ ...board, pieces: "stones" }, [0, 3]).split("z").length, 3);
});

test("the board's places are turned over: y goes downwards", () => {
  assert.deepEqual(middle(board, 0), [0.5, 1.5]);
});

test("a mark lies around its place and stays in its cell", () => {
  assert.equal(mark(3, 2.5, 1.5), "M2.34 1.34L2.66 1.34L2.66 1.66L2.34 1.66z");
  for (const { radius, corners } of MARKS) {
    assert.ok(radius < 0.25 && corners.flat().every((at) => Math.abs(at) < 0.25));
    assert.equal(radius > 0, corners.length === 0);
  }
});

test("places have two decimals", () => {
  assert.equal(round(1.23456), 1.23);
});
