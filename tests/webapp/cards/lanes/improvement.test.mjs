import assert from "node:assert/strict";
import { test } from "node:test";
import { bars, place } from "../../../../webapp/explorer/cards/lanes/improvement.js";

test("a bar stands on its ply, the highest one is 1 high", () => {
  assert.equal(bars([0, 4, 2]), "M1.1 0v-1h0.8V0zM2.1 0v-0.5h0.8V0z");
});

test("the bars of the gains hang", () => {
  assert.equal(bars([30, 0], true), "M0.1 0v1h0.8V0z");
});

test("what is not 0 is seen, what is 0 is not", () => {
  assert.equal(bars([1, 1000, 0]).split("z").length, 3);
  assert.match(bars([1, 1000]), /^M0\.1 0v-0\.1h/);
  assert.equal(bars([0, 0]), "");
  assert.equal(bars([]), "");
});

test("many bars touch", () => {
  assert.match(bars(new Array(81).fill(1)), /^M0 0v-1h1V0z/);
});

test("a cut stands where the kept moves end, never outside", () => {
  assert.equal(place(0, 40), "0%");
  assert.equal(place(10, 40), "25%");
  assert.equal(place(41, 40), "100%");
  assert.equal(place(1, 0), "0%");
});
