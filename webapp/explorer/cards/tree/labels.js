// The names and numbers of the nodes on a way through the tree: each where it covers least.

import { measure, number } from "../../look/numbers.js";

const SIZE = 10;
const HALF = 6; // of a line's height
const SHARES = [0.5, 0.62, 0.38];
const FARTHER = [0, 14, 30, 46, 62, 78, 94, 110, 126]; // pixels from where a label is liked best
const UNDER = 12; // pixels from a node's edge to a label above or below it, beside its edges
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

/** @typedef {[text: string, weight: number][]} Pieces */
/** @typedef {{ area: Area, at: number, middle: number, align: "left" | "right" }} Spot */

const BAND = 24; // pixels; what is taken is looked up by height

/** What is on a picture already, and how much of it an area would cover. */
class Taken {
  /** @type {Map<number, Area[]>} */
  #bands = new Map();

  /** @param {Area} area */
  add(area) {
    for (let band = Math.floor(area[1] / BAND); band <= Math.floor(area[3] / BAND); band++) {
      const inside = this.#bands.get(band);
      if (inside) inside.push(area);
      else this.#bands.set(band, [area]);
    }
  }

  /** @param {Area} area */
  covered(area) {
    let sum = 0;
    for (let band = Math.floor(area[1] / BAND); band <= Math.floor(area[3] / BAND); band++) {
      const [top, bottom] = [band * BAND, (band + 1) * BAND];
      for (const [left, from, right, to] of this.#bands.get(band) ?? []) {
        sum += common(area, [left, Math.max(from, top), right, Math.min(to, bottom)]);
      }
    }
    return sum;
  }
}

/**
 * @param {Pen} pen
 * @param {Lettering} lettering
 * @param {Pieces} pieces
 */
const widthOf = (pen, lettering, pieces) =>
  pieces.reduce((sum, [text, weight]) => sum + pen.measure(text, { ...lettering, weight }), 0);

/**
 * @param {Pen} pen
 * @param {Theme} theme
 * @param {Pieces} pieces
 * @param {number} left
 * @param {number} middle
 */
function writePieces(pen, theme, pieces, left, middle) {
  let x = left;
  for (const [text, weight] of pieces) {
    const lettering = { font: theme.font, size: SIZE, weight };
    const color = weight > 500 ? theme.ink : theme.ink2;
    pen.text(x, middle, text, { ...lettering, color, align: "left", halo: theme.surface });
    x += pen.measure(text, lettering);
  }
}

/**
 * The places beside a node, nearest first: right and left, on its height, above and below.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} away
 * @returns {Place[]}
 */
const beside = (x, y, away) =>
  FARTHER.flatMap((more) =>
    [0, -7, 8].flatMap((down) => {
      return /** @type {Place[]} */ ([
        [x + away + more, y + down, "left"],
        [x - away - more, y + down, "right"],
      ]);
    }),
  );

/**
 * The places below and above a node, beside its edges.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} away
 * @returns {Place[]}
 */
const slanted = (x, y, away) => [
  [x + 7, y + away, "left"],
  [x - 7, y + away, "right"],
  [x + 7, y - away, "left"],
  [x - 7, y - away, "right"],
];

/**
 * All places around a node, best first.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} away
 * @returns {Place[]}
 */
function around(x, y, r, away) {
  const [right, left, ...farther] = beside(x, y, away);
  return [right, left, ...slanted(x, y, r + UNDER), ...farther];
}

/**
 * @typedef {{ x: number[], y: number[], r: number[], frame: Tree, theme: Theme, look: Look,
 *   pillPlace(i: number): number[] }} Drawn where everything is
 */

/** Finds room on a picture of a tree for the words beside its nodes and edges. */
class Room {
  /**
   * @param {Pen} pen
   * @param {Drawn} drawn
   * @param {number[]} ways nodes, each below its parent
   */
  constructor(pen, drawn, ways) {
    const { x, y, r, frame, theme, look } = drawn;
    this.pen = pen;
    this.width = look.width;
    this.lettering = { font: theme.font, size: SIZE };
    this.taken = new Taken();
    /** @type {Area[]} */
    this.written = [];
    /** @type {Area[]} */
    this.leaders = [];
    frame.pill_text.forEach((text, i) => {
      const [left, top] = drawn.pillPlace(i);
      const half = Math.max(25, 6 * text.length + 11) / 2;
      this.taken.add([left - half, top - 9, left + half, top + 9]);
    });
    if (frame.ends[1]) {
      const end = frame.best[frame.best.length - 1];
      const top = y[end] + r[end];
      this.taken.add([x[end] - 9, top, x[end] + 9, top + 18]);
    }
    const onWay = new Set(ways);
    frame.x.forEach((_, i) => {
      const room = onWay.has(i) ? r[i] + 3 : r[i];
      this.taken.add([x[i] - room, y[i] - room, x[i] + room, y[i] + room]);
    });
  }

