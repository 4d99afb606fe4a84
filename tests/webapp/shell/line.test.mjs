import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createLine } from "../../../webapp/explorer/shell/line.js";

function open() {
  const delivered = [];
  const line = createLine((events) => delivered.push(events));
  return {
    line,
    delivered,
    newest: () => delivered.at(-1).map(([, name, value]) => [name, value]),
  };
}

test("an event is sent again until it has been heard", () => {
  const { line, delivered } = open();
  line.send("play");
  line.send("select", [1, 2]);
  assert.deepEqual(delivered.at(-1), [
    [1, "play", null],
    [2, "select", [1, 2]],
  ]);
  line.hear(2);
  line.send("pause");
  assert.deepEqual(delivered.at(-1), [[3, "pause", null]]);
});

test("only one word of arrival stands in the list", () => {
  const { line, newest } = open();
  line.send("hello", "a");
  line.send("play");
  line.send("hello", "b");
  assert.deepEqual(newest(), [
    ["play", null],
    ["hello", "b"],
  ]);
});

test("of wishes only the newest is sent when the one before has been heard", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, newest, delivered } = open();
  for (const place of [10, 20, 30]) line.send("jump", place);
  assert.equal(delivered.length, 1);
  assert.equal(line.isHeard("jump"), false);
  line.hear(1);
  assert.equal(line.isHeard("jump"), false); // 30 still waits
  line.goOn();
  assert.deepEqual(newest(), [["jump", 30]]);
  line.hear(2);
  assert.equal(line.isHeard("jump"), true);
  mock.timers.reset();
});

test("a wish that waited is forgotten when a newer one goes out before it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, newest } = open();
  line.send("jump", 1);
  line.send("jump", 2); // waits for the answer
  line.hear(1); // which is there, but its picture is not on the screen yet
  line.send("jump", 3);
  assert.deepEqual(newest().at(-1), ["jump", 3]);
  line.hear(2);
  assert.equal(line.isHeard("jump"), true);
  line.goOn();
  mock.timers.tick(500);
  assert.deepEqual(newest().at(-1), ["jump", 3]);
  mock.timers.reset();
});

test("a wish does not wait for ever, and goes before what is clicked after it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, newest } = open();
  line.send("speed", 1);
  line.send("speed", 2);
  mock.timers.tick(500);
  assert.deepEqual(newest().at(-1), ["speed", 2]);
  line.send("speed", 3);
  line.send("play");
  assert.deepEqual(newest().slice(-2), [
    ["speed", 3],
    ["play", null],
  ]);
  mock.timers.reset();
});
