// Boards of stones as SVG: places, stones, those to come, what is around one.

import { middle, middleOf, STONE, spanOf } from "./boards.js";
import { draw } from "./dom.js";
import { ENTRANTS } from "./marks.js";

const HEX = 0.577; // of a cell's width: from the centre to a corner

/** @typedef {{ board: ShownBoard, search_player?: number, drops?: boolean }} StoneTable */

/** @param {number} x @param {number} y */
function hexagon(x, y) {
  const corners = [30, 90, 150, 210, 270, 330].map((angle) => (angle * Math.PI) / 180);
  return corners
    .map((a) => `${x + (HEX - 0.02) * Math.cos(a)},${y + (HEX - 0.02) * Math.sin(a)}`)
    .join(" ");
}

/**
 * @param {StoneTable} table
 * @param {number} player
 */
const who = (table, player) => (player === (table.search_player ?? 0) ? "search" : "opponent");

/**
 * What a stone covers around its middle: a disc, of a domino a box over both cells.
 *
 * @param {ShownBoard} board
 * @param {number[]} at
 * @param {number} player
 * @param {number} r
 * @param {Record<string, any>} look
 */
export function shape(board, [cx, cy], player, r, look) {
  const [dx, dy] = spanOf(board, player).map(Math.abs);
  if (!dx && !dy) return draw("circle", { cx, cy, r, ...look });
  const [width, height] = [dx + 2 * r + 0.1, dy + 2 * r + 0.1];
  return draw("rect", { x: cx - width / 2, y: cy - height / 2, width, height, rx: 0.14, ...look });
}

/**
 * What tells a player's stones without their colour: a ring, a cross, or an entrant's mark.
 *
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {string} stroke
 */
function sign(name, x, y, stroke) {
  const look = { fill: "none", stroke, "stroke-width": 0.05, "stroke-linejoin": "round" };
  if (name === "ring") return draw("circle", { cx: x, cy: y, r: 0.2, ...look });
  if (name === "box")
    return draw("rect", { x: x - 0.19, y: y - 0.19, width: 0.38, height: 0.38, ...look });
  const mark = ENTRANTS.find((each) => each.name === name);
  if (mark) {
    const d = `M${mark.corners.map(([dx, dy]) => `${x + 0.48 * dx} ${y + 0.48 * dy}`).join("L")}z`;
    return draw("path", { d, ...look });
  }
  const d = `M${x - 0.14} ${y - 0.14}l.28 .28m0 -.28l-.28 .28`;
  return draw("path", { d, ...look, "stroke-width": 0.06, "stroke-linecap": "round" });
}

/**
 * A stone with its player's sign.
 *
 * @param {StoneTable} table
 * @param {number} cell
 * @param {number} player
 */
export function stone(table, cell, player, isGhost = false, isSigned = true) {
  const [x, y] = middleOf(table.board, cell, player);
  const mark = `var(--disc-${who(table, player)}-mark)`;
  const inner = sign(table.board.marks[player], x, y, mark);
  const disc = shape(table.board, [x, y], player, STONE, {
    fill: `var(--disc-${who(table, player)})`,
  });
  return draw(
    "g",
    { class: isGhost ? "aimed" : "stone", "data-cell": cell },
    disc,
    isSigned ? inner : "",
  );
}

/**
 * Around a stone.
 *
 * @param {StoneTable} table
 * @param {number} cell
 * @param {number} player
 * @param {string} [name] of its look in a style sheet
 */
export const ring = (table, cell, player, name) =>
  shape(table.board, middleOf(table.board, cell, player), player, 0.43, {
    class: name,
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 0.04,
  });

/**
 * Around a place from which a stone may go, or has gone.
 *
 * @param {ShownBoard} board
 * @param {number} cell
 * @param {string} stroke
 */
export function dashed(board, cell, stroke) {
  const [cx, cy] = middle(board, cell);
  const look = { fill: "none", stroke, "stroke-width": 0.03, "stroke-dasharray": "0.1 0.07" };
  return draw("circle", { cx, cy, r: 0.43, ...look });
}

/**
 * Where a domino may be put.
 *
 * @param {ShownBoard} board
 * @param {number[]} at
 * @param {number} player
 */
export const candidate = (board, at, player) =>
  shape(board, at, player, 0.36, {
    fill: "var(--surface)",
    stroke: "var(--accent)",
    "stroke-width": 0.035,
    "stroke-dasharray": "0.1 0.07",
  });

/**
 * Lines that end at the board's edge, on a ground that meets those of the neighbours.
 *
 * @param {ShownBoard} board
 * @param {number} x
 * @param {number} y
 */
