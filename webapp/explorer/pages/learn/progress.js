// What a reader has seen, kept in this browser only: the steps of each chapter, and the last place.

const KEY = "learn";
const VISITED = "visited";
const NEW = "new";

/** @param {() => any} read of the storage, which may be forbidden */
function allowed(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Whether this is the visitor's first visit, as far as this browser knows, and Learn is unread.
 *
 * A reload belongs to the visit: the page itself may need one before it can start.
 */
export function isUnknown() {
  const isFirst = allowed(() => localStorage.getItem(VISITED)) === null;
  if (isFirst) {
    allowed(() => localStorage.setItem(VISITED, "yes"));
    allowed(() => sessionStorage.setItem(NEW, "yes"));
  }
  const isNew = isFirst || allowed(() => sessionStorage.getItem(NEW)) !== null;
  return isNew && allowed(() => localStorage.getItem(KEY)) === null;
}

export function createProgress() {
  /** @type {{ seen: Record<string, number[]>, last: { chapter: string, step: number } | null }} */
  let kept = { seen: {}, last: null };
  const stored = allowed(() => JSON.parse(localStorage.getItem(KEY)));
  if (stored && typeof stored.seen === "object") kept = { seen: {}, last: null, ...stored };

  const keep = () => allowed(() => localStorage.setItem(KEY, JSON.stringify(kept)));

  return {
    /**
     * @param {string} chapter
     * @param {number} step from 1
     */
    note(chapter, step) {
      const seen = new Set(kept.seen[chapter] ?? []).add(step);
      kept.seen[chapter] = [...seen].sort((a, b) => a - b);
      kept.last = { chapter, step };
      keep();
    },
    /**
     * @param {string} chapter
     * @param {number} of how many steps it has
     */
    isDone: (chapter, of) => (kept.seen[chapter] ?? []).includes(of),
    last: () => kept.last,
    clear() {
      kept = { seen: {}, last: null };
      allowed(() => localStorage.removeItem(KEY));
    },
  };
}
