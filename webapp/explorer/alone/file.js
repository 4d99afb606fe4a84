// A saved search: its moments, stepped through; the cards draw as on the page.

import { createBoard } from "../cards/board/board.js";
import { createNestedLanes } from "../cards/lanes/nested.js";
import { createNrpaLanes } from "../cards/lanes/nrpa.js";
import { drawStrip } from "../cards/strip/strip.js";
import { createSpeed } from "../cards/transport/speed.js";
import { createTree } from "../cards/tree/tree.js";
import { actionsOf } from "../look/actions.js";
import { fillUp, hide, make, mark, put } from "../look/dom.js";
import { measure, number } from "../look/numbers.js";
import { KEYS } from "../pages/explore/keys.js";
import { inflate, unpack } from "./unpack.js";

const PHASES = 4;
const ROWS = 5; // of the table of children
const FASTEST_MS = 40; // between two moments; faster playing passes some by
const STARTING_SPEED = 5; // phases a second
const CAPTIONED = 560; // pixels of a card whose root has room for its caption
const MOTION_MS = 400; // of a step
const NOTHING_ON_IT = {
  played: [],
  played_text: "",
  ghosts: [],
  children: [],
  way: [],
  callouts: [],
  lit: [],
};
/** @type {Pick<BoardPicture, "groups" | "selected" | "at" | "actions" | "means" | "ways" | "places">} */
const NOT_POINTED_AT = {
  groups: [],
  selected: [],
  at: [],
  actions: [],
  means: [],
  ways: [],
  places: null,
};

/** @param {string} selector @returns {any} */
const one = (selector) => document.querySelector(selector);
/** @param {string} name @param {string} text */
const tell = (name, text) => {
  for (const element of document.querySelectorAll(`[data-text="${name}"]`)) put(element, text);
};

inflate(one("#moments").textContent).then((bytes) => start(unpack(bytes)));

