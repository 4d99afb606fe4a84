// Python's memory as it is when the page has been built, kept for later visits: these need not
// start Python, load packages and build the page again.  The build puts this in front of worker.js.
//
// No first visit depends on any of this: the memory is made by a worker of its own, later on.  A
// memory that is not whole, or with which visits have not come to their end, is forgotten.
//
// The memory alone is of use only in a WebAssembly whose compiled modules lie where they lay when
// it was kept.  Therefore they are always linked in the same order before Python starts.

const PAGE_BYTES = 4096; // most of the memory is empty, and neither kept nor written
const ROOM_BYTES = 500e6; // in a browser with less room for the site there are better uses of it
const MOST_TRIALS = 2; // visits in a row without an end; the first may have been a hasty reload

let endTrial = () => {};

// Where the memory of this version of the site, in this version of the browser, is kept.
function memoryAddress(root, files) {
  const key = Object.values(files).map((file) => file.sha256.slice(0, 16));
  const query = new URLSearchParams({ key: key.join(""), browser: navigator.userAgent });
  return `${root}memory/${self.location.pathname.split("/").at(-1)}?${query}`;
}

// What an earlier visit has kept, or null.
async function findMemory(root, address) {
  try {
    const cache = await siteCache(root);
    const found = await cache?.match(address);
    if (!found) {
      return null;
    }
    if (!(await mayTry(cache, address))) {
      return null;
    }
    const content = await found.arrayBuffer();
    const start = 4 + new DataView(content).getUint32(0, true);
    const description = JSON.parse(new TextDecoder().decode(new Uint8Array(content, 4, start - 4)));
    // The digest is awaited when WebAssembly is there to be written into.
    const digest = crypto.subtle.digest("SHA-256", content);
    const whole = digest.then((bytes) => hexadecimal(bytes) === found.headers.get("digest"));
    return { ...description, content: new Uint8Array(content, start), whole };
  } catch (error) {
    console.warn("What was kept of Python's memory is not used:", String(error));
    await forgetMemory(root);
    return null;
  }
}

// Whether this visit may go on from the memory. While another tab tries it nobody knows its worth;
// that tab is known by its lock, which goes with it.
async function mayTry(cache, address) {
  const { held } = await navigator.locks.query();
  if (held.some(({ name }) => name === address)) {
    return false;
  }
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => (endTrial = resolve));
  await new Promise((granted) => {
    navigator.locks.request(address, { mode: "shared" }, () => {
      granted(null);
      return ended;
    });
  });
  const trials = Number((await (await cache.match(`${address}&trial`))?.text()) ?? 0);
  if (trials >= MOST_TRIALS) {
    throw new Error(`${trials} visits have not come to their end with it`);
  }
  await cache.put(`${address}&trial`, new Response(String(trials + 1)));
  return true;
}

// The visit works: the next one may trust the memory, too.
async function trustMemory(root, address) {
  await (await siteCache(root))?.delete(`${address}&trial`);
  endTrial();
}

// What Python sees of JavaScript, as an object without getters: Pyodide follows how Python got at
// something by a proxy, behind which the getters and functions of a worker's scope do not work.
function plainGlobals() {
  const globals = {};
  for (let scope = self; scope !== null; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) {
      try {
        const value = self[name];
        const bound = typeof value === "function" && /^[a-z]/.test(name);
        globals[name] ??= bound ? value.bind(self) : value;
      } catch {
        // forbidden here, as storage is in some private windows
      }
    }
  }
  return globals;
}

// The compiled modules of the packages become part of Python before it starts.
function linkModules(Module, modules) {
  const flags = { loadAsync: true, global: false, nodelete: true, allowUndefined: true };
  const linked = modules.then(async (found) => {
    const compiled = await Promise.all(found.map(([, content]) => WebAssembly.compile(content)));
    for (const [i, [path]] of found.entries()) {
      Module.preloadedWasm[path] = await Module.loadWebAssemblyModule(compiled[i], flags, path, {});
      await Module.loadDynamicLibrary(path, flags, {});
    }
  });
  Module.addRunDependency("modules");
  linked.then(
    () => Module.removeRunDependency("modules"),
    () => {},
  ); // the caller tells
  return linked;
}

