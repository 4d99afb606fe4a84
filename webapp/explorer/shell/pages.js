// The two pages of the explorer, Explore and Results: which one is open, and its address. Explore
// stays as it is behind Results, and its search waits.
export function createPages(page) {
  const { send, status, results, back } = page;
  const RESULTS = "results";
  const one = (selector) => document.querySelector(selector);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const anchors = document.querySelectorAll("[data-page-link]");
  const links = [...anchors];
  const title = document.title;
  const pageOf = (address) =>
    new URL(address).searchParams.get("view") === RESULTS ? RESULTS : "explore";

  const arrived = location.href;
  // of a link to a moment; Python never sees the address of Results
  const query = pageOf(arrived) === RESULTS ? "" : location.search || location.hash;
  let explored = pageOf(arrived) === RESULTS ? location.pathname : arrived; // Explore's address
  let open = "explore";
  let waits = false; // the search goes on when the visitor comes back

  function address(table, recipe) {
    const fields = new URLSearchParams({ view: RESULTS });
    if (table) fields.set("table", table);
    if (recipe) fields.set("recipe", recipe);
    return `${location.pathname}?${fields}`;
  }

  function show(wanted) {
    const changed = wanted !== open;
    open = wanted;
    if (open !== RESULTS && changed) explored = location.href;
    document.body.dataset.page = open;
    one("#results").hidden = open !== RESULTS;
    for (const card of one("#explore").children) card.inert = open === RESULTS;
    for (const link of links) {
      if (link.dataset.pageLink === open) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = open === RESULTS ? `Results · ${title}` : title;
    if (open === RESULTS) {
      const fields = new URL(location.href).searchParams;
      results.show(fields.get("table"), fields.get("recipe"));
    }
    links[0].href = explored;
    links[1].href = address(...results.shown());
    if (!changed) return;
    window.scrollTo(0, 0);
    if (open === RESULTS) {
      rest();
      return;
    }
    if (waits) goOn();
    back();
  }

  // Also when an answer says that the search runs: the visitor may have left before it came.
  function rest() {
    const { busy, playing } = status();
    if (open !== RESULTS) return;
    if (playing === undefined) waits = !query;
    else waits ||= playing;
    if (busy) send("pause");
  }

  function goOn() {
    waits = false;
    send("open");
  }

  function go(to) {
    if (open !== RESULTS) explored = location.href;
    history.pushState(null, "", to);
    show(pageOf(location.href));
  }

  // The row that a visitor opens replaces what the search had been.
  function explore() {
    waits = false;
    if (open !== "explore") go(location.pathname);
    one("#explore").focus({ preventScroll: true });
  }

  const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLAnchorElement} */
    const link = target.closest?.("[data-page-link], #results a");
    if (!link || !plain(event)) return;
    event.preventDefault();
    const to = link.href;
    if (new URL(to, location.href).href !== location.href) go(to);
  });
  one("[data-pages]").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere the arrows step the search
    const now = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    links[(now + step + links.length) % links.length].focus();
  });
  addEventListener("popstate", () => show(pageOf(location.href)));

  results.connect({
    address,
    explore,
    // another recipe of the table is no step that Back would undo
    chosen: (table, recipe) => {
      history.replaceState(null, "", address(table, recipe));
      links[1].href = location.href;
    },
  });
  show(pageOf(arrived));
  return {
    rest,
    query,
    isOpen: () => open === RESULTS,
    link: () => (open === RESULTS ? location.href : null),
  };
}
