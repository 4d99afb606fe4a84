import assert from "node:assert/strict";
import { test } from "node:test";

import { createWatch } from "../../../../webapp/explorer/cards/source/watch.js";

function watched() {
  const told = [];
  let answer = null;
  let time = 100;
  const site = { ask: () => new Promise((resolve) => (answer = resolve)) };
  const watch = createWatch(
    site,
    (isLate) => told.push(isLate),
    () => time,
  );
  const later = (ms) => {
    time += ms;
    watch.look();
  };
  return { told, later, answer: () => answer() };
}

test("a worker that answers is not late", async () => {
  const { told, later, answer } = watched();
  for (let turn = 0; turn < 5; turn += 1) {
    later(1000);
    answer();
    await Promise.resolve();
  }
  assert.deepEqual(told, []);
});

test("one that does not is late after a while, and no longer when it does", async () => {
  const { told, later, answer } = watched();
  later(1000);
  later(1000);
  later(1000);
  assert.deepEqual(told, []);
  later(1500);
  later(1000);
  assert.deepEqual(told, [true]);
  answer();
  await Promise.resolve();
  assert.deepEqual(told, [true, false]);
});
