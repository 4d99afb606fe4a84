// Explore: the words and controls around the cards' drawings, and what clicks and keys do.

import { createBoard } from "../../cards/board/board.js";
import { createEditor } from "../../cards/editor/editor.js";
import { createNestedLanes } from "../../cards/lanes/nested.js";
import { createNrpaLanes } from "../../cards/lanes/nrpa.js";
import { createForm } from "../../cards/recipe/form.js";
import { createSource } from "../../cards/source/source.js";
import { createStrip } from "../../cards/strip/strip.js";
import { createSpeed } from "../../cards/transport/speed.js";
import { momentWords, recipeWords, treeFigure } from "../../cards/tree/figure.js";
import { createTree } from "../../cards/tree/tree.js";
import { createRowMarks } from "../../cards/why/rows.js";
import { actionsOf } from "../../look/actions.js";
import { make, onTheme, put, showOfGame } from "../../look/dom.js";
import { frameOf, isEmbedded } from "../../look/embed.js";
import { createHover } from "../../look/hover.js";
import { pictureOf } from "../../look/picture.js";
import { createPresses } from "../../look/presses.js";
import { createAnimation } from "./animation.js";
import { createExchange } from "./exchange.js";
import { KEYS, scrolls } from "./keys.js";

const CHOICES = ["select", "segments"]; // controls that may bring others

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { send, one, all } = shell;
  const main = one("main");
  /** @type {ExploreStatus | null} */
  let status = null;
  let restedAt = 0; // when the search last came to rest
  let waits = false; // the search goes on when the visitor comes back

  const { hover, onHover } = createHover(send);
  const tree = createTree(one(".tree-canvas"), send, hover);
  // only where this visitor may give code to run
  const source = one("[data-source]") ? createSource(shell, () => status) : null;
  const exchange = createExchange(shell, tree, figure, source?.ask);
  const animation = createAnimation(shell, () => status, one(".tree-canvas canvas"), exchange.name);
  const editor = createEditor(shell);
  const still = () => shell.isMotionUnwanted() || (status?.speed ?? 0) > 30;
  const showNested = createNestedLanes(one(".lanes"), still);
  const showNrpa = createNrpaLanes(one(".lanes"), still, send);
  const markRows = createRowMarks(one(".card.why .canvas"), onHover);
  const showForm = createForm(one("[data-form]"), shell.icons, (name, value) =>
    choose("set", { name, value }, CHOICES.includes(kindOf(name) ?? "")),
  );
  const showSpeed = createSpeed(one("[data-speed]"), one("[data-speed-select]"), (speed) =>
    send("speed", speed),
  );
  const board = createBoard(one(".board-canvas"), hover, (actions) => send("select", actions));
  const strip = createStrip(one("[data-strip]"));
  onTheme(board.dress);
  onTheme(strip.dress);

  /** @type {FormSection[]} */
  let sections = []; // of the recipe's form
  let focused = ""; // the id of the control that had the focus when the form was told to rest

  /**
   * The search as it is shown: the tree as a figure, or the lanes of a search that has no tree.
   *
   * @param {string} format
   */
  async function figure(format) {
    if (status?.view === "lanes") {
      return { kind: "lanes", ...pictureOf(one(".lanes"), "--surface") };
    }
    const link = source?.isEdited() ? "" : await exchange.link(lostPlace()).url;
    return { kind: "tree", ...treeFigure(tree, format, wordsOfFigure(link)) };
  }

  /** @param {string} link "": none */
  function wordsOfFigure(link) {
    const { phase = 0, iteration = 0, nodes = 0 } = status ?? {};
    const chip = one(`[data-phase-chip="${phase}"]`);
    const moment = { iteration, nodes, phase: chip?.textContent };
    return (/** @type {number} */ drawn) => [
      recipeWords(one("[data-text='game']").textContent, sections),
      momentWords({ ...moment, drawn }),
      ...(link ? [link] : []),
    ];
  }

  // ---- what Python says, written into the page ----

  // Until what is chosen is there, what is on show is not its: it turns grey, and where the form may
  // get other controls, nothing can be pressed. A value that leaves the controls as they are leaves
  // them the focus, so that a held arrow key moves a slider on, and the pointer: the press that left
  // a text field is meant.
  /**
   * @param {string} name
   * @param {unknown} value
   */
  function choose(name, value, changesForm = true) {
    main.dataset.waiting = changesForm ? "form" : main.dataset.waiting || "value";
    const form = one("[data-form]");
    if (changesForm && !form.inert) {
      const { activeElement } = document;
      focused = activeElement && form.contains(activeElement) ? activeElement.id : "";
      form.inert = true;
    }
    send(name, value);
  }

  function stopWaiting() {
    if (!main.hasAttribute("data-waiting")) return;
    main.removeAttribute("data-waiting");
    one("[data-form]").inert = false;
    const { activeElement } = document;
    if (focused && (!activeElement || activeElement === document.body))
      document.getElementById(focused)?.focus({ preventScroll: true });
    focused = "";
  }

  /** @param {string} name */
  const kindOf = (name) =>
    sections.flatMap(({ fields }) => fields).find((field) => field.name === name)?.kind;

  /** @param {ExploreCard} card */
  function showRecipe(card) {
    sections = card.sections;
    showForm(sections);
    showTexts(card.texts);
    one("[data-preset]").value = one("#status").dataset.preset = card.preset;
    showGame(card);
    showOfGame(all("[data-of-game]"), card.game);
    exchange.named(card.preset || card.game);
    source?.showGame(card);
    one("[data-notice]").hidden = !card.texts.notice;
    one("[data-client='play-against']").hidden = !card.is_played;
  }

  /**
   * The game in the header's list; one that is not offered there, such as a tree, joins it.
   *
   * @param {ExploreCard} card
   */
  function showGame({ game, title }) {
    const select = one("[data-game]");
    select.querySelector("[data-apart]")?.remove();
    if (![...select.options].some(({ value }) => value === game))
      select.append(make("option", { value: game, "data-apart": "", hidden: "" }, title));
    select.value = game;
  }

  const textElements = all("[data-text]");
  /** @param {Record<string, string>} texts */
  function showTexts(texts) {
    for (const element of textElements) {
      const text = texts[element.dataset.text];
      if (text !== undefined && element.textContent !== text) element.textContent = text;
    }
  }

  let told = 0; // the number of the last message shown
  /** @param {ExploreStatus["message"]} message */
  function showMessage(message) {
    if (!message || message.number <= told) return;
    told = message.number;
    shell.toast(message.text, message.is_error);
  }

  /** @param {ExploreStatus} next */
  function show(next) {
    if (status?.busy && !next.busy) restedAt = performance.now();
    status = next;
    // of the same recipe, or of one that is refused, no other form comes
    if (shell.isHeard("preset") && shell.isHeard("set")) stopWaiting();
    showTexts(status.texts);
    Object.assign(one("#status").dataset, {
      iteration: status.iteration,
      phase: status.phase,
      nodes: status.nodes,
      playing: status.playing,
      busy: status.busy,
      stopped: status.stopped,
      steps: status.steps,
    });
    main.dataset.phase = String(status.phase);
    main.dataset.view = status.view;
    one("[data-views]").hidden = !status.levels;
    for (const button of all("[data-view-button]")) {
      button.setAttribute("aria-pressed", button.dataset.viewButton === status.view);
    }
    if (isEmbedded()) one("[data-whole]").href = place() ?? location.pathname + shell.query();
    showPhase(status);
    narrate(one("[data-narration]"), status.narration);
    showAdvice(status);
    announce(status);
    for (const button of all("[data-do]")) {
      const name = button.dataset.do;
      button.setAttribute("aria-disabled", status.disabled.includes(name));
      if (name === "undo" || name === "next-best") button.hidden = status.hidden.includes(name);
    }
    one("[data-icon='play']").hidden = status.busy;
    one("[data-icon='pause']").hidden = !status.busy;
    showCourse(status);
    showSpeed(status.speed, status.texts.speed, shell.isHeard("speed"));
    tree.link(status.hovered);
    board.link(status.hovered);
    markRows(status.hovered);
    showMessage(status.message);
    source?.resume();
    animation.heard();
    rest();
  }

  /** @param {ExploreStatus} status */
  function showPhase({ phase, code: lines, texts }) {
    for (const element of all("[data-phase-chip], [data-code-line]")) {
      const code = Number(element.dataset.phaseChip ?? element.dataset.codeLine);
      element.toggleAttribute("aria-current", code === phase);
      if (code === phase) element.setAttribute("aria-current", "step");
    }
    all("[data-code-line] code").forEach((element, line) => {
      put(element, lines[line]);
    });
    const badge = one("[data-badge]");
    badge.className = `badge right phase-${phase}`;
    badge.hidden = !texts["board-badge"];
  }

  /** @param {ExploreStatus} status of the scrub bar: a range input lies over the drawing */
  function showCourse({ progress, end, iteration, texts }) {
    const bar = one("[data-progress]");
    bar.hidden = progress === null;
    bar.firstElementChild.style.width = `${100 * (progress ?? 0)}%`;
    scrub.max = end;
    if (shell.isHeard("jump") && progress === null) scrub.value = iteration;
    scrub.setAttribute("aria-valuetext", texts.iteration);
  }

  /**
   * @param {HTMLElement} element
   * @param {ExploreStatus["narration"]} pieces
   */
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

  // The C to try is that of the sentence, which stays while it is read.
  /** @type {number | null} */
  let tried = null;
  /** @param {ExploreStatus} status */
  function showAdvice({ advice }) {
    one("[data-advice]").hidden = advice === null;
    if (advice === null) return;
    tried = advice;
    one("[data-client='try-advice']").textContent = `Try C = ${tried}`;
    one("[data-advice-short]").textContent = `C = ${tried}?`;
  }

  // A screen reader hears a sentence when the search rests or walks slowly, not sixty a second.
  let announced = 0;
  /** @param {ExploreStatus} status */
  function announce({ busy, speed, narration }) {
    const now = performance.now();
    if (busy && (speed > 2 || now - announced < 1000)) return;
    announced = now;
    shell.announce(narration.map(([piece]) => piece).join(""));
  }

  // ---- clicks ----

  /**
   * What a click on a drawing says: the node, or the position, that the element stands for.
   *
   * @param {Event} event
   * @returns {PageEvent | null}
   */
  function messageOf(event) {
    if (!shell.owns(event)) return null;
    for (const { dataset } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (dataset?.actions !== undefined) return ["select", actionsOf(dataset.actions)];
      const pin = dataset?.pin;
      if (pin !== undefined) return ["pin", pin === "none" ? null : actionsOf(pin)];
    }
    return null;
  }

  const repeats = createPresses(messageOf, send);

  /** @type {Record<string, () => void>} */
  const CLIENT = {
    more: toggleMore,
    edit: () => editor.open(),
    import: () => exchange.importText(),
    "try-advice": () => {
      shell.close("advice");
      choose("set", { name: "exploration", value: tried, plays: true }, false);
    },
    ...source?.client,
    "copy-frame": () => {
      shell.hideMenu();
      copyFrame();
    },
    "play-against": () => {
      shell.hideMenu();
      send("play-against");
      shell.give("play");
    },
  };

  function copyFrame() {
    if (source?.isEdited()) {
      shell.toast(
        "Code travels in no link: write your game's search to a file, by explorer.save.",
        true,
      );
      return;
    }
    const title = `Search tree, ${one("[data-text='game']").textContent}`;
    const { url } = exchange.link(lostPlace());
    const frame = Promise.resolve(url).then((address) => frameOf(address, "tree", title));
    shell.copy("Frame", frame, "a web page shows this tree where you put it");
  }

  /**
   * What the buttons do, by the name of their data.
   *
   * @type {Record<string, (name: string, element: HTMLElement) => void>}
   */
  const BUTTONS = {
    do(name, element) {
      if (element.getAttribute("aria-disabled") !== "true") press(name, element.dataset.value);
    },
    tree: (name) => tree.command(name),
    viewButton: (name) => send("view", name),
    example: (name) => source?.example(name),
    leftButton: (name) => source?.turn(name),
  };

  /** @param {MouseEvent} event */
  function click(event) {
    if (repeats(event)) return true;
    const message = messageOf(event);
    if (message) {
      send(...message);
      return true;
    }
    // after a click with the mouse the keys belong to the page again, not to the button
    /** @param {HTMLElement} element */
    const leave = (element) => event.detail > 0 && element.blur();
    for (const element of /** @type {HTMLElement[]} */ (event.composedPath())) {
      const data = element.dataset;
      if (!data) continue;
      for (const [button, does] of Object.entries(BUTTONS)) {
        const name = data[button];
        if (!name) continue;
        leave(element);
        does(name, element);
        return true;
      }
      if (data.method) {
        source?.goTo(data.method);
        return true;
      }
      if (data.file) {
        shell.hideMenu();
        exchange.exportFile(data.file);
        return true;
      }
      if (data.film) {
        shell.hideMenu();
        animation.make(Number(data.film));
        return true;
      }
      if (data.client && data.client in CLIENT) {
        CLIENT[data.client]();
        return true;
      }
    }
    return false;
  }

  // on a phone: all children and the formula instead of the three best
  function toggleMore() {
    const isOpen = one(".card.why").classList.toggle("open");
    one(".more").setAttribute("aria-expanded", isOpen);
  }

  /**
   * @param {string} name
   * @param {string} [value]
   */
  function press(name, value) {
    // before the first status there is nothing to press
    if (tree.command(name) || !status || status.disabled.includes(name)) return;
    if (name !== "toggle") {
      send(name, value === undefined ? null : Number(value));
      return;
    }
    // What the visitor meant is what the button said; and when the search has just ended by itself,
    // a click meant for "Pause" must not start it again.
    if (!status.busy && status.stopped && performance.now() - restedAt < 500) return;
    send(status.busy ? "pause" : "play");
  }

  // ---- behind another page ----

  // Also when an answer says that the search runs: the visitor may have left before it came.
  function rest() {
    if (shell.isOpen()) return;
    if (!status) waits = !shell.query();
    else waits ||= status.playing;
    if (status?.busy) send("pause");
  }

  /** @type {NonNullable<Page["open"]>} */
  function open({ address, changed, given, followed }) {
    // what another page gives replaces what the search had been
    if (given) {
      waits = false;
      main.focus({ preventScroll: true });
    }
    if (followed && shell.isAnswered()) {
      waits = false;
      send("visit", address.search);
    }
    if (changed && waits) {
      waits = false;
      send("open");
    }
  }

  // The address of the moment on show, as far as Python has told it.
  function place() {
    if (!status?.moment || source?.isEdited()) return null;
    const url = new URL(location.href);
    url.search = status.moment;
    url.hash = "";
    const seen = tree.view();
    if (seen) url.searchParams.set("view", seen.map((share) => share.toFixed(4)).join(","));
    return url.href;
  }

  /** The same where Python can't be asked for it: its server is lost. */
  const lostPlace = () => (shell.isLost() ? place() : null);

  // ---- size ----

  /** @param {HTMLElement} card */
  function sizeOf(card) {
    const { width, height } = card.getBoundingClientRect();
    return { tree: [Math.round(width), Math.round(height)] };
  }

  let timer = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const size = sizeOf(one(main.dataset.view === "tree" ? ".tree-canvas" : ".lanes"));
      if (shell.isAnswered() && size.tree[0]) send("size", size);
    }, 100);
  });
  observer.observe(one(".tree-canvas"));
  observer.observe(one(".lanes"));

  const scrub = one("[data-scrub]");
  scrub.addEventListener("input", () => send("jump", Number(scrub.value)));
  const [preset, game] = [one("[data-preset]"), one("[data-game]")];
  preset.addEventListener("change", () => choose("preset", preset.value));
  game.addEventListener("change", () => choose("set", { name: "game", value: game.value }));
  /** @param {Event} event */
  const hovering = (event) => shell.isOpen() && onHover(event);
  document.addEventListener("pointerover", hovering);
  document.addEventListener("focusin", hovering);

  return {
    keepsLayout: true,
    keys: KEYS,
    keepsKey: scrolls,
    hello: () => ({ size: sizeOf(one(".tree-canvas")) }),
    pictures: {
      card: showRecipe,
      strip: strip.show,
      board: (picture) => board.show(picture),
      tree: (picture) => tree.show(picture),
      lanes: (lanes) => (lanes.policy ? showNrpa : showNested)(lanes),
    },
    show,
    answer: (answer) => {
      if (answer.kind === "editor") editor.answer(answer);
      else if (answer.kind === "code") source?.answer(answer);
      else exchange.answer(answer);
    },
    click,
    press,
    open,
    leave: rest,
    place,
    link: () => (source?.isEdited() ? exchange.bare() : exchange.link(lostPlace())),
  };
}
