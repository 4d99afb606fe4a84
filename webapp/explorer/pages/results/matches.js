// A table of matches on the Results page: a search against another at equal playouts.

import { draw, make } from "../../look/dom.js";
import { plural } from "../../look/numbers.js";
import { decimal, MISSING, signed } from "./numbers.js";
import { oursMark, percent, spreadMark } from "./plot.js";

/** @param {ResultsTable} table */
export const isMatches = (table) => table?.kind === "matches";

const POINTS = [0, 25, 50, 75, 100];
const BY_POINTS = ["0", "½", "1", "1½", "2"];
const places = ["Won", "Drawn", "Lost"];

/** @type {ResultsColumn<ResultsLine>[]} */
export const COLUMNS = [
  { name: "label", title: "Search", rising: true, value: (each) => each.label },
  {
    name: "elo",
    title: "Elo",
    note: "95 %",
    kind: "number",
    value: ({ match }) => match?.elo ?? ((match?.score ?? 0) > 50 ? 1e4 : -1e4),
  },
  {
    name: "score",
    title: "Points",
    note: "%",
    kind: "number",
    value: (each) => each.match?.score ?? null,
  },
  {
    name: "verdict",
    title: "Verdict",
    kind: "verdict",
    value: (each) => each.match?.verdict ?? null,
  },
  { name: "plot", kind: "means", head: axisHead() },
  ...places.map((title, place) => ({
    name: title.toLowerCase(),
    title,
    kind: "number wide",
    value: (/** @type {ResultsLine} */ each) => each.match?.games[place] ?? null,
  })),
];

/** @param {ResultsTable} table */
export function headline({ lines }) {
  /** @param {ResultsMatch["verdict"]} verdict */
  const count = (verdict) => lines.filter(({ match }) => match?.verdict === verdict).length;
  return make(
    "span",
    { class: "headline" },
    make("b", {}, `${count("stronger")} of ${lines.length}`),
    make("span", { class: "facts whose" }, `stronger; ${count("weaker")} weaker`),
  );
}

/** @param {ResultsTable} table */
export function factsOf({ lines, boards }) {
  const least = Math.min(...lines.map((line) => line.boards));
  const games = plural(2 * boards, "game");
  return `${lines.length} matches, ${least < boards ? `${2 * least}–` : ""}${games} each`;
}

export const ABOUT =
  "Elo and points are those of the named search. Stronger and weaker hold for all matches of the " +
  "table together: by chance one of them would be wrong in at most 5 % of such tables (Holm).";

export const key = () =>
  make(
    "ul",
    { class: "results-key" },
    make("li", {}, oursMark(), "points in %"),
    make("li", {}, spreadMark(), "95 % interval of the match alone"),
  );

/** @param {ResultsMatch["elo_interval"]} ends */
const interval = ([low, high]) =>
  low === null || high === null ? MISSING : `${signed(low, 0)} to ${signed(high, 0)}`;

/** @param {ResultsMatch} match */
export function cells(match) {
  /**
   * @param {string} kind
   * @param {(Node | string)[]} children
   */
  const cell = (kind, ...children) => make("td", { class: kind }, ...children);
  return [
    cell(
      "number ours-value",
      make("b", {}, signed(match.elo, 0)),
      make("small", {}, ` ${interval(match.elo_interval)}`),
    ),
    cell("number", decimal(match.score, 1)),
    cell(`verdict ${match.verdict.replace(" ", "-")}`, match.verdict),
    cell("means", marks(match)),
    ...match.games.map((count) => cell("number wide", decimal(count, 0))),
  ];
}

const grid = () =>
  POINTS.map((at) =>
    draw("line", {
      class: at === 50 ? "even" : "grid",
      x1: `${at}%`,
      x2: `${at}%`,
      y1: 0,
      y2: "100%",
    }),
  );

function axisHead() {
  const names = POINTS.map((at) =>
    draw("text", { x: `${at}%`, y: 12, "text-anchor": "middle" }, String(at)),
  );
  return draw("svg", { class: "means-plot axis", "aria-hidden": "true" }, ...names);
}

/** @param {ResultsMatch} match */
function marks(match) {
  const [low, high] = match.score_interval.map((value) => percent(value / 100));
  const middle = { y1: "50%", y2: "50%" };
  return draw(
    "svg",
    { class: "means-plot", "aria-hidden": "true" },
    ...grid(),
    draw("line", { class: "spread", x1: low, x2: high, ...middle }),
    draw("circle", { class: "ours", cx: percent(match.score / 100), cy: "50%", r: 5 }),
  );
}

// ---- a match: its games by side, its pairs by points, how to play it again ----

/**
 * @param {ResultsMatch} match
 * @param {ResultsLine} line
 */
export function section(match, { facts, boards }) {
  return make(
    "section",
    { class: "card results-boards results-match", "aria-labelledby": "match-title" },
    make(
      "div",
      { class: "card-head" },
      make("h2", { id: "match-title" }, match.search),
      make("span", { class: "context" }, `${facts.join(", ")}, ${plural(boards, "pair")}`),
    ),
    make("div", { class: "results-body" }, sides(match), byPoints(match, boards)),
    make(
      "div",
      { class: "results-again" },
      ...(match.note ? [make("p", {}, `${match.note}.`)] : []),
      make("p", {}, `Played ${match.made}. The same games come from:`),
      make("code", {}, match.command),
      make("a", { href: `?${match.query}` }, "Open in Race"),
    ),
  );
}

/** @param {ResultsMatch} match */
function sides(match) {
  /** @type {(name: string, games: ResultsMatch["games"]) => HTMLElement} */
  const row = (name, games) => {
    const [won, drawn, lost] = games;
    const points = (100 * (won + drawn / 2)) / (won + drawn + lost);
    return make(
      "tr",
      {},
      make("th", { scope: "row", class: "first" }, name),
      ...games.map((count) => make("td", { class: "number" }, decimal(count, 0))),
      make("td", { class: "number" }, make("b", {}, decimal(points, 1))),
    );
  };
  const heads = [...places, "Points in %"].map((title) =>
    make("th", { scope: "col", class: "number" }, title),
  );
  return make(
    "div",
    { class: "results-scroll" },
    make(
      "table",
      {},
      make("caption", { class: "hidden-text" }, `The games of ${match.search} by who began`),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
      make(
        "tbody",
        {},
        row("moves first", match.moving_first),
        row("moves second", match.moving_second),
        row("all", match.games),
      ),
    ),
  );
}

/**
 * @param {ResultsMatch} match
 * @param {number} pairs
 */
function byPoints(match, pairs) {
  const bars = match.by_points.map((count, i) =>
    make(
      "li",
      {},
      make("span", {}, BY_POINTS[i]),
      make(
        "span",
        { class: "share-of" },
        make("i", { style: `width: ${Math.max((100 * count) / pairs, count ? 0.5 : 0)}%` }),
      ),
      make("span", { class: "number" }, decimal(count, 0)),
    ),
  );
  return make(
    "figure",
    {},
    make("figcaption", {}, make("b", {}, "Pairs by points"), "the same opening from both sides"),
    make("ul", { class: "by-points" }, ...bars),
  );
}
