// The code card: what is written in it is kept in this browser, checked while it is typed, searched
// when its author says so, and told where it is wrong. What comes from elsewhere is not run before
// that, and no link carries any of it.

import { make } from "../../look/dom.js";
import { save } from "../../look/files.js";
import {
  isCount,
  isRecord,
  isText,
  keepStored,
  readStored,
  soundEntries,
  wasDamaged,
} from "../../look/stored.js";
import { createEditor } from "./ace.js";
import { createChecks } from "./checks.js";
import { createWatch } from "./watch.js";

const EDITED = "your-game"; // as Python calls the game of code that is nobody's example
const KEPT = "your-game"; // where the browser keeps what is written
const FOREIGN = "your-game-foreign"; // the names of what came from elsewhere and was never run
const RESTART = "your-game-restart"; // what the page shows when it begins anew
const KEEP_MS = 400;
const UNCHECKED = "not checked yet: Run does it";
const SIGNS = { held: "✓", failed: "✕", open: "–" };
const GOES_ON = "The search goes on with the last code that ran.";
const STOPPED = "The code did not come back and was stopped. It is kept in the editor.";
const STARTER = `class CountDown:
    """Take one, two or three from a heap; the last one that is taken is worth a point."""

    def __init__(self, left=15, points=0):
        self.left = left
        self.points = points

    def legal_actions(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def play(self, number):
        left = self.left - number
        return CountDown(left, self.points + (left % 4 == 0))

    def is_terminal(self):
        return self.left == 0

    def returns(self):
        return self.points

    def picture(self):
        return [[("●", 2)] * self.left + [None] * (15 - self.left)]
`;

/** @param {any} value what has been run or is to be */
const isBuffer = (value) => isRecord(value) && isText(value.name) && isText(value.text);

/** @param {any} value where the page goes on after it has begun anew */
function soundRestart(value) {
  const isSound = isRecord(value) && isText(value.name) && isCount(value.steps ?? 0);
  return isSound && (value.ran === null || isBuffer(value.ran)) ? value : null;
}

/**
 * @param {Shell} shell
 * @param {() => ExploreStatus | null} status
 */
