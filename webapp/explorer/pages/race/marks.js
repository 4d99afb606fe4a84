// The marks of entrants in the page's charts.

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

/** @typedef {(name: string) => Color} Theme a colour of the style sheets by its name */

/**
 * The colour of an entrant.
 *
 * @param {Theme} theme
 * @param {number} slot
 */
export const colorOf = (theme, slot) => theme(`entrant-${slot + 1}`);

/**
 * The rows of a mark: what lies around it, in the colour of the ground, and the mark.
 *
 * @param {Theme} theme
 * @param {number} slot
 * @param {{ x: number, y: number, size: number, alpha?: number, isHollow?: boolean }} place
 */
export function markRows(theme, slot, { x, y, size, alpha = 1, isHollow = false }) {
  const { marker, share, stroke = 0, angle = 0 } = SHAPES[slot];
  const [color, ground] = [colorOf(theme, slot), theme("surface")];
  const mark = { x, y, marker, angle, size: share * size, fill_alpha: alpha, line_alpha: alpha };
  const line = stroke || (isHollow ? 1.4 : 0);
  return [
    { ...mark, fill_color: ground, line_color: ground, line_width: line + 2 * HALO },
    { ...mark, fill_color: isHollow ? ground : color, line_color: color, line_width: line },
  ];
}
