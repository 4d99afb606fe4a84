// The last iterations of the tree as a film: the search goes back, steps on, and the canvas is
// recorded meanwhile. WebM in Chromium and Firefox, MP4 in Safari, as their recorders write them.

import { readTheme } from "../../cards/tree/theme.js";
import { penOf } from "../../look/dom.js";
import { save } from "../../look/files.js";

const PHASES = 4;
const TYPES = [
  ["video/webm;codecs=vp9", "webm"],
  ["video/webm;codecs=vp8", "webm"],
  ["video/webm", "webm"],
  ["video/mp4", "mp4"],
];
const WIDTH = 1280; // pixels, of the film
const LINE = 40; // pixels, for the words above the tree
const FRAMES_A_SECOND = 30;
const BITS_A_SECOND = 6e6;
const PHASE_MS = [1100, 450]; // of the only iteration, and of each of several
const STILL_MS = 900; // at the end
const ANSWER_MS = 20_000;

/** What the browser's recorder can write, [type, ending]; undefined: nothing. */
const writable = () =>
  typeof MediaRecorder === "function" && "captureStream" in HTMLCanvasElement.prototype
    ? TYPES.find(([type]) => MediaRecorder.isTypeSupported(type))
    : undefined;

/** @param {number} ms */
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {Shell} shell
 * @param {() => ExploreStatus | null} status
 * @param {HTMLCanvasElement} canvas of the tree
 * @param {() => string} name of the file, without what it shows
 */
export function createAnimation(shell, status, canvas, name) {
  const { send, one, toast } = shell;
  const dialog = one("#animation");
  const bar = one("[data-animation-progress]");
  /** @type {Set<() => void>} */
  const waiting = new Set();
  let isCancelled = false;

  /**
   * @param {() => boolean} holds of the status
   * @returns {Promise<void>}
   */
  function until(holds) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error("the search did not answer"));
      }, ANSWER_MS);
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  const stepsNow = () => status()?.steps ?? 0;

  async function step() {
    const steps = stepsNow();
    send("step-phase");
    await until(() => stepsNow() > steps);
  }

  // A film has a ground, an even size, and says which moment it shows.
  function createFilm() {
    const film = document.createElement("canvas");
    film.width = WIDTH;
    film.height = 2 * Math.round((WIDTH * canvas.height) / canvas.width / 2) + LINE;
    const context = penOf(film);
    const theme = readTheme(document.documentElement);
    let isOver = false;
    const draw = () => {
      const now = status();
      if (isOver || !now) return;
      const { texts, phase } = now;
      context.fillStyle = theme.surface;
      context.fillRect(0, 0, film.width, film.height);
      context.drawImage(canvas, 0, LINE, film.width, film.height - LINE);
      context.textBaseline = "middle";
      context.font = `600 20px ${theme.font}`;
      context.fillStyle = theme.ink;
      const said = texts.iteration;
      context.fillText(said, 20, LINE / 2 + 4);
      if (phase) {
        const left = 20 + context.measureText(`${said}  `).width;
        context.fillStyle = theme.phases[phase - 1];
        context.fillText(texts[`phase-${phase}`], left, LINE / 2 + 4);
      }
      requestAnimationFrame(draw);
    };
    draw();
    return {
      film,
      end: () => {
        isOver = true;
      },
    };
  }

  /**
   * @param {string} type
   * @param {number} first steps of the first moment
   * @param {number} last
   * @returns {Promise<Blob>}
   */
  async function recorded(type, first, last) {
    const { film, end } = createFilm();
    const stream = film.captureStream(FRAMES_A_SECOND);
    const recorder = new MediaRecorder(stream, {
      mimeType: type,
      videoBitsPerSecond: BITS_A_SECOND,
    });
    /** @type {Blob[]} */
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    try {
      const pause = last - first > PHASES ? PHASE_MS[1] : PHASE_MS[0];
      await after(pause);
      while (stepsNow() < last && !isCancelled) {
        await step();
        bar.value = stepsNow() - first;
        await after(pause);
      }
      if (!isCancelled) await after(STILL_MS);
    } finally {
      end();
      recorder.stop();
      for (const track of stream.getTracks()) track.stop();
    }
    await stopped;
    return new Blob(parts, { type: type.split(";")[0] });
  }

  /** @param {number} count of iterations, those up to the moment on show */
  async function make(count) {
    const found = writable();
    if (!found) {
      toast("This browser records no canvas: save the tree as a picture.", true);
      return;
    }
    const isLanes = status()?.view === "lanes";
    if (isLanes || !stepsNow()) {
      toast(
        isLanes
          ? "An animation is of the tree: save the lanes as SVG or PNG."
          : "Nothing to show yet: an animation is of the last iterations.",
        true,
      );
      return;
    }
    isCancelled = false;
    if (status()?.busy) send("pause");
    shell.open("animation");
    try {
      await until(() => !status()?.busy);
      const last = stepsNow();
      const begun = Math.max(Math.ceil(last / PHASES) - count, 0); // iterations before the film
      Object.assign(bar, { max: last - PHASES * begun, value: 0 });
      send("jump", begun);
      await until(() => stepsNow() === PHASES * begun && !status()?.busy);
      const film = await recorded(found[0], PHASES * begun, last);
      // cancelled, too, the moment is that from which it was asked for
      while (stepsNow() < last) await step();
      if (!isCancelled)
        save(`${name()}-last-${Math.ceil(last / PHASES) - begun}.${found[1]}`, film);
    } catch (error) {
      toast(`The animation could not be made: ${/** @type {Error} */ (error).message}.`, true);
    } finally {
      if (dialog.open) shell.close("animation");
    }
  }

  dialog.addEventListener("close", () => {
    isCancelled = true;
  });

  return {
    make,
    heard() {
      for (const look of waiting) look();
    },
  };
}
