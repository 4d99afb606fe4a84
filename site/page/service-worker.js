// Keeps a whole version of the site, so that the next visit needs no network.  The build puts two
// lines in front of this: VERSION, and FILES, the hash of each file by its address.  What is kept
// is verified first, and again whenever it is served: other code of this origin may have written to
// the caches.  A version is complete, or it is not there.  Two versions never mix: what a page may ask
// for once it is there has a name that tells its content, so that tabs that are still open with
// another version find their own files.
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
      const known = await findKept(own, url, (digest) => base64(digest) === hash);
      await cache.put(url, known ?? (await fetchVerified(url, hash, "default")));
    }),
  );
}

/** @param {Uint8Array} digest */
function base64(digest) {
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** @param {Uint8Array} digest */
function hexadecimal(digest) {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The file in one of the caches whose content is the published one: whatever else may have written
// there, nothing of it is served.
/**
 * @param {string[]} names
 * @param {string} url
 * @param {(digest: Uint8Array) => boolean} isPublished takes the SHA-256 of a content
 */
async function findKept(names, url, isPublished) {
  for (const name of names) {
    const cache = await caches.open(name);
    // one to look at: what has been read before comes without the code that the browser has compiled
    const [found, read] = await Promise.all([cache.match(url), cache.match(url)]);
    if (found && read) {
      const digest = await crypto.subtle.digest("SHA-256", await read.arrayBuffer());
      if (isPublished(new Uint8Array(digest))) {
        return found;
      }
    }
  }
  return undefined;
}

/** @param {string} url @param {string} integrity @param {RequestCache} cache */
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
    const open = await Promise.all(
      (await tabsOf(name)).map((id) => id === null || clients.get(id)),
    );
    if (!open.some(Boolean)) {
      await caches.delete(name);
    }
  }
}

/** @param {string} name @returns {Promise<(string | null)[]>} */
async function tabsOf(name) {
  const noted = await (await caches.open(name)).match(TABS);
  try {
    return noted ? Array.from(await noted.json(), String) : [null];
  } catch {
    return []; // not what was noted
  }
}

/** @param {Request} request @param {string} url @param {string} hash */
async function answer(request, url, hash) {
  const keptFile = () => findKept([CACHE], url, (digest) => base64(digest) === hash);
  // "reload": the page has found the file broken
  const kept = request.cache === "reload" ? undefined : await keptFile();
  if (kept) {
    return kept;
  }
  try {
    const response = await fetchVerified(url, hash, "reload");
    await (await caches.open(CACHE)).put(url, response.clone());
    return response;
  } catch {
    // there is no network, or another version behind it
    return (await keptFile()) ?? fetch(request);
  }
}

// A page that is kept by another name: the site's own by its folder's, one of the reference by its
// file's.  The network's is newer, where there is one.
/** @param {Request} request @param {string} url */
async function answerPage(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const name = url === `${PAGE}index.html` ? PAGE : `${url}index.html`;
    const hash = KEPT.get(name);
    const kept = hash && (await findKept([CACHE], name, (digest) => base64(digest) === hash));
    if (kept) {
      return kept;
    }
    throw error;
  }
}

// A file of another version: its name tells its content.
/** @param {Request} request @param {string} url */
async function answerOthers(request, url) {
  if (request.mode === "navigate") {
    return answerPage(request, url);
  }
  const told = /-([0-9a-f]{32})\.\w+$/.exec(url);
  if (told && request.cache !== "reload") {
    /** @param {Uint8Array} digest */
    const isPublished = (digest) => hexadecimal(digest).startsWith(told[1]);
    const found = await findKept(await otherCaches(), url, isPublished);
    if (found) {
      return found;
    }
  }
  return fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  const { data, source } = /** @type {ExtendableMessageEvent} */ (event);
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
  const hash = KEPT.get(url.href);
  const { request } = event;
  event.respondWith(hash ? answer(request, url.href, hash) : answerOthers(request, url.href));
});
