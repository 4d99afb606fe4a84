// Files that leave the page.

import { make } from "./dom.js";

const LASTS_MS = 10000; // some browsers read the file only after the click

/**
 * Give the visitor a file to keep.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), LASTS_MS);
}
