// Elements from plain values: HTML and SVG.

/** @type {string | undefined} */
let svg; // the name that an SVG element has by itself; it is no address to load from

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes null, undefined and false: none; true: an empty one
 * @param {(Node | string)[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
export function draw(tag, attributes = {}, ...children) {
  svg ??= nameOfSvg();
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(svg, tag));
  return filled(element, attributes, children);
}

function nameOfSvg() {
  const holder = document.createElement("div");
  holder.innerHTML = "<svg></svg>";
  return part(holder, "svg").namespaceURI ?? "";
}

/**
 * A part that an element has; for one that may be missing there is `querySelector`.
 *
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {E}
 */
export function part(parent, selector) {
  const found = parent.querySelector(selector);
  if (!found) throw new Error(`no element matches ${selector}`);
  return /** @type {E} */ (found);
}

/**
 * What draws on a canvas; throws where the browser has no more of them to give.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function penOf(canvas, settings) {
  const pen = canvas.getContext("2d", settings);
  if (!pen) throw new Error("the browser gives no 2D context for a canvas");
  return pen;
}

// What is the same already is left alone: a browser styles and lays out also what has not changed.

/**
 * @param {Element} element
 * @param {string} text
 */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {HTMLElement} element
 * @param {boolean} isHidden
 */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/**
 * @param {Element} element
 * @param {string} name of an attribute
 * @param {string} value
 */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * The part of a slider's track that is before its thumb.
 *
 * @param {HTMLElement} slider
 * @param {number} share
 */
export function fillUp(slider, share) {
  const fill = `${100 * share}%`;
  if (slider.style.getPropertyValue("--fill") !== fill) slider.style.setProperty("--fill", fill);
}

/** @type {WeakMap<Element, string>} */
const madeOf = new WeakMap();

/**
 * Whether an element has been made of other values than these; from now on it is made of these.
 *
 * @param {Element} element
 * @param {unknown[]} values
 */
export function isOutdated(element, ...values) {
  const text = JSON.stringify(values);
  if (madeOf.get(element) === text) return false;
  madeOf.set(element, text);
  return true;
}

/**
 * Show what is for one game alone.
 *
 * @param {Iterable<HTMLElement>} elements each with its game
 * @param {string} game on show
 */
export function showOfGame(elements, game) {
  for (const element of elements) element.hidden = element.dataset.ofGame !== game;
}

/**
 * Call back whenever the document is dressed for the other theme.
 *
 * @param {() => void} callback
 */
export const onTheme = (callback) =>
  new MutationObserver(callback).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
