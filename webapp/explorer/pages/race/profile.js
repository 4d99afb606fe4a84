// Shares of the pairs as steps: the performance profile, in how many an entrant is at most so far
// below the best, and in how many it has reached the target by some place of the axis.

import { begin, drawMark, line, readColors, write } from "./canvas.js";

const [LEFT, TOP, RIGHT, BOTTOM] = [44, 8, 16, 40];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => RaceEntrants} entrants
 */
export function createProfile(canvas, entrants) {
  /** @type {RaceProfile | RaceDistribution | null} */
  let shown = null;

  function paint() {
    const profile = shown;
    if (profile?.lines.length !== entrants().slots.length) return;
    const area = begin(canvas);
    if (!area) return;
    const { pen, width, height } = area;
    const colors = readColors(canvas);
    const { slots, emphasis } = entrants();
    const [right, bottom] = [width - RIGHT, height - BOTTOM];
    /** @param {number} part */
    const toX = (part) => LEFT + (right - LEFT) * part;
    /** @param {number} share */
    const toY = (share) => bottom - (bottom - TOP) * share;
    for (const share of [0, 0.5, 1]) {
      line(pen, [LEFT, toY(share), right, toY(share)], colors.line);
      write(pen, colors.font, `${100 * share}%`, LEFT - 8, toY(share), {
        color: colors.ink3,
        align: "right",
      });
    }
    for (const { at, text } of profile.ticks) {
      line(pen, [toX(at), TOP, toX(at), bottom], colors.line);
      write(pen, colors.font, text, toX(at), bottom + 12, { color: colors.ink3, align: "center" });
    }
    write(pen, colors.font, profile.axis, (LEFT + right) / 2, bottom + 29, {
      color: colors.ink2,
      align: "center",
    });
    profile.lines.forEach((shares, i) => {
      if (!shares) return;
      pen.globalAlpha = emphasis === null || emphasis === slots[i] ? 1 : 0.25;
      for (const { color, width } of [
        { color: colors.surface, width: 4 },
        { color: colors.entrants[slots[i]].color, width: 2 },
      ]) {
        pen.beginPath();
        pen.lineWidth = width;
        pen.strokeStyle = color;
        shares.forEach((share, k) => {
          const part = k / (shares.length - 1);
          if (k) pen.lineTo(toX(part), toY(shares[k - 1]));
          pen.lineTo(toX(part), toY(share));
        });
        pen.stroke();
      }
      pen.globalAlpha = 1;
    });
    profile.lines.forEach((shares, i) => {
      if (!shares) return;
      const isAtEnd = "target" in profile; // where shares begin with none
      const share = shares[isAtEnd ? shares.length - 1 : 0];
      drawMark(pen, colors, slots[i], isAtEnd ? right : LEFT, toY(share), 10);
    });
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
          const [first, middle, last] = [0, (shares.length - 1) / 2, shares.length - 1].map(
            (k) => `${Math.round(100 * shares[k])}%`,
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
