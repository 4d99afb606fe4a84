import assert from "node:assert/strict";
import { test } from "node:test";
import { Motion, prepare } from "../../../../webapp/explorer/cards/tree/motion.js";
import { tree } from "./frames.mjs";

const STAY = () => ({ k: 1, x: 0, y: 0 });

function motionTo(first, second, turn = STAY) {
  const motion = new Motion();
  motion.show(prepare(first), 0, false, STAY);
  motion.show(prepare(second), 1000, false, turn);
  return motion;
}

const moved = (changes = {}) =>
  tree({ steps: 5, phase: 1, x: [100, 60, 150, 60], new: [], ...changes });

test("nodes are named by the actions that lead to them", () => {
  const frame = prepare(tree({ twins: [[2, 3]] }));
  assert.deepEqual(frame.actions, ["", "5", "7", "5,2"]);
  assert.equal(frame.index.get("5,2"), 3);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => Boolean(frame.isTwin[i])),
    [false, false, true, false],
  );
});

test("the first frame is there at once", () => {
  const motion = new Motion();
  motion.show(prepare(tree()), 0, false, STAY);
  const { scene, resting } = motion.at(0);
  assert.deepEqual([scene.x, scene.mean, resting], [tree().x, tree().mean, true]);
});

test("a node glides from where it was to exactly where it is", () => {
  const motion = motionTo(tree(), moved());
  assert.equal(motion.at(1000).scene.x[1], 50);
  const half = motion.at(1130).scene.x[1];
  assert.ok(half > 50 && half < 60, String(half));
  assert.equal(motion.at(1130).resting, false);
  assert.deepEqual(motion.at(Infinity).scene.x, moved().x);
  assert.equal(motion.at(Infinity).resting, true);
});

test("what no phase has brought comes to rest too", () => {
  assert.equal(motionTo(tree(), moved({ phase: 0 })).at(Infinity).resting, true);
});

test("a node is found again when its number has changed", () => {
  const next = moved({
    parent: [-1, 0, 0, 2],
    action: [-1, 7, 5, 2],
    x: [100, 150, 60, 60],
  });
  assert.deepEqual(motionTo(tree(), next).at(1000).scene.x, [100, 150, 50, 50]);
});

test("a new node comes out of its parent, one that is gone fades where it was", () => {
  const next = moved({ action: [-1, 5, 7, 3] });
  const { scene } = motionTo(tree(), next).at(1000);
  assert.deepEqual([scene.x[3], scene.y[3], scene.alpha[3]], [50, 40, 0]);
  assert.deepEqual(scene.leaving, [{ x: 50, y: 70, r: 4, alpha: 1 }]);
  assert.deepEqual(motionTo(tree(), next).at(1200).scene.leaving, []);
});

test("the view's change is carried into the old places", () => {
  const { scene } = motionTo(tree(), moved(), () => ({ k: 2, x: 10, y: 0 })).at(1000);
  assert.deepEqual([scene.x[1], scene.y[1], scene.radius[1]], [110, 80, 16]);
});

test("another tree is a cut, and so is motion that has no time", () => {
  const other = moved({ action: [-1, 1, 2, 3] });
  assert.equal(motionTo(tree(), other).at(1000).resting, true);
  const fast = motionTo(tree(), moved({ pace: 20 })).at(1000);
  assert.deepEqual([fast.scene.x[1], fast.resting], [60, true]);
});

test("selection draws the path edge by edge", () => {
  const motion = motionTo(tree(), moved());
  assert.equal(motion.at(1000).scene.grown, 0);
  const between = motion.at(1090).scene.grown;
  assert.ok(between > 0 && between < 2, String(between));
  assert.equal(motion.at(1180).scene.grown, 3);
});

test("backpropagation changes the numbers of the path from its end up", () => {
  const before = tree({ steps: 3, phase: 3, visits: [299, 199, 1, 0] });
  const motion = motionTo(before, tree({ steps: 4 }));
  const { scene } = motion.at(1000 + 80);
  assert.equal(scene.visits[3], 1);
  assert.equal(scene.visits[0], 299);
  assert.deepEqual(motion.at(Infinity).scene.visits, tree().visits);
});
