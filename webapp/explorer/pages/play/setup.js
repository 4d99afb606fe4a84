// The players' card: who plays, how strong, how long a search thinks, its own settings.

import { createForm } from "../../cards/recipe/form.js";
import { isOutdated, make } from "../../look/dom.js";
import { number, plural } from "../../look/numbers.js";
import { keepTyped } from "../../look/typed.js";

const EDITED = "your-game"; // as Python calls the game of code that is nobody's example

/**
 * @param {Shell} shell
 * @returns what shows the card as Python describes it, and what begins another game
 */
export function createSetup(shell) {
  const { one, all, send } = shell;
  /** @param {string} name */
  const field = (name) => one(`[data-form='${name}']`);
  const showPosition = keepTyped(field("position"));
  const range = one("[data-limit='amount']");
  const showForm = createForm(
    one("[data-recipe]"),
    shell.icons,
    (name, value) => send("set", { name, value }),
    "play-",
  );
  /** @type {PlayPlayers | null} */
  let players = null;
  /** @type {PlayLimit["kind"]} */
  let kind = "playouts";
  let lastLevel = ""; // to go back to after a game without one

  const stops = () => players?.limit?.[kind] ?? [];

  /** @param {PlayLimit | null} limit */
  function showLimit(limit) {
    one("[data-limit-group]").hidden = !limit;
    if (!limit) return;
    for (const input of all("[name='play-limit']")) input.checked = input.value === kind;
    range.max = String(stops().length - 1);
    if (limit.kind === kind && !range.matches(":active"))
      range.value = String(stops().findIndex(([value]) => value === limit.value));
    tellLimit();
  }

  function tellLimit() {
    const text = stops()[Number(range.value)]?.[1] ?? "";
    one("[data-limit-text]").textContent = text;
    range.setAttribute("aria-valuetext", kind === "seconds" ? text : `${text} playouts`);
    const share = Number(range.value) / Math.max(1, Number(range.max));
    range.style.setProperty("--fill", `${100 * share}%`);
  }

  /**
   * The visitor's own code, as far as it has run.
   *
   * @param {PlayPlayers["mine"]} mine
   */
  function showMine(mine) {
    const option = one(`[data-form='game'] option[value='${EDITED}']`);
    if (!option || !mine) return;
    option.textContent = mine;
    option.disabled = false;
  }

  /** Nothing before Python has told what may be chosen. */
  function sendLimit() {
    const stop = stops()[Number(range.value)];
    if (stop) send("limit", { [kind]: stop[0] });
  }

  const pace = one("[data-pace]");
  const paces = JSON.parse(pace.dataset.paces); // playouts a second, null for real time

  function tellPace() {
    const stop = paces[Number(pace.value)];
    const text = stop === null ? "real time" : `${number(stop)} a second`;
    one("[data-pace-text]").textContent = text;
    pace.setAttribute(
      "aria-valuetext",
      stop === null ? text : `${plural(stop, "playout")} a second`,
    );
    pace.style.setProperty("--fill", `${(100 * Number(pace.value)) / (paces.length - 1)}%`);
  }

  pace.addEventListener("input", () => {
    tellPace();
    send("pace", paces[Number(pace.value)]);
  });
  tellPace();

  const place = one("[data-switches]");

  /**
   * The position it begins at, its switches and whole numbers, and the side of its board.
   *
   * @param {PlayPlayers["switches"]} switches
   */
  function showSwitches(switches) {
    if (isOutdated(place, switches))
      place.replaceChildren(
        ...switches.map(({ name, label, help, choices, value }) => {
          if (!choices.length) {
            const input = make("input", { type: "checkbox", "data-switch-of": name });
            /** @type {HTMLInputElement} */ (input).checked = value === "on";
            return make("label", { class: "play-check", title: help }, input, ` ${label}`);
          }
          const select = make("select", { "data-switch-of": name });
          select.append(
            ...choices.map((choice) => make("option", { value: choice }, choice || "another")),
          );
          /** @type {HTMLSelectElement} */ (select).value = value;
          return make("label", { title: help }, `${label} `, select);
        }),
      );
  }

  const records = one("[data-records] ul");

  /** @param {PlayPlayers["records"]} games that others have published */
  function showRecords(games) {
    one("[data-records]").hidden = !games.length;
    if (isOutdated(records, games))
      records.replaceChildren(
        ...games.map(({ title, author, source }, place) => {
          const button = make("button", { type: "button", title: source }, make("b", {}, title));
          button.append(` ${author}`);
          button.addEventListener("click", () => send("record-game", place));
          return make("li", {}, button);
        }),
      );
  }

  const rules = () =>
    Object.fromEntries(
      [...place.querySelectorAll("[data-switch-of]")].map((/** @type {any} */ field) => [
        field.dataset.switchOf,
        field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value,
      ]),
    );

  place.addEventListener("change", (/** @type {Event} */ { target }) => {
    // of another board
    if (/** @type {Element} */ (target).tagName === "SELECT") field("position").value = "";
    newGame();
  });

  /**
   * @param {boolean} [isOther] one player: another board, if this one came from a seed
   * @param {any} [given] the rules; null: as the game is usually played
   */
  function newGame(isOther = false, given = rules()) {
    if (isOther && players?.is_alone && players.seeded)
      field("position").value = `${players.seeded}${1 + Math.floor(Math.random() * 99999)}`;
    send("new", {
      game: field("game").value,
      first: field("first").value,
      level: field("level").value || lastLevel,
      position: field("position").value,
      rules: given,
    });
  }

  for (const input of all("[name='play-limit']")) {
    input.addEventListener("change", () => {
      kind = input.value;
      if (!players?.limit) return;
      const values = stops().map(([value]) => value);
      // two seconds, or some thousand playouts: the middle of what is offered
      const usual = kind === "seconds" ? 2 : 5000;
      range.max = String(values.length - 1);
      range.value = String(Math.max(0, values.indexOf(usual)));
      tellLimit();
      sendLimit();
    });
  }
  range.addEventListener("input", tellLimit);
  range.addEventListener("change", sendLimit);
  field("game").addEventListener("change", () => {
    field("position").value = "";
    newGame(false, null);
  });
  for (const name of ["first", "position"]) field(name).addEventListener("change", () => newGame());
  field("level").addEventListener("change", () => send("level", field("level").value));
  const edited = one("[data-edited]");
  edited.addEventListener("change", () => send("edit-side", Number(edited.value)));

  // What Python said before it heard the visitor's newest wish must not undo it.
  const isHeard = () => ["new", "level", "limit", "set", "record-game"].every(shell.isHeard);
  /** @type {PlayPlayers | null} */
  let waiting = null;

  return {
    /** @param {PlayPlayers} next */
    show(next) {
      waiting = next;
      this.settle();
    },
    settle() {
      if (!waiting || !isHeard()) return;
      players = waiting;
      waiting = null;
      lastLevel = players.level || lastLevel;
      field("first").value = players.first;
      showPosition(players.position);
      showMine(players.mine);
      field("game").value = players.game;
      one("[data-position-form]").hidden = players.own; // it begins where its code does
      field("level").value = players.level;
      showSwitches(players.switches);
      showRecords(players.records);
      one("[data-about]").textContent = players.about;
      one("[data-rules-text]").textContent = players.rules;
      one("[data-rules]").hidden = !players.rules;
      for (const element of all("[data-two-players]")) element.hidden = players.is_alone;
      one("[data-level-form]").hidden = players.is_alone || !players.searches.length;
      one("[data-own]").hidden = !players.sections.length;
      one("[data-edited-form]").hidden = players.searches.length < 2;
      if (players.edited !== null) edited.value = String(players.edited);
      if (players.limit) kind = players.limit.kind;
      showLimit(players.limit);
      showForm(players.sections);
    },
    /** @param {PlayTable} table */
    showSides(table) {
      one("[data-sides]").replaceChildren(
        ...table.sides.map((side, player) => {
          const who = player === table.search_player ? "search" : "opponent";
          return make(
            "li",
            {},
            make("i", { class: `play-disc ${who} p${player}` }),
            make("span", {}, make("strong", {}, side.name), make("small", {}, side.detail)),
          );
        }),
      );
    },
    newGame,
  };
}
