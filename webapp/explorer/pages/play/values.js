// What the search says of the moves: bars above columns, or numbers in the cells.

import { middle } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { measure, number } from "../../look/numbers.js";
import { candidate } from "../../look/stones.js";

const LEAST_VISITS = 5; // with fewer a win rate says nothing yet

/**
 * What is certain for the search: a filled square is won, a hollow one lost, a half one drawn.
 *
 * @param {PlayValue["outcome"]} outcome
 */
export function square(outcome) {
  return make("i", { class: `proven ${outcome}`, "aria-hidden": "true" });
}

/**
 * @param {PlayTable} table
 * @param {PlayValue} value
 * @returns {Element[]} in the cell of its move
 */
export function valueIn(table, value) {
  const target = table.targets.find(({ action }) => action === value.action);
  if (target?.cells.length !== 1 || value.rate === null) return [];
  const [cell] = target.cells;
  if (table.cells[cell] || table.ghosts.some((ghost) => ghost.cell === cell)) return [];
  const [x, y] = middle(table.board, cell);
  const at = { x, "text-anchor": "middle" };
  const isKnown = value.proven || value.visits >= LEAST_VISITS;
  const text = value.proven || (isKnown ? `${Math.round(100 * value.rate)}` : "");
  return [
    draw("circle", {
      cx: x,
      cy: y + 0.24,
      r: 0.05 + 0.1 * Math.sqrt(value.share),
      fill: value.colour,
      stroke: "var(--node-line)",
      "stroke-width": 0.015,
    }),
    draw(
      "text",
      { ...at, y: y + 0.05, "font-size": value.proven ? 0.19 : 0.28, fill: "var(--ink)" },
      text,
    ),
  ];
}

/**
 * What is known of dominoes that may be put: of those that overlap, of the one with more visits.
 *
 * @param {PlayTable} table
 * @returns {SVGElement[]}
 */
export function valuesBetween(table) {
  const taken = new Set(table.ghosts.flatMap(({ cells }) => cells));
  /** @type {SVGElement[]} */
  const found = [];
  for (const value of [...table.values].sort((a, b) => b.visits - a.visits)) {
    const target = table.targets.find(({ action }) => action === value.action);
    if (!target || value.rate === null || target.cells.some((cell) => taken.has(cell))) continue;
    for (const cell of target.cells) taken.add(cell);
    const [x, y] = placeOf(table.board, target);
    const isKnown = value.proven || value.visits >= LEAST_VISITS;
    const text = value.proven || (isKnown ? `${Math.round(100 * value.rate)}` : "");
    const pill = { x: x - 0.3, y: y - 0.19, width: 0.6, height: 0.38, rx: 0.19 };
    const at = { x, y: y + 0.09, "text-anchor": "middle", "font-size": 0.26, "font-weight": 600 };
    found.push(
      candidate(table.board, [x, y], table.to_move),
      draw("rect", { ...pill, fill: value.colour }),
      draw("text", { ...at, fill: value.ink }, text),
    );
  }
  return found;
}

/**
 * Where one points to mean an action: its first cell, or between the two of a domino.
 *
 * @param {ShownBoard} board
 * @param {{ cells: number[] }} target
 * @returns {[x: number, y: number]}
 */
export function placeOf(board, { cells }) {
  const [x, y] = middle(board, cells[0]);
  if (!board.dominoes.length) return [x, y];
  const [x2, y2] = middle(board, cells[1]);
  return [(x + x2) / 2, (y + y2) / 2];
}

/**
 * @param {PlayTable} table
 * @param {PlayTarget} target
 * @param {number} cell
 * @returns {Element[]} where a piece that has been taken may go, with what is known of it
 */
export function valueOn(table, target, cell) {
  const value = table.values.find(({ action }) => action === target.action);
  const [x, y] = middle(table.board, cell);
  if (!value || value.rate === null || (!value.proven && value.visits < LEAST_VISITS))
    return [draw("circle", { cx: x, cy: y, r: 0.16 })];
  const text = value.proven || String(Math.round(100 * value.rate));
  const look = { style: `fill: ${value.colour}; fill-opacity: 1` };
  const at = { x, y: y + 0.1, "text-anchor": "middle", "font-size": value.proven ? 0.19 : 0.28 };
  return [
    draw("circle", { cx: x, cy: y, r: 0.34, ...look }),
    draw("text", { ...at, "font-weight": 650, fill: value.ink }, text),
  ];
}

/** @param {HTMLElement} place */
export function createBars(place) {
  /**
   * @param {PlayTable} table
   * @param {string} name
   */
  function bar(table, name) {
    const value = table.values.find((each) => each.name === name);
    const cell = make("span", { class: "play-value" });
    if (!value) {
      if (!table.is_over && table.values.length) cell.append(make("small", {}, "full"));
      return cell;
    }
    cell.classList.toggle("best", name === table.best);
    if (value.rate === null) return cell;
    const told = value.played ? "played" : value.proven ? "proven" : number(value.visits);
    const rate = value.proven || measure(value.rate, true);
    cell.append(
      make("strong", { class: value.proven ? "sure" : null }, rate),
      make("small", {}, told),
    );
    if (value.outcome && value.outcome !== "win") {
      cell.append(square(value.outcome));
      return cell;
    }
    const column = make("i", { class: value.outcome ? "bar won" : "bar" });
    column.style.height = `calc(2px + var(--tallest) * ${value.rate})`;
    column.style.width = `${Math.max(18, 78 * value.share)}%`;
    if (!value.outcome) column.style.background = value.colour ?? "";
    cell.append(column);
    return cell;
  }

  /** @param {PlayTable} table */
  return (table) => {
    const isShown = table.drops;
    const isKnown = table.values.some(({ rate }) => rate !== null);
    place.hidden = !isShown;
    if (!isShown) return;
    const columns = make("div", { class: "play-columns" });
    columns.style.gridTemplateColumns = `repeat(${table.names.length}, 1fr)`;
    columns.append(...table.names.map((name) => bar(table, name)));
    const told = isKnown ? `Win rate of ${table.viewpoint}\nbar width: share of visits` : "";
    const lines = isKnown
      ? [0.5, 0].map((rate) => {
          const tick = make("small", { class: "play-tick" }, measure(rate, true));
          tick.style.bottom = `calc(var(--tallest) * ${rate})`;
          return tick;
        })
      : [];
    place.replaceChildren(make("small", { class: "play-axis" }, told), columns, ...lines);
    place.classList.toggle("empty", !isKnown);
  };
}
