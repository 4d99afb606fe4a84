// What is on the screen between two frames: nodes glide, the phase of the iteration plays.
// The frames are the engine's; motion only leads from one to the next and ends exactly there.

const GLIDE_MS = 260;
const SHORTEST_MS = 60; // anything shorter becomes a cut
const SHARE = 0.85; // of the time until the next frame
/** @type {Record<number, number>} */
const STEP_MS = { 0: 0, 1: 90, 2: 220, 3: 240, 4: 80 }; // selection and backpropagation: an edge
const STAR_MS = 400;
const LEAVE_MS = 180;
const COMMON = 0.3; // with less in common than this, it is another tree: a cut

/** @typedef {"x" | "y"} Place */
/** @typedef {"radius" | "visits" | "edge_width"} Value */

/** @param {number} value */
const clamp = (value) => Math.min(Math.max(value, 0), 1);
/** @param {number} t */
const cubicOut = (t) => 1 - (1 - t) ** 3;
/** @param {number} t */
const cubicInOut = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
/** @param {number} t */
const backOut = (t) => 1 + 2.4 * (t - 1) ** 3 + 1.4 * (t - 1) ** 2;
/**
 * @param {number} a
 * @param {number} b
 * @param {number} t
 */
const mix = (a, b, t) => a + t * (b - a);

/** @type {Value[]} */
const VALUES = ["radius", "visits", "edge_width"]; // what an iteration changes, besides the means
/** @type {Place[]} */
const PLACES = ["x", "y"];

/**
 * Names the nodes by the actions that lead to them: their numbers change from frame to frame.
 *
 * @param {TreeFrame} sent
 * @returns {Tree}
 */
export function prepare(sent) {
  const frame = /** @type {Tree} */ (sent);
  const names = [""];
  for (let i = 1; i < frame.x.length; i++) {
    const above = names[frame.parent[i]];
    names.push(above ? `${above},${frame.action[i]}` : String(frame.action[i]));
  }
  frame.actions = names;
  frame.index = new Map(names.map((name, i) => [name, i]));
  frame.rowStep = Math.min(frame.height, ...frame.row_y.slice(1).map((y, i) => y - frame.row_y[i]));
  frame.isTwin = [];
  for (const [i] of frame.twins) frame.isTwin[i] = true;
  return frame;
}

/**
 * @param {Scene} scene
 * @param {Carry} carry
 * @returns {Scene}
 */
function moved(scene, { k, x, y }) {
  /**
   * @param {number[]} values
   * @param {number} by
   */
  const along = (values, by) => values.map((value) => value * k + by);
  return {
    ...scene,
    x: along(scene.x, x),
    y: along(scene.y, y),
    radius: along(scene.radius, 0),
    pillX: along(scene.pillX, x),
    pillY: along(scene.pillY, y),
    boxWidths: along(scene.boxWidths, 0),
  };
}

export class Motion {
  /** @type {Tree | null} */
  frame = null;
  start = 0;
  /** @type {Before | null} */
  before = null;
  /** @type {Ghost[]} */
  leaving = [];
  glide = 0;
  length = 0;
  star = 0;

  /**
   * Go on to a frame from whatever is on the screen.
   *
   * @param {Tree} frame
   * @param {number} now ms
   * @param {boolean} cut at once
   * @param {() => Carry} turn sets the view for the new frame
   */
  show(frame, now, cut, turn) {
    const before = this.frame && this.at(now).scene;
    const last = this.frame;
    this.frame = frame;
    const carry = turn();
    this.start = now;
    this.before = null;
    this.leaving = [];
    this.glide = this.length = this.star = 0;
    if (!before || cut || !last) return;
    const common = frame.actions.filter((name) => last.index.has(name)).length;
    if (common < COMMON * Math.min(frame.x.length, last.x.length)) return;
    this.before = this.#bring(moved(before, carry), last, frame);
    this.glide = this.#time(GLIDE_MS, frame);
    if (this.glide) this.leaving = this.#leave(moved(before, carry), last, frame);
    if (frame.steps === last.steps + 1) {
      const edges = [1, 4].includes(frame.phase) ? Math.max(frame.path.length - 1, 1) : 1;
      this.length = this.#time(STEP_MS[frame.phase] * edges, frame);
    }
    /** @param {Tree} some */
    const end = (some) => some.actions[some.best.at(-1) ?? 0];
    if (end(frame) !== end(last)) this.star = this.#time(STAR_MS, frame);
  }

