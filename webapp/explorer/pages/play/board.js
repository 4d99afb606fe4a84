// The board of a game: cells and stones as SVG, a button over each place where one can be played,
// and the values of the moves.

import { draw, make } from "../../look/dom.js";

const HEX = 0.577; // of a cell's width: from the centre to a corner

/** @param {number} x @param {number} y */
function hexagon(x, y) {
  const corners = [30, 90, 150, 210, 270, 330].map((angle) => (angle * Math.PI) / 180);
  return corners
    .map((a) => `${x + (HEX - 0.02) * Math.cos(a)},${y + (HEX - 0.02) * Math.sin(a)}`)
    .join(" ");
}

/**
 * @param {{ board: HTMLElement, values: HTMLElement }} places
 * @param {(action: number) => void} play
 */
export function createBoard({ board, values }, play) {
  /** @type {any} */
  let shown = null;

  // the rows are counted upwards
  const heightOf = (table, cell) => table.height - table.y[cell];

  function discOf(table, player) {
    return player === table.searchPlayer ? "search" : "opponent";
  }

  function stone(table, x, y, player) {
    const who = discOf(table, player);
    const mark = `var(--disc-${who}-mark)`;
    const inner =
      player === 1
        ? draw("circle", { cx: x, cy: y, r: 0.2, fill: "none", stroke: mark, "stroke-width": 0.05 })
        : draw("path", {
            d: `M${x - 0.14} ${y - 0.14}l.28 .28m0 -.28l-.28 .28`,
            stroke: mark,
            "stroke-width": 0.06,
            "stroke-linecap": "round",
          });
    return [draw("circle", { cx: x, cy: y, r: 0.38, fill: `var(--disc-${who})` }), inner];
  }

  function cellOf(table, cell) {
    const x = table.x[cell];
    const y = heightOf(table, cell);
    const look = { fill: "var(--empty-cell)", stroke: "var(--line2)", "stroke-width": 0.02 };
    if (table.shape === "hex") return draw("polygon", { points: hexagon(x, y), ...look });
    if (table.drops) return draw("circle", { cx: x, cy: y, r: 0.4, ...look });
    return draw("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.06, ...look });
  }

  function ghost(table, { cell, ply, player }) {
    const x = table.x[cell];
    const y = heightOf(table, cell);
    const color = `var(--disc-${discOf(table, player)})`;
    return [
      draw("circle", {
        cx: x,
        cy: y,
        r: 0.36,
        fill: "var(--surface)",
        stroke: color,
        "stroke-width": 0.04,
        "stroke-dasharray": "0.1 0.07",
      }),
      draw(
        "text",
        {
          x,
          y: y + 0.12,
          "text-anchor": "middle",
          "font-size": 0.34,
          "font-weight": 600,
          fill: "var(--ink)",
        },
        String(ply),
      ),
    ];
  }

  function valueIn(table, value) {
    const target = table.targets.find(({ action }) => action === value.action);
    if (target?.cells.length !== 1 || value.rate === null) return [];
    const cell = target.cells[0];
    if (table.cells[cell] || table.ghosts.some((g) => g.cell === cell)) return [];
    const text = value.proven || `${Math.round(100 * value.rate)}`;
    return [
      draw("circle", {
        cx: table.x[cell],
        cy: heightOf(table, cell) + 0.26,
        r: 0.05 + 0.1 * Math.sqrt(value.share),
        fill: value.colour,
      }),
      draw(
        "text",
        {
          x: table.x[cell],
          y: heightOf(table, cell) + 0.05,
          "text-anchor": "middle",
          "font-size": value.proven ? 0.2 : 0.28,
          fill: "var(--ink)",
        },
        text,
      ),
    ];
  }

  function marks(table) {
    const found = table.cells.flatMap((value, cell) =>
      value ? stone(table, table.x[cell], heightOf(table, cell), value - 1) : [],
    );
    for (const cell of table.last) {
      found.push(
        draw("circle", {
          cx: table.x[cell],
          cy: heightOf(table, cell),
          r: 0.43,
          fill: "none",
          stroke: "var(--ink)",
          "stroke-width": 0.04,
        }),
      );
    }
    for (const each of table.ghosts)
      if (each.cell >= 0 && !table.cells[each.cell]) found.push(...ghost(table, each));
    if (!table.drops) for (const value of table.values) found.push(...valueIn(table, value));
    return found;
  }

  function names(table) {
    if (!table.drops) return [];
    return table.names.map((name, i) =>
      draw(
        "text",
        {
          x: i + 0.5,
          y: table.height + 0.35,
          "text-anchor": "middle",
          "font-size": 0.22,
          fill: "var(--ink2)",
        },
        name,
      ),
    );
  }

  // The buttons keep their identity from frame to frame, so that the focus stays.
  function buttons(table) {
    const foot = table.drops ? 0.55 : 0;
    const wanted = table.canMove ? table.targets.filter(({ name }) => name !== "swap") : [];
    const left = new Map([...board.querySelectorAll("button")].map((b) => [b.dataset.move, b]));
    for (const { action, name, cells } of wanted) {
      const cell = cells[0];
      let button = left.get(String(action));
      left.delete(String(action));
      if (!button) {
        button = make("button", { type: "button", "data-move": action });
        board.append(button);
      }
      button.setAttribute("aria-label", table.drops ? `Column ${name}` : name);
      const height = table.height + foot;
      const box = table.drops
        ? [action, 0, 1, height]
        : [table.x[cell] - 0.5, heightOf(table, cell) - 0.5, 1, 1];
      const share = (value, of) => `${(100 * value) / of}%`;
      button.style.left = share(box[0], table.width);
      button.style.top = share(box[1], height);
      button.style.width = share(box[2], table.width);
      button.style.height = share(box[3], height);
    }
    for (const button of left.values()) button.remove();
  }

  function bars(table) {
    if (!table.drops) {
      values.replaceChildren();
      return;
    }
    values.style.gridTemplateColumns = `repeat(${table.names.length}, 1fr)`;
    values.replaceChildren(
      ...table.names.map((name) => {
        const value = table.values.find((each) => each.name === name);
        const cell = make("span", { class: "play-value" });
        if (!value) return cell;
        cell.classList.toggle("best", name === table.best);
        const told = value.played ? "played" : value.visits.toLocaleString("en").replace(/,/g, " ");
        const rate = value.rate === null ? "" : `${Math.round(100 * value.rate)}%`;
        cell.append(make("strong", {}, value.proven || rate), make("small", {}, told));
        if (value.rate !== null) {
          const bar = make("i", {});
          bar.style.height = `${Math.max(2, 52 * value.rate)}px`;
          bar.style.width = `${Math.max(12, 90 * value.share)}%`;
          bar.style.background = value.colour;
          cell.append(bar);
        }
        return cell;
      }),
    );
  }

  function size(table) {
    const stage = /** @type {HTMLElement} */ (board.parentElement);
    const foot = table.drops ? 0.55 : 0;
    const width = stage.clientWidth - 32;
    const room = stage.clientHeight - 48 - (table.drops && table.values.length ? 96 : 0);
    const cell = Math.max(12, Math.min(width / table.width, room / (table.height + foot), 110));
    board.style.width = `${cell * table.width}px`;
    board.style.height = `${cell * (table.height + foot)}px`;
    values.style.width = board.style.width;
  }

  board.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) play(Number(button.dataset.move));
  });

  // arrows go to the nearest button that way
  board.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    const here = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!way || !here) return;
    event.preventDefault();
    event.stopPropagation();
    const centre = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x, y] = centre(here);
    const found = [...board.querySelectorAll("button")]
      .map((button) => {
        const [bx, by] = centre(button);
        const along = (bx - x) * way[0] + (by - y) * way[1];
        const across = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
        return { button, along, far: along + 2 * across };
      })
      .filter(({ along }) => along > 1)
      .sort((a, b) => a.far - b.far);
    found[0]?.button.focus();
  });

  return {
    show(table) {
      shown = table;
      const foot = table.drops ? 0.55 : 0;
      const svg = draw("svg", {
        viewBox: `0 0 ${table.width} ${table.height + foot}`,
        "aria-hidden": "true",
      });
      svg.append(
        ...table.cells.map((_, cell) => cellOf(table, cell)),
        ...marks(table),
        ...names(table),
      );
      const old = board.querySelector("svg");
      if (old) old.replaceWith(svg);
      else board.prepend(svg);
      buttons(table);
      bars(table);
      size(table);
    },
    resize: () => shown && size(shown),
    targets: () => (shown?.canMove ? shown.targets : []),
    table: () => shown,
  };
}