/** @param {ReturnType<typeof unpack>} saved */
function start({ head, at }) {
  const last = head.moments - 1;
  const stepsOf = head.tables.steps; // each moment has its own
  const slider = one("[data-moment]");
  let now = -1;
  let moment = at(last);
  let selected = ""; // a node's actions from the root
  let speed = STARTING_SPEED;
  let playing = 0;
  const isStill = () => speed > 30 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const showNested = createNestedLanes(one(".lanes"), isStill);
  const showNrpa = createNrpaLanes(one(".lanes"), isStill, () => {});
  let view = head.parts.length ? "lanes" : "tree";
  const positions = head.positions.map(spread);
  const paths = pathsOf(head.nodes);
  const tree = createTree(one(".tree-canvas"), hear, () => {});
  const board = createBoard(
    one(".board-canvas"),
    () => {},
    () => {},
  );
  const showSpeed = createSpeed(one("[data-speed]"), one("[data-speed-select]"), setSpeed);

  /**
   * The looks of a person's cells are told once.
   *
   * @template {{ looks: CellLook[] }} P
   * @param {Packed<P>} shown
   * @returns {P}
   */
  function spread(shown) {
    const looks = shown.looks.map((look) => head.table.looks[look]);
    return /** @type {P} */ (/** @type {unknown} */ ({ ...shown, looks }));
  }

  // ---- drawing ----

  /** @param {number} wanted */
  function go(wanted, pace = MOTION_MS) {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next === now) return;
    now = next;
    moment = at(now);
    show(pace);
  }

  /** @param {number} pace ms until the next moment */
  function show(pace) {
    const { rest, lanes } = moment;
    const index = indexOf();
    /** @type {TreeFrame} */
    const frame = {
      ...rest,
      ...moment.tree,
      pace,
      selected: index,
      captioned: one("[data-stage]").clientWidth >= CAPTIONED, // as card.width decides in Python
    };
    if (view === "tree" || !lanes) tree.show(frame);
    else if ("policy" in lanes) showNrpa(lanes);
    else showNested(lanes);
    showStrip();
    showBoard(frame, index);
    showValues(frame, index);
    showTexts(rest);
    if (parent !== window)
      parent.postMessage({ search: { steps: stepsOf[now], selected: actionsOf(selected) } }, "*");
  }

  /** The chosen node, or its nearest ancestor that is drawn at this moment. */
  function indexOf() {
    const places = new Map(moment.drawn.map((node, i) => [paths[node], i]));
    let name = selected;
    while (name && !places.has(name)) name = name.split(",").slice(0, -1).join(",");
    return places.get(name) ?? 0;
  }

  /** The board of the moment, without its looks. */
  function boardOf() {
    const told = Object.entries(moment.rest).flatMap(([name, value]) =>
      name.startsWith("board.") ? [[name.slice("board.".length), value]] : [],
    );
    return spread(/** @type {Packed<BoardMoment>} */ (Object.fromEntries(told)));
  }

  /**
   * @param {TreeFrame} frame
   * @param {number} index
   */
  function showBoard(frame, index) {
    const { phase } = moment.rest;
    const whole = boardOf();
    const isSelected = index > 0 && !whole.badge;
    const node = moment.drawn[index];
    const context = `selected node, depth ${paths[node].split(",").length}`;
    const shown = isSelected
      ? { ...NOTHING_ON_IT, ...positions[node], phase, bars: [], bar: -1, context, badge: "" }
      : whole;
    const facts = isSelected ? factsOf(frame, index) : whole.facts;
    board.show({ ...NOT_POINTED_AT, table: head.table, moment: { ...whole, ...shown, facts } });
    hide(one("[data-badge]"), !shown.badge);
    tell("board-context", shown.context);
    tell("board-badge", shown.badge);
  }

  function showStrip() {
    const { rest } = moment;
    const boards = Object.entries(rest)
      .filter(([name, board]) => name.startsWith("strip.") && board)
      .map(([, board]) => spread(/** @type {Packed<StripBoard>} */ (board)));
    const { stripTitle: title = "", stripPhase: phase = 0, stripCut: cut = null } = rest;
    const table = { ...head.table, labels: [], joined: "" };
    const strip = { title, phase, cut, slots: head.slots, table, boards };
    one("[data-strip]").replaceChildren(...(boards.length ? [drawStrip(strip)] : []));
  }

  /** @param {string} to */
  function turn(to) {
    view = to;
    one(".saved").dataset.view = view;
    for (const button of document.querySelectorAll("[data-view-button]"))
      mark(button, "aria-pressed", String(button.getAttribute("data-view-button") === view));
    if (now >= 0) show(0);
  }

  /**
   * @param {TreeFrame} frame
   * @param {number} i
   */
  function factsOf(frame, i) {
    const pairs = [
      [frame.percent ? "Search wins" : "Mean", measure(frame.mean[i], frame.percent)],
      ["Visits", number(frame.visits[i])],
      ...(frame.top[i] === null ? [] : [["Top score", measure(frame.top[i], false)]]),
    ];
    const list = make("dl");
    pairs.forEach(([title, fact], place) => {
      list.append(make("dt", {}, title), make("dd", { class: place ? null : "large" }, fact));
    });
    return make("div", {}, make("div", { class: "facts" }, list)).innerHTML;
  }

  /**
   * @param {TreeFrame} frame
   * @param {number} index
   */
  function showValues(frame, index) {
    const taken = new Set(frame.path);
    const children = frame.parent
      .map((parent, i) => (parent === index ? i : -1))
      .filter((i) => i >= 0)
      .sort((a, b) => frame.visits[b] - frame.visits[a] || a - b)
      .slice(0, ROWS);
    const hasTop = frame.top.some((top) => top !== null);
    hide(one("[data-top]"), !hasTop);
    hide(one("[data-no-values]"), children.length > 0);
    one("[data-values]").replaceChildren(
      ...children.map((i) =>
        make(
          "tr",
          { "data-taken": taken.has(i), class: `phase-${Math.max(frame.phase, 1)}` },
          make(
            "td",
            {},
            make(
              "button",
              { type: "button", "data-actions": paths[moment.drawn[i]] },
              frame.names[i],
            ),
          ),
          make("td", {}, number(frame.visits[i])),
          make("td", {}, measure(frame.mean[i], frame.percent)),
          ...(hasTop ? [make("td", {}, measure(frame.top[i], false))] : []),
        ),
      ),
    );
    tell("mean-title", frame.mean_title);
    tell("values-context", index ? `of ${frame.names[index]}` : "of the root");
  }

  /** @param {SavedRest} rest */
  function showTexts({ texts, phase, sentence }) {
    for (const [name, text] of Object.entries(texts)) tell(name, text);
    head.phases.forEach((name, i) => {
      tell(`phase-${i + 1}`, name);
    });
    for (const chip of document.querySelectorAll("[data-phase-chip]")) {
      if (/** @type {HTMLElement} */ (chip).dataset.phaseChip === String(phase))
        chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    }
    const said = one("[data-sentence]");
    said.className = `sentence phase-${Math.max(phase, 1)}`;
    said.replaceChildren(
      ...sentence.map(([text, style]) => make("span", { class: style || null }, text)),
    );
    slider.value = String(now);
    fillUp(slider, now / Math.max(last, 1));
    mark(slider, "aria-valuetext", `${texts.iteration}, ${texts["phase-of"] || "no phase yet"}`);
    for (const name of ["reset", "back-iteration", "back-phase"]) enable(name, now > 0);
    for (const name of ["step-phase", "step-iteration", "run-on", "next-best", "to-budget"])
      enable(name, now < last);
  }

  /**
   * @param {string} name
   * @param {boolean} can
   */
  function enable(name, can) {
    for (const button of document.querySelectorAll(`[data-do="${name}"]`))
      mark(button, "aria-disabled", String(!can));
  }

  // ---- moving ----

  /**
   * The moment at the end of so many iterations more, the nearest that was kept.
   *
   * @param {number} count
   */
  function byIterations(count) {
    const here = stepsOf[now];
    const wanted = PHASES * ((count > 0 ? Math.floor : Math.ceil)(here / PHASES) + count);
    if (count > 0) {
      const found = stepsOf.findIndex((steps) => steps >= wanted);
      return found < 0 ? last : found;
    }
    return Math.max(
      0,
      stepsOf.findLastIndex((steps) => steps <= wanted),
    );
  }

  /** The next moment at which the best score has risen. */
  function nextBest() {
    const best = moment.rest.score;
    for (let i = now + 1; i <= last; i++) {
      const { score } = at(i).rest;
      if (score !== null && (best === null || score > best)) return i;
    }
    return last;
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    showPlaying();
  }

  function showPlaying() {
    hide(one("[data-icon='play']"), playing > 0);
    hide(one("[data-icon='pause']"), !playing);
    tell("play", playing ? "Pause" : now === last ? "Replay" : "Play");
  }

  function play() {
    clearInterval(playing);
    if (now === last) go(0, 0);
    const pace = 1000 / speed;
    const wait = Math.max(pace, FASTEST_MS);
    playing = setInterval(() => {
      go(now + Math.max(1, Math.round(wait / pace)), wait);
      if (now === last) stop();
    }, wait);
    showPlaying();
  }

  /** @param {number} wanted */
  function setSpeed(wanted) {
    speed = Math.min(Math.max(wanted, 0.5), 1000);
    const text = `${number(speed)} phases/s`;
    showSpeed(speed, text, true);
    tell("speed", text);
    if (playing) play();
  }

  /** @type {Record<string, (value: number) => void>} */
  const COMMANDS = {
    toggle: () => (playing ? stop() : play()),
    reset: () => step(0),
    "to-budget": () => step(last),
    "step-phase": () => step(now + 1),
    "back-phase": () => step(now - 1),
    "step-iteration": () => step(byIterations(1)),
    "back-iteration": () => step(byIterations(-1)),
    "run-on": (count) => step(byIterations(count)),
    "next-best": () => step(nextBest()),
    faster: () => setSpeed(2 * speed),
    slower: () => setSpeed(speed / 2),
    "select-parent": () => select(selected.split(",").slice(0, -1).join(",")),
    "select-child": selectChild,
    theme: () => dress(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  };

  /** @param {number} wanted */
  function step(wanted) {
    if (playing) stop();
    go(wanted);
    showPlaying();
  }

  // ---- the selected node ----

  /** @type {Send} */
  function hear(name, value) {
    if (name === "select" && Array.isArray(value)) select(value.join(","));
  }

  /** @param {string} actions */
  function select(actions) {
    selected = actions;
    show(MOTION_MS);
  }

  /** One down: along the path, else the most visited child. */
  function selectChild() {
    const { tree: frame, rest, drawn } = moment;
    const index = indexOf();
    const children = frame.parent
      .map((parent, i) => (parent === index ? i : -1))
      .filter((i) => i >= 0);
    if (!children.length) return;
    const taken = children.find((i) => rest.path.includes(i));
    const best = children.reduce((a, b) => (frame.visits[b] > frame.visits[a] ? b : a));
    select(paths[drawn[taken ?? best]]);
  }

  /** @param {string} theme */
  function dress(theme) {
    document.documentElement.dataset.theme = theme;
    if (now >= 0) show(0);
  }

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement} */ (
      target.closest("[data-do], [data-actions], [data-tree], [data-view-button]")
    );
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { do: command, actions, tree: look, value, viewButton } = button.dataset;
    if (command) COMMANDS[command]?.(Number(value));
    else if (actions !== undefined) select(actionsOf(actions).join(","));
    else if (look) tree.command(look);
    else if (viewButton) turn(viewButton);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isButton =
      event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key);
    if (event.altKey || event.metaKey || isTyping || isButton) return;
    const prefix = event.ctrlKey
      ? "Ctrl+"
      : event.shiftKey && event.key.startsWith("Arrow")
        ? "Shift+"
        : "";
    const command = KEYS[prefix + event.key];
    if (!command) return;
    event.preventDefault();
    if (COMMANDS[command]) COMMANDS[command](1);
    else tree.command(command);
  });
  slider.addEventListener("input", () => {
    if (playing) stop();
    go(Number(slider.value), 0);
    showPlaying();
  });
  // Whoever has framed the search may lead it, and hears where it is.
  addEventListener("message", ({ source, data }) => {
    if (parent === window || source !== parent || !data?.search) return;
    const { steps, selected: wanted, theme } = data.search;
    if (theme && theme !== document.documentElement.dataset.theme) dress(theme);
    if (wanted && wanted.join(",") !== selected) select(wanted.join(","));
    if (steps !== undefined && steps !== stepsOf[now])
      step(
        Math.max(
          0,
          stepsOf.findLastIndex((kept) => kept <= steps),
        ),
      );
  });
  slider.max = String(last);
  hide(one("[data-do='next-best']"), !head.hasBest);
  hide(one("[data-views]"), !head.parts.length);
  turn(view);
  dress(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  setSpeed(STARTING_SPEED);
  go(last, 0);
  showPlaying();
}

/**
 * The names of all nodes, their actions from the root, by their numbers.
 *
 * @param {SavedHead["nodes"]} nodes
 */
function pathsOf(nodes) {
  /** @type {string[]} */
  const paths = [];
  for (const [parent, action] of nodes) {
    const above = paths[parent];
    paths.push(parent < 0 ? "" : above ? `${above},${action}` : String(action));
  }
  return paths;
}
