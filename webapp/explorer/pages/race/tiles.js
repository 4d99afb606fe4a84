// Tiles on a canvas: the boards of a race, and their thumbnails.

import { middle, outline } from "../../look/boards.js";
import { MARKS } from "../../look/marks.js";
import { begin, trace } from "./canvas.js";

const OUTLINE = 1.5; // pixels

/**
 * Tiles on a canvas that fills its element.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {ShownBoard} board
 * @param {string} cells a digit each
 * @param {number[]} group what the next move takes
 * @param {number} fade how much of it is still there
 * @param {RaceColors} colors
 * @param {boolean} [hasGlyphs]
 */
export function drawTiles(canvas, board, cells, group, fade, colors, hasGlyphs = true) {
  const area = begin(canvas);
  if (!area) return;
  const { pen, width, height } = area;
  const size = Math.min(width / board.width, height / board.height);
  pen.translate((width - size * board.width) / 2, (height - size * board.height) / 2);
  pen.scale(size, size);
  const taken = new Set(group);
  const gap = hasGlyphs ? 0.06 : 0.04;
  for (let cell = 0; cell < cells.length; cell++) {
    const value = Number(cells[cell]);
    if (!value) continue;
    const [x, y] = middle(board, cell);
    const [fill, glyph] = colors.tiles[value - 1];
    pen.globalAlpha = taken.has(cell) ? fade : 1;
    pen.fillStyle = fill;
    pen.fillRect(x - 0.5 + gap, y - 0.5 + gap, 1 - 2 * gap, 1 - 2 * gap);
    if (!hasGlyphs) continue;
    pen.fillStyle = glyph;
    trace(pen, MARKS[value - 1], x, y, 1);
    pen.fill();
  }
  if (group.length) {
    pen.globalAlpha = fade;
    pen.strokeStyle = colors.ink;
    pen.lineWidth = OUTLINE / size;
    pen.stroke(new Path2D(outline(board, group)));
  }
  pen.globalAlpha = 1;
}
