// The tree as the figure of a text: in print proportions, on white, with labels, colour scale,
// recipe, iteration and link. One description by strokes, from which every kind of file comes.

import { measure, number } from "../../look/numbers.js";
import { CanvasPen, SvgPen } from "../../look/pens.js";
import { TikzPen } from "../../look/tikz.js";
import { figureLabels } from "./labels.js";
import { Painter, paint } from "./paint.js";
import { lightTheme, shadeOf } from "./theme.js";

export const FIGURE_MM = 160; // the text width of a page of A4 or letter paper
const WIDTH = 680; // pixels; 11 of them are 7.3 points then
const LEAST_ROW = 25; // pixels between two depths, so that labels have room
const MOST_HEIGHT = 860; // with the caption, of such a page
const STEPS = 48; // of the colour scale
const LINE = 15;
const SIDE = 10;
const CUT = 25; // pixels above the root that only the card needs, for its legend

/**
 * Lines of words that are no wider than a width.
 *
 * @param {Pen} pen
 * @param {string} text
 * @param {Lettering} lettering
 * @param {number} width
 */
function wrapped(pen, text, lettering, width) {
  const lines = [""];
  // a link has no spaces, but may be broken behind its parts, and a long part within it
  for (const word of text.match(/[^ &?]{1,80}[ &?]?|[ &?]/g) ?? []) {
    const last = lines[lines.length - 1];
    const longer = last + word;
    if (last && pen.measure(longer.trimEnd(), lettering) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trimEnd());
}

/**
 * @param {Pen} pen
 * @param {Tree} shown
 * @param {Scene} still the same at rest
 * @param {Theme} theme
 * @param {string[]} words the caption, a paragraph each
 */
export function paintFigure(pen, shown, still, theme, words) {
  const { font } = theme;
  const k = WIDTH / shown.width;
  // a tree that is drawn closer than the card, or on a phone, keeps its rows apart
  const rowScale = Math.max(k, LEAST_ROW / shown.rowStep);
  const caption = { font, size: 11, color: theme.ink2 };
  const lines = words.flatMap((text) => wrapped(pen, text, caption, WIDTH - 2 * SIDE));
  const below = lines.length ? LINE * (lines.length + 2) + 22 : 24;
  const last = Math.max(...shown.y) * rowScale;
  const treeHeight = Math.min(last + 34 - CUT, MOST_HEIGHT - below);
  const stretch = ((treeHeight - 34 + CUT) / last) * (rowScale / k);
  /** @param {number[]} values */
  const tall = (values) => values.map((value) => value * stretch);
  const rows = tall(shown.row_y);
  const frame = {
    ...shown,
    rows,
    y: tall(shown.y),
    rowStep: shown.rowStep * stretch,
    selected: -1,
    connector: null,
    captioned: true,
  };
  const scene = { ...still, frame, y: frame.y, pillY: tall(still.pillY), leaving: [] };
  /** @type {Look} */
  const look = {
    ...{ scale: k, left: 0, top: -CUT, whole: true, width: WIDTH, height: treeHeight, zoom: 1 },
    ...{ hasLabels: false, theme, hovered: -1, hoveredPill: -1, lifted: true },
  };
  const height = treeHeight + below;
  pen.begin(WIDTH, height);
  const ways = [...new Set([...frame.path, ...frame.best])];
  const labels = figureLabels(pen, new Painter(pen, scene, look), ways);
  labels.leaders();
  paint(pen, scene, look);
  labels.texts();
  paintKey(pen, frame, theme, treeHeight + 12);
  lines.forEach((line, i) => {
    pen.text(SIDE, treeHeight + 46 + LINE * i, line, { ...caption, align: "left" });
  });
  return { width: WIDTH, height };
}

/**
 * What colours, lines and sizes mean.
 *
 * @param {Pen} pen
 * @param {Tree} frame
 * @param {Theme} theme
 * @param {number} y
 */
function paintKey(pen, frame, theme, y) {
  const lettering = { font: theme.font, size: 11, color: theme.ink };
  let x = SIDE;
  /**
   * @param {string} text
   * @param {number} room behind it
   */
  const say = (text, room) => {
    pen.text(x, y, text, { ...lettering, align: "left" });
    x += pen.measure(text, lettering) + room;
  };
  if (frame.has_means) {
    say(frame.mean_title, 8);
    say(measure(frame.low, frame.percent), 5);
    const step = 96 / STEPS;
    for (let i = 0; i < STEPS; i++) {
      const mean = frame.low + ((i + 0.5) / STEPS) * (frame.high - frame.low);
      pen.box(x + i * step, y - 4, step + (i < STEPS - 1 ? 0.3 : 0), 8, 0, {
        fill: shadeOf(theme, frame, mean).fill,
      });
    }
    x += 96 + 5;
    say(measure(frame.high, frame.percent), 18);
  }
  /**
   * @param {Color} color
   * @param {number} width
   * @param {Color} fill "": without a node
   */
  const line = (color, width, fill) => {
    pen.polygon(
      [
        [x, y],
        [x + 26, y],
      ],
      { stroke: color, width, open: true },
    );
    if (fill) pen.circle(x + 13, y, 4.5, { fill, stroke: color, width: 2.2 });
    x += 32;
  };
  const phase = theme.phases[Math.max(frame.phase, 1) - 1];
  line(theme.edge, 4, "");
  say("visits", 14);
  if (frame.path.length > 1) {
    line(phase, 3, theme.surface);
    say("current path", 14);
  }
  if (frame.best.length > 1) {
    line(theme.best, 1.8, shadeOf(theme, frame, frame.high).fill);
    say(frame.best_title, 14);
  }
}

/**
 * The recipe in words, from the description of its form: what is searched, how, and the seed.
 *
 * @param {string} game
 * @param {FormSection[]} sections
 */
export function recipeWords(game, sections) {
  const left = ["game", "size", "colours", "editor", "board-by", "position", "iterations"];
  const told = sections
    .filter(({ folded }) => !folded)
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => !left.includes(name))
    .map((field) => {
      if (field.kind === "action") return "";
      const { name, label, value } = field;
      if (field.kind === "slider") return `${label} ${field.stops[field.value]?.[1] ?? ""}`;
      const options = "options" in field ? field.options : [];
      const chosen = options.find((option) => option[1] === value)?.[0];
      if (chosen) return name === "scoring" ? `${chosen} scoring` : String(chosen);
      if (name === "board-seed") return `board ${value}`;
      if (name === "search") return String(value);
      return typeof value === "string" && value ? `${label.toLowerCase()} ${value}` : "";
    });
  return [...new Set([game, ...told.filter(Boolean)])].join(", ");
}

