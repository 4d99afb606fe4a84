// Elements from plain values: HTML and SVG.
(() => {
  "use strict";

  const SVG = document.querySelector("svg").namespaceURI; // its name is no address to load from

  const put = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== null && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children);
    return element;
  };

  window.explorerDom = {
    make: (tag, attributes = {}, ...children) =>
      put(document.createElement(tag), attributes, children),
    draw: (tag, attributes = {}, ...children) =>
      put(document.createElementNS(SVG, tag), attributes, children),
  };
})();
