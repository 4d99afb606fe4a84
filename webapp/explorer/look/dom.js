// Elements from plain values: HTML and SVG.

let svg = null; // its name is no address to load from

function put(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

export function make(tag, attributes = {}, ...children) {
  return put(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  svg ??= document.querySelector("svg").namespaceURI;
  return put(document.createElementNS(svg, tag), attributes, children);
}
