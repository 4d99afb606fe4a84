// Keeps the site's files, so that the next visit needs no network.  The build puts the list of
// them, FILES, in front of this.  A file's name or folder tells its version: what is kept never
// gets old, except the page itself, which is asked for anew whenever there is a network.
"use strict";

const CACHE = "site";
const PAGE = new URL("./", self.location).href;
const KEPT = FILES.map((file) => new URL(file, PAGE).href);

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const present = new Set((await cache.keys()).map((request) => request.url));
  await cache.addAll(KEPT.filter((url) => url === PAGE || !present.has(url)));
}

async function dropOthers() {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!KEPT.includes(request.url)) {
      await cache.delete(request);
    }
  }
}

async function answer(request, url) {
  const cache = await caches.open(CACHE);
  if (url === PAGE) {
    try {
      return await fetch(request);
    } catch {
      return cache.match(PAGE);
    }
  }
  return (await cache.match(url)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.search = "";
  url.hash = "";
  if (event.request.method === "GET" && KEPT.includes(url.href)) {
    event.respondWith(answer(event.request, url.href));
  }
});
