// The nodes that a move has freed, fading out over the tree that was kept.

import { draw } from "../../look/dom.js";
import { number } from "../../look/numbers.js";

const FADE_MS = 900;
const ALPHA = [0.5, 0.3, 0.17]; // by depth below the root

/** @param {HTMLElement} place over the tree's canvas */
export function createFreed(place) {
  /** @type {{ tree: TreeFrame, line: number[] } | null} */
  let before = null;

  /**
   * @param {TreeFrame} tree
   * @param {number} action that has been made
   */
  function fade(tree, action) {
    const depth = tree.x.map(() => 0);
    const freed = tree.x.map(() => false);
    const svg = draw("svg", {
      viewBox: `0 0 ${tree.width} ${tree.height}`,
      preserveAspectRatio: "xMidYMin",
      "aria-hidden": "true",
    });
    let told = Number.NEGATIVE_INFINITY; // the right end of the last label
    for (let i = 1; i < tree.x.length; i++) {
      const parent = tree.parent[i];
      depth[i] = depth[parent] + 1;
      freed[i] = depth[i] === 1 ? tree.action[i] !== action : freed[parent];
      if (!freed[i]) continue;
      const [x, y, above, top] = [tree.x[i], tree.y[i], tree.x[parent], tree.y[parent]];
      const middle = (y + top) / 2;
      const opacity = ALPHA[Math.min(depth[i], ALPHA.length) - 1];
      svg.append(
        draw("path", {
          d: `M${above} ${top}C${above} ${middle} ${x} ${middle} ${x} ${y}`,
          fill: "none",
          stroke: "var(--edge)",
          "stroke-dasharray": "3 3",
          opacity,
        }),
        draw("circle", { cx: x, cy: y, r: tree.radius[i], fill: "var(--edge)", opacity }),
      );
      const label = `${tree.names[i]} −${number(tree.visits[i])}`;
      const half = 3 * label.length;
      if (depth[i] === 1 && x - half > told) {
        told = x + half; // long names of people's own games leave each other room
        const look = { x, y: y - tree.radius[i] - 5, "text-anchor": "middle", "font-size": 11.5 };
        svg.append(draw("text", { ...look, fill: "var(--ink2)" }, label));
      }
    }
    place.replaceChildren(svg);
    place.dataset.freed = String(freed.filter(Boolean).length);
    if (!svg.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      place.replaceChildren();
      return;
    }
    svg.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: FADE_MS,
      fill: "forwards",
    }).onfinish = () => svg.remove();
  }

  /**
   * @param {TreeFrame} tree
   * @param {number[]} line the actions from the beginning of the game to its root
   */
  return (tree, line) => {
    const last = before;
    before = { tree, line };
    if (!last || line.length !== last.line.length + 1) return;
    if (last.line.every((action, i) => action === line[i])) fade(last.tree, line[line.length - 1]);
  };
}
