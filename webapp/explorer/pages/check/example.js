// A counterexample: its position, the moves' numbers, the sentence, the usual cause, the ways on.

import { middle } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { fixed, number } from "../../look/numbers.js";
import { place, stone } from "../../look/stones.js";
import { sign } from "./signs.js";

/** @type {Record<number, string>} */
const WORDS = { 0: "loses", 0.5: "draws", 1: "wins" };

/** @param {CheckExample} example */
function boardOf({ board, yours, right, position }) {
  if (!board) return make("pre", { class: "check-position" }, position);
  const table = { board: board.board, search_player: 0, drops: board.drops };
  const { width, height } = board.board;
  const svg = draw("svg", {
    class: "check-board",
    viewBox: `-0.12 -0.12 ${width + 0.24} ${height + 0.24}`,
    role: "img",
    "aria-label": `The position ${position}`,
  });
  [...board.cells].forEach((value, cell) => {
    svg.append(place(table, cell));
    if (value !== "0") svg.append(stone(table, cell, Number(value) - 1));
  });
  for (const [name, kind] of [
    [yours, "yours"],
    [right, "right"],
  ]) {
    if (!name || !(name in board.moves) || (kind === "yours" && yours === right)) continue;
    const [x, y] = middle(board.board, board.moves[name]);
    svg.append(
      draw("circle", { class: `check-move ${kind}`, cx: x, cy: y, r: 0.34 }),
      draw(
        "text",
        { class: `check-move-name ${kind}`, x, y: y + 0.1, "text-anchor": "middle" },
        name,
      ),
    );
  }
  return svg;
}

/**
 * @param {number | string | null} value
 * @param {string} column
 */
function cell(value, column) {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  if (column === "exact") return value.toFixed(1);
  return column.includes("visits") || Number.isInteger(value) ? number(value) : fixed(value, 2);
}

/** @param {CheckExample} example */
function tableOf({ columns, rows, marked }) {
  const head = columns.map((name) => make("th", { scope: "col" }, name));
  return make(
    "table",
    { class: `check-moves${columns.includes("our visits") ? " beside" : ""}` },
    make("thead", {}, make("tr", {}, ...head, make("td"))),
    make(
      "tbody",
      {},
      ...rows.map((row, index) => {
        const isMarked = index === marked;
        const cells = row.map((value, i) => {
          if (!i) return make("th", { scope: "row" }, cell(value, columns[i]));
          const word = columns[i] === "exact" ? WORDS[Number(value ?? -1)] : undefined;
          const text = cell(value, columns[i]);
          return word ? make("td", {}, make("b", {}, text), ` ${word}`) : make("td", {}, text);
        });
        return make(
          "tr",
          { class: isMarked && "wrong" },
          ...cells,
          make("td", {}, ...(isMarked ? [sign("wrong"), hidden("this one is wrong")] : [])),
        );
      }),
    ),
  );
}

/** @param {string} text */
const hidden = (text) => make("span", { class: "hidden-text" }, text);

/**
 * @param {CheckLine} line
 * @param {CheckExample} example
 * @param {Record<string, string>} icons
 */
export function exampleOf(line, example, icons) {
  const { yours, right, to_play, number: at } = example;
  const mover = example.players[to_play];
  const caption = make(
    "p",
    { class: "check-caption" },
    `${mover[0].toUpperCase()}${mover.slice(1)} to move.`,
  );
  if (yours) caption.append(" Yours: ", make("b", { class: "yours" }, yours));
  if (right && right !== yours)
    caption.append(yours ? ", right: " : " Right: ", make("b", { class: "right" }, right));
  const facts = make("div", { class: "check-facts" });
  if (example.rows.length) facts.append(tableOf(example));
  facts.append(make("p", {}, sentence(example.sentence)));
  const steps = make("span", { class: "check-steps" });
  if (line.examples > 1) {
    /** @type {(by: number, icon: string, label: string) => HTMLElement} */
    const step = (by, icon, label) => {
      const button = make("button", {
        type: "button",
        class: "ghost",
        "data-check-step": by,
        "aria-label": label,
      });
      button.innerHTML = icons[icon];
      return button;
    };
    steps.append(
      step(-1, "previous", "The counterexample before"),
      `counterexample ${at + 1} of ${number(line.examples)}`,
      step(1, "next", "The next counterexample"),
    );
  }
  return [
    make("div", { class: "check-evidence" }, make("div", {}, boardOf(example), caption), facts),
    ...causeOf(line),
    make(
      "p",
      { class: "check-ways" },
      ...chapterOf(line),
      make(
        "button",
        { type: "button", class: "link", "data-check-do": "explore" },
        "Open this position",
      ),
      steps,
    ),
  ];
}

const NAME = /^(run\b|\S*\d)/; // the person's function, or a move, which is written as it is

/** @param {string} text */
export const sentence = (text) =>
  `${NAME.test(text) ? text.slice(0, 1) : text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** @param {CheckLine} line */
function causeOf({ cause }) {
  return cause
    ? [make("p", { class: "check-cause" }, make("b", {}, "Usual cause: "), sentence(cause))]
    : [];
}

/** @param {CheckLine} line */
function chapterOf({ chapter }) {
  if (!chapter) return [];
  const href = `?view=learn&chapter=${chapter.name}`;
  return [make("a", { class: "link", href }, chapter.title)];
}

/**
 * A line without a counterexample.
 *
 * @param {CheckLine} line
 */
export const wordsOf = (line) => [
  make("p", {}, sentence(line.said)),
  ...causeOf(line),
  make("p", { class: "check-ways" }, ...chapterOf(line)),
];
