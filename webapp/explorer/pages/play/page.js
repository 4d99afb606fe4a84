// Play as a page: the board, the tree, the moves, the curves and the buttons.

import { createTree } from "../../cards/tree/tree.js";
import { make, showOfGame } from "../../look/dom.js";
import { number, plural } from "../../look/numbers.js";
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
/** @type {("kept" | "new" | "freed")[]} */
const POOL = ["kept", "new", "freed"];
/** @type {Record<string, string>} */
const SLIDES = { back: "left", next: "right", up: "up", down: "down" }; // by the arrow keys' names
/** @type {Omit<PlaySaid, "number">} */
const SILENT = { values: [], ghosts: [], best: "", mark: "", advised: [], playout: null };

/**
 * "1 stone", "4 dominoes".
 *
 * @param {{ cells: number[], board: Pick<ShownBoard, "pieces" | "dominoes"> }} table
 */
export function piecesOf({ cells, board }) {
  const taken = cells.filter((value) => value > 0).length;
  if (board.dominoes.length) return taken === 2 ? "1 domino" : `${taken / 2} dominoes`;
  return plural(taken, board.pieces.slice(0, -1));
}

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
  /** @type {PlayStatus | null} */
  let status = null;
  /** @type {PlayPosition | null} */
  let position = null;
  /** @type {PlaySaid | null} */
  let said = null;
  /** @type {TreeFrame | null} */
  let late = null;
  let messages = 0;
  let wanted = 0; // the move of a review to which the visitor goes

  // ---- what is shown ----

  /** @param {PlayPosition} given */
  function showTable(given) {
    position = given;
    const table = joined(given);
    showActions.show(table);
    board.show(table);
    showKeys(table);
    setup.showSides(table);
    showMoves(table);
    one("[data-board-text]").textContent = inWords(table);
    main.dataset.ownGame = String(table.is_own);
    main.dataset.alone = String(table.search_player < 0);
  }

  /** @param {PlaySaid} given */
  function showSaid(given) {
    said = given;
    if (!position) return;
    const table = joined(position);
    showBars(table);
    showActions.show(table);
    board.show(table);
    showLine(table);
  }

  /**
   * The board, with what the search says of it as soon as that has come.
   *
   * @param {PlayPosition} on
   * @returns {PlayTable}
   */
  const joined = (on) => ({ ...on, ...(said?.number === on.number ? said : SILENT) });

  /** @param {PlayTable} table */
  function showLine(table) {
    const place = one("[data-line]");
    const key = JSON.stringify([table.ghosts, table.search_player, table.is_reviewed]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const title = table.is_reviewed ? "Best line" : "Expected play";
    const chips = table.ghosts.map(({ name, ply, player }) => {
      const ghost = disc(table, player);
      ghost.textContent = String(ply);
      return make("span", {}, ghost, make("b", {}, name));
    });
    place.replaceChildren(...(chips.length ? [make("small", {}, title), ...chips] : []));
  }

  /** @param {PlayTable} table */
  function inWords(table) {
    if (table.shown) return `${status?.title ?? ""}${told(table)}. ${table.shown.text}`;
    return `${piecesOf(table)} on the board${told(table)}.`;
  }

  /** @param {PlayTable} table */
  function told(table) {
    const last = table.moves[table.ply - 1];
    return last ? `, ${last.is_drawn ? "drawn:" : "last move"} ${last.name}` : "";
  }

  // While a move is on its way the browser paints no tree: the disc would come after it.
  /** @param {TreeFrame} picture */
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

  /**
   * @param {string} name
   * @param {boolean} may
   */
  function enable(name, may) {
    for (const button of all(`[data-play="${name}"]`))
      button.setAttribute("aria-disabled", String(!may));
  }

  /** @param {PlayStatus & { frame: number }} given */
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
    one(".play-tree").classList.toggle("empty", !status.has_tree);
    one("[data-no-tree]").textContent = status.no_tree;
    one("[data-review]").textContent = status.review_label;
    one("[data-play='now']").hidden = status.is_over;
    one("[data-play='review']").classList.toggle("primary", status.is_over);
    enable("now", status.can_now);
    enable("undo", status.can_undo);
    enable("redo", status.can_redo);
    enable("hint", status.can_hint);
    enable("pause", status.can_pause);
    enable("review", status.can_review);
    const aside = one("[data-play='aside']");
    aside.hidden = status.aside === null;
    one("[data-play='aside'] span").textContent = status.aside?.label ?? "";
    const pause = one("[data-play='pause'] span");
    pause.textContent = status.paused ? "Go on" : "Pause";
    if (shell.isHeard("ponder")) one("[data-switch='ponder']").checked = status.ponders;
    if (shell.isHeard("hide")) one("[data-switch='hide']").checked = status.hides;
    if (position) showOfGame(all("[data-of-game]"), position.game);
    main.dataset.mode = review ? "review" : attempt ? "alone" : "play";
    showDemonstration(status);
    if (late) showTree(late);
    showCurve(status);
    showReview(status);
    showPool(pool);
    showScores(attempt);
    if (position)
      Object.assign(dataset, {
        game: position.game,
        ply: position.ply,
        moves: position.moves.map(({ name }) => name).join(" "),
        cells: position.cells.join(""),
        over: position.is_over,
        mine: position.can_move,
      });
    Object.assign(dataset, {
      busy: status.busy,
      frame: given.frame,
      paused: status.paused,
      review: review ? `${review.done}/${review.of}` : "",
      playouts: pool ? pool.playouts : "",
      pool: pool ? `${pool.kept} ${pool.new} ${pool.freed}` : "",
      help: help?.lead ?? "",
      explore: (review ?? attempt)?.explore ?? "",
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

  /**
   * A game that plays itself: what begins one's own is the primary button.
   *
   * @param {PlayStatus} status
   */
  function showDemonstration({ demonstration, can_now }) {
    main.dataset.demonstration = demonstration ? (demonstration.is_still ? "still" : "on") : "";
    one("[data-play='start']").hidden = !demonstration?.is_still;
    one("[data-play='now']").classList.toggle("primary", can_now && !demonstration);
    one("[data-play='new']").classList.toggle(
      "primary",
      Boolean(demonstration && !demonstration.is_still),
    );
  }

  /**
   * What the keys do in this game.
   *
   * @param {PlayTable} table
   */
  function showKeys(table) {
    const caps = table.slides
      ? ["arrows", "", "slide"]
      : table.is_own
        ? ["1", "9", "the actions"]
        : table.drops
          ? ["1", String(table.names.length), "drop a disc"]
          : ["arrows", "Enter", "play"];
    const key = caps.join();
    const place = one("[data-keys]");
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const [from, to, does] = caps;
    /** @param {string} text */
    const kbd = (text) => make("kbd", {}, text);
    if (from === "arrows") {
      const arrows = ["←", "→", "↑", "↓"].map(kbd);
      place.replaceChildren(...arrows, ...(to ? [" a cell, ", kbd(to), " plays"] : [` ${does}`]));
    } else place.replaceChildren("Keys ", kbd(from), " to ", kbd(to), ` ${does}`);
  }

  /** @param {PlayStatus} status */
  function showCurve({ review, attempt, thinking }) {
    const table = board.table();
    if (review && table) curves.review(table, review);
    else if (attempt) curves.scores(attempt);
    else if (thinking) curves.thinking(thinking);
    else curves.hide();
  }

  /** @param {PlayStatus} status */
  function showReview({ review, result }) {
    const table = board.table();
    if (!review || !result || !table) return;
    showStrips(table, review.strips);
    one("[data-result]").textContent = result.title;
    one("[data-result-why]").textContent = result.why || result.summary;
    one("[data-belief]").hidden = !review.belief;
    one("[data-belief] span").textContent = review.belief;
    main.dataset.retries = String(Boolean(review.retry));
    one("[data-play='retry-answer']").hidden = !review.retry || review.retry.is_answered;
    one("[data-play='retry-on']").hidden = !review.retry?.is_answered;
    one("[data-retry-on]").textContent = review.retry?.is_last ? "Done" : "Next one";
    one("[data-retry]").textContent = review.retry_label;
    enable("retry", review.can_retry);
    showExplore(review.explore);
    const count = String(review.playouts); // a link may ask for any number
    if (![...playouts.options].some((/** @type {any} */ { value }) => value === count))
      playouts.add(new Option(count, count));
    playouts.value = count;
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
              (review.done < review.of ? "…" : "none"),
          ),
        ),
      ),
    );
  }

  /** @param {PlayPool | null} pool */
  function showPool(pool) {
    one(".play-pool").hidden = !pool;
    if (!pool) return;
    POOL.forEach((name, i) => {
      one(`[data-pool='${name}']`).textContent = pool.texts[i];
    });
    one("[data-pool='all']").textContent = pool.is_full
      ? "Pool full: the tree no longer grows, playouts go on"
      : pool.text;
    for (const name of POOL) {
      one(`[data-meter] .pool-${name}`).style.width = `${(100 * pool[name]) / pool.capacity}%`;
    }
  }

  /** @param {string} address in Explore of the position on the board; "": it has none */
  function showExplore(address) {
    for (const link of all("[data-explore]")) {
      link.href = address || location.href;
      link.setAttribute("aria-disabled", String(!address));
    }
  }

  /** @param {PlayAttempt | null} attempt */
  function showScores(attempt) {
    if (!attempt) return;
    showExplore(attempt.explore);
    one("[data-whose]").textContent = attempt.whose;
    for (const [name, text] of Object.entries(attempt.texts)) {
      one(`[data-score='${name}']`).textContent = text;
    }
    one("[data-score='its']").parentElement.hidden = attempt.its[0] === null;
    const still = `so far, it ${attempt.still}`;
    one("[data-score='done']").textContent = attempt.done ? "in the end" : still;
  }

  // ---- what the visitor does ----

  /** @param {string} command */
  function press(command) {
    const slide = board.table()?.slides && SLIDES[command];
    if (slide) {
      board.play(slide);
      return;
    }
    if (/^drop-\d$/.test(command)) {
      const table = board.table();
      if (table?.drops) board.play(command.slice(5));
      else if (table?.is_own) board.playAction(table.targets[Number(command.slice(5)) - 1]?.action);
      return;
    }
    const button = one(`[data-play="${command}"]`);
    if (command === "new") setup.newGame(true);
    else if (command === "load") one("[data-load]").click();
    else if (command.startsWith("save")) send("save", command.slice("save-".length));
    else if (command === "games") showGames(one("[data-games]").hidden);
    else if (command === "forget") games.clear();
    else if (command === "explore") {
      if ((status?.review ?? status?.attempt)?.explore) one("[data-explore]").click();
    } else if (status?.review) pressReviewing(status.review, command);
    else if (button?.getAttribute("aria-disabled") === "true") return;
    else if (command === "pause") send("pause", !status?.paused);
    else if (command === "aside") {
      if (status?.aside) send("move", status.aside.action);
    } else if (["now", "start", "undo", "redo", "hint", "review", "swap-sides"].includes(command))
      send(command);
  }

  /**
   * @param {PlayReview} review
   * @param {string} command
   */
  function pressReviewing({ mistakes, of, can_retry }, command) {
    const table = board.table();
    // a held key goes on from where the last one went
    const at = table && shell.isHeard("goto") ? table.ply : wanted;
    /** @type {Record<string, number | undefined>} */
    const places = {
      first: 0,
      back: at - 1,
      next: at + 1,
      last: of - 1,
      mistake: mistakes.find((number) => number > at) ?? mistakes[0],
      "mistake-before": mistakes.findLast((number) => number < at) ?? mistakes.at(-1),
    };
    const to = places[command];
    if (to !== undefined) {
      wanted = Math.min(Math.max(to, 0), of - 1);
      send("goto", wanted);
    } else if (command === "retry") {
      if (can_retry) send("retry", "start");
    } else if (command.startsWith("retry-")) send("retry", command.slice("retry-".length));
    else if (command === "now" || command === "play-on") send("play-on");
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

  /** @param {string} name */
  function showTab(name) {
    main.dataset.shown = name;
    for (const button of all("[data-tab]"))
      button.setAttribute("aria-pressed", String(button.dataset.tab === name));
    board.resize();
  }

  for (const box of all("[data-switch]")) {
    box.addEventListener("change", () => send(box.dataset.switch, box.checked));
  }
  const playouts = one("[data-review-playouts]");
  playouts.addEventListener("change", () => send("review-playouts", Number(playouts.value)));
  const loader = one("[data-load]");
  loader.addEventListener("change", async () => {
    const [file] = loader.files;
    const most = Number(loader.dataset.most);
    if (file && file.size > most) {
      shell.toast(`A game has at most ${number(most)} characters.`, true);
    } else if (file) shell.upload(await file.text());
    loader.value = "";
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

  /**
   * After a click with the mouse the keys belong to the page again, not to a button or a box.
   *
   * @param {MouseEvent} event
   */
  function leaveControl(event) {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const isPressed = active?.matches("button, input[type='checkbox'], input[type='radio']");
    if (event.detail > 0 && isPressed && shell.owns(event)) active.blur();
  }

  /** @param {MouseEvent} event */
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
      players: (/** @type {PlayPlayers} */ players) => setup.show(players),
      table: showTable,
      said: showSaid,
      tree: showTree,
    },
    show,
    click,
    press,
    open({ address, changed, given, followed }) {
      if (followed && shell.isAnswered()) send("visit", address.search);
      if (changed) send("away", false);
      if (given) main.focus({ preventScroll: true });
    },
    leave: () => send("away", true),
    link: () => ({
      url: `${location.origin}${location.pathname}?${!status || status.is_edited ? "view=play" : status.query}`,
      told: status?.is_edited
        ? "without your game, whose code travels as a file only: keep it, and give it along"
        : status?.review
          ? "it opens this move of the review"
          : "it opens this game",
    }),
  };
}
