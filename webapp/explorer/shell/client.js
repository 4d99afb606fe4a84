// The page's own script: clicks, keys, theme and the words around the canvases.
// It speaks with Python through one model named "bus", in the same way whether Python runs on a
// server or in a web worker of this page (see bus.py).

import { pointOnBoard } from "../cards/board/pointing.js";
import { createEditor } from "../cards/editor/editor.js";
import { createNestedLanes } from "../cards/lanes/nested.js";
import { createNrpaLanes } from "../cards/lanes/nrpa.js";
import { createForm } from "../cards/recipe/form.js";
import { createTree } from "../cards/tree/tree.js";
import { createRowMarks } from "../cards/why/rows.js";
import { actionsOf } from "../look/actions.js";
import { createResults } from "../pages/results/results.js";
import { createConnection } from "./connection.js";
import { createExchange } from "./exchange.js";
import { createHover } from "./hover.js";
import { commandOf, isHelp } from "./keys.js";
import { createLine } from "./line.js";
import { createPages } from "./pages.js";
import { createPresses } from "./presses.js";
import { createSpeed } from "./speed.js";

const RETRY_MS = 120;

const root = document.documentElement;
/** @type {(selector: string) => any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
/** @type {(selector: string) => any} */
const one = (selector) => document.querySelector(selector);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// ---- the line to Python ----

/** @type {Bus} */
let bus = null;
let answered = false;
/** @type {Partial<Status>} */
let status = {};
let restedAt = 0; // when the search last came to rest

const line = createLine((events) => {
  if (bus && !connection.isLost()) bus.events = JSON.stringify(events);
});
const { send } = line;

const { hover, onHover } = createHover(send);

const showSpeed = createSpeed(one("[data-speed]"), one("[data-speed-select]"), (speed) =>
  send("speed", speed),
);

function findBus() {
  const documents = window.Bokeh?.documents ?? [];
  for (const candidate of [...documents].reverse()) {
    const model = candidate.get_model_by_name("bus");
    if (model) return model;
  }
  return null;
}

// The static site shows a finished search until Python runs: its words and boards stand in the
// page already, its recipe and its tree are drawn here.
function showPicture() {
  const picture = one("#picture");
  if (!picture) return;
  bus = JSON.parse(picture.textContent);
  showRecipe();
  showTree();
  bus = null;
}

function connect() {
  if (answered) {
    if (early !== null) upload(early);
    return;
  }
  const found = findBus();
  if (found && found !== bus) {
    bus = found;
    connection.watch(bus.document);
    bus.properties.status.change.connect(receive);
    bus.properties.card.change.connect(showRecipe);
    bus.properties.tree.change.connect(showTree);
    bus.properties.answer.change.connect(() => hear(JSON.parse(bus.answer)));
    bus.properties.lanes.change.connect(showLanes);
    showRecipe();
    showTree();
    showLanes();
    apply(JSON.parse(bus.status));
  }
  if (bus) hello();
  setTimeout(connect, RETRY_MS);
}

function hello() {
  send("hello", {
    theme: root.dataset.theme,
    still: reducedMotion.matches,
    query: pages.query,
    resting: pages.isOpen(),
    size: sizeOf(one("#tree")),
  });
}

function receive() {
  answered = true;
  apply(JSON.parse(bus.status));
  pages.rest();
  const { frame } = status;
  requestAnimationFrame(() =>
    setTimeout(() => {
      bus.painted = frame;
      // not before: what is set while Python's own values arrive is not sent back
      line.goOn();
    }),
  );
}

// ---- what Python says, written into the page ----

const showForm = createForm(
  one("[data-form]"),
  JSON.parse(one("#icons").textContent),
  (name, value) => send("set", { name, value }),
);

function showRecipe() {
  if (!bus.card) return;
  const card = JSON.parse(bus.card);
  showForm(card.sections);
  showTexts(card.texts);
  one("[data-preset]").value = card.preset;
  one("[data-game]").value = card.game;
  exchange.named(card.preset || card.game);
  one("[data-notice]").hidden = !card.texts.notice;
}

const tree = createTree(one("#tree"), send, hover);

pointOnBoard(one("#board"), () => bus?.document.get_model_by_name("board-targets"), hover);

const markRows = createRowMarks(one("#why"), onHover);

function showTree() {
  if (bus.tree) tree.show(JSON.parse(bus.tree));
}

let uploads = 0;
let early = null; // a file that was given before Python could take it
function upload(text) {
  if (connection.isLost()) return;
  if (answered) bus.upload = JSON.stringify([++uploads, text]);
  else early = text;
}

const connection = createConnection({
  moment: () => status.moment,
  view: () => tree.view(),
  isOnResults: () => pages.isOpen(),
});

const exchange = createExchange({ send, upload, tree, toast, open, close });

const editor = createEditor({ send, open, close });

