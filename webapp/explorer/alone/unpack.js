// The moments that packing.py has packed: any of them, from the nearest one that was kept on the way.

import { number } from "../look/numbers.js";

const SPACING = 64; // moments between two that are kept to go on from

/** @param {string} text in base64, compressed by gzip */
export async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Whole numbers, one after the other, seven bits a byte. */
class Ints {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  next() {
    let number = 0;
    let weight = 1;
    let byte = 0;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * weight;
      weight *= 128;
    } while (byte > 127);
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }

  /** @param {number} count of numbers, each told as the step from the one before it */
  places(count) {
    let place = 0;
    return Array.from({ length: count }, () => {
      place += this.next();
      return place;
    });
  }
}

/** @param {Uint8Array} bytes what `inflate` gives */
export function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const headEnd = 4 + view.getUint32(0, true);
  /** @type {SavedHead} */
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, headEnd)));
  /** @type {Record<string, Ints>} */
  const streams = {};
  let at = headEnd;
  let floats = at;
  for (const [name, length] of head.streams) {
    if (name === "floats") floats = at;
    else streams[name] = new Ints(bytes.subarray(at, at + length));
    at += length;
  }
  const columns = Object.entries(head.columns);
  const names = Object.keys(head.tables);

  /**
   * What goes on from moment to moment; the numbers are by the node, the places by the table.
   *
   * @type {{
   *   moment: number,
   *   drawn: number[],
   *   values: Record<string, (number | null)[]>,
   *   pills: Record<number, number[]>,
   *   shownPills: number[][],
   *   lanes: number | undefined,
   *   places: Record<string, number>,
   *   floats: number,
   *   ends: Record<string, number>,
   * }}
   */
  let state = {
    moment: -1,
    drawn: [],
    values: Object.fromEntries(
      [...columns.map(([name]) => name), ...head.exact].map((name) => [name, []]),
    ),
    pills: {},
    shownPills: [],
    lanes: undefined,
    places: Object.fromEntries(names.map((name) => [name, 0])),
    floats: 0,
    ends: Object.fromEntries(Object.keys(streams).map((name) => [name, 0])),
  };
  const kept = [structuredClone(state)];

  function advance() {
    for (const [name, stream] of Object.entries(streams)) stream.at = state.ends[name];
    const gone = new Set(streams.gone.places(streams.gone.next()));
    const drawn = state.drawn.filter((_, i) => !gone.has(i));
    for (const place of streams.new.places(streams.new.next()))
      drawn.splice(place, 0, streams.who.next());
    state.drawn = drawn;
    for (const [name] of columns) {
      const values = state.values[name];
      for (const node of drawn) values[node] = (values[node] ?? 0) + streams[name].next();
    }
    for (const name of head.exact) {
      for (const place of streams[name].places(streams[name].next())) {
        const value = view.getFloat64(floats + 8 * state.floats++, true);
        state.values[name][drawn[place]] = Number.isFinite(value) ? value : null;
      }
    }
    state.shownPills = Array.from({ length: streams.pills.next() }, () => {
      const parent = streams.pills.next();
      state.pills[drawn[parent]] ??= [0, 0, 0];
      const last = state.pills[drawn[parent]];
      last.forEach((value, i) => {
        last[i] = value + streams.pills.next();
      });
      return [parent, ...last];
    });
    state.lanes = streams.lanes?.next();
    for (const name of names) {
      const place = streams[`=${name}`].next();
      if (place) state.places[name] = place;
    }
    for (const [name, stream] of Object.entries(streams)) state.ends[name] = stream.at;
    state.moment++;
    if (state.moment % SPACING === 0 && !kept[1 + state.moment / SPACING])
      kept[1 + state.moment / SPACING] = structuredClone(state);
  }

  /** A value of its parts. @param {number} number @returns {any} */
  function whole(number) {
    const part = head.parts[number];
    if (Array.isArray(part)) return part.map(whole);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, whole(each)]));
  }

  /**
   * What is told of the moment in which the search now is, as the page's cards have it.
   *
   * @returns {SavedMoment}
   */
  function shown() {
    const { drawn, values } = state;
    const place = new Map(drawn.map((node, i) => [node, i]));
    const told = drawn.map((node) => head.nodes[node]);
    /** @type {Record<string, unknown>} */
    const tree = {
      parent: told.map(([parent]) => place.get(parent) ?? -1),
      action: told.map(([, action]) => action),
      names: told.map(([, , name]) => name),
      tiles: told.map(([, , , tile]) => tile),
      pill_parent: state.shownPills.map(([parent]) => parent),
      pill_x: state.shownPills.map(([, x]) => x / head.columns.x),
      pill_y: state.shownPills.map(([, , y]) => y / head.columns.y),
      pill_text: state.shownPills.map(([, , , hidden]) => `+${number(hidden)}`),
      pill_opens: state.shownPills.map(() => 0),
    };
    for (const [name, parts] of columns)
      tree[name] = drawn.map((node) => (values[name][node] ?? 0) / parts);
    for (const name of head.exact) tree[name] = drawn.map((node) => values[name][node] ?? null);
    /** @type {Record<string, unknown>} */
    const rest = {};
    for (const name of names) rest[name] = head.tables[name][state.places[name] - 1];
    const lanes = state.lanes === undefined ? null : whole(state.lanes);
    return {
      drawn,
      tree: /** @type {SavedTree} */ (/** @type {unknown} */ (tree)),
      rest: /** @type {SavedRest} */ (rest),
      lanes,
    };
  }

  /** @param {number} moment */
  function go(moment) {
    if (moment < state.moment || moment >= state.moment + SPACING) {
      const near = kept.findLastIndex((each) => each && each.moment <= moment);
      const isAhead = kept[near].moment > state.moment;
      if (moment < state.moment || isAhead) state = structuredClone(kept[near]);
    }
    while (state.moment < moment) advance();
    return shown();
  }

  return { head, at: go };
}
