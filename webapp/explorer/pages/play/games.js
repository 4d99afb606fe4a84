// The last games, kept in this browser only: what is kept of them, and their list.

import { make, part } from "../../look/dom.js";
import { isRecord, isText, readStored } from "../../look/stored.js";

const KEY = "games";
const MOST = 10;

/**
 * @typedef {{ id: string, query: string, title: string, told: string, at: number }} KeptGame
 * `query`: of its link; `told`: how it has ended; `at`: when something was done in it last, ms
 */

/**
 * A game without the place at which it is looked at.
 *
 * @param {string} query
 */
function bare(query) {
  const fields = new URLSearchParams(query);
  for (const name of ["at", "review"]) fields.delete(name);
  return fields.toString();
}

/**
 * The games with one that has gone on, or a new one, in front. One that comes in with the moves of
 * another is that one, opened again; on its way a game may well pass through another's moves.
 *
 * @param {KeptGame[]} games
 * @param {KeptGame} game
 */
export function withGame(games, game) {
  /** @param {KeptGame} other */
  const isSame = (other) => bare(other.query) === bare(game.query);
  const known = games.find(({ id }) => id === game.id) ?? games.find(isSame);
  const at = known && isSame(known) ? known.at : game.at;
  return [{ ...game, at }, ...games.filter((each) => each !== known)].slice(0, MOST);
}

/** @param {KeptGame} game @param {number} now */
export function timeOf({ at }, now) {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() !== today.toDateString())
    return then.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** @param {any} game */
function isGame(game) {
  if (!isRecord(game)) return false;
  return [game.id, game.query, game.title, game.told].every(isText) && Number.isFinite(game.at);
}

/** @returns {KeptGame[]} */
function read() {
  /** @param {unknown} found */
  const sound = (found) => (Array.isArray(found) ? found.filter(isGame) : null);
  return readStored(() => localStorage, KEY, sound, "your last games") ?? [];
}

/** @param {KeptGame[]} games */
function write(games) {
  try {
    if (games.length) localStorage.setItem(KEY, JSON.stringify(games));
    else localStorage.removeItem(KEY);
  } catch {
    // they are not kept, then
  }
}

/** @param {HTMLElement} place */
export function createGames(place) {
  const visit = Date.now().toString(36); // the numbers begin anew in every visit
  const list = part(place, "ul");
  let current = "";
  let noted = "";

  function show() {
    const games = read();
    place.classList.toggle("empty", !games.length);
    list.replaceChildren(
      ...games.map((game) => {
        const { id, query, title, told } = game;
        const attributes = {
          type: "button",
          "data-reopen": query,
          "aria-current": id === current ? "true" : null,
        };
        const time = make("small", {}, timeOf(game, Date.now()));
        const result = make("span", { class: "rate" }, told);
        return make("li", {}, make("button", attributes, make("b", {}, title), time, result));
      }),
    );
    list.scrollTop = 0;
  }

  return {
    show,
    /** @param {{ number: number, query: string, title: string, told: string }} game as it is now */
    note({ number, query, title, told }) {
      const id = `${visit}-${number}`;
      const key = `${id} ${told} ${bare(query)}`;
      current = id;
      if (key === noted) return;
      noted = key;
      if (new URLSearchParams(query).has("moves"))
        write(withGame(read(), { id, query, title, told, at: Date.now() }));
      show();
    },
    clear() {
      write([]);
      show();
    },
  };
}
