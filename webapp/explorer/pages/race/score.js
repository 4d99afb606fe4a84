// What a match has shown so far: points, pairs, Elo, LOS, and the SPRT with its course.

import { draw, make } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { showRatings } from "./ratings.js";

const POINTS = ["0", "½", "1", "1½", "2"];

/**
 * @param {HTMLElement} element
 * @param {RaceScore | RaceRatings} score
 * @param {RaceEntrants} entrants
 */
export function showScore(element, score, { names, slots, still }) {
  if ("matches" in score) {
    showRatings(element, score, { names, slots });
    if (score.failure) element.prepend(failed(score.failure, names));
    return;
  }
  const before = barIn(element);
  const [first, second] = [0, 1].map((i) => ({ name: names[i], slot: slots[i] }));
  element.replaceChildren(
    ...(score.failure ? [failed(score.failure, names)] : []),
    points(score, first, second),
    sides(score, slots),
    pairs(score.by_points, names[1]),
    elo(score, names[1], slots[1]),
    ...(score.sprt ? [sprt(score.sprt, slots)] : []),
  );
  if (!still) move(before, barIn(element));
}

/** @type {(element: HTMLElement) => { fill: HTMLElement, isDecided: boolean } | null} */
function barIn(element) {
  /** @type {HTMLElement | null} */
  const fill = element.querySelector(".race-llr i");
  return fill && { fill, isDecided: fill.matches(".decided > *") };
}

/**
 * The bar grows from where it was, and a bound that has just been met flashes.
 *
 * @param {ReturnType<typeof barIn>} before
 * @param {ReturnType<typeof barIn>} after
 */
function move(before, after) {
  if (!before || !after) return;
  const { width } = after.fill.style;
  after.fill.style.width =
    before.fill.className === after.fill.className ? before.fill.style.width : "0";
  after.fill.getBoundingClientRect(); // so that the browser has seen it
  after.fill.style.width = width;
  if (after.isDecided && !before.isDecided) after.fill.parentElement?.classList.add("flashes");
}

/**
 * @param {RaceFailure} failure
 * @param {string[]} names
 */
function failed({ entrant, text }, names) {
  return make(
    "div",
    { class: "race-failure race-match-failure", role: "alert" },
    make("p", {}, make("b", {}, names[entrant]), `: ${text}`),
    make("button", { class: "link", type: "button", "data-try-again": entrant }, "Try again"),
  );
}

/**
 * @param {{ count: number, classes: string }[]} parts
 * @param {string} label
 */
function bar(parts, label) {
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  return make(
    "div",
    { class: "race-bar", role: "img", "aria-label": label },
    ...parts
      .filter(({ count }) => count)
      .map(({ count, classes }) => {
        const part = make("span", { class: classes });
        part.style.flexGrow = String(count / whole);
        return part;
      }),
  );
}

/**
 * @param {RaceScore} score
 * @param {{ name: string, slot: number }} first
 * @param {{ name: string, slot: number }} second
 */
function points(score, first, second) {
  const [losses, draws, wins] = score.games;
  return make(
    "div",
    { class: "race-part" },
    make(
      "div",
      { class: "race-points" },
      make(
        "div",
        {},
        make("span", {}, entrantMark(second.slot), second.name),
        make("b", {}, score.points[1]),
      ),
      make("span", {}, score.share),
      make(
        "div",
        {},
        make("span", {}, first.name, entrantMark(first.slot)),
        make("b", {}, score.points[0]),
      ),
    ),
    bar(
      [
        { count: wins, classes: `slot-${second.slot + 1} full` },
        { count: draws, classes: "draw" },
        { count: losses, classes: `slot-${first.slot + 1} full` },
      ],
      `${second.name}: ${wins} won, ${draws} drawn, ${losses} lost`,
    ),
  );
}

/**
 * @param {RaceScore} score
 * @param {number[]} slots
 */
function sides(score, slots) {
  const rows = score.rows.map(
    ({ name, entrant, wins, draws, losses, points: told, share, text }, i) =>
      make(
        "tr",
        { class: i === 2 ? "both" : i === 3 ? "beginner" : "" },
        make(
          "th",
          { scope: "row" },
          ...(entrant === null ? [] : [entrantMark(slots[entrant], 10)]),
          make("span", {}, name),
        ),
        ...[wins, draws, losses, told].map((value) => make("td", {}, String(value))),
        make(
          "td",
          { class: "share" },
          share === null || i > 2 ? "" : shareBar(share, slots),
          make("b", {}, text),
        ),
      ),
  );
  return make(
    "div",
    { class: "race-part" },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("td", {}),
          ...["wins", "draws", "losses", "points", "score"].map((text) =>
            make("th", { scope: "col" }, text),
          ),
        ),
      ),
      make("tbody", {}, ...rows),
    ),
    ...score.used.map((text) => make("p", { class: "race-note race-used" }, text)),
  );
}

