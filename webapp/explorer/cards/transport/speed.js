// The speed: a slider on a logarithmic scale, and on a phone a list of steps.

export const SPEED_STEPS = [0.5, 1, 2, 5, 10, 25, 100, 1000, 10000, 1000000];

const low = Math.log10(SPEED_STEPS[0]);
const high = Math.log10(SPEED_STEPS[SPEED_STEPS.length - 1]);

/** @param {number} speed phases a second, as a place between 0 and 1 */
export const toSlider = (speed) => (Math.log10(speed) - low) / (high - low);

/** @param {number} place on the slider, as a speed of two digits */
export function fromSlider(place) {
  const speed = 10 ** (low + place * (high - low));
  const unit = 10 ** Math.max(-1, Math.floor(Math.log10(speed)) - 1);
  return Math.round(speed / unit) * unit;
}

/** @param {number} speed */
export const nearestStep = (speed) =>
  SPEED_STEPS.reduce((a, b) =>
    Math.abs(Math.log(b / speed)) < Math.abs(Math.log(a / speed)) ? b : a,
  );

/** @param {number} speed */
const nameOf = (speed) =>
  speed >= 1e6 ? "max" : speed >= 1000 ? `${speed / 1000}k/s` : `${speed}/s`;

/**
 * @param {HTMLInputElement} slider
 * @param {HTMLSelectElement} select
 * @param {(speed: number) => void} choose
 */
export function createSpeed(slider, select, choose) {
  slider.addEventListener("input", () => choose(fromSlider(Number(slider.value))));
  for (const speed of SPEED_STEPS) select.add(new Option(nameOf(speed), String(speed)));
  select.addEventListener("change", () => choose(Number(select.value)));

  /**
   * @param {number} speed
   * @param {string} text
   * @param {boolean} isHeard else the slider stays where the visitor has put it
   */
  return (speed, text, isHeard) => {
    if (isHeard) slider.value = String(toSlider(speed));
    slider.style.setProperty("--fill", `${100 * Number(slider.value)}%`);
    slider.setAttribute("aria-valuetext", text);
    if (document.activeElement !== select) select.value = String(nearestStep(speed));
  };
}
