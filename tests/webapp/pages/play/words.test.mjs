import assert from "node:assert/strict";
import test from "node:test";

import { plural } from "../../../../webapp/explorer/look/numbers.js";
import { piecesOf } from "../../../../webapp/explorer/pages/play/page.js";

test("one is singular", () => {
  assert.equal(plural(1, "playout"), "1 playout");
  assert.equal(plural(0, "move"), "0 moves");
  assert.equal(plural(2000, "move"), "2\u202f000 moves");
});

test("what lies on a board is counted in its pieces", () => {
  /** @type {{ pieces: string, dominoes: [number, number][] }} */
  const stones = { pieces: "stones", dominoes: [] };
  assert.equal(piecesOf({ cells: [0, 1, 0], board: stones }), "1 stone");
  assert.equal(piecesOf({ cells: [2, 1, 0], board: stones }), "2 stones");
  /** @type {{ pieces: string, dominoes: [number, number][] }} */
  const dominoes = { pieces: "stones", dominoes: [[1, 0]] };
  assert.equal(piecesOf({ cells: [1, 1, 0], board: dominoes }), "1 domino");
  assert.equal(piecesOf({ cells: [1, 1, 2, 2], board: dominoes }), "2 dominoes");
});
