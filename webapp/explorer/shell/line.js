// The visitor's events on their way to Python (bus.py). An event keeps being sent until Python has
// heard it: on a busy line one value of the list may be replaced by the next, and no click may be
// lost by that.

// Of these only the newest counts: while Python has not heard one, the next waits for its answer.
const LATEST = ["jump", "speed", "size"];
const PATIENCE_MS = 500;

/** @param {(events: [number: number, name: string, value: unknown][]) => void} deliver */
export function createLine(deliver) {
  let number = 0;
  let heard = 0; // the number of the newest event that Python has heard
  /** @type {[number: number, name: string, value: unknown][]} */
  let events = [];
  /** @type {Map<string, unknown>} */
  const waiting = new Map(); // by name
  /** @type {Record<string, number>} */
  const sent = {}; // number of the newest event by name

  /** @param {string} name */
  const answers = (name) => heard >= (sent[name] ?? 0);

  /** @type {Send} */
  function send(name, value = null) {
    if (LATEST.includes(name) && !answers(name)) {
      waiting.set(name, value);
      return;
    }
    // what waits was meant before this
    waiting.delete(name);
    if (!LATEST.includes(name)) [...waiting.keys()].forEach(release);
    post(name, value);
  }

  /** @type {Send} */
  function post(name, value) {
    const earlier = name === "hello" ? events.filter((event) => event[1] !== "hello") : events;
    events = [...earlier.filter(([each]) => each > heard), [++number, name, value]];
    sent[name] = number;
    if (LATEST.includes(name)) setTimeout(() => release(name), PATIENCE_MS);
    deliver(events);
  }

  /** @param {string} name */
  function release(name) {
    if (!waiting.has(name)) return;
    const value = waiting.get(name);
    waiting.delete(name);
    post(name, value);
  }

  return {
    send,
    /** @param {number} newest the number of the event that Python has heard last */
    hear(newest) {
      heard = Math.max(heard, newest);
    },
    // Send what has waited for an answer that is there now.
    goOn() {
      for (const name of [...waiting.keys()]) if (answers(name)) release(name);
    },
    /**
     * What Python said before it heard the visitor's newest wish must not undo it.
     *
     * @param {string} name
     */
    isHeard: (name) => answers(name) && !waiting.has(name),
  };
}