export function createSource(shell, status) {
  const { one, all, send } = shell;
  const card = one("[data-source]");
  const main = one("main");
  /** @type {Record<string, string>} */
  const kept =
    readStored(
      () => localStorage,
      KEPT,
      (value) => soundEntries(value, isText),
      "your games’ code",
    ) ?? {};
  /** @type {Record<string, string>} */
  const originals = {};
  let name = EDITED; // of what is in the editor: an example, a file, or EDITED
  /** @type {{ name: string, text: string } | null} */
  let ran = null; // what the search on show was made of
  /** @type {{ name: string, text: string } | null} */
  let running = null; // what Python has been asked to run
  /** @type {{ file: string, text: string } | null} */
  let asked = null;
  let game = "";
  let isOwn = false;
  let isWriting = false; // the editor is open beside a game that is not one's own
  let left = "code";
  let timer = 0;
  /** @type {Awaited<ReturnType<typeof createEditor>> | null} */
  let editor = null;
  let isMade = false;
  const foreign = new Set(
    readStored(
      () => localStorage,
      FOREIGN,
      (value) => (Array.isArray(value) ? value.filter(isText) : null),
      "where code came from",
    ),
  );
  // then any of it may have come from elsewhere
  if (wasDamaged(FOREIGN)) for (const buffer of Object.keys(kept)) foreign.add(buffer);
  const checks = createChecks((number, code) => send("code-check", { number, text: code }));
  const watch = window.site ? createWatch(window.site, showLate) : null;
  // over every page: the code may be played or raced when it does not come back
  const unanswered = one("[data-unanswered]");
  document.body.append(unanswered);
  unanswered.querySelector("button").addEventListener("click", stop);

  const text = () => kept[name] ?? originals[name] ?? (name === EDITED ? STARTER : "");

  // ---- the editor ----

  function begin() {
    if (isMade) return;
    isMade = true;
    send("code-open");
    watch?.start();
    const box = one("[data-code]");
    const scripts = card.dataset.scripts.trim().split(" ");
    const label = "Code of your game; Escape, then Tab, leaves it";
    createEditor(box, scripts, { changed, pasted, run, label }).then(
      (made) => {
        editor = made;
        box.removeAttribute("aria-busy");
        made.put(text());
        new ResizeObserver(() => made.resize()).observe(box);
      },
      (error) => shell.toast(`The editor can't be loaded: ${error.message}.`, true),
    );
  }

  function changed() {
    if (!editor) return;
    kept[name] = editor.text();
    if (kept[name] === originals[name]) delete kept[name];
    showBuffer();
    if (foreign.has(name)) leaveUnchecked();
    else if (!running) {
      card.dataset.stale = "";
      one("[data-contract-summary]").textContent = "typing …";
      checks.typed(editor.text());
    }
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_MS);
  }

  // What stands there is not run before its reader says so.
  function pasted() {
    setForeign(true);
    leaveUnchecked();
  }

  /** @param {boolean} is */
  function setForeign(is) {
    if (is === foreign.has(name)) return;
    if (is) foreign.add(name);
    else foreign.delete(name);
    keepStored(() => localStorage, FOREIGN, [...foreign]);
  }

  function leaveUnchecked() {
    checks.drop();
    showError(null);
    showRows(null, UNCHECKED);
  }

  function keep() {
    clearTimeout(timer);
    keepStored(() => localStorage, KEPT, kept);
  }

  /** @param {string} buffer */
  function hold(buffer) {
    name = buffer;
    editor?.put(text());
    showBuffer();
  }

  function showBuffer() {
    for (const button of all("[data-example]")) {
      button.setAttribute("aria-pressed", button.dataset.example === name);
      if (button.dataset.example === name) {
        button.parentElement.scrollLeft = button.offsetLeft - button.parentElement.offsetLeft - 40;
      }
    }
    one("[data-client='reset-code']").hidden = !(name in kept) || !(name in originals);
  }

  // ---- what is shown on the left ----

  function showLeft() {
    const shown = isOwn || isWriting;
    const side = shown ? left : "recipe";
    if (shown) begin();
    main.dataset.left = side;
    const recipe = one(".card.recipe");
    // in a small window both are drawers: the one that is opened makes room for the other
    const isDrawn = [card, recipe].some((each) => each.classList.contains("open"));
    for (const [each, isShown] of [
      [card, side === "code"],
      [recipe, side !== "code"],
    ]) {
      each.hidden = !isShown;
      each.classList.toggle("open", isDrawn && isShown);
    }
    for (const tabs of all("[data-left-tabs]")) tabs.hidden = !shown;
    for (const button of all("[data-left-button]")) {
      button.setAttribute("aria-pressed", button.dataset.leftButton === side);
    }
    const opener = one(".recipe-button");
    opener.dataset.open = side === "code" ? "source" : "recipe";
    opener.lastElementChild.textContent = side === "code" ? "Code" : "Recipe";
  }

  /** @param {string} to */
  function turn(to) {
    left = to;
    showLeft();
  }

  /** @param {ExploreCard} picture */
  function showGame(picture) {
    if (picture.text !== null) originals[picture.game] = picture.text;
    if (picture.game !== game) {
      isWriting = false;
      if (picture.own && picture.game !== EDITED && !running) {
        left = "code";
        hold(picture.game);
        leaveUnchecked();
      }
    }
    game = picture.game;
    isOwn = picture.own;
    const option = one(`[data-game] option[value="${EDITED}"]`);
    option.textContent = game === EDITED ? `${picture.title} (yours)` : "Write your own …";
    showLeft();
  }

  function write() {
    isWriting = true;
    left = "code";
    if (name in originals) name = EDITED;
    hold(name);
    showLeft();
    editor?.focus();
  }

  // ---- running ----

  function run() {
    if (!editor || running) return;
    keep();
    setForeign(false);
    checks.drop();
    running = { name, text: editor.text() };
    showError(null);
    showRows(null, "checking …");
    one(".run").setAttribute("aria-disabled", "true");
    send("code-run", running);
  }

  /** @param {CodeAnswer} answer */
  function answer({ rows, summary, error, checked }) {
    if (checked) {
      if (!checks.isNew(checked) || running) return;
      showRows(rows, summary);
      showError(error, true);
      return;
    }
    if (rows) {
      one(".run").setAttribute("aria-disabled", "false");
      if (!error && running) ran = running;
      running = null;
      showRows(rows, summary);
    }
    showError(error);
  }

  /** @param {CodeAnswer["error"]} error */
  function showError(error, isTyping = false) {
    const box = one("[data-code-error]");
    box.setAttribute("role", isTyping ? "status" : "alert"); // which waits for a pause in speaking
    box.hidden = !error;
    editor?.clear();
    if (!error) return;
    const [where, what, after] = box.children;
    where.textContent = error.line ? `Line ${error.line}` : "";
    what.textContent = error.text;
    after.textContent = isOwn ? GOES_ON : "";
    editor?.blame(error.line, error.text, !isTyping);
  }

  /**
   * @param {CodeAnswer["rows"]} rows
   * @param {string} summary
   */
  function showRows(rows, summary) {
    delete card.dataset.stale;
    one("[data-contract-summary]").textContent = summary;
    one("[data-contract]").replaceChildren(
      ...(rows ?? []).map(([method, state, told]) =>
        make(
          "li",
          { "data-state": state },
          make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]),
          make(
            "button",
            { type: "button", "data-method": method, title: told },
            make("code", {}, method),
            told || (state === "failed" ? "does not hold" : "not reached"),
          ),
        ),
      ),
    );
  }

  // ---- files: code from outside is read before it runs ----

  /**
   * @param {string} file
   * @param {string} content
   */
  function ask(file, content) {
    asked = { file, text: content };
    one("[data-asked-file]").textContent = file;
    one("[data-asked-text]").textContent = content;
    shell.open("ask-code");
  }

  /** @param {boolean} runs */
  function take(runs) {
    shell.close("ask-code");
    if (!asked) return;
    const buffer = `file ${asked.file}`;
    kept[buffer] = asked.text;
    keep();
    name = buffer;
    setForeign(true);
    write();
    leaveUnchecked();
    if (!runs) return;
    if (editor) run();
    else waitFor(run);
  }

  /** @param {() => void} task */
  function waitFor(task) {
    if (editor) task();
    else setTimeout(() => waitFor(task), 50);
  }

  const chooser = one("[data-code-file]");
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    if (file) ask(file.name, await file.text());
    chooser.value = "";
  });

  function keepFile() {
    const file = name.startsWith("file ") ? name.slice(5) : `${name.replaceAll("-", "_")}.py`;
    save(file, new Blob([editor?.text() ?? text()], { type: "text/x-python" }));
  }

  // ---- code that does not come back ----

  /** @param {boolean} isLate */
  function showLate(isLate) {
    unanswered.hidden = !isLate;
  }

  // Nothing ends what the worker does but its own end: the page begins anew, as it was.
  function stop() {
    keep();
    const { moment, steps } = status() ?? {};
    const isRanShown = game === EDITED && ran !== null;
    keepStored(() => sessionStorage, RESTART, { name, ran: isRanShown ? ran : null, steps });
    const url = new URL(location.href);
    url.search = isRanShown ? "" : (moment ?? "");
    url.hash = "";
    history.replaceState(null, "", url);
    window.site?.worker.terminate();
    location.reload();
  }

  let restart = readStored(() => sessionStorage, RESTART, soundRestart, "where the page was");
  try {
    sessionStorage.removeItem(RESTART);
  } catch {
    /* then there is nothing to remove */
  }

  // As soon as Python answers.
  function resume() {
    if (!restart) return;
    const { ran: again, steps, name: buffer } = restart;
    restart = null;
    name = buffer;
    write();
    shell.toast(STOPPED, true);
    if (!again) return;
    running = again;
    send("code-run", { ...again, steps });
  }

  const select = one("[data-game]");
  select.addEventListener("change", (/** @type {Event} */ event) => {
    if (select.value !== EDITED) return;
    event.stopImmediatePropagation();
    write();
  });

  return {
    showGame,
    answer,
    resume,
    ask,
    isEdited: () => game === EDITED,
    /** @param {string} wanted */
    example: (wanted) => send("set", { name: "game", value: wanted }),
    turn,
    /** @param {string} method */
    goTo: (method) => editor?.goTo(method),
    client: {
      "run-code": run,
      "save-code": keepFile,
      "reset-code": () => {
        delete kept[name];
        keep();
        hold(name);
        setForeign(false);
        leaveUnchecked();
      },
      "show-code": () => take(false),
      "run-asked": () => take(true),
    },
  };
}
