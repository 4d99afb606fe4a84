// What the reader changes at a step: switches and a slider for the search, and a curve over C.

import { make } from "../../look/dom.js";
import { written } from "./text.js";

const STEPS = 120; // of a slider, on a logarithmic scale
const WAIT_MS = 80; // between two values of a slider that is being dragged
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [360, 130, 34, 22];

/**
 * A value of a slider, of two decimals or digits.
 *
 * @param {{ low: number, high: number }} ends
 * @param {number} at from 0 to STEPS
 */
export function valueAt({ low, high }, at) {
  return Number((low * (high / low) ** (at / STEPS)).toPrecision(2));
}

/**
 * @param {{ low: number, high: number }} ends
 * @param {number} value
 */
export function placeOf({ low, high }, value) {
  return Math.round((STEPS * Math.log(value / low)) / Math.log(high / low));
}

/** @param {unknown} value */
function shown(value) {
  if (value === true) return "on";
  if (value === false) return "off";
  return String(value).replaceAll("-", " ");
}

/**
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {...any} children
 */
function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The curve as far as it is known, with the reader's guess.
 *
 * @param {LearnCurve} curve
 * @param {number | null} guess
 */
function pictureOf({ values, counts, counted }, guess) {
  const ends = { low: values[0], high: values[values.length - 1] };
  /** @param {number} value */
  const x = (value) => LEFT + ((WIDTH - LEFT - 12) * placeOf(ends, value)) / STEPS;
  /** @param {number} share */
  const y = (share) => 8 + (HEIGHT - BOTTOM - 8) * (1 - share);
  const known = counts
    .map(([count, total], i) => ({ value: values[i], share: count / total, count, total }))
    .filter(({ total }) => total);
  const said = known.map(({ value, count, total }) => `C ${value}: ${count} of ${total}`);
  const picture = draw("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": `How many searches ${counted}. ${said.join(", ")}`,
  });
  for (const share of [0, 0.5, 1]) {
    const label = draw("text", { x: LEFT - 5, y: y(share) + 4, "text-anchor": "end" });
    label.textContent = `${100 * share} %`;
    picture.append(
      draw("line", { class: "grid", x1: LEFT, x2: WIDTH - 12, y1: y(share), y2: y(share) }),
      label,
    );
  }
  for (const value of [0.01, 0.1, 1, 10]) {
    const label = draw("text", { x: x(value), y: HEIGHT - 6, "text-anchor": "middle" });
    label.textContent = String(value);
    picture.append(label);
  }
  if (guess !== null) {
    const at = x(guess);
    picture.append(draw("line", { class: "guess", x1: at, x2: at, y1: y(1), y2: y(0) }));
  }
  const points = known.map(({ value, share }) => `${x(value)},${y(share)}`);
  picture.append(draw("polyline", { points: points.join(" ") }));
  for (const { value, share } of known) {
    picture.append(draw("circle", { cx: x(value), cy: y(share), r: 3.5 }));
  }
  return picture;
}

/**
 * @param {Shell["one"]} one finds an element of the page
 * @param {Send} send
 */
export function createTrying(one, send) {
  const box = one("[data-trying]");
  let key = "";
  /** @type {number | null} */
  let guess = null;
  let timer = 0;
  /** @type {((now: LearnTrying) => void)[]} */
  let updates = [];

  /** @param {LearnControl} control */
  function switchOf({ parameter, label, values }) {
    const buttons = values.map((value) => {
      const button = make("button", { type: "button" }, shown(value));
      button.addEventListener("click", () => send("change", { name: parameter, value }));
      return button;
    });
    updates.push(({ controls }) => {
      const now = controls.find((each) => each.parameter === parameter)?.value;
      for (const [i, button] of buttons.entries()) {
        button.setAttribute("aria-pressed", String(values[i] === now));
      }
    });
    const group = { class: "segments", role: "group", "aria-label": label };
    return make("p", { class: "change" }, make("span", {}, label), make("span", group, ...buttons));
  }

  /** @param {LearnControl} control */
  function sliderOf(control) {
    const { parameter, label } = control;
    const slider = make("input", {
      type: "range",
      min: 0,
      max: STEPS,
      value: placeOf(control, Number(control.value)),
      "aria-label": label,
    });
    const told = make("b", {});
    const tell = () => {
      const value = valueAt(control, Number(slider.value));
      told.textContent = `${label} = ${value}`;
      slider.setAttribute("aria-valuetext", String(value));
    };
    slider.addEventListener("input", () => {
      tell();
      clearTimeout(timer);
      timer = setTimeout(
        () => send("change", { name: parameter, value: valueAt(control, Number(slider.value)) }),
        WAIT_MS,
      );
    });
    updates.push(({ controls }) => {
      const now = controls.find((each) => each.parameter === parameter);
      if (now && now.value === now.own && document.activeElement !== slider) {
        slider.value = String(placeOf(control, Number(now.own)));
      }
      tell();
    });
    return make("p", { class: "change slider" }, told, slider);
  }

  /** @param {LearnControl} control the slider that the curve is over */
  function curveOf(control) {
    const button = make("button", { type: "button", class: "button" });
    const picture = make("div", { class: "curve" });
    const told = make("p", { class: "curve-told" });
    button.addEventListener("click", () => {
      guess = valueAt(control, Number(box.querySelector("input[type=range]").value));
      send("curve");
    });
    updates.push(({ curve }) => {
      if (!curve) return;
      const { values, counts, block, counted, running } = curve;
      const all = values.length * block;
      const done = counts.reduce((sum, [, total]) => sum + total, 0);
      button.disabled = running;
      button.textContent = running
        ? `${done} of ${all} searches`
        : `Fill the curve: ${all} searches`;
      if (!done) {
        told.textContent = `Where is the peak? Drag C to your guess first; it is marked. Then ${values.length} values with ${block} seeds each show how many ${counted}.`;
      } else if (!running) {
        const most = Math.max(...counts.map(([count]) => count));
        const best = values.filter((_, i) => counts[i][0] === most).join(", ");
        told.textContent = `Most of them ${counted} at C = ${best}: ${most} of ${block}. Your guess was ${guess}.`;
      }
      picture.replaceChildren(pictureOf(curve, done ? guess : null));
    });
    return make("div", {}, told, picture, make("p", {}, button));
  }

  return {
    /**
     * @param {LearnTrying} told
     * @param {LearnLesson} lesson
     */
    show(told, { chapter, step }) {
      box.hidden = !told.controls.length;
      if (box.hidden) {
        key = "";
        box.replaceChildren();
        return;
      }
      const now = `${chapter} ${step}`;
      if (now !== key) {
        [key, guess, updates] = [now, null, []];
        const said = make("p", { class: "trying-said", "aria-live": "polite" });
        updates.push((shown) => said.replaceChildren(...written(shown.said)));
        box.replaceChildren(
          make("p", { class: "claim-head" }, make("span", { class: "tag" }, "Try")),
          ...told.controls.map((each) => (each.values.length ? switchOf(each) : sliderOf(each))),
          said,
          ...(told.curve ? [curveOf(told.controls[0])] : []),
        );
      }
      for (const update of updates) update(told);
    },
  };
}
