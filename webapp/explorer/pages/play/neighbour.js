// Arrow keys on a board of any shape: to the nearest place that way where one can play.

/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} board
 * @param {KeyboardEvent} event
 */
export function neighbourOf(board, event) {
  const way = WAYS[event.key];
  const here = /** @type {HTMLElement} */ (event.target).closest("button");
  if (!way || !here) return null;
  /** @param {Element} element */
  const centre = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = centre(here);
  const found = [...board.querySelectorAll("button")]
    .map((button) => {
      const [bx, by] = centre(button);
      const along = (bx - x) * way[0] + (by - y) * way[1];
      const across = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
      return { button, along, far: along + 2 * across };
    })
    .filter(({ along }) => along > 1)
    .sort((a, b) => a.far - b.far);
  return found[0]?.button ?? here;
}
