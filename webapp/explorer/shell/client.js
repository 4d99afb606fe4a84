// The shell of the document: header, dialogs, theme, help, and the way between the pages. It knows
// none of them: each says in its `createPage` what it does (types.d.ts: Page, Shell).

import { damage } from "../look/stored.js";
import { createConnection } from "./connection.js";
import { close, closeDrawer, hideMenu, open } from "./dialogs.js";
import { commandOf, isHelp } from "./keys.js";
import { announce, dismiss, toast } from "./messages.js";
import { createPages } from "./pages.js";
import { createShare } from "./share.js";
import { createWire } from "./wire.js";

const root = document.documentElement;
/** @type {(selector: string) => any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
/** @type {(selector: string) => any} */
const one = (selector) => document.querySelector(selector);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Record<string, (shell: Shell) => Page>} creators by the pages' names */
export function startShell(creators) {
  /** @type {Record<string, Page>} */
  const pages = {};
  /** @type {Record<string, ReturnType<typeof createWire>>} */
  const wires = {};
  const openPage = () => pages[way.open()];
  /** @type {ReturnType<typeof createPages>} made of the pages, which ask for it later than that */
  let way;
  const connection = createConnection(openPage);
  connection.watchOpening();
  const share = createShare({ toast, open });
  const icons = JSON.parse(one("#icons").textContent);
  /** @type {{ page: string, pictures: Record<string, string> } | null} */
  let example = JSON.parse(one("#picture")?.textContent ?? "null");
  const watched = new Set(); // documents of Bokeh

  // ---- the pages ----

  /** @param {string} name */
  function wireOf(name) {
    return createWire(name, {
      isLost: connection.isLost,
      page: () => pages[name],
      tell: (text) => toast(text, true),
      isCovered: () => example?.page === name,
      uncover,
      found: ({ document: bokeh }) => {
        if (!watched.has(bokeh)) connection.watch(bokeh);
        watched.add(bokeh);
      },
      hello: () => ({
        theme: root.dataset.theme,
        still: reducedMotion.matches,
        query: way.queryOf(name),
        resting: way.open() !== name,
        ...pages[name].hello?.(),
      }),
    });
  }

  /**
   * @param {string} name
   * @returns {Shell}
   */
  function shellFor(name) {
    const wire = wires[name];
    const parts = all(`[data-of="${name}"]`);
    /** @param {string} selector */
    const find = (selector) => parts.flatMap((part) => [...part.querySelectorAll(selector)]);
    return {
      name,
      icons,
      all: find,
      one: (selector) => find(selector)[0] ?? null,
      owns: (event) => event.composedPath().some((element) => parts.includes(element)),
      send: wire.send,
      isHeard: wire.isHeard,
      upload: wire.upload,
      model: wire.model,
      isAnswered: wire.isAnswered,
      isLost: connection.isLost,
      isOpen: () => way?.open() === name,
      isMotionUnwanted: () => reducedMotion.matches,
      query: () => way.queryOf(name),
      toast,
      dismiss,
      announce,
      open,
      close,
      hideMenu,
      copy: share,
      go: (to) => way.go(to),
      replace: (to) => way.replace(to),
      give(page) {
        const address = new URL(location.href);
        if (way.open() !== page) way.go(way.bare(page), true);
        else pages[page].open?.({ address, changed: false, given: true, followed: false });
      },
    };
  }

  // The static site shows a finished search until Python answers: its words and figures stand in
  // the document already, what a page draws itself is drawn here.
  function showPicture() {
    if (!example) return;
    const { pictures = {} } = pages[example.page];
    for (const [name, text] of Object.entries(example.pictures)) pictures[name](JSON.parse(text));
  }

  function uncover() {
    example = null;
    for (const picture of all(".example")) {
      picture.parentElement.classList.remove("covered");
      picture.remove();
    }
    delete root.dataset.arrival;
  }

  // ---- clicks: also on the rows inside Panel's shadow roots ----

  /** @type {Record<string, () => void>} */
  const CLIENT = {
    theme: toggleTheme,
    dismiss,
    share: shareLink,
    reconnect: () => connection.tryAgain(),
  };

  function shareLink() {
    const address = { url: location.href, told: "it opens this page" };
    const { url, told } = openPage().link?.() ?? address;
    share("Link", url, told);
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    if (openPage().click?.(event)) return;
    for (const element of /** @type {HTMLElement[]} */ (event.composedPath())) {
      const data = element.dataset;
      if (!data) continue;
      if (data.client && data.client in CLIENT) return CLIENT[data.client]();
      if (data.open) return open(data.open, element);
      if (data.close) return close(data.close);
    }
  }

  // ---- keys ----

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape") {
      closeDrawer();
      return;
    }
    if (one("dialog[open]")) return;
    if (isHelp(event)) {
      open("help");
      return;
    }
    const page = openPage();
    const command = page.keys ? commandOf(event, page.keys, page.keepsKey) : null;
    if (!command) return;
    event.preventDefault();
    page.press?.(command);
  }

  // ---- theme ----

  function showTheme() {
    const dark = root.dataset.theme === "dark";
    for (const button of all("[data-client='theme']")) button.setAttribute("aria-pressed", dark);
  }

  function toggleTheme() {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      /* storage may be forbidden: the choice then lasts as long as the page */
    }
    showTheme();
    for (const wire of Object.values(wires)) wire.send("theme", root.dataset.theme);
  }

  // ---- the beginning ----

  for (const [name, create] of Object.entries(creators)) {
    wires[name] = wireOf(name);
    pages[name] = create(shellFor(name));
  }
  way = createPages(pages, {
    opened: (name, changed) => {
      wires[name].want();
      if (changed) connection.comeBack();
    },
  });
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  showTheme();
  way.start();
  if (damage()) toast(damage(), true);
  showPicture();
  for (const wire of Object.values(wires)) wire.connect();
}
