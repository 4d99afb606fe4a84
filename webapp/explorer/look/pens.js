// Two pens with the same strokes: one draws on a canvas, one writes an SVG file.

import { part } from "./dom.js";

/** @implements {Pen} */
export class CanvasPen {
  /** @param {CanvasRenderingContext2D} context */
  constructor(context) {
    this.context = context;
  }

  /** @type {Pen["begin"]} */
  begin(width, height, ratio = 1) {
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
    this.context.lineJoin = "round";
  }

  /** @param {Stroke} look */
  #finish({ fill, stroke, width = 1, dash, cap = "butt", alpha = 1 }) {
    const context = this.context;
    context.globalAlpha = alpha;
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.lineCap = cap;
      context.setLineDash(dash ?? []);
      context.stroke();
    }
  }

  /** @type {Pen["curve"]} */
  curve([x0, y0, x1, y1, x2, y2, x3, y3], look) {
    this.context.beginPath();
    this.context.moveTo(x0, y0);
    this.context.bezierCurveTo(x1, y1, x2, y2, x3, y3);
    this.#finish(look);
  }

  /** @type {Pen["circle"]} */
  circle(x, y, radius, look) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#finish(look);
  }

  /** @type {Pen["polygon"]} */
  polygon(points, look) {
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y); // the first one begins there
    if (!look.open) this.context.closePath();
    this.#finish(look);
  }

  /** @type {Pen["box"]} */
  box(x, y, width, height, radius, look) {
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, radius);
    this.#finish(look);
  }

  /** @type {Pen["text"]} */
  text(x, y, text, { font, size = 11, weight = 400, color, align = "center", halo, alpha = 1 }) {
    const context = this.context;
    context.globalAlpha = alpha;
    context.font = `${weight} ${size}px ${font}`;
    context.textAlign = align;
    context.textBaseline = "middle";
    if (halo) {
      context.strokeStyle = halo;
      context.lineWidth = 4;
      context.setLineDash([]);
      context.strokeText(text, x, y);
    }
    if (color) context.fillStyle = color;
    context.fillText(text, x, y);
  }

  /** @type {Pen["measure"]} */
  measure(text, { font, size = 11, weight = 400 }) {
    this.context.font = `${weight} ${size}px ${font}`;
    return this.context.measureText(text).width;
  }
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** @param {string | number} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => ENTITIES[letter]);
/** @param {number} number */
const short = (number) => String(Math.round(number * 100) / 100);

/** @implements {Pen} */
export class SvgPen {
  width = 0;
  height = 0;
  /** @type {string[]} */
  #elements = [];

  /** @param {Pen} canvasPen a text's width is the canvas's: an SVG file cannot be asked */
  constructor(canvasPen) {
    this.canvasPen = canvasPen;
  }

  /** @type {Pen["begin"]} */
  begin(width, height) {
    this.width = width;
    this.height = height;
  }

  /**
   * @param {string} element
   * @param {Record<string, string | number>} attributes
   * @param {Stroke} look
   */
  #add(element, attributes, { fill, stroke, width = 1, dash, cap, alpha = 1 }) {
    /** @type {Record<string, string | number>} */
    const all = { ...attributes, fill: fill ?? "none" };
    if (stroke) {
      Object.assign(all, { stroke, "stroke-width": short(width), "stroke-linejoin": "round" });
      if (dash?.length) all["stroke-dasharray"] = dash.join(" ");
      if (cap) all["stroke-linecap"] = cap;
    }
    if (alpha < 1) all.opacity = short(alpha);
    const text = Object.entries(all).map(([name, value]) => `${name}="${escaped(value)}"`);
    this.#elements.push(`<${element} ${text.join(" ")}/>`);
  }

  /** @type {Pen["curve"]} */
  curve(numbers, look) {
    const [x0, y0, ...rest] = numbers.map(short);
    this.#add("path", { d: `M${x0} ${y0}C${rest.join(" ")}` }, look);
  }

  /** @type {Pen["circle"]} */
  circle(x, y, radius, look) {
    this.#add("circle", { cx: short(x), cy: short(y), r: short(radius) }, look);
  }

  /** @type {Pen["polygon"]} */
  polygon(points, look) {
    const list = points.map((point) => point.map(short).join(",")).join(" ");
    this.#add(look.open ? "polyline" : "polygon", { points: list }, look);
  }

  /** @type {Pen["box"]} */
  box(x, y, width, height, radius, look) {
    this.#add(
      "rect",
      {
        x: short(x),
        y: short(y),
        width: short(width),
        height: short(height),
        rx: radius,
      },
      look,
    );
  }

  /** @type {Pen["text"]} */
  text(
    x,
    y,
    text,
    { font = "", size = 11, weight = 400, color, align = "center", halo, alpha = 1 },
  ) {
    const anchor = { left: "start", right: "end", center: "middle" }[align];
    const around = halo ? ` stroke="${halo}" stroke-width="4" paint-order="stroke"` : "";
    this.#elements.push(
      `<text x="${short(x)}" y="${short(y)}" dominant-baseline="central" text-anchor="${anchor}"` +
        ` font-family="${escaped(font)}" font-size="${size}" font-weight="${weight}"` +
        ` fill="${color}" opacity="${short(alpha)}"${around}>${escaped(text)}</text>`,
    );
  }

  /** @param {string} text a drawing that is SVG already */
  markup(text) {
    this.#elements.push(text);
  }

  /** @type {Pen["measure"]} */
  measure(text, look) {
    return this.canvasPen.measure(text, look);
  }

  /**
   * @param {Color} background
   * @param {number} [millimetres] its width in print
   */
  file(background, millimetres) {
    const { namespaceURI } = part(document, "svg");
    const [width, height] = [this.width, this.height].map((side) =>
      millimetres ? `${short((side * millimetres) / this.width)}mm` : side,
    );
    return (
      `<svg xmlns="${namespaceURI}" width="${width}" height="${height}"` +
      ` viewBox="0 0 ${this.width} ${this.height}"><rect width="100%" height="100%"` +
      ` fill="${background}"/>${this.#elements.join("")}</svg>`
    );
  }
}
