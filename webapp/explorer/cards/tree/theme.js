// The page's colours for the canvas.

/** @type {PlainColor[]} */
const PLAIN = [
  "surface",
  "sunk",
  "line2",
  "ink",
  "ink2",
  "ink3",
  "accent",
  "edge",
  "best",
  "node-line",
  "select",
  "expand",
  "simulate",
  "backprop",
  "on-accent",
  "accent-bg",
  "empty-cell",
  "disc-search",
  "disc-opponent",
];
const SHADES = 256;

/** @param {Color} color as #rrggbb */
function channels(color) {
  return [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
}

/** @param {number[]} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * The light colours, whatever is on show: what is printed stands on white.
 *
 * @param {Document} page
 */
export function lightTheme(page) {
  const rules = [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const light = rules.find(
    (/** @type {any} */ { selectorText, style }) =>
      selectorText === ":root" && style.getPropertyValue("--surface"),
  );
  if (!light) throw new Error("the page's style sheets give no light colours");
  return themeOf(/** @type {CSSStyleRule} */ (light).style);
}

/**
 * The colours and the font of the page's style sheet; a canvas does not know CSS variables.
 *
 * @param {Element} element
 */
export const readTheme = (element) => themeOf(getComputedStyle(element));

/** @param {CSSStyleDeclaration} style */
function themeOf(style) {
  /** @param {string} name */
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const plain = /** @type {Record<PlainColor, Color>} */ (
    Object.fromEntries(PLAIN.map((name) => [name, read(name)]))
  );
  const anchors = (read("means").match(/#[0-9a-f]{6}/gi) ?? []).map(channels);
  const shades = Array.from({ length: SHADES }, (_, i) => {
    const at = (i / (SHADES - 1)) * (anchors.length - 1);
    const low = Math.min(Math.floor(at), anchors.length - 2);
    const rgb = anchors[low].map((c, k) => Math.round(c + (at - low) * (anchors[low + 1][k] - c)));
    return { fill: `rgb(${rgb.join(",")})`, text: luminance(rgb) > 0.26 ? "#10131A" : "#FFFFFF" };
  });
  return {
    ...plain,
    phases: [plain.select, plain.expand, plain.simulate, plain.backprop],
    tiles: Array.from({ length: 9 }, (_, i) => read(`tile-${i + 1}`)),
    shades,
    font: read("font"),
  };
}

/**
 * The colour that stands for a mean, and that of a text on it.
 *
 * @param {Theme} theme
 * @param {{ low: number, high: number }} scale
 * @param {number} mean
 */
export function shadeOf(theme, { low, high }, mean) {
  const place = Math.round(((mean - low) / (high - low)) * (SHADES - 1));
  return theme.shades[Math.min(Math.max(place, 0), SHADES - 1)];
}