const stored = JSON.parse(one("#stored-results").textContent);
const results = createResults(one("#results"), stored, send);
const pages = createPages({
  send,
  results,
  status: () => status,
  back: () => connection.comeBack(),
});

function hear(answer) {
  if (answer.kind === "editor") editor.answer(answer);
  else exchange.answer(answer);
}

// ---- messages ----

const NOTE_MS = 6000; // a note goes by itself, an error waits to be dismissed
let toastTimer = 0;

function toast(text, isError) {
  clearTimeout(toastTimer);
  one("[data-toast]").hidden = false;
  one("[data-toast]").classList.toggle("error", isError);
  one("[data-toast-error]").textContent = isError ? text : "";
  one("[data-toast-note]").textContent = isError ? "" : text;
  if (!isError) toastTimer = setTimeout(dismiss, NOTE_MS);
}

function dismiss() {
  one("[data-toast]").hidden = true;
}

let told = 0; // the number of the last message shown
function showMessage(message) {
  if (!message || message.number <= told) return;
  told = message.number;
  toast(message.text, message.is_error);
}

const still = () => reducedMotion.matches || status.speed > 30;
const showNested = createNestedLanes(one("#lanes"), still);
const showNrpa = createNrpaLanes(one("#lanes"), still, send);

function showLanes() {
  if (!bus.lanes) return;
  const lanes = JSON.parse(bus.lanes);
  (lanes.policy ? showNrpa : showNested)(lanes);
}

const textElements = all("[data-text]");
function showTexts(texts) {
  for (const element of textElements) {
    const text = texts[element.dataset.text];
    if (text !== undefined && element.textContent !== text) element.textContent = text;
  }
}

/** @param {Partial<Status>} next */
function apply(next) {
  if (status.busy && !next.busy) restedAt = performance.now();
  status = next;
  line.hear(status.heard ?? 0);
  if (status.iteration === undefined) return;
  showTexts(status.texts);
  const output = one("#status");
  Object.assign(output.dataset, {
    iteration: status.iteration,
    phase: status.phase,
    nodes: status.nodes,
    playing: status.playing,
    busy: status.busy,
    stopped: status.stopped,
    steps: status.steps,
  });
  document.body.dataset.phase = String(status.phase);
  document.body.dataset.view = status.view;
  one("[data-views]").hidden = !status.levels;
  for (const button of all("[data-view-button]")) {
    button.setAttribute("aria-pressed", button.dataset.viewButton === status.view);
  }
  for (const element of all("[data-phase-chip], [data-code-line]")) {
    const code = Number(element.dataset.phaseChip ?? element.dataset.codeLine);
    element.toggleAttribute("aria-current", code === status.phase);
    if (code === status.phase) element.setAttribute("aria-current", "step");
  }
  all("[data-code-line] code").forEach((element, line) => {
    if (element.textContent !== status.code[line]) element.textContent = status.code[line];
  });
  const badge = one("[data-badge]");
  badge.className = `badge right phase-${status.phase}`;
  badge.hidden = !status.texts["board-badge"];
  narrate(one("[data-narration]"), status.narration);
  announce();
  for (const button of all("[data-do]")) {
    const name = button.dataset.do;
    button.setAttribute("aria-disabled", status.disabled.includes(name));
    if (name === "undo" || name === "next-best") button.hidden = status.hidden.includes(name);
  }
  one("[data-icon='play']").hidden = status.busy;
  one("[data-icon='pause']").hidden = !status.busy;
  const bar = one("[data-progress]");
  bar.hidden = status.progress === null;
  bar.firstElementChild.style.width = `${100 * (status.progress ?? 0)}%`;
  const scrub = one("[data-scrub]");
  scrub.max = status.end;
  if (line.isHeard("jump") && status.progress === null) scrub.value = status.iteration;
  scrub.setAttribute("aria-valuetext", status.texts.iteration);
  showSpeed(status.speed, status.texts.speed, line.isHeard("speed"));
  tree.link(status.hovered);
  markRows(status.hovered);
  showMessage(status.message);
}

function narrate(element, pieces) {
  const key = JSON.stringify(pieces);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.replaceChildren(
    ...pieces.map(([text, style]) => {
      if (!style) return document.createTextNode(text);
      const child = document.createElement(style === "lead" ? "span" : "b");
      child.className = style;
      child.textContent = text;
      return child;
    }),
  );
}

// A screen reader hears a sentence when the search rests or walks slowly, not sixty a second.
let announced = 0;
function announce() {
  const now = performance.now();
  if (status.busy && (status.speed > 2 || now - announced < 1000)) return;
  announced = now;
  const text = status.narration.map(([piece]) => piece).join("");
  const announcer = one("#announcer");
  if (announcer.textContent !== text) announcer.textContent = text;
}

// ---- the scrub bar: a range input lies over the drawing ----

