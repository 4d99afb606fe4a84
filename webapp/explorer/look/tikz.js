// The third pen: the same strokes as the text of a TikZ picture, for LaTeX.

/** What a text of the page is in LaTeX, where it is not itself. */
/** @type {Record<string, string>} */
const WORDS = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\u202f": "\\,",
  "\u00a0": "~",
  "×": "$\\times$",
  "−": "$-$",
  "±": "$\\pm$",
  "·": "$\\cdot$",
  "∞": "$\\infty$",
  "√": "$\\surd$",
  "★": "$\\star$",
  "▲": "$\\triangle$",
  "✓": "$\\surd$",
  "✕": "$\\times$",
  "…": "\\ldots{}",
  "–": "--",
  "“": "``",
  "”": "''",
  "’": "'",
};
const SIDES = { left: "west", right: "east", center: "center" };
const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72.27;

/** @param {string} text */
export const inTex = (text) => [...text].map((letter) => WORDS[letter] ?? letter).join("");

/**
 * An address as a short text that leads to it where the document has hyperref, else the whole of it;
 * either may be broken behind every part of it, and where a part is long, within it.
 *
 * @param {string} address
 */
export function linkInTex(address) {
  /** @param {string} text @returns {string[]} */
  const parts = (text) => text.match(/[^/?&=,;%-]{1,24}[/?&=,;%-]*|[/?&=,;%-]+/g) ?? [];
  /** @param {string} text */
  const broken = (text) => parts(text).map(inTex).join("\\allowbreak{}");
  const [place] = address.replace(/^\w+:\/\//, "").split("?");
  const target = address.replace(/[%#&_~\\{}^]/g, (letter) =>
    // what hyperref reads as itself behind a backslash, and what an address has no need of
    "%#&_~".includes(letter) ? `\\${letter}` : `\\%${letter.charCodeAt(0).toString(16)}`,
  );
  return (
    `\\ifdefined\\href\\href{${target}}{${broken(place)}}%\n` +
    `\\else{\\ttfamily ${broken(address)}}\\fi`
  );
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** @implements {Pen} */
export class TikzPen {
  /** @type {Map<string, string>} */
  #colors = new Map();
  /** @type {string[]} */
  #lines = [];
  width = 0;
  height = 0;

  /**
   * @param {Pen} canvasPen measures
   * @param {number} millimetres the width of the picture
   */
  constructor(canvasPen, millimetres) {
    this.canvasPen = canvasPen;
    this.millimetres = millimetres;
  }

  /** @type {Pen["begin"]} */
  begin(width, height) {
    [this.width, this.height] = [width, height];
  }

  get #unit() {
    return this.millimetres / this.width;
  }

  /** @param {number} pixels */
  #points(pixels) {
    return `${short((pixels * this.#unit * POINTS_PER_INCH) / MM_PER_INCH)}pt`;
  }

  /** @param {Color} color as #rrggbb or rgb(r, g, b) */
  #color(color) {
    const channels = color.startsWith("#")
      ? [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
      : (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);
    const hex = channels.map((c) => c.toString(16).padStart(2, "0").toUpperCase()).join("");
    const name = `mcs${hex}`;
    this.#colors.set(hex, name);
    return name;
  }

  /**
   * @param {Stroke} look
   * @param {string[]} more
   */
  #options({ fill, stroke, width = 1, dash, cap, alpha = 1 }, more = []) {
    const options = [...more];
    if (fill) options.push(`fill=${this.#color(fill)}`);
    if (stroke) options.push(`draw=${this.#color(stroke)}`, `line width=${this.#points(width)}`);
    if (stroke && dash?.length) {
      const [on, off] = dash.map((length) => this.#points(length));
      options.push(`dash pattern=on ${on} off ${off}`);
    }
    if (cap && cap !== "butt") options.push(`line cap=${cap === "square" ? "rect" : cap}`);
    if (alpha < 1) options.push(`opacity=${short(alpha)}`);
    return options.join(", ");
  }

  /** @type {Pen["curve"]} */
  curve(points, look) {
    const [x0, y0, x1, y1, x2, y2, x3, y3] = points.map(short);
    this.#lines.push(
      `\\path[${this.#options(look)}] (${x0},${y0}) .. controls (${x1},${y1}) and (${x2},${y2})` +
        ` .. (${x3},${y3});`,
    );
  }

  /** @type {Pen["circle"]} */
  circle(x, y, radius, look) {
    const size = this.#points(radius);
    this.#lines.push(`\\path[${this.#options(look)}] (${short(x)},${short(y)}) circle (${size});`);
  }

  /** @type {Pen["polygon"]} */
  polygon(points, look) {
    const way = points.map(([x, y]) => `(${short(x)},${short(y)})`).join(" -- ");
    const end = look.open ? "" : " -- cycle";
    this.#lines.push(`\\path[${this.#options(look, ["line join=round"])}] ${way}${end};`);
  }

  /** @type {Pen["box"]} */
  box(x, y, width, height, radius, look) {
    const round = radius ? [`rounded corners=${this.#points(radius)}`] : [];
    this.#lines.push(
      `\\path[${this.#options(look, round)}] (${short(x)},${short(y)}) rectangle` +
        ` (${short(x + width)},${short(y + height)});`,
    );
  }

  /** @type {Pen["text"]} */
  text(x, y, text, { size = 11, weight = 400, color, align = "center", halo, alpha = 1 }) {
    const options = [`anchor=${SIDES[align]}`, "inner sep=0.5pt"];
    if (color) options.splice(1, 0, `text=${this.#color(color)}`);
    if (halo) options.push(`fill=${this.#color(halo)}`, "fill opacity=0.85", "text opacity=1");
    if (alpha < 1) options.push(`opacity=${short(alpha)}`);
    const points = (size * this.#unit * POINTS_PER_INCH) / MM_PER_INCH;
    const font = `\\fontsize{${short(points)}}{${short(1.2 * points)}}\\selectfont`;
    const words = `${weight >= 600 ? "\\bfseries" : ""}{}${inTex(text)}`;
    this.#lines.push(
      `\\node[${options.join(", ")}] at (${short(x)},${short(y)}) {${font}${words}};`,
    );
  }

  /** @type {Pen["measure"]} */
  measure(text, look) {
    return this.canvasPen.measure(text, look);
  }

  /**
   * The picture and its caption, to be put into a document that has the package tikz: the picture is
   * made smaller where the line, or the page or slide with the caption, is too small for it.
   *
   * @param {string[]} [caption] a paragraph each, of plain text or an address
   */
  file(caption = []) {
    const colors = [...this.#colors].map(([hex, name]) => `\\definecolor{${name}}{HTML}{${hex}}`);
    const unit = `${Math.round(this.#unit * 10000) / 10000}mm`;
    const told = caption.map((text) => (/^\w+:\/\//.test(text) ? linkInTex(text) : inTex(text)));
    return [
      "% Needs \\usepackage{tikz} and fonts of any size, such as \\usepackage{lmodern}; with hyperref the",
      "% address is a link. As wide as the line, in two columns best in figure*; narrower with",
      "% \\newcommand{\\mcsfigurewidth}{0.8\\linewidth}, lower with \\mcsfigureheight, before it.",
      "\\begingroup\\sffamily",
      ...colors,
      "\\providecommand{\\mcsfigurewidth}{\\linewidth}%",
      "\\providecommand{\\mcsfigureheight}{0.84\\textheight}%",
      "\\setbox2=\\hbox{%",
      `\\begin{tikzpicture}[x=${unit}, y=-${unit}]`,
      `\\path[use as bounding box] (0,0) rectangle (${short(this.width)},${short(this.height)});`,
      ...this.#lines,
      "\\end{tikzpicture}}%",
      "\\setbox4=\\vbox{\\hsize=\\mcsfigurewidth\\linewidth=\\hsize\\parindent=0pt\\raggedright",
      "\\ifdefined\\usebeamerfont\\tiny\\else\\footnotesize\\fi",
      ...told.map((text) => `${text}\\par`),
      "}%",
      "\\dimen2=\\mcsfigureheight\\advance\\dimen2 by -\\ht4",
      "\\ifdim\\wd2>\\mcsfigurewidth\\setbox2=\\hbox{\\resizebox{\\mcsfigurewidth}{!}{\\box2}}\\fi",
      "\\ifdim\\ht2>\\dimen2\\setbox2=\\hbox{\\resizebox{!}{\\dimen2}{\\box2}}\\fi",
      "\\par\\noindent\\hbox to \\linewidth{\\hss\\box2\\hss}\\par\\nointerlineskip\\vskip1ex",
      "\\noindent\\hbox to \\linewidth{\\hss\\box4\\hss}\\par",
      "\\endgroup",
      "",
    ].join("\n");
  }
}
