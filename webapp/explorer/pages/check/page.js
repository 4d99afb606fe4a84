// Check: what Python says of an examination, written into the page, and what clicks and keys do.

import { createWatch } from "../../cards/source/watch.js";
import { isOutdated, make, mark, put } from "../../look/dom.js";
import { plural } from "../../look/numbers.js";
import { isRecord, isText, keepStored, readStored } from "../../look/stored.js";
import { createCode } from "./code.js";
import { createReport } from "./report.js";
import { showStrength } from "./strength.js";
import { showTrees } from "./trees.js";

/** @type {Record<string, string>} */
const KEYS = {
  "Ctrl+Enter": "toggle",
  ArrowUp: "up",
  ArrowDown: "down",
  n: "wrong",
  "[": "back",
  "]": "on",
  e: "explore",
};

const STOP_MS = 800; // between two parts Python hears it sooner
const RESTART = "your-search-restart"; // what the page shows when it begins anew
const LATE = "run has not come back for a while: Stop ends it";
const ENDED =
  "The examination was stopped. Your code and the lines are kept, without counterexamples.";

/** @param {any} value */
const soundRestart = (value) =>
  isRecord(value) && isText(value.name) && isRecord(value.tree) && isRecord(value.report)
    ? value
    : null;

/**
 * What is known of an examination whose Python is ended: no counterexample can be asked for.
 *
 * @param {CheckReport} report
 * @returns {CheckReport}
 */
