import assert from "node:assert/strict";
import test from "node:test";

import { placeOf } from "../../../../webapp/explorer/pages/race/chart.js";

test("a place of the axis has its digits and its unit", () => {
  assert.equal(placeOf(1, "playouts"), "1 playout");
  assert.equal(placeOf(2000, "playouts"), "2\u202f000 playouts");
  assert.equal(placeOf(0.25, "seconds of processor time"), "0.250 seconds of processor time");
});
