// What a reader has done, kept in this browser only: steps seen, questions answered, claims checked.

import { isCount, isRecord, isText, readStored, soundEntries } from "../../look/stored.js";

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

/**
 * @typedef {object} Kept
 * @property {Record<string, number[]>} seen the steps of each chapter
 * @property {Record<string, number[]>} right its steps whose question the reader has answered
 * @property {string[]} checked chapters whose claim the reader has checked
 * @property {{ chapter: string, step: number } | null} last
 */

/** @returns {Kept} */
const nothing = () => ({ seen: {}, right: {}, checked: [], last: null });

/** @param {any} kept an older version kept less */
function sound(kept) {
  if (!isRecord(kept)) return null;
  /** @param {unknown} steps */
  const isSteps = (steps) => Array.isArray(steps) && steps.every(isCount);
  /** @type {Record<string, unknown>} */
  const found = { ...kept, seen: soundEntries(kept.seen, isSteps) ?? {} };
  if ("right" in kept) found.right = soundEntries(kept.right, isSteps) ?? {};
  if ("checked" in kept)
    found.checked = Array.isArray(kept.checked) ? kept.checked.filter(isText) : [];
  const isPlace = isRecord(kept.last) && isText(kept.last.chapter) && isCount(kept.last.step);
  if (kept.last && !isPlace) found.last = null;
  return found;
}

export function createProgress() {
  let kept = nothing();
  const stored = readStored(() => localStorage, KEY, sound, "your progress in Learn");
  kept = { ...kept, ...stored };

  const keep = () => allowed(() => localStorage.setItem(KEY, JSON.stringify(kept)));

  /**
   * @param {Record<string, number[]>} steps
   * @param {string} chapter
   * @param {number} step
   */
  function add(steps, chapter, step) {
    steps[chapter] = [...new Set(steps[chapter] ?? []).add(step)].sort((a, b) => a - b);
  }

  return {
    /**
     * @param {string} chapter
     * @param {number} step from 1
     */
    note(chapter, step) {
      add(kept.seen, chapter, step);
      kept.last = { chapter, step };
      keep();
    },
    /**
     * @param {string} chapter
     * @param {number} step whose question the reader has answered, not had shown
     */
    answered(chapter, step) {
      add(kept.right, chapter, step);
      keep();
    },
    /** @param {string} chapter whose claim the reader has checked */
    checked(chapter) {
      if (!kept.checked.includes(chapter)) kept.checked.push(chapter);
      keep();
    },
    /**
     * What is left to do: steps to read, questions to answer, 1 if the claim is to be checked.
     *
     * @param {string} chapter
     * @param {number} of how many steps it has
     * @param {number[]} asked its steps with a question
     */
    left: (chapter, of, asked) => ({
      steps: of - (kept.seen[chapter] ?? []).length,
      questions: asked.filter((step) => !kept.right[chapter]?.includes(step)).length,
      claim: kept.checked.includes(chapter) ? 0 : 1,
    }),
    last: () => kept.last,
    clear() {
      kept = nothing();
      allowed(() => localStorage.removeItem(KEY));
    },
  };
}