  /**
   * @param {number} ms
   * @param {Tree} frame
   */
  #time(ms, { pace }) {
    const time = Math.min(ms, SHARE * pace);
    return time < SHORTEST_MS ? 0 : time;
  }

  /**
   * The scene before, in the order of the new frame; who was not there comes out of its parent.
   *
   * @param {Scene} scene
   * @param {Tree} last
   * @param {Tree} frame
   * @returns {Before}
   */
  #bring(scene, last, frame) {
    const from = frame.actions.map((name) => last.index.get(name) ?? -1);
    /** @type {Before} */
    const result = {
      x: [],
      y: [],
      radius: [],
      visits: [],
      mean: [],
      edge_width: [],
      alpha: [],
      pills: [],
      boxes: [],
      low: scene.low,
      high: scene.high,
    };
    from.forEach((old, i) => {
      const parent = frame.parent[i];
      const isNew = old < 0;
      for (const key of PLACES) {
        result[key].push(
          !isNew
            ? scene[key][old]
            : frame.new.includes(i) || parent < 0
              ? frame[key][i]
              : result[key][parent],
        );
      }
      for (const key of VALUES) result[key].push(isNew ? frame[key][i] : scene[key][old]);
      result.mean.push(isNew ? frame.mean[i] : scene.mean[old]);
      result.alpha.push(isNew && !frame.new.includes(i) ? 0 : 1);
    });
    const known = new Map(
      last.bracket?.boxes.map(({ node, row }, at) => [`${last.actions[node]} ${row}`, at]),
    );
    result.boxes = (frame.bracket?.boxes ?? []).map(({ node, row, width }) => {
      const old = known.get(`${frame.actions[node]} ${row}`);
      return old === undefined ? width : scene.boxWidths[old];
    });
    result.pills = frame.pill_parent.map((parent, i) => {
      const name = frame.actions[parent];
      const old = last.pill_parent.findIndex((other) => last.actions[other] === name);
      return old < 0 ? [frame.pill_x[i], frame.pill_y[i]] : [scene.pillX[old], scene.pillY[old]];
    });
    return result;
  }

  /**
   * @param {Scene} scene
   * @param {Tree} last
   * @param {Tree} frame
   */
  #leave(scene, last, frame) {
    /** @type {Ghost[]} */
    const gone = [];
    last.actions.forEach((name, i) => {
      if (!frame.index.has(name)) {
        gone.push({ x: scene.x[i], y: scene.y[i], r: scene.radius[i] });
      }
    });
    return gone;
  }

  /**
   * The moment at `now`, and whether nothing will move any more.
   *
   * @param {number} now ms
   */
  at(now) {
    const { frame, before } = this;
    if (!frame) throw new Error("no frame has been shown yet");
    const time = now - this.start;
    const glided = this.glide ? cubicInOut(clamp(time / this.glide)) : 1;
    const played = this.length ? clamp(time / this.length) : 1;
    const edges = Math.max(frame.path.length - 1, 0);
    /** @type {Scene} */
    const scene = {
      ...{ x: frame.x, y: frame.y, radius: frame.radius, visits: frame.visits },
      ...{ mean: frame.mean, edge_width: frame.edge_width },
      ...{ alpha: [], pillX: [], pillY: [], boxWidths: [] },
      frame,
      glided,
      grown: edges + 1,
      unrolled: 1,
      popped: 1,
      left: 0,
      leaving: [],
      starred: this.star ? mix(1.3, 1, backOut(clamp(time / this.star))) : 1,
      low: before ? mix(before.low, frame.low, glided) : frame.low,
      high: before ? mix(before.high, frame.high, glided) : frame.high,
    };
    if (played < 1) this.#play(scene, frame.phase, played, edges);
    this.#place(scene, glided, played < 1 && frame.phase === 4);
    if (time < LEAVE_MS) {
      scene.leaving = this.leaving.map((ghost) => ({ ...ghost, alpha: 1 - time / LEAVE_MS }));
    }
    const end = Math.max(this.glide, this.length, this.star, this.leaving.length && LEAVE_MS);
    return { scene, resting: time >= end };
  }

  /**
   * @param {Scene} scene
   * @param {number} phase
   * @param {number} played the share of the phase's time
   * @param {number} edges of the path
   */
  #play(scene, phase, played, edges) {
    if (phase === 1) scene.grown = edges * mix(played, cubicOut(played), 0.4);
    if (phase === 2) {
      scene.popped = backOut(played);
      scene.grown = edges - 1 + cubicOut(played);
    }
    if (phase === 3) scene.unrolled = cubicInOut(played);
    if (phase === 4) scene.left = edges * (1 - cubicInOut(played));
  }

  /**
   * @param {Scene} scene
   * @param {number} glided
   * @param {boolean} climbing
   */
  #place(scene, glided, climbing) {
    const { before } = this;
    const { frame } = scene;
    if (!before) {
      scene.alpha = frame.x.map(() => 1);
      scene.pillX = frame.pill_x;
      scene.pillY = frame.pill_y;
      scene.boxWidths = (frame.bracket?.boxes ?? []).map(({ width }) => width);
      return;
    }
    for (const key of PLACES) {
      scene[key] = frame[key].map((to, i) => mix(before[key][i], to, glided));
    }
    // on the path the numbers change when the result comes by
    const changed = frame.x.map(() => glided);
    if (climbing)
      frame.path.forEach((i, depth) => {
        changed[i] = clamp(depth - scene.left + 1);
      });
    for (const key of VALUES) {
      scene[key] = frame[key].map((to, i) => mix(before[key][i], to, changed[i]));
    }
    scene.mean = frame.mean.map((to, i) => {
      const from = before.mean[i];
      if (to === null || from === null) return changed[i] > 0.5 ? to : from;
      return mix(from, to, changed[i]);
    });
    scene.alpha = before.alpha.map((alpha) => mix(alpha, 1, glided));
    scene.boxWidths = (frame.bracket?.boxes ?? []).map(({ width }, i) =>
      mix(before.boxes[i], width, glided),
    );
    scene.pillX = frame.pill_x.map((x, i) => mix(before.pills[i][0], x, glided));
    scene.pillY = frame.pill_y.map((y, i) => mix(before.pills[i][1], y, glided));
  }
}
