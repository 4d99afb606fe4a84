// Two strips of boards: the best line, and the game from the same move on.

import { make, part } from "../../look/dom.js";
import { drawPosition } from "../../look/position.js";
import { board } from "../../look/small_board.js";

const GAP = 8; // px

/** @param {HTMLElement} place */
export function createStrips(place) {
  let drawn = "";
  const magnifier = createMagnifier(place);
  /**
   * @param {PlayTable} table
   * @param {PlayStrip[]} strips
   */
  return (table, strips) => {
    const key = JSON.stringify([strips, table.search_player]);
    if (key === drawn) return;
    drawn = key;
    magnifier.hide();
    const side = table.search_player === 1 ? " second" : "";
    place.replaceChildren(
      ...strips.map(({ title, value, note, boards }, isGame) =>
        make(
          "div",
          { class: `play-strip${side}` },
          make("p", {}, title, make("strong", {}, value), make("small", {}, note)),
          ...boards.map(({ number, name, cells, shown, last }) => {
            const label = `after move ${number}, ${name}`;
            const small = shown
              ? drawPosition(table, shown, label)
              : board(table.board, { cells, played: last, label });
            /** @type {Element} */
            let picture = small;
            // a board of the game is a move of the review
            if (isGame) picture = make("button", { type: "button", "data-goto": number }, picture);
            const caption = make("figcaption", {}, `${number}. ${name}`);
            const figure = make("figure", {}, picture, caption);
            magnifier.add(figure, small, side);
            return figure;
          }),
        ),
      ),
    );
  };
}

/**
 * Shows a board large, above its strip, while a mouse points at it or the focus is in it.
 *
 * @param {HTMLElement} place of the strips
 */
function createMagnifier(place) {
  const large = make("div", { class: "play-strip-large", "aria-hidden": "true" });
  large.hidden = true;
  place.after(large);
  const hide = () => {
    large.hidden = true;
  };
  place.addEventListener("scroll", hide);

  /**
   * @param {HTMLElement} figure
   * @param {Element} picture
   * @param {string} side
   */
  const add = (figure, picture, side) => {
    const show = () => {
      large.className = `play-strip-large${side}`;
      large.replaceChildren(picture.cloneNode(true), part(figure, "figcaption").cloneNode(true));
      large.hidden = false;
      const { left, top, width } = figure.getBoundingClientRect();
      const most = innerWidth - large.offsetWidth - GAP;
      const wanted = left + width / 2 - large.offsetWidth / 2;
      large.style.left = `${Math.max(GAP, Math.min(most, wanted))}px`;
      large.style.top = `${Math.max(GAP, top - large.offsetHeight - GAP)}px`;
    };
    // a finger goes there at once, and would leave it open
    figure.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && show());
    figure.addEventListener("pointerleave", hide);
    figure.addEventListener("focusin", show);
    figure.addEventListener("focusout", hide);
  };
  return { hide, add };
}
