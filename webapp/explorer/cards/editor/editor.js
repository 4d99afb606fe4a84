// The board editor: tiles are painted here, stones are put by Python (frame.py); the text below
// the board always says the same as the board.

import { middle, SIGNS } from "../../look/boards.js";
import { make } from "../../look/dom.js";
import { MARKS } from "../../look/marks.js";

/** @param {Shell} shell */
export function createEditor(shell) {
  const { send } = shell;

  const GLYPHS = ["", ...MARKS.map((mark) => mark.glyph)];
  const NAMES = ["empty", ...MARKS.map((mark) => mark.name)];
  const MOST_SIDE = 20;
  const TYPING_MS = 350;

  const dialog = shell.one("dialog.editor");
  /** @type {Shell["one"]} */
  const one = (selector) => dialog.querySelector(selector);
  const grid = one("[data-editor-board]");
  const text = one("textarea");
  const error = one("[data-editor-error]");

  /** @type {EditedBoard} the last one that Python has described: the dialog opens with the first */
  let board;
  /** @type {number[][]} */
  let rows = []; // tiles: of digits, 0 for an empty cell, the top row first
  let colour = 1; // tiles: what a click paints
  let current = 0; // the cell that the keys move from
  /** @type {string[]} */
  let before = []; // stones: the texts to take back to
  let painting = false;
  let timer = 0;

  const isTiles = () => board.pieces === "tiles";
  /** @param {number} column */
  const letter = (column) => String.fromCharCode(65 + column);

  /** @param {string} message "": nothing is wrong */
  function say(message) {
    error.textContent = message;
    text.toggleAttribute("aria-invalid", Boolean(message));
  }

  // ---- tiles ----

  const width = () => rows[0].length;
  const textOf = () => rows.map((row) => row.map((value) => value || ".").join("")).join("\n");

  /** @param {string} shown */
  function takeRows(shown) {
    rows = shown
      .split("\n")
      .map((row) => [...row].map((cell) => (cell === "." ? 0 : Number(cell))));
  }

  /**
   * @param {number} index
   * @param {number} value
   */
  function paint(index, value) {
    rows[Math.floor(index / width())][index % width()] = value;
    label(cells()[index], index);
    text.value = textOf();
    say("");
  }

  /**
   * @param {HTMLElement} button
   * @param {number} index
   */
  function label(button, index) {
    const row = Math.floor(index / width());
    const value = rows[row][index % width()];
    button.dataset.value = String(value);
    button.textContent = GLYPHS[value];
    button.setAttribute(
      "aria-label",
      `${letter(index % width())}${rows.length - row}, ${NAMES[value]}`,
    );
  }

  /**
   * @param {"columns" | "rows"} side
   * @param {string} value
   */
  function resize(side, value) {
    const wanted = Number(value);
    const name = side === "columns" ? "width" : "height";
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST_SIDE) {
      say(`board ${name}: ${value || "nothing"} is not valid; give 1 to ${MOST_SIDE}`);
      return;
    }
    const columns = side === "columns" ? wanted : width();
    const height = side === "rows" ? wanted : rows.length;
    const kept = rows.slice(Math.max(0, rows.length - height));
    while (kept.length < height) kept.unshift([]);
    rows = kept.map((row) => Array.from({ length: columns }, (_, x) => row[x] ?? random()));
    say("");
    showTiles();
  }

  const random = () => 1 + Math.floor(Math.random() * board.num_values);

  /** @param {number} value */
  function setColours(value) {
    board.num_values = value;
    rows = rows.map((row) => row.map((cell) => (cell ? 1 + ((cell - 1) % value) : 0)));
    colour = Math.min(colour, value);
    showTiles();
  }

  /** @param {number} value */
  function choose(value) {
    colour = value;
    for (const swatch of one("[data-editor-colours]").children) {
      swatch.setAttribute("aria-pressed", Number(swatch.dataset.value) === colour);
    }
  }

  function showTiles() {
    const count = rows.length * width();
    one("[data-editor-columns]").value = width();
    one("[data-editor-rows]").value = rows.length;
    one("[data-editor-number]").value = board.num_values;
    one("[data-editor-colours]").replaceChildren(
      ...[...Array(board.num_values + 1).keys()].map((value) =>
        make(
          "button",
          {
            type: "button",
            class: "editor-cell",
            "data-value": value,
            "data-editor-paint": value,
            "aria-label": `${value || "Delete"}: ${NAMES[value]}`,
            title: `${NAMES[value]}, key ${value}`,
          },
          GLYPHS[value],
        ),
      ),
    );
    choose(colour);
    const columns = width();
    grid.replaceChildren(
      ...Array.from({ length: count }, (_, index) => {
        const button = make("button", {
          type: "button",
          class: "editor-cell",
          "data-cell": index,
          tabindex: -1,
        });
        label(button, index);
        place(button, index % columns, Math.floor(index / columns), columns, rows.length, 1);
        return button;
      }),
    );
    size(columns, rows.length);
    text.value = textOf();
    focusable();
  }

  // ---- stones ----

  function showStones() {
    const { values, marks, width, height } = board;
    const hex = board.shape === "hex";
    const side = hex ? 2 / Math.sqrt(3) : 1;
    grid.replaceChildren(
      ...values.map((value, index) => {
        const action = board.actions[index];
        const who = value
          ? value === 1
            ? "first player's stone"
            : "second player's stone"
          : action < 0
            ? "empty"
            : `put a stone: ${board.names[index]}`;
        const button = make("button", {
          type: "button",
          tabindex: -1,
          "data-cell": index,
          "aria-label": who,
          class: `editor-cell stone${hex ? " hex" : ""}${action < 0 ? "" : " legal"}`,
          "data-value": value,
        });
        button.append(make("span", {}, value ? (SIGNS[marks[value - 1]] ?? "") : ""));
        const [x, y] = middle(board, index);
        place(button, x - 0.5, y - side / 2, width, height, side);
        return button;
      }),
    );
    // the side to move is the one that the search plays, as on every board of the page
    grid.dataset.search = board.to_play + 1;
    size(width, height);
    text.value = board.text;
    one("[data-editor-turn]").replaceChildren(
      board.over
        ? "The game is over here."
        : `${board.to_play ? "The second player" : "The first player"} moves next, the search plays that side.`,
      // actions that are at no cell
      ...board.others.map(([action, name]) =>
        make("button", { type: "button", class: "button", "data-editor-action": action }, name),
      ),
    );
    one("[data-editor='back']").disabled = before.length === 0;
    focusable();
  }

  /** @param {number} index */
  function put(index) {
    const action = board.actions[index];
    if (action < 0) {
      say(
        board.over
          ? "The game is over here: take a stone back first."
          : "No stone may be put there; choose another place.",
      );
      return;
    }
    play(action);
  }

  /** @param {number} action */
  function play(action) {
    before.push(board.text);
    send("editor-stone", { text: board.text, action });
  }

  // ---- both ----

  /**
   * @param {HTMLElement} button
   * @param {number} x
   * @param {number} y
   * @param {number} columns
   * @param {number} height
   * @param {number} tall
   */
  function place(button, x, y, columns, height, tall) {
    button.style.left = `${(100 * x) / columns}%`;
    button.style.top = `${(100 * y) / height}%`;
    button.style.width = `${100 / columns}%`;
    button.style.height = `${(100 * tall) / height}%`;
  }

  /**
   * @param {number} columns
   * @param {number} height
   */
  function size(columns, height) {
    grid.style.aspectRatio = `${columns} / ${height}`;
    grid.style.maxWidth = `min(100%, ${Math.round(Math.min(1, columns / height) * 400)}px)`;
    grid.style.setProperty("--glyph", `${Math.min(22, 180 / Math.max(columns, height))}px`);
  }

  const cells = () => /** @type {HTMLElement[]} */ ([...grid.children]);

  function focusable() {
    current = Math.min(current, grid.children.length - 1);
    cells().forEach((cell, index) => {
      cell.tabIndex = index === current ? 0 : -1;
    });
  }

  /** @param {number} index */
  function goTo(index) {
    const [last, next] = [current, index].map((at) => cells()[at]);
    last.tabIndex = -1;
    current = index;
    next.tabIndex = 0;
    next.focus();
  }

  /** @type {Record<string, [x: number, y: number]>} */
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /**
   * The nearest cell in a direction: on a board of hexes rows are shifted.
   *
   * @param {[x: number, y: number]} direction
   */
  function neighbour([dx, dy]) {
    /** @param {HTMLElement} cell */
    const middle = (cell) => [
      cell.offsetLeft + cell.offsetWidth / 2,
      cell.offsetTop + cell.offsetHeight / 2,
    ];
    const [x, y] = middle(cells()[current]);
    let best = current;
    let least = Infinity;
    cells().forEach((cell, index) => {
      const [cx, cy] = middle(cell);
      const along = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along > 1 && along + 2.5 * aside < least) [best, least] = [index, along + 2.5 * aside];
    });
    return best;
  }

  function show() {
    dialog.dataset.board = board.pieces;
    if (isTiles()) {
      takeRows(board.text);
      showTiles();
    } else {
      showStones();
    }
  }

  /** @param {string} value */
  function ask(value) {
    clearTimeout(timer);
    timer = setTimeout(() => send("editor-text", value), TYPING_MS);
  }

  /** @type {Record<string, () => void>} */
  const COMMANDS = {
    clear: () => {
      if (isTiles()) {
        rows = rows.map((row) => row.map(() => 0));
        showTiles();
      } else {
        before.push(board.text);
        send("editor-text", "");
      }
    },
    shuffle: () => {
      rows = rows.map((row) => row.map(random));
      showTiles();
    },
    back: () => {
      if (before.length) send("editor-text", before.pop());
    },
    use: () => send("editor-use", text.value),
  };

  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLElement | null} */
    const element = target.closest(
      "[data-editor], [data-editor-action], [data-editor-paint], [data-cell]",
    );
    if (!element) return;
    const { editor, editorAction, editorPaint, cell } = element.dataset;
    if (editor) COMMANDS[editor]();
    else if (editorAction !== undefined) play(Number(editorAction));
    else if (editorPaint !== undefined) choose(Number(editorPaint));
    else if (!isTiles()) put(Number(cell));
  });
  grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLElement | null} */
    const cell = target.closest("[data-cell]");
    if (!cell) return;
    goTo(Number(cell.dataset.cell));
    if (!isTiles() || event.button !== 0) return;
    painting = true;
    event.preventDefault();
    cell.focus();
    target.releasePointerCapture?.(event.pointerId);
    paint(Number(cell.dataset.cell), colour);
  });
  grid.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!painting) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    /** @type {HTMLElement | null | undefined} */
    const cell = under?.closest("[data-cell]");
    if (cell && Number(cell.dataset.value) !== colour) paint(Number(cell.dataset.cell), colour);
  });
  addEventListener("pointerup", () => {
    painting = false;
  });
  grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key in STEPS) {
      event.preventDefault();
      goTo(neighbour(STEPS[event.key]));
    } else if (
      isTiles() &&
      (/^[0-9.]$/.test(event.key) || ["Delete", "Backspace", " ", "Enter"].includes(event.key))
    ) {
      event.preventDefault();
      const value = [" ", "Enter"].includes(event.key) ? colour : Number(event.key) || 0;
      if (value <= board.num_values) paint(current, value);
      else
        say(
          `colour ${value}: the board has ${board.num_values}; give 1 to ${board.num_values}, or more colours above`,
        );
    }
  });
  const [columns, height] = [one("[data-editor-columns]"), one("[data-editor-rows]")];
  columns.addEventListener("change", () => resize("columns", columns.value));
  height.addEventListener("change", () => resize("rows", height.value));
  const number = one("[data-editor-number]");
  number.addEventListener("change", () => {
    const value = Number(number.value);
    if (Number.isInteger(value) && value >= 2 && value <= MARKS.length) setColours(value);
    else say(`board colours: ${number.value || "nothing"} is not valid; give 2 to ${MARKS.length}`);
  });
  text.addEventListener("input", () => ask(text.value));

  return {
    open() {
      before = [];
      current = 0;
      send("editor-open");
    },
    /** @param {EditedBoard | EditorNote} next */
    answer(next) {
      if ("used" in next) {
        if (next.used) shell.close(dialog.id);
        else say(next.error);
        return;
      }
      say("");
      if (next.opened) {
        colour = 1;
        shell.open(dialog.id);
      }
      const typed = document.activeElement === text ? text.value : null;
      board = next;
      show();
      if (typed !== null) text.value = typed;
    },
  };
}
