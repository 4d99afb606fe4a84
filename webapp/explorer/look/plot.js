// A chart: a plot of Bokeh's in an element of the page. A script says its axes and, layer by layer,
// the rows that a glyph draws; Bokeh draws them, follows the element's size and tells of what the
// visitor points at. Made here and not by Python: curves that grow come many times a second.

import { make } from "./dom.js";
import { leaveTabOrder } from "./stops.js";

/**
 * @typedef {{ at: number, text: string, isBare?: boolean }} Tick isBare: no line across the plot
 * @typedef {{
 *   borders: [above: number, right: number, below: number, left: number],
 *   x: [from: number, to: number],
 *   y: [from: number, to: number],
 *   ticks: { below?: Tick[], left?: Tick[], right?: Tick[] },
 *   title?: string,
 *   room?: number,
 * }} Axes borders: pixels around what is drawn on; ticks below and at the left have lines across it;
 *   title: of the axis below; room: pixels around the ends of the axes, for marks on them
 * @typedef {(rows: Record<string, unknown>[]) => void} Layer the rows to draw from now on
 */

const SIDES = /** @type {const} */ (["below", "left", "right"]);
const PLACES = ["x", "y", "x_offset", "y_offset"];
const TEXTS = [...PLACES, "text", "text_color", "text_alpha", "text_align", "text_font_style"];
const UNSEEN = { size: 9, fill_alpha: 0, line_alpha: 0 }; // pixels to be pointed at

function bokeh() {
  if (!window.Bokeh) throw new Error("Bokeh's script is missing");
  return window.Bokeh;
}

/**
 * @param {string} name of a model of Bokeh's
 * @param {Record<string, unknown>} [properties]
 */
const model = (name, properties) => new (bokeh().Models.get(name))(properties);

/**
 * Bokeh has been loaded when Python has said something. What is shown without that waits for it.
 *
 * @param {() => void} callback
 */
export function whenLoaded(callback) {
  if (window.Bokeh) callback();
  else document.addEventListener("DOMContentLoaded", callback, { once: true });
}

/**
 * A plot is made when it is drawn first.
 *
 * @param {HTMLElement} element which is positioned and has a size of its own
 * @param {{ isLog?: boolean }} [look]
 */
