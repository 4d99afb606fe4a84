// The setup of a race as a form: entrants, boards or openings, budget, when to stop.

import { fillUp, make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { readColors } from "./canvas.js";
import { drawTiles } from "./tiles.js";

const MANY = 4; // values that have room side by side

/**
 * @param {Shell} shell
 * @param {HTMLElement} element
 * @param {{ set: (name: string, value: unknown) => void, edit: (place: number) => void,
 *   board: (place: number) => void }} on
 */
export function createSetup(shell, element, { set, edit, board: choose }) {
  let form = null;
  let thumbnails = null;
  let chosen = 0;

  function show() {
    if (!form) return;
    const focused = keyOf(document.activeElement);
    element.replaceChildren(...(form.kind === "boards" ? ofBoards() : ofMatch()));
    if (focused) focusOn(focused);
    showThumbnails();
  }

  function focusOn(key) {
    /** @type {HTMLElement} */
    const found = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    found?.focus();
  }

  const keyOf = (active) => (element.contains(active) ? active.dataset.key : null);

  // ---- parts ----

  function entrants() {
    const rows = form.entrants.map((entrant, i) => {
      const about = make("span", { class: "race-about" }, entrant.about);
      if (entrant.is_changed) about.append(make("i", { class: "race-dot", title: "changed" }));
      const button = make(
        "button",
        {
          type: "button",
          class: "race-entrant",
          "data-key": `entrant-${i}`,
          "aria-label": `${entrant.name}, change`,
        },
        entrantMark(form.slots[i], 15),
        make("span", {}, make("b", {}, entrant.name), about),
      );
      button.addEventListener("click", () => edit(i));
      const remove = make("button", {
        type: "button",
        class: "ghost",
        "data-key": `remove-${i}`,
        "aria-label": `Remove ${entrant.name}`,
        "aria-disabled": form.canRemove ? null : "true",
        title: form.canRemove ? null : "A race is between two at least",
      });
      remove.innerHTML = shell.icons.close;
      remove.addEventListener("click", () => form.canRemove && set("remove", i));
      return make("li", {}, button, remove);
    });
    const add = make(
      "button",
      {
        type: "button",
        class: "button race-add",
        "data-key": "add",
        "aria-disabled": form.canAdd ? null : "true",
        title: form.addTitle || null,
      },
      "+ Add an entrant",
    );
    add.addEventListener("click", () => form.canAdd && edit(form.entrants.length));
    return [
      make("h3", {}, "Entrants", make("span", {}, form.of)),
      make("ol", { class: "race-entrants" }, ...rows),
      add,
      ...problem("entrant"),
    ];
  }

  function problem(...names) {
    const { error } = form;
    const isOurs = error && names.some((name) => error.field === name);
    return isOurs ? [make("p", { class: "import-error", role: "alert" }, error.text)] : [];
  }

  function text(name, label, { placeholder = null, size = null } = {}) {
    const input = make("input", {
      type: "text",
      value: form.fields[name],
      "data-key": name,
      autocomplete: "off",
      spellcheck: "false",
      placeholder,
      size,
      "aria-invalid": form.error?.field === name ? "true" : null,
    });
    input.addEventListener("change", () => set(name, input.value));
    return make("label", { class: "race-field" }, make("span", {}, label), input);
  }

  const select = (name, label, given) =>
    make(
      "label",
      { class: "race-field" },
      make("span", {}, label),
      options(name, label, given, form.fields[name]),
    );

  function options(name, label, given, value) {
    const field = make("select", { "data-key": name, "aria-label": label });
    for (const [each, shown] of given) field.add(new Option(shown, each));
    field.value = value;
    field.addEventListener("change", () => set(name, field.value));
    return field;
  }

  function segments(name, label, options, value) {
    const group = make("div", { class: "segments", role: "group", "aria-label": label });
    for (const [given, shown] of options) {
      const button = make(
        "button",
        {
          type: "button",
          "aria-pressed": String(given === value),
          "data-key": `${name}-${given}`,
        },
        shown,
      );
      button.addEventListener("click", () => set(name, given));
      group.append(button);
    }
    return group;
  }

  function budget(label) {
    const slider = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      "data-key": "amount",
      "aria-label": label,
      "aria-valuetext": form.amount,
    });
    slider.value = String(form.place);
    fillUp(slider, form.place);
    slider.addEventListener("change", () => set("amount", Number(slider.value)));
    return [
      make("h3", {}, "Equal by"),
      segments(
        "by",
        "Equal by",
        [
          ["iterations", "iterations"],
          ["seconds", "time"],
        ],
        form.by,
      ),
      make("div", { class: "race-amount" }, make("span", {}, label), make("b", {}, form.amount)),
      slider,
      ...problem("by", "amount"),
    ];
  }

  function rules() {
    return form.rules.flatMap(({ name, label, choices, value }) => [
      make(
        "div",
        { class: "race-rule" },
        make("span", {}, label),
        (choices.length > MANY ? options : segments)(
          `rule:${name}`,
          label,
          choices.map((choice) => [choice, choice]),
          value,
        ),
      ),
      ...problem(`rule:${name}`),
    ]);
  }

  // ---- one player ----

  function ofBoards() {
    const seeds = make("div", { class: "race-line" }, text("seeds", "Seeds, a round each"));
    if (!form.hasBoards)
      return [
        ...entrants(),
        make("h3", {}, "On"),
        form.isOwn
          ? make("p", { class: "race-note" }, "The position in which the code begins.")
          : text("position", "Position"),
        seeds,
        ...problem("seeds", "game"),
        ...budget(form.isGames ? "Budget a move" : "Budget"),
        ...target(),
        ...plan(),
      ];
    return [
      ...entrants(),
      make("h3", {}, "On"),
      make(
        "div",
        { class: "race-pair" },
        text("board-seeds", "Board seeds"),
        select(
          "size",
          "Size",
          form.sizes.map((each) => [each, each.replace("x", " × ")]),
        ),
      ),
      make("div", { class: "race-thumbs", role: "group", "aria-label": "Boards" }),
      ...rules(),
      seeds,
      ...scope(),
      ...problem("board-seeds", "size", "seeds", "colours", "game"),
      ...budget(form.isGames ? "Budget a move" : "Budget"),
      ...target(),
      ...plan(),
    ];
  }

  function target() {
    if (form.isGames) return [];
    return [
      make("div", { class: "race-line" }, text("target", "Target score", { placeholder: "none" })),
      ...problem("target"),
    ];
  }

  function scope() {
    if (!form.scopes.length) return [];
    return [
      make("h3", {}, "Judge boards"),
      segments("scope", "What is judged", form.scopes, form.fields.scope),
      ...problem("scope"),
    ];
  }

  /** What the race is expected to take, or to show. */
  function plan() {
    if (!form.plan) return [];
    const { rows, words } = form.plan;
    const told = rows.length
      ? make(
          "table",
          { class: "race-plan", title: words },
          make(
            "thead",
            {},
            make(
              "tr",
              {},
              ...["if it is", "median", "95 %", "in time"].map((text) =>
                make("th", { scope: "col" }, text),
              ),
            ),
          ),
          make(
            "tbody",
            {},
            ...rows.map(([elo, ...cells]) =>
              make(
                "tr",
                {},
                make("th", { scope: "row" }, `${elo} Elo`),
                ...cells.map((text) => make("td", {}, text)),
              ),
            ),
          ),
        )
      : make("p", { class: "race-note" }, words);
    return [make("h3", {}, "Expect", make("span", {}, rows.length ? "pairs" : "")), told];
  }

  function showThumbnails() {
    const group = element.querySelector(".race-thumbs");
    if (!group || !thumbnails) return;
    const colors = readColors(element);
    group.classList.toggle("many", thumbnails.cells.length > 10);
    group.replaceChildren(
      ...thumbnails.cells.map((_, i) => {
        const button = make(
          "button",
          {
            type: "button",
            "aria-label": `Board ${thumbnails.names[i]}`,
            "aria-pressed": String(i === chosen),
            "data-key": `board-${i}`,
          },
          make("canvas", { "aria-hidden": "true" }),
        );
        button.addEventListener("click", () => choose(i));
        return button;
      }),
    );
    thumbnails.cells.forEach((cells, i) => {
      const canvas = /** @type {HTMLCanvasElement} */ (group.children[i].firstElementChild);
      drawTiles(canvas, thumbnails.board, cells, [], 1, colors, false);
    });
  }

  // ---- two players ----

  function ofMatch() {
    return [
      ...entrants(),
      make("h3", {}, "On"),
      make(
        "div",
        { class: "race-pair" },
        text("plies", "Opening plies", { placeholder: form.hasChance ? "none" : "by itself" }),
        text("seed", "Seed"),
      ),
      make(
        "div",
        { class: "race-line" },
        text("pairs", form.format ? "Pairs a match" : "Pairs, at most"),
      ),
      make(
        "p",
        { class: "race-note" },
        form.hasChance
          ? "Both games of a pair have the same draws, with swapped sides."
          : "Each opening is played twice, with swapped sides.",
      ),
      ...problem("plies", "seed", "pairs", "position", "game"),
      ...rules(),
      ...budget("A move"),
      ...(form.format ? meetings() : stop()),
    ];
  }

  function meetings() {
    return [
      make("h3", {}, "Who meets whom"),
      segments(
        "format",
        "Who meets whom",
        [
          ["round-robin", "round robin"],
          ["gauntlet", "gauntlet"],
        ],
        form.format,
      ),
      ...problem("format"),
      make(
        "p",
        { class: "race-note" },
        form.format === "gauntlet"
          ? "The first plays each of the others, all pairs; one table of ratings."
          : "Everybody plays everybody, all pairs; one table of ratings.",
      ),
    ];
  }

  function stop() {
    return [
      make("h3", {}, "Stop"),
      segments(
        "sprt",
        "Stop",
        [
          [true, "SPRT"],
          [false, "all pairs"],
        ],
        form.hasSprt,
      ),
      ...(form.hasSprt
        ? [
            make("div", { class: "race-pair" }, text("elo0", "H0, Elo"), text("elo1", "H1, Elo")),
            ...problem("elo0", "elo1", "sprt"),
            make("p", { class: "race-note" }, form.risk),
            ...plan(),
          ]
        : []),
    ];
  }

  return {
    show(next) {
      form = next;
      show();
    },
    showThumbnails(next) {
      thumbnails = next;
      showThumbnails();
    },
    choose(place) {
      if (place === chosen) return;
      chosen = place;
      element.querySelectorAll(".race-thumbs button").forEach((button, i) => {
        button.setAttribute("aria-pressed", String(i === chosen));
      });
    },
    repaint: showThumbnails,
  };
}