  /**
   * The place that covers least; the first is liked best.
   *
   * @param {Pieces} pieces
   * @param {Place[]} places
   * @param {(at: number) => Area} [leaderTo] the line that leads there
   * @returns {Spot & { covers: number }}
   */
  find(pieces, places, leaderTo) {
    const width = widthOf(this.pen, this.lettering, pieces);
    /** @type {(Spot & { cost: number, covers: number }) | null} */
    let best = null;
    for (let order = 0; order < places.length; order++) {
      // farther away it only gets worse
      if (best && best.cost <= 2 * order) break;
      const [at, middle, align] = places[order];
      const left = align === "left" ? at : at - width;
      /** @type {Area} */
      const area = [left - 1, middle - HALF, left + width + 1, middle + HALF];
      const beyond = Math.max(0, DEPTHS - area[0]) + Math.max(0, area[2] - this.width);
      const leader = leaderTo?.(at);
      const crossed = leader
        ? this.written.reduce((sum, other) => sum + common(leader, other), 0)
        : 0;
      const under = this.leaders.reduce((sum, other) => sum + common(area, other), 0);
      const covers = this.taken.covered(area) + 9 * (crossed + under) + 100 * beyond;
      const cost = covers + 2 * order;
      if (!best || cost < best.cost) best = { cost, covers, area, at, middle, align };
    }
    if (!best) throw new Error("a label is given no place");
    return best;
  }

  /** @param {Spot} spot that is written on */
  take({ area }) {
    this.taken.add(area);
    this.written.push(area);
  }
}

/**
 * What is told of a node besides its action.
 *
 * @param {Tree} frame
 * @param {number} i
 * @param {number | null} mean
 */
const meanOf = (frame, i, mean) =>
  frame.visits[i] && mean !== null ? measure(mean, frame.percent) : "";

/**
 * A figure's labels: the action on each edge of the ways, and visits and mean beside each node.
 *
 * @param {Pen} pen
 * @param {Drawn} drawn
 * @param {number[]} ways nodes, each below its parent
 * @returns {{ leaders(): void, texts(): void }} what lies under the tree, and what over it
 */
