import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { createHover } from "../../../webapp/explorer/look/hover.js";

let sent = [];
let hovering = createHover(() => {});

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  sent = [];
  hovering = createHover((name, actions) => sent.push([name, actions]));
});

/** @returns {any} over these elements, from the inside out */
const over = (...elements) => ({ composedPath: () => elements });

test("only where the pointer rests is told, and once", () => {
  hovering.hover([1]);
  mock.timers.tick(50);
  hovering.hover([1, 2]);
  mock.timers.tick(80);
  hovering.hover([1, 2]);
  mock.timers.tick(80);
  assert.deepEqual(sent, [["hover", [1, 2]]]);
});

test("the innermost element that is about a node counts", () => {
  hovering.onHover(over({}, { dataset: { actions: "12,7" } }, { dataset: { actions: "12" } }));
  mock.timers.tick(80);
  assert.deepEqual(sent, [["hover", [12, 7]]]);
});

test("the root has no actions, and elsewhere no node is pointed at", () => {
  hovering.onHover(over({ dataset: { actions: "" } }));
  mock.timers.tick(80);
  hovering.onHover(over({ dataset: {} }, { id: "header" }));
  mock.timers.tick(80);
  assert.deepEqual(sent, [
    ["hover", []],
    ["hover", null],
  ]);
});

test("the tree and the board say themselves what is pointed at", () => {
  hovering.hover([3]);
  hovering.onHover(over({ dataset: {} }, { id: "tree" }));
  mock.timers.tick(80);
  assert.deepEqual(sent, [["hover", [3]]]);
});
