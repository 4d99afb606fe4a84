// One moment of the tree as strokes: what is drawn and in which order, by a look and a pen.

import { middle, middleOf, STONE, spanOf, stonesOf } from "../../look/boards.js";
import { measure, shortCount } from "../../look/numbers.js";
import { paintBoxes, paintLanes, paintRows, setBack, standingBack } from "./bracket.js";
import { faintness, litNodes, paintCallouts, paintWays } from "./callouts.js";
import { screenLabels } from "./labels.js";
import { shadeOf } from "./theme.js";

const RING = 2.4;
const THIN_RING = 1.8; // where rows are too near for rings
const RING_GAP = 1.4;
const SELECTED_GAP = 7.5;
const CASING = 1.5;
const RING_ROOM = 17; // pixels between rows: in a very deep tree the path has thin rings
const DEPTH_ROOM = 13;
const CAPTION_ROOM = 225;
const BELOW_CAPTION = 24;
const KEPT_MARGIN = 11; // around the nodes
const KEPT_WIDTH = 30; // along the edges
const OVERVIEW = 0.6;
const NEAR = 1.5;
const CLOSE = 3;
const WIN = 3;
/** @type {Record<number, string>} */
const MARKS = { 1: "✕", 2: "=", [WIN]: "✓" }; // proven results, for the search

/**
 * A node's edge ends below its parent and above itself, vertically.
 *
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
const edge = (x0, y0, x1, y1) => [x0, y0, x0, (y0 + y1) / 2, x1, (y0 + y1) / 2, x1, y1];

/**
 * The part of a curve from its beginning to `share` (de Casteljau).
 *
 * @param {number[]} curve
 * @param {number} share
 */
function partOf([x0, y0, x1, y1, x2, y2, x3, y3], share) {
  /**
   * @param {number} a
   * @param {number} b
   */
  const mix = (a, b) => a + share * (b - a);
  const [ax, bx, cx] = [mix(x0, x1), mix(x1, x2), mix(x2, x3)];
  const [ay, by, cy] = [mix(y0, y1), mix(y1, y2), mix(y2, y3)];
  const [dx, ex, dy, ey] = [mix(ax, bx), mix(bx, cx), mix(ay, by), mix(by, cy)];
  return [x0, y0, ax, ay, dx, dy, mix(dx, ex), mix(dy, ey)];
}

/**
 * @param {Pen} pen
 * @param {Scene} scene a moment between two frames (motion.js)
 * @param {Look} look the view on it
 */
export function paint(pen, scene, look) {
  const painter = new Painter(pen, scene, look);
  painter.kept();
  paintRows(painter);
  painter.depths();
  painter.edges();
  paintWays(painter);
  painter.path();
  paintLanes(painter);
  paintBoxes(painter);
  painter.nodes();
  paintCallouts(painter);
  painter.ways();
  painter.marks();
  painter.texts();
}

export class Painter {
  /**
   * @param {Pen} pen
   * @param {Scene} scene
   * @param {Look} look
   */
  constructor(pen, scene, look) {
    this.pen = pen;
    this.scene = scene;
    this.look = look;
    this.frame = scene.frame;
    this.theme = look.theme;
    this.k = look.scale;
    this.small = look.zoom < OVERVIEW;
    this.x = scene.x.map((x) => x * this.k + look.left);
    this.y = scene.y.map((y) => y * this.k + look.top);
    const least = this.small ? 4 : 0;
    this.r = scene.radius.map((r) => Math.max(r * this.k, least));
    this.rings = this.frame.rowStep * this.k >= RING_ROOM;
    this.lit = litNodes(this.frame);
    this.faint = setBack(standingBack(this.frame), faintness(this.lit, look.lifted));
    this.write = this.write.bind(this);
    this.edgeTo = this.edgeTo.bind(this);
    this.onBest = new Set(this.frame.best.slice(1));
    this.color = this.theme.phases[Math.max(this.frame.phase, 1) - 1];
    this.isOut = this.x.map(
      (x, i) => x < -60 || x > look.width + 60 || this.y[i] < -60 || this.y[i] > look.height + 60,
    );
  }

  /** @param {number} mean */
  shade(mean) {
    return shadeOf(this.theme, this.scene, mean);
  }

  /** @param {number} i */
  edgeTo(i) {
    const parent = this.frame.parent[i];
    return edge(this.x[parent], this.y[parent], this.x[i], this.endBelow(parent, this.y[i]));
  }

