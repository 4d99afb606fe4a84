// The game on the board, who plays it, and how both have seen it.

import { readTheme, shadeOf } from "../../cards/tree/theme.js";
import { middle } from "../../look/boards.js";
import { draw, isOutdated, make, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { bare, text } from "../../look/parts.js";
import { drawPosition } from "../../look/position.js";
import { createExpected } from "./expected.js";

const BARS = 1.15; // above a board on which stones drop, in cell widths
const SIDE = 400; // pixels, nearly
const LARGEST_CELL = 58; // pixels
const WIN_RATES = { low: 0, high: 1 };
const SIGNS = ["ring", "box", "third", "fourth"]; // on the stones of each slot

/**
 * @param {Shell} shell
 * @param {() => RaceEntrants} entrants
 */
export function createGame(shell, entrants) {
  const { one } = shell;
  const showExpected = createExpected(one("[data-expected]"));
  const picture = make("div", { class: "race-own-picture", "aria-hidden": "true" });
  const told = make("p", {});
  one("[data-game]").append(make("div", { class: "race-own" }, picture, told));
  /** @type {RaceShownGame | null} */
  let newest = null;

  /** @param {RaceShownGame} game */
  function showWords(game) {
    const { names, slots } = entrants();
    put(one("[data-game-title]"), game.title);
    put(one("[data-game-context]"), game.context);
    const turn = one("[data-turn]");
    if (game.turn) {
      const { entrant, text } = game.turn;
      turn.className = `race-turn right slot-${slots[entrant] + 1}`;
      turn.replaceChildren(entrantMark(slots[entrant], 11), make("span", {}, text));
    } else {
      turn.className = "race-turn right";
      turn.replaceChildren(make("span", {}, game.result || "the game is over"));
    }
    one("[data-thinking]").style.width = `${100 * game.thinking}%`;
    const players = one("[data-players]");
    if (isOutdated(players, game.players, names, slots)) {
      players.replaceChildren(
        ...game.players.map(({ entrant, text, is_proven }) =>
          make(
            "div",
            {},
            entrantMark(slots[entrant], 22),
            make(
              "span",
              {},
              make("b", {}, names[entrant]),
              make(
                "span",
                { class: is_proven ? "race-proven" : "" },
                is_proven ? "its win is proven" : text,
              ),
            ),
          ),
        ),
      );
    }
    const text = `${game.title}: ${game.text}. ${game.result}`;
    put(one("[data-game-text]"), text);
  }

  /** @param {RaceShownGame} game */
  const candidatesInWords = ({ candidates }) =>
    candidates
      .slice(0, 4)
      .map(({ name, text }) => `${name} ${text}`)
      .join("   ");

  /** @param {RaceShownGame} game */
  function showBoard(game) {
    const { slots } = entrants();
    const { board, shown, drops, joined } = game;
    const colors = game.sides.map((entrant) => slots[entrant]);
    const best = game.candidates.find(({ is_best }) => is_best);
    const { theme } = document.documentElement.dataset; // in whose ink a game's own drawing is
    const { cells, candidates, ghosts, won, last, way, forbidden } = game;
    const all = [board, shown, joined, cells, candidates, ghosts, won, last, way, forbidden];
    const key = JSON.stringify([theme, colors, all]);
    if (picture.dataset.shown === key) return;
    picture.dataset.shown = key;
    ["search", "opponent"].forEach((who, player) => {
      picture.style.setProperty(`--disc-${who}`, `var(--entrant-${colors[player] + 1})`);
      picture.style.setProperty(`--disc-${who}-mark`, "var(--surface)");
    });
    const marks = colors.map((slot) => SIGNS[slot]);
    /** @type {BoardTable["labels"]} */
    const labels = game.drops
      ? Array.from({ length: board.width }, (_, i) => [i + 0.5, board.height + 0.3, `${i + 1}`])
      : [];
    const table = { board: { ...board, marks }, drops, joined, labels, search_player: 0 };
    const position = shown ?? {
      ...bare(cells),
      forbidden,
      ending: won,
      last: last[0] ?? -1,
      way,
      ghosts: ghosts.map(({ cell, text, entrant }) => {
        return { cell, ply: text, player: game.sides.indexOf(entrant) };
      }),
    };
    const column = drops ? (best?.cell ?? -1) : -1;
    const drawn = drawPosition(table, position, "", { side: SIDE, column });
    if (drops && !shown) addBars(drawn, board, candidates);
    const [, , width] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
    picture.style.maxWidth = shown ? "" : `${LARGEST_CELL * width}px`;
    picture.replaceChildren(drawn);
    put(told, drops ? "" : candidatesInWords(game));
  }

  function paint() {
    if (!newest) return;
    showBoard(newest);
    showExpected(newest, entrants());
  }

  return {
    /** @param {RaceShownGame} next */
    show(next) {
      newest = next;
      showWords(next);
    },
    paint,
  };
}

/**
 * How good each column seems, and how often it was tried, above a board on which stones drop.
 *
 * @param {Element} svg
 * @param {ShownBoard} board
 * @param {RaceCandidate[]} candidates
 */
function addBars(svg, board, candidates) {
  const [left, top, width, height] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  svg.setAttribute("viewBox", [left, top - BARS, width, height + BARS].join(" "));
  const theme = readTheme(document.documentElement);
  for (const { cell, share, mean, visits, text: told, is_best } of candidates) {
    if (cell < 0) continue;
    const [x] = middle(board, cell);
    const tall = 0.04 + 0.55 * (mean ?? 0);
    const wide = Math.min(0.9, 0.24 + 1.6 * share);
    const y = top - 0.1 - tall;
    const bar = {
      x: x - wide / 2,
      y,
      width: wide,
      height: tall,
      fill: shadeOf(theme, WIN_RATES, mean ?? 0).fill,
    };
    svg.append(
      draw("rect", { class: is_best ? "race-column best" : "race-column", ...bar }),
      text({ x, y: y - 0.38, size: 0.21, fill: "var(--ink)", "font-weight": 600 }, told),
      text({ x, y: y - 0.15, size: 0.17 }, String(visits)),
    );
  }
}
