import assert from "node:assert/strict";
import test from "node:test";
import { pressOf } from "../../../../webapp/explorer/pages/learn/claim.js";

test("the dots are those of the last press, or of the one under way", () => {
  const of = (count, isRunning) =>
    pressOf({ dots: "01".repeat(count).slice(0, count), block: 20, isRunning }).length;
  assert.equal(of(0, true), 0);
  assert.equal(of(7, true), 7);
  assert.equal(of(20, false), 20);
  assert.equal(of(20, true), 0, "the next press has begun");
  assert.equal(of(43, true), 3);
});
