// More than two in a game for two: one table of ratings, and every match.

import { draw, make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";

/**
 * @param {HTMLElement} element
 * @param {RaceRatings} score
 * @param {Pick<RaceEntrants, "names" | "slots">} entrants
 */
export function showRatings(element, score, { names, slots }) {
  /** @param {number} i */
  const named = (i) =>
    make("span", { class: "race-named" }, entrantMark(slots[i], 11), make("span", {}, names[i]));
  const reach = Math.max(
    50,
    ...(score.ratings ?? []).map(({ value, half }) => Math.abs(value) + (half ?? 0)),
  );
  const table = score.ratings
    ? make(
        "table",
        {},
        head(["Elo", "± 95 %", "points", "games", "score", "CFS", ""]),
        make(
          "tbody",
          {},
          ...score.ratings.map((row) =>
            make(
              "tr",
              {},
              make("th", { scope: "row", title: names[row.entrant] }, named(row.entrant)),
              make("td", {}, make("b", {}, row.elo)),
              ...[row.error, row.points, row.games, row.score, row.superiority].map((text) =>
                make("td", {}, text),
              ),
              make("td", { class: "axis" }, whisker(row, slots[row.entrant], reach)),
            ),
          ),
        ),
      )
    : make("p", { class: "race-empty" }, "Ratings come when all have finished a pair.");
  element.replaceChildren(
    make("div", { class: "race-part race-ratings" }, table),
    ...(score.notes.length
      ? [
          make(
            "div",
            { class: "race-part" },
            ...score.notes.map((text) => make("p", { class: "race-note" }, text)),
          ),
        ]
      : []),
    make(
      "div",
      { class: "race-part race-ratings" },
      make(
        "table",
        {},
        head(["won", "drawn", "lost"]),
        make(
          "tbody",
          {},
          ...score.matches.map(({ first, second, games }) =>
            make(
              "tr",
              {},
              make(
                "th",
                { scope: "row" },
                named(second),
                make("span", { class: "race-against" }, "against"),
                named(first),
              ),
              ...games.map((count) => make("td", {}, String(count))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string[]} texts */
function head(texts) {
  const cells = texts.map((text) => make("th", { scope: text ? "col" : null }, text));
  return make("thead", {}, make("tr", {}, make("td", {}), ...cells));
}

/**
 * @param {RaceRating} row
 * @param {number} slot
 * @param {number} reach
 */
function whisker({ value, half }, slot, reach) {
  /** @param {number} elo */
  const x = (elo) => `${50 + (50 * elo) / reach}%`;
  const svg = draw("svg", { class: `slot-${slot + 1}`, "aria-hidden": "true" });
  svg.append(draw("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: "100%" }));
  if (half !== null)
    svg.append(
      draw("line", {
        class: "range",
        x1: x(value - half),
        x2: x(value + half),
        y1: "50%",
        y2: "50%",
      }),
    );
  svg.append(draw("circle", { class: "race-mean certain", cx: x(value), cy: "50%", r: 4 }));
  return svg;
}
