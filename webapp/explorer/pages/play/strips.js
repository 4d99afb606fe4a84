// Two strips of boards: the best line, and the game from the same move on.

import { board } from "../../cards/lanes/boards.js";
import { make } from "../../look/dom.js";

/** @param {HTMLElement} place */
export function createStrips(place) {
  let drawn = "";
  return (table, strips) => {
    const key = JSON.stringify([strips, table.searchPlayer]);
    if (key === drawn) return;
    drawn = key;
    place.replaceChildren(
      ...strips.map(({ title, value, note, boards }) =>
        make(
          "div",
          { class: `play-strip${table.searchPlayer === 1 ? " second" : ""}` },
          make("p", {}, title, make("strong", {}, value), make("small", {}, note)),
          ...boards.map(({ number, name, cells, last }) => {
            const label = `after move ${number}, ${name}`;
            return make(
              "figure",
              {},
              board(table.board, { cells, played: last, label }),
              make("figcaption", {}, `${number}. ${name}`),
            );
          }),
        ),
      ),
    );
  };
}
