// A pointer that is moved over an element and let go: up, right, down or left.

const SHORTEST = 24; // pixels

/**
 * Tell the way that a pointer has gone over an element.
 *
 * @param {HTMLElement} element
 * @param {(way: string) => void} tell
 */
export function onSwipe(element, tell) {
  /** @type {number[] | null} */
  let from = null;
  element.addEventListener("pointerdown", ({ isPrimary, clientX, clientY }) => {
    if (isPrimary) from = [clientX, clientY];
  });
  element.addEventListener("pointerup", ({ isPrimary, clientX, clientY }) => {
    if (!isPrimary || !from) return;
    const [x, y] = [clientX - from[0], clientY - from[1]];
    from = null;
    if (Math.hypot(x, y) < SHORTEST) return;
    if (Math.abs(x) > Math.abs(y)) tell(x > 0 ? "right" : "left");
    else tell(y > 0 ? "down" : "up");
  });
  element.addEventListener("pointercancel", () => {
    from = null;
  });
}
