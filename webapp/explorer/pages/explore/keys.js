// The keys of Explore, and where its lanes need them.

/** @type {Record<string, string>} */
export const KEYS = {
  " ": "toggle",
  ArrowRight: "step-phase",
  ArrowLeft: "back-phase",
  "Ctrl+ArrowRight": "step-iteration",
  "Ctrl+ArrowLeft": "back-iteration",
  Home: "reset",
  End: "to-budget",
  ArrowUp: "select-parent",
  ArrowDown: "select-child",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  z: "zoom-in",
  Z: "zoom-out",
  f: "fit",
  c: "collapse",
  "Shift+ArrowLeft": "pan-left",
  "Shift+ArrowRight": "pan-right",
  "Shift+ArrowUp": "pan-up",
  "Shift+ArrowDown": "pan-down",
};
/** @type {Record<string, "Width" | "Height">} */
const SCROLLED = {
  ArrowLeft: "Width",
  ArrowRight: "Width",
  ArrowUp: "Height",
  ArrowDown: "Height",
};

/**
 * Lanes that the keyboard has reached keep the arrow keys to scroll by, if there is more to see.
 *
 * @param {Element} element
 * @param {string} key
 */
export function scrolls(element, key) {
  const side = SCROLLED[key];
  return (
    side !== undefined &&
    element.matches?.(".lanes:focus-visible, .lanes-scroll:focus-visible") &&
    element[`scroll${side}`] > element[`client${side}`]
  );
}
