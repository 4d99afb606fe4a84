// What an element shows, in HTML and SVG, as the picture of a file: boxes, borders, words and
// drawings as they are laid out on the screen. Read from the layout, because a file that holds HTML
// is no picture to the programs that set books and slides.

import { penOf } from "./dom.js";
import { CanvasPen, SvgPen } from "./pens.js";

const MARGIN = 12;
/** @type {Record<string, number[]>} */
const DASHES = { dotted: [1.5, 2.5], dashed: [4, 3] };
/** @type {("Top" | "Right" | "Bottom" | "Left")[]} */
const SIDES = ["Top", "Right", "Bottom", "Left"];
/** What a drawing's elements look like is their own in the file: no style sheet goes with it. */
const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight"],
  ...["text-anchor", "dominant-baseline", "letter-spacing", "paint-order", "vector-effect"],
];

/**
 * @param {Element} element
 * @param {string} surface the name of the colour behind it, "--surface"
 * @returns {{ svg: string, width: number, height: number }}
 */
export function pictureOf(element, surface) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1, 1];
  const context = penOf(canvas, { willReadFrequently: true });
  const pen = new SvgPen(new CanvasPen(context));
  const origin = element.getBoundingClientRect();
  let [right, bottom] = [0, 0];

  /** @param {DOMRect} box */
  function placed({ left, top, width, height }) {
    const [x, y] = [left - origin.left + MARGIN, top - origin.top + MARGIN];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    return { x, y, width, height };
  }

  /** @type {Map<string, { color: string, alpha: number }>} */
  const colors = new Map();

  /** @param {string} given as a browser computes it, in any of the notations of CSS */
  function plain(given) {
    const known = colors.get(given);
    if (known) return known;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = given;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    const found = { color: `rgb(${r}, ${g}, ${b})`, alpha: a / 255 };
    colors.set(given, found);
    return found;
  }

  let gradients = 0;

  /**
   * A fill from left to right, the only one that style sheets here give.
   *
   * @param {string} image
   */
  function gradientOf(image) {
    const stops = [...image.matchAll(/((?:rgba?|color|oklch)\([^)]*\))\s*([\d.]+)?/g)].map(
      ([, color, share], i, all) => {
        const offset = share ?? String((100 * i) / (all.length - 1));
        return `<stop offset="${offset}%" stop-color="${plain(color).color}"/>`;
      },
    );
    gradients += 1;
    pen.markup(`<linearGradient id="fill-${gradients}">${stops.join("")}</linearGradient>`);
    return `url(#fill-${gradients})`;
  }

  /**
   * The background, the borders, and what a style sheet draws around.
   *
   * @param {{ x: number, y: number, width: number, height: number }} box
   * @param {CSSStyleDeclaration} style
   * @param {number} alpha
   */
  function drawBox({ x, y, width, height }, style, alpha) {
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, height / 2);
    const fill = plain(style.backgroundColor);
    if (style.backgroundImage.startsWith("linear-gradient(90deg")) {
      pen.box(x, y, width, height, radius, { fill: gradientOf(style.backgroundImage), alpha });
    } else if (fill.alpha) {
      pen.box(x, y, width, height, radius, { fill: fill.color, alpha: alpha * fill.alpha });
    }
    /**
     * @param {number} grown beyond the box
     * @param {number} wide
     * @param {string} color
     */
    const around = (grown, wide, color) => {
      const { color: stroke, alpha: ink } = plain(color);
      const room = grown - wide / 2;
      const [w, h] = [width + 2 * room, height + 2 * room];
      if (wide && ink && w > 0 && h > 0) {
        const look = { stroke, width: wide, alpha: alpha * ink };
        pen.box(x - room, y - room, w, h, Math.max(radius + room, 0), look);
      }
    };
    const [, shadow, spread, inset] =
      style.boxShadow.match(/^(.+\)) 0px 0px 0px ([\d.]+)px( inset)?$/) ?? [];
    if (shadow) around(inset ? 0 : Number(spread), Number(spread), shadow);
    if (style.outlineStyle !== "none") {
      const wide = Number.parseFloat(style.outlineWidth);
      around(wide + Number.parseFloat(style.outlineOffset), wide, style.outlineColor);
    }
    const borders = SIDES.map((side) => {
      const kind = style[`border${side}Style`];
      const wide = kind === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]);
      return { wide, color: style[`border${side}Color`], dash: DASHES[kind] };
    });
    const [first] = borders;
    if (borders.every(({ wide, color }) => wide === first.wide && color === first.color)) {
      around(0, first.wide, first.color);
      return;
    }
    // each border is a plane with slanted ends, which makes arrowheads of boxes without a width
    const [top, right, bottom, left] = borders.map(({ wide }) => wide);
    const outer = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    const inner = [
      [x + left, y + top],
      [x + width - right, y + top],
      [x + width - right, y + height - bottom],
      [x + left, y + height - bottom],
    ];
    borders.forEach(({ wide, color, dash }, i) => {
      const { color: ink, alpha: share } = plain(color);
      if (!wide || !share) return;
      const j = (i + 1) % 4;
      if (dash) {
        const middle = [i, j].map((k) => outer[k].map((at, axis) => (at + inner[k][axis]) / 2));
        pen.polygon(middle, { stroke: ink, width: wide, dash, open: true, alpha: alpha * share });
      } else {
        pen.polygon([outer[i], outer[j], inner[j], inner[i]], { fill: ink, alpha: alpha * share });
      }
    });
  }

  /**
   * The lines of a text, as they were broken.
   *
   * @param {Text} node
   * @param {CSSStyleDeclaration} style
   * @param {number} alpha
   */
  function drawText(node, style, alpha) {
    const range = document.createRange();
    /** @type {{ text: string, box: DOMRect, end: number }[]} */
    const lines = [];
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      const last = lines.at(-1);
      if (last && Math.abs(last.box.top - box.top) < 2) {
        last.text += ` ${word}`;
        last.end = box.right;
      } else if (box.width) lines.push({ text: word, box, end: box.right });
    }
    const { color, alpha: ink } = plain(style.color);
    const upper = style.textTransform === "uppercase";
    for (const { text, box, end } of lines) {
      const { x, y, height } = placed(new DOMRect(box.left, box.top, end - box.left, box.height));
      pen.text(x, y + height / 2, upper ? text.toUpperCase() : text, {
        font: style.fontFamily,
        size: Number.parseFloat(style.fontSize),
        weight: Number(style.fontWeight),
        color,
        align: "left",
        alpha: alpha * ink,
      });
    }
  }

  /**
   * @param {Element} drawing
   * @param {number} alpha
   */
  function drawDrawing(drawing, alpha) {
    const copy = /** @type {Element} */ (drawing.cloneNode(true));
    const copies = [copy, ...copy.querySelectorAll("*")];
    [drawing, ...drawing.querySelectorAll("*")].forEach((each, i) => {
      const style = getComputedStyle(each);
      const dressed = copies[i];
      if (style.display === "none") {
        dressed.setAttribute("display", "none");
        return;
      }
      for (const name of LOOKS) dressed.setAttribute(name, style.getPropertyValue(name));
      if (style.transform !== "none" && each !== drawing) {
        dressed.setAttribute("transform", style.transform);
      }
      for (const name of ["class", "style", "tabindex", "role"]) dressed.removeAttribute(name);
      for (const name of Object.keys(/** @type {any} */ (dressed).dataset)) {
        delete (/** @type {any} */ (dressed).dataset[name]);
      }
    });
    const box = placed(drawing.getBoundingClientRect());
    drawBox(box, getComputedStyle(drawing), alpha);
    for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
    copy.setAttribute("overflow", getComputedStyle(drawing).overflow);
    copy.setAttribute("opacity", String(alpha));
    pen.markup(new XMLSerializer().serializeToString(copy));
  }

  /**
   * What a style sheet puts before or after what is in an element, where it has a place of its own.
   *
   * @param {Element} owner
   * @param {string} which
   * @param {number} alpha
   */
  function drawAdded(owner, which, alpha) {
    const style = getComputedStyle(owner, which);
    if (style.content === "none" || style.position !== "absolute") return;
    const { left, top } = owner.getBoundingClientRect();
    const [x, y, w, h] = [style.left, style.top, style.width, style.height].map(Number.parseFloat);
    drawBox(placed(new DOMRect(left + x, top + y, w, h)), style, alpha);
  }

  /**
   * @param {Element} each
   * @param {number} above the opacity of what it is in
   */
  function visit(each, above) {
    const style = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    const alpha = above * Number(style.opacity);
    const isSeen = style.display !== "none" && style.visibility === "visible" && alpha;
    // what only a screen reader is told is one pixel large; what is only for the hand has no picture
    if (!isSeen || (box.width <= 1 && box.height <= 1) || each.matches("input, select")) return;
    if (each instanceof SVGElement) {
      drawDrawing(each, alpha);
      return;
    }
    if (box.width && each !== element) drawBox(placed(box), style, alpha);
    drawAdded(each, "::before", alpha);
    /** @param {Node} child */
    const layer = (child) =>
      child instanceof Element ? Number(getComputedStyle(child).zIndex) || 0 : 0;
    const children = [...each.childNodes].sort((a, b) => layer(a) - layer(b));
    for (const child of children) {
      if (child instanceof Text) drawText(child, style, alpha);
      else if (child instanceof Element) visit(child, alpha);
    }
    drawAdded(each, "::after", alpha);
  }

  visit(element, 1);
  const [width, height] = [Math.ceil(right + MARGIN), Math.ceil(bottom + MARGIN)];
  pen.begin(width, height);
  const background = getComputedStyle(element).getPropertyValue(surface);
  return { svg: pen.file(plain(background).color), width, height };
}

/**
 * The same as points, three times as many a side as the picture has: about 320 an inch in print.
 *
 * @param {{ svg: string, width: number, height: number }} picture
 * @returns {Promise<Blob>}
 */
export async function rasterOf({ svg, width, height }) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [3 * width, 3 * height];
  penOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const give = (/** @type {Blob | null} */ blob) =>
      blob ? resolve(blob) : reject(new Error("the browser makes no picture of this size"));
    canvas.toBlob(give, "image/png");
  });
}
