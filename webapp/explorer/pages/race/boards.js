// The live boards: what each entrant has found on one board, stepped through together.

import { hide, make, mark, put } from "../../look/dom.js";
import { MARKS } from "../../look/marks.js";
import { readColors, sizeOf } from "./canvas.js";
import { entrantMark } from "./marks.js";

const MOVE_MS = 250; // 4 moves a second
const REST_MS = 2000; // at the end, before the sequences begin again
const FADE_MS = 110; // of what a move takes away
const FRAME_MS = 40;

/**
 * @param {any} shell
 * @param {HTMLElement} list
 * @param {() => any} entrants
 */
export function createBoards(shell, list, entrants) {
  let board = null; // the cells and their places
  let boards = null;
  let sequences = { key: "", entrants: [] };
  let cards = [];
  let begun = performance.now();
  let drawnAt = 0;
  let isRunning = false;
  let held = null; // the move at which the visitor has stopped the boards
  const slider = shell.one("[data-race-step]");

  slider.addEventListener("input", () => hold(Number(slider.value)));

  function hold(move) {
    held = move;
    paint(performance.now());
  }

  function rebuild() {
    const { names, slots } = entrants();
    list.replaceChildren();
    cards = boards.entrants.map((_, i) => {
      const canvas = make("canvas", { "aria-hidden": "true" });
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
        "aria-label": `Open the run of ${names[i]} in Explore`,
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
        make("div", { class: "race-board-canvas" }, canvas),
        make(
          "div",
          { class: "race-board-text" },
          make(
            "div",
            { class: "race-board-name" },
            entrantMark(slots[i], 14),
            make("span", {}, names[i]),
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
      return { item, canvas, rank, score, move, rate, wonText, cells, failure, shown: "" };
    });
  }

  function showFacts() {
    const { slots, names } = entrants();
    if (slots.length !== boards.entrants.length) return; // of another race
    const key = JSON.stringify([names, slots]);
    if (list.dataset.key !== key || cards.length !== boards.entrants.length) {
      list.dataset.key = key;
      rebuild();
    }
    boards.entrants.forEach((entrant, i) => {
      const card = cards[i];
      put(card.rank, entrant.rank);
      card.rank.classList.toggle("first", entrant.isFirst);
      put(card.score, entrant.score);
      put(card.rate, entrant.rate || "–");
      put(card.wonText, entrant.wonText);
      const won = entrant.won.map((is) => (is ? "1" : "0")).join("");
      if (card.cells.dataset.won !== won) {
        card.cells.dataset.won = won;
        card.cells.replaceChildren(
          ...entrant.won.map((is) => make("i", { class: is ? "won" : "" })),
        );
      }
      card.item.classList.toggle("failed", Boolean(entrant.failure));
      hide(card.failure, !entrant.failure);
      const told = `${entrant.failure}${entrant.isLeftOut}`;
      if (entrant.failure && card.failure.dataset.told !== told) {
        card.failure.dataset.told = told;
        card.failure.replaceChildren(
          make("p", {}, entrant.isLeftOut ? "Left out." : entrant.failure),
          ...(entrant.isLeftOut
            ? []
            : [
                make("button", { class: "link", type: "button", "data-leave-out": i }, "Leave out"),
              ]),
          make("button", { class: "link", type: "button", "data-try-again": i }, "Try again"),
        );
      }
    });
  }

  function paint(now, isAnew = false) {
    if (!board || !boards) return;
    const colors = readColors(list);
    const moves = sequences.entrants.map(({ groups }) => groups.length);
    const longest = Math.max(0, ...moves);
    const still = shell.isMotionUnwanted();
    if (now - begun > longest * MOVE_MS + REST_MS) begun = now;
    const passed = held ?? (still ? longest : (now - begun) / MOVE_MS);
    showStep(Math.min(Math.floor(passed), longest), longest);
    cards.forEach((card, i) => {
      const { positions = [], groups = [] } = sequences.entrants[i] ?? {};
      const move = Math.min(Math.floor(passed), groups.length);
      const cells = positions[move];
      if (!cells) return;
      const into = (passed - move) * MOVE_MS;
      const left = MOVE_MS - into;
      const fade = move < groups.length && left < FADE_MS ? left / FADE_MS : 1;
      const shown = `${cells}/${move}/${fade.toFixed(2)}/${colors.tiles[0]}`;
      if (card.shown === shown && !isAnew) return;
      card.shown = shown;
      drawTiles(card.canvas, board, cells, groups[move] ?? [], fade, colors);
      put(card.move, groups.length ? `move ${move} of ${groups.length}` : "");
    });
  }

  function showStep(move, longest) {
    if (slider.max !== String(longest)) slider.max = String(longest);
    if (slider.value !== String(move)) {
      slider.value = String(move);
      slider.style.setProperty("--fill", `${(100 * move) / Math.max(longest, 1)}%`);
    }
    mark(slider, "aria-valuetext", `move ${move} of ${longest}`);
    const isMoving = held === null && !shell.isMotionUnwanted();
    hide(shell.one("[data-icon='stepping']"), !isMoving);
    hide(shell.one("[data-icon='held']"), isMoving);
    mark(shell.one("[data-race-do='step']"), "aria-pressed", String(isMoving));
  }

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
    setBoard(next) {
      board = next;
    },
    showFacts(next) {
      boards = next;
      showFacts();
    },
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
 * Tiles on a canvas that fills its element.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Board} board
 * @param {string} cells a digit each
 * @param {number[]} group what the next move takes
 * @param {number} fade how much of it is still there
 * @param {any} colors
 * @param {boolean} [hasGlyphs]
 */
export function drawTiles(canvas, board, cells, group, fade, colors, hasGlyphs = true) {
  const { width, height } = sizeOf(canvas.parentElement);
  if (!width) return;
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const pen = canvas.getContext("2d");
  const size = Math.min(w / board.width, h / board.height);
  const [dx, dy] = [(w - size * board.width) / 2, (h - size * board.height) / 2];
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, w, h);
  const taken = new Set(group);
  const gap = hasGlyphs ? 0.06 : 0.04;
  for (let cell = 0; cell < cells.length; cell++) {
    const value = Number(cells[cell]);
    if (!value) continue;
    const [x, y] = [dx + size * board.x[cell], dy + size * (board.height - board.y[cell])];
    const [fill, glyph] = colors.tiles[value - 1];
    pen.globalAlpha = taken.has(cell) ? fade : 1;
    pen.fillStyle = fill;
    pen.fillRect(
      x - size * (0.5 - gap),
      y - size * (0.5 - gap),
      size * (1 - 2 * gap),
      size * (1 - 2 * gap),
    );
    if (hasGlyphs) {
      const { radius, corners } = MARKS[value - 1];
      pen.fillStyle = glyph;
      pen.beginPath();
      if (radius) pen.arc(x, y, radius * size, 0, 2 * Math.PI);
      for (const [cx, cy] of corners) pen.lineTo(x + size * cx, y + size * cy);
      pen.fill();
    }
  }
  pen.globalAlpha = fade;
  pen.strokeStyle = colors.ink;
  pen.lineWidth = Math.max(1.5, 1.4 * ratio);
  pen.beginPath();
  for (const cell of group) outline(pen, board, taken, cell, dx, dy, size);
  pen.stroke();
  pen.globalAlpha = 1;
}

function outline(pen, board, taken, cell, dx, dy, size) {
  const column = (other) => board.x[other];
  const row = (other) => board.y[other];
  const has = (x, y) => [...taken].some((other) => column(other) === x && row(other) === y);
  const [x, y] = [column(cell), row(cell)];
  const [left, top] = [dx + size * (x - 0.5), dy + size * (board.height - y - 0.5)];
  const sides = [
    [x - 1, y, left, top, left, top + size],
    [x + 1, y, left + size, top, left + size, top + size],
    [x, y + 1, left, top, left + size, top],
    [x, y - 1, left, top + size, left + size, top + size],
  ];
  for (const [ox, oy, x0, y0, x1, y1] of sides) {
    if (has(ox, oy)) continue;
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
  }
}
