import assert from "node:assert/strict";
import { test } from "node:test";
import { meansAxis, namesOf, ticks } from "../../../../webapp/explorer/pages/results/plot.js";

test("ticks are round, within the ends, and no more than asked for", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(-130, 260, 5), [-100, 0, 100, 200]);
  assert.deepEqual(ticks(2210, 2790, 4), [2400, 2600]);
});

test("no tick has the name of another value", () => {
  assert.deepEqual(namesOf(ticks(80.6, 89.7, 4)), ["82.5", "85.0", "87.5"]);
  assert.deepEqual(namesOf(ticks(-1.1, 1.1, 5)), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
  assert.deepEqual(namesOf(ticks(2210, 2790, 4)), ["2\u202f400", "2\u202f600"]);
  assert.deepEqual(namesOf(ticks(0, 0.5, 5)), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
});

/** @returns {any} */
const line = (mean, published, spread) => ({ mean, published, difference_interval: spread });

test("an axis holds all means with their intervals and what is published", () => {
  const lines = [line(2500, 2600, 50), line(2400, null, 30), line(null, null, null)];
  const { share } = meansAxis(lines);
  for (const value of [2370, 2550, 2600]) assert.ok(share(value) > 0 && share(value) < 1);
  assert.ok(share(2300) < 0);
  assert.ok(share(2700) > 1);
});
