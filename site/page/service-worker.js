// Keeps a whole version of the site, so that the next visit needs no network.  The build puts two
// lines in front of this: VERSION, and FILES, the hash of each file by its address.  What is kept
// is verified first; a version is complete, or it is not there.  Two versions never mix: what a page
// may ask for once it is there has a name that tells its content, so that tabs that are still open
// with another version find their own files.
"use strict";

const PAGE = new URL("./", self.location.href).href;
const FAMILY = `mcsearch ${PAGE} `; // other sites of this origin have caches, too
const CACHE = FAMILY + VERSION;
const KEPT = new Map(Object.entries(FILES).map(([file, hash]) => [new URL(file, PAGE).href, hash]));

const TABS = `${PAGE}tabs`; // in another version's cache: the tabs that may still need it
let asker = ""; // the tab that has asked for this version, and comes back with it

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY));
}

async function otherCaches() {
  return (await ownCaches()).filter((name) => name !== CACHE);
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const own = await ownCaches();
  await Promise.all(
    [...KEPT].map(async ([url, hash]) => {
      const known = await findKept(own, url, hash);
      await cache.put(url, known ?? (await fetchVerified(url, hash, "default")));
    }),
  );
}

// The file with this content in one of the caches: an update fetches only what has changed.
async function findKept(names, url, hash) {
  for (const name of names) {
    const found = await (await caches.open(name)).match(url);
    if (found) {
      const digest = await crypto.subtle.digest("SHA-256", await found.clone().arrayBuffer());
      if (hash === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`) {
        return found;
      }
    }
  }
  return undefined;
}

async function fetchVerified(url, integrity, cache) {
  const response = await fetch(url, { integrity, cache: url === PAGE ? "no-cache" : cache });
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return response;
}

// This version takes over: the tabs that are open have come with another one.
async function takeOver() {
  const open = await clients.matchAll({ includeUncontrolled: true });
  const tabs = open.filter(({ id, url }) => id !== asker && url.startsWith(PAGE));
  for (const name of await otherCaches()) {
    const cache = await caches.open(name);
    if (!(await cache.match(TABS))) {
      await cache.put(TABS, new Response(JSON.stringify(tabs.map(({ id }) => id))));
    }
  }
  await dropOthers();
}

// A version whose last tab is closed; one that is still being fetched knows of no tabs.
async function dropOthers() {
  for (const name of await otherCaches()) {
    const noted = await (await caches.open(name)).match(TABS);
    const tabs = (await noted?.json()) ?? [null];
    const open = await Promise.all(tabs.map((id) => id === null || clients.get(id)));
    if (!open.some(Boolean)) {
      await caches.delete(name);
    }
  }
}

async function answer(request, url) {
  const cache = await caches.open(CACHE);
  if (request.cache === "reload") {
    // The page has found the file broken: what is kept is replaced.
    const response = await fetchVerified(url, KEPT.get(url), "reload");
    await cache.put(url, response.clone());
    return response;
  }
  return (await cache.match(url)) ?? fetch(request);
}

async function answerOthers(request, url) {
  for (const name of request.cache === "reload" ? [] : await otherCaches()) {
    const found = await (await caches.open(name)).match(url);
    if (found) {
      return found;
    }
  }
  return fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (/** @type {ExtendableMessageEvent} */ { data, source }) => {
  if (data === "take over") {
    asker = /** @type {Client} */ (source).id;
    self.skipWaiting();
  }
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.search = "";
  url.hash = "";
  if (event.request.method !== "GET" || !url.href.startsWith(PAGE)) {
    return;
  }
  if (event.request.mode === "navigate") {
    event.waitUntil(dropOthers());
  }
  const find = KEPT.has(url.href) ? answer : answerOthers;
  event.respondWith(find(event.request, url.href));
});
