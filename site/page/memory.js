// Python's memory as it is when the page has been built.  The site's build makes it once, in a
// browser of its own (capture.js), and visits go on from it: they need not start Python, import
// packages and build the page.  The build puts this in front of worker.js.
//
// The memory alone is of use only in a WebAssembly whose compiled modules lie where they lay when
// it was made.  Therefore they are always linked in the same order before Python starts, and what
// linking has left in the memory is compared.  A memory that does not fit is left alone: the page
// then starts once more without it.  As this beginning is the same, only what differs from it is
// shipped.

const BUILT_MS = 1e12; // the time of day at which all memories are made, in 2001
const RUNNING_MS = 1000; // how long their workers have been running then

// What Python sees of JavaScript, as an object without getters: Pyodide follows how Python got at
// something by a proxy, behind which the getters and functions of a worker's scope do not work.
function plainGlobals() {
  /** @type {Record<string, unknown>} */
  const globals = {};
  for (let scope = self; scope !== null; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) {
      try {
        const value = Reflect.get(self, name);
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
/** @param {PythonModule} Module @param {Promise<Compiled[]>} modules */
function linkModules(Module, modules) {
  const flags = { loadAsync: true, global: false, nodelete: true, allowUndefined: true };
  const linked = modules.then(async (compiled) => {
    for (const [path, code] of compiled) {
      Module.preloadedWasm[path] = await Module.loadWebAssemblyModule(code, flags, path, {});
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

// What Python is made of before it starts: the code that is linked has its data, its addresses and
// its places in the table of functions there.
/** @param {PythonModule} Module @param {number} end @returns {LinkedState} */
function linkedState(Module, end) {
  const words = new Int32Array(Module.HEAPU8.buffer, 0, end / 4);
  let sum = 0;
  for (const word of words) {
    sum = (Math.imul(sum, 31) + word) | 0;
  }
  return { end, sum, functions: Module.wasmTable.length };
}

// Let Python find the same chances and the same time whenever it starts; answers how to end that.
function fixChances() {
  let state = 1;
  const { getRandomValues } = crypto;
  const { now } = performance;
  const Day = Date;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i += 1) {
      state = (Math.imul(state, 1103515245) + 12345) | 0;
      bytes[i] = state >>> 16;
    }
    return array;
  };
  performance.now = () => RUNNING_MS;
  const fixed = class extends Day {
    /** @param {number} given @param {number[]} more */
    constructor(given = BUILT_MS, ...more) {
      // @ts-expect-error as many as a date is made of
      super(given, ...more);
    }
    static now() {
      return BUILT_MS;
    }
  };
  self.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (fixed));
  return () => {
    crypto.getRandomValues = getRandomValues;
    performance.now = now;
    self.Date = Day;
  };
}

// Lets Python start so that its memory can be kept, or goes on from the one that was.
/**
 * @param {Promise<Compiled[]>} modules
 * @param {Kept | null} kept to go on from
 * @param {(Module: PythonModule) => void} [linked] takes the module when its code is linked
 */
function fixedStart(modules, kept, linked) {
  /** @type {(error: unknown) => void} */
  let unlinked;
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => (unlinked = reject));
  const create = self._createPyodideModule;
  self._createPyodideModule = async (settings) => {
    settings.preRun.push((Module) => linkModules(Module, modules).catch(unlinked));
    settings.INITIAL_MEMORY = kept?.bytes;
    settings.onRuntimeInitialized = () => linked?.(settings);
    const leaveToChance = fixChances();
    const Module = await create(settings);
    if (kept) {
      leaveToChance();
      checkFit(Module, kept);
      await kept.fits(Module.FS);
      writeMemory(Module, kept, await kept.pages);
    }
    return Module;
  };
  const snapshot = kept ? { _loadSnapshot: Uint8Array.from(kept.head) } : { _makeSnapshot: true };
  return { failed, options: { ...snapshot, jsglobals: plainGlobals() } };
}

// Both are multiples of four: whole pages, and the end of what is linked.
/**
 * @param {Bytes} heap
 * @param {number} start
 * @param {ArrayBuffer} buffer
 * @param {number} place
 * @param {number} bytes
 */
function addDifferences(heap, start, buffer, place, bytes) {
  const words = new Int32Array(heap.buffer, start, bytes / 4);
  const differences = new Int32Array(buffer, place, bytes / 4);
  for (let i = 0; i < words.length; i += 1) {
    words[i] ^= differences[i];
  }
}

// Python's collector of garbage has all that it looks after in a ring: before each object lie the
// addresses of the next one and, with flags in its last bits, of the one before.  They pack badly, so
// that of the ring only the places are kept.  Their order in it does not matter: it becomes that of
// their addresses.
// steps: bytes, from place to place in words of the memory; LONG_STEP is a part of a step
const LONG_STEP = 255;
/** @param {Bytes} heap @param {Uint8Array} steps */
function linkRing(heap, steps) {
  const words = new Int32Array(heap.buffer);
  /** @param {number} before @param {number} after */
  const link = (before, after) => {
    words[before] = 4 * after;
    words[after + 1] |= 4 * before;
  };
  let place = 0;
  let first = 0;
  let last = 0;
  for (const step of steps) {
    place += step;
    if (step !== LONG_STEP) {
      if (last) {
        link(last, place);
      }
      first ||= place;
      last = place;
    }
  }
  link(last, first);
}

// This browser links the code in another way than the one that has made the memory.
class FitError extends Error {}

/** @param {PythonModule} Module @param {Kept} kept */
function checkFit(Module, { linked, bytes }) {
  const { sum, functions } = linkedState(Module, linked.end);
  if (sum !== linked.sum || functions !== linked.functions || Module.HEAPU8.length !== bytes) {
    throw new FitError("Python's memory was made with other code");
  }
}

// Write what was kept into a Python that has not started.
/** @param {PythonModule} Module @param {Kept} kept @param {Bytes} pages */
function writeMemory(Module, { runs, linked, handles }, pages) {
  const heap = Module.HEAPU8;
  let place = pages.byteOffset;
  for (const [start, end] of runs) {
    const same = Math.max(start, Math.min(end, linked.end)); // up to here the differences are kept
    addDifferences(heap, start, pages.buffer, place, same - start);
    heap.set(new Uint8Array(pages.buffer, place + same - start, end - same), same);
    place += end - start;
  }
  linkRing(heap, pages.subarray(place - pages.byteOffset));
  for (const [handle, name] of handles) {
    Module.LDSO.loadedLibsByHandle[handle] = Module.LDSO.loadedLibsByName[name];
  }
  // Python's clocks go on from where they were.
  const now = performance.now.bind(performance);
  performance.now = () => now() + RUNNING_MS;
}
