// The tree on its canvas: looking around, pointing, choosing, and what a screen reader is told.
// Nodes are named by their actions from the root, "12,7,30"; the root's name is "".

import { actionsOf } from "../../look/actions.js";
import { part, penOf } from "../../look/dom.js";
import { CanvasPen } from "../../look/pens.js";
import { Motion, prepare } from "./motion.js";
import { paint } from "./paint.js";
import { readTheme } from "./theme.js";
import { createWords, describe } from "./words.js";

const REACH = 8; // pixels around a node that still mean the node
const DRAG = 4;
const STEP = 1.4; // of a zoom button
const CLOSEST = 8;
const FARTHEST = 0.35;
const LEVELS = [1.5, 3]; // from these zooms on Python sends more of the tree
const LEVEL_MS = 150;
const PAN = 80;
const ROOM = 60; // around a node that was just selected

/**
 * @param {HTMLElement} card
 * @param {Send} send
 * @param {(actions: number[] | null) => void} hover
 */
export function createTree(card, send, hover) {
  /** @param {string} selector */
  const find = (selector) => part(card, selector);
  const words = createWords(find);
  const stage = find("[data-stage]");
  /** @type {HTMLCanvasElement} */
  const canvas = part(card, "canvas");
  const pen = new CanvasPen(penOf(canvas));
  const motion = new Motion();
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const size = { width: 0, height: 0, ratio: 1 };
  /** @type {View} */
  const view = { scale: 1, left: 0, top: 0, whole: true };
  // in a component of its own the card's host is dressed, not the document
  const within = card.getRootNode();
  const dressed = within instanceof ShadowRoot ? within.host : document.documentElement;
  let theme = readTheme(dressed);
  /** @type {Scene | null} */
  let scene = null; // of the newest frame from when it has come
  let pointed = { node: -1, pill: -1 };
  let lifted = false; // the pointer is over the tree: nothing in it steps back
  /** @type {string | null} */
  let linked = null; // the name of the node that another view points at
  let level = 0;
  let levelTimer = 0;
  let drawing = 0;
  let isUnseen = false; // the frame on show has no picture yet
  /** @type {TreeFrame | null} */
  let next = null; // is shown after that picture: of frames that come together each gets one

  // ---- drawing ----

  const zoom = () => (motion.frame ? (view.scale * motion.frame.width) / size.width : 1);

  /**
   * @param {Tree} frame
   * @returns {Look}
   */
  function lookAt(frame) {
    let hovered = pointed.node;
    if (hovered < 0 && linked !== null) hovered = frame.index.get(linked) ?? -1;
    return {
      ...view,
      ...size,
      zoom: zoom(),
      hasLabels: true,
      theme,
      hovered,
      hoveredPill: pointed.pill,
      lifted,
    };
  }

  function draw() {
    drawing = 0;
    if (motion.frame && size.width) drawFrame();
    isUnseen = false;
    if (next) take(next);
  }

  function drawFrame() {
    const moment = motion.at(performance.now());
    scene = moment.scene;
    pen.begin(size.width, size.height, size.ratio);
    paint(pen, scene, lookAt(scene.frame));
    if (moment.resting) placeSpots(scene);
    else request();
  }

  function request() {
    if (!drawing) drawing = requestAnimationFrame(draw);
  }

  // ---- frames ----

  /** @param {TreeFrame} sent */
  function show(sent) {
    if (isUnseen) next = sent;
    else take(sent);
  }

  /** @param {TreeFrame} sent */
  function take(sent) {
    next = null;
    isUnseen = true;
    const old = motion.frame;
    const frame = prepare(sent);
    const before = { ...view };
    const kept = old && size.width ? zoom() : 1;
    motion.show(frame, performance.now(), still.matches, () => {
      if (view.whole || !old) fitTo(frame);
      else anchor(old, frame, kept);
      const k = before.scale / view.scale;
      return {
        k,
        x: (before.left - view.left) / view.scale,
        y: (before.top - view.top) / view.scale,
      };
    });
    // from now on places and words are of the same frame
    scene = motion.at(performance.now()).scene;
    pointed = { node: -1, pill: -1 };
    hideCard(); // of a node that may be gone
    if (pointer) point(pointer);
    words.show(frame);
    nameSpots(frame);
    request();
  }

  /** @param {Tree} frame */
  function fitTo(frame) {
    const scale = Math.min(size.width / frame.width, size.height / frame.height) || 1;
    view.scale = scale;
    view.left = (size.width - frame.width * scale) / 2;
    view.top = 0;
  }

  // The drawing changes under the view: the selected node, or what is in the middle, stays put.
  /**
   * @param {Tree} old
   * @param {Tree} frame
   * @param {number} kept the zoom before
   */
  function anchor(old, frame, kept) {
    const scale = (kept * size.width) / frame.width;
    let name = old.actions[old.selected];
    let at = frame.index.has(name) ? placeOf(old.selected) : null;
    if (!at) {
      let nearest = Infinity;
      old.actions.forEach((other, i) => {
        const place = frame.index.has(other) && placeOf(i);
        if (!place) return;
        const away = Math.hypot(place[0] - size.width / 2, place[1] - size.height / 2);
        if (away < nearest) [nearest, name, at] = [away, other, place];
      });
    }
    view.scale = scale;
    if (!at) return;
    const i = frame.index.get(name) ?? 0;
    view.left = at[0] - frame.x[i] * scale;
    view.top = at[1] - frame.y[i] * scale;
    if (frame.actions[frame.selected] !== old.actions[old.selected]) reveal(frame);
  }

  /**
   * Whoever walks the tree sees where he is.
   *
   * @param {Tree} frame
   */
  function reveal(frame) {
    const [x, y] = [frame.x, frame.y].map((values) => values[frame.selected] * view.scale);
    /** @type {(place: number, room: number) => number} */
    const inside = (place, room) => Math.min(Math.max(place, ROOM), room - ROOM);
    view.left = inside(x + view.left, size.width) - x;
    view.top = inside(y + view.top, size.height) - y;
  }

  function resize() {
    const box = stage.getBoundingClientRect();
    if (!box.width) return;
    const kept = zoom();
    Object.assign(size, {
      width: Math.round(box.width),
      height: Math.round(box.height),
      ratio: window.devicePixelRatio || 1,
    });
    canvas.width = size.width * size.ratio;
    canvas.height = size.height * size.ratio;
    if (motion.frame) {
      if (view.whole) fitTo(motion.frame);
      else view.scale = (kept * size.width) / motion.frame.width;
      draw();
    }
  }

  // ---- looking around ----

  /** @param {number} i a node: where it is on the screen, null out of sight */
  function placeOf(i) {
    if (!scene) return null;
    const [x, y] = [scene.x[i] * view.scale + view.left, scene.y[i] * view.scale + view.top];
    return x > 0 && x < size.width && y > 0 && y < size.height ? [x, y] : null;
  }

  const middle = () => [size.width / 2, size.height / 2];

  /**
   * @param {number} factor
   * @param {number[]} [place]
   */
  function zoomBy(factor, place) {
    if (!scene) return; // nothing to look at yet
    const [x, y] = place ?? placeOf(scene.frame.selected) ?? middle();
    const wanted = Math.min(Math.max(zoom() * factor, FARTHEST), CLOSEST);
    const change = wanted / zoom();
    view.left = x - (x - view.left) * change;
    view.top = y - (y - view.top) * change;
    view.scale *= change;
    view.whole = false;
    looked();
  }

  /** @type {(x: number, y: number) => void} */
  function moveBy(x, y) {
    if (!scene) return;
    view.left += x;
    view.top += y;
    view.whole = false;
    looked();
  }

  function fit() {
    view.whole = true;
    if (motion.frame) fitTo(motion.frame);
    looked();
  }

  function looked() {
    stage.classList.toggle("panned", !view.whole);
    hideCard();
    request();
    clearTimeout(levelTimer);
    levelTimer = setTimeout(() => {
      const wanted = LEVELS.filter((least) => zoom() > least).length;
      if (wanted === level) return;
      level = wanted;
      send("level", level);
    }, LEVEL_MS);
  }

  // ---- pointing and choosing ----

  /** @type {number[] | null} */
  let pointer = null; // where it is over the canvas, [x, y]
  /** @type {Map<number, number[]>} */
  const touches = new Map();
  let moved = 0;

  /** @type {(x: number, y: number) => { node: number, pill: number }} */
  function hit(x, y) {
    if (!scene) return { node: -1, pill: -1 };
    const { frame, pillX, pillY } = scene;
    const pill = frame.pill_opens.findIndex(
      (opens, i) =>
        opens > 0 &&
        Math.abs(pillX[i] * view.scale + view.left - x) <= 15 &&
        Math.abs(pillY[i] * view.scale + view.top - y) <= 10,
    );
    if (pill >= 0) return { node: -1, pill };
    let node = -1;
    let nearest = REACH;
    for (let i = 0; i < scene.x.length; i++) {
      const away =
        Math.hypot(
          scene.x[i] * view.scale + view.left - x,
          scene.y[i] * view.scale + view.top - y,
        ) -
        scene.radius[i] * view.scale;
      if (away <= nearest) [nearest, node] = [away, i];
    }
    return { node: node < 0 ? boxAt(scene, x, y) : node, pill: -1 };
  }

  /**
   * A box of the rounds means the child of the root whose it is.
   *
   * @param {Scene} shown
   * @param {number} x
   * @param {number} y
   */
  function boxAt(shown, x, y) {
    const { bracket } = shown.frame;
    const box = bracket?.boxes.find(({ node, row }, at) => {
      const { y: top, height } = bracket.rows[row];
      const middle = (top + height / 2) * view.scale + view.top;
      return (
        Math.abs(shown.x[node] * view.scale + view.left - x) <=
          (shown.boxWidths[at] * view.scale) / 2 &&
        Math.abs(middle - y) <= (height * view.scale) / 2
      );
    });
    return box ? box.node : -1;
  }

  /** @param {number[]} place on the canvas, [x, y] */
  function point([x, y]) {
    const found = hit(x, y);
    if (found.node === pointed.node && found.pill === pointed.pill) return;
    pointed = found;
    canvas.style.cursor = found.node >= 0 || found.pill >= 0 ? "pointer" : "";
    if (found.node >= 0 && scene) showCard(scene, found.node);
    else hideCard();
    request();
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    const at = [event.offsetX, event.offsetY];
    if (touches.has(event.pointerId)) {
      drag(event.pointerId, at);
      return;
    }
    if (event.pointerType === "touch") return;
    pointer = at;
    lifted = true;
    const before = pointed.node;
    point(at);
    if (pointed.node !== before) {
      hover(pointed.node < 0 ? null : actionsAt(pointed.node));
    }
  }

  /** @param {number} i a node of the newest frame */
  const actionsAt = (i) => actionsOf(motion.frame?.actions[i] ?? "");

  /**
   * @param {number} id of the pointer
   * @param {number[]} at
   */
  function drag(id, at) {
    const last = touches.get(id) ?? at;
    touches.set(id, at);
    const [dx, dy] = [at[0] - last[0], at[1] - last[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (touches.size === 1 && moved > DRAG) moveBy(dx, dy);
    if (touches.size === 2) {
      const [other] = [...touches].filter(([key]) => key !== id).map(([, place]) => place);
      /** @param {number[]} place */
      const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
      zoomBy(apart(at) / Math.max(apart(last), 1), [
        (at[0] + other[0]) / 2,
        (at[1] + other[1]) / 2,
      ]);
    }
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    if (event.button) return;
    if (!touches.size) moved = 0;
    touches.set(event.pointerId, [event.offsetX, event.offsetY]);
    canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    const isClick = touches.delete(event.pointerId) && moved <= DRAG;
    if (!isClick || event.type === "pointercancel") return;
    const { node, pill } = hit(event.offsetX, event.offsetY);
    const { frame } = motion;
    if (pill >= 0 && frame) openPill(frame.actions[frame.pill_parent[pill]]);
    else if (node >= 0) send("select", actionsAt(node));
  }

  function onLeave() {
    pointer = null;
    lifted = false;
    pointed = { node: -1, pill: -1 };
    hideCard();
    hover(null);
    request();
  }

  /** @param {string} parent a button is placed at rest, and the frame on show may be another now */
  function openPill(parent) {
    const { frame } = motion;
    const pill = frame?.pill_parent.findIndex((one) => frame.actions[one] === parent) ?? -1;
    if (frame && pill >= 0)
      send("open-more", { actions: actionsOf(parent), count: frame.pill_opens[pill] });
  }

  /** @param {MouseEvent} event */
  function onDouble(event) {
    const { node } = hit(event.offsetX, event.offsetY);
    if (node < 0) fit();
    else if (node > 0) send("collapse", actionsAt(node));
  }

  // ---- the card of the node under the pointer ----

  const cardElement = find("[data-card]");

  /**
   * @param {Scene} shown
   * @param {number} i
   */
  function showCard(shown, i) {
    const told = describe(shown.frame, i);
    /** @type {(tag: string, text: string, style?: string) => HTMLElement} */
    const line = (tag, text, style) => {
      const element = document.createElement(tag);
      element.textContent = text;
      if (style) element.className = style;
      return element;
    };
    cardElement.replaceChildren(
      line("b", told.name),
      line("span", told.depth, "depth"),
      line("div", told.text),
      ...(told.more ? [line("div", told.more, "note")] : []),
    );
    cardElement.hidden = false;
    const box = cardElement.getBoundingClientRect();
    const [x, y] = [shown.x[i] * view.scale + view.left, shown.y[i] * view.scale + view.top];
    const away = shown.radius[i] * view.scale + 12;
    const left = x + away + box.width < size.width ? x + away : x - away - box.width;
    const top = Math.min(Math.max(y - box.height / 2, 4), size.height - box.height - 4);
    cardElement.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  function hideCard() {
    cardElement.hidden = true;
  }

  // ---- Tab walks the children of the selected node and the "+n" pills: one button each ----

  const spots = find("[data-spots]");

  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...spots.children]);

  /**
   * What they say is of the frame on show at once; their places follow when it has come to rest.
   *
   * @param {Tree} frame
   */
  function nameSpots(frame) {
    for (const button of buttons()) {
      const { actions } = button.dataset;
      const i = actions === undefined ? undefined : frame.index.get(actions);
      if (i !== undefined) name(button, spotName(frame, i));
    }
  }

  /**
   * @param {Tree} frame
   * @param {number} i
   */
  function spotName(frame, i) {
    const told = describe(frame, i);
    return `${told.name}: ${told.text}`;
  }

  /**
   * @param {HTMLElement} button
   * @param {string} label
   */
  function name(button, label) {
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  }

  /** @typedef {{ x: number, y: number, r: number, label: string, actions?: string, pill?: string }} Spot */

  /** @param {Scene} shown */
  function placeSpots(shown) {
    const { frame } = shown;
    /** @type {Map<string | undefined, Spot>} */
    const wanted = new Map();
    frame.parent.forEach((parent, i) => {
      if (parent !== frame.selected) return;
      wanted.set(`node ${frame.actions[i]}`, {
        x: shown.x[i],
        y: shown.y[i],
        r: Math.max(shown.radius[i], 8),
        actions: frame.actions[i],
        label: spotName(frame, i),
      });
    });
    frame.pill_parent.forEach((parent, i) => {
      if (!frame.pill_opens[i]) return;
      wanted.set(`pill ${frame.actions[parent]}`, {
        x: shown.pillX[i],
        y: shown.pillY[i],
        r: 13,
        pill: frame.actions[parent],
        label: `${frame.pill_text[i].slice(1)} more children of ${frame.names[parent]}`,
      });
    });
    for (const old of buttons()) if (!wanted.has(old.dataset.spot)) old.remove();
    const present = new Map(buttons().map((each) => [each.dataset.spot, each]));
    for (const [key, spot] of wanted) {
      const button = present.get(key) ?? document.createElement("button");
      if (!present.has(key)) {
        Object.assign(button, { type: "button", className: "spot" });
        button.dataset.spot = key;
        spots.append(button);
      }
      if (spot.actions !== undefined) button.dataset.actions = spot.actions;
      else button.dataset.pill = spot.pill;
      name(button, spot.label);
      const [x, y] = [spot.x * view.scale + view.left, spot.y * view.scale + view.top];
      button.style.cssText =
        `left: ${x - spot.r}px; top: ${y - spot.r}px;` +
        ` width: ${2 * spot.r}px; height: ${2 * spot.r}px`;
    }
  }

  // ---- what is seen, as shares of the whole drawing: left, top, right, bottom ----

  function seen() {
    const { frame } = motion;
    if (view.whole || !frame) return null;
    /** @type {(pixels: number, start: number, whole: number) => number} */
    const share = (pixels, start, whole) => (pixels - start) / view.scale / whole;
    return [
      share(0, view.left, frame.width),
      share(0, view.top, frame.height),
      share(size.width, view.left, frame.width),
      share(size.height, view.top, frame.height),
    ];
  }

  /** @param {number[]} seen what `seen` has answered */
  function look([left, top, right]) {
    const { frame } = motion;
    if (!frame) return;
    view.whole = false;
    view.scale = size.width / ((right - left) * frame.width);
    view.left = -left * frame.width * view.scale;
    view.top = -top * frame.height * view.scale;
    looked();
  }

  // ---- commands, and the moment for a figure ----

  /** @type {Record<string, () => void>} */
  const COMMANDS = {
    "zoom-in": () => zoomBy(STEP),
    "zoom-out": () => zoomBy(1 / STEP),
    fit,
    collapse: () => {
      const { frame } = motion;
      if (frame?.selected) send("collapse", actionsOf(frame.actions[frame.selected]));
    },
    "pan-left": () => moveBy(PAN, 0),
    "pan-right": () => moveBy(-PAN, 0),
    "pan-up": () => moveBy(0, PAN),
    "pan-down": () => moveBy(0, -PAN),
  };

  /** @param {string} name */
  function command(name) {
    if (scene) COMMANDS[name]?.();
    return name in COMMANDS;
  }

  // The last frame that was sent, at rest, also before it has been drawn; null before the first.
  function atRest() {
    if (next) take(next);
    return motion.frame && motion.at(Infinity).scene;
  }

  canvas.addEventListener("pointermove", onMove);
  canvas.addEventListener("pointerdown", onDown);
  canvas.addEventListener("pointerup", onUp);
  canvas.addEventListener("pointercancel", onUp);
  canvas.addEventListener("pointerleave", onLeave);
  canvas.addEventListener("dblclick", onDouble);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), [event.offsetX, event.offsetY]);
    },
    { passive: false },
  );
  spots.addEventListener("click", ({ target }) => {
    const { pill } = /** @type {HTMLElement} */ (target).dataset;
    if (pill !== undefined) openPill(pill);
  });
  new ResizeObserver(resize).observe(stage);
  new MutationObserver(() => {
    theme = readTheme(dressed);
    request();
  }).observe(dressed, { attributes: true, attributeFilter: ["data-theme"] });
  resize();

  return {
    show,
    command,
    atRest,
    pen,
    view: seen,
    look,
    /** @param {string | null} name */
    link(name) {
      if (name !== linked) {
        linked = name;
        request();
      }
    },
  };
}