/**
 * @param {{ iteration: number, phase: string, drawn: number, nodes: number }} moment
 */
export const momentWords = ({ iteration, phase, drawn, nodes }) =>
  `Iteration ${number(iteration)}${phase ? `, ${phase}` : ""}: ` +
  `${number(drawn)} of the tree's ${number(nodes)} nodes`;

/**
 * The figure as the text of a file; a PNG is made of the SVG text.
 *
 * @param {{ atRest(): Scene | null, pen: CanvasPen }} tree
 * @param {string} format "svg", "png" or "tex"
 * @param {(drawn: number) => string[]} words the caption, for so many nodes drawn
 */
export function treeFigure(tree, format, words) {
  const scene = tree.atRest();
  if (!scene) throw new Error("there is no tree yet to make a figure of");
  const theme = lightTheme(document);
  const pen = format === "tex" ? new TikzPen(tree.pen, FIGURE_MM) : new SvgPen(tree.pen);
  const said = words(scene.x.length);
  const isTex = pen instanceof TikzPen; // LaTeX breaks the caption's lines itself
  const { width, height } = paintFigure(pen, scene.frame, scene, theme, isTex ? [] : said);
  const text = isTex ? pen.file(said) : pen.file(theme.surface, FIGURE_MM);
  return { svg: text, width, height };
}
