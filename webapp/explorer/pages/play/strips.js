// Two strips of boards: the best line, and the game from the same move on.

import { make } from "../../look/dom.js";
import { board } from "../../look/small_board.js";

/** @param {HTMLElement} place */
export function createStrips(place) {
  let drawn = "";
  return (table, strips) => {
    const key = JSON.stringify([strips, table.searchPlayer]);
    if (key === drawn) return;
    drawn = key;
    place.replaceChildren(
      ...strips.map(({ title, value, note, boards }, isGame) =>
        make(
          "div",
          { class: `play-strip${table.searchPlayer === 1 ? " second" : ""}` },
          make("p", {}, title, make("strong", {}, value), make("small", {}, note)),
          ...boards.map(({ number, name, cells, last }) => {
            const label = `after move ${number}, ${name}`;
            /** @type {Element} */
            let picture = board(table.board, { cells, played: last, label });
            // a board of the game is a move of the review
            if (isGame) picture = make("button", { type: "button", "data-goto": number }, picture);
            return make("figure", {}, picture, make("figcaption", {}, `${number}. ${name}`));
          }),
        ),
      ),
    );
  };
}
