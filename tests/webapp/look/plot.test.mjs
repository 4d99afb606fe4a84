import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlot } from "../../../webapp/explorer/look/plot.js";

class Model {
  constructor(properties) {
    Object.assign(this, properties);
  }
  setv(properties) {
    Object.assign(this, properties);
  }
  add_layout() {}
  add_tools(tool) {
    this.tool = tool;
  }
  add_glyph(glyph, data_source) {
    this.renderers = [...(this.renderers ?? []), { glyph, data_source }];
    return this.renderers.at(-1);
  }
}

/** A page with a plot on an element of 300 x 150 pixels; the plot as Bokeh was given it. */
function page(look) {
  let made;
  globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => ` ${name.slice(2)}` });
  const tag = () => ({ setAttribute() {}, append() {}, querySelectorAll: () => [] });
  globalThis.document = {
    documentElement: { dataset: {} },
    createElement: tag,
    querySelectorAll: () => [],
  };
  globalThis.window = {
    Bokeh: {
      Models: { get: () => Model },
      require: () => ({
        Document: class {
          add_root(plot) {
            made = plot;
          }
        },
      }),
      embed: { add_document_standalone: () => Promise.resolve() },
    },
  };
  const plot = createPlot({ append() {}, clientWidth: 300, clientHeight: 150 }, look);
  return { plot, made };
}

const AXES = { borders: [10, 20, 40, 80], x: [1, 100], y: [0, 10], ticks: {} };

test("a layer is written by rows, and only when one differs", () => {
  const { plot, made } = page();
  const write = plot.points();
  const [{ glyph, data_source: source }] = made.renderers;
  const unseen = { size: 9, fill_alpha: 0, line_alpha: 0 };
  assert.deepEqual({ ...glyph }, { x: { field: "x" }, y: { field: "y" }, ...unseen });
  assert.equal(made.tool.tooltips, "<div>@told</div>");
  const rows = [
    { x: 1, y: 2, told: "a" },
    { x: 3, y: 4, told: "b" },
  ];
  write(rows);
  assert.deepEqual(source.data, { x: [1, 3], y: [2, 4], told: ["a", "b"] });
  const { data } = source;
  write(structuredClone(rows));
  assert.equal(source.data, data);
  write([]);
  assert.deepEqual(source.data, { x: [], y: [], told: [] });
});

test("a text lies on its halo, and says only how it differs from a plain one", () => {
  const { plot, made } = page();
  plot.texts()([{ x: 1, y: 2, text: "best", text_color: "red" }]);
  const [halo, text] = made.renderers;
  plot.show(AXES);
  assert.deepEqual(halo.glyph.text_color, { value: "surface" }); // without one it is not drawn
  assert.deepEqual(halo.glyph.text_outline_color, { value: "surface" });
  assert.equal(text.glyph.text_outline_color, undefined);
  for (const { data_source: source } of [halo, text]) {
    assert.deepEqual(source.data.text, ["best"]);
    assert.deepEqual(source.data.text_align, ["left"]);
  }
});

test("marks at the ends of an axis have room, on a logarithmic one as well", () => {
  for (const isLog of [false, true]) {
    const { plot, made } = page({ isLog });
    plot.show(AXES);
    assert.deepEqual([made.x_range.start, made.x_range.end], [1, 100]);
    assert.equal(made.min_border_left, 80);
    assert.deepEqual(plot.size(), [200, 100]);
    plot.show({ ...AXES, room: 8 });
    const { start, end } = made.x_range;
    const share = isLog
      ? (at) => Math.log(at / start) / Math.log(end / start)
      : (at) => (at - start) / (end - start);
    assert.ok(Math.abs(216 * share(1) - 8) < 1e-9); // pixels
    assert.ok(Math.abs(216 * share(100) - 208) < 1e-9);
    assert.ok(Math.abs(made.y_range.end - 10.8) < 1e-9);
    assert.equal(made.min_border_left, 72);
  }
});

test("an element out of sight has axes, too", () => {
  const { plot, made } = page();
  plot.show({ ...AXES, borders: [0, 150, 0, 150], room: 8 });
  assert.deepEqual([made.x_range.start, made.x_range.end], [1, 100]);
});
