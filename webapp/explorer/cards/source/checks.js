// The contract is checked while one types: when the keys rest, the newest text, one question at a
// time. What Python says of an older text is not shown.

const REST_MS = 400;

/**
 * @param {(number: number, text: string) => void} ask
 * @param {(task: () => void, ms: number) => number} later
 */
export function createChecks(ask, later = (task, ms) => Number(setTimeout(task, ms))) {
  let newest = 0;
  let isAsked = false; // and not answered yet
  /** @type {string | null} */
  let due = null; // the text whose keys have rested while another was being checked

  /** @param {string} text */
  function put(text) {
    due = isAsked ? text : null;
    if (isAsked) return;
    isAsked = true;
    ask(newest, text);
  }

  return {
    /** @param {string} text as a key has left it */
    typed(text) {
      due = null;
      newest += 1;
      const number = newest;
      later(() => {
        if (number === newest) put(text);
      }, REST_MS);
    },
    /** Nothing that was asked or typed is waited for. */
    drop() {
      newest += 1;
      due = null;
    },
    /**
     * Whether an answer is about what stands there now.
     *
     * @param {number} number
     */
    isNew(number) {
      isAsked = false;
      if (due !== null) put(due);
      return number === newest;
    },
  };
}
