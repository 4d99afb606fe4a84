// What the page's drawings share: canvases that fit their element, its colours, marks of entrants.

import { penOf } from "../../look/dom.js";
import { ENTRANTS } from "../../look/marks.js";

/** @type {RaceColor[]} */
const NAMES = ["surface", "sunk", "line", "ink", "ink2", "ink3", "accent", "on-accent"];

/** @type {{ theme: string | undefined, colors: RaceColors } | null} */
let known = null;

/**
 * The colours and fonts of the style sheet, read once for each theme.
 *
 * @param {Element} element
 */
export function readColors(element) {
  const { theme } = document.documentElement.dataset;
  if (known && known.theme === theme) return known.colors;
  const colors = colorsOf(element);
  known = { theme, colors };
  return colors;
}

/**
 * @param {Element} element
 * @returns {RaceColors}
 */
function colorsOf(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const plain = /** @type {Record<RaceColor, Color>} */ (
    Object.fromEntries(NAMES.map((name) => [name, read(name)]))
  );
  return {
    ...plain,
    entrants: ENTRANTS.map((_, i) => ({
      color: read(`entrant-${i + 1}`),
      text: read(`entrant-${i + 1}-text`),
    })),
    means: read("means").match(/#[0-9a-f]{6}/gi) ?? [],
    font: read("font"),
  };
}

// Asking an element for its size lays the whole page out, so the browser tells when it changes.
/** @type {WeakMap<Element, { width: number, height: number }>} */
const sizes = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) sizes.set(target, contentRect);
});

/** @param {Element} element */
export function sizeOf(element) {
  const known = sizes.get(element);
  if (known) return known;
  const measured = element.getBoundingClientRect();
  sizes.set(element, measured);
  observer.observe(element);
  return measured;
}

/**
 * A canvas as large as its element, ready to be drawn on in CSS pixels; null while out of sight.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function begin(canvas) {
  const parent = canvas.parentElement;
  if (!parent) return null;
  const { width, height } = sizeOf(parent);
  if (!width || !height) return null;
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const pen = penOf(canvas);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.globalAlpha = 1;
  pen.lineJoin = "round";
  return { pen, width, height };
}

/**
 * The path of a mark around a point.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {{ radius: number, corners: number[][] }} mark
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function trace(pen, { radius, corners }, x, y, size) {
  pen.beginPath();
  if (radius) pen.arc(x, y, radius * size, 0, 2 * Math.PI);
  for (const [dx, dy] of corners) pen.lineTo(x + size * dx, y + size * dy);
  pen.closePath();
}

/**
 * A straight line.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} ends x and y of both
 * @param {string} color
 * @param {number} [width]
 * @param {number[]} [dash]
 */
export function line(pen, [x0, y0, x1, y1], color, width = 1, dash = []) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.lineWidth = width;
  pen.strokeStyle = color;
  pen.setLineDash(dash);
  pen.stroke();
  if (dash.length) pen.setLineDash([]);
}

/**
 * The mark of a slot around a point.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {RaceColors} colors
 * @param {number} slot
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [isHollow]
 */
export function drawMark(pen, colors, slot, x, y, size, isHollow = false) {
  trace(pen, ENTRANTS[slot], x, y, size);
  pen.lineWidth = 2.6;
  pen.strokeStyle = colors.surface;
  pen.stroke();
  pen.fillStyle = isHollow ? colors.surface : colors.entrants[slot].color;
  pen.fill();
  if (isHollow) {
    pen.lineWidth = 1.4;
    pen.strokeStyle = colors.entrants[slot].color;
    pen.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} font
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{ color: string, size?: number, weight?: number, align?: CanvasTextAlign, halo?: string }} look
 */
export function write(
  pen,
  font,
  text,
  x,
  y,
  { color, size = 11, weight = 400, align = "left", halo },
) {
  pen.font = `${weight} ${size}px ${font}`;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  if (halo) {
    pen.lineWidth = 4;
    pen.strokeStyle = halo;
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = color;
  pen.fillText(text, x, y);
}

/**
 * A text that is no wider than there is room.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} room
 */
export function fitting(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  let short = text;
  while (short.length > 1 && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}