  /**
   * Where an edge ends that leads down to `y`: above the rounds an edge of the root, in its lane.
   *
   * @param {number} parent
   * @param {number} y
   */
  endBelow(parent, y) {
    const { bracket } = this.frame;
    return bracket && parent === 0 ? bracket.top * this.k + this.look.top : y;
  }

  /** @param {number} i whose edge may be out of sight */
  isHidden(i) {
    const parent = this.frame.parent[i];
    return this.isOut[i] && this.isOut[parent];
  }

  /** The branch that a move has kept lies on a tint, which grows together where nodes are near. */
  kept() {
    const { frame, theme, pen } = this;
    for (const i of frame.kept) {
      if (this.isOut[i]) continue;
      pen.circle(this.x[i], this.y[i], this.r[i] + KEPT_MARGIN * this.k, {
        fill: theme["accent-bg"],
      });
      if (!i) continue;
      const look = { stroke: theme["accent-bg"], width: KEPT_WIDTH * this.k };
      pen.curve(this.edgeTo(i), { ...look, cap: "round" });
    }
  }

  depths() {
    const { frame, theme, look } = this;
    if (this.small || !frame.captioned) return;
    const step = Math.ceil(DEPTH_ROOM / (frame.rowStep * this.k));
    frame.row_y.forEach((row, depth) => {
      if (!depth || depth % step) return;
      this.write(12, row * this.k + look.top, String(depth), { color: theme.ink3 });
    });
  }

  edges() {
    const { frame, scene, theme, pen } = this;
    for (const ghost of scene.leaving) {
      /**
       * @param {number} x
       * @param {number} y
       * @returns {[number, number]}
       */
      const at = (x, y) => [x * this.k + this.look.left, y * this.k + this.look.top];
      pen.circle(...at(ghost.x, ghost.y), ghost.r * this.k, {
        fill: theme.edge,
        alpha: ghost.alpha,
      });
    }
    for (let i = 1; i < frame.x.length; i++) {
      const width = scene.edge_width[i] * this.k ** 0.5;
      if (this.isHidden(i) || (this.small && width < 1.2)) continue;
      const alpha = scene.alpha[i] * this.faint(i);
      pen.curve(this.edgeTo(i), { stroke: theme.edge, width, alpha });
    }
    if (!this.small) {
      frame.pill_parent.forEach((parent, i) => {
        const [x, y] = this.pillPlace(i);
        const end = this.endBelow(parent, y);
        pen.curve(edge(this.x[parent], this.y[parent], x, end), {
          stroke: theme.ink3,
          width: 1.1,
          dash: [2, 3],
        });
      });
    }
    for (const i of frame.best.slice(1)) {
      pen.curve(this.edgeTo(i), { stroke: theme.best, width: 1.8, alpha: scene.alpha[i] });
    }
    // links to who has the same position's children: of the nodes that matter now
    const { hovered } = this.look;
    const looked = new Set([frame.selected, hovered, ...frame.path]);
    for (const [i, other] of frame.twins) {
      if (other < 0 || !(looked.has(i) || hovered === other)) continue;
      const bend = Math.min(this.y[i], this.y[other]) - 22;
      pen.curve(
        [this.x[i], this.y[i], this.x[i], bend, this.x[other], bend, this.x[other], this.y[other]],
        { stroke: theme.accent, width: 1.4, dash: [2, 3] },
      );
    }
  }

  /** @param {number} i */
  pillPlace(i) {
    const { pillX, pillY } = this.scene;
    return [pillX[i] * this.k + this.look.left, pillY[i] * this.k + this.look.top];
  }

