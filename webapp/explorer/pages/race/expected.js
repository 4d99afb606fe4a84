// How good the position seems to each of the two who play it, ply by ply.

import { make, put } from "../../look/dom.js";
import { entrantMark } from "../../look/entrants.js";
import { createPlot } from "../../look/plot.js";
import { colorOf, MARK_COLUMNS, markRows } from "./marks.js";

/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)}%`;

/** @param {HTMLElement} element */
function layersOf(element) {
  const plot = createPlot(element);
  return {
    plot,
    book: plot.ground("Quad", ["right", "fill_color"], {
      left: 0,
      bottom: 0,
      top: 1,
      line_color: null,
    }),
    lines: plot.layer("MultiLine", ["xs", "ys", "line_color"], { line_width: 1.8 }),
    points: plot.points(),
    marks: plot.layer("Scatter", MARK_COLUMNS),
    texts: plot.texts(),
  };
}

/** @param {HTMLElement} element */
export function createExpected(element) {
  const title = make("p", { class: "race-expected-title", "aria-hidden": "true" });
  const ends = make("ul", { class: "race-expected-ends", "aria-hidden": "true" });
  element.append(title, ends);
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;

  return (
    /** @type {RaceShownGame} */ { pair, seen, opening, moves },
    /** @type {RaceEntrants} */ { names, slots },
  ) => {
    layers ??= layersOf(element);
    const { plot, book, lines, points, marks, texts } = layers;
    const theme = plot.color;
    const plies = Math.max(opening + 4, moves.length, 12);
    put(title, `Chance that ${names[pair[0]]} wins, as each of the two sees it`);
    const below = [];
    for (let at = 4; at <= plies; at += plies > 24 ? 8 : 4)
      below.push({ at, text: String(at), isBare: true });
    plot.show({
      borders: [22, 74, 22, 40],
      x: [0, plies],
      y: [0, 1],
      ticks: { below, left: [0, 0.5, 1].map((at) => ({ at, text: percent(at) })) },
    });
    const hasRoom = (opening / plies) * plot.size()[0] > 30;
    const middle = { x: opening / 2, y: 0.5, text_color: theme("ink2"), text_align: "center" };
    book([{ right: opening, fill_color: theme("sunk") }]);
    texts(hasRoom ? [{ ...middle, text: "book" }] : []);
    const sides = seen.map((values, i) => ({ values, entrant: pair[i], slot: slots[pair[i]] }));
    lines(
      sides.map(({ values, slot }) => ({
        xs: values.map(([ply]) => ply),
        ys: values.map(([, value]) => value),
        line_color: colorOf(theme, slot),
      })),
    );
    points(
      sides.flatMap(({ values, entrant }) =>
        values.map(([x, y]) => ({ x, y, told: `${names[entrant]}: ${percent(y)}, ply ${x}` })),
      ),
    );
    marks(
      sides.flatMap(({ values, slot }) =>
        values.flatMap(([x, y]) => markRows(theme, slot, { x, y, size: 8 })),
      ),
    );
    ends.replaceChildren(
      ...sides.map(({ values, slot }) => {
        const last = values.at(-1);
        return make("li", {}, entrantMark(slot, 10), last ? percent(last[1]) : "–");
      }),
    );
  };
}
