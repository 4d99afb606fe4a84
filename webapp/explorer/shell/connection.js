// A server that is lost; the static site has none to lose. The page says so, makes its moment its
// address, and goes there as soon as the server answers again. BokehJS could renew the connection
// itself, but only to a session that still lives, whose document it would then replace.
export function createConnection(page) {
  const { moment, view, isOnResults } = page;
  const FIRST_MS = 1000;
  const LONGEST_MS = 30000;
  const LOST =
    "The connection to the server is lost. The page tries again by itself, and then " +
    "goes on from this very moment.";
  const STILL_LOST = "The server does not answer yet. The page goes on trying by itself.";
  const one = (selector) => document.querySelector(selector);
  let lost = false;
  let timer = 0;
  let delay = FIRST_MS;

  // The link to the moment on show, as far as Python has told it.
  function link() {
    if (!lost || !moment()) return null;
    const url = new URL(location.href);
    url.search = moment();
    url.hash = "";
    const seen = view();
    if (seen) url.searchParams.set("view", seen.map((share) => share.toFixed(4)).join(","));
    return url.href;
  }

  function say(text) {
    one("[data-lost]").textContent = text;
  }

  function lose() {
    if (lost) return;
    lost = true;
    one("#lost").hidden = false;
    say(LOST);
    for (const button of document.querySelectorAll("[data-do]")) {
      button.setAttribute("aria-disabled", "true");
    }
    if (!isOnResults()) keepMoment();
    wait();
  }

  // Also a visitor who reloads the page gets back to it.
  function keepMoment() {
    if (link()) history.replaceState(null, "", link());
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
    // Results needs no server, and Explore's moment would be gone after it
    if (answers && !isOnResults()) {
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

  return {
    link,
    isLost: () => lost,
    /** @param {BokehDocument} bokeh */
    watch: (bokeh) => bokeh.on_event("connection_lost", lose),
    tryAgain: async () => {
      if (!(await attempt())) say(STILL_LOST);
    },
    comeBack: () => {
      if (lost) attempt();
    },
  };
}
