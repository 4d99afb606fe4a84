// The live boards: what each entrant has found on one board, stepped through together.

import { fillUp, hide, isOutdated, make, mark, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { plural } from "../../look/numbers.js";
import { bare } from "../../look/parts.js";
import { drawPosition } from "../../look/position.js";

const MOVE_MS = 250; // 4 moves a second
const REST_MS = 2000; // at the end, before the sequences begin again
const FADE_MS = 110; // of what a move takes away
const FRAME_MS = 40;
const SIDE = 190; // pixels, with room for the signs of 20 columns; it is drawn smaller

/**
 * @typedef {{
 *   item: HTMLElement,
 *   own: HTMLElement,
 *   rank: HTMLElement,
 *   score: HTMLElement,
 *   move: HTMLElement,
 *   rate: HTMLElement,
 *   wonText: HTMLElement,
 *   cells: HTMLElement,
 *   failure: HTMLElement,
 *   shown: string,
 * }} Card of an entrant; `shown`: what is drawn
 */

/**
 * @param {Shell} shell
 * @param {HTMLElement} list
 * @param {() => RaceEntrants} entrants
 */
export function createBoards(shell, list, entrants) {
  /** @type {ShownBoard | null} */
  let board = null; // the cells and their places
  /** @type {RaceBoards | null} */
  let boards = null;
  /** @type {RaceSequences} */
  let sequences = { key: "", entrants: [] };
  /** @type {Card[]} */
  let cards = [];
  let begun = performance.now();
  let drawnAt = 0;
  let isRunning = false;
  /** @type {number | null} */
  let held = null; // the move at which the visitor has stopped the boards
  const slider = shell.one("[data-race-step]");

  slider.addEventListener("input", () => hold(Number(slider.value)));

  /** @param {number} move */
  function hold(move) {
    held = move;
    paint(performance.now());
  }

  function rebuild() {
    const { names, slots } = entrants();
    list.replaceChildren();
    cards = names.map((name, i) => {
      const own = make("div", { class: "race-own-picture" });
      const rank = make("span", { class: "race-rank" });
      const score = make("b", { class: "race-best" });
      const move = make("span", { class: "race-move" });
      const rate = make("span", {});
      const wonText = make("span", {});
      const cells = make("span", { class: `race-won slot-${slots[i] + 1}`, "aria-hidden": "true" });
      const explore = make("button", {
        class: "ghost",
        type: "button",
        "data-explore": i,
        "aria-label": `Open the run of ${name} in Explore`,
        title: "Open this run in Explore",
      });
      explore.innerHTML = shell.icons.open;
      const failure = make("div", { class: "race-failure", hidden: true, role: "alert" });
      const won = make(
        "div",
        { class: "race-fact race-won-row" },
        make("span", { "data-won": "" }, "Pairs won"),
        cells,
        wonText,
      );
      const item = make(
        "li",
        { class: `race-board slot-${slots[i] + 1}`, "data-entrant": i },
        make("div", { class: "race-board-canvas" }, own),
        make(
          "div",
          { class: "race-board-text" },
          make(
            "div",
            { class: "race-board-name" },
            entrantMark(slots[i], 14),
            make("span", {}, name),
            rank,
            explore,
          ),
          make("div", { class: "race-board-score" }, score, move),
          make("div", { class: "race-fact" }, make("span", {}, "Playouts/s"), rate),
          won,
          failure,
        ),
      );
      list.append(item);
      return { item, own, rank, score, move, rate, wonText, cells, failure, shown: "" };
    });
  }

  function showFacts() {
    const { slots, names } = entrants();
    if (!boards || slots.length !== boards.entrants.length) return; // of another race
    if (isOutdated(list, names, slots)) rebuild();
    boards.entrants.forEach((entrant, i) => {
      const card = cards[i];
      put(card.rank, entrant.rank);
      card.rank.classList.toggle("first", entrant.is_first);
      put(card.score, entrant.score);
      put(card.rate, entrant.rate || "–");
      put(card.wonText, entrant.won_text);
      const won = entrant.won.map((is) => (is ? "1" : "0")).join("");
      if (card.cells.dataset.won !== won) {
        card.cells.dataset.won = won;
        card.cells.replaceChildren(
          ...entrant.won.map((is) => make("i", { class: is ? "won" : "" })),
        );
      }
      card.item.classList.toggle("failed", Boolean(entrant.failure));
      hide(card.failure, !entrant.failure);
      const told = `${entrant.failure}${entrant.is_left_out}`;
      if (entrant.failure && card.failure.dataset.told !== told) {
        card.failure.dataset.told = told;
        card.failure.replaceChildren(
          make("p", {}, entrant.is_left_out ? "Left out." : entrant.failure),
          ...(entrant.is_left_out
            ? []
            : [
                make("button", { class: "link", type: "button", "data-leave-out": i }, "Leave out"),
              ]),
          make("button", { class: "link", type: "button", "data-try-again": i }, "Try again"),
        );
      }
    });
  }

  /** @param {number} now */
  function paint(now, isAnew = false) {
    const on = board;
    if (!on || !boards) return;
    const moves = sequences.entrants.map(({ groups }) => groups.length);
    const longest = Math.max(0, ...moves);
    const still = shell.isMotionUnwanted();
    if (now - begun > longest * MOVE_MS + REST_MS) begun = now;
    const passed = held ?? (still ? longest : (now - begun) / MOVE_MS);
    showStep(Math.min(Math.floor(passed), longest), longest);
    cards.forEach((card, i) => {
      const { positions = [], groups = [], first = 0 } = sequences.entrants[i] ?? {};
      const move = Math.min(Math.floor(passed), groups.length);
      const cells = positions[move];
      if (!cells) return;
      if (typeof cells !== "string") {
        showOwn(card, on, cells, first + move, first + groups.length, isAnew);
        return;
      }
      const into = (passed - move) * MOVE_MS;
      const left = MOVE_MS - into;
      const fade = move < groups.length && left < FADE_MS ? left / FADE_MS : 1;
      const shown = `${cells}/${move}/${fade.toFixed(2)}`;
      if (card.shown === shown && !isAnew) return;
      card.shown = shown;
      card.own.replaceChildren(...fading(on, cells, groups[move] ?? [], fade));
      put(card.move, groups.length ? `move ${move} of ${groups.length}` : "");
    });
  }

  /**
   * A position of a game of people's own has a picture of its own.
   *
   * @param {Card} card
   * @param {ShownBoard} on
   * @param {PlainPosition} position
   * @param {number} move
   * @param {number} last
   * @param {boolean} isAnew
   */
  function showOwn(card, on, position, move, last, isAnew) {
    const key = JSON.stringify(position);
    if (card.shown === key && !isAnew) return;
    card.shown = key;
    const table = { board: on, labels: [] };
    card.own.replaceChildren(
      drawPosition(table, position, `after ${move} of ${plural(last, "move")}`),
    );
    put(card.move, last ? `move ${move} of ${last}` : "");
  }

  /**
   * @param {number} move
   * @param {number} longest
   */
  function showStep(move, longest) {
    if (slider.max !== String(longest)) slider.max = String(longest);
    if (slider.value !== String(move)) slider.value = String(move);
    fillUp(slider, move / Math.max(longest, 1));
    mark(slider, "aria-valuetext", `move ${move} of ${longest}`);
    const isMoving = held === null && !shell.isMotionUnwanted();
    hide(shell.one("[data-race-do='step']"), shell.isMotionUnwanted());
    hide(shell.one("[data-icon='stepping']"), !isMoving);
    hide(shell.one("[data-icon='held']"), isMoving);
    mark(shell.one("[data-race-do='step']"), "aria-pressed", String(isMoving));
  }

  /** @param {number} now */
  function tick(now) {
    isRunning = false;
    if (!shell.isOpen() || !list.isConnected) return;
    if (now - drawnAt >= FRAME_MS) {
      drawnAt = now;
      paint(now);
    }
    run();
  }

  function run() {
    const hasMoves = sequences.entrants.some(({ groups }) => groups.length);
    if (isRunning || !hasMoves || held !== null || shell.isMotionUnwanted()) return;
    isRunning = true;
    requestAnimationFrame(tick);
  }

  return {
    /** @param {ShownBoard} next */
    setBoard(next) {
      board = next;
    },
    /** @param {RaceBoards} next */
    showFacts(next) {
      boards = next;
      showFacts();
    },
    /** @param {RaceSequences} next */
    showSequences(next) {
      if (next.key !== sequences.key) {
        begun = performance.now();
        held = null;
      }
      sequences = next;
      if (boards) paint(performance.now());
      run();
    },
    // Stop at the present move, or go on from there.
    toggle() {
      if (held === null) hold(Number(slider.value));
      else {
        begun = performance.now() - held * MOVE_MS;
        held = null;
        paint(performance.now());
        run();
      }
    },
    repaint() {
      if (boards) showFacts();
      paint(performance.now(), true);
      run();
    },
  };
}

/**
 * Tiles, and above them those that the next move takes as far as they are still there.
 *
 * @param {ShownBoard} board
 * @param {string} cells a digit each
 * @param {number[]} group
 * @param {number} fade
 */
function fading(board, cells, group, fade) {
  const taken = new Set(group);
  const table = { board, labels: [] };
  const look = { side: SIDE, isBare: true };
  /** @param {boolean} isTaken */
  const those = (isTaken) =>
    [...cells].map((value, cell) => (taken.has(cell) === isTaken ? value : "0")).join("");
  const above = drawPosition(table, { ...bare(those(true)), played: group }, "", look);
  above.setAttribute("opacity", String(fade));
  return [drawPosition(table, bare(those(false)), "", look), above];
}
