// The legal actions of a game of people's own: a picture need not have a place for each of them.
// Each with what the search says of it, in the order of the game.

import { make } from "../../look/dom.js";
import { measure, number } from "../../look/numbers.js";
import { square } from "./values.js";

const SHORT = 6; // characters of names of which more go beside each other

/**
 * @param {HTMLElement} place
 * @param {{ play: (action: number) => void, aim: (action: number | null) => void }} on
 */
export function createActions(place, { play, aim }) {
  let listed = "";

  /** @param {PlayTarget} target */
  function button({ action, name }) {
    const bar = make("i", { class: "bar", "aria-hidden": "true" });
    const told = make("span", { class: "rate" });
    return make(
      "button",
      { type: "button", "data-action": action },
      bar,
      make("b", {}, name),
      told,
    );
  }

  /**
   * What the search says, on a button that stays.
   *
   * @param {HTMLElement} element
   * @param {PlayTable} table
   * @param {PlayValue | undefined} given
   */
  function tell(element, table, given) {
    const [bar, , told] = /** @type {HTMLElement[]} */ ([...element.children]);
    const value = given && given.rate !== null ? given : null;
    element.classList.toggle("best", value !== null && value.name === table.best);
    bar.style.width = value ? `${100 * value.share}%` : "0";
    bar.style.background = value?.colour ?? "";
    if (!value) told.replaceChildren();
    else {
      const visits = make("small", {}, number(value.visits));
      const rate = value.proven || measure(value.rate, true);
      told.replaceChildren(rate, value.outcome ? square(value.outcome) : visits);
    }
  }

  /** @param {Event} event */
  const actionOf = (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("button");
    return pressed ? Number(pressed.dataset.action) : null;
  };
  place.addEventListener("click", (event) => {
    const action = actionOf(event);
    if (action !== null) play(action);
  });
  for (const [name, isOver] of [
    ["pointerover", true],
    ["focusin", true],
    ["pointerleave", false],
    ["focusout", false],
  ]) {
    place.addEventListener(String(name), (event) => aim(isOver ? actionOf(event) : null));
  }

  function showMore() {
    place.classList.toggle("more", place.scrollHeight - place.scrollTop - place.clientHeight > 8);
  }
  place.addEventListener("scroll", showMore, { passive: true });
  new ResizeObserver(showMore).observe(place);

  /** @param {PlayTable} table */
  function show(table) {
    place.hidden = !table.is_own || table.is_over;
    if (place.hidden) return;
    place.classList.toggle(
      "short",
      table.targets.every(({ name }) => name.length <= SHORT),
    );
    const key = JSON.stringify(table.targets);
    if (key !== listed) {
      listed = key;
      const focused = /** @type {HTMLElement} */ (place.querySelector(":focus"))?.dataset.action;
      place.replaceChildren(...table.targets.map(button));
      // who plays by Tab and Enter goes on where they were, or begins again where that is no more legal
      if (focused !== undefined) {
        const same = place.querySelector(`[data-action="${focused}"]`);
        /** @type {HTMLElement | null} */ (same ?? place.querySelector("button"))?.focus();
      }
    }
    for (const element of /** @type {HTMLButtonElement[]} */ ([...place.children])) {
      const action = Number(element.dataset.action);
      element.setAttribute("aria-disabled", String(!table.can_move));
      tell(
        element,
        table,
        table.values.find((value) => value.action === action),
      );
    }
    showMore();
  }

  /** @param {Set<number> | null} actions the only ones that are meant, null for all */
  function narrow(actions) {
    for (const element of /** @type {HTMLButtonElement[]} */ ([...place.children])) {
      const isMeant = !actions || actions.has(Number(element.dataset.action));
      element.classList.toggle("not-meant", !isMeant);
    }
    const first = actions && place.querySelector("button:not(.not-meant)");
    if (first) place.scrollTop = /** @type {HTMLElement} */ (first).offsetTop - 18;
  }

  return { show, narrow };
}
