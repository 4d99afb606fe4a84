// Learn: a chapter's text beside its search; steps, questions and claims by pointer and by keys.

import { createBoard } from "../../cards/board/board.js";
import { createNestedLanes } from "../../cards/lanes/nested.js";
import { createNrpaLanes } from "../../cards/lanes/nrpa.js";
import { createTree } from "../../cards/tree/tree.js";
import { createRowMarks } from "../../cards/why/rows.js";
import { actionsOf } from "../../look/actions.js";
import { onTheme } from "../../look/dom.js";
import { createHover } from "../../look/hover.js";
import { createPresses } from "../../look/presses.js";
import { createClaim } from "./claim.js";
import { createProgress, isUnknown } from "./progress.js";
import { createQuestion } from "./question.js";
import { createShrinking } from "./shrinking.js";
import { createText } from "./text.js";
import { createTrying } from "./trying.js";

/** @type {Record<string, string>} */
const KEYS = {
  "Alt+ArrowRight": "next",
  "Alt+ArrowLeft": "previous",
  "Alt+ArrowDown": "next-chapter",
  "Alt+ArrowUp": "previous-chapter",
  p: "predict",
  c: "check",
  " ": "toggle",
  ArrowRight: "forward",
  ArrowLeft: "back",
};
const PLAIN = [
  "again",
  "first",
  "back",
  "forward",
  "lesson",
  "skip",
  "retry",
  "stop",
  "select-parent",
];

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const { send, one, all } = shell;
  const main = one("main");
  const chapters = all("a[data-chapter]").map((link) => link.dataset.chapter);
  const numSteps = Object.fromEntries(
    all("a[data-chapter]").map(({ dataset }) => [dataset.chapter, Number(dataset.steps)]),
  );
  const asked = Object.fromEntries(
    all("a[data-chapter]").map(({ dataset }) => [
      dataset.chapter,
      dataset.asked.split(" ").filter(Boolean).map(Number),
    ]),
  );
  const titles = Object.fromEntries(
    all("a[data-chapter]").map((link) => [
      link.dataset.chapter,
      link.querySelector(".name > span").textContent,
    ]),
  );
  const progress = createProgress();
  const { hover, onHover } = createHover(send);
  const tree = createTree(one(".tree-canvas"), send, hover);
  const showNested = createNestedLanes(one(".lanes"), shell.isMotionUnwanted);
  const showNrpa = createNrpaLanes(one(".lanes"), shell.isMotionUnwanted, send);
  const markRows = createRowMarks(one(".card.why .canvas"), onHover);
  const text = createText(one);
  const trying = createTrying(one, send);
  const question = createQuestion(one, send, hover);
  const claim = createClaim(one, (chapter) => {
    progress.checked(chapter);
    showProgress();
  });
  // A narrow or low window has one card at a time, or two; the others are out of sight and of reach.
  const narrow = {
    phone: matchMedia("(max-width: 767px)"),
    single: matchMedia("(max-width: 767px), (max-height: 700px)"),
    any: matchMedia("(max-width: 1199px), (max-height: 700px)"),
  };
  const shrinking = createShrinking(one, narrow.phone);
  /** @type {LearnLesson | null} */
  let lesson = null; // the step on show
  /** @type {{ chapter: string, step: number | string }} */
  let wanted = { chapter: chapters[0], step: 1 }; // what was asked for last
  let isBusy = false; // the search runs
  let askedAt = 0; // when the step on its way was asked for
  const board = createBoard(one(".board-canvas"), hover, (actions) => send("select", actions));
  onTheme(board.dress);
  one("[data-invitation]").hidden = !isUnknown();

  // ---- places ----

  /** @param {{ chapter: string, step: number | string }} place */
  function addressOf({ chapter, step }) {
    const fields = new URLSearchParams({ view: shell.name, chapter, step: String(step) });
    return `${location.pathname}?${fields}`;
  }

  /** @param {URL} address */
  function placeIn({ searchParams }) {
    const chapter = searchParams.get("chapter");
    return chapter === null ? null : { chapter, step: searchParams.get("step") ?? "1" };
  }

  /** @param {{ chapter: string, step: number | string }} place */
  function goTo(place) {
    const address = addressOf(place);
    askedAt = performance.now();
    if (address !== location.pathname + location.search) shell.go(address);
  }

  /** @param {number} by */
  function turn(by) {
    const { chapter, step } = wanted;
    const at = chapters.indexOf(chapter);
    const next = Number(step) + by;
    if (next >= 1 && next <= numSteps[chapter]) goTo({ chapter, step: next });
    else if (next < 1 && at > 0)
      goTo({ chapter: chapters[at - 1], step: numSteps[chapters[at - 1]] });
    else if (next > numSteps[chapter] && at + 1 < chapters.length) {
      goTo({ chapter: chapters[at + 1], step: 1 });
    }
  }

  /** @param {number} by */
  function turnChapter(by) {
    const chapter = chapters[chapters.indexOf(wanted.chapter) + by];
    if (chapter) goTo({ chapter, step: 1 });
  }

  /** @type {NonNullable<Page["open"]>} */
  function open({ address, changed }) {
    const place = placeIn(address) ?? (changed || !lesson ? (progress.last() ?? wanted) : wanted);
    const isOther = String(place.step) !== String(wanted.step) || place.chapter !== wanted.chapter;
    wanted = place;
    if (!lesson) text.expect(titles[wanted.chapter] ?? "");
    if (shell.isAnswered() && (isOther || !lesson)) send("go", place);
  }

  // ---- what Python says ----

  /** @param {LearnLesson} next */
  function showLesson(next) {
    const isOther = lesson?.chapter !== next.chapter || lesson?.step !== next.step;
    lesson = next;
    text.show(next);
    question.show(next);
    claim.showLesson(next);
    main.dataset.asks = isSettled(next) ? "" : (next.question?.on ?? "");
    one("[data-onward]").hidden = !isAtEnd();
    one("[data-learn='next']").classList.toggle("primary", isSettled(next));
    const { chapter, step } = next;
    one("[data-learn='previous']").disabled = step === 1 && chapters[0] === chapter;
    if (next.question?.state === "right") {
      progress.answered(chapter, step);
      showProgress();
    }
    if (!isOther) return;
    wanted = { chapter, step };
    if (shell.isOpen()) {
      shell.replace(addressOf(wanted));
      if (askedAt) one("[data-title]").focus({ preventScroll: true });
    }
    if (one("[data-source-view]").hidden === false) text.showSource(false);
    one("[data-body]").scrollTop = 0;
    one(".lanes").scrollTop = 0;
    window.scrollTo(0, 0);
    showTab(next.show);
    shrinking.reset();
    progress.note(chapter, step);
    showProgress();
    main.dataset.shownMs = String(Math.round(performance.now() - askedAt));
  }

  // After the last step of the last chapter: where to go with what was learned.
  const isAtEnd = () =>
    lesson !== null && lesson.chapter === chapters.at(-1) && lesson.step === lesson.of;

  /** @param {LearnLesson} lesson */
  const isSettled = ({ question: asks }) => !asks || ["right", "skipped"].includes(asks.state);

  /** @param {LearnStatus} next */
  function show(next) {
    const { stage, waiting } = next;
    isBusy = stage?.busy ?? false;
    for (const element of all("[data-told]")) {
      const said = stage?.texts[element.dataset.told];
      if (said !== undefined && element.textContent !== said) element.textContent = said;
    }
    for (const badge of all(".mover")) badge.hidden = !badge.textContent;
    Object.assign(one("#learn-status").dataset, {
      chapter: lesson?.chapter ?? "",
      step: lesson?.step ?? "",
      waiting,
      steps: stage?.steps,
      busy: stage?.busy,
      changed: stage?.changed,
      moves: stage?.moves,
    });
    if (stage && main.dataset.view !== stage.view) {
      main.dataset.view = stage.view;
      showCards();
    }
    main.classList.toggle("waiting", waiting);
    main.classList.toggle("changed", Boolean(stage?.changed));
    showProblem(next);
    one("[data-learn='lesson']").hidden = !stage?.changed;
    one("[data-icon='play']").hidden = isBusy;
    one("[data-icon='pause']").hidden = !isBusy;
    one("[data-play]").textContent = isBusy ? "Pause" : "Play";
    tree.link(stage?.hovered ?? null);
    board.link(stage?.hovered ?? null);
    markRows(stage?.hovered ?? null);
    if (lesson?.question) question.wait(stage?.aimed ?? "", lesson.question.on);
    if (isBusy && !shell.isOpen()) send("pause");
  }

  /** @param {LearnStatus} next instead of a step that could not be made: why, and to try again */
  function showProblem({ problem, step }) {
    main.classList.toggle("failed", Boolean(problem));
    one("[data-problem]").hidden = !problem;
    shrinking.update();
    const said = problem ? `Step ${step} can't be shown: ${problem}` : "";
    if (one("[data-problem-text]").textContent !== said) {
      one("[data-problem-text]").textContent = said;
    }
  }

  function showProgress() {
    let done = 0;
    for (const link of all("a[data-chapter]")) {
      const name = link.dataset.chapter;
      const left = progress.left(name, numSteps[name], asked[name]);
      const isDone = !left.steps && !left.questions && !left.claim;
      const now = lesson && name === lesson.chapter ? lesson : null;
      if (isDone) done += 1;
      link.querySelector("[data-tick]").hidden = !isDone;
      if (now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      const bar = link.querySelector("[data-chapter-bar]");
      bar.hidden = !now;
      if (now) {
        for (const [i, mark] of bar.querySelectorAll("i").entries()) {
          mark.classList.toggle("past", i < now.step);
        }
        const open = left.questions ? `, ${left.questions} to answer` : "";
        const toCheck = left.claim ? ", claim to check" : "";
        bar.querySelector("b").textContent = isDone
          ? "done"
          : `${now.step} of ${now.of}${open}${toCheck}`;
        link.scrollIntoView({ block: "nearest" });
      }
      one(`[data-course="${name}"]`).classList.toggle("past", isDone);
    }
    one("[data-done]").textContent = `${done} of ${chapters.length} done`;
    if (lesson) one("[data-chapter-select]").value = lesson.chapter;
  }

  function showCards() {
    const { show: shown, tab, view } = main.dataset;
    for (const name of ["tree", "board", "why"]) {
      const wanted = narrow.single.matches ? shown : tab;
      // the lanes have boards of their own, and all the room
      const isShown =
        view === "lanes"
          ? name === "tree"
          : !narrow.any.matches || name === wanted || (!narrow.single.matches && name === "tree");
      const card = one(`.learn-stage .card.${name}`);
      card.classList.toggle("shown", isShown);
      card.inert = !isShown;
    }
  }
  for (const query of Object.values(narrow)) query.addEventListener("change", showCards);

  /** @param {string} name */
  function showTab(name) {
    main.dataset.show = name;
    if (name !== "tree") main.dataset.tab = name;
    showCards();
    for (const button of all("[data-tab-button]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tabButton === name));
    }
  }

  // ---- clicks and keys ----

  /** @param {boolean} isOpen */
  function showSource(isOpen) {
    text.showSource(isOpen);
    window.scrollTo(0, 0);
    shrinking.reset();
  }

  /** @type {Record<string, () => void>} */
  const COMMANDS = {
    next: () => turn(1),
    previous: () => turn(-1),
    "next-chapter": () => turnChapter(1),
    "previous-chapter": () => turnChapter(-1),
    predict: () => question.isOpen() && question.focus(),
    check: () => {
      const name = claim.command();
      if (name) send(name);
    },
    toggle: () => send(isBusy ? "pause" : "play"),
    clear: () => {
      progress.clear();
      showProgress();
      shell.toast("The progress kept in this browser is cleared.", false);
    },
    source: () => showSource(true),
    "back-to-step": () => showSource(false),
    explore: () => {
      send("explore");
      shell.give("explore");
    },
    "select-child": () => send("select-child"),
    ...Object.fromEntries(PLAIN.map((name) => [name, () => send(name)])),
  };

  /**
   * @param {Event} event
   * @returns {PageEvent | null}
   */
  function messageOf(event) {
    if (!shell.owns(event)) return null;
    for (const element of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (element.classList?.contains("call")) return null;
      const { actions, pin } = element.dataset ?? {};
      if (pin !== undefined) return ["pin", pin === "none" ? null : actionsOf(pin)];
      if (actions !== undefined) return ["select", actionsOf(actions)];
    }
    return null;
  }

  const repeats = createPresses(messageOf, send);

  /** @param {MouseEvent} event */
  function click(event) {
    if (repeats(event)) return true;
    const message = messageOf(event);
    if (message) {
      send(...message);
      return true;
    }
    for (const { dataset: data } of /** @type {HTMLElement[]} */ (event.composedPath())) {
      if (!data) continue;
      if (data.learn) {
        if (data.learn === "next" && isAtEnd()) shell.go("?view=play");
        else COMMANDS[data.learn]();
        return true;
      }
      if (data.tree) {
        tree.command(data.tree);
        return true;
      }
      if (data.tabButton) {
        showTab(data.tabButton);
        return true;
      }
    }
    return false;
  }

  one("[data-body]").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && !one("[data-source-view]").hidden) showSource(false);
  });
  const select = one("[data-chapter-select]");
  select.addEventListener("change", () => goTo({ chapter: select.value, step: 1 }));
  /** @param {Event} event */
  const hovering = (event) => shell.isOpen() && onHover(event);
  document.addEventListener("pointerover", hovering);
  document.addEventListener("focusin", hovering);

  // ---- size ----

  function sizeOf() {
    const canvas = one(main.dataset.view === "lanes" ? ".lanes" : ".tree-canvas");
    const { width, height } = canvas.getBoundingClientRect();
    const aims = matchMedia("(pointer: coarse)").matches;
    return { tree: [Math.round(width), Math.round(height)], aims };
  }

  let timer = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (shell.isAnswered() && shell.isOpen() && sizeOf().tree[0]) send("size", sizeOf());
    }, 100);
  });
  for (const canvas of [".tree-canvas", ".lanes"]) observer.observe(one(canvas));

  showProgress();
  return {
    keys: KEYS,
    hello: () => ({ size: sizeOf(), at: wanted }),
    pictures: {
      board: (picture) => board.show(picture),
      tree: (picture) => tree.show(picture),
      lanes: (lanes) => (lanes.policy ? showNrpa : showNested)(lanes),
      lesson: showLesson,
      claim: (told) => claim.showCheck(told),
      trying: (told) => lesson && trying.show(told, lesson),
    },
    show,
    click,
    press: (command) => COMMANDS[command](),
    open,
    leave() {
      if (isBusy) send("pause");
      send("stop");
    },
    address: () => addressOf(wanted),
    link: () => ({ url: location.href, told: "it opens this step" }),
  };
}
