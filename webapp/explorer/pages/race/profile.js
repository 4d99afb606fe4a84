// The performance profile: in how many pairs an entrant is at most so far below the best.

import { begin, drawMark, line, readColors, write } from "./canvas.js";

const [LEFT, TOP, RIGHT, BOTTOM] = [44, 8, 16, 40];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => any} entrants
 */
export function createProfile(canvas, entrants) {
  let profile = null;

  function paint() {
    const isOurs = profile && profile.lines.length === entrants().slots.length;
    const area = isOurs && begin(canvas);
    if (!area) return;
    const { pen, width, height } = area;
    const colors = readColors(canvas);
    const { slots, emphasis } = entrants();
    const [right, bottom] = [width - RIGHT, height - BOTTOM];
    const toX = (gap) => LEFT + ((right - LEFT) * gap) / profile.most;
    const toY = (share) => bottom - (bottom - TOP) * share;
    for (const share of [0, 0.5, 1]) {
      line(pen, [LEFT, toY(share), right, toY(share)], colors.line);
      write(pen, colors.font, `${100 * share}%`, LEFT - 8, toY(share), {
        color: colors.ink3,
        align: "right",
      });
    }
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const gap = part * profile.most;
      line(pen, [toX(gap), TOP, toX(gap), bottom], colors.line);
      const text = part ? `${Math.round(1000 * gap) / 10}%` : "0";
      write(pen, colors.font, text, toX(gap), bottom + 12, { color: colors.ink3, align: "center" });
    }
    write(pen, colors.font, "points below the best of the pair", (LEFT + right) / 2, bottom + 29, {
      color: colors.ink2,
      align: "center",
    });
    profile.lines.forEach((shares, i) => {
      if (!shares) return;
      pen.globalAlpha = emphasis === null || emphasis === slots[i] ? 1 : 0.25;
      for (const [color, size] of [
        [colors.surface, 4],
        [colors.entrants[slots[i]].color, 2],
      ]) {
        pen.beginPath();
        pen.lineWidth = size;
        pen.strokeStyle = color;
        shares.forEach((share, k) => {
          const gap = (k / (shares.length - 1)) * profile.most;
          if (k) pen.lineTo(toX(gap), toY(shares[k - 1]));
          pen.lineTo(toX(gap), toY(share));
        });
        pen.stroke();
      }
      pen.globalAlpha = 1;
    });
    profile.lines.forEach((shares, i) => {
      if (shares) drawMark(pen, colors, slots[i], LEFT, toY(shares[0]), 10);
    });
  }

  return {
    show(next) {
      profile = next;
      paint();
    },
    paint,
    text: (names) =>
      (profile?.lines ?? [])
        .map((shares, i) =>
          shares
            ? `${names[i]}: best in ${Math.round(100 * shares[0])}% of the pairs, within ` +
              `${Math.round(50 * profile.most)}% of the best in ` +
              `${Math.round(100 * shares[(shares.length - 1) / 2])}%.`
            : "",
        )
        .join(" "),
  };
}