export function createPlot(element, { isLog = false } = {}) {
  let [above, right, below, left] = [0, 0, 0, 0];
  const root = document.documentElement; // the element may be in no document yet
  const style = getComputedStyle(root);
  /** @param {string} name of a variable of the style sheets */
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const font = read("font");
  /** @type {Map<string, string>} */
  const colors = new Map(); // by theme and name: a plot of a hundred marks asks for each of theirs

  /**
   * A colour of the style sheets, in the theme of now.
   *
   * @param {string} name
   */
  function color(name) {
    const key = `${root.dataset.theme} ${name}`;
    const known = colors.get(key) ?? read(name);
    colors.set(key, known);
    return known;
  }

  const [x, y] = [model("Range1d"), model("Range1d")];
  const plot = model("Plot", {
    x_range: x,
    y_range: y,
    ...(isLog ? { x_scale: model("LogScale") } : {}),
    sizing_mode: "stretch_both",
    toolbar_location: null,
    background_fill_color: null,
    border_fill_color: null,
    outline_line_color: null,
  });
  const sides = SIDES.map((side) => {
    const axis = model("LinearAxis", {
      ticker: model("FixedTicker"),
      axis_line_color: null,
      major_tick_line_color: null,
      minor_tick_line_color: null,
      major_tick_out: 0,
      major_label_standoff: side === "below" ? 4 : 8,
      major_label_text_font: font,
      major_label_text_font_size: "11px",
      ...(side === "below" ? { major_label_policy: model("NoOverlap") } : {}),
      axis_label_standoff: 4,
      axis_label_text_font: font,
      axis_label_text_font_size: "11px",
      axis_label_text_font_style: "normal",
    });
    plot.add_layout(axis, side);
    return axis;
  });
  const grids = [0, 1].map((dimension) => {
    const grid = model("Grid", { dimension, ticker: model("FixedTicker") });
    plot.add_layout(grid);
    return grid;
  });
  /** @type {any[]} */
  const halos = [];
  let shown = ""; // what the axes were made of: Bokeh lays a plot out anew at every change of them

  /**
   * @param {any} glyph
   * @param {string[]} columns those of its properties that differ by row
   * @param {string} [level] of Bokeh's: "image" lies below the lines across the plot
   */
  function add(glyph, columns, level = "glyph") {
    const source = model("ColumnDataSource", { data: columnsOf(columns, []) });
    const renderer = plot.add_glyph(glyph, source, { level });
    let written = "";
    /** @type {Layer} */
    const write = (rows) => {
      const data = columnsOf(columns, rows);
      const text = JSON.stringify(data);
      if (text !== written) source.data = data;
      written = text;
    };
    return { renderer, write };
  }

  function enter() {
    const place = make("div", { class: "plot", "aria-hidden": "true" });
    element.append(place);
    const { embed } = bokeh();
    const own = new (bokeh().require("document").Document)();
    own.add_root(plot);
    embed.add_document_standalone(own, place, [place]).then(() => leaveTabOrder(document));
  }
  enter();

  /** Width and height of what is drawn on, in pixels. */
  const size = () => [element.clientWidth - left - right, element.clientHeight - above - below];

  return {
    /**
     * @param {string} glyph the name of one of Bokeh's
     * @param {string[]} columns those of its properties that differ by row
     * @param {Record<string, unknown>} [look] the others
     */
    layer: (glyph, columns, look = {}) =>
      add(model(glyph, { ...fieldsOf(columns), ...look }), columns).write,
    /**
     * A layer below the lines across the plot.
     *
     * @param {string} glyph
     * @param {string[]} columns
     * @param {Record<string, unknown>} look
     */
    ground: (glyph, columns, look) =>
      add(model(glyph, { ...fieldsOf(columns), ...look }), columns, "image").write,
    /**
     * Places, each with what is `told` where it is pointed at.
     *
     * @returns {Layer}
     */
    points() {
      const glyph = model("Scatter", { ...fieldsOf(["x", "y"]), ...UNSEEN });
      const { renderer, write } = add(glyph, ["x", "y", "told"]);
      const tooltips = "<div>@told</div>";
      plot.add_tools(model("HoverTool", { renderers: [renderer], tooltips }));
      return write;
    },
    /**
     * Texts with a halo in the ground's colour, which one glyph would paint over the text; Bokeh
     * leaves a halo out that has no colour of its own.
     *
     * @returns {Layer}
     */
    texts() {
      const fields = {
        ...fieldsOf(TEXTS),
        text_font: { value: font },
        text_font_size: { value: "11px" },
        text_baseline: { value: "middle" },
      };
      const halo = model("Text", { ...fields, text_outline_width: { value: 4 } });
      halos.push(halo);
      const layers = [halo, model("Text", fields)].map((glyph) => add(glyph, TEXTS).write);
      return (rows) => {
        const all = rows.map((row) => ({ ...PLAIN, ...row }));
        for (const write of layers) write(all);
      };
    },
    /**
     * The axes from now on, in the theme's colours.
     *
     * @param {Axes} axes
     */
    show(axes) {
      const { borders, x: ends, y: heights, ticks, title = "", room = 0 } = axes;
      [above, right, below, left] = borders;
      const [width, height] = size();
      const text = JSON.stringify([axes, width, height, color("surface")]);
      if (text === shown) return;
      shown = text;
      const [x0, x1] =
        isLog && room
          ? widened(ends.map(Math.log), room / width).map(Math.exp)
          : widened(ends, room / width);
      const [y0, y1] = widened(heights, room / height);
      plot.setv({
        min_border_top: above - room,
        min_border_right: right - room,
        min_border_bottom: below - room,
        min_border_left: left - room,
      });
      x.setv({ start: x0, end: x1 });
      y.setv({ start: y0, end: y1 });
      SIDES.forEach((side, i) => {
        const of = ticks[side] ?? [];
        sides[i].ticker.ticks = of.map(({ at }) => at);
        if (grids[i]) grids[i].ticker.ticks = of.flatMap(({ at, isBare }) => (isBare ? [] : [at]));
        sides[i].setv({
          visible: of.some(({ text }) => text), // Bokeh measures one at every picture
          major_label_overrides: new Map(of.map(({ at, text }) => [at, text])),
          major_label_text_color: color("ink3"),
          axis_label_text_color: color("ink2"),
        });
      });
      sides[0].axis_label = title;
      for (const grid of grids) grid.grid_line_color = color("line");
      const ground = { value: color("surface") };
      for (const halo of halos) halo.setv({ text_color: ground, text_outline_color: ground });
    },
    color,
    size,
  };
}

const PLAIN = {
  x_offset: 0,
  y_offset: 0,
  text_alpha: 1,
  text_align: "left",
  text_font_style: "normal",
};

/**
 * @param {number[]} ends
 * @param {number} share of their distance, on both sides
 */
function widened([from, to], share) {
  const more = Number.isFinite(share) ? share * (to - from) : 0; // of an element out of sight
  return [from - more, to + more];
}

/** @param {string[]} names */
const fieldsOf = (names) => Object.fromEntries(names.map((field) => [field, { field }]));

/**
 * @param {string[]} names
 * @param {Record<string, unknown>[]} rows
 */
const columnsOf = (names, rows) =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