function ended(report) {
  const lines = report.lines.map((line) => ({ ...line, examples: 0 }));
  return { ...report, lines, state: "stopped", stage: "", current: "" };
}

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { one, all, send } = shell;
  const main = one("main");
  /** @type {CheckReport | null} */
  let report = null;
  /** @type {CheckTrees} */
  let trees = { iterations: 0, pair: null, why: "…" };
  let announced = ""; // the number and state of the examination that was spoken of last
  const select = one("[data-check-game]");
  const time = one("[data-check-seconds]");
  const usual = time.value;

  const code = createCode(shell, { run: toggle, chosen });
  const view = createReport(shell, (wanted) => send("example", wanted));

  const isRunning = () => report?.state === "running";

  // ---- code that does not come back, where Python runs in a worker of the page ----

  const watch = window.site
    ? createWatch(window.site, (isLate) => {
        if (report && isRunning())
          put(one("[data-check-context]"), isLate ? LATE : context(report));
      })
    : null;
  let restart = readStored(() => sessionStorage, RESTART, soundRestart, "what was examined");
  sessionStorage.removeItem(RESTART);
  let checks = restart?.report.number ?? 0; // that were asked for
  let stopping = 0;
  let isLeft = restart !== null; // on show is the report of a Python that has been ended

  function stop() {
    send("stop");
    // nothing ends what the worker does but its own end: the page begins anew, as it was
    if (window.site) stopping = setTimeout(end, STOP_MS);
  }

  function end() {
    code.given();
    keepStored(() => sessionStorage, RESTART, {
      name: code.name(),
      tree: code.tree(),
      report: report && ended(report),
    });
    window.site?.worker.terminate();
    history.replaceState(null, "", address());
    location.reload();
  }

  function resume() {
    if (!restart) return;
    code.choose(restart.name, restart.tree);
    show(restart.report);
    shell.toast(ENDED, true);
    restart = null;
  }

  function toggle() {
    if (isRunning()) {
      stop();
      return;
    }
    isLeft = false;
    watch?.start();
    view.close();
    code.found(null);
    const asked = { game: select.value, seconds: Number(time.value), seed: 1, number: ++checks };
    send("check", { ...code.given(), ...asked });
    if (one(".check-code").classList.contains("open")) shell.close("check-code");
  }

  function address() {
    const fields = new URLSearchParams({ view: shell.name });
    if (code.name()) fields.set("example", code.name());
    fields.set("game", select.value);
    if (time.value !== usual) fields.set("seconds", time.value);
    return `${location.pathname}?${fields}`;
  }

  function chosen() {
    const words = [
      "mcsearch check",
      code.command(),
      "--game",
      select.value,
      "--seconds",
      time.value,
    ];
    put(one("[data-check-command]"), words.join(" "));
    if (shell.isOpen()) shell.replace(address());
  }

  // ---- what Python says ----

  /** @param {CheckReport} next */
  function show(next) {
    report = next;
    if (!isRunning()) {
      watch?.stop();
      clearTimeout(stopping);
    }
    mark(main, "data-state", report.state);
    mark(one("#check-status"), "data-state", report.state);
    mark(one("#check-status"), "data-number", String(report.number));
    view.show(report);
    code.found(report.error, report.fault);
    showStrength(one("[data-check-strength]"), one("[data-check-strength-context]"), report);
    showReading(report);
    put(one("[data-check-context]"), context(report));
    for (const label of all("[data-check-label]"))
      put(label, isRunning() ? "Stop" : report.state === "idle" ? "Check" : "Check again");
    if (!trees.pair) showTrees(shell, trees, report);
    showSegments(report);
    announce(report);
  }

  /** @param {CheckReport} report */
  function context(report) {
    const done = report.lines.filter(({ verdict }) => verdict).length;
    const game = report.game_title;
    switch (report.state) {
      case "idle":
        return "twelve lines: press Check";
      case "running":
        return `${report.stage || "examining"} …`;
      case "stopped":
        return `stopped, ${plural(done, "line")}, ${game}`;
      case "failed":
        return "the code could not be run";
      default:
        return `${plural(done, "line")}, ${game}, ${report.seconds} s`;
    }
  }

  /** @param {CheckReport} report */
  function showReading(report) {
    const box = one("[data-check-reading]");
    if (!report.reading.length || !isOutdated(box, report.reading)) return;
    box.replaceChildren(
      ...report.reading.map(([field, how]) =>
        make("div", {}, make("dt", {}, field), make("dd", {}, how)),
      ),
    );
  }

  /** @param {CheckReport} report */
  function showSegments(report) {
    const box = one("[data-check-segments]");
    const verdicts = report.lines.map(({ verdict }) => verdict);
    put(
      one("[data-check-done]"),
      `${verdicts.filter(Boolean).length} of ${verdicts.length} lines examined`,
    );
    put(one("[data-check-game-title]"), report.game_title);
    if (isOutdated(box, verdicts))
      box.replaceChildren(...verdicts.map((verdict) => make("i", { "data-verdict": verdict })));
  }

  /** @param {CheckReport} report */
  function announce(report) {
    const { state } = report;
    const news = `${report.number} ${state}`;
    if (announced === news || !shell.isOpen()) return;
    announced = news;
    const { wrong, suspicious, right } = report.counts;
    const ended = wrong
      ? `${wrong} wrong, ${suspicious} suspicious, ${right} right.`
      : `Nothing wrong found; ${suspicious} suspicious, ${right} right.`;
    /** @type {Record<string, string>} */
    const words = { running: "Checking.", done: ended, stopped: "Stopped." };
    if (state in words) shell.announce(words[state]);
  }

  // ---- what the visitor does ----

  async function copy() {
    try {
      await navigator.clipboard.writeText(one("[data-check-command]").textContent);
      shell.toast("Command copied: it checks your file in a terminal.", false);
    } catch {
      getSelection()?.selectAllChildren(one("[data-check-command]"));
      shell.toast("The browser does not let the page copy: the command is selected.", false);
    }
  }

  /** @param {string} name */
  function showTab(name) {
    main.dataset.tab = name;
    for (const button of all("[data-check-tab]"))
      button.setAttribute("aria-pressed", String(button.dataset.checkTab === name));
  }

  /** @type {Record<string, () => void>} */
  const COMMANDS = {
    toggle,
    copy,
    up: () => view.move(-1),
    down: () => view.move(1),
    wrong: view.nextWrong,
    back: () => view.step(-1),
    on: () => view.step(1),
    json: () => send("json"),
    save: code.saveFile,
    explore() {
      shell.hideMenu();
      if (!report?.game) return;
      send("explore");
      shell.give("explore");
    },
  };

  /** @param {MouseEvent} event */
  function click(event) {
    for (const { dataset: data } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (!data) continue;
      if (data.checkDo) COMMANDS[data.checkDo]();
      else if (data.checkLine) view.toggle(data.checkLine);
      else if (data.checkStep) view.step(Number(data.checkStep));
      else if (data.checkTab) showTab(data.checkTab);
      else continue;
      return true;
    }
    return false;
  }

  /**
   * @param {any} choice
   * @param {string | null} wanted
   */
  function choose(choice, wanted) {
    if ([...choice.options].some((option) => option.value === wanted)) choice.value = wanted;
  }

  for (const choice of [select, time]) choice.addEventListener("change", chosen);

  return {
    keys: KEYS,
    pictures: {
      report: (/** @type {CheckReport} */ next) => (next.state === "idle" && isLeft) || show(next),
      example: (/** @type {CheckOpened} */ next) => view.showExample(next),
      /** @param {CheckTrees} next */
      trees(next) {
        trees = next;
        if (report) showTrees(shell, trees, report);
      },
    },
    click,
    press: (command) => COMMANDS[command]?.(),
    // in the editor they move the cursor
    keepsKey: (element) => Boolean(element.closest(".ace_editor")),
    open({ address: { searchParams } }) {
      choose(select, searchParams.get("game"));
      choose(time, searchParams.get("seconds"));
      code.begin();
      code.choose(searchParams.get("example") ?? code.name());
      resume();
    },
    address,
    link: () => ({ url: new URL(address(), location.href).href, told: "it opens this example" }),
  };
}
