import assert from "node:assert/strict";
import { test } from "node:test";

import { createChecks } from "../../../../webapp/explorer/cards/source/checks.js";

function checked() {
  const asked = [];
  let tasks = [];
  const checks = createChecks(
    (number, text) => asked.push([number, text]),
    (task, ms) => tasks.push([task, ms]),
  );
  const rest = () => {
    const rested = tasks;
    tasks = [];
    for (const [task] of rested) task();
  };
  return { asked, checks, rest, waits: () => tasks.map(([, ms]) => ms) };
}

test("only the text at which the keys rest is checked", () => {
  const { asked, checks, rest, waits } = checked();
  for (const text of ["a", "ab", "abc"]) checks.typed(text);
  assert.deepEqual(waits(), [400, 400, 400]);
  rest();
  assert.deepEqual(asked, [[3, "abc"]]);
  assert.equal(checks.isNew(3), true);
});

test("while one is checked the newest waits, and the answer about the old is not shown", () => {
  const { asked, checks, rest } = checked();
  checks.typed("a");
  rest();
  checks.typed("ab");
  rest();
  checks.typed("abc");
  rest();
  assert.deepEqual(asked, [[1, "a"]]);
  assert.equal(checks.isNew(1), false);
  assert.deepEqual(asked[1], [3, "abc"]);
  assert.equal(checks.isNew(3), true);
});

test("what has been typed since makes an answer old, though its keys have not rested", () => {
  const { asked, checks, rest } = checked();
  checks.typed("a");
  rest();
  checks.typed("ab");
  assert.equal(checks.isNew(1), false);
  rest();
  assert.deepEqual(asked, [
    [1, "a"],
    [2, "ab"],
  ]);
});

test("after Run nothing typed before is checked or shown", () => {
  const { asked, checks, rest } = checked();
  checks.typed("a");
  rest();
  checks.typed("ab");
  checks.drop();
  rest();
  assert.deepEqual(asked, [[1, "a"]]);
  assert.equal(checks.isNew(1), false);
});
