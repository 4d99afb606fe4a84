// The setup of a race as a form: entrants, boards or openings, budget, when to stop.

import { fillUp, make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { bare } from "../../look/parts.js";
import { drawPosition } from "../../look/position.js";

const THUMBNAIL = 60; // pixels at most
const MANY = 4; // values that have room side by side

/**
 * @param {Shell} shell
 * @param {HTMLElement} element
 * @param {{ set: (name: string, value: unknown) => void, edit: (place: number) => void,
 *   board: (place: number) => void }} on
 */
export function createSetup(shell, element, { set, edit, board: choose }) {
  /** @type {RaceForm | null} */
  let newest = null;
  /** @type {RaceThumbnails | null} */
  let thumbnails = null;
  let chosen = 0;

  function show() {
    if (!newest) return;
    const focused = keyOf(document.activeElement);
    const parts = newest.kind === "boards" ? ofBoards(newest) : ofMatch(newest);
    element.replaceChildren(...parts);
    if (focused) focusOn(focused);
    showThumbnails();
  }

  /** @param {string} key */
  function focusOn(key) {
    /** @type {HTMLElement | null} */
    const found = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    found?.focus();
  }

  /** @param {Element | null} active */
  const keyOf = (active) =>
    active instanceof HTMLElement && element.contains(active) ? active.dataset.key : null;

  // ---- parts ----

  /** @param {RaceForm} form */
  function entrants(form) {
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
        "aria-disabled": form.can_remove ? null : "true",
        title: form.can_remove ? null : "A race is between two at least",
      });
      remove.innerHTML = shell.icons.close;
      remove.addEventListener("click", () => form.can_remove && set("remove", i));
      return make("li", {}, button, remove);
    });
    const add = make(
      "button",
      {
        type: "button",
        class: "button race-add",
        "data-key": "add",
        "aria-disabled": form.can_add ? null : "true",
        title: form.add_title || null,
      },
      "+ Add an entrant",
    );
    add.addEventListener("click", () => form.can_add && edit(form.entrants.length));
    return [
      make("h3", {}, "Entrants", make("span", {}, form.of)),
      make("ol", { class: "race-entrants" }, ...rows),
      add,
      ...problem(form, "entrant"),
    ];
  }

  /**
   * @param {RaceForm} form
   * @param {string[]} names of fields
   */
  function problem({ error }, ...names) {
    return error && names.includes(error.field)
      ? [make("p", { class: "import-error", role: "alert" }, error.text)]
      : [];
  }

  /**
   * @param {RaceForm} form
   * @param {string} name
   * @param {string} label
   * @param {string} [placeholder]
   */
  function text(form, name, label, placeholder) {
    const input = make("input", {
      type: "text",
      value: form.fields[name],
      "data-key": name,
      autocomplete: "off",
      spellcheck: "false",
      placeholder,
      "aria-invalid": form.error?.field === name ? "true" : null,
    });
    input.addEventListener("change", () => set(name, input.value));
    return make("label", { class: "race-field" }, make("span", {}, label), input);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {[value: string, shown: string][]} given
   * @param {string} value
   */
  function options(name, label, given, value) {
    const field = make("select", { "data-key": name, "aria-label": label });
    for (const [each, shown] of given) field.add(new Option(shown, each));
    field.value = value;
    field.addEventListener("change", () => set(name, field.value));
    return field;
  }

  /**
   * @template T
   * @param {string} name
   * @param {string} label
   * @param {[value: T, shown: string][]} options
   * @param {T} value
   */
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

  /**
   * @param {RaceForm} form
   * @param {string} label
   */
  function budget(form, label) {
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
      ...problem(form, "by", "amount"),
    ];
  }

  /** @param {RaceForm} form */
  function rules(form) {
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
      ...problem(form, `rule:${name}`),
    ]);
  }

  // ---- one player ----

  /** @param {RaceForm} form */
  function positions(form) {
    if (form.is_own)
      return [make("p", { class: "race-note" }, "The position in which the code begins.")];
    const position = text(form, "position", "Position");
    if (!form.positions.length) return [position];
    const offered = options(
      "position",
      form.positions_label,
      form.positions.map((each) => [each, each || "another"]),
      form.named_position,
    );
    offered.dataset.key = "named-position"; // where the focus goes back to
    const label = make("span", {}, form.positions_label);
    return [make("label", { class: "race-field" }, label, offered), position];
  }

  /** @param {RaceForm} form */
  function ofBoards(form) {
    const seeds = make("div", { class: "race-line" }, text(form, "seeds", "Seeds, a round each"));
    if (!form.has_boards)
      return [
        ...entrants(form),
        make("h3", {}, "On"),
        ...positions(form),
        seeds,
        ...problem(form, "seeds", "game"),
        ...budget(form, form.is_games ? "Budget a move" : "Budget"),
        ...target(form),
        ...plan(form),
      ];
    return [
      ...entrants(form),
      make("h3", {}, "On"),
      make(
        "div",
        { class: "race-pair" },
        text(form, "board-seeds", "Board seeds"),
        make(
          "label",
          { class: "race-field" },
          make("span", {}, "Size"),
          options(
            "size",
            "Size",
            form.sizes.map((each) => [each, each.replace("x", " × ")]),
            form.fields.size,
          ),
        ),
      ),
      make("div", { class: "race-thumbs", role: "group", "aria-label": "Boards" }),
      ...rules(form),
      seeds,
      ...scope(form),
      ...problem(form, "board-seeds", "size", "seeds", "colours", "game"),
      ...budget(form, form.is_games ? "Budget a move" : "Budget"),
      ...target(form),
      ...plan(form),
    ];
  }

  /** @param {RaceForm} form */
  function target(form) {
    if (form.is_games) return [];
    return [
      make("div", { class: "race-line" }, text(form, "target", "Target score", "none")),
      ...problem(form, "target"),
    ];
  }

  /** @param {RaceForm} form */
  function scope(form) {
    if (!form.scopes.length) return [];
    return [
      make("h3", {}, "Judge boards"),
      segments("scope", "What is judged", form.scopes, form.fields.scope),
      ...problem(form, "scope"),
    ];
  }

  /**
   * What the race is expected to take, or to show.
   *
   * @param {RaceForm} form
   */
  function plan(form) {
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
    const { board, cells: all, names } = thumbnails;
    const table = { board, labels: [] };
    group.classList.toggle("many", all.length > 10);
    group.replaceChildren(
      ...all.map((cells, i) => {
        const button = make(
          "button",
          {
            type: "button",
            "aria-label": `Board ${names[i]}`,
            "aria-pressed": String(i === chosen),
            "data-key": `board-${i}`,
          },
          drawPosition(table, bare(cells), "", { side: THUMBNAIL, isBare: true }),
        );
        button.addEventListener("click", () => choose(i));
        return button;
      }),
    );
  }

  // ---- two players ----

  /** @param {RaceForm} form */
  function ofMatch(form) {
    return [
      ...entrants(form),
      make("h3", {}, "On"),
      make(
        "div",
        { class: "race-pair" },
        text(form, "plies", "Opening plies", form.has_chance ? "none" : "by itself"),
        text(form, "seed", "Seed"),
      ),
      make(
        "div",
        { class: "race-line" },
        text(form, "pairs", form.format ? "Pairs a match" : "Pairs, at most"),
      ),
      make(
        "p",
        { class: "race-note" },
        form.has_chance
          ? "Both games of a pair have the same draws, with swapped sides."
          : "Each opening is played twice, with swapped sides.",
      ),
      ...problem(form, "plies", "seed", "pairs", "position", "game"),
      ...rules(form),
      ...budget(form, "A move"),
      ...(form.format ? meetings(form) : stop(form)),
    ];
  }

  /** @param {RaceForm} form */
  function meetings(form) {
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
      ...problem(form, "format"),
      make(
        "p",
        { class: "race-note" },
        form.format === "gauntlet"
          ? "The first plays each of the others, all pairs; one table of ratings."
          : "Everybody plays everybody, all pairs; one table of ratings.",
      ),
    ];
  }

  /** @param {RaceForm} form */
  function stop(form) {
    return [
      make("h3", {}, "Stop"),
      segments(
        "sprt",
        "Stop",
        [
          [true, "SPRT"],
          [false, "all pairs"],
        ],
        form.has_sprt,
      ),
      ...(form.has_sprt
        ? [
            make(
              "div",
              { class: "race-pair" },
              text(form, "elo0", "H0, Elo"),
              text(form, "elo1", "H1, Elo"),
            ),
            ...problem(form, "elo0", "elo1", "sprt"),
            make("p", { class: "race-note" }, form.risk),
            ...plan(form),
          ]
        : []),
    ];
  }

  return {
    /** @param {RaceForm} next */
    show(next) {
      newest = next;
      show();
    },
    /** @param {RaceThumbnails} next */
    showThumbnails(next) {
      thumbnails = next;
      showThumbnails();
    },
    /** @param {number} place */
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
