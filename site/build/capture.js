// Makes the memory from which visits go on; the site's build puts this behind worker.js, in a
// browser of its own.  Nothing here is shipped.
//
// The same code has to leave the same memory: `fixedStart` fixes whatever Python could learn of
// chance and of time.

const PAGE_BYTES = 4096; // most of the memory is empty, and not kept
// Runs of pages that hold anything; the memory has its buffer to itself.
/** @param {Bytes} memory @returns {[start: number, end: number][]} */
function usedRuns(memory) {
  const words = new Int32Array(memory.buffer);
  const step = PAGE_BYTES / 4;
  /** @type {[start: number, end: number][]} */
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

const RING_BYTES = 8; // before an object, of the two addresses of its ring
/** @param {Bytes} memory */
function lastUsed(memory) {
  const words = new Int32Array(memory.buffer);
  return 4 * (words.findLastIndex((word) => word !== 0) + 1);
}

// Take the ring of objects, of which one is at `first`, out of a memory; its steps (see `linkRing`).
/** @param {Bytes} memory @param {number} first */
function unlinkRing(memory, first) {
  const FLAGS = 3;
  const words = new Int32Array(memory.buffer);
  const places = [];
  let place = first / 4;
  do {
    const next = words[place] / 4;
    if ((words[next + 1] & ~FLAGS) !== 4 * place) {
      throw new Error("Python's objects are linked in another way");
    }
    places.push(place);
    place = next;
  } while (4 * place !== first);
  const steps = [];
  let last = 0;
  for (const place of Int32Array.from(places).sort()) {
    words[place] = 0;
    words[place + 1] &= FLAGS;
    let step = place - last;
    for (; step >= LONG_STEP; step -= LONG_STEP) {
      steps.push(LONG_STEP);
    }
    steps.push(step);
    last = place;
  }
  return Uint8Array.from(steps);
}

// The module as it is before Python starts.
/** @param {PythonModule} Module */
function copyLinked(Module) {
  const end = lastUsed(Module.HEAPU8);
  return { state: linkedState(Module, end), memory: Module.HEAPU8.slice(0, end) };
}

// What has to be known to go on from the memory, and its pages.
/** @param {Pyodide} pyodide @param {string} built @param {ReturnType<typeof copyLinked>} linked */
function copyMemory(pyodide, built, linked) {
  const Module = pyodide._module;
  const { HEAP8, HEAPU8, __hiwire_get: read } = Module;
  if (Module.wasmTable.length !== linked.state.functions) {
    throw new Error("more functions have come to Python's table since it started");
  }
  // Only the head of Pyodide's own snapshot: what Python holds of JavaScript.
  Module.HEAP8 = HEAP8.subarray(0, 0);
  Module.__hiwire_get = (index) => read(index) ?? null; // what has been let go
  const head = pyodide.makeMemorySnapshot();
  const object = Number(pyodide.runPython("import sys; id(sys.modules)"));
  const memory = HEAPU8.slice();
  const ring = unlinkRing(memory, object - RING_BYTES);
  addDifferences(memory, 0, linked.memory.buffer, 0, linked.memory.length);
  const runs = usedRuns(memory);
  const libraries = Object.entries(Module.LDSO.loadedLibsByHandle);
  /** @type {KeptState} */
  const state = {
    document: built,
    head: Array.from(head),
    runs,
    handles: libraries.map(([handle, { name }]) => [handle, name]),
    linked: linked.state,
    bytes: memory.length,
  };
  return { state, pages: [...runs.map(([start, end]) => memory.slice(start, end)), ring] };
}

/** @param {PageMessage<"start">} message */
async function capture({ files: unnamed, root, main }) {
  const files = named(unnamed);
  self.siteRoot = root;
  fetchDecoder(files);
  const shared = fetchShared(files);
  const { library, packages } = fetchPackages(files);
  let linked = /** @type {ReturnType<typeof copyLinked> | null} */ (null);
  const fix = () => fixedStart(shared.compiled, null, (Module) => (linked = copyLinked(Module)));
  const pyodide = await startPython(files, shared, library, fix);
  const found = [...(await shared.modules), ...(await packages)];
  const [page, built] = await buildPage(pyodide, found, root, main);
  pyodide.pyimport("late").leave_files();
  page.leave();
  pyodide.runPython("import gc; gc.collect()");
  if (linked === null) {
    throw new Error("Python has started without linking its code");
  }
  return copyMemory(pyodide, built, linked);
}

self.onmessage = async ({ data }) => {
  try {
    const { state, pages } = await capture(data);
    for (const [name, content] of [
      ["state", JSON.stringify(state)],
      ["memory", new Blob(pages)],
    ]) {
      await fetch(siteRoot + name, { method: "PUT", body: content });
    }
    self.postMessage({ type: "captured" });
  } catch (error) {
    self.postMessage({
      type: "failed",
      reason: String((error instanceof Error && error.stack) || error),
    });
  }
};
