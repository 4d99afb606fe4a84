// The pages: which one is open, and its address. The others stay as they are behind it.

import { part } from "../look/dom.js";
import { withoutEmbed } from "../look/embed.js";

/**
 * @param {Record<string, Page>} pages by name, in the order of the header
 * @param {{ opened: (name: string, given: boolean) => void }} shell
 */
export function createPages(pages, { opened }) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const anchors = document.querySelectorAll("[data-page-link]");
  const links = [...anchors];
  /** @param {HTMLElement} link to which page it leads */
  const nameOf = (link) => link.dataset.pageLink ?? "";
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll("[data-part]");
  const home = nameOf(part(document, "[data-page-link][data-home]"));
  const title = document.title;
  /** @param {string} address */
  const pageOf = (address) => {
    const name = new URL(address).searchParams.get("view");
    return name !== null && Object.hasOwn(pages, name) ? name : home;
  };
  /** @param {string} name */
  const barePlace = (name) => (name === home ? location.pathname : `?view=${name}`);

  const arrived = pageOf(location.href);
  /** @type {Record<string, string>} */
  const queries = {}; // with which the visitor came to the pages first
  /** @type {Record<string, string>} */
  const left = { [arrived]: location.href }; // the addresses of the pages
  let open = home;
  let begun = false;

  /**
   * @param {HTMLElement} part of the document
   * @param {boolean} isOpen
   */
  function place(part, isOpen) {
    const { of = "" } = part.dataset;
    if (part.dataset.part === "invitation") {
      part.hidden = isOpen; // it leads there from the other pages
      return;
    }
    // a page that keeps its layout is not laid out anew when the visitor comes back
    if (part.dataset.part === "page" && pages[of].keepsLayout) {
      part.toggleAttribute("data-away", !isOpen);
      for (const element of part.children) {
        for (const card of element.children) card.toggleAttribute("inert", !isOpen);
      }
    } else {
      part.hidden = !isOpen;
    }
  }

  /**
   * @param {string} wanted
   * @param {{ given?: boolean, followed?: boolean }} [visit]
   */
  function show(wanted, visit = {}) {
    const changed = wanted !== open;
    const before = open;
    open = wanted;
    const { dataset } = document.body;
    dataset.page = open;
    dataset.needsPython = String(pages[open].needsPython ?? true);
    /** @param {string} name */
    const has = (name) =>
      [...parts].some(({ dataset: { of, part } }) => of === open && part === name);
    dataset.hasHeader = String(has("header"));
    dataset.hasMenu = String(has("menu"));
    for (const part of parts) place(part, part.dataset.of === open);
    for (const link of links) {
      if (nameOf(link) === open) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const named = links.find((link) => nameOf(link) === open)?.textContent;
    document.title = open === home ? title : `${named} · ${title}`;
    if (changed) {
      left[open] = location.href;
      window.scrollTo(0, 0);
      if (begun) pages[before].leave?.();
    }
    const address = new URL(location.href);
    if (changed || !begun) queries[open] ??= withoutEmbed(address.search) || address.hash;
    begun = true;
    pages[open].open?.({ address, changed, given: false, followed: false, ...visit });
    relink();
    opened(open, changed);
  }

  // The links in the header lead to where the pages have been left.
  function relink() {
    for (const link of links) {
      const name = nameOf(link);
      link.href = pages[name].address?.() ?? left[name] ?? barePlace(name);
    }
  }

  /**
   * @param {string} to an address
   * @param {boolean} [given] whether the page has been given something else to show
   */
  function go(to, given = false) {
    left[open] = location.href;
    history.pushState(null, "", to);
    const wanted = pageOf(location.href);
    show(wanted, { given, followed: !given && location.href !== left[wanted] });
  }

  /** @param {MouseEvent} event */
  const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = target.closest?.(
      "[data-page-link], [data-part='page'] a[href], [data-part='invitation'] a[href]",
    );
    if (!link || !plain(event)) return;
    const { origin, pathname } = new URL(link.href, location.href);
    if (origin !== location.origin || pathname !== location.pathname) return;
    event.preventDefault();
    if (link.href !== location.href) go(link.href);
  });
  part(document, "[data-pages]").addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere the arrows step the search
    const now = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    links[(now + step + links.length) % links.length].focus();
  });
  addEventListener("popstate", () => show(pageOf(location.href)));

  return {
    start: () => show(arrived),
    go,
    open: () => open,
    bare: barePlace,
    /** @param {string} name of the page: of the address with which the visitor came to it first */
    queryOf: (name) => queries[name] ?? "",
    /**
     * The address of the open page: nothing that Back would undo.
     *
     * @param {string} to
     */
    replace(to) {
      history.replaceState(null, "", to);
      left[open] = location.href;
      relink();
    },
  };
}
