// The board of a game: cells and pieces as SVG, and a button over each place where one can play.
// A click is drawn at once; Python's answer follows.

import { middle } from "../../look/boards.js";
import { draw, make } from "../../look/dom.js";
import { stone } from "../../look/stones.js";
import { createAim } from "./aim.js";
import { hover, isStill, over, showPlayout } from "./falling.js";
import { neighbourOf } from "./neighbour.js";
import { extentOf, HEAD, isOfDominoes, isStones, isTiles, pictureOf } from "./picture.js";
import { nextCells, pointedAt, stillMeant } from "./steps.js";
import { onSwipe } from "./swipe.js";
import { placeOf, valueOn } from "./values.js";

const LARGEST_CELL = 84; // pixels

/**
 * @param {HTMLElement} board
 * @param {{
 *   play: (action: number) => void,
 *   isOneTap: () => boolean,
 *   tell: (text: string) => void,
 *   narrow: (actions: Set<number> | null) => void,
 * }} page `narrow`: the actions that the cells pointed at leave, null for all
 */
export function createBoard(board, { play, isOneTap, tell, narrow }) {
  /** @type {PlayTable | null} */
  let shown = null;
  /** @type {PlayTable | null} */
  let latest = null; // what Python has said last
  let drawn = ""; // what of it the picture is of
  /** @type {PlayTarget | null} */
  let put = null; // the target that was just played, until Python answers
  /** @type {number[]} */
  let chosen = []; // cells, of an action that takes several
  let pressed = -1; // the cell where the pointer went down
  let isStepped = false; // the click that follows has been dealt with
  let asked = ""; // what is to be done next

  /** @param {PlayTable} table */
  function redraw(table) {
    const key = JSON.stringify([
      table.board.width,
      table.game,
      table.cells,
      table.ghosts,
      table.best,
      table.drops ? [] : table.values,
      table.last,
      table.ending,
      table.forbidden,
      table.mark,
      table.advised,
      table.search_player,
      table.shown,
    ]);
    if (key === drawn) return;
    const before = drawn && board.querySelectorAll(".stone").length;
    drawn = key;
    const svg = pictureOf(table);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("data-picture", "");
    const old = board.querySelector("[data-picture]");
    if (old) old.replaceWith(svg);
    else board.prepend(svg);
    // the newest stone falls into its column
    const fresh = table.drops && table.last.length === 1 && !put;
    if (fresh && table.cells.filter(Boolean).length === Number(before) + 1)
      fall(table, table.last[0]);
  }

  /**
   * @param {PlayTable} table
   * @param {number} cell
   */
  function fall(table, cell) {
    const element = board.querySelector(`.stone[data-cell="${cell}"]`);
    if (!element?.animate || isStill()) return;
    const rise = -middle(table.board, cell)[1] - HEAD / 2;
    element.animate([{ transform: `translateY(${rise}px)` }, { transform: "none" }], {
      duration: 180,
      easing: "ease-in",
    });
  }

  /**
   * Put a button over a box of the drawing.
   *
   * @param {HTMLElement} button
   * @param {number[]} box left, top, width, height
   * @param {number} width
   * @param {number} height
   */
  function lay({ style }, [left, top, wide, high], width, height) {
    style.left = `${(100 * left) / width}%`;
    style.top = `${(100 * top) / height}%`;
    style.width = `${(100 * wide) / width}%`;
    style.height = `${(100 * high) / height}%`;
  }

  /** @param {PlayTable} table the buttons keep their identity, so that the focus stays */
  function buttons(table) {
    const wanted = table.can_move && !put ? table.targets.filter(({ cells }) => cells.length) : [];
    /** @type {Map<string, HTMLButtonElement>} */
    const left = new Map(
      [...board.querySelectorAll("button")].map((button) => [button.dataset.move ?? "", button]),
    );
    const { left: before, top: above, width, height } = extentOf(table);
    for (const target of wanted) {
      const { action, name, cells } = target;
      let button = left.get(String(action));
      left.delete(String(action));
      if (!button) {
        button = make("button", { type: "button", "data-move": action });
        board.append(button);
      }
      const points = isTiles(table) ? `, ${cells.length} tiles` : "";
      button.setAttribute("aria-label", table.drops ? `Column ${name}` : `${name}${points}`);
      const [x, y] = placeOf(table.board, target);
      const box = table.drops ? [x - 0.5, 0, 1, height] : [x - 0.5 + before, y - 0.5 + above, 1, 1];
      lay(button, box, width, height);
    }
    for (const cell of steppable()) {
      let button = left.get(`cell-${cell}`);
      left.delete(`cell-${cell}`);
      if (!button) {
        button = make("button", { type: "button", "data-move": `cell-${cell}`, "data-cell": cell });
        board.append(button);
      }
      const meant = stillMeant(table.targets, chosen.includes(cell) ? chosen : [...chosen, cell]);
      const names = meant.map(({ name }) => name);
      const isStart = !chosen.length || !names.length;
      button.classList.toggle("start", isStart);
      button.setAttribute("aria-pressed", String(chosen.includes(cell)));
      const others = stillMeant(table.targets, [cell]).map(({ name }) => name);
      button.setAttribute("aria-label", `Moves: ${(names.length ? names : others).join(", ")}`);
      const [x, y] = middle(table.board, cell);
      lay(button, [x - 0.5 + before, y - 0.5 + above, 1, 1], width, height);
    }
    for (const button of left.values()) button.remove();
  }

  // ---- actions that take several cells ----

  const stepped = () => shown?.targets.filter(({ steps }) => steps.length) ?? [];

  /** The cells that can be pointed at now: to go on, to begin again, to give up. */
  function steppable() {
    if (!shown?.can_move || put) return /** @type {Set<number>} */ (new Set());
    const targets = stepped();
    const started = chosen.length ? nextCells(targets, chosen) : [];
    return new Set([...nextCells(targets, []), ...started, ...chosen]);
  }

  /**
   * A point of the screen on the board, in cell widths from its upper left corner.
   *
   * @param {PlayTable} table
   * @param {number} x
   * @param {number} y
   */
  function placeAt(table, x, y) {
    const box = board.getBoundingClientRect();
    const { left, top, width } = extentOf(table);
    const cell = box.width / width;
    return [(x - box.left) / cell - left, (y - box.top) / cell - top];
  }

  /**
   * The cell at a point of the screen that means an action together with others, -1 for none.
   *
   * @param {number} x
   * @param {number} y
   */
  function stepAt(x, y) {
    if (!shown) return -1;
    const [column, row] = placeAt(shown, x, y);
    for (const cell of steppable()) {
      const [cx, cy] = middle(shown.board, cell);
      if (Math.abs(cx - column) <= 0.5 && Math.abs(cy - row) <= 0.5) return cell;
    }
    return -1;
  }

  /** @param {number[]} cells */
  function choose(cells, isStuck = false) {
    chosen = cells;
    const meant = chosen.length ? stillMeant(stepped(), chosen) : [];
    narrow(meant.length ? new Set(meant.map(({ action }) => action)) : null);
    const where = isStuck ? "Several actions do this: choose one below" : "Now where to?";
    asked = meant.length ? where : "";
    tell(asked);
    if (shown) buttons(shown);
    showChosen();
  }

  /** @param {number} cell */
  function step(cell) {
    const { play: target, chosen: cells, isStuck } = pointedAt(stepped(), chosen, cell);
    choose(cells, isStuck);
    if (target) playAt(target);
  }

  function showChosen() {
    board.querySelector(".steps")?.remove();
    const svg = board.querySelector("svg");
    if (!svg || !chosen.length || !shown?.can_move) return;
    const group = draw("g", { class: "steps" });
    for (const cell of chosen) {
      const [x, y] = middle(shown.board, cell);
      group.append(draw("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.1 }));
    }
    for (const target of stillMeant(stepped(), chosen))
      for (const cell of nextCells([target], chosen)) group.append(...valueOn(shown, target, cell));
    svg.append(group);
  }

  onSwipe(board, (way) => {
    if (shown?.slides) playAt(shown.targets.find(({ name }) => name === way));
  });
  board.addEventListener("pointerdown", (event) => {
    pressed = event.isPrimary ? stepAt(event.clientX, event.clientY) : -1;
    isStepped = false;
  });
  board.addEventListener("pointerup", (event) => {
    const cell = stepAt(event.clientX, event.clientY);
    const from = pressed;
    pressed = -1;
    if (from < 0) return;
    isStepped = true;
    if (cell === from) {
      step(from);
      return;
    }
    // dragged: from the piece, wherever the choice stood
    choose([]);
    step(from);
    const to = stepAt(event.clientX, event.clientY);
    if (to >= 0 && nextCells(stepped(), chosen).has(to)) step(to);
  });
  board.addEventListener("pointercancel", () => {
    pressed = -1;
  });

  /**
   * The target at a point of the screen, null for none.
   *
   * @param {number} x
   * @param {number} y
   */
  function targetAt(x, y) {
    const table = shown;
    if (!table?.can_move || put || stepAt(x, y) >= 0) return null;
    const [column, row] = placeAt(table, x, y);
    /** @type {PlayTarget | null} */
    let found = null;
    let nearest = 0.75;
    for (const target of table.targets) {
      const places = target.cells.map((cell) => middle(table.board, cell));
      for (const [cx, cy] of isOfDominoes(table) ? [placeOf(table.board, target)] : places) {
        const far = table.drops ? Math.abs(cx - column) : Math.hypot(cx - column, cy - row);
        if (far < nearest) [nearest, found] = [far, target];
      }
    }
    return found;
  }

  /** @param {PlayTarget | null} target */
  function showAim(target) {
    board.querySelector(".aim")?.remove();
    const table = shown;
    if (!target || !table?.can_move) return;
    const svg = board.querySelector("svg");
    if (!svg) return; // somebody's drawing, or a text
    const group = draw("g", { class: "aim" });
    if (!isStones(table)) {
      for (const cell of target.changed) {
        const [x, y] = middle(table.board, cell);
        group.append(draw("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
      }
    } else {
      group.append(
        ...landing(table, target).map((cell) => stone(table, cell, table.to_move, true)),
      );
      if (table.drops) group.append(over(table, target));
    }
    svg.append(group);
    showHovering();
  }

  /**
   * Where a stone will lie.
   *
   * @param {PlayTable} table
   * @param {PlayTarget} target
   */
  const landing = (table, { cells, steps }) =>
    steps.length ? steps.slice(-1) : isOfDominoes(table) ? cells.slice(0, 1) : cells;

  const showHovering = () => hover(board, put ? null : shown);

  /**
   * Draw a move before Python knows of it, and send it.
   *
   * @param {PlayTarget | null | undefined} target
   */
  function playAt(target) {
    if (!target || put || !shown?.can_move) return;
    put = target;
    showAim(null);
    if (isStones(shown)) {
      const svg = board.querySelector("svg");
      for (const cell of target.steps) svg?.querySelector(`.stone[data-cell="${cell}"]`)?.remove();
      for (const cell of landing(shown, target)) svg?.append(stone(shown, cell, shown.to_move));
      if (shown.drops) fall(shown, target.cells[0]);
    }
    buttons(shown);
    play(target.action);
  }

  const aim = createAim(board, {
    targetAt,
    showAim,
    playAt,
    isOneTap,
    tell: (text) => tell(text || asked),
  });

  board.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (event.detail && isStepped) return;
    if (button?.dataset.cell && !event.detail) {
      step(Number(button.dataset.cell));
      return;
    }
    if (aim.isTouch(event)) return;
    if (chosen.length) choose([]);
    // with the pointer what counts is the place: a group's other cells have no button
    const target = event.detail
      ? targetAt(event.clientX, event.clientY)
      : shown?.targets.find(({ action }) => String(action) === button?.dataset.move);
    playAt(target);
  });

  board.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen.length) {
      event.stopPropagation();
      choose([]);
      return;
    }
    const next = neighbourOf(board, event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });

  /** @param {PlayTable} table */
  function size(table) {
    const stage = /** @type {HTMLElement} */ (board.parentElement);
    const others = [...stage.children]
      .filter((child) => child !== board)
      .reduce((sum, child) => sum + /** @type {HTMLElement} */ (child).offsetHeight, 0);
    const { width, height } = extentOf(table);
    const style = getComputedStyle(stage);
    const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    const sides = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    // on a phone the page is as long as it must be
    const isFree = style.getPropertyValue("--free");
    const room = isFree ? Number.POSITIVE_INFINITY : stage.clientHeight - padding - others;
    const wide = (stage.clientWidth - sides) / width;
    const cell = Math.max(12, Math.min(wide, room / height, LARGEST_CELL));
    board.style.width = `${cell * width}px`;
    board.style.height = `${cell * height}px`;
    stage.style.setProperty("--board", `${cell * width}px`);
  }

  /** @param {PlayTable} table */
  function render(table) {
    const same =
      shown &&
      shown.ply === table.ply &&
      shown.game === table.game &&
      shown.cells.length === table.cells.length;
    shown = table;
    board.dataset.pieces = table.board.pieces;
    board.classList.toggle("slides", Boolean(table.slides));
    if (!same || !table.can_move) choose([]);
    redraw(table);
    buttons(table);
    showChosen();
    size(table);
    if (same) aim.refresh();
    else aim.end();
    showHovering();
    showPlayout(board, table);
  }

  return {
    /** @param {PlayTable} table */
    show(table) {
      latest = table;
      if (!put) render(table);
    },
    // Python has heard the move, and may have refused it: the board as it is.
    settle() {
      if (!put) return;
      put = null;
      drawn = "";
      if (latest) render(latest);
    },
    resize: () => shown && size(shown),
    /** @param {number | undefined} action */
    playAction: (action) => playAt(shown?.targets.find((target) => target.action === action)),
    /** @param {number | null} action whose cells are lit, null for none */
    aimAt: (action) => showAim(shown?.targets.find((target) => target.action === action) ?? null),
    /** @param {string} name */
    play: (name) => playAt(shown?.targets.find((target) => target.name === name)),
    table: () => latest,
  };
}
