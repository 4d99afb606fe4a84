import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "../../../../webapp/explorer/cards/tree/motion.js";
import { describe } from "../../../../webapp/explorer/cards/tree/words.js";
import { tree } from "./frames.mjs";

test("a node is described by its name, depth, visits, mean and best score", () => {
  assert.deepEqual(describe(prepare(tree()), 1), {
    name: "A1",
    depth: "depth 1",
    text: "200 visits, mean 12, top 20",
    more: "",
  });
  assert.equal(describe(prepare(tree()), 0).depth, "");
  assert.equal(describe(prepare(tree()), 3).text, "1 visit, mean –");
});

test("what else is known of a node is told, and a win rate is a win rate", () => {
  const values = {
    mean: [0.5, 0.625, 0.4, null],
    top: [null, null, null, null],
  };
  const of = (mean_title) => prepare(tree({ percent: true, mean_title, ...values }));
  const frame = of("Win rate of the search");
  assert.equal(describe(of("Score of the search"), 2).text, "1 visit, score 40%");
  assert.deepEqual(describe(frame, 2), {
    name: "B1",
    depth: "depth 1",
    text: "1 visit, win rate 40%",
    more: "proven draw",
  });
});
