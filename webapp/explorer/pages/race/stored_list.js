// The owner's database as a list of races, of which one is opened by its place.

import { make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";

const READS = "Opening reads. Nothing is written before you press Go on.";

/**
 * @param {Shell} shell
 * @param {(place: number) => void} choose
 */
export function createDatabase(shell, choose) {
  /**
   * @param {RaceListed} race
   * @param {number} place
   */
  function row({ names, about, begun, why }, place) {
    const open = make(
      "button",
      { type: "button", class: "button", "aria-label": `Open ${names.join(", ")}` },
      "Open",
    );
    open.addEventListener("click", () => {
      shell.close(`${shell.name}-database`);
      choose(place);
    });
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make(
          "p",
          { class: "race-database-names" },
          ...names.map((name, i) =>
            make("span", { class: "race-named" }, entrantMark(i, 11), make("b", {}, name)),
          ),
        ),
        make("p", { class: "race-note" }, about, about ? "; " : "", `begun ${begun} UTC`),
        ...(why ? [make("p", { class: "import-error" }, why)] : []),
      ),
      ...(why ? [] : [open]),
    );
  }

  return {
    /** @param {RaceDatabase} database */
    show({ file, path, told, races }) {
      for (const name of shell.all("[data-database-name]")) {
        name.textContent = file;
        name.title = path;
      }
      shell.one("[data-database-told]").textContent = told || READS;
      shell.one("[data-database]").replaceChildren(...races.map(row));
    },
    open() {
      shell.hideMenu();
      shell.send("database");
      shell.open(`${shell.name}-database`);
    },
  };
}
