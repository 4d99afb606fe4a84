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

/** Some groups of cells of a large board, the same in every run. */
function* groups(count) {
  let seed = 1;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let i = 0; i < count; i++) {
    yield [...new Set(Array.from({ length: 1 + random(20) }, () => random(36)))];
  }
}

const large = {
  ...ONE_TILE,
  width: 6,
  height: 6,
  x: Array.from({ length: 36 }, (_, i) => 0.5 + Math.floor(i / 6)),
  y: Array.from({ length: 36 }, (_, i) => 0.5 + (i % 6)),
};

/** The sides of a cell, whichever side of them it is on. */
function around(board_, cell) {
  const [x, y] = middle(board_, cell).map((at) => at - 0.5);
  return [`${x} ${y}v1`, `${x + 1} ${y}v1`, `${x} ${y}h1`, `${x} ${y + 1}h1`];
}

test("an outline is all sides that one cell of the group has alone, each once", () => {
  for (const group of groups(300)) {
    const all = group.flatMap((cell) => around(large, cell));
    const alone = all.filter((side) => all.indexOf(side) === all.lastIndexOf(side));
    assert.deepEqual(sides(outline(large, group)), alone.sort());
  }
});

test("a ring has a line around it and one in its hole", () => {
  const ring = [0, 1, 2, 6, 8, 12, 13, 14];
  const hole = around(large, 7);
  const found = sides(outline(large, ring));
  assert.equal(found.length, 12 + 4);
  assert.ok(hole.every((side) => found.includes(side)));
});

test("cells that touch at a corner are apart", () => {
  for (const pair of [
    [0, 7],
    [1, 6],
  ]) {
    assert.deepEqual(
      sides(outline(large, pair)),
      pair.flatMap((cell) => around(large, cell)).sort(),
    );
  }
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
