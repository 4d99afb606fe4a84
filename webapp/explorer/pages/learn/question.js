// The question of a step: its words, and the answers as a list that the arrow keys walk over the
// board, or over the children in the tree.

import { make } from "../../look/dom.js";
import { written } from "./text.js";

/** @type {Record<string, [x: number, y: number]>} */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ASIDE = 3; // how much a step aside weighs against one ahead

/**
 * The choice that is nearest in a direction, null when there is none.
 *
 * @param {{ x: number, y: number }[]} choices
 * @param {number} from
 * @param {number[]} direction
 */
export function nearest(choices, from, [dx, dy]) {
  /** @type {number | null} */
  let found = null;
  let least = Infinity;
  choices.forEach((choice, i) => {
    const [x, y] = [choice.x - choices[from].x, choice.y - choices[from].y];
    const ahead = x * dx + y * dy;
    if (i === from || ahead < 0.25) return;
    const away = ahead + ASIDE * Math.abs(x * dy - y * dx);
    if (away < least) [found, least] = [i, away];
  });
  return found;
}

/**
 * @param {Shell["one"]} one finds an element of the page
 * @param {Send} send
 * @param {(actions: number[] | null) => void} hover
 */
export function createQuestion(one, send, hover) {
  const box = one("[data-question]");
  const list = one("[data-choices]");
  /** @type {LearnQuestion["choices"]} */
  let choices = [];
  /** @type {number[]} */
  let node = [];
  let at = -1;
  let key = "";

  /** @param {number} wanted */
  function choose(wanted) {
    at = wanted;
    [...list.children].forEach((option, i) => {
      option.setAttribute("aria-selected", String(i === at));
      option.classList.toggle("now", i === at);
    });
    const option = list.children[at];
    if (option) list.setAttribute("aria-activedescendant", option.id);
    hover([...node, choices[at].action]);
  }

  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in STEPS) {
      const found = at < 0 ? 0 : nearest(choices, at, STEPS[event.key]);
      if (found !== null) choose(found);
    } else if (event.key === "Enter" || event.key === " ") {
      if (at < 0) return;
      send("answer", choices[at].action);
    } else if (event.key === "Escape") {
      send("skip");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("focus", () => {
    if (at < 0 && choices.length) choose(0);
  });

  /** @param {LearnLesson} lesson */
  function show(lesson) {
    const { question, calls, names } = lesson;
    box.hidden = !question;
    if (!question) return;
    box.dataset.state = question.state;
    one("[data-ask]").replaceChildren(...written(question.ask, calls, names));
    const isOpen = question.state === "open";
    const isOver = question.state === "right" || question.state === "skipped";
    const said = [...written(question.said, calls, names)];
    if (question.state === "skipped") said.unshift(make("b", {}, `${question.answer}. `));
    one("[data-said]").replaceChildren(...said);
    box.querySelector(".tag").textContent = question.state === "skipped" ? "Skipped" : "Predict";
    box.querySelector(".predict-head .link").hidden = isOver;
    one("[data-choose]").hidden = !isOpen;
    one("[data-after]").hidden = question.state !== "wrong";
    node = lesson.node;
    const now = `${lesson.chapter} ${lesson.step} ${question.state}`;
    if (now === key) return;
    const wasHere = list.contains(document.activeElement);
    key = now;
    at = -1;
    choices = question.choices;
    list.replaceChildren(
      ...choices.map(({ name }, i) =>
        make("div", { role: "option", id: `learn-choice-${i}`, "aria-selected": "false" }, name),
      ),
    );
    list.removeAttribute("aria-activedescendant");
    if (wasHere && question.state === "wrong") one("[data-learn='retry']").focus();
    else if (wasHere && isOver) one("[data-learn='next']").focus();
  }

  return {
    show,
    isOpen: () => !box.hidden && box.dataset.state === "open",
    focus: () => list.focus(),
    /**
     * @param {string} aimed the name of the move that a first tap has chosen, or ""
     * @param {string} on the card that is asked about
     */
    wait(aimed, on) {
      one("[data-wait]").textContent = aimed
        ? `${aimed}: tap again to play it`
        : `Waiting for your ${on === "tree" ? "choice in the tree" : "move"}`;
    },
  };
}
