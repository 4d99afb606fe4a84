// Presses of the pointer on what is drawn anew for every frame. A browser sends no click when the
// pressed element has been replaced before the pointer comes up: what counts is what was pressed.

/**
 * @param {(event: Event) => PageEvent | null} messageOf
 * @param {Send} send
 */
export function createPresses(messageOf, send) {
  const SLACK = 8; // pixels that a pointer may stray
  /** @type {{ message: PageEvent, pointer: number, x: number, y: number } | null} */
  let pressed = null;
  let done = false; // a click that follows has been dealt with

  document.addEventListener("pointerdown", (event) => {
    const message = event.isPrimary && event.button === 0 ? messageOf(event) : null;
    pressed = message && { message, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    done = false;
  });
  // a finger that scrolls never comes up: its pointer is cancelled
  document.addEventListener("pointerup", (event) => {
    if (!pressed || event.pointerId !== pressed.pointer) return;
    const { message, x, y } = pressed;
    pressed = null;
    if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK) return;
    done = true;
    send(...message);
  });
  document.addEventListener("contextmenu", () => {
    pressed = null;
  });

  /** @param {MouseEvent} event whether it repeats what the pointer has done; a key's has no detail */
  return (event) => {
    const repeats = done && event.detail > 0;
    done = false;
    return repeats;
  };
}