function setUpScrub() {
  const scrub = one("[data-scrub]");
  scrub.addEventListener("input", () => send("jump", Number(scrub.value)));
}

// ---- clicks: also on the rows inside Panel's shadow roots ----

/**
 * What a click on a drawing says: the node, or the position, that the element stands for.
 *
 * @param {Event} event
 * @returns {Message | null}
 */
function messageOf(event) {
  for (const { dataset } of /** @type {HTMLElement[]} */ (event.composedPath())) {
    if (dataset?.actions !== undefined) return ["select", actionsOf(dataset.actions)];
    const pin = dataset?.pin;
    if (pin !== undefined) return ["pin", pin === "none" ? null : actionsOf(pin)];
  }
  return null;
}

const repeats = createPresses(messageOf, send);

function onClick(event) {
  if (repeats(event)) return;
  const message = messageOf(event);
  if (message) {
    send(...message);
    return;
  }
  for (const element of event.composedPath()) {
    const data = element.dataset;
    if (!data) continue;
    if (data.do) {
      // after a click with the mouse the keys belong to the page again, not to the button
      if (event.detail > 0) element.blur();
      if (element.getAttribute("aria-disabled") !== "true") press(data.do, data.value);
      return;
    }
    if (data.tree) {
      if (event.detail > 0) element.blur();
      tree.command(data.tree);
      return;
    }
    if (data.viewButton) {
      if (event.detail > 0) element.blur();
      return send("view", data.viewButton);
    }
    if (data.client) return CLIENT[data.client]();
    if (data.file) {
      one("#files").hidePopover();
      exchange.exportFile(data.file);
      return;
    }
    if (data.open) return open(data.open, element);
    if (data.close) return close(data.close);
  }
}

const CLIENT = {
  theme: toggleTheme,
  dismiss,
  more: toggleMore,
  edit: () => editor.open(),
  share: () => exchange.share(pages.link(), connection.link()),
  import: () => exchange.importText(),
  reconnect: () => connection.tryAgain(),
};

// on a phone: all children and the formula instead of the three best
function toggleMore() {
  const isOpen = one(".card.why").classList.toggle("open");
  one(".more").setAttribute("aria-expanded", isOpen);
}

function press(name, value) {
  // before the first status there is nothing to press
  if (tree.command(name) || (status.disabled?.includes(name) ?? true)) return;
  if (name !== "toggle") {
    send(name, value === undefined ? null : Number(value));
    return;
  }
  // What the visitor meant is what the button said; and when the search has just ended by itself,
  // a click meant for "Pause" must not start it again.
  if (!status.busy && status.stopped && performance.now() - restedAt < 500) return;
  send(status.busy ? "pause" : "play");
}

function open(id, opener) {
  const element = one(`#${id}`);
  if (element.showModal) {
    if (one("#files").matches(":popover-open")) one("#files").hidePopover();
    if (!element.open) element.showModal();
    return;
  }
  element.classList.add("open");
  opener?.setAttribute("aria-expanded", "true");
  element.querySelector(`[data-close="${id}"]`).focus();
}

function close(id) {
  const element = one(`#${id}`);
  if (element.close) {
    element.close();
    return;
  }
  element.classList.remove("open");
  const opener = one(`[data-open="${id}"]`);
  opener.setAttribute("aria-expanded", "false");
  opener.focus();
}

// ---- keys ----

function onKey(event) {
  if (event.key === "Escape") {
    if (one("#recipe").classList.contains("open")) close("recipe");
    return;
  }
  if (one("dialog[open]")) return;
  if (isHelp(event)) {
    open("help");
    return;
  }
  const command = commandOf(event);
  if (!command || pages.isOpen()) return;
  event.preventDefault();
  press(command);
}

// ---- theme and size ----

function showTheme() {
  const dark = root.dataset.theme === "dark";
  for (const button of all("[data-client='theme']")) button.setAttribute("aria-pressed", dark);
}

function toggleTheme() {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    /* storage may be forbidden: the choice then lasts as long as the page */
  }
  showTheme();
  send("theme", root.dataset.theme);
}

function sizeOf(card) {
  const { width, height } = card.getBoundingClientRect();
  const board = getComputedStyle(one("#board")).getPropertyValue("--side");
  return { tree: [Math.round(width), Math.round(height)], board: Number(board) };
}

function watchSize() {
  let timer = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const size = sizeOf(one(`#${document.body.dataset.view}`));
      if (answered && size.tree[0]) send("size", size);
    }, 100);
  });
  observer.observe(one("#tree"));
  observer.observe(one("#lanes"));
}

one("[data-preset]").addEventListener("change", (event) => send("preset", event.target.value));
one("[data-game]").addEventListener("change", (event) =>
  send("set", { name: "game", value: event.target.value }),
);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("pointerover", onHover);
document.addEventListener("focusin", onHover);
setUpScrub();
showTheme();
watchSize();
showPicture();
connect();
