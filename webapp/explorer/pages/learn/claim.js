// The claim of a chapter: its rows of dots, one for each seed, and what the check says.

import { make } from "../../look/dom.js";
import { written } from "./text.js";

const HEARD_EVERY = 5; // seeds between two words to a screen reader

/** @param {number} seconds */
export function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 1) return ", under 1 s";
  return `, ${Math.round(seconds)} s`;
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

/**
 * @param {any} one finds an element of the page
 */
export function createClaim(one) {
  let claim = null; // of the lesson on show
  let state = null; // as Python has told it
  let heard = 0;

  function rows(check, running) {
    return claim.rows.map((row, i) => {
      const mine = check?.rows[i];
      const total = check?.total ?? claim.total;
      let said = "";
      if (mine) said = check.over ? `${mine.count} of ${total}` : `${mine.count} of ${check.done}`;
      return make(
        "p",
        { class: "row" },
        make("span", {}, row.label),
        dotsOf({ total, dots: mine?.dots ?? "", running }),
        make("b", {}, said),
      );
    });
  }

  function verdict({ check, running, problem }) {
    if (!check || running) return "";
    if (problem) return `The check has failed after ${check.done} of ${check.total}: ${problem}`;
    if (!check.over) return `Stopped at ${check.done} of ${check.total}.`;
    const counts = check.rows.map((row) => row.count);
    if (check.own) {
      if (check.holds) {
        const [last, ...others] = [...counts].reverse();
        return `${[...others.reverse(), `${last} of ${check.total}`].join(" and ")}: holds.`;
      }
      return check.rows
        .map((row) => `${row.label}: ${row.count} of ${check.total} here, ${row.found} claimed.`)
        .join(" ");
    }
    const told = check.rows.map(
      (row) =>
        `${row.label}: ${row.count} of ${check.total}, 95 % interval ${row.low} to ${row.high} %,` +
        ` claimed ${row.found} of ${claim.total}.`,
    );
    return `${told.join(" ")} ${check.holds ? "Holds." : "Does not hold for these seeds."}`;
  }

  // What did not hold can be looked at: the searches with the first of the seeds.
  function showSearches(found) {
    const links = found.map(({ label, query }) => make("a", { href: `?${query}` }, label));
    const told = one("[data-found-by]");
    told.hidden = !links.length;
    told.replaceChildren(
      "Open in Explore: ",
      ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    );
  }

  function draw() {
    const box = one("[data-claim]");
    box.hidden = !claim;
    if (!claim || !state) return;
    const { check, running, seconds, problem } = state;
    const [first, last] = check?.seeds ?? claim.seeds;
    one("[data-seeds]").textContent = `seeds ${first} to ${last}`;
    one("[data-claim-text]").replaceChildren(...written(claim.text));
    one("[data-rows]").replaceChildren(...rows(check, running));
    const told = verdict(state);
    one("[data-verdict]").textContent = told;
    showSearches(check?.over && !check.holds ? check.rows : []);
    box.dataset.failed = String(Boolean(problem));
    box.dataset.holds = String(Boolean(check?.over && check.holds));
    const isOver = Boolean(check?.over) && !running;
    one("[data-check-text]").textContent = problem
      ? "Try again"
      : isOver
        ? "Again, other seeds"
        : `Check it here${duration(seconds)}`;
    one("[data-fill]").style.width = running ? `${(100 * check.done) / check.total}%` : "0";
    one("[data-learn='stop']").hidden = !running;
    one("[data-legend]").replaceChildren(
      make("i", { class: "yes" }),
      ` ${claim.counted} `,
      make("i", { class: "no" }),
      ` ${claim.other}`,
    );
    if (running && check.done - heard >= HEARD_EVERY) {
      heard = check.done;
      const counts = check.rows.map((row) => `${row.label} ${row.count}`);
      one("[data-heard]").textContent = `${check.done} seeds: ${counts.join(", ")}`;
    }
    if (!running) {
      heard = 0;
      one("[data-heard]").textContent = told;
    }
  }

  return {
    /** @param {any} lesson */
    showLesson(lesson) {
      claim = lesson.claim;
      draw();
    },
    /** @param {any} told */
    showCheck(told) {
      state = told;
      draw();
    },
    // What the button does now: nothing while a check runs.
    command: () => {
      if (!claim || state?.running) return null;
      return state?.check?.over ? "check-others" : "check";
    },
  };
}
