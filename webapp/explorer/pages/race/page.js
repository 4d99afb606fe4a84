// Race: what Python says of a race, written into the page, and what clicks and keys do.

import { hide, make, mark, put } from "../../look/dom.js";
import { createBoards } from "./boards.js";
import { createChart } from "./chart.js";
import { createEntrantDialog } from "./entrant.js";
import { createMatch } from "./match.js";
import { createProfile } from "./profile.js";
import { createSetup } from "./setup.js";
import { createSpeed } from "./speed.js";
import { createDatabase } from "./stored_list.js";
import { showChartTable, showDifferences, showMeasures, showRanks, showRounds } from "./tables.js";

/** @type {Record<string, string>} */
const KEYS = {
  " ": "toggle",
  n: "next",
  r: "reset",
  "[": "board-back",
  "]": "board-on",
  1: "emphasis-0",
  2: "emphasis-1",
  3: "emphasis-2",
  4: "emphasis-3",
  b: "bands",
  e: "explore",
};

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { send, one, all } = shell;
  const main = one("main");
  /** @type {RaceStatus | null} */
  let status = null;
  /** @type {RacePassing[]} */
  const passings = []; // that the log has not yet
  /** @type {RaceForm | null} */
  let form = null;
  /** @type {RaceCurves | null} */
  let curves = null;
  /** @type {RaceProgress | null} */
  let progress = null;
  /** @type {RaceResults | null} */
  let results = null;
  let board = 0;
  /** @type {number | null} */
  let emphasis = null; // a slot
  let bands = true;
  let isOneBoard = false;
  let measure = "profile";
  let waits = false; // the race goes on when the visitor comes back
  let told = 0;
  /** @type {Map<string, string>} */
  const log = new Map();

  /** @returns {RaceEntrants} */
  const entrants = () => ({
    names: form?.entrants.map(({ name }) => name) ?? [],
    shorts: form?.entrants.map(({ short }) => short) ?? [],
    slots: form?.slots ?? [],
    emphasis,
    bands,
    state: status?.state ?? "idle",
    still: shell.isMotionUnwanted(),
  });
  /**
   * @param {string} name
   * @param {unknown} value
   */
  const set = (name, value) => send("set", { name, value });
  const dialog = createEntrantDialog(shell, set);
  const setup = createSetup(shell, one("[data-race-form]"), {
    set,
    edit: (place) => form && dialog.open(form, place),
    board: (place) => send("board", place),
  });
  const chart = createChart(one("[data-chart]"), entrants);
  const profile = createProfile(one("[data-profile]"), entrants);
  const boards = createBoards(shell, one("[data-boards]"), entrants);
  const match = createMatch(shell, entrants);
  const database = createDatabase(shell, (place) => send("stored", place));
  const showSpeed = createSpeed(
    one("[data-race-speed]"),
    one("[data-race-speed-select]"),
    (speed) => send("speed", speed),
  );

  /**
   * The visitor's own code, as far as it has run.
   *
   * @param {RaceForm["mine"]} mine
   */
  function showMine(mine) {
    if (!mine) return;
    for (const option of /** @type {HTMLOptionElement[]} */ (all("option[value='your-game']"))) {
      option.textContent = mine;
      option.disabled = false;
    }
  }

  // ---- what Python says ----

  const PICTURES = {
    /** @param {RaceForm} next */
    form(next) {
      const isOther = form && form.key !== next.key;
      form = next;
      main.dataset.kind = next.kind;
      one("[data-race-preset]").value = next.name;
      showMine(next.mine);
      one("[data-race-game]").value = next.game;
      one("[data-command]").textContent = next.command;
      one(".race-command").hidden = !next.command; // the command line knows no game of one's own
      setup.show(next);
      if (isOther) {
        log.clear();
        showTable();
        if (shell.isOpen()) shell.replace(`?${next.query}`);
      }
      repaint();
    },
    /** @param {RaceCurves} next */
    curves(next) {
      curves = next;
      chart.setCurves(next);
      showTable();
    },
    /** @param {RaceChart} next */
    chart(next) {
      if (!form) return;
      chart.show(next);
      passings.push(...next.passings);
      note();
    },
    /** @param {RaceProgress} next */
    progress(next) {
      progress = next;
      if (!form) return;
      showRanks(one("[data-ranks]"), next.ranks, entrants(), board);
      showRounds(one("[data-rounds]"), next.rounds);
    },
    /** @param {RaceResults} next */
    results(next) {
      results = next;
      showResults();
    },
    /** @param {RaceThumbnails} next */
    thumbnails(next) {
      boards.setBoard(next.board);
      setup.showThumbnails(next);
    },
    /** @param {RaceBoards} next */
    boards(next) {
      board = next.number;
      setup.choose(board);
      put(one("[data-board-title]"), next.title);
      put(one("[data-board-context]"), next.context);
      put(one("[data-focus='board']"), next.title);
      if (!form) return;
      boards.showFacts(next);
      if (progress) showRanks(one("[data-ranks]"), progress.ranks, entrants(), board);
    },
    /** @param {RaceSequences} next */
    sequences: (next) => boards.showSequences(next),
    /** @param {RaceMatch} next */
    match: (next) => form && next.game && match.show(next),
    /** @param {RaceGames} next */
    games: (next) => form && next.rows && match.showGames(next),
    /** @param {RaceDatabase} next */
    database: (next) => next.file && database.show(next),
  };

  function showResults() {
    if (!results || !form) return;
    if (results.profile.lines.length !== form.entrants.length) return; // of another race
    showDifferences(one("[data-differences]"), results.differences, entrants());
    const isTarget = measure === "target";
    profile.show(isTarget ? results.distribution : results.profile);
    one("[data-profile-text]").textContent = profile.text(entrants().names);
    const isEmpty = isTarget && results.distribution.target === null;
    hide(one("[data-profile]"), measure === "scores" || isEmpty);
    hide(one("[data-measures]"), measure !== "scores" && !isEmpty);
    showMeasures(one("[data-measures]"), isEmpty ? null : results.measures, entrants());
  }

  function showTable() {
    if (!curves || curves.entrants.length !== form?.entrants.length) return; // of another race
    showChartTable(one("[data-chart-table]"), curves, entrants().names);
  }

  function repaint() {
    chart.paint();
    showResults();
    boards.repaint();
    setup.repaint();
    match.paint();
  }

  /** A chart may come before the status that says which round it is of. */
  function note() {
    if (!status?.round) return;
    for (const passing of passings.splice(0)) {
      const key = `${status.round}/${passing.entrant}/${passing.other}`;
      log.set(key, `${status.round}: ${entrants().names[passing.entrant]}, ${passing.text}`);
    }
  }

  /** @param {RaceStatus & { frame: number }} next */
  function show(next) {
    status = next;
    note();
    mark(main, "data-state", status.state);
    mark(main, "data-earlier", String(status.is_earlier));
    for (const element of all("[data-text]")) {
      const text = status[/** @type {keyof RaceStatus} */ (element.dataset.text)];
      if (typeof text === "string") put(element, text);
    }
    hide(one("[data-icon='play']"), status.busy);
    hide(one("[data-icon='pause']"), !status.busy);
    for (const button of all("[data-race-do]")) {
      const name = button.dataset.raceDo;
      if (name === "undo") hide(button, !status.can_undo);
      if (name in { reset: 0, next: 0, toggle: 0 })
        mark(button, "aria-disabled", String(status.disabled.includes(name)));
    }
    Object.assign(one("#race-status").dataset, {
      state: status.state,
      busy: status.busy,
      done: status.done,
      at: status.at,
      frame: next.frame,
    });
    narrate(status.narration);
    if (form && shell.isHeard("set")) dialog.answered(form); // which comes anew only if it changes
    showSpeed(status.speed, status.speeds, status.speed_text, shell.isHeard("speed"));
    if (status.message && status.message.number > told) {
      told = status.message.number;
      shell.toast(status.message.text, status.message.is_error);
    }
    if (!shell.isOpen() && status.busy) rest();
  }

  let announced = 0;
  let narrated = "";
  /** @param {RaceStatus["narration"]} pieces */
  function narrate(pieces) {
    const text = pieces.map(([piece]) => piece).join("");
    if (text === narrated) return;
    narrated = text;
    one("[data-narration]").replaceChildren(
      ...pieces.map(([piece, style]) =>
        style ? make(style === "lead" ? "span" : "b", { class: style }, piece) : piece,
      ),
    );
    const now = performance.now();
    if (!shell.isOpen() || (status?.busy && now - announced < 5000)) return;
    announced = now;
    shell.announce(text);
  }

  // ---- what the visitor does ----

  async function copyCommand() {
    if (!form) return;
    try {
      await navigator.clipboard.writeText(form.command);
      shell.toast("Command copied: it runs the same race in a terminal.", false);
    } catch {
      getSelection()?.selectAllChildren(one("[data-command]"));
      shell.toast("The browser does not let the page copy: the command is selected.", false);
    }
  }

  /** @param {number} by */
  function step(by) {
    if (form?.kind === "match") match.step(by);
    else send("board", board + by);
  }

  function showLog() {
    const items = [...log.values()].reverse();
    one("[data-log]").replaceChildren(...[narrated, ...items].map((text) => make("li", {}, text)));
    shell.open(`${shell.name}-log`);
  }

  /** @param {number | null} entrant whose run on the board on show; null: the leader's */
  function explore(entrant) {
    shell.hideMenu();
    send("explore", entrant);
    shell.give("explore");
    waits = false;
  }

  /** @type {Record<string, () => void>} */
  const COMMANDS = {
    toggle: () => send(status?.busy ? "pause" : "start"),
    next: () => send("next"),
    reset: () => send("reset"),
    undo: () => send("undo"),
    save: () => send("save"),
    step: boards.toggle,
    explore: () => explore(null),
    "board-back": () => step(-1),
    "board-on": () => step(1),
    "copy-command": copyCommand,
    database: database.open,
    log: showLog,
    bands() {
      bands = !bands;
      chart.paint();
    },
  };

  /** @param {string} command */
  function press(command) {
    if (command.startsWith("emphasis-")) {
      const slot = form?.slots[Number(command.slice(-1))] ?? null;
      emphasis = slot === null || emphasis === slot ? null : slot;
      main.dataset.emphasis = emphasis === null ? "" : String(emphasis + 1);
      chart.paint();
      profile.paint();
      return;
    }
    if (!status?.disabled.includes(command)) COMMANDS[command]?.();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    for (const element of /** @type {HTMLElement[]} */ (event.composedPath())) {
      const data = element.dataset;
      if (!data) continue;
      if (data.raceDo) {
        if (event.detail > 0) element.blur();
        if (element.getAttribute("aria-disabled") !== "true") press(data.raceDo);
        return true;
      }
      if (data.focus) {
        isOneBoard = data.focus === "board";
        for (const button of all("[data-focus]"))
          button.setAttribute("aria-pressed", String(button.dataset.focus === data.focus));
        send("focus", isOneBoard);
        return true;
      }
      if (data.measure) {
        measure = data.measure;
        for (const button of all("[data-measure]"))
          button.setAttribute("aria-pressed", String(button.dataset.measure === measure));
        showResults();
        return true;
      }
      if (data.leaveOut !== undefined) {
        send("leave-out", Number(data.leaveOut));
        return true;
      }
      if (data.explore !== undefined) {
        explore(Number(data.explore));
        return true;
      }
      if (data.tryAgain !== undefined) {
        send("try-again", Number(data.tryAgain));
        return true;
      }
      if (match.click(data)) return true;
    }
    return false;
  }

  for (const name of ["preset", "game"]) {
    const select = one(`[data-race-${name}]`);
    select.addEventListener("change", () => set(name, select.value));
  }

  one("[data-games]").addEventListener("keydown", match.walk);

  // ---- behind another page, other sizes and themes ----

  function rest() {
    waits ||= Boolean(status?.busy);
    if (status?.busy) send("pause");
  }

  // a race is kept nowhere: who leaves the site or loads it again is asked while one runs
  addEventListener("beforeunload", (event) => status?.busy && event.preventDefault());

  new ResizeObserver(() => shell.isOpen() && repaint()).observe(main);
  new MutationObserver(repaint).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });

  function place() {
    if (!form) return null;
    const url = new URL(location.href);
    url.search = form.query;
    url.hash = "";
    return url.href;
  }

  return {
    keys: KEYS,
    pictures: PICTURES,
    show,
    answer: (/** @type {QueryAnswer} */ { query }) => shell.go(`?${query}`),
    click,
    press,
    open({ address, changed, followed }) {
      if (followed && shell.isAnswered()) send("visit", address.search);
      if (changed && waits) {
        waits = false;
        if (!followed) send("open");
      }
      requestAnimationFrame(repaint);
    },
    leave: rest,
    place,
    link: () => ({ url: place() ?? location.href, told: "it opens this race" }),
  };
}
