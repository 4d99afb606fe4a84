// What a reader has seen, kept in this browser only: the steps of each chapter, and the last place.

const KEY = "learn";
const VISITED = "visited";

/** @param {() => any} read of the storage, which may be forbidden */
function allowed(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Whether this is the visitor's first arrival, as far as this browser knows. */
export function isUnknown() {
  const known = allowed(() => localStorage.getItem(VISITED) ?? localStorage.getItem(KEY));
  allowed(() => localStorage.setItem(VISITED, "yes"));
  return known === null;
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
