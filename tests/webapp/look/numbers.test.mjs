import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed, measure, number, shortCount } from "../../../webapp/explorer/look/numbers.js";

test("a tie goes to the even digit", () => {
  assert.deepEqual(
    [0.5, 1.5, 2.5, -2.5].map((value) => fixed(value, 0)),
    ["0", "2", "2", "−2"],
  );
  assert.deepEqual(
    [0.25, 0.75, 2.35, -2.75].map((value) => fixed(value, 1)),
    ["0.2", "0.8", "2.4", "−2.8"],
  );
  assert.deepEqual(
    [3.125, 3.375, 1.45].map((value) => fixed(value, 2)),
    ["3.12", "3.38", "1.45"],
  );
});

test("what rounds to nothing has no sign", () => {
  assert.equal(fixed(-0.04, 1), "0.0");
  assert.equal(number(-0.4), "0");
  assert.equal(measure(-1e-10, false), "0.000000000");
});

test("thousands are apart by a thin space, and minus is a minus sign", () => {
  assert.equal(number(1234567.4), "1\u202f234\u202f567");
  assert.equal(number(-1234), "−1\u202f234");
});

test("a mean is a win rate, a score with the decimals it needs, or missing", () => {
  assert.equal(measure(0.52496, true), "52%");
  assert.equal(measure(null, true), "–");
  assert.equal(measure(13, false), "13");
  assert.equal(measure(13.24, false), "13.2");
  assert.equal(measure(-0.0421, false), "−0.0421");
  assert.equal(measure(123.45, false), "123");
});

test("counts are short inside a node", () => {
  assert.deepEqual([7, 999, 1402, 9949, 9950, 1234567].map(shortCount), [
    "7",
    "999",
    "1.4k",
    "9.9k",
    "10k",
    "1.2M",
  ]);
});
