// A server that is lost; the static site has none to lose. The page says so, makes its moment its
// address, and goes there as soon as the server answers again. BokehJS could renew the connection
// itself, but only to a session that still lives, whose document it would then replace.

/** @param {() => Page} openPage */
export function createConnection(openPage) {
  const FIRST_MS = 1000;
  const LONGEST_MS = 30000;
  const LOST =
    "The connection to the server is lost. The page tries again by itself, and then " +
    "goes on from this very moment.";
  const STILL_LOST = "The server does not answer yet. The page goes on trying by itself.";
  /** @type {(selector: string) => any} */
  const one = (selector) => document.querySelector(selector);
  let lost = false;
  let begun = false; // there is a document, and a moment to keep
  let timer = 0;
  let delay = FIRST_MS;

  const needsServer = () => openPage().needsPython ?? true;

  /** @param {string} text */
  function say(text) {
    one("[data-lost]").textContent = text;
  }

  function showLoss() {
    one("#lost").hidden = !lost || !needsServer();
  }

  function lose() {
    if (lost) return;
    lost = true;
    showLoss();
    say(LOST);
    for (const button of document.querySelectorAll("[data-do]")) {
      button.setAttribute("aria-disabled", "true");
    }
    keepMoment();
    wait();
  }

  // Also a visitor who reloads the page gets back to it.
  function keepMoment() {
    const place = begun && needsServer() && openPage().place?.();
    if (place) history.replaceState(null, "", place);
  }

  function wait() {
    clearTimeout(timer);
    // not all visitors of a server that starts at the same time
    timer = setTimeout(attempt, delay * (0.75 + Math.random() / 2));
    delay = Math.min(2 * delay, LONGEST_MS);
  }

  async function attempt() {
    clearTimeout(timer);
    const answers = await isThere();
    // a page that needs no server stays, and with it the moments of the others
    if (answers && needsServer()) {
      keepMoment();
      location.reload();
    } else {
      wait();
    }
    return answers;
  }

  // Asks for little: the page itself would begin a session.
  async function isThere() {
    try {
      const address = `${location.pathname.replace(/\/$/, "")}/metadata`;
      return (await fetch(address, { cache: "no-store" })).ok;
    } catch {
      return false;
    }
  }

  // BokehJS tells nobody that a connection was refused: another visitor may have come first.
  function watchOpening() {
    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      /** @param {ConstructorParameters<typeof WebSocket>} given */
      constructor(...given) {
        super(...given);
        this.addEventListener("close", () => begun || lose());
      }
    };
  }

  return {
    isLost: () => lost,
    watchOpening,
    /** @param {BokehDocument} bokeh */
    watch: (bokeh) => {
      begun = true;
      bokeh.on_event("connection_lost", lose);
    },
    tryAgain: async () => {
      if (!(await attempt())) say(STILL_LOST);
    },
    // The visitor has opened another page.
    comeBack: () => {
      showLoss();
      if (lost && needsServer()) attempt();
    },
  };
}
