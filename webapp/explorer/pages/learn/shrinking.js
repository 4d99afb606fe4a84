// On a phone the stage shrinks when the text is read on below it, and grows back on a tap.

const MOVED_PX = 24; // a scroll shorter than this is the finger's, not the reader's

/**
 * Whether the stage is small: when what it is needed for has gone under it.
 *
 * @param {{ mark: number, edge: number, scroll: number, grownAt: number | null }} at where things
 *   are, in pixels: the lower end of the question or of the title, the lower edge of the large
 *   stage, the page's scroll, and that at which the reader has made the stage large
 */
export function isSmall({ mark, edge, scroll, grownAt }) {
  return mark < edge && (grownAt === null || Math.abs(scroll - grownAt) > MOVED_PX);
}

/**
 * @param {Shell["one"]} one finds an element of the page
 * @param {MediaQueryList} phone
 */
export function createShrinking(one, phone) {
  const stage = one("[data-stage-of-step]");
  const grow = one("[data-grow]");
  const tabs = stage.querySelector(".tabs");
  /** @type {number | null} */
  let grownAt = null;

  /** The lower end of what the stage is needed for; Infinity when nothing of it is shown. */
  function end() {
    const needed = ["[data-question]", "[data-title]", "[data-source-title]"].map(one);
    const shown = needed.find((element) => element.getClientRects().length);
    return shown ? shown.getBoundingClientRect().bottom : Number.POSITIVE_INFINITY;
  }

  // The stage's own box stays as it is, so that nothing below it moves: only what is seen shrinks.
  function update() {
    const edge = stage.getBoundingClientRect().bottom;
    const scroll = window.scrollY;
    const small = phone.matches && isSmall({ mark: end(), edge, scroll, grownAt });
    if (small) grownAt = null;
    stage.classList.toggle("small", small);
    tabs.inert = small;
    grow.hidden = !small;
  }

  function enlarge() {
    grownAt = window.scrollY;
    update();
  }

  grow.addEventListener("click", enlarge);
  stage.addEventListener(
    "focusin",
    (/** @type {Event} */ event) => event.target !== grow && enlarge(),
  );
  window.addEventListener("scroll", update, { passive: true });
  phone.addEventListener("change", update);
  return {
    update,
    /** Another text is shown: the stage is as large as its place allows. */
    reset() {
      grownAt = null;
      update();
    },
  };
}
