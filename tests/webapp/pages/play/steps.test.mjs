import assert from "node:assert/strict";
import { test } from "node:test";
import { nextCells, pointedAt, stillMeant } from "../../../../webapp/explorer/pages/play/steps.js";

const target = (action, steps, in_order = true) => ({
  action,
  name: `action ${action}`,
  cells: [],
  steps,
  in_order,
});
const PIECES = [target(0, [1, 5]), target(1, [1, 6]), target(2, [2, 6])];
const DOMINOES = [target(0, [0, 1], false), target(1, [1, 2], false), target(2, [0, 3], false)];
const PROMOTIONS = [target(0, [4, 9]), target(1, [4, 9]), target(2, [4, 8])];

test("a piece takes two cells, its own first", () => {
  assert.deepEqual([...nextCells(PIECES, [])], [1, 2]);
  assert.deepEqual(pointedAt(PIECES, [], 1), { play: null, chosen: [1], isStuck: false });
  assert.deepEqual([...nextCells(PIECES, [1])], [5, 6]);
  assert.equal(pointedAt(PIECES, [1], 6).play, PIECES[1]);
  // also the only move of a piece is not made before its end is pointed at
  assert.equal(pointedAt(PIECES, [], 2).play, null);
  assert.equal(pointedAt(PIECES, [2], 6).play, PIECES[2]);
});

test("another piece begins anew, the same one or nothing gives up", () => {
  assert.deepEqual(pointedAt(PIECES, [1], 2).chosen, [2]);
  assert.deepEqual(pointedAt(PIECES, [1], 1).chosen, []);
  assert.deepEqual(pointedAt(PIECES, [1], 8).chosen, []);
});

test("without an order the cells may come as one likes", () => {
  assert.equal(pointedAt(DOMINOES, [1], 0).play, DOMINOES[0]);
  assert.equal(pointedAt(DOMINOES, [0], 1).play, DOMINOES[0]);
  assert.equal(pointedAt(DOMINOES, [3], 0).play, DOMINOES[2]);
});

test("what several actions do alike is left to the list", () => {
  const { play, chosen, isStuck } = pointedAt(PROMOTIONS, [4], 9);
  assert.deepEqual([play, chosen, isStuck], [null, [4, 9], true]);
  assert.deepEqual(stillMeant(PROMOTIONS, chosen), PROMOTIONS.slice(0, 2));
  assert.equal(pointedAt(PROMOTIONS, [4], 8).play, PROMOTIONS[2]);
});

test("every action can be made, or is left with those that change the same cells", () => {
  for (const targets of [PIECES, DOMINOES, PROMOTIONS])
    for (const each of targets) {
      const end = each.steps.reduce(
        (at, cell) => (at.play ? at : pointedAt(targets, at.chosen, cell)),
        { play: null, chosen: [], isStuck: false },
      );
      assert.ok(
        end.play === each || (end.isStuck && stillMeant(targets, end.chosen).includes(each)),
      );
    }
});
