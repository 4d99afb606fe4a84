// The moves of the game, with their marks in a review, and what a side is called.

import { die } from "../../look/die.js";
import { make } from "../../look/dom.js";
import { measure } from "../../look/numbers.js";
import { square } from "./values.js";

/**
 * @param {PlayTable} table
 * @param {number} player
 */
export const disc = (table, player) =>
  make("i", {
    class: `play-disc ${player === table.search_player ? "search" : "opponent"} p${player}`,
  });

/** @param {string} mark */
export const badge = (mark) =>
  make(
    "span",
    {
      class: `play-mark${mark === "??" ? " large" : ""}`,
      role: "img",
      "aria-label": mark === "??" ? "large mistake" : "mistake",
    },
    mark,
  );

/** @param {(selector: string) => any} one in the page */
export function createMoves(one) {
  let listed = "";

  /**
   * @param {PlayTable} table
   * @param {PlayMove} move
   */
  function row(table, move) {
    const button = make(
      "button",
      {
        type: "button",
        "data-goto": move.number,
        "aria-current": move.number === table.ply ? "true" : null,
        class: move.is_back ? "back" : null,
      },
      make("span", { class: "number" }, String(move.number)),
    );
    if (move.is_drawn) button.append(die());
    else if (table.search_player >= 0) button.append(disc(table, move.player));
    button.append(make("b", {}, move.name));
    const { review } = move;
    if (review?.mark) button.append(badge(review.mark));
    if (review && review.rate !== null) {
      const told = review.proven || measure(review.rate, true);
      button.append(
        make("span", { class: "rate" }, told, review.outcome ? square(review.outcome) : ""),
      );
    } else if (table.is_reviewed) {
      button.append(make("span", { class: "rate" }, "…"));
    }
    if (review?.mark) {
      const text = `${review.before} to ${review.after}, best was ${review.best}`;
      button.append(make("span", { class: "why" }, text));
    }
    return make("li", {}, button);
  }

  /** @param {PlayTable} table the list is made anew only for another one, so that the focus stays */
  return (table) => {
    const key = JSON.stringify([table.moves, table.ply, table.search_player, table.is_reviewed]);
    if (key === listed) return;
    listed = key;
    const played = table.moves.slice(0, table.ply).filter(({ is_drawn }) => !is_drawn);
    one("[data-moves-count]").textContent = table.is_reviewed ? "" : `${played.length} played`;
    one("[data-viewpoint]").textContent = table.viewpoint;
    const list = one("[data-moves]");
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = list.contains(active) && active.dataset.goto;
    list.replaceChildren(...table.moves.map((move) => row(table, move)));
    const now = list.querySelector(focused ? `[data-goto="${focused}"]` : "[aria-current]");
    if (focused) now?.focus();
    else if (now) {
      list.scrollTop = now.offsetTop - list.clientHeight / 2;
      list.scrollLeft = now.offsetLeft - list.clientWidth / 2;
    }
  };
}
