// The code card: an example, or what a person has written, which this browser keeps; nothing of it
// runs before Check is pressed, and no link carries any.

import { createEditor } from "../../cards/source/ace.js";
import { isOutdated, make } from "../../look/dom.js";
import { save } from "../../look/files.js";
import { isText, keepStored, readStored } from "../../look/stored.js";

const KEPT = "your-search";
const KEEP_MS = 400;

/**
 * @param {Shell} shell
 * @param {{ run: () => void, chosen: () => void }} page
 */
export function createCode(shell, { run, chosen }) {
  const card = shell.one(".check-code");
  const isEditable = "editable" in card.dataset;
  const select = shell.one("[data-check-example]");
  /** @type {{ name: string, title: string, code: string, fault: string }[]} */
  const examples = JSON.parse(shell.one("#check-examples").textContent);
  /** @type {string | null} */
  let own = readStored(
    () => localStorage,
    KEPT,
    (value) => (isText(value) ? value : null),
    "the code of your search",
  );
  let name = examples[0].name; // "": one's own
  /** @type {Awaited<ReturnType<typeof createEditor>> | null} */
  let editor = null;
  let isMade = false;
  let timer = 0;

  const example = () => examples.find((each) => each.name === name);
  const fields = [...card.querySelectorAll("[data-check-field]")];
  /** The names of the tree's fields that are told, by field. */
  const tree = () =>
    Object.fromEntries(
      fields.map((each) => [each.dataset.checkField, each.value.trim()]).filter(([, told]) => told),
    );
  /** @param {Record<string, string>} told */
  const setTree = (told) => {
    for (const field of fields) field.value = told[field.dataset.checkField] ?? "";
  };
  const file = () => (name.endsWith(".py") ? name : "my_mcts.py"); // one of the server's, or
  const text = () => example()?.code ?? own ?? examples[0].code;

  function begin() {
    if (isMade) return;
    isMade = true;
    const box = shell.one("[data-check-text]");
    const scripts = card.dataset.scripts.trim().split(" ");
    const label = isEditable
      ? "Code of your search; Escape, then Tab, leaves it"
      : "Code of the search";
    createEditor(box, scripts, { changed, run, label, isReadOnly: !isEditable }).then(
      (made) => {
        editor = made;
        box.removeAttribute("aria-busy");
        made.put(text());
        new ResizeObserver(() => made.resize()).observe(box);
      },
      (error) => {
        box.replaceChildren(make("pre", { tabindex: 0 }, text()));
        shell.toast(`The editor can't be loaded: ${error.message}.`, true);
      },
    );
  }

  // An example that is changed is one's own from then on.
  function changed() {
    blame(null);
    name = "";
    own = editor?.text() ?? own;
    showName();
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_MS);
  }

  function keep() {
    clearTimeout(timer);
    if (own !== null) keepStored(() => localStorage, KEPT, own);
  }

  function showName() {
    select.value = name;
    const faulty = examples.filter(({ fault }) => fault);
    const at = faulty.findIndex((each) => each.name === name);
    shell.one("[data-check-fault]").textContent =
      at < 0 ? "" : `fault ${at + 1} of ${faulty.length}`;
    chosen();
  }

  /** @param {{ line: number, text: string } | null} error */
  function blame(error) {
    const box = shell.one("[data-check-error]");
    box.hidden = !error;
    editor?.clear();
    if (!error) return;
    box.children[0].textContent = error.line ? `Line ${error.line}` : "";
    box.children[1].textContent = error.text;
    editor?.blame(error.line, error.text, true);
  }

  /**
   * @param {string} wanted
   * @param {Record<string, string>} told
   */
  function put(wanted, told = {}) {
    blame(null);
    name = wanted;
    setTree(told); // names that are told are those of one search
    editor?.put(text());
    showName();
  }

  select.addEventListener("change", () => put(select.value));
  const chooser = shell.one("[data-check-file]");
  chooser?.addEventListener("change", async () => {
    const [file] = chooser.files;
    chooser.value = "";
    if (!file) return;
    own = await file.text();
    keep();
    put("");
  });

  for (const field of fields) {
    field.addEventListener("input", chosen);
    field.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && run(),
    );
  }

  return {
    begin,
    /**
     * @param {string} wanted the name of an example, "" for one's own
     * @param {Record<string, string>} [told] names of its tree's fields
     */
    choose(wanted, told) {
      const isThere = examples.some((each) => each.name === wanted) || (!wanted && own !== null);
      if (isThere && (told || wanted !== name)) put(wanted, told);
      else showName();
    },
    name: () => name,
    tree,
    /** What the command is given of the code: its file, and names that are told. */
    command: () =>
      [`${file()}:run`, ...Object.entries(tree()).map((told) => `--tree ${told.join("=")}`)].join(
        " ",
      ),
    /** What is to be checked: the name of an example, or a text; and names that are told. */
    given() {
      keep();
      const told = { name, tree: tree() };
      return example() ? told : { ...told, text: editor?.text() ?? text() };
    },
    /**
     * @param {{ line: number, text: string } | null} error of the text that was given last
     * @param {{ numbers: number[], title: string } | null} [fault] its lines, where they are certain
     */
    found(error, fault) {
      // of a text that is there no more nothing is said again
      if (!isOutdated(shell.one("[data-check-error]"), error, fault)) return;
      blame(error);
      if (fault && !error) editor?.mark(fault.numbers, fault.title);
    },
    saveFile: () => save(file(), new Blob([editor?.text() ?? text()], { type: "text/x-python" })),
    focus: () => editor?.focus(),
  };
}
