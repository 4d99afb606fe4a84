// Elements from plain values: HTML and SVG.

/** @type {string} */
let svg = null; // the name that an SVG element has by itself; it is no address to load from

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes null, undefined and false: none; true: an empty one
 * @param {(Node | string)[]} children
 */
function put(element, attributes, children) {
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
  return put(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
export function draw(tag, attributes = {}, ...children) {
  svg ??= Object.assign(document.createElement("div"), { innerHTML: "<svg></svg>" })
    .firstElementChild.namespaceURI;
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(svg, tag));
  return put(element, attributes, children);
}
