// The names and numbers of the nodes on a way through the tree: each where it covers least.

import { measure, number } from "../../look/numbers.js";

const SIZE = 10;
const HALF = 6; // of a line's height
const SHARES = [0.5, 0.62, 0.38];
const FARTHER = [0, 14, 30, 46, 62, 78, 94, 110, 126]; // pixels from where a label is liked best
const FAR = 20; // from here on a line leads to the label
const DEPTHS = 24; // pixels at the left edge, for the numbers of the depths

/** @typedef {[x: number, y: number, align: "left" | "right"]} Place */
/** @typedef {[left: number, top: number, right: number, bottom: number]} Area */

/**
 * @param {Area} a
 * @param {Area} b
 */
function common(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * The point of an edge at a share of its way; its control points are at half height.
 *
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 * @param {number} t
 * @returns {[number, number]}
 */
function along(x0, y0, x1, y1, t) {
  const ends = (1 - t) ** 3 + 3 * (1 - t) ** 2 * t; // both first points have the same x
  const middle = (y0 + y1) / 2;
  const y =
    (1 - t) ** 3 * y0 + 3 * (1 - t) ** 2 * t * middle + 3 * (1 - t) * t ** 2 * middle + t ** 3 * y1;
  return [ends * x0 + (1 - ends) * x1, y];
}

/**
 * Places for the action on each edge of the ways, and for visits and mean beside each node.
 *
 * @param {Pen} pen
 * @param {{ x: number[], y: number[], r: number[], frame: TreeFrame, theme: Theme, scene: Scene,
 *   look: Look, pillPlace(i: number): number[] }} drawn where everything is
 * @param {number[]} ways nodes, each below its parent
 * @param {boolean} hasVisits whether the visits are told
 * @returns {{ leaders(): void, texts(): void }} what lies under the tree, and what over it
 */
export function placeLabels(pen, drawn, ways, hasVisits) {
  const { x, y, r, frame, theme, look } = drawn;
  /** @type {Area[]} */
  const written = [];
  /** @type {Area[]} */
  const leaders = [];
  /** @type {(() => void)[]} */
  const texts = [];
  /** @type {Area[]} */
  const taken = frame.pills.map((pill, i) => {
    const [left, top] = drawn.pillPlace(i);
    const half = Math.max(25, 6 * pill.text.length + 11) / 2;
    return [left - half, top - 9, left + half, top + 9];
  });
  frame.x.forEach((_, i) => {
    const room = ways.includes(i) ? r[i] + 3 : r[i];
    taken.push([x[i] - room, y[i] - room, x[i] + room, y[i] + room]);
  });

  /**
   * @param {string} text
   * @param {number} weight
   * @param {Place[]} places the first is liked best
   * @param {(at: number) => Area} [leaderTo] the line that leads there
   */
  function write(text, weight, places, leaderTo) {
    const lettering = { font: theme.font, size: SIZE, weight };
    const width = pen.measure(text, lettering);
    let best = null;
    places.forEach(([at, middle, align], order) => {
      const left = align === "left" ? at : at - width;
      /** @type {Area} */
      const area = [left - 1, middle - HALF, left + width + 1, middle + HALF];
      const beyond = Math.max(0, DEPTHS - area[0]) + Math.max(0, area[2] - look.width);
      const covers = taken.reduce((sum, other) => sum + common(area, other), 0);
      const leader = leaderTo?.(at);
      const crossed = leader ? written.reduce((sum, other) => sum + common(leader, other), 0) : 0;
      const under = leaders.reduce((sum, other) => sum + common(area, other), 0);
      const cost = covers + 9 * (crossed + under) + 100 * beyond + 2 * order;
      if (!best || cost < best.cost) best = { cost, area, at, middle, align, covers };
    });
    taken.push(best.area);
    written.push(best.area);
    const color = weight > 500 ? theme.ink : theme.ink2;
    const { at, middle, align } = best;
    const ink = { ...lettering, color, align, halo: theme.surface };
    texts.push(() => pen.text(at, middle, text, ink));
    return best;
  }

  for (const i of ways) {
    if (!i) continue;
    const parent = frame.parent[i];
    const away = r[i] + 8;
    const told = [
      ...(hasVisits ? [`n\u2009=\u2009${number(frame.n[i])}`] : []),
      ...(frame.mean[i] === null ? [] : [measure(frame.mean[i], frame.percent)]),
    ].join(", ");
    if (told && frame.n[i]) {
      const places = FARTHER.flatMap((more) =>
        [0, -7, 8].flatMap((down) => {
          const [right, left] = [x[i] + away + more, x[i] - away - more];
          return /** @type {Place[]} */ ([
            [right, y[i] + down, "left"],
            [left, y[i] + down, "right"],
          ]);
        }),
      );
      /** @param {number} at */
      const leaderTo = (at) => {
        const side = Math.sign(at - x[i]);
        const ends = [x[i] + side * (r[i] + 4), at - 3 * side].sort((a, b) => a - b);
        return /** @type {Area} */ ([ends[0], y[i] - 1, ends[1], y[i] + 1]);
      };
      const { at } = write(told, 400, places, leaderTo);
      if (Math.abs(at - x[i]) > away + FAR) leaders.push(leaderTo(at));
    }
    write(
      frame.name[i],
      600,
      SHARES.flatMap((share) => {
        const [left, top] = along(x[parent], y[parent], x[i], y[i], share);
        const apart = frame.pathWidth[1] ? 5 : 4;
        return /** @type {Place[]} */ ([
          [left + apart, top, "left"],
          [left - apart, top, "right"],
        ]);
      }),
    );
  }

  return {
    leaders() {
      for (const [from, top, to] of leaders) {
        const line = [
          [from, top + 1],
          [to, top + 1],
        ];
        pen.polygon(line, { stroke: theme.ink3, width: 0.6, dash: [1, 2], open: true });
      }
    },
    texts() {
      for (const write of texts) write();
    },
  };
}
