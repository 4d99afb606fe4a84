// Play as a page: the board, the tree, the moves, the curves and the buttons.

import { createTree } from "../../cards/tree/tree.js";
import { make, showOfGame } from "../../look/dom.js";
import { save } from "../../look/files.js";
import { number } from "../../look/numbers.js";
import { createActions } from "./actions.js";
import { createBoard } from "./board.js";
import { createCurves } from "./curves.js";
import { createFreed } from "./freed.js";
import { createGames } from "./games.js";
import { createMoves, disc } from "./moves.js";
import { createSetup } from "./setup.js";
import { createStrips } from "./strips.js";
import { createBars } from "./values.js";

const DIGITS = "123456789";
const MOVES = ["move", "now"];
const SLIDES = { back: "left", next: "right", up: "up", down: "down" }; // by the arrow keys' names
const SILENT = { values: [], ghosts: [], best: "", mark: "", advised: [], playout: null };

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { one, all, send } = shell;
  const main = one("#play");
  const { dataset } = one("#play-status");
  const board = createBoard(one("[data-board]"), {
    play: (action) => send("move", action),
    isOneTap: () => one("[data-one-tap]").checked,
    tell: (text) => {
      one("[data-aim]").textContent = text;
    },
    narrow: (actions) => showActions.narrow(actions),
  });
  const showActions = createActions(one("[data-actions]"), {
    play: board.playAction,
    aim: board.aimAt,
  });
  const showBars = createBars(one("[data-values]"));
  const setup = createSetup(shell);
  const showMoves = createMoves(one);
  const showStrips = createStrips(one("[data-strips]"));
  const curves = createCurves(one("[data-curve]"));
  const showFreed = createFreed(one("[data-freed]"));
  const games = createGames(one("[data-games]"));
  const tree = createTree(
    one(".tree-canvas"),
    (name, value) => {
      // the tree's own word for how closely it is looked at means a strength here
      if (name !== "select") send(name === "level" ? "zoom" : name, value);
    },
    () => {},
  );
  /** @type {any} */
  let status = {};
  /** @type {any} */
  let position = {};
  /** @type {any} */
  let said = {};
  /** @type {SentTree} */
  let late = null;
  let messages = 0;
  let wanted = 0; // the move of a review to which the visitor goes

  // ---- what is shown ----

  function showTable(given) {
    position = given;
    const table = joined();
    showActions.show(table);
    board.show(table);
    showKeys(table);
    setup.showSides(table);
    showMoves(table);
    one("[data-board-text]").textContent = inWords(table);
    main.dataset.ownGame = String(table.isOwn);
    main.dataset.alone = String(table.searchPlayer < 0);
  }

  function showSaid(given) {
    said = given;
    const table = joined();
    showBars(table);
    showActions.show(table);
    board.show(table);
    showLine(table);
  }

  /** The board, with what the search says of it as soon as that has come. */
  const joined = () => ({ ...position, ...(said.number === position.number ? said : SILENT) });

  function showLine(table) {
    const place = one("[data-line]");
    const key = JSON.stringify([table.ghosts, table.searchPlayer, table.isReviewed]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const title = table.isReviewed ? "Best line" : "Expected play";
    const chips = table.ghosts.map(({ name, ply, player }) => {
      const ghost = disc(table, player);
      ghost.textContent = String(ply);
      return make("span", {}, ghost, make("b", {}, name));
    });
    place.replaceChildren(...(chips.length ? [make("small", {}, title), ...chips] : []));
  }

  function inWords(table) {
    if (table.isOwn) return `${status.title ?? ""}${told(table)}. ${table.shown.text}`;
    const pieces = table.cells.filter((value) => value > 0).length;
    return `${pieces} ${table.board.pieces} on the board${told(table)}.`;
  }

  function told(table) {
    const last = table.moves[table.ply - 1];
    return last ? `, ${last.isDrawn ? "drawn:" : "last move"} ${last.name}` : "";
  }

  // While a move is on its way the browser paints no tree: the disc would come after it.
  /** @param {SentTree} picture */
  function showTree(picture) {
    late = null;
    if (!MOVES.every(shell.isHeard)) {
      late = picture;
      return;
    }
    showFreed(picture, board.table()?.line ?? []);
    one("[data-kept]").hidden = !picture.kept.length;
    tree.show(picture);
  }

  function enable(name, may) {
    for (const button of all(`[data-play="${name}"]`))
      button.setAttribute("aria-disabled", String(!may));
  }

  function show(given) {
    status = given;
    if (shell.isHeard("move")) board.settle();
    setup.settle();
    const { review, pool, help, attempt } = status;
    one("[data-title]").textContent = status.title;
    one("[data-turn]").textContent = status.turn;
    one("[data-count]").textContent = status.count;
    one("[data-lead]").textContent = help?.lead ?? status.lead;
    one("[data-narration]").textContent = help?.text ?? status.narration;
    one("[data-progress]").style.width = `${100 * status.progress}%`;
    one(".play-tree").classList.toggle("empty", !status.hasTree);
    one("[data-no-tree]").textContent = status.noTree;
    one("[data-review]").textContent = status.reviewLabel;
    one("[data-play='now']").hidden = status.isOver;
    one("[data-play='review']").classList.toggle("primary", status.isOver);
    for (const [name, key] of [
      ["now", "canNow"],
      ["undo", "canUndo"],
      ["redo", "canRedo"],
      ["hint", "canHint"],
      ["pause", "canPause"],
      ["review", "canReview"],
    ]) {
      enable(name, status[key]);
    }
    const aside = one("[data-play='aside']");
    aside.hidden = status.aside === null;
    one("[data-play='aside'] span").textContent = status.aside?.label ?? "";
    const pause = one("[data-play='pause'] span");
    pause.textContent = status.paused ? "Go on" : "Pause";
    if (shell.isHeard("ponder")) one("[data-switch='ponder']").checked = status.ponders;
    if (shell.isHeard("hide")) one("[data-switch='hide']").checked = status.hides;
    showOfGame(all("[data-of-game]"), position.game);
    main.dataset.mode = review ? "review" : attempt ? "alone" : "play";
    showDemonstration(status.demonstration);
    if (late) showTree(late);
    showCurve();
    showReview();
    showPool(pool);
    showScores(attempt);
    Object.assign(dataset, {
      game: position.game,
      ply: position.ply,
      moves: position.moves.map(({ name }) => name).join(" "),
      cells: position.cells.join(""),
      over: position.isOver,
      mine: position.canMove,
      busy: status.busy,
      frame: status.frame,
      paused: status.paused,
      review: review ? `${review.done}/${review.of}` : "",
      playouts: pool ? pool.playouts : "",
      pool: pool ? `${pool.kept} ${pool.new} ${pool.freed}` : "",
      help: help?.lead ?? "",
      explore: review ? review.explore : "",
    });
    if (!status.demonstration)
      games.note({ ...status.game, query: status.query, title: status.title });
    // of a game that plays itself the address tells nothing: who comes again finds it alive
    if (shell.isOpen())
      shell.replace(`${location.pathname}?${status.demonstration ? "view=play" : status.query}`);
    if (status.message && status.message.number !== messages) {
      messages = status.message.number;
      if (status.message.text) shell.toast(status.message.text, status.message.is_error);
      else shell.dismiss();
    }
    // a screen reader hears whose turn it is while the search thinks, not twenty numbers a second
    shell.announce(status.busy && !review ? status.turn : `${status.lead} ${status.narration}`);
  }

  /** A game that plays itself: what begins one's own is the primary button. */
  function showDemonstration(demonstration) {
    main.dataset.demonstration = demonstration ? (demonstration.isStill ? "still" : "on") : "";
    one("[data-play='start']").hidden = !demonstration?.isStill;
    one("[data-play='now']").classList.toggle("primary", Boolean(status.canNow && !demonstration));
    one("[data-play='new']").classList.toggle(
      "primary",
      Boolean(demonstration && !demonstration.isStill),
    );
  }

  /** What the keys do in this game. */
  function showKeys(table) {
    const caps = table.slides
      ? ["arrows", "", "slide"]
      : table.isOwn
        ? ["1", "9", "the actions"]
        : table.drops
          ? ["1", String(table.names.length), "drop a disc"]
          : ["arrows", "Enter", "play"];
    const key = caps.join();
    const place = one("[data-keys]");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const [from, to, does] = caps;
    const kbd = (text) => make("kbd", {}, text);
    if (from === "arrows") {
      const arrows = ["←", "→", "↑", "↓"].map(kbd);
      place.replaceChildren(...arrows, ...(to ? [" a cell, ", kbd(to), " plays"] : [` ${does}`]));
    } else place.replaceChildren("Keys ", kbd(from), " to ", kbd(to), ` ${does}`);
  }

  function showCurve() {
    const table = board.table();
    if (status.review) curves.review(table, status.review);
    else if (status.attempt) curves.scores(status.attempt);
    else if (status.thinking) curves.thinking(status.thinking);
    else curves.hide();
  }

  function showReview() {
    const { review, result } = status;
    if (!review) return;
    const table = board.table();
    showStrips(table, review.strips);
    one("[data-result]").textContent = result.title;
    one("[data-result-why]").textContent = result.why || result.summary;
    one("[data-belief]").hidden = !review.belief;
    one("[data-belief] span").textContent = review.belief;
    main.dataset.retries = String(Boolean(review.retry));
    one("[data-play='retry-answer']").hidden = !review.retry || review.retry.isAnswered;
    one("[data-play='retry-on']").hidden = !review.retry?.isAnswered;
    one("[data-retry-on]").textContent = review.retry?.isLast ? "Done" : "Next one";
    one("[data-retry]").textContent = review.retryLabel;
    enable("retry", review.canRetry);
    one("[data-explore]").href = review.explore || location.href;
    one("[data-explore]").setAttribute("aria-disabled", String(!review.explore));
    one("[data-review-playouts]").value = String(review.playouts);
    one("[data-marks]").replaceChildren(
      ...review.counts.map(({ small, large, accuracy }, player) =>
        make(
          "li",
          {},
          disc(table, player),
          make("span", {}, table.sides[player].name),
          make(
            "b",
            {},
            [large && `${large} ??`, small && `${small} ?`, accuracy].filter(Boolean).join("  ") ||
              "none",
          ),
        ),
      ),
    );
  }

  function showPool(pool) {
    one(".play-pool").hidden = !pool;
    if (!pool) return;
    pool.texts.forEach((text, i) => {
      one(`[data-pool='${["kept", "new", "freed"][i]}']`).textContent = text;
    });
    one("[data-pool='all']").textContent = pool.isFull
      ? "Pool full: the tree no longer grows, playouts go on"
      : pool.text;
    for (const name of ["kept", "new", "freed"]) {
      one(`[data-meter] .pool-${name}`).style.width = `${(100 * pool[name]) / pool.capacity}%`;
    }
  }

  function showScores(attempt) {
    if (!attempt) return;
    for (const name of ["yours", "its", "total"]) {
      one(`[data-score='${name}']`).textContent = attempt.texts[name];
    }
    const still = `so far, it still ${attempt.still}`;
    one("[data-score='done']").textContent = attempt.done ? "in the end" : still;
  }

  // ---- what the visitor does ----

  function press(command) {
    const slide = board.table()?.slides && SLIDES[command];
    if (slide) {
      board.play(slide);
      return;
    }
    if (/^drop-\d$/.test(command)) {
      const table = board.table();
      if (table?.drops) board.play(command.slice(5));
      else if (table?.isOwn) board.playAction(table.targets[Number(command.slice(5)) - 1]?.action);
      return;
    }
    const button = one(`[data-play="${command}"]`);
    if (command === "new") setup.newGame(true);
    else if (command === "load") one("[data-load]").click();
    else if (command.startsWith("save")) send("save", command.slice("save-".length));
    else if (command === "games") showGames(one("[data-games]").hidden);
    else if (command === "forget") games.clear();
    else if (status.review) pressReviewing(command);
    else if (button?.getAttribute("aria-disabled") === "true") return;
    else if (command === "pause") send("pause", !status.paused);
    else if (command === "aside") {
      if (status.aside !== null) send("move", status.aside.action);
    } else if (["now", "start", "undo", "redo", "hint", "review", "swap-sides"].includes(command))
      send(command);
  }

  function pressReviewing(command) {
    const { mistakes, of } = status.review;
    // a held key goes on from where the last one went
    const at = shell.isHeard("goto") ? board.table().ply : wanted;
    const to = {
      first: 0,
      back: at - 1,
      next: at + 1,
      last: of - 1,
      mistake: mistakes.find((number) => number > at) ?? mistakes[0],
      "mistake-before": mistakes.findLast((number) => number < at) ?? mistakes.at(-1),
    }[command];
    if (to !== undefined) {
      wanted = Math.min(Math.max(to, 0), of - 1);
      send("goto", wanted);
    } else if (command === "retry") {
      if (status.review.canRetry) send("retry", "start");
    } else if (command.startsWith("retry-")) send("retry", command.slice("retry-".length));
    else if (command === "now" || command === "play-on") send("play-on");
    else if (command === "explore") one("[data-explore]").click();
  }

  /** @param {boolean} areShown instead of the moves */
  function showGames(areShown) {
    main.dataset.list = areShown ? "games" : "moves";
    one("[data-games]").hidden = !areShown;
    one("[data-list-title]").textContent = areShown ? "Games" : "Moves";
    const button = one("[data-play='games']");
    button.textContent = areShown ? "Moves" : "Games";
    button.setAttribute("aria-expanded", String(areShown));
    if (areShown) games.show(); // another tab may have played
  }

  function showTab(name) {
    main.dataset.shown = name;
    for (const button of all("[data-tab]"))
      button.setAttribute("aria-pressed", String(button.dataset.tab === name));
    board.resize();
  }

  for (const box of all("[data-switch]")) {
    box.addEventListener("change", () => send(box.dataset.switch, box.checked));
  }
  one("[data-review-playouts]").addEventListener("change", ({ target }) =>
    send("review-playouts", Number(target.value)),
  );
  one("[data-load]").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file && file.size > Number(target.dataset.most)) {
      shell.toast(`A game has at most ${number(Number(target.dataset.most))} characters.`, true);
    } else if (file) shell.upload(await file.text());
    target.value = "";
  });

  function sizeOf() {
    const { width, height } = one(".tree-canvas").getBoundingClientRect();
    return [Math.round(width), Math.round(height)];
  }

  let timer = 0;
  const observer = new ResizeObserver(() => {
    board.resize();
    clearTimeout(timer);
    timer = setTimeout(() => {
      const size = sizeOf();
      if (shell.isAnswered() && size[0]) send("size", size);
    }, 100);
  });
  observer.observe(one(".tree-canvas"));
  observer.observe(one(".play-stage"));

  // After a click with the mouse the keys belong to the page again, not to a button or a box.
  function leaveControl(event) {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const isPressed = active?.matches("button, input[type='checkbox'], input[type='radio']");
    if (event.detail > 0 && isPressed && shell.owns(event)) active.blur();
  }

  function click(event) {
    leaveControl(event);
    for (const part of event.composedPath()) {
      const element = /** @type {HTMLElement} */ (part);
      const data = element.dataset;
      if (!data) continue;
      if (data.play) {
        shell.hideMenu();
        if (element.getAttribute("aria-disabled") !== "true") press(data.play);
        return true;
      }
      if (data.goto) {
        send("goto", Number(data.goto));
        return true;
      }
      if (data.reopen) {
        showGames(false);
        send("visit", data.reopen);
        return true;
      }
      if (data.tab) {
        showTab(data.tab);
        return true;
      }
      if (data.tree) {
        tree.command(data.tree);
        return true;
      }
    }
    return false;
  }

  return {
    keys: {
      ...Object.fromEntries([...DIGITS].map((digit) => [digit, `drop-${digit}`])),
      u: "undo",
      r: "redo",
      h: "hint",
      n: "now",
      s: "aside",
      v: "review",
      m: "mistake",
      M: "mistake-before",
      e: "explore",
      ArrowLeft: "back",
      ArrowRight: "next",
      ArrowUp: "up",
      ArrowDown: "down",
      Home: "first",
      End: "last",
    },
    hello: () => ({ size: sizeOf() }),
    pictures: {
      players: (players) => setup.show(players),
      table: showTable,
      said: showSaid,
      tree: showTree,
    },
    show,
    answer: (answer) =>
      answer.kind === "file" && save(answer.name, new Blob([answer.text], { type: "text/plain" })),
    click,
    press,
    open({ address, changed, given, followed }) {
      if (followed && shell.isAnswered()) send("visit", address.search);
      if (changed) send("away", false);
      if (given) main.focus({ preventScroll: true });
    },
    leave: () => send("away", true),
    link: () => ({
      url: status.isEdited
        ? `${location.origin}${location.pathname}?view=play`
        : `${location.origin}${location.pathname}?${status.query}`,
      told: status.isEdited
        ? "without your game, whose code travels as a file only: keep it, and give it along"
        : status.review
          ? "it opens this move of the review"
          : "it opens this game",
    }),
  };
}