// Lets Python start so that its memory can be kept, or goes on with the `memory` that was.
// packages: promise of the packages' files
function fixedStart(packages, memory) {
  const modules = packages.then((found) => found.filter(([path]) => path.endsWith(".so")));
  let unlinked;
  const failed = new Promise((_, reject) => (unlinked = reject));
  let create;
  Object.defineProperty(self, "_createPyodideModule", {
    set: (given) => (create = given),
    get: () =>
      create &&
      (async (settings) => {
        settings.preRun.push((Module) => linkModules(Module, modules).catch(unlinked));
        if (memory) {
          settings.INITIAL_MEMORY = memory.bytes;
        }
        const Module = await create(settings);
        if (memory) {
          if (!(await memory.whole)) {
            throw new Error("What was kept of Python's memory is damaged");
          }
          writeMemory(Module, memory);
        }
        return Module;
      }),
  });
  const snapshot = memory
    ? { _loadSnapshot: Uint8Array.from(memory.head) }
    : { _makeSnapshot: true };
  return { failed, options: { ...snapshot, jsglobals: plainGlobals() } };
}

// Runs of pages that hold anything: pairs of start and end.
function usedRuns(memory) {
  const words = new Int32Array(memory.buffer);
  const step = PAGE_BYTES / 4;
  const runs = [];
  for (let page = 0; page < words.length; page += step) {
    let place = page;
    while (place < page + step && words[place] === 0) {
      place += 1;
    }
    if (place < page + step) {
      const last = runs.at(-1);
      if (last?.[1] === 4 * page) {
        last[1] += PAGE_BYTES;
      } else {
        runs.push([4 * page, 4 * page + PAGE_BYTES]);
      }
    }
  }
  return runs;
}

// The memory, with what else has to be known to go on from it.
function copyMemory(pyodide, page) {
  const Module = pyodide._module;
  const { HEAP8, HEAPU8, __hiwire_get: read } = Module;
  // Only the head of Pyodide's own snapshot: what Python holds of JavaScript.
  Module.HEAP8 = HEAP8.subarray(0, 0);
  Module.__hiwire_get = (index) => read(index) ?? null; // what has been let go
  const head = pyodide.makeMemorySnapshot();
  const runs = usedRuns(HEAPU8);
  const libraries = Object.entries(Module.LDSO.loadedLibsByHandle);
  const description = {
    document: page,
    head: Array.from(head),
    runs,
    handles: libraries.map(([handle, { name }]) => [handle, name]),
    bytes: HEAPU8.length,
    functions: Module.wasmTable.length,
    time: performance.now(),
  };
  const text = new TextEncoder().encode(JSON.stringify(description));
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  return new Blob([length, text, ...runs.map(([start, end]) => HEAPU8.subarray(start, end))]);
}

async function siteCaches(root) {
  const names = (await caches.keys()).filter((name) => name.startsWith(`mcsearch ${root} `));
  return Promise.all(names.map((name) => caches.open(name)));
}

// The service worker's cache of this version: what is beside its files goes when they go.
async function siteCache(root) {
  for (const cache of self.caches ? await siteCaches(root) : []) {
    if (await cache.match(self.location.href)) {
      return cache;
    }
  }
  return null;
}

// All memories, or all but the one at an address.
async function forgetMemory(root, address) {
  try {
    for (const cache of await siteCaches(root)) {
      const kept = (await cache.keys()).filter(({ url }) => url.startsWith(`${root}memory/`));
      const old = kept.filter(({ url }) => url !== address);
      await Promise.all(old.map((request) => cache.delete(request)));
    }
  } catch {
    // no storage, no memory
  }
}

async function isMemoryWanted(root, address) {
  const { quota, usage } = await navigator.storage.estimate();
  const cache = await siteCache(root);
  return quota - usage > ROOM_BYTES && cache !== null && !(await cache.match(address));
}

async function keepMemory(root, address, memory) {
  const digest = hexadecimal(await crypto.subtle.digest("SHA-256", await memory.arrayBuffer()));
  const cache = await siteCache(root);
  await cache?.put(address, new Response(memory, { headers: { digest } }));
  await forgetMemory(root, address);
}

// Write what was kept into a Python that has not started.
function writeMemory(Module, memory) {
  if (Module.wasmTable.length !== memory.functions || Module.HEAPU8.length !== memory.bytes) {
    throw new Error("Python's memory was kept by another version");
  }
  let place = 0;
  for (const [start, end] of memory.runs) {
    Module.HEAPU8.set(memory.content.subarray(place, place + end - start), start);
    place += end - start;
  }
  for (const [handle, name] of memory.handles) {
    Module.LDSO.loadedLibsByHandle[handle] = Module.LDSO.loadedLibsByName[name];
  }
  // Python's clocks go on from where they were.
  const now = performance.now.bind(performance);
  performance.now = () => now() + memory.time;
}
