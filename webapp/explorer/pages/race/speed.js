// The speed: a slider on a logarithmic scale, and on a phone a list of steps.

import { fillUp, mark } from "../../look/dom.js";

/** @type {(speed: number, ends: number[]) => number} */
export const toPlace = (speed, [low, high]) => Math.log(speed / low) / Math.log(high / low);

/** @type {(place: number, ends: number[]) => number} */
export function toSpeed(place, [low, high]) {
  const speed = low * (high / low) ** place;
  return place >= 1 ? high : Number(speed.toPrecision(2));
}

/**
 * @param {HTMLInputElement} slider
 * @param {HTMLSelectElement} select
 * @param {(speed: number) => void} choose
 */
export function createSpeed(slider, select, choose) {
  let ends = [1, 10];
  let listed = "";
  slider.addEventListener("input", () => choose(toSpeed(Number(slider.value), ends)));
  select.addEventListener("change", () => choose(Number(select.value)));

  /**
   * @param {number} speed
   * @param {number[]} slowestAndFastest
   * @param {string} text
   * @param {boolean} isHeard else the slider stays where the visitor has put it
   */
  return (speed, slowestAndFastest, text, isHeard) => {
    ends = slowestAndFastest;
    if (isHeard) slider.value = String(toPlace(speed, ends));
    fillUp(slider, Number(slider.value));
    mark(slider, "aria-valuetext", text);
    if (listed !== String(ends)) {
      listed = String(ends);
      select.replaceChildren();
      for (let step = ends[0]; step < ends[1]; step *= 10)
        select.add(new Option(step >= 1000 ? `${step / 1000}k/s` : `${step}/s`, String(step)));
      select.add(new Option("full", String(ends[1])));
    }
    const steps = [...select.options].map((option) => Number(option.value));
    /** @type {(a: number, b: number) => number} */
    const near = (a, b) => (Math.abs(Math.log(b / speed)) < Math.abs(Math.log(a / speed)) ? b : a);
    if (document.activeElement !== select) select.value = String(steps.reduce(near));
  };
}
