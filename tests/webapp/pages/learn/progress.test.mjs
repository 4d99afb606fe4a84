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

test("a chapter is done when it is read, its questions are answered and its claim is checked", () => {
  openBrowser();
  const progress = createProgress();
  const left = () => createProgress().left("random-games", 3, [2]);
  progress.note("random-games", 3);
  assert.deepEqual(left(), { steps: 2, questions: 1, claim: 1 }, "the last step alone is not it");
  progress.note("random-games", 1);
  progress.note("random-games", 2);
  progress.answered("random-games", 2);
  assert.deepEqual(left(), { steps: 0, questions: 0, claim: 1 });
  progress.checked("random-games");
  assert.deepEqual(left(), { steps: 0, questions: 0, claim: 0 });
  progress.clear();
  assert.deepEqual(left(), { steps: 3, questions: 1, claim: 1 });
});

test("what an older version has kept is read on", () => {
  openBrowser();
  localStorage.setItem("learn", JSON.stringify({ seen: { a: [1, 2] }, last: null }));
  assert.deepEqual(createProgress().left("a", 2, []), { steps: 0, questions: 0, claim: 1 });
});
