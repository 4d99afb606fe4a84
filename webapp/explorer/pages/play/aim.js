// Aiming: the stone of who is to move under the pointer; on a touch screen a first tap aims, a second
// one, or a drag that is let go over another place, plays.

const DRAG = 10; // pixels

/**
 * @param {HTMLElement} board
 * @param {{
 *   targetAt: (x: number, y: number) => PlayTarget | null,
 *   showAim: (target: PlayTarget | null) => void,
 *   playAt: (target: PlayTarget) => void,
 *   isOneTap: () => boolean,
 *   tell: (text: string) => void,
 * }} on
 */
export function createAim(board, { targetAt, showAim, playAt, isOneTap, tell }) {
  /** @type {PlayTarget | null} */
  let aimed = null;
  let isTouched = false; // the click that follows has been dealt with
  /** @type {{ x: number, y: number, before: PlayTarget | null, dragged: boolean } | null} */
  let pressed = null;

  /** @type {(one: PlayTarget | null, other: PlayTarget | null) => boolean} */
  const same = (one, other) => Boolean(one && other && one.action === other.action);

  /**
   * @param {PlayTarget | null} target
   * @param {boolean} isTouch
   */
  function aimAt(target, isTouch) {
    if (same(target, aimed)) return;
    aimed = target;
    showAim(target);
    tell(isTouch && target ? `${target.name}: tap again to play it` : "");
  }

  board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") {
      aimAt(targetAt(event.clientX, event.clientY), false);
      return;
    }
    if (!pressed) return;
    pressed.dragged ||= Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
    if (pressed.dragged) aimAt(targetAt(event.clientX, event.clientY), true);
  });
  board.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") aimAt(null, false);
  });
  board.addEventListener("pointerdown", (event) => {
    isTouched = event.pointerType === "touch";
    if (!isTouched || !event.isPrimary) return;
    pressed = { x: event.clientX, y: event.clientY, before: aimed, dragged: false };
    aimAt(targetAt(event.clientX, event.clientY), true);
  });
  board.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const { before, dragged } = pressed;
    pressed = null;
    const target = targetAt(event.clientX, event.clientY);
    if (target && (dragged || isOneTap() || same(target, before))) {
      aimAt(null, true);
      playAt(target);
    }
  });
  board.addEventListener("pointercancel", () => {
    pressed = null;
  });

  return {
    /** @param {MouseEvent} event whether a finger has done already what the click would */
    isTouch: (event) => isTouched && event.detail > 0,
    // the board has been drawn anew
    refresh: () => showAim(aimed),
    end() {
      aimed = null;
      showAim(null);
      tell("");
    },
  };
}
