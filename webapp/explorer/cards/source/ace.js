// Ace as the code card needs it: Python, the page's colours, the contract's methods in the gutter.
// Its scripts are the published ones; nothing of it is evaluated, and it starts no worker.

const METHODS =
  /^\s+def (legal_actions|play|is_terminal|returns|picture|chance_outcomes|action_name|to_play|prior|key|code|evaluation|heuristic|playout)\b/;
const THEME = { cssClass: "ace-explorer", cssText: "", isDark: false };

/**
 * @param {string} address
 * @returns {Promise<void>}
 */
function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} did not come`));
    document.head.append(script);
  });
}

/** @type {Promise<any> | null} */
let ace = null;

/** @param {string[]} scripts */
function library(scripts) {
  ace ??= scripts
    .reduce((before, address) => before.then(() => load(address)), Promise.resolve())
    .then(() => window.ace);
  return ace;
}

/**
 * @param {HTMLElement} element
 * @param {string[]} scripts the addresses of Ace and of its Python
 * @param {{ changed: () => void, pasted?: () => void, run: () => void, label: string,
 *   isReadOnly?: boolean }} page `pasted`: what comes from elsewhere
 */
export async function createEditor(
  element,
  scripts,
  { changed, pasted = () => {}, run, label, isReadOnly = false },
) {
  const editor = (await library(scripts)).edit(element, {
    behavioursEnabled: true,
    fontFamily: "var(--code-font)",
    fontSize: "11.6px",
    highlightActiveLine: true,
    readOnly: isReadOnly,
    scrollPastEnd: 0,
    showFoldWidgets: false,
    showPrintMargin: false,
    tabSize: 4,
    useSoftTabs: true,
    useWorker: false,
    wrap: false,
  });
  editor.renderer.setTheme(THEME);
  editor.session.setMode("ace/mode/python");
  editor.textInput.getElement().setAttribute("aria-label", label);
  editor.commands.addCommand({
    name: "run",
    bindKey: { win: "Ctrl-Enter", mac: "Command-Enter|Ctrl-Enter" },
    exec: run,
  });
  let copied = ""; // here, so that to paste it brings nothing new
  editor.on("copy", (/** @type {{ text: string }} */ event) => {
    copied = event.text;
  });
  editor.on("paste", (/** @type {{ text: string }} */ event) => {
    if (event.text !== copied) pasted();
  });
  element.addEventListener("drop", pasted, true);
  // Tab indents; after Escape it leaves
  let leaves = false;
  editor.keyBinding.addKeyboardHandler({
    /**
     * @param {unknown} _
     * @param {number} hash
     * @param {string | undefined} key
     */
    handleKeyboard(_, hash, key) {
      if (leaves && (key === "tab" || (hash === 4 && key === "tab"))) {
        leaves = false;
        return { command: "null", passEvent: true };
      }
      if (key) leaves = key === "esc" || key === "escape";
      return undefined;
    },
  });

  /** @type {number[]} */
  let wrong = []; // the markers of the line that is wrong
  /** @type {number[]} */
  let decorated = [];
  let isSilent = false;
  const { session } = editor;
  const { Range } = window.ace.require("ace/range");

  /** @type {() => string[]} */
  const linesOf = () => session.doc.getAllLines();

  function decorate() {
    for (const row of decorated) session.removeGutterDecoration(row, "source-method");
    decorated = [];
    linesOf().forEach((line, row) => {
      if (METHODS.test(line)) decorated.push(row);
    });
    for (const row of decorated) session.addGutterDecoration(row, "source-method");
  }

  function clear() {
    for (const marker of wrong) session.removeMarker(marker);
    wrong = [];
    session.clearAnnotations();
  }

  /**
   * Mark lines, from 1, as wrong; the first row.
   *
   * @param {number[]} lines
   * @param {string} text
   */
  function paint(lines, text) {
    clear();
    const rows = lines.map((line) => Math.min(line, session.getLength()) - 1);
    wrong = rows.map((row) =>
      session.addMarker(new Range(row, 0, row, 1), "source-wrong", "fullLine"),
    );
    session.setAnnotations(rows.map((row) => ({ row, column: 0, text, type: "error" })));
    return rows[0];
  }

  session.on("change", () => {
    decorate();
    if (!isSilent) {
      clear();
      changed();
    }
  });

  return {
    /** @returns {string} */
    text: () => editor.getValue(),
    /** @param {string} text */
    put(text) {
      if (text === editor.getValue()) return;
      isSilent = true;
      session.setValue(text); // with an Undo of its own
      isSilent = false;
      clear();
    },
    /**
     * @param {number} line from 1; 0: none
     * @param {string} text
     * @param {boolean} comesIntoView
     */
    blame(line, text, comesIntoView) {
      clear();
      if (!line) return;
      const row = paint([line], text);
      const width = session.getLine(row).length;
      const indent = session.getLine(row).search(/\S|$/);
      wrong.push(session.addMarker(new Range(row, indent, row, width), "source-wave", "text"));
      if (comesIntoView) editor.scrollToLine(row, true, false, () => {});
    },
    /**
     * @param {number[]} lines from 1
     * @param {string} name what is wrong with them, in few words: it stands behind the shortest
     */
    mark(lines, name) {
      editor.scrollToLine(paint(lines, name), true, false, () => {});
      /** @param {number} line */
      const length = (line) => session.getLine(line - 1).length;
      const [line] = [...lines].sort((one, other) => length(one) - length(other));
      const end = new Range(line - 1, length(line), line - 1, length(line) + 1);
      element.style.setProperty("--wrong-name", JSON.stringify(name));
      wrong.push(session.addMarker(end, "source-named", "text"));
    },
    clear,
    /** @param {string} method */
    goTo(method) {
      const row = linesOf().findIndex((line) => new RegExp(`^\\s*def ${method}\\b`).test(line));
      if (row < 0) return;
      editor.gotoLine(row + 1, 4, false);
      editor.focus();
    },
    focus: () => editor.focus(),
    resize() {
      editor.resize();
      if (editor.isFocused()) editor.renderer.scrollCursorIntoView();
    },
  };
}
