// Code that does not come back, where Python runs in a worker of the page: nothing in the worker can
// end it, but the page can ask whether the worker still answers, and begin with another one.

const ASK_MS = 1000;
const PATIENCE_MS = 3000;

/**
 * @param {{ ask: () => Promise<void> }} site the page's worker
 * @param {(isLate: boolean) => void} tell
 * @param {() => number} now
 */
export function createWatch(site, tell, now = () => performance.now()) {
  let since = 0; // when the question that waits was put; 0: none waits
  let timer = 0;
  let isLate = false;

  /** @param {boolean} is */
  function late(is) {
    if (is !== isLate) tell(is);
    isLate = is;
  }

  function look() {
    if (since) {
      late(now() - since > PATIENCE_MS);
      return;
    }
    since = now();
    site.ask().then(() => {
      since = 0;
      late(false);
    });
  }

  return {
    // From now on code may run that does not come back.
    start() {
      timer ||= setInterval(look, ASK_MS);
    },
    stop() {
      clearInterval(timer);
      timer = 0;
    },
    look,
  };
}
