// Keys: what a page does with them, and where they belong to what has the focus.

const TYPED = ["INPUT", "SELECT", "TEXTAREA"];
const PRESSED = ["BUTTON", "SUMMARY"];

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
 * @param {Record<string, string>} keys commands by key, "Ctrl+ArrowRight" or "Alt+ArrowUp"
 * @param {(element: Element, key: string) => boolean} [keeps] whether an element needs a key itself
 */
export function commandOf(event, keys, keeps = () => false) {
  if (event.metaKey || isTaken(event)) return null;
  const shift = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
  const key = (event.ctrlKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + shift + event.key;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  return key in keys && !keeps(target, key) ? keys[key] : null;
}
