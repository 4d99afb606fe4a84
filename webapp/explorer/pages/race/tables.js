// The tables of a race on boards: ranks, differences, rounds, and the chart for readers.

import { draw, isOutdated, make, mark, part, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { plural } from "../../look/numbers.js";

/**
 * Ranks, a column a pair. The table is made once for a race, and then only what changes is written.
 *
 * @param {HTMLElement} element
 * @param {RaceRanks} ranks
 * @param {RaceEntrants} entrants
 * @param {number} board the one on show
 */
export function showRanks(element, ranks, { names, slots }, board) {
  if (isOutdated(element, ranks.boards, ranks.rounds.length, names, slots))
    element.replaceChildren(ranksTable(ranks, names, slots));
  const [head, ...rows] = /** @type {HTMLTableElement} */ (element.firstElementChild).rows;
  ranks.rounds.forEach(({ title }, n) => {
    put(head.cells[n + 1], title);
  });
  const count = ranks.boards.length;
  rows.forEach((row, i) => {
    ranks.rounds.forEach(({ rows: found, is_done }, n) => {
      for (let k = 0; k < count; k++) {
        const cell = row.cells[1 + n * count + k];
        cell.classList.toggle("here", k === board);
        if (i === names.length) continue; // the boards' names
        const rank = found[i]?.[k];
        const span = part(cell, "span");
        put(span, rank ? String(rank) : "·");
        const classes = rank === 1 ? `first slot-${slots[i] + 1}${is_done ? "" : " open"}` : "";
        mark(span, "class", classes);
      }
    });
    if (i < names.length) put(part(row.cells[row.cells.length - 1], "b"), ranks.means[i]);
  });
}

/** @type {(ranks: RaceRanks, names: string[], slots: number[]) => HTMLTableElement} */
function ranksTable({ boards, rounds }, names, slots) {
  /** @param {number} k */
  const begins = (k) => ({ class: k === 0 ? "begins" : "" });
  const head = make(
    "tr",
    {},
    make("td", {}),
    ...rounds.map(() => make("th", { colspan: boards.length, scope: "colgroup", class: "round" })),
    make("th", { scope: "col", class: "mean" }, "mean"),
  );
  const rows = names.map((name, i) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        make("span", { class: "race-named" }, entrantMark(slots[i]), make("span", {}, name)),
      ),
      ...rounds.flatMap(() => boards.map((_, k) => make("td", begins(k), make("span")))),
      make("td", { class: "mean" }, make("b")),
    ),
  );
  const foot = make(
    "tr",
    { class: "foot" },
    make("th", { scope: "row" }, "board"),
    ...rounds.flatMap(() => boards.map((name, k) => make("td", begins(k), name))),
    make("td", {}),
  );
  return make(
    "table",
    {},
    make("thead", {}, head),
    make("tbody", {}, ...rows),
    make("tfoot", {}, foot),
  );
}

/**
 * @param {HTMLElement} element
 * @param {RaceDifferences} differences
 * @param {RaceEntrants} entrants
 */
export function showDifferences(element, differences, { shorts: names, slots }) {
  const { rows, low, high, ticks, pairs, about, method } = differences;
  if (!rows.length) {
    element.replaceChildren(
      make(
        "p",
        { class: "race-empty" },
        "Differences and their intervals come with the first finished round.",
      ),
    );
    return;
  }
  /** @param {number} value */
  const place = (value) => `${(100 * (value - low)) / (high - low)}%`;
  const halves = [
    rows.slice(0, Math.ceil(rows.length / 2)),
    rows.slice(Math.ceil(rows.length / 2)),
  ];
  /**
   * @param {RaceDifference[]} half
   * @param {string} caption
   */
  const table = (half, caption) =>
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, caption),
          make("th", { scope: "col", class: "number" }, "points"),
          make("th", { scope: "col", class: "number interval" }, "95 % interval"),
          make(
            "td",
            { class: "axis" },
            make(
              "div",
              {},
              ...ticks.map(({ at, text }) => placed(make("span", {}, text), place(at))),
            ),
          ),
          make("th", { scope: "col", class: "number" }, "P(better)"),
        ),
      ),
      make(
        "tbody",
        {},
        ...half.map((row) =>
          make(
            "tr",
            { title: `${row.verdict} (at every look ${row.lasting_text})` },
            make(
              "th",
              { scope: "row" },
              make(
                "span",
                { class: "race-named" },
                entrantMark(slots[row.first]),
                make("b", {}, names[row.first]),
                make("span", { class: "over" }, "over"),
                entrantMark(slots[row.second]),
                make("span", {}, names[row.second]),
              ),
            ),
            make("td", { class: "number" }, make("b", {}, row.points)),
            make("td", { class: "number interval" }, row.interval),
            make("td", { class: "axis" }, whisker(row, slots[row.first], low, high)),
            make(
              "td",
              { class: "number better", title: row.better_title },
              make("span", { class: "race-share" }, sized(make("i", {}), row.better)),
              make("b", {}, row.better_text),
            ),
          ),
        ),
      ),
    );
  const captions = [
    `Mean difference, ${plural(pairs, "pair")}`,
    `For ${about}; filled dot: decided`,
  ];
  if (!halves[1].length) captions[0] += `, for ${about}; filled dot: decided`;
  element.replaceChildren(
    ...halves.filter((half) => half.length).map((half, i) => table(half, captions[i])),
  );
  element.title = method;
}