export function figureLabels(pen, drawn, ways) {
  const { x, y, r, frame, theme } = drawn;
  const room = new Room(pen, drawn, ways);
  /** @type {(() => void)[]} */
  const texts = [];

  /**
   * @param {Pieces} pieces
   * @param {Place[]} places
   * @param {(at: number) => Area} [leaderTo]
   */
  function write(pieces, places, leaderTo) {
    const spot = room.find(pieces, places, leaderTo);
    room.take(spot);
    texts.push(() => writePieces(pen, theme, pieces, spot.area[0] + 1, spot.middle));
    return spot;
  }

  for (const i of ways) {
    if (!i) continue;
    const parent = frame.parent[i];
    const away = r[i] + 8;
    if (frame.visits[i]) {
      const mean = meanOf(frame, i, frame.mean[i]);
      /** @param {number} at */
      const leaderTo = (at) => {
        const side = Math.sign(at - x[i]);
        const ends = [x[i] + side * (r[i] + 4), at - 3 * side].sort((a, b) => a - b);
        return /** @type {Area} */ ([ends[0], y[i] - 1, ends[1], y[i] + 1]);
      };
      const told = `n\u202f=\u202f${number(frame.visits[i])}${mean && `, ${mean}`}`;
      const { at } = write([[told, 400]], around(x[i], y[i], r[i], away), leaderTo);
      if (Math.abs(at - x[i]) > away + FAR) room.leaders.push(leaderTo(at));
    }
    write(
      [[frame.names[i], 600]],
      SHARES.flatMap((share) => {
        const [left, top] = along(x[parent], y[parent], x[i], y[i], share);
        const apart = frame.path_width[1] ? 5 : 4;
        return /** @type {Place[]} */ ([
          [left + apart, top, "left"],
          [left - apart, top, "right"],
        ]);
      }),
    );
  }

  return {
    leaders() {
      for (const [from, top, to] of room.leaders) {
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

const NEAREST = 22; // places beside a node that are looked at while the tree is on a screen
const SAMPLES = [0.3, 0.5, 0.7]; // of a way's edges, which no label may cover

/**
 * Where a frame's labels stand, from the middles of their nodes: found once for each size.
 *
 * @type {WeakMap<Tree, { key: string, labels: { node: number, dx: number, dy: number,
 *   align: "left" | "right" }[] }>}
 */
const placed = new WeakMap();

/**
 * Action and mean beside the nodes of the current path and of the best sequence, on the screen:
 * the path's first, as far as they cover nothing. A pan or a moving tree carries them along.
 *
 * @param {Pen} pen
 * @param {Drawn & { scene: Scene, k: number, isOut: boolean[] }} drawn
 * @param {Area} root what is taken around the root, from its middle
 * @returns {Map<number, Area>} where the labels of these nodes are
 */
export function screenLabels(pen, drawn, root) {
  const { x, y, frame, theme, scene, look, k } = drawn;
  const key = [k, look.whole, look.width, theme.font].join();
  let found = placed.get(frame);
  if (found?.key !== key) {
    found = { key, labels: place(pen, drawn, root) };
    placed.set(frame, found);
  }
  /** @type {Map<number, Area>} */
  const areas = new Map();
  for (const { node, dx, dy, align } of found.labels) {
    if (drawn.isOut[node]) continue;
    const pieces = piecesOf(frame, node, scene.mean[node]);
    const width = widthOf(pen, { font: theme.font, size: SIZE }, pieces);
    const left = x[node] + dx - (align === "right" ? width : 0);
    const middle = y[node] + dy;
    writePieces(pen, theme, pieces, left, middle);
    areas.set(node, [left, middle - HALF, left + width, middle + HALF]);
  }
  return areas;
}

/**
 * @param {Tree} frame
 * @param {number} i
 * @param {number | null} mean
 * @returns {Pieces}
 */
function piecesOf(frame, i, mean) {
  const told = meanOf(frame, i, mean);
  return [[frame.names[i], 600], ...(told ? /** @type {Pieces} */ ([[`  ${told}`, 400]]) : [])];
}

/**
 * @param {Pen} pen
 * @param {Drawn & { scene: Scene, k: number }} drawn
 * @param {Area} root
 */
function place(pen, drawn, root) {
  const { frame, look, k } = drawn;
  // where everything comes to rest, whatever is on its way there now
  const x = frame.x.map((at) => at * k + look.left);
  const y = frame.y.map((at) => at * k + look.top);
  const r = frame.radius.map((radius) => radius * k);
  /** @param {number} i */
  const pillPlace = (i) => [frame.pill_x[i] * k + look.left, frame.pill_y[i] * k + look.top];
  const called = new Set(frame.callouts.map(([node]) => node)); // they have labels of their own
  const ways = [...new Set([...frame.path, ...frame.best])].filter((i) => i);
  const room = new Room(pen, { ...drawn, x, y, r, pillPlace }, ways);
  if (!look.whole) room.width = Infinity; // its edges move with the view
  for (const i of ways) {
    const parent = frame.parent[i];
    for (const share of SAMPLES) {
      const [left, top] = along(x[parent], y[parent], x[i], y[i], share);
      room.taken.add([left - 3, top - 3, left + 3, top + 3]);
    }
  }
  room.taken.add([x[0] + root[0], y[0] + root[1], x[0] + root[2], y[0] + root[3]]);
  const labels = [];
  for (const node of ways) {
    if (called.has(node)) continue;
    const away = r[node] + (frame.new.includes(node) ? 10 : 8);
    const places = around(x[node], y[node], r[node], away).slice(0, NEAREST);
    const spot = room.find(piecesOf(frame, node, frame.mean[node]), places);
    if (spot.covers > 0) continue;
    room.take(spot);
    labels.push({ node, dx: spot.at - x[node], dy: spot.middle - y[node], align: spot.align });
  }
  return labels;
}
