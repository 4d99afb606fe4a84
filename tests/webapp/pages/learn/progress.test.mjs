import assert from "node:assert/strict";
import test from "node:test";
import { createProgress, isUnknown } from "../../../../webapp/explorer/pages/learn/progress.js";

function storage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}

const openTab = () => {
  globalThis.sessionStorage = storage();
};

const openBrowser = () => {
  globalThis.localStorage = storage();
  openTab();
};

test("a first visit lasts through reloads, a later one is another", () => {
  openBrowser();
  assert.equal(isUnknown(), true);
  assert.equal(isUnknown(), true, "reloaded");
  openTab();
  assert.equal(isUnknown(), false);
});

test("who has read in Learn knows it", () => {
  openBrowser();
  assert.equal(isUnknown(), true);
  createProgress().note("random-games", 1);
  assert.equal(isUnknown(), false);
});

test("where nothing can be kept, every visit is a first one", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  globalThis.localStorage = { getItem: forbidden, setItem: forbidden };
  globalThis.sessionStorage = globalThis.localStorage;
  assert.equal(isUnknown(), true);
});
