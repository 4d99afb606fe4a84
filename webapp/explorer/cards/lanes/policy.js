// The policy at one position: the softmax with its numbers, every move's weight and probability
// before and after an adaptation, and the adaptation's own rule.

import { ONE_TILE, round } from "../../look/boards.js";
import { make } from "../../look/dom.js";
import { board } from "../../look/small_board.js";

/**
 * @param {(Node | string)[]} above
 * @param {(Node | string)[]} below
 */
const fraction = (above, below) =>
  make("span", { class: "fraction" }, make("span", {}, ...above), make("span", {}, ...below));
/** @param {string} text */
const power = (text) => ["e", make("sup", {}, text)];

/** @param {NrpaSoftmax | null} softmax */
export function formula(softmax) {
  if (!softmax)
    return [make("p", { class: "empty" }, "The game is over here: there is nothing to draw.")];
  const { name, symbols, exponent, share, total, chance } = softmax;
  return [
    make(
      "p",
      { class: "formula" },
      make("span", {}, "p", make("sub", {}, "i")),
      " = ",
      fraction([...power(symbols)], ["Σ ", ...power(symbols)]),
    ),
    make(
      "p",
      { class: "formula" },
      make("b", {}, name),
      " ",
      fraction([...power(exponent)], [total]),
      " = ",
      fraction([share], [total]),
      " = ",
      make("b", {}, chance),
    ),
  ];
}

/** @type {Record<Direction, string>} */
const SIGNS = { 1: "▲", 0: "", [-1]: "▼" };
/** @type {Record<Direction, string>} */
const WAYS = { 1: "up", 0: "same", [-1]: "down" };

/** @param {NrpaRest} move */
function bar(move) {
  const fresh = make("i", { class: "now" });
  const way = /** @type {Direction} */ (Math.sign(round(move.share - move.old_share)));
  const old = make("i", { class: `old ${WAYS[way]}` });
  fresh.style.width = `${100 * move.share}%`;
  old.style.left = `${100 * Math.min(move.share, move.old_share)}%`;
  old.style.width = `${100 * Math.abs(move.share - move.old_share)}%`;
  return make("div", { class: "chance-bar", "aria-hidden": true }, fresh, old);
}

/**
 * @param {NrpaRest & Partial<NrpaMove>} move
 * @param {NrpaPolicy} policy
 */
function row(move, policy) {
  /** @param {string} text */
  const cell = (text, classes = "") => make("td", { class: classes }, text);
  const name = make(
    "th",
    { scope: "row" },
    move.tile
      ? board(ONE_TILE, { cells: String(move.tile), label: move.colour, classes: "tile-sign" })
      : "",
    make("b", {}, move.name),
    ` ${move.size ?? ""}`,
  );
  const { direction } = move; // undefined: of several moves together
  const change = policy.adapted
    ? cell(
        direction === undefined ? "" : `${SIGNS[direction]} ${move.change}`,
        `change ${direction === undefined ? "" : WAYS[direction]}`,
      )
    : "";
  return make(
    "tr",
    { class: move.marked ? "marked" : "", "aria-current": move.marked ? "true" : null },
    name,
    policy.adapted ? cell(move.old ?? "") : "",
    change,
    cell(move.weight ?? ""),
    ...(move.biases ?? policy.columns.map(() => "")).map((bias) => cell(bias)),
    cell(move.chance, "chance"),
    make("td", { class: "chance-cell" }, bar(move)),
  );
}

/** @param {NrpaPolicy} policy */
export function table(policy) {
  const heads = [
    "move",
    ...(policy.adapted ? ["before", "change"] : []),
    "weight",
    ...policy.columns,
    "probability",
  ];
  const head = make(
    "tr",
    {},
    ...heads.map((text, index) =>
      make(
        "th",
        {
          scope: "col",
          colspan: index === heads.length - 1 ? 2 : null,
        },
        text,
      ),
    ),
  );
  const body = make("tbody", {}, ...policy.moves.map((move) => row(move, policy)));
  if (policy.rest) body.append(row(policy.rest, policy));
  return make(
    "table",
    { class: policy.adapted && policy.columns.length > 1 ? "two-biases" : null },
    make("thead", {}, head),
    body,
  );
}

/** @param {NrpaPolicy["adaptation"]} adaptation */
export function adaptation({ alpha, sums }) {
  const rule = make("p", { class: "formula" }, `adapt: w ← w + α (1 if played − p), α = ${alpha}`);
  return [
    rule,
    ...sums.map(({ name, sum, new: result, note, direction }) =>
      make(
        "p",
        { class: `formula sum ${WAYS[direction]}` },
        make("b", {}, name),
        make("span", {}, sum),
        " = ",
        make("b", {}, result),
        note && make("small", {}, note),
      ),
    ),
  ];
}
