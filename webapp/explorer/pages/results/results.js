// The Results page: the stored tables, our scores beside the published ones, and the boards of a
// recipe, each of which opens its run in Explore. Nothing is built before the page is first opened.

import { make, part } from "../../look/dom.js";
import { number, plural } from "../../look/numbers.js";
import * as matches from "./matches.js";
import { decimal, inOrder, MISSING, rate, score, signed, time } from "./numbers.js";
import * as plot from "./plot.js";

/**
 * @param {HTMLElement} container
 * @param {ResultsStored} stored
 * @param {{
 *   address: (table: string, recipe?: string) => string,
 *   chosen: (table: string, recipe: string) => void,
 *   explore: (run: { table: string, line: string, board: string }) => void,
 *   replay: (best: { table: string, board: string }) => void,
 * }} page
 */
export function createResults(container, stored, page) {
  /** @param {string} selector */
  const find = (selector) => part(container, selector);
  const showDifferences = plot.createDifferences();
  /** @type {ResultsTable | null} */
  let shownTable = null;
  /** @type {ResultsLine | null} */
  let shownLine = null;
  /** @typedef {{ by: string | null, down: boolean }} Order */
  /** @type {{ lines: Order, rows: Order }} */
  let sorted = { lines: { by: null, down: false }, rows: { by: "board", down: false } };

  // what the scores are that ours stand beside
  const theirs = () => shownTable?.called ?? "published";

  /** @param {number | null} difference */
  const gain = (difference) => signed(difference, Number.isInteger(difference ?? 0) ? 0 : 1);

  /** @param {string} text */
  const capital = (text) => text[0].toUpperCase() + text.slice(1);

  /** @param {number | null} value */
  const spread = (value) => (value === null ? [] : [make("small", {}, ` ±${decimal(value, 1)}`)]);

  /**
   * A table's head; a click on a column sorts by it, a second one the other way round.
   *
   * @template T
   * @param {ResultsColumn<T>[]} columns
   * @param {Order} order
   * @param {(order: Order) => void} resort
   */
  function head(columns, order, resort) {
    const cells = columns.map((column) => {
      const { name, note, kind } = column;
      const title = name.startsWith("published") ? capital(theirs()) : column.title;
      if (column.head) return make("td", { class: kind }, column.head);
      if (!column.value) return make("th", { scope: "col", class: kind }, title ?? "");
      const sort = order.by === name ? (order.down ? "descending" : "ascending") : null;
      const button = make(
        "button",
        { type: "button", "data-sort": name },
        title ?? "",
        ...(note ? [make("small", {}, ` ${note}`)] : []),
        make(
          "span",
          { class: "sort-mark", "aria-hidden": "true" },
          sort ? (order.down ? "↓" : "↑") : "",
        ),
      );
      button.addEventListener("click", () => {
        // numbers: the highest first; names and boards: the first first
        const down = order.by === name ? !order.down : !column.rising;
        resort({ by: name, down });
      });
      return make("th", { scope: "col", class: kind, "aria-sort": sort }, button);
    });
    return make("thead", {}, make("tr", {}, ...cells));
  }

  /**
   * @param {"lines" | "rows"} which
   * @param {Order} order
   * @param {Element} old
   * @param {() => Element} draw
   */
  function redraw(which, order, old, draw) {
    sorted = { ...sorted, [which]: order };
    old.replaceWith(draw());
    find(`[data-part="${which}"] [data-sort="${order.by}"]`).focus();
  }

  // ---- the list of tables ----

  /** @param {ResultsTable} each */
  const factsOf = (each) => `${plural(recipesOf(each).length, "recipe")}, ${boardsOf(each)}`;
  /** @param {ResultsTable} each */
  const recipesOf = (each) => each.lines.filter((one) => !one.is_best);
  /** @param {ResultsTable} each */
  const counts = (each) => each.lines.map((one) => one.boards);
  /** @param {ResultsTable} each */
  const unequal = (each) => Math.min(...counts(each)) < Math.max(...counts(each));

  /** @param {ResultsTable} each */
  function boardsOf(each) {
    const [least, most] = [Math.min(...counts(each)), Math.max(...counts(each))];
    const some = least < most ? `${number(least)}–${number(most)}` : number(most);
    return least < each.boards
      ? `${some} of ${plural(each.boards, "board")}`
      : plural(most, "board");
  }

  /** @param {ResultsTable} each */
  function tableCard(each) {
    const current = each === shownTable;
    return make(
      "a",
      { href: page.address(each.name), "aria-current": current ? "true" : null },
      make("strong", {}, each.title),
      make("span", { class: "about" }, each.about),
      make(
        "span",
        { class: "facts" },
        matches.isMatches(each) ? matches.factsOf(each) : factsOf(each),
      ),
      ...headline(each),
    );
  }

  /** @param {ResultsTable} each the best of it in a word: what one wants to know before all */
  function headline(each) {
    if (matches.isMatches(each)) return [matches.headline(each)];
    // means of different boards say nothing of the recipes
    const most = Math.max(...counts(each));
    const comparable = recipesOf(each).filter((one) => one.boards === most);
    const [best] = inOrder(comparable, { by: "mean", down: true }, LINE_COLUMNS);
    if (!best?.boards) return [];
    return [
      make(
        "span",
        { class: "headline" },
        make("b", {}, decimal(best.mean, 1)),
        make("span", { class: "facts whose" }, `best mean: ${best.label}`),
        ...(best.published === null
          ? []
          : [make("span", { class: "facts" }, `${each.called}: ${decimal(best.published, 1)}`)]),
      ),
    ];
  }

  /** @param {ResultsTable} table whether its means have intervals: its boards are a sample */
  const hasSpread = (table) => table.lines.some((line) => line.interval !== null);

  /** @param {ResultsTable} table */
  function key(table) {
    if (matches.isMatches(table)) return matches.key();
    /** @type {(mark: Element, text: string) => HTMLElement} */
    const entry = (mark, text) => make("li", {}, mark, text);
    return make(
      "ul",
      { class: "results-key" },
      entry(plot.oursMark(), "ours"),
      entry(plot.theirsMark(), table.called),
      ...(hasSpread(table) ? [entry(plot.spreadMark(), "95 % interval of the difference")] : []),
    );
  }

  function list() {
    const problems = stored.problems.map((text) =>
      make("p", { class: "results-problem", role: "alert" }, text),
    );
    return make(
      "nav",
      { class: "card results-list", "aria-label": "Tables" },
      ...stored.tables.map(tableCard),
      ...problems,
    );
  }

  // ---- a table: its recipes ----

  /** @type {ResultsColumn<ResultsLine>[]} */
  const LINE_COLUMNS = [
    { name: "label", title: "Recipe", rising: true, value: (each) => each.label },
    { name: "mean", title: "Ours", note: "mean, 95 %", kind: "number", value: (each) => each.mean },
    { name: "published", kind: "number", value: (each) => each.published },
    {
      name: "difference",
      title: "Difference",
      note: "95 %",
      kind: "number",
      value: (each) => each.difference,
    },
    { name: "plot", kind: "means" },
    { name: "total", title: "Total", kind: "number wide", value: (each) => each.total },
    {
      name: "published_total",
      note: "total",
      kind: "number wide",
      value: (each) => each.published_total,
    },
    {
      name: "seconds",
      title: "Time",
      note: "a board",
      kind: "number wide",
      value: (each) => each.seconds,
    },
    {
      name: "rate",
      title: "Playouts",
      note: "a second",
      kind: "number wide",
      value: (each) => each.playouts_per_second,
    },
  ];

  /** @param {ResultsTable} table what all its recipes have in common is said once, over it */
  const common = (table) =>
    table.lines[0].facts.filter((fact) =>
      recipesOf(table).every((each) => each.facts.includes(fact)),
    );

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} each
   * @param {ReturnType<typeof plot.meansAxis>} axis
   */
  function lineRow(table, each, axis) {
    const current = each === shownLine;
    const shared = common(table);
    const own = each.facts.filter((fact) => !shared.includes(fact) && fact !== each.label);
    const unit = matches.isMatches(table) ? "pair" : "board";
    if (unequal(table)) own.unshift(plural(each.boards, unit));
    const button = make(
      "button",
      { type: "button", "aria-pressed": String(current), "data-line": each.label },
      make("strong", {}, each.match?.search ?? each.label),
      make("span", { class: "facts" }, own.join(" · ")),
    );
    const row = make(
      "tr",
      { class: current ? "current" : null },
      make("th", { scope: "row" }, button),
    );
    row.addEventListener("click", () => choose(table, each));
    if (each.match) {
      row.append(...matches.cells(each.match));
      return row;
    }
    /** @type {(kind: string, ...children: (Node | string)[]) => void} */
    const cell = (kind, ...children) => row.append(make("td", { class: kind }, ...children));
    const compared = each.published_boards > 0;
    cell("number ours-value", make("b", {}, decimal(each.mean, 1)), ...spread(each.interval));
    cell("number", decimal(each.published, 1));
    cell("number", signed(each.difference, 1), ...spread(each.difference_interval));
    cell("means", ...(each.boards ? [plot.meanMarks(each, axis)] : ["no run is stored yet"]));
    cell("number wide", each.boards ? score(each.total) : MISSING);
    cell("number wide", compared ? score(each.published_total) : MISSING);
    cell("number wide", time(each.seconds));
    cell("number wide", rate(each.playouts_per_second));
    return row;
  }

  /**
   * @param {ResultsTable} table
   * @returns {HTMLElement}
   */
  function recipes(table) {
    const axis = plot.meansAxis(table.lines);
    const columns = (matches.isMatches(table) ? matches.COLUMNS : LINE_COLUMNS).map((column) => {
      if (column.name === "plot") return { head: plot.axisHead(axis), ...column };
      const isBare = !matches.isMatches(table) && !hasSpread(table);
      return isBare ? { ...column, note: column.note?.replace(/(, )?95 %/, "") } : column;
    });
    const lines = inOrder(table.lines, sorted.lines, columns);
    const whole = make(
      "table",
      { "data-part": "lines" },
      make("caption", { class: "hidden-text" }, `${table.title}: recipes`),
      head(columns, sorted.lines, (order) => redraw("lines", order, whole, () => recipes(table))),
      make("tbody", {}, ...lines.map((each) => lineRow(table, each, axis))),
    );
    return whole;
  }

  // Published totals of all boards, where the boards' scores are not published.
  /** @param {ResultsTable} table */
  function totals(table) {
    const entries = inOrder(table.totals, { by: "total", down: true }, [
      { name: "total", value: (each) => each.total },
    ]);
    return make(
      "div",
      { class: "results-totals" },
      make("h3", {}, `Published totals of all ${plural(table.boards, "board")}`),
      make(
        "ul",
        {},
        ...entries.map(({ label, total, origin }) =>
          make(
            "li",
            {},
            make("b", {}, number(total)),
            ` ${label} `,
            make("span", { class: "facts" }, origin),
          ),
        ),
      ),
    );
  }

  /** @param {ResultsTable} table */
  function tableSection(table) {
    const shared = table.lines.length > 1 ? common(table) : [];
    const about = [
      table.about,
      matches.isMatches(table) ? matches.ABOUT : "",
      shared.length ? `All: ${shared.join(", ")}.` : "",
      table.origin ? `${capital(table.called)}: ${table.origin}.` : "",
      unequal(table) && !matches.isMatches(table)
        ? `Not all runs are there yet: compare a recipe with its ${table.called} mean only.`
        : "",
    ].filter(Boolean);
    return make(
      "section",
      { class: "card results-table", "aria-labelledby": "results-title" },
      make(
        "div",
        { class: "card-head" },
        make("h2", { id: "results-title" }, table.title),
        key(table),
      ),
      make("p", { class: "results-about" }, about.join(" ")),
      make("div", { class: "results-recipes" }, recipes(table)),
      ...(table.totals.length ? [totals(table)] : []),
    );
  }

  // ---- a recipe: its boards ----

  /** @type {ResultsColumn<ResultsRow>[]} */
  const ROW_COLUMNS = [
    { name: "board", title: "Board", rising: true, kind: "first", value: (row) => row.board },
    { name: "score", title: "Ours", kind: "number", value: (row) => row.score },
    { name: "published", kind: "number", value: (row) => row.published },
    { name: "difference", title: "Difference", kind: "number", value: (row) => row.difference },
    {
      name: "seconds",
      title: "Time",
      rising: true,
      kind: "number wide",
      value: (row) => row.seconds,
    },
    { name: "open", title: "In Explore", kind: "open" },
  ];
  const found = { name: "found", title: "Found", kind: "wide found" };
  const BEST_COLUMNS = [
    ...ROW_COLUMNS.filter(({ name }) => !["seconds", "open"].includes(name)),
    found,
    { name: "open", title: "In Play", kind: "open" },
  ];

  /**
   * @param {ResultsLine} each
   * @returns {ResultsRow[]}
   */
  function rowsOf(each) {
    return each.rows.map(([board, ours, published, seconds, found]) => ({
      board,
      found,
      score: ours,
      published,
      seconds,
      difference: published === null ? null : ours - published,
    }));
  }

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} line
   * @param {ResultsRow} row
   */
  function boardRow(table, line, row) {
    const label = row.found
      ? `Step through the best sequence of board ${row.board} in Play`
      : `Open board ${row.board} in Explore`;
    const open = make(
      "button",
      { type: "button", class: "link", "data-board-open": row.board, "aria-label": label },
      row.found ? "Replay" : "Open",
    );
    open.addEventListener("click", () => openRun(table, line, row.board));
    return make(
      "tr",
      { "data-board": row.board },
      make("th", { scope: "row", class: "first" }, row.board),
      make("td", { class: "number ours-value" }, make("b", {}, score(row.score))),
      make("td", { class: "number" }, score(row.published)),
      make("td", { class: "number" }, gain(row.difference)),
      row.found
        ? make("td", { class: "wide found", title: row.found }, row.found)
        : make("td", { class: "number wide" }, time(row.seconds)),
      make("td", { class: "open" }, open),
    );
  }

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} line
   * @param {string} board
   */
  function openRun(table, line, board) {
    if (line.is_best) page.replay({ table: table.name, board });
    else page.explore({ table: table.name, line: line.label, board });
  }

  /** @param {ResultsRow[]} rows those whose published score is known */
  const comparedOf = (rows) =>
    rows.flatMap(({ board, difference }) => (difference === null ? [] : [{ board, difference }]));

  /** @param {ResultsRow[]} rows */
  function tally(rows) {
    const compared = comparedOf(rows);
    if (!compared.length) return "no scores to compare with";
    const better = compared.filter((row) => row.difference > 0).length;
    const equal = compared.filter((row) => row.difference === 0).length;
    return `ours better on ${number(better)} of ${plural(compared.length, "board")}${equal ? `, equal on ${number(equal)}` : ""}`;
  }

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} line
   * @returns {HTMLElement}
   */
  function boards(table, line) {
    const columns = line.is_best ? BEST_COLUMNS : ROW_COLUMNS;
    const rows = inOrder(rowsOf(line), sorted.rows, columns);
    const { difference } = line;
    const whole = make("div", { class: "results-body", "data-part": "rows" });
    const table_ = make(
      "table",
      {},
      make("caption", { class: "hidden-text" }, `${line.label}, board by board`),
      head(columns, sorted.rows, (order) =>
        redraw("rows", order, whole, () => boards(table, line)),
      ),
      make("tbody", {}, ...rows.map((row) => boardRow(table, line, row))),
    );
    if (difference !== null && comparedOf(rows).length)
      whole.append(differencesOf(difference, line.difference_interval, rows));
    whole.append(make("div", { class: "results-scroll" }, table_));
    link(whole, line);
    return whole;
  }

  /**
   * @param {number} mean
   * @param {number | null} interval
   * @param {ResultsRow[]} rows
   */
  function differencesOf(mean, interval, rows) {
    const told = `mean ${signed(mean, 1)}`;
    const about = interval === null ? told : `${told} ±${decimal(interval, 1)}`;
    const compared = comparedOf(rows);
    return make(
      "figure",
      {},
      make(
        "figcaption",
        {},
        make("b", {}, `Ours less ${theirs()}`),
        make("span", { class: "of-mean" }, about),
        make("output", { "aria-live": "off" }),
      ),
      showDifferences(
        { mean, spread: interval ?? 0, rows: compared },
        `Differences of ${plural(compared.length, "board")}: ${about}; ${tally(rows)}`,
      ),
    );
  }

  /**
   * A board is pointed at in the plot and in the table alike.
   *
   * @param {HTMLElement} whole
   * @param {ResultsLine} line
   */
  function link(whole, line) {
    const told = whole.querySelector("output");
    /** @type {NodeListOf<HTMLElement>} */
    const places = whole.querySelectorAll("[data-board]");
    /** @param {string | null} board */
    const mark = (board) => {
      for (const each of places) {
        each.classList.toggle("pointed", each.dataset.board === board);
      }
      const row = board === null ? null : rowsOf(line).find((each) => each.board === board);
      if (told) {
        told.textContent =
          row && board !== null
            ? `Board ${board}: ${score(row.score)}, ${theirs()} ${score(row.published)}, ${gain(row.difference)}`
            : "";
      }
    };
    /** @param {Event} event */
    const boardOf = ({ target }) => {
      /** @type {HTMLElement | null | undefined} */
      const place = /** @type {Element} */ (target).closest?.("[data-board]");
      return place?.dataset.board ?? null;
    };
    whole.addEventListener("pointerover", (event) => mark(boardOf(event)));
    whole.addEventListener("pointerleave", () => mark(null));
    whole.addEventListener("focusin", (event) => mark(boardOf(event)));
    whole.querySelector("figure")?.addEventListener("click", (event) => {
      const board = boardOf(event);
      if (board !== null) part(whole, `[data-board-open="${CSS.escape(board)}"]`).focus();
    });
  }

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} line
   */
  function boardsSection(table, line) {
    if (line.match) return matches.section(line.match, line);
    const rows = rowsOf(line);
    const context = [line.label, tally(rows)].join(": ");
    const section = make(
      "section",
      { class: "card results-boards", "aria-labelledby": "boards-title" },
      make(
        "div",
        { class: "card-head" },
        make("h2", { id: "boards-title" }, "Board by board"),
        make("span", { class: "context" }, context),
      ),
    );
    if (line.cut) {
      section.append(
        make(
          "p",
          { class: "results-cut" },
          make("b", {}, "Explore has a smaller budget: "),
          `${line.cut}.`,
        ),
      );
    }
    section.append(boards(table, line));
    return section;
  }

  // ---- the whole ----

  /**
   * @param {ResultsTable} table
   * @param {ResultsLine} wanted
   */
  function choose(table, wanted) {
    if (wanted === shownLine || !wanted.boards) return;
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = container.contains(active) && active.dataset.line;
    shownLine = wanted;
    page.chosen(table.name, wanted.label);
    find(".results-boards").replaceWith(boardsSection(table, wanted));
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = container.querySelectorAll("[data-line]");
    for (const button of buttons) {
      const current = button.dataset.line === wanted.label;
      button.setAttribute("aria-pressed", String(current));
      button.closest("tr")?.classList.toggle("current", current);
      if (current && focused) button.focus();
    }
  }

  function empty() {
    return make(
      "section",
      { class: "card results-empty" },
      make("h2", {}, "No results are stored yet"),
      make(
        "p",
        {},
        "Run an experiment with ",
        make("code", {}, "mcsearch run"),
        ", then ",
        make("code", {}, "make results"),
        " puts its table here.",
      ),
    );
  }

  function build() {
    if (!shownTable) {
      container.replaceChildren(...(stored.problems.length ? [list()] : []), empty());
      return;
    }
    const parts = [list(), tableSection(shownTable)];
    if (shownLine) parts.push(boardsSection(shownTable, shownLine));
    container.replaceChildren(...parts);
  }

  return {
    shown: () => [shownTable?.name, shownLine?.label],
    /**
     * Show the table and the recipe of these names; where the address has none, the first ones.
     *
     * @param {string | null} tableName
     * @param {string | null} label
     */
    show(tableName, label) {
      const { tables } = stored;
      const wanted = tables.find((each) => each.name === tableName) ?? tables[0] ?? null;
      const runs = wanted?.lines.filter((each) => each.boards) ?? [];
      const chosen = runs.find((each) => each.label === label) ?? runs[0] ?? null;
      if (wanted === shownTable && chosen === shownLine && container.firstChild) return;
      const active = document.activeElement;
      const focused = container.contains(active) && active?.getAttribute("href");
      shownTable = wanted;
      shownLine = chosen;
      build();
      if (focused) find("[aria-current]").focus();
    },
  };
}
