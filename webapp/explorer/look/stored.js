// What the browser keeps of a visitor: it may be damaged, or another program's at the same address.
// Only what is sound is read; the rest is dropped, and the page says so.

/** @type {Map<string, string>} what was damaged, in words, by its name */
const damaged = new Map();

/** @param {unknown} value */
export const isText = (value) => typeof value === "string";

/** @param {unknown} value */
export const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export const isRecord = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The entries of a record that are sound.
 *
 * @param {unknown} value null for what is no record
 * @param {(each: any) => boolean} isSound
 */
export function soundEntries(value, isSound) {
  if (!isRecord(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isSound(each)));
}

/**
 * What is kept under a name, null for nothing.
 *
 * @param {() => Storage} storage which may be forbidden
 * @param {string} name
 * @param {(value: any) => any} sound what of the value is sound, null for nothing
 * @param {string} words what it is, for who has to be told that it was damaged
 */
export function readStored(storage, name, sound, words) {
  try {
    const text = storage().getItem(name);
    if (text === null) return null;
    let found = null;
    try {
      found = sound(JSON.parse(text));
    } catch {
      // no JSON
    }
    if (found === null || JSON.stringify(found) !== JSON.stringify(parsed(text))) {
      damaged.set(name, words);
      if (found === null) storage().removeItem(name);
      else storage().setItem(name, JSON.stringify(found));
    }
    return found;
  } catch {
    return null; // forbidden, or full
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {() => Storage} storage @param {string} name @param {unknown} value */
export function keepStored(storage, name, value) {
  try {
    storage().setItem(name, JSON.stringify(value));
  } catch {
    /* storage may be forbidden or full: the value then lasts as long as the page */
  }
}

/** @param {string} name */
export const wasDamaged = (name) => damaged.has(name);

/** What is to be said of what was dropped, "" for nothing. */
export function damage() {
  if (!damaged.size) return "";
  const what = [...damaged.values()].join(" and ");
  return `What this browser had kept of ${what} was damaged. What could not be read is dropped.`;
}
