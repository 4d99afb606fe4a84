import assert from "node:assert/strict";
import { test } from "node:test";
import { KEYS, scrolls } from "../../../webapp/explorer/pages/explore/keys.js";
import { commandOf as commandAmong, isHelp } from "../../../webapp/explorer/shell/keys.js";

const commandOf = (event) => commandAmong(event, KEYS, scrolls);

/** @returns {any} a key that is pressed where the focus is */
const pressed = (key, modifiers = {}, target = {}) => ({
  key,
  ...modifiers,
  composedPath: () => [
    { tagName: "BODY", getAttribute: () => target.role ?? null, matches: () => false, ...target },
  ],
});

test("a key stands for a command, with Ctrl and Shift for another", () => {
  assert.equal(commandOf(pressed("ArrowRight")), "step-phase");
  assert.equal(commandOf(pressed("ArrowRight", { ctrlKey: true })), "step-iteration");
  assert.equal(commandOf(pressed("ArrowRight", { shiftKey: true })), "pan-right");
  assert.equal(commandOf(pressed("Z", { shiftKey: true })), "zoom-out");
});

test("other keys, and those of the browser and the system, are left alone", () => {
  assert.equal(commandOf(pressed("x")), null);
  assert.equal(commandOf(pressed("ArrowRight", { altKey: true })), null);
  assert.equal(commandOf(pressed("f", { metaKey: true })), null);
  assert.equal(commandOf(pressed("f", { ctrlKey: true })), null);
});

test("who types or moves a slider keeps the keys, a button its own two", () => {
  for (const tagName of ["INPUT", "SELECT", "TEXTAREA"]) {
    assert.equal(commandOf(pressed("ArrowRight", {}, { tagName })), null);
  }
  assert.equal(commandOf(pressed("ArrowRight", {}, { role: "slider" })), null);
  assert.equal(commandOf(pressed(" ", {}, { tagName: "BUTTON" })), null);
  assert.equal(commandOf(pressed("ArrowRight", {}, { tagName: "BUTTON" })), "step-phase");
});

test("lanes that have the focus scroll where there is more to see", () => {
  const lanes = { matches: () => true, scrollWidth: 900, clientWidth: 700, scrollHeight: 400 };
  assert.equal(commandOf(pressed("ArrowRight", {}, lanes)), null);
  assert.equal(commandOf(pressed("ArrowRight", {}, { ...lanes, clientWidth: 900 })), "step-phase");
  assert.equal(
    commandOf(pressed("ArrowDown", {}, { ...lanes, clientHeight: 400 })),
    "select-child",
  );
});

test("the question mark asks for help, but not in a text", () => {
  assert.equal(isHelp(pressed("?", { shiftKey: true })), true);
  assert.equal(isHelp(pressed("?", {}, { tagName: "INPUT" })), false);
});