  path() {
    const { frame, scene, theme, pen } = this;
    const steps = frame.path.slice(1);
    /** @param {boolean} casing */
    const draw = (casing) =>
      steps.forEach((i, step) => {
        const share = Math.min(scene.grown - step, 1);
        if (share <= 0) return;
        let width = frame.path_width[step + 1] * this.k ** 0.5;
        if (!this.rings) width = Math.max(Math.min(width, this.r[i]), THIN_RING);
        const curve = share < 1 ? partOf(this.edgeTo(i), share) : this.edgeTo(i);
        pen.curve(
          curve,
          casing
            ? { stroke: theme.surface, width: width + 2 * CASING }
            : { stroke: this.color, width },
        );
      });
    draw(true);
    draw(false);
    if (frame.connector !== null && frame.path.length && scene.unrolled > 0) {
      const leaf = frame.path[frame.path.length - 1];
      const [x0, y0] = [this.x[leaf], this.y[leaf] + 11];
      const [x1, y1] = [frame.connector, this.look.height];
      // down first and aside only at the bottom, where few nodes are in the way
      const line = partOf([x0, y0, x0, y1, x1, y1 - 18, x1, y1], scene.unrolled);
      pen.curve(line, { stroke: this.color, width: 1.8, dash: [2, 4], cap: "round" });
    }
    if (!this.rings) {
      frame.path.forEach((i, step) => {
        if (frame.new.includes(i) || scene.grown < step) return;
        pen.circle(this.x[i], this.y[i], this.r[i] + THIN_RING, {
          fill: theme.surface,
          stroke: this.color,
          width: THIN_RING,
        });
      });
    } else {
      frame.path.forEach((i, step) => {
        if (frame.new.includes(i)) return;
        const arrived = Math.min(Math.max(scene.grown - step + 0.35, 0) / 0.35, 1);
        if (arrived <= 0) return;
        const pop =
          1 +
          0.28 *
            Math.sin(Math.PI * Math.min((scene.grown - step) / 0.9, 1)) *
            (scene.grown - step < 0.9 ? 1 : 0);
        const ring = (this.r[i] + RING_GAP + RING / 2 + (this.onBest.has(i) ? 1.1 : 0.5)) * pop;
        pen.circle(this.x[i], this.y[i], ring + RING / 2, { fill: theme.surface });
        pen.circle(this.x[i], this.y[i], ring, { stroke: this.color, width: RING, alpha: arrived });
      });
    }
  }

  nodes() {
    const { frame, scene, theme, pen } = this;
    const { x, y, r } = this;
    const { selected } = frame;
    if (selected >= 0) {
      const look = { stroke: theme.accent, width: 1.8, dash: [4, 3] };
      pen.circle(x[selected], y[selected], r[selected] + SELECTED_GAP, look);
    }
    const width = this.rings ? 2.2 : 1.5;
    for (let i = 0; i < x.length; i++) {
      if (this.isOut[i]) continue;
      const mean = scene.mean[i];
      const fill = mean === null ? theme.surface : this.shade(mean).fill;
      const best = this.onBest.has(i);
      pen.circle(x[i], y[i], r[i], {
        fill,
        stroke: best ? theme.best : theme["node-line"],
        width: best ? width : 1,
        alpha: scene.alpha[i] * this.faint(i),
      });
      if (frame.isTwin[i]) pen.circle(x[i], y[i], r[i] + 2.5, { stroke: theme.ink3, dash: [2, 2] });
    }
    this.lender();
    const leaf = frame.path.at(-1);
    for (const i of frame.new) {
      const size = (i === leaf ? 8 : 6) * scene.popped;
      if (i === leaf) pen.circle(x[i], y[i], 11 * scene.popped, { fill: this.color, alpha: 0.18 });
      pen.polygon(
        [
          [x[i], y[i] - size],
          [x[i] + size, y[i]],
          [x[i], y[i] + size],
          [x[i] - size, y[i]],
        ],
        { fill: this.color, stroke: theme.surface, width: 1.5 },
      );
    }
    if (this.look.hovered >= 0) {
      const i = this.look.hovered;
      pen.circle(x[i], y[i], r[i] + 4, { stroke: theme.accent, width: 1.8 });
    }
  }

  // who lends its statistics to the selected node's children
  lender() {
    const { frame, theme } = this;
    const i = frame.lender;
    if (i < 0 || this.isOut[i]) return;
    const away = this.r[i] + SELECTED_GAP;
    this.pen.circle(this.x[i], this.y[i], away, { stroke: theme.simulate, width: 1.8 });
    if (this.small) return;
    this.write(this.x[i] - away - 5, this.y[i], "lends AMAF", {
      size: 10,
      weight: 600,
      color: theme.ink2,
      align: "right",
      halo: theme.surface,
    });
  }

  // actions and means of the path and of the best sequence
  ways() {
    /** @type {Map<number, number[]>} */
    this.told = new Map();
    if (this.small || !this.look.hasLabels) return;
    const away = this.r[0] + SELECTED_GAP;
    const caption = this.captionLeft() ? [-CAPTION_ROOM, 0] : [0, CAPTION_ROOM];
    const root = this.frame.captioned ? caption : [-away, away];
    this.told = screenLabels(this.pen, this, [root[0], -away, root[1], away]);
  }

