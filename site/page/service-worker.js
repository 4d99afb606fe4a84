// Keeps a whole version of the site, so that the next visit needs no network.  The build puts two
// lines in front of this: VERSION, and FILES, the hash of each file by its address.  What is kept
// is verified first; a version is complete, or it is not there; two versions never mix.
"use strict";

const PAGE = new URL("./", self.location).href;
const FAMILY = `mcsearch ${PAGE} `; // other sites of this origin have caches, too
const CACHE = FAMILY + VERSION;
const KEPT = new Map(Object.entries(FILES).map(([file, hash]) => [new URL(file, PAGE).href, hash]));

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY));
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

async function dropOthers() {
  for (const name of await ownCaches()) {
    if (name !== CACHE) {
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

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") {
    self.skipWaiting();
  }
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.search = "";
  url.hash = "";
  if (event.request.method === "GET" && KEPT.has(url.href)) {
    event.respondWith(answer(event.request, url.href));
  }
});
