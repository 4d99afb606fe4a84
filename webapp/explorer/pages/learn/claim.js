// The claim of a chapter: what the reader expects, dots for the seeds of each search, and intervals.

import { make } from "../../look/dom.js";
import { written } from "./text.js";

const HEARD_EVERY = 5; // seeds between two words to a screen reader
/** @type {Record<LearnCheck["verdict"], string>} */
const VERDICTS = {
  "": "",
  holds: "Holds: your seeds alone show the difference.",
  open: "Not settled yet: an interval still reaches 0. More seeds narrow it.",
  fails: "Does not hold: with your seeds a difference is smaller than the claim allows.",
};

/** @param {number} seconds */
export function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 1) return ", under 1 s";
  return `, ${Math.round(seconds)} s`;
}

/**
 * The dots of the seeds of one press: the last, or that which is under way.
 *
 * @param {{ dots: string, block: number, isRunning: boolean }} what
 */
export function pressOf({ dots, block, isRunning }) {
  const full = dots.length && dots.length % block === 0 && !isRunning;
  const first = full ? dots.length - block : dots.length - (dots.length % block);
  return dots.slice(first);
}

/**
 * @param {{ total: number, dots: string, running: boolean }} what
 */
function dotsOf({ total, dots, running }) {
  const marks = Array.from({ length: total }, (_, i) => {
    if (i < dots.length) return make("i", { class: dots[i] === "1" ? "yes" : "no" });
    return make("i", { class: running && i === dots.length ? "now" : "" });
  });
  return make("span", { class: "dots", "aria-hidden": "true" }, ...marks);
}

/** @param {number} percent -100 to 100, as a place on the axis */
const place = (percent) => `${(percent + 100) / 2}%`;

/**
 * The difference between two searches: 0, what is claimed, and the interval after every press.
 *
 * @param {LearnClaim["contrasts"][number]} contrast
 * @param {LearnCheck["contrasts"][number] | undefined} mine
 */
function axisOf({ more, less, claimed }, mine) {
  const intervals = mine?.intervals ?? [];
  const [low, high] = intervals.at(-1) ?? [0, 0];
  const title = `${more}: more often than ${less}`;
  const said = intervals.length
    ? `by ${mine?.found} points of 100, 95 % interval ${low} to ${high}; claimed ${claimed ?? "?"}`
    : `claimed: by ${claimed ?? "?"} points of 100`;
  const bars = intervals.slice(-4).map(([from, to], i, shown) =>
    make("i", {
      class: i === shown.length - 1 ? "interval last" : "interval",
      style: `left:${place(from)};width:${(to - from) / 2}%;top:${3 + 5 * i}px`,
    }),
  );
  const marks = [make("i", { class: "zero" }), ...bars];
  if (claimed !== null) {
    marks.push(make("i", { class: "claimed", style: `left:${place(claimed)}` }));
  }
  return make(
    "div",
    { class: "contrast" },
    make("p", {}, make("b", {}, title), ` ${said}.`),
    make("span", { class: "difference-axis", "aria-hidden": "true" }, ...marks),
  );
}

/**
 * @param {Shell["one"]} one finds an element of the page
 * @param {(chapter: string) => void} checked is told when a check has come to its end
 */
