import assert from "node:assert/strict";
import { test } from "node:test";
import { freeHeight, spread } from "../../../../webapp/explorer/pages/race/chart_words.js";

test("labels are spread in their order, as near to their lines as there is room", () => {
  assert.deepEqual(spread([10, 60, 100], 0, 200, 20), [10, 60, 100]);
  assert.deepEqual(spread([50, 50, 52], 0, 200, 20), [50, 70, 90]);
  const low = spread([198, 199, 190], 0, 200, 20);
  assert.deepEqual(low, [180, 200, 160]);
});

test("the text of a passing covers no other", () => {
  const one = { at: 100, half: 50, y: 188 };
  const beside = { at: 230, half: 60, y: 188 };
  const over = { at: 130, half: 60, y: 188 };
  assert.equal(freeHeight([one], beside, 100, 188), 188);
  assert.equal(freeHeight([one], over, 100, 188), 170);
  assert.equal(freeHeight([{ ...one, y: 150 }], { ...over, y: 155 }, 100, 188), 168);
  assert.equal(freeHeight([one, { ...one, y: 170 }], over, 100, 188), 152);
});
