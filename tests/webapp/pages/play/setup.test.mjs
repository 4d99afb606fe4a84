// The players' card before Python has told anything, in elements that only keep what is set.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createSetup } from "../../../../webapp/explorer/pages/play/setup.js";

class Part extends EventTarget {
  value = "";
  textContent = "";
  max = "1";
  checked = false;
  dataset = { paces: "[1, 10, null]" };
  style = { setProperty() {} };
  setAttribute() {}
  querySelectorAll() {
    return [];
  }
}

let parts, sent, setup;

function one(selector) {
  if (!parts.has(selector)) parts.set(selector, new Part());
  return parts.get(selector);
}

beforeEach(() => {
  parts = new Map();
  sent = [];
  one("[data-limit='amount']").value = "0";
  one("[data-pace]").value = "0";
  one("seconds").value = "seconds";
  const all = (selector) => (selector === "[name='play-limit']" ? [one("seconds")] : []);
  const send = (name, value) => sent.push([name, value]);
  setup = createSetup({ one, all, send, icons: {}, isHeard: () => true });
});

test("seconds and the slider wait for what may be chosen", () => {
  one("seconds").dispatchEvent(new Event("change"));
  for (const type of ["input", "change"])
    one("[data-limit='amount']").dispatchEvent(new Event(type));
  assert.deepEqual(sent, []);
  assert.equal(one("[data-limit='amount']").max, "1"); // no slider from 0 to -1
});

test("another game is begun as the card stands", () => {
  setup.newGame(true);
  assert.equal(sent[0][0], "new");
});

test("every control answers without an error", () => {
  const errors = [];
  const keep = (error) => errors.push(error);
  process.on("uncaughtException", keep); // of a listener, as Node tells them
  for (const part of [...parts.values()])
    for (const type of ["input", "change"]) part.dispatchEvent(new Event(type));
  return new Promise((resolve) => setImmediate(resolve)).then(() => {
    process.off("uncaughtException", keep);
    assert.deepEqual(errors, []);
  });
});