export function createClaim(one, checked) {
  /** @type {LearnClaim | null} */
  let claim = null; // of the lesson on show
  /** @type {LearnChecked | null} */
  let state = null; // as Python has told it
  let heard = 0;
  let chapter = "";
  /** @type {number[]} */
  let guesses = []; // what the reader expects of each row, while it is asked
  let guessed = false;

  /**
   * @param {LearnClaim} claim
   * @param {number} i
   */
  function guessOf({ block, rows }, i) {
    const slider = make("input", {
      type: "range",
      min: 0,
      max: block,
      value: guesses[i],
      "aria-label": `Your guess for ${rows[i]}, of ${block}`,
    });
    const told = make("b", {}, `${guesses[i]} of ${block}`);
    slider.addEventListener("input", () => {
      guesses[i] = Number(slider.value);
      told.textContent = `${guesses[i]} of ${block}`;
    });
    return make("p", { class: "row guess" }, make("span", {}, rows[i]), slider, told);
  }

  /**
   * @param {LearnClaim} claim
   * @param {LearnCheck} check
   * @param {boolean} running
   */
  function rows({ block, rows }, check, running) {
    return rows.map((label, i) => {
      const mine = check.rows[i];
      const dots = pressOf({ dots: mine.dots, block, isRunning: running });
      const shown = make("span", { class: "press" }, dotsOf({ total: block, dots, running }));
      if (guessed) {
        const left = `${(100 * guesses[i]) / block}%`;
        shown.append(make("i", { class: "guessed", style: `left:${left}`, title: "your guess" }));
      }
      return make(
        "p",
        { class: "row" },
        make("span", {}, label),
        shown,
        make("b", {}, `${mine.count} of ${check.done}`),
      );
    });
  }

  /**
   * @param {LearnClaim} claim
   * @param {LearnChecked} told
   */
  function verdict({ block }, { check, running, problem }) {
    if (!check || running) return "";
    if (problem) return `The check has failed after ${check.done} of ${check.total}: ${problem}`;
    if (!check.over) return `Stopped at ${check.done} of ${check.total}.`;
    const counts = check.rows.map(({ label, count }) => `${label} ${count}`).join(", ");
    const first = check.total === block && guessed;
    const guess = first ? ` You expected ${guesses.join(", ")}.` : "";
    return `Of ${check.total}: ${counts}.${guess} ${VERDICTS[check.verdict]}`.trim();
  }

  /** @param {LearnCheckRow[]} found what did not hold: the searches with the first of the seeds */
  function showSearches(found) {
    const links = found.map(({ label, query }) => make("a", { href: `?${query}` }, label));
    const told = one("[data-found-by]");
    told.hidden = !links.length;
    told.replaceChildren(
      "Open in Explore: ",
      ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    );
  }

  /** @param {LearnCheck | null} check */
  function seedsOf(check) {
    if (!check) return "";
    const [first, last] = check.seeds.map((seed) => seed.toLocaleString("en"));
    return `your seeds ${first} to ${last}`;
  }

  function draw() {
    const box = one("[data-claim]");
    const shown = claim;
    box.hidden = !shown;
    if (!shown || !state || state.chapter !== chapter) return;
    const { check, running, seconds, problem } = state;
    const asks = !check && !guessed;
    box.dataset.asks = String(asks);
    one("[data-seeds]").textContent = seedsOf(check);
    if (asks) {
      const asked = `Of ${shown.block} searches each, how many will be “${shown.counted}”?`;
      one("[data-claim-text]").textContent = `Guess before you look. ${asked}`;
      if (!one("[data-rows]").querySelector("input")) {
        one("[data-rows]").replaceChildren(...shown.rows.map((_, i) => guessOf(shown, i)));
      }
      one("[data-contrasts]").replaceChildren();
    } else if (check) {
      const isOver = check.total > shown.block || (check.over && !running);
      const told = isOver ? written(shown.text) : ["The claim comes with the result."];
      one("[data-claim-text]").replaceChildren(...told);
      one("[data-rows]").replaceChildren(...rows(shown, check, running));
      const axes = shown.contrasts.map((contrast, i) => axisOf(contrast, check.contrasts[i]));
      one("[data-contrasts]").replaceChildren(...(isOver ? axes : []));
    }
    const told = verdict(shown, state);
    one("[data-verdict]").textContent = told;
    showSearches(check?.over && check.verdict === "fails" ? check.rows : []);
    box.dataset.failed = String(Boolean(problem));
    box.dataset.holds = String(Boolean(check?.over && check.verdict === "holds"));
    const isOver = Boolean(check?.over) && !running;
    one("[data-check-text]").textContent = problem
      ? "Try again"
      : isOver
        ? `${shown.block} seeds more`
        : check && !running
          ? "Go on"
          : `Check it here${duration(seconds)}`;
    const done = check ? check.done % shown.block || (check.over ? shown.block : 0) : 0;
    one("[data-fill]").style.width = running ? `${(100 * done) / shown.block}%` : "0";
    one("[data-learn='stop']").hidden = !running;
    one("[data-legend]").replaceChildren(
      make("i", { class: "yes" }),
      ` ${shown.counted} `,
      make("i", { class: "no" }),
      ` ${shown.other}`,
    );
    if (running && check && check.done - heard >= HEARD_EVERY) {
      heard = check.done;
      const counts = check.rows.map((row) => `${row.label} ${row.count}`);
      one("[data-heard]").textContent = `${check.done} seeds: ${counts.join(", ")}`;
    }
    if (!running) {
      heard = 0;
      one("[data-heard]").textContent = told;
    }
    if (isOver && !problem) checked(chapter);
  }

  return {
    /** @param {LearnLesson} lesson */
    showLesson(lesson) {
      if (lesson.chapter !== chapter) {
        chapter = lesson.chapter;
        guessed = false;
        one("[data-rows]").replaceChildren();
      }
      claim = lesson.claim;
      if (claim && !guessed) {
        const { block } = claim;
        guesses = claim.rows.map((_, i) => guesses[i] ?? block / 2);
      }
      draw();
    },
    /** @param {LearnChecked} told */
    showCheck(told) {
      state = told;
      draw();
    },
    // What the button does now: nothing while a check runs.
    command() {
      if (!claim || state?.running) return null;
      if (!state?.check) guessed = true;
      return "check";
    },
  };
}