  // what stands beside nodes: proven results, the star, the result that climbs
  marks() {
    const { frame, scene, theme, pen } = this;
    const { x, y, r } = this;
    if (!this.small) {
      frame.proven.forEach(([i, result]) => {
        const away = Math.max(r[i] * 0.75, 3.5);
        const [left, top] = [x[i] + away, y[i] - away];
        pen.circle(
          left,
          top,
          5,
          result === WIN
            ? { fill: theme.ink, stroke: theme.surface, width: 1.2 }
            : { fill: theme.surface, stroke: theme.ink, width: 1.2 },
        );
        this.write(left, top, MARKS[result], {
          size: 8,
          weight: 700,
          color: result === WIN ? theme.surface : theme.ink,
        });
      });
    }
    if (frame.ends[1]) {
      const end = frame.best[frame.best.length - 1];
      this.write(x[end], y[end] + r[end] + 10, "★", {
        size: 14 * scene.starred,
        color: theme.best,
      });
    }
    this.climbing();
  }

  climbing() {
    const { frame, scene, theme } = this;
    if (!frame.result) return;
    const text = `▲ ${frame.result}`;
    const width = this.pen.measure(text, { font: theme.font, weight: 600 }) + 16;
    // position along the path: the number of edges still to climb
    const left = Math.min(Math.max(scene.left, 0), Math.max(frame.path.length - 1, 0));
    const low = frame.path[Math.ceil(left)] ?? 0;
    const high = frame.path[Math.floor(left)] ?? 0;
    const share = left - Math.floor(left);
    /** @param {number[]} values */
    const mix = (values) => values[high] + share * (values[low] - values[high]);
    const away = mix(this.r) + SELECTED_GAP + 8;
    const middle = mix(this.x);
    const right = middle + away;
    // Not on the root's caption, and not beyond the card: where the one is on the left and the card
    // ends on the right, below the caption.
    const isAtCaption = left < 1 && this.captionLeft();
    const isRight = isAtCaption && right + width <= this.look.width;
    const x = isRight ? right : middle - away - width;
    const y = mix(this.y) + (isAtCaption && !isRight && frame.captioned ? BELOW_CAPTION : 0);
    this.pen.box(x, y - 11, width, 22, 11, {
      fill: theme.backprop,
      stroke: theme.surface,
      width: 1.5,
    });
    this.write(x + width / 2, y, text, { weight: 600, color: theme.surface });
  }

  captionLeft() {
    return this.x[0] > this.look.width - CAPTION_ROOM;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} text
   * @param {Lettering} options
   */
  write(x, y, text, options) {
    this.pen.text(x, y, text, { font: this.theme.font, ...options });
  }

  texts() {
    const { frame, theme, pen, look } = this;
    frame.pill_text.forEach((text, i) => {
      const [x, y] = this.pillPlace(i);
      if (this.small) {
        pen.circle(x, y, 2.5, { fill: theme.ink3 });
        return;
      }
      const width = Math.max(25, pen.measure(text, { font: theme.font }) + 11);
      const lit = look.hoveredPill === i;
      pen.box(x - width / 2, y - 8.5, width, 17, 8.5, {
        fill: theme.sunk,
        stroke: lit ? theme.accent : theme.line2,
      });
      this.write(x, y + 0.5, text, { color: lit ? theme.accent : theme.ink2 });
    });
    if (this.small) return;
    this.labels();
    if (look.zoom > NEAR) this.names();
    this.boards();
    if (frame.captioned) this.caption();
  }

  // visits, inside the nodes that have room for them
  labels() {
    const { scene } = this;
    for (let i = 0; i < this.x.length; i++) {
      if (this.r[i] <= 8.2 || scene.visits[i] < 100 || this.isOut[i]) continue;
      const text = shortCount(Math.round(scene.visits[i]));
      const size = Math.min(11 * Math.max(this.k, 1), (2 * (this.r[i] - 1)) / (0.66 * text.length));
      const mean = scene.mean[i];
      if (size < 8 || mean === null) continue;
      this.write(this.x[i], this.y[i] + 0.5, text, {
        size,
        weight: 600,
        color: this.shade(mean).text,
      });
    }
  }