/**
 * @param {RaceDifference} row
 * @param {number} slot
 * @param {number} low
 * @param {number} high
 */
function whisker(row, slot, low, high) {
  const svg = draw("svg", { class: `slot-${slot + 1}`, "aria-hidden": "true" });
  /** @param {number} value */
  const at = (value) => `${(100 * (value - low)) / (high - low)}%`;
  const [least, most] = (row.lasting ?? []).map((end) => at(Math.min(high, Math.max(low, end))));
  const [from, to] = row.ends ?? [0, 0];
  svg.append(
    draw("line", { class: "zero", x1: at(0), x2: at(0), y1: 0, y2: "100%" }),
    ...(row.lasting
      ? [draw("line", { class: "lasting", x1: least, x2: most, y1: "50%", y2: "50%" })]
      : []),
    ...(row.ends
      ? [
          draw("line", { class: "range", x1: at(from), x2: at(to), y1: "50%", y2: "50%" }),
          draw("line", { class: "range", x1: at(from), x2: at(from), y1: "25%", y2: "75%" }),
          draw("line", { class: "range", x1: at(to), x2: at(to), y1: "25%", y2: "75%" }),
        ]
      : []),
    draw("circle", {
      class: row.is_decided ? "race-mean certain" : "race-mean",
      cx: at(row.mean),
      cy: "50%",
      r: 4,
    }),
  );
  return svg;
}

/**
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} left
 */
function placed(element, left) {
  element.style.left = left;
  return element;
}

/**
 * @template {HTMLElement} E
 * @param {E} element
 * @param {number} share
 */
function sized(element, share) {
  element.style.width = `${100 * share}%`;
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {RaceRound[]} rounds
 */
export function showRounds(element, rounds) {
  while (element.children.length > rounds.length) element.lastChild?.remove();
  rounds.forEach(({ name, share, text }, i) => {
    const row =
      element.children[i] ??
      element.appendChild(
        make(
          "li",
          {},
          make("span"),
          make("span", { class: "race-share" }, make("i")),
          make("span", { class: "race-round-text" }),
        ),
      );
    const [title, bar, told] = row.children;
    const classes = share === 1 ? "done" : share > 0 ? "now" : "";
    if (row.className !== classes) row.className = classes;
    put(title, name);
    put(told, text);
    sized(part(bar, "i"), share);
  });
}

/**
 * The chart as a table: a row for each marked place.
 *
 * @param {HTMLTableElement} table
 * @param {RaceCurves} chart
 * @param {string[]} names
 */
export function showChartTable(table, chart, names) {
  const rows = chart.ticks.map(({ at, text }) => {
    let place = 0;
    chart.x.forEach((x, i) => {
      if (Math.abs(x - at) < Math.abs(chart.x[place] - at)) place = i;
    });
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, text),
      ...chart.entrants.map(({ mean }) => {
        const value = mean[place];
        return make("td", {}, value === null ? "not yet" : String(Math.round(value)));
      }),
    );
  });
  table.replaceChildren(
    make("caption", {}, "Mean of the best so far"),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, chart.unit),
        ...names.map((name) => make("th", { scope: "col" }, name)),
      ),
    ),
    make("tbody", {}, ...rows),
  );
}

/**
 * What each entrant's scores come to.
 *
 * @param {HTMLElement} element
 * @param {RaceMeasures | null} measures null: there is no target to tell of
 * @param {RaceEntrants} entrants
 */
export function showMeasures(element, measures, { names, slots }) {
  if (!isOutdated(element, measures, names, slots)) return;
  if (!measures?.rows.some(Boolean)) {
    const told = measures
      ? "Scores come with the first finished round."
      : "Give a target score in the setup: when did the runs reach it?";
    element.replaceChildren(make("p", { class: "race-empty" }, told));
    return;
  }
  const head = measures.heads.map(([text, title]) => make("th", { scope: "col", title }, text));
  const rows = measures.rows.map((cells, i) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row", title: names[i] },
        make(
          "span",
          { class: "race-named" },
          entrantMark(slots[i], 11),
          make("span", { class: cells && cells.length > 2 ? "hidden-text" : "" }, names[i]),
        ),
      ),
      ...(cells ?? measures.heads.map(() => "")).map((text) => make("td", {}, text)),
    ),
  );
  element.replaceChildren(
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, make("td", {}), ...head)),
      make("tbody", {}, ...rows),
    ),
  );
}
