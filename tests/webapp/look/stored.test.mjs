import assert from "node:assert/strict";
import { test } from "node:test";
import {
  damage,
  isCount,
  isText,
  readStored,
  soundEntries,
  wasDamaged,
} from "../../../webapp/explorer/look/stored.js";

function storage(values) {
  const kept = new Map(Object.entries(values));
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}

const texts = (value) => soundEntries(value, isText);

test("what is sound is read, and nothing is said", () => {
  const kept = storage({ a: '{"x":"y"}' });
  assert.deepEqual(
    readStored(() => kept, "a", texts, "code"),
    { x: "y" },
  );
  assert.equal(
    readStored(() => kept, "b", texts, "code"),
    null,
  );
  assert.equal(damage(), "");
});

test("damaged values are dropped, what is sound of them stays, and both are told", () => {
  for (const value of ["7", "null", "[]", "{", "", '"x"', "undefined"]) {
    const kept = storage({ gone: value });
    assert.equal(
      readStored(() => kept, "gone", texts, "your code"),
      null,
      value,
    );
    assert.equal(kept.getItem("gone"), null, value);
  }
  const kept = storage({ half: '{"x":"y","z":7}' });
  assert.deepEqual(
    readStored(() => kept, "half", texts, "your games"),
    { x: "y" },
  );
  assert.equal(kept.getItem("half"), '{"x":"y"}');
  assert.equal(wasDamaged("half"), true);
  assert.equal(wasDamaged("a"), false);
  assert.match(damage(), /kept of your code and your games was damaged/);
});

test("a storage that is forbidden holds nothing", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  assert.equal(readStored(forbidden, "x", texts, "x"), null);
});

test("counts are whole and not negative", () => {
  assert.deepEqual([0, 3, -1, 1.5, "3", null].map(isCount), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