  // Actions and means beside the nodes: the path's first, then by visits, as long as there is room.
  names() {
    const { frame, theme, scene } = this;
    const place = new Map(frame.path.map((i, depth) => [i, 1e12 - depth]));
    const order = frame.x
      .map((_, i) => i)
      .slice(1)
      .filter((i) => !this.isOut[i] && !this.told.has(i))
      .sort(
        (a, b) => (place.get(b) ?? frame.visits[b]) - (place.get(a) ?? frame.visits[a]) || a - b,
      );
    /** @type {Map<number, number[][]>} */
    const taken = new Map();
    const told = [...this.told.values()];
    /** @type {(left: number, middle: number, right: number) => boolean} */
    const isFree = (left, middle, right) =>
      !told.some(
        ([from, top, to, bottom]) =>
          left < to && right > from && middle + 6 > top && middle - 6 < bottom,
      );
    for (const i of order) {
      const tile = frame.tiles[i] ? 10 : 0;
      const width = this.pen.measure(frame.names[i], { font: theme.font, size: 10 }) + tile;
      const row = Math.round(frame.y[i]);
      const [left, right] = [this.x[i] - width / 2 - 2, this.x[i] + width / 2 + 2];
      const others = taken.get(row) ?? [];
      const below = this.y[i] + this.r[i] + (this.rings && place.has(i) ? 13 : 9);
      if (others.some(([from, to]) => left < to && right > from)) continue;
      if (!isFree(left, below, right)) continue;
      taken.set(row, [...others, [left, right]]);
      if (tile) {
        this.pen.box(left + 2, below - 4, 8, 8, 2, {
          fill: theme.tiles[frame.tiles[i] - 1],
          stroke: theme.surface,
        });
      }
      this.write(left + 2 + tile, below, frame.names[i], {
        size: 10,
        color: theme.ink2,
        align: "left",
        halo: theme.surface,
      });
      if (this.r[i] > 8 && scene.mean[i] !== null) {
        const mean = measure(scene.mean[i], frame.percent);
        const start = this.x[i] + this.r[i] + 7;
        if (!isFree(start, this.y[i], start + 6 * mean.length)) continue;
        this.write(start, this.y[i], mean, {
          size: 10,
          color: theme.ink,
          align: "left",
          halo: theme.surface,
        });
      }
    }
  }

  // small boards beside the nodes of the path, on the canvas as these: they move and fade together
  boards() {
    const { frame, theme, pen, look } = this;
    const { board } = frame;
    if (!board || look.zoom <= CLOSE) return;
    const { width, height } = board;
    const isTiles = board.pieces !== "stones";
    const cell = isTiles ? 4.3 : 8;
    for (const [i, cells] of frame.boards) {
      if (this.isOut[i]) continue;
      const left = this.x[i] - this.r[i] - 16 - width * cell;
      const top = this.y[i] - (height * cell) / 2;
      pen.box(left - 3, top - 3, width * cell + 6, height * cell + 6, 4, {
        fill: theme["empty-cell"],
        stroke: theme.line2,
      });
      cells.forEach((value, at) => {
        const [x, y] = middle(board, at);
        const [cx, cy] = [left + x * cell, top + y * cell];
        if (isTiles && value) {
          pen.box(cx - cell / 2, cy - cell / 2, cell - 0.4, cell - 0.4, 0, {
            fill: theme.tiles[value - 1],
          });
        }
        if (!isTiles && !value) pen.circle(cx, cy, 1, { fill: theme.line2 });
      });
      if (isTiles) continue;
      for (const [at, player] of stonesOf(board, cells)) {
        const fill = theme[player === frame.search_player ? "disc-search" : "disc-opponent"];
        const [x, y] = middleOf(board, at, player);
        const [dx, dy] = spanOf(board, player).map((each) => Math.abs(each) * cell);
        const [cx, cy, r] = [left + x * cell, top + y * cell, cell * STONE];
        if (dx || dy)
          pen.box(cx - dx / 2 - r, cy - dy / 2 - r, dx + 2 * r, dy + 2 * r, 1, { fill });
        else pen.circle(cx, cy, r, { fill });
      }
    }
  }

  caption() {
    const { frame, theme } = this;
    const away = this.r[0] + SELECTED_GAP + 6;
    const halo = theme.surface;
    const look = { size: 12, halo };
    if (this.captionLeft()) {
      this.write(this.x[0] - away, this.y[0], `${frame.title} ${frame.caption}`, {
        ...look,
        color: theme.ink2,
        align: "right",
      });
      return;
    }
    const title = { ...look, weight: 600 };
    const width = this.pen.measure(frame.title, { font: theme.font, ...title });
    this.write(this.x[0] + away, this.y[0], frame.title, {
      ...title,
      color: theme.ink,
      align: "left",
    });
    this.write(this.x[0] + away + width + 6, this.y[0], frame.caption, {
      ...look,
      color: theme.ink2,
      align: "left",
    });
  }
}
