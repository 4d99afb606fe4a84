// The column of text: a step's title and paragraphs, its place in the chapter, the public question.

import { make } from "../../look/dom.js";

/**
 * @param {[text: string, kind: string][]} pieces
 * @param {number[][]} calls the actions of the callouts
 * @param {string[]} names what the called things are
 */
export function written(pieces, calls = [], names = []) {
  return pieces.map(([text, kind]) => {
    if (kind === "bold") return make("b", {}, text);
    if (kind === "code") return make("code", {}, text);
    if (kind.startsWith("?")) return make("a", { href: kind }, text);
    if (kind !== "call") return text;
    const index = Number(text) - 1;
    return make(
      "button",
      {
        type: "button",
        class: "call",
        "data-actions": (calls[index] ?? []).join(","),
        "aria-label": `Callout ${text}: ${names[index] ?? ""}`,
      },
      text,
    );
  });
}

/**
 * What comes after a step: after the very last one, a game.
 *
 * @param {LearnLesson} lesson
 */
const nextOf = ({ step, of, following }) =>
  step < of ? "Next" : following ? "Next chapter" : "Now play";

/** @param {Shell["one"]} one finds an element of the page */
export function createText(one) {
  /** @param {string} title of the chapter that is on its way, before the first step is there */
  function expect(title) {
    one("[data-name]").textContent = title;
    one("[data-title]").textContent = title && "On its way …";
  }

  /** @param {LearnLesson} lesson */
  function show(lesson) {
    const { calls, names, source } = lesson;
    one("[data-asked-by-many]").hidden = false;
    /** @param {[text: string, kind: string][]} each */
    const paragraphs = (each) => make("p", {}, ...written(each, calls, names));
    one("[data-where]").textContent = `Chapter ${lesson.number}, ${lesson.part.toLowerCase()}`;
    one("[data-game]").textContent = lesson.game;
    one("[data-name]").textContent = lesson.name;
    one("[data-title]").textContent = `Step ${lesson.step}. ${lesson.title}`;
    one("[data-paragraphs]").replaceChildren(...lesson.paragraphs.map(paragraphs));
    one("[data-step-of]").textContent = `step ${lesson.step} of ${lesson.of}`;
    one("[data-step-bar]").replaceChildren(
      ...Array.from({ length: lesson.of }, (_, i) =>
        make("i", { class: i + 1 < lesson.step ? "past" : i + 1 === lesson.step ? "now" : "" }),
      ),
    );
    one("[data-next]").textContent = nextOf(lesson);
    one("[data-source]").textContent = source.title;
    one("[data-source-title]").textContent = source.title;
    one("[data-source-text]").replaceChildren(...source.answer.map(paragraphs));
    const link = one("[data-source-link]");
    link.href = source.address;
    link.rel = "noopener";
    link.textContent = source.address.replace("https://", "");
  }

  /** @param {boolean} isOpen whether the answer to the public question is shown, not the step */
  function showSource(isOpen) {
    one("[data-step-view]").hidden = isOpen;
    one("[data-source-view]").hidden = !isOpen;
    one(isOpen ? "[data-source-title]" : "[data-learn='source']").focus({ preventScroll: true });
    one("[data-body]").scrollTop = 0;
  }

  return { expect, show, showSource };
}
