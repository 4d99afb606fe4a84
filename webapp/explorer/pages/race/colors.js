// The colours of the page's charts, and the marks of entrants in them.

import { ENTRANTS } from "../../look/marks.js";

/** @type {RaceColor[]} */
const NAMES = ["surface", "sunk", "line", "ink", "ink2", "ink3", "accent", "on-accent"];

/** @type {{ theme: string | undefined, colors: RaceColors } | null} */
let known = null;

/**
 * The colours of the style sheet, read once for each theme.
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
    entrants: ENTRANTS.map((_, i) => read(`entrant-${i + 1}`)),
    means: read("means").match(/#[0-9a-f]{6}/gi) ?? [],
    font: read("font"),
  };
}

// Bokeh's name of each mark and its size, in widths of the mark; of a cross Bokeh draws the strokes.
const SHAPES = [
  { marker: "circle", share: 0.84 },
  { marker: "square", share: 0.76 },
  { marker: "x", share: 0.85, stroke: 2.6 },
  { marker: "square_pin", share: 0.8, angle: Math.PI / 4 },
];
const HALO = 1.3; // pixels around a mark

const PLACE = ["x", "y", "marker", "size", "angle"];
const LOOK = ["fill_color", "fill_alpha", "line_color", "line_alpha", "line_width"];
export const MARK_COLUMNS = [...PLACE, ...LOOK];

/**
 * The rows of a mark: what lies around it, in the colour of the ground, and the mark.
 *
 * @param {RaceColors} colors
 * @param {number} slot
 * @param {{ x: number, y: number, size: number, alpha?: number, isHollow?: boolean }} place
 */
export function markRows(colors, slot, { x, y, size, alpha = 1, isHollow = false }) {
  const { marker, share, stroke = 0, angle = 0 } = SHAPES[slot];
  const color = colors.entrants[slot];
  const mark = { x, y, marker, angle, size: share * size, fill_alpha: alpha, line_alpha: alpha };
  const line = stroke || (isHollow ? 1.4 : 0);
  return [
    {
      ...mark,
      fill_color: colors.surface,
      line_color: colors.surface,
      line_width: line + 2 * HALO,
    },
    { ...mark, fill_color: isHollow ? colors.surface : color, line_color: color, line_width: line },
  ];
}