function crossing({ width, height }, x, y) {
  const [left, right] = [x < 1 ? x : x - 0.51, x > width - 1 ? x : x + 0.51];
  const [top, bottom] = [y < 1 ? y : y - 0.51, y > height - 1 ? y : y + 0.51];
  return draw(
    "g",
    { class: "crossing" },
    draw("rect", { x: x - 0.505, y: y - 0.505, width: 1.01, height: 1.01, fill: "var(--sunk)" }),
    draw("path", {
      d: `M${left} ${y}H${right}M${x} ${top}V${bottom}`,
      stroke: "var(--edge)",
      "stroke-width": 0.025,
    }),
  );
}

/**
 * Where the player to move may put nothing.
 *
 * @param {StoneTable} table
 * @param {number} cell
 */
export const forbidden = (table, cell) => {
  const [x, y] = middle(table.board, cell);
  return draw("path", {
    d: `M${x - 0.1} ${y - 0.1}l.2 .2m0 -.2l-.2 .2`,
    stroke: "var(--ink2)",
    "stroke-width": 0.05,
    "stroke-linecap": "round",
  });
};

/**
 * The empty place of a cell.
 *
 * @param {StoneTable} table
 * @param {number} cell
 */
export function place(table, cell) {
  const [x, y] = middle(table.board, cell);
  const look = {
    class: "cell",
    fill: "var(--empty-cell)",
    stroke: "var(--line2)",
    "stroke-width": 0.02,
  };
  if (table.board.shape === "hex") return draw("polygon", { points: hexagon(x, y), ...look });
  if (table.board.shape === "crossing") return crossing(table.board, x, y);
  if (table.drops) return draw("circle", { cx: x, cy: y, r: 0.4, ...look, fill: "var(--hole)" });
  return draw("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.06, ...look });
}

/**
 * The edges of the board that belong to a player, in the colour of the player's stones.
 *
 * @param {StoneTable} table
 * @param {number} [width] pixels
 */
export const edges = (table, width = 5) =>
  table.board.edges.map(({ value, points }) =>
    draw("polyline", {
      points: points.map(([x, y]) => `${x},${table.board.height - y}`).join(" "),
      fill: "none",
      stroke: `var(--disc-${who(table, value - 1)})`,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "vector-effect": "non-scaling-stroke",
    }),
  );

/**
 * A stone to come.
 *
 * @param {StoneTable} table
 * @param {{ cell: number, ply: string | number, player: number }} coming
 * @param {number} largest its number, in cell widths
 */
export function ghost(table, { cell, ply, player }, largest = 0.32) {
  const [x, y] = middleOf(table.board, cell, player);
  const color = `var(--disc-${who(table, player)})`;
  const look = { "stroke-width": 0.035, "stroke-dasharray": "0.1 0.07", stroke: color };
  const size = Math.min(0.42, largest);
  const font = { "font-size": size, "font-weight": 600 };
  const text = { x, y: y + 0.35 * size, "text-anchor": "middle", ...font };
  return [
    shape(table.board, [x, y], player, 0.37, { fill: "var(--surface)" }),
    shape(table.board, [x, y], player, 0.37, { fill: color, "fill-opacity": 0.15, ...look }),
    draw("text", { ...text, fill: "var(--ink)" }, String(ply)),
  ];
}

/**
 * The way of a stone from one cell to another: an arrow from a dashed place, or from the stone there.
 *
 * @param {StoneTable} table
 * @param {number[]} way
 * @param {boolean} isBest the move that is advised, which has not been made
 */
export function arrow(table, [from, to], isBest = false) {
  const [[x, y], [tx, ty]] = [middle(table.board, from), middle(table.board, to)];
  const length = Math.hypot(tx - x, ty - y);
  const [dx, dy] = [(tx - x) / length, (ty - y) / length];
  const near = isBest ? 0.4 : 0; // the stone has gone, or is still there
  const [sx, sy] = [x + near * dx, y + near * dy];
  const far = length - (isBest ? 0.1 : 0.47); // up to the ring around the stone
  const [ex, ey] = [x + far * dx, y + far * dy];
  /** @param {1 | -1} side */
  const wing = (side) => `${ex - 0.17 * dx + side * 0.1 * dy} ${ey - 0.17 * dy - side * 0.1 * dx}`;
  const d = `M${sx} ${sy}L${ex} ${ey}M${wing(1)}L${ex} ${ey}L${wing(-1)}`;
  const color = isBest ? "var(--accent)" : "var(--ink)";
  const look = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const found = [
    draw("path", { d, ...look, stroke: "var(--surface)", "stroke-width": 0.13 }),
    draw("path", { d, ...look, stroke: color, "stroke-width": 0.06 }),
  ];
  if (!isBest) found.unshift(dashed(table.board, from, "var(--ink2)"));
  return draw("g", { class: isBest ? "way best" : "way" }, ...found);
}
