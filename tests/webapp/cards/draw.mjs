// Draws boards and strips as the page's scripts do, without a browser: pictures as JSON in, SVG out.

import { readFileSync } from "node:fs";

const PAGE_INK = "#171A21";
let side = 0; // pixels of every part

class Part {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, childNodes: [], style: { setProperty() {} } });
    this.listeners = {};
    this.classList = {
      add: (name) => this.setAttribute("class", `${this.attributes.class} ${name}`),
    };
  }
  get children() {
    return this.childNodes.filter((each) => each instanceof Part);
  }
  get clientWidth() {
    return side;
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(...children) {
    this.childNodes.push(...children);
  }
  replaceChildren(...children) {
    this.childNodes = children;
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  /** The first part of a kind. */
  querySelector(tag) {
    if (this.innerHTML) return { namespaceURI: tag };
    for (const child of this.children) {
      const found = child.tag === tag ? child : child.querySelector(tag);
      if (found) return found;
    }
    return null;
  }
  getScreenCTM() {
    return { inverse: () => this };
  }
  toString() {
    const escaped = (text) => String(text).replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const attributes = Object.entries(this.attributes).map(
      ([name, to]) => ` ${name}="${escaped(to)}"`,
    );
    const inner = this.childNodes.map((each) => (each instanceof Part ? each : escaped(each)));
    return `<${this.tag}${attributes.join("")}>${inner.join("")}</${this.tag}>`;
  }
}

class Watcher {
  observe() {}
}

globalThis.document = {
  documentElement: new Part("html"),
  createElement: (tag) => new Part(tag),
  createElementNS: (_, tag) => new Part(tag),
};
let ink = PAGE_INK; // of a part of the page that has a theme of its own
globalThis.getComputedStyle = (part) => ({
  getPropertyValue: () => (part === document.documentElement ? PAGE_INK : ink),
});
globalThis.ResizeObserver = Watcher;
globalThis.MutationObserver = Watcher;
// a place on the screen is one on the board, in cell widths
globalThis.DOMPoint = class {
  constructor(x, y) {
    Object.assign(this, { x, y });
  }
  matrixTransform() {
    return this;
  }
};

const cards = "../../../webapp/explorer/cards";
const { createBoard } = await import(`${cards}/board/board.js`);
const { drawBars, drawPosition } = await import(`${cards}/../look/position.js`);
const { meaning, placeNear, takenIn } = await import(`${cards}/board/pointing.js`);
const { drawStrip } = await import(`${cards}/strip/strip.js`);

/** A board card and its visitor: what is drawn in the end, and what the page has been told. */
function use({ picture, steps }) {
  const told = { selected: [], hovered: [] };
  const canvas = new Part("div");
  const board = createBoard(
    canvas,
    (actions) => told.hovered.push(actions),
    (actions) => told.selected.push(actions),
  );
  board.show(picture);
  const [row, bars] = canvas.children;
  const [square, facts] = row.children;
  const DO = {
    click: (clientX, clientY) => square.listeners.click({ clientX, clientY }),
    move: (clientX, clientY, pointerType = "mouse") =>
      canvas.listeners.pointermove({ clientX, clientY, pointerType }),
    leave: () => canvas.listeners.pointerleave(),
    link: (actions) => board.link(actions?.join()),
  };
  for (const [name, ...values] of steps) DO[name](...values);
  const drawn = { drawing: square.children.join(""), bars: bars.children.map(String) };
  return { ...told, ...drawn, facts: facts.innerHTML };
}

const DRAW = {
  board: ({ picture: { table, moment, groups, places }, look, isAlone }) => {
    const within = isAlone ? new Part("div") : undefined;
    return String(drawPosition(table, moment, "", { groups, places, within, ...look }));
  },
  bars: ({ picture }) => String(drawBars(picture.moment)),
  strip: ({ picture, isAlone }) =>
    String(drawStrip(picture, isAlone ? new Part("div") : undefined)),
  pointed: ({ picture, points, lifted }) =>
    points.map(([x, y]) => {
      const place = placeNear(picture, x, y);
      return [place, place < 0 ? -1 : meaning(picture, place, takenIn(picture, lifted))];
    }),
  used: use,
};
const wanted = JSON.parse(readFileSync(0, "utf-8"));
const answers = wanted.map((each) => {
  ink = each.ink || PAGE_INK;
  side = each.side ?? 0;
  return DRAW[each.kind]({ ...each, isAlone: Boolean(each.ink) });
});
console.log(JSON.stringify(answers));
