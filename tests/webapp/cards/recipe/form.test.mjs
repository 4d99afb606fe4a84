import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOf } from "../../../../webapp/explorer/cards/recipe/form.js";

/** @returns {FormSection[]} */
const form = (field = {}, section = {}) => [
  {
    title: "Search",
    folded: false,
    changed: false,
    fields: [
      { name: "c", label: "C", help: "", kind: "slider", changed: false, value: 3, ...field },
    ],
    ...section,
  },
];

test("another value, text or error keeps the controls", () => {
  const other = form({ value: 4, changed: true, error: "too much", label: "Exploration" });
  assert.equal(shapeOf(other), shapeOf(form()));
});

test("another field, kind or section makes new ones", () => {
  for (const other of [form({ name: "d" }), form({ kind: "text" }), form({}, { title: "Run" })]) {
    assert.notEqual(shapeOf(other), shapeOf(form()));
  }
});
