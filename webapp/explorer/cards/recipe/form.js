// The recipe card's controls: the browser's own inputs, made from a description (frame.py).
// Controls stay as long as their description keeps its shape, so that focus survives a change.

import { make, part } from "../../look/dom.js";
import { keepTyped } from "../../look/typed.js";

/** @typedef {FormSection["fields"][number]} FormField */
/** @typedef {FormField["kind"]} Kind */
/** @template {Kind} K @typedef {FormField & { kind: K }} FieldOf */
/**
 * @template {FormField} F
 * @typedef {(id: string, name: string, field: F) => [
 *   control: HTMLElement,
 *   show: (field: F, valueLabel: HTMLElement) => void,
 * ]} Builder
 */

/**
 * What the controls are made for: a form of the same shape keeps them.
 *
 * @param {FormSection[]} sections
 */
export const shapeOf = (sections) =>
  JSON.stringify(
    sections.map(({ title, fields }) => [title, fields.map(({ name, kind }) => [name, kind])]),
  );

/**
 * @param {HTMLElement} container
 * @param {Record<string, string>} icons
 * @param {(name: string, value: unknown) => void} onSet
 * @param {string} [prefix] of the ids, where a document has several forms
 */
export function createForm(container, icons, onSet, prefix = "") {
  /**
   * @param {unknown} a
   * @param {unknown} b
   */
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  /** @param {string} name */
  const icon = (name) => {
    const span = make("span");
    span.innerHTML = icons[name];
    return part(span, "svg");
  };

  container.addEventListener("submit", (event) => event.preventDefault());

  let shape = "";
  /** @type {Map<string, (field: FormField) => void>} */
  let fields = new Map(); // by the field's name: shows its values

  /**
   * Each builder returns the control's element and a function that shows a field's values.
   *
   * @type {{ [K in Kind]: Builder<FieldOf<K>> }}
   */
  const builders = {
    slider(id, name) {
      const input = make("input", { type: "range", id, min: 0, step: 1 });
      /** @type {FieldOf<"slider">["stops"]} */
      let stops = [];
      /** @type {HTMLElement | null} */
      let label = null;
      const show = () => {
        const text = stops[Number(input.value)][1];
        input.style.setProperty(
          "--fill",
          `${(100 * Number(input.value)) / Math.max(1, Number(input.max))}%`,
        );
        input.setAttribute("aria-valuetext", text);
        if (label) label.textContent = text;
      };
      input.addEventListener("input", show);
      input.addEventListener("change", () => onSet(name, stops[Number(input.value)][0]));
      const element = make("div", { class: "slider" }, input);
      return [
        element,
        (field, valueLabel) => {
          stops = field.stops;
          label = valueLabel;
          input.max = String(stops.length - 1);
          if (document.activeElement !== input || !input.matches(":active")) {
            input.value = String(field.value);
          }
          element.style.setProperty("--tick", String(field.tick / Math.max(1, stops.length - 1)));
          element.classList.toggle("changed", field.changed);
          show();
        },
      ];
    },

    segments(id, name) {
      const element = make("div", {
        class: "segmented",
        role: "radiogroup",
        "aria-labelledby": `${id}-label`,
      });
      return [
        element,
        (field) => {
          if (element.children.length !== field.options.length) {
            element.replaceChildren(
              ...field.options.map(([title, value], index) => {
                const input = make("input", { type: "radio", name: id, id: `${id}-${index}` });
                input.addEventListener("change", () => onSet(name, value));
                return make("label", {}, input, make("span", {}, title));
              }),
            );
          }
          field.options.forEach(([, value], index) => {
            const input = /** @type {HTMLInputElement} */ (
              element.children[index].firstElementChild
            );
            input.checked = same(value, field.value);
          });
        },
      ];
    },

    select(id, name) {
      const element = make("select", { id });
      /** @type {FieldOf<"select">["options"]} */
      let options = [];
      element.addEventListener("change", () => onSet(name, options[element.selectedIndex][1]));
      return [
        element,
        (field) => {
          if (!same(options, field.options)) {
            options = field.options;
            element.replaceChildren(...options.map(([title]) => make("option", {}, title)));
          }
          element.selectedIndex = options.findIndex(([, value]) => same(value, field.value));
        },
      ];
    },

    fact(id) {
      const element = make("output", { id, class: "fact" });
      return [
        element,
        (field) => {
          element.textContent = field.value;
        },
      ];
    },

    action(id, _name, { text, action }) {
      return [
        make("button", { type: "button", id, class: "button wide", "data-client": action }, text),
        () => {},
      ];
    },

    area(id, name) {
      const area = make("textarea", { id, spellcheck: "false", autocomplete: "off" });
      const use = make("button", { type: "button", class: "button use" }, "Use this board");
      use.addEventListener("click", () => onSet(name, area.value));
      /** @type {string | null} */
      let given = null;
      return [
        make("div", { class: "area" }, area, use),
        (field) => {
          area.rows = field.rows;
          if (field.value !== given) area.value = given = field.value;
        },
      ];
    },

    text(id, name, { dice: hasDice, hint }) {
      const input = make("input", {
        type: "text",
        id,
        placeholder: hint,
        autocomplete: "off",
        spellcheck: "false",
      });
      const show = keepTyped(input);
      input.addEventListener("change", () => onSet(name, input.value));
      const element = make("div", { class: "text" }, input);
      if (hasDice) {
        const dice = make(
          "button",
          { type: "button", class: "dice", "aria-label": "Draw another" },
          icon("dice"),
        );
        dice.addEventListener("click", () =>
          onSet(name, String(Math.floor(Math.random() * 10000))),
        );
        element.append(dice);
      }
      return [element, (field) => show(field.value)];
    },
  };

  /** @param {FormField} field */
  function build(field) {
    const id = `${prefix}field-${field.name}`;
    const named = field.kind === "segments" || field.kind === "action"; // by their own texts
    const label = make(named ? "span" : "label", { id: `${id}-label`, title: field.help });
    if (!named) label.setAttribute("for", id);
    label.append(field.label);
    const valueLabel = make("output", { class: "value", for: id });
    const error = make("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    const builder = /** @type {Builder<FormField>} */ (builders[field.kind]);
    const [control, show] = builder(id, field.name, field);
    const row = make(
      "div",
      { class: `field field-${field.kind} ${field.layout}` },
      make("div", { class: "field-head" }, label, valueLabel),
      control,
      error,
    );
    fields.set(field.name, (next) => {
      show(next, valueLabel);
      row.classList.toggle("off-preset", next.changed);
      row.classList.toggle("wrong", Boolean(next.error));
      if (error.textContent !== next.error) error.textContent = next.error;
      const input = control.querySelector("input, textarea") ?? control;
      input.toggleAttribute("aria-invalid", Boolean(next.error));
      if (next.error) input.setAttribute("aria-describedby", error.id);
      else input.removeAttribute("aria-describedby");
    });
    return row;
  }

  return (/** @type {FormSection[]} */ sections) => {
    const next = shapeOf(sections);
    if (next !== shape) {
      shape = next;
      const open = container.querySelector("details")?.open ?? false;
      fields = new Map();
      container.replaceChildren(
        ...sections.map((section) => {
          const rows = section.fields.map(build);
          if (!section.folded) {
            return make("section", {}, make("h3", {}, section.title), ...rows);
          }
          const details = make("details", {}, make("summary", {}, section.title), ...rows);
          details.open = open;
          return details;
        }),
      );
    }
    const summary = container.querySelector("summary");
    summary?.classList.toggle(
      "changed",
      sections.some((s) => s.folded && s.changed),
    );
    for (const section of sections) {
      for (const field of section.fields) fields.get(field.name)?.(field);
    }
  };
}
