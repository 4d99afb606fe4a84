import assert from "node:assert/strict";
import { test } from "node:test";
import { keepTyped } from "../../../webapp/explorer/look/typed.js";

class Field extends EventTarget {
  value = "";

  type(text) {
    this.value = text;
    this.dispatchEvent(new Event("input"));
  }
}

for (const end of ["change", "blur"]) {
  test(`what is typed stays until the field's ${end}`, () => {
    const field = new Field();
    const show = keepTyped(field);
    show("15x15x5:1");
    assert.equal(field.value, "15x15x5:1");
    field.type("6x6x3");
    show("15x15x5:1");
    assert.equal(field.value, "6x6x3");
    field.dispatchEvent(new Event(end));
    show("6x6x3:1");
    assert.equal(field.value, "6x6x3:1");
  });
}
