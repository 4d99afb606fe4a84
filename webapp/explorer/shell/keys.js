// The keys of the page: what they do, and where they belong to what has the focus.

/** @type {Record<string, string>} */
const KEYS = {
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
const TYPED = ["INPUT", "SELECT", "TEXTAREA"];
const PRESSED = ["BUTTON", "SUMMARY"];
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
function scrolls(element, key) {
  const side = SCROLLED[key];
  return (
    side &&
    element.matches?.("#lanes:focus-visible, .lanes-scroll:focus-visible") &&
    element[`scroll${side}`] > element[`client${side}`]
  );
}

/** @param {KeyboardEvent} event whether it is for the element that has the focus */
function isTaken(event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const role = target.getAttribute?.("role");
  if (TYPED.includes(target.tagName) || role === "slider" || role === "radio") return true;
  return (event.key === " " || event.key === "Enter") && PRESSED.includes(target.tagName);
}

/** @param {KeyboardEvent} event */
export const isHelp = (event) =>
  event.key === "?" && !event.altKey && !event.metaKey && !isTaken(event);

/**
 * The command that a key stands for, null where it has none.
 *
 * @param {KeyboardEvent} event
 */
export function commandOf(event) {
  if (event.altKey || event.metaKey || isTaken(event)) return null;
  const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
  const key = (event.ctrlKey ? "Ctrl+" : "") + shift + event.key;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  return key in KEYS && !scrolls(target, key) ? KEYS[key] : null;
}