/**
 * @param {number} share
 * @param {number[]} slots
 */
function shareBar(share, slots) {
  const first = make("i", { class: `slot-${slots[1] + 1} full` });
  const second = make("i", { class: `slot-${slots[0] + 1} full` });
  first.style.flexGrow = String(share);
  second.style.flexGrow = String(1 - share);
  return make("span", { class: "race-small-bar", "aria-hidden": "true" }, first, second);
}

/**
 * @param {number[]} byPoints
 * @param {string} name
 */
function pairs(byPoints, name) {
  const classes = ["first", "first half", "even", "second half", "second"];
  const label = byPoints.map((count, i) => `${POINTS[i]}: ${count}`).join(", ");
  const whole = byPoints.reduce((sum, count) => sum + count, 0);
  return make(
    "div",
    { class: "race-part" },
    make("p", {}, `Points of ${name} in a pair of games`),
    whole
      ? make(
          "div",
          { class: "race-pentanomial", role: "img", "aria-label": label },
          ...byPoints.map((count, i) => {
            const part = make(
              "div",
              {},
              make(
                "span",
                { class: classes[i] },
                count && count / whole > 0.05 ? String(count) : "",
              ),
              make("small", {}, POINTS[i]),
            );
            part.style.flexGrow = String(Math.max(count / whole, 0.012));
            return part;
          }),
        )
      : make("p", { class: "race-empty" }, "No finished pair yet."),
  );
}

/**
 * @param {RaceScore} score
 * @param {string} name
 * @param {number} slot
 */
function elo(score, name, slot) {
  const { elo: found } = score;
  const head = make(
    "div",
    { class: "race-elo-head" },
    make("span", {}, "Elo difference"),
    ...(found
      ? [
          make("b", {}, found.text),
          make("span", {}, `95 %: ${found.interval}`),
          make("span", {}, `nElo ${found.normalized}`),
        ]
      : [make("span", {}, "comes with the second pair")]),
  );
  const los = make(
    "div",
    { class: "race-los" },
    make("span", {}, "LOS"),
    make("b", {}, score.superiority),
    make("small", {}, `${name} is stronger`),
  );
  return make(
    "div",
    { class: "race-part race-elo" },
    make(
      "div",
      {},
      head,
      ...(found ? [eloAxis(found, slot)] : []),
      make("p", { class: "race-note" }, score.biased),
    ),
    los,
  );
}

/**
 * @param {RaceElo} found
 * @param {number} slot
 */
function eloAxis(found, slot) {
  /** @param {number} value */
  const x = (value) => `${(100 * (value - found.low)) / (found.high - found.low)}%`;
  const svg = draw("svg", { class: `race-elo-axis slot-${slot + 1}`, "aria-hidden": "true" });
  for (const { at, text } of found.ticks) {
    svg.append(
      draw("line", { class: at === 0 ? "zero" : "race-tick", x1: x(at), x2: x(at), y1: 2, y2: 26 }),
    );
    svg.append(draw("text", { x: x(at), y: 40, "text-anchor": "middle" }, text));
  }
  // an open end runs on to the edge
  const [from, to] = [found.ends[0] ?? found.low, found.ends[1] ?? found.high];
  svg.append(draw("line", { class: "range", x1: x(from), x2: x(to), y1: 14, y2: 14 }));
  for (const end of found.ends)
    if (end !== null)
      svg.append(draw("line", { class: "range", x1: x(end), x2: x(end), y1: 8, y2: 20 }));
  if (found.value !== null)
    svg.append(draw("circle", { class: "race-mean certain", cx: x(found.value), cy: 14, r: 5 }));
  return svg;
}

/**
 * @param {RaceSprt} test
 * @param {number[]} slots
 */
function sprt(test, slots) {
  const share = Math.min(1, Math.abs(test.ratio) / (test.ratio >= 0 ? test.upper : -test.lower));
  const fill = make("i", {
    class: `${test.ratio >= 0 ? "up" : "down"} slot-${slots[test.ratio >= 0 ? 1 : 0] + 1}`,
  });
  fill.style.width = `${50 * share}%`;
  return make(
    "div",
    { class: "race-part" },
    make(
      "p",
      { title: `${test.model} Elo` },
      ...["SPRT ", make("b", {}, `LLR ${test.text}`), ` ${test.told}`],
    ),
    make(
      "div",
      {
        class: `race-llr${test.verdict ? " decided" : ""}`,
        role: "img",
        "aria-label": `log-likelihood ratio ${test.text} between ${test.lower_text} and ${test.upper_text}`,
      },
      fill,
    ),
    make(
      "div",
      { class: "race-llr-ends" },
      make("span", {}, make("b", {}, test.lower_text), ` ${test.h0}`),
      make("span", {}, `${test.h1} `, make("b", {}, test.upper_text)),
    ),
  );
}
