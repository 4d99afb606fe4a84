// Shares of the pairs as steps: the performance profile, in how many an entrant is at most so far
// below the best, and in how many it has reached the target by some place of the axis.

import { createPlot } from "../../look/plot.js";
import { colorOf, MARK_COLUMNS, markRows } from "./marks.js";

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)}%`;

/** @param {HTMLElement} element */
function layersOf(element) {
  const plot = createPlot(element);
  return {
    plot,
    lines: plot.layer("MultiLine", ["xs", "ys", "line_color", "line_width", "line_alpha"]),
    points: plot.points(),
    marks: plot.layer("Scatter", MARK_COLUMNS),
  };
}

/**
 * @param {HTMLElement} element
 * @param {() => RaceEntrants} entrants
 */
export function createProfile(element, entrants) {
  /** @type {RaceProfile | RaceDistribution | null} */
  let shown = null;
  /** @type {ReturnType<typeof layersOf> | null} */
  let layers = null;

  function paint() {
    const profile = shown;
    const { slots, names, emphasis } = entrants();
    if (profile?.lines.length !== slots.length) return;
    layers ??= layersOf(element);
    const { plot, lines, points, marks } = layers;
    const theme = plot.color;
    const isAtEnd = "target" in profile; // where shares begin with none
    const drawn = profile.lines.flatMap((shares, i) => {
      if (!shares) return [];
      const slot = slots[i];
      return {
        name: names[i],
        slot,
        shares,
        alpha: emphasis === null || emphasis === slot ? 1 : 0.25,
      };
    });
    plot.show({
      borders: [8, 16, 40, 44],
      room: 6,
      x: [0, 1],
      y: [0, 1],
      ticks: {
        below: profile.ticks,
        left: [0, 0.5, 1].map((at) => ({ at, text: percent(at) })),
      },
      title: profile.axis,
    });
    lines(
      drawn.flatMap(({ slot, shares, alpha }) => {
        const steps = { xs: stepsAlong(shares), ys: stepsUp(shares), line_alpha: alpha };
        return [
          { ...steps, line_color: theme("surface"), line_width: 4 },
          { ...steps, line_color: colorOf(theme, slot), line_width: 2 },
        ];
      }),
    );
    points(
      drawn.flatMap(({ name, shares }) =>
        shares.map((share, k) => {
          const told = `${name}: ${percent(share)}`;
          return { x: k / (shares.length - 1), y: share, told };
        }),
      ),
    );
    marks(
      drawn.flatMap(({ slot, shares }) => {
        const y = shares[isAtEnd ? shares.length - 1 : 0];
        return markRows(theme, slot, { x: Number(isAtEnd), y, size: 10 });
      }),
    );
  }

  return {
    /** @param {RaceProfile | RaceDistribution} next */
    show(next) {
      shown = next;
      paint();
    },
    paint,
    /** @param {string[]} names */
    text(names) {
      const profile = shown;
      if (!profile) return "";
      return profile.lines
        .map((shares, i) => {
          if (!shares) return "";
          const [first, middle, last] = [0, (shares.length - 1) / 2, shares.length - 1].map((k) =>
            percent(shares[k]),
          );
          return "middle" in profile
            ? `${names[i]}: best in ${first} of the pairs, within ${profile.middle} of the best ` +
                `in ${middle}.`
            : `${names[i]}: ${profile.target} reached in ${last} of the runs.`;
        })
        .join(" ");
    },
  };
}

/** @param {number[]} shares */
const stepsAlong = (shares) =>
  shares.flatMap((_, k) => (k ? [k / (shares.length - 1), k / (shares.length - 1)] : [0]));

/** @param {number[]} shares */
const stepsUp = (shares) => shares.flatMap((share, k) => (k ? [shares[k - 1], share] : [share]));
