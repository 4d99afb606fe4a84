// Dialogs, the menu, and cards that a small window shows as drawers.

/** @type {(selector: string) => any} */
const one = (selector) => document.querySelector(selector);

/**
 * @param {string} id
 * @param {Element} [opener]
 */
export function open(id, opener) {
  const element = one(`#${id}`);
  if (element.showModal) {
    hideMenu();
    if (!element.open) element.showModal();
    return;
  }
  element.classList.add("open");
  opener?.setAttribute("aria-expanded", "true");
  element.querySelector(`[data-close="${id}"]`).focus();
}

/** @param {string} id */
export function close(id) {
  const element = one(`#${id}`);
  if (element.close) {
    element.close();
    return;
  }
  element.classList.remove("open");
  const opener = one(`[data-open="${id}"]`);
  opener.setAttribute("aria-expanded", "false");
  opener.focus();
}

export function hideMenu() {
  if (one("#files").matches(":popover-open")) one("#files").hidePopover();
}

/** Close the drawer that is open. */
export function closeDrawer() {
  const drawer = one("section.open[id]");
  if (drawer && one(`[data-open="${drawer.id}"]`)) close(drawer.id);
}
