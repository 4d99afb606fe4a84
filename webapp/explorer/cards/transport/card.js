// The transport as a component of its own (card.py): while it plays, it asks for one phase at a time.

import { wear } from "../../look/component.js";
import { fillUp, hide, make, mark, put } from "../../look/dom.js";
import { number } from "../../look/numbers.js";
import { createSpeed } from "./speed.js";

const STARTING_SPEED = 5; // phases a second
const LIMITS = [0.5, 25]; // faster than this an answer takes longer than its pause

/** @param {{ model: any, el: HTMLElement }} component */
export function render({ model, el }) {
  const card = make("div", { class: "transport-alone" });
  card.innerHTML = model.markup;
  el.append(card);
  el.style.cssText = "width: 100%";
  wear(model, el);

  /** @param {string} selector @returns {any} */
  const one = (selector) => card.querySelector(selector);
  /** @type {Send} */
  const send = (name, value = null) => model.send_msg({ name, value });
  /**
   * @param {string} name
   * @param {string} text
   */
  const tell = (name, text) => {
    for (const element of card.querySelectorAll(`[data-text="${name}"]`)) put(element, text);
  };
  const slider = one("[data-moment]");
  let speed = STARTING_SPEED;
  let isPlaying = false;
  let timer = 0;
  let asked = 0; // ms, when the last phase was asked for
  const showSpeed = createSpeed(one("[data-speed]"), one("[data-speed-select]"), setSpeed);

  /** @param {number} wanted */
  function setSpeed(wanted) {
    speed = Math.min(Math.max(wanted, LIMITS[0]), LIMITS[1]);
    const text = `${number(speed)} phases/s`;
    showSpeed(speed, text, true);
    tell("speed", text);
  }

  const isOnItsWay = () => model.progress !== null;
  /** @param {string} name */
  const isDisabled = (name) => model.disabled.includes(name);

  function ask() {
    asked = performance.now();
    send("step-phase");
  }

  /** @param {boolean} wanted */
  function play(wanted) {
    isPlaying = wanted;
    clearTimeout(timer);
    showPlay();
    if (isPlaying) ask();
  }

  /** The button in the middle plays and pauses, and stops a jump that is on its way. */
  function showPlay() {
    const isMoving = isPlaying || isOnItsWay();
    hide(one("[data-icon='play']"), isMoving);
    hide(one("[data-icon='pause']"), !isMoving);
    tell("play", isOnItsWay() ? "Stop" : isPlaying ? "Pause" : "Play");
  }

  function showWay() {
    const bar = one("[data-progress]");
    hide(bar, !isOnItsWay());
    const percent = Math.round(100 * (model.progress ?? 0));
    bar.firstElementChild.style.width = `${percent}%`;
    mark(bar, "aria-valuenow", String(percent));
    showPlay();
  }

  /** The phase that was asked for has come: the next one after its pause. */
  function goOn() {
    if (!isPlaying) return;
    if (isDisabled("step-phase")) return play(false);
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(0, asked + 1000 / speed - performance.now()));
  }

  function show() {
    for (const [name, text] of Object.entries(model.told)) tell(name, /** @type {string} */ (text));
    const said = one("[data-sentence]");
    said.className = `sentence phase-${Math.max(model.phase, 1)}`;
    said.replaceChildren(
      ...model.sentence.map((/** @type {[string, string]} */ [text, style]) =>
        make("span", { class: style || null }, text),
      ),
    );
    slider.max = String(model.end);
    slider.value = String(model.iteration);
    fillUp(slider, model.iteration / Math.max(model.end, 1));
    mark(slider, "aria-valuetext", model.told.iteration ?? "");
    for (const element of card.querySelectorAll("[data-do]")) {
      const button = /** @type {HTMLElement} */ (element);
      const name = button.dataset.do ?? "";
      mark(button, "aria-disabled", String(isDisabled(name)));
      hide(button, model.hidden.includes(name));
    }
  }

  card.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement} */ (target.closest("[data-do]"));
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { do: name = "", value } = button.dataset;
    if (name === "toggle") return isOnItsWay() ? send("stop") : play(!isPlaying);
    play(false);
    send(name, value === undefined ? null : Number(value));
  });
  slider.addEventListener("change", () => {
    play(false);
    send("jump", Number(slider.value));
  });
  model.on(["told", "sentence", "disabled", "hidden", "end", "iteration", "phase"], show);
  model.on("moment", goOn);
  model.on("progress", showWay);
  model.on("answers", () => {
    el.dispatchEvent(new CustomEvent("search-alive", { bubbles: true, composed: true }));
  });
  setSpeed(STARTING_SPEED);
  show();
  showWay();
  send("hello");
}
