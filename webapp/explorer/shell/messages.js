// What the page says beside what it shows: a note, an error, a sentence for a screen reader.

const NOTE_MS = 6000; // a note goes by itself, an error waits to be dismissed

/** @type {(selector: string) => any} */
const one = (selector) => document.querySelector(selector);
let timer = 0;

/**
 * @param {string} text
 * @param {boolean} isError
 */
export function toast(text, isError) {
  clearTimeout(timer);
  one("[data-toast]").hidden = false;
  one("[data-toast]").classList.toggle("error", isError);
  one("[data-toast-error]").textContent = isError ? text : "";
  one("[data-toast-note]").textContent = isError ? "" : text;
  if (!isError) timer = setTimeout(dismiss, NOTE_MS);
}

export function dismiss() {
  one("[data-toast]").hidden = true;
}

/** @param {string} text */
export function announce(text) {
  const announcer = one("#announcer");
  if (announcer.textContent !== text) announcer.textContent = text;
}
