// A match: the game on the board, what has been counted, and the games.

import { die } from "../../look/die.js";
import { isOutdated, make, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { createGame } from "./game.js";
import { createRatio } from "./ratio.js";
import { showScore } from "./score.js";

const LONG = 5; // characters of a move, from which on fewer have room in a row

/**
 * @param {Shell} shell
 * @param {() => RaceEntrants} entrants
 */
export function createMatch(shell, entrants) {
  const { one, send } = shell;
  const game = createGame(shell, entrants);
  const showRatio = createRatio(one("[data-ratio]"));
  const list = one("[data-games]");
  /** @type {RaceMatch | null} */
  let match = null;
  /** @type {RaceGame[]} */
  let rows = [];
  /** @type {RaceGames | null} */
  let held = null; // games that are put in when the button is released
  let isPressed = false;

  /** @param {RaceMatch} next */
  function show(next) {
    match = next;
    game.show(next.game);
    const scores = one("[data-scores]");
    if (isOutdated(scores, next.score, entrants().names)) showScore(scores, next.score, entrants());
    put(one("[data-score-context]"), next.score.context);
    showMoves(next.game.moves);
    paint();
    mark();
  }

  function paint() {
    const { slots } = entrants();
    // of a race with more entrants, until the picture of this one has come
    if (!match?.game.pair.every((entrant) => entrant in slots)) return;
    game.paint();
    showRatio(match, entrants());
  }

  /** @param {RaceMove[]} moves */
  function showMoves(moves) {
    const { slots } = entrants();
    const element = one("[data-moves]");
    if (!isOutdated(element, moves, slots)) return;
    element.replaceChildren(
      ...moves.map(({ entrant, name, is_book, is_drawn }) =>
        make(
          "span",
          { class: is_book ? "race-move-played book" : "race-move-played" },
          is_drawn ? die() : entrantMark(slots[entrant], 10),
          name,
        ),
      ),
    );
    element.classList.toggle(
      "long",
      moves.some(({ name }) => name.length > LONG),
    );
    element.scrollTop = element.scrollHeight;
  }

  // Rows are put in, and never made anew while the match goes on: one of them may have the focus.
  // None moves from under the pointer: a button that has moved between press and release hears
  // no click.
  /** @param {RaceGames} games */
  function showGames(games) {
    if (isPressed) {
      held = games;
      return;
    }
    const { run, rows: next } = games;
    const { slots, names } = entrants();
    if (isOutdated(list, run, slots, names)) {
      rows = [];
      list.replaceChildren(tableOf());
    }
    const fresh = next.slice(0, next.length - rows.length);
    const present = list.querySelector("tbody").firstElementChild;
    const isRead = list.scrollTop > 0 || list.matches(":hover, :focus-within");
    const before = isRead ? list.scrollHeight : 0;
    present.after(...fresh.map((row) => rowOf(row, slots, names)));
    if (isRead && rows.length) list.scrollTop += list.scrollHeight - before;
    put(present.firstElementChild, String(next.length + 1));
    rows = next;
    mark();
  }

  list.addEventListener("pointerdown", (/** @type {PointerEvent} */ { target }) => {
    isPressed = target !== list; // which is its scroll bar, whose release nobody hears of
  });
  for (const end of ["pointerup", "pointercancel"]) {
    // after the click, which comes later than this
    addEventListener(end, () => setTimeout(release));
  }

  function release() {
    isPressed = false;
    const games = held;
    held = null;
    if (games) showGames(games);
  }

  function tableOf() {
    const heads = ["no.", "opening", "first", "result", "plies"];
    return make(
      "table",
      {},
      make(
        "thead",
        {},
        make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)), make("td", {})),
      ),
      make("tbody", {}, present()),
    );
  }

  function present() {
    const watch = make("button", { type: "button", class: "link", "data-look": -1 }, "Watch");
    return make(
      "tr",
      { "data-number": -1 },
      make("td", {}),
      make("td", { colspan: 4 }, "the present game"),
      make("td", {}, watch),
    );
  }

  /**
   * @param {RaceGame} row
   * @param {number[]} slots
   * @param {string[]} names
   */
  function rowOf(row, slots, names) {
    const winner =
      row.winner === null
        ? ["draw"]
        : [
            entrantMark(slots[row.winner], 10),
            make("span", { class: "hidden-text" }, names[row.winner]),
            "won",
          ];
    const label = `Review game ${row.number + 1}`;
    return make(
      "tr",
      { "data-number": row.number, class: row.number % 2 ? "second" : "" },
      make(
        "td",
        {},
        make(
          "button",
          {
            type: "button",
            class: "race-look",
            "data-look": row.number,
            "aria-label": `Show game ${row.number + 1}`,
          },
          String(row.number + 1),
        ),
      ),
      make("td", { class: "opening", title: row.opening }, row.opening),
      make(
        "td",
        {},
        entrantMark(slots[row.first], 10),
        make("span", { class: "hidden-text" }, names[row.first]),
      ),
      make("td", { class: "result" }, ...winner),
      make("td", { class: "number" }, String(row.plies)),
      make(
        "td",
        {},
        make(
          "button",
          { type: "button", class: "link", "data-review": row.number, "aria-label": label },
          "Review",
        ),
      ),
    );
  }

  function mark() {
    for (const row of list.querySelectorAll("[data-number]")) {
      const isHere = match && Number(row.dataset.number) === match.looked_at;
      row.classList.toggle("here", Boolean(isHere));
    }
  }

  return {
    show,
    showGames,
    paint,
    /** @param {number} by */
    step(by) {
      if (!match) return;
      const last = rows.length - 1;
      const at = match.looked_at < 0 ? last + 1 : match.looked_at;
      const to = at + by;
      if (to >= 0) send("game", to > last ? -1 : to);
    },
    /** @param {DOMStringMap} data */
    click(data) {
      if (data.look !== undefined) send("game", Number(data.look));
      else if (data.review !== undefined) send("review", Number(data.review));
      else return false;
      return true;
    },
    // arrows walk the list of games
    /** @param {KeyboardEvent} event */
    walk(event) {
      const target = /** @type {HTMLElement} */ (event.target);
      const isDown = event.key === "ArrowDown";
      const row = (isDown || event.key === "ArrowUp") && target.closest("tr");
      if (!row) return;
      event.preventDefault();
      const other = isDown ? row.nextElementSibling : row.previousElementSibling;
      /** @type {(selector: string) => HTMLElement | null | undefined} */
      const find = (selector) => other?.querySelector(selector);
      const same = find("review" in target.dataset ? "[data-review]" : "[data-look]");
      (same ?? find("[data-look]"))?.focus();
    },
  };
}
