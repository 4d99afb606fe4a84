import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fromSlider,
  nearestStep,
  SPEED_STEPS,
  toSlider,
} from "../../../../webapp/explorer/cards/transport/speed.js";

test("the slider goes from the slowest to the fastest", () => {
  assert.deepEqual([toSlider(0.5), toSlider(1e6)], [0, 1]);
  assert.deepEqual([fromSlider(0), fromSlider(1)], [0.5, 1e6]);
});

test("a speed has two digits, and every step is where the slider puts it", () => {
  for (let place = 0; place <= 1; place += 0.01) {
    const speed = fromSlider(place);
    assert.ok(Math.abs(Number(speed.toPrecision(2)) - speed) < 1e-9 * speed, String(speed));
  }
  for (const speed of SPEED_STEPS) {
    assert.ok(Math.abs(fromSlider(toSlider(speed)) - speed) < 1e-9 * speed, String(speed));
  }
});

test("the list shows the step that is nearest in ratio", () => {
  assert.deepEqual([0.1, 1.3, 1.5, 60, 5000, 1e7].map(nearestStep), [0.5, 1, 2, 100, 10000, 1e6]);
});
