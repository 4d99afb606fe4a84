import assert from "node:assert/strict";
import test from "node:test";
import { isSmall } from "../../../../webapp/explorer/pages/learn/shrinking.js";

const large = { mark: 500, edge: 372, scroll: 0, grownAt: null };
const passed = { mark: 300, edge: 372, scroll: 400, grownAt: null };

test("the stage is small when what it is needed for has gone under it", () => {
  assert.equal(isSmall(large), false);
  assert.equal(isSmall(passed), true);
});

test("a tap makes it large until the reader scrolls on", () => {
  assert.equal(isSmall({ ...passed, grownAt: 400 }), false);
  assert.equal(isSmall({ ...passed, scroll: 410, grownAt: 400 }), false);
  assert.equal(isSmall({ ...passed, scroll: 430, grownAt: 400 }), true);
  assert.equal(isSmall({ ...passed, scroll: 370, grownAt: 400 }), true);
});
