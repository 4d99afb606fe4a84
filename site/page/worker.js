// The worker of the page: loads Pyodide and the packages, runs the app, passes patches.
// Started by start.js, whose first message names the files; answers are handled in page.js.

const PACKAGES = "/lib/python3.13/site-packages";

// Files by what they are for; what a visit fetches is SHARED and one of the others.
const PYTHON = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"];
const SHARED = [...PYTHON, "decoder", "modules"];
const PACKED = ["library", "packages", "application"]; // for a normal start
const BUILT = ["state", "memory"]; // to go on from
const LATE = ["late"]; // for late imports

const SAVED_MS = 2500; // what a normal start does longer once everything is there
const LOOK_MS = 60; // one look at the line takes this long
const MOST_LOOKS = 8; // a line may need some to become fast
const MOST_MS = 5000; // and may be silent for so long

const TOLD_MS = 50; // from one word about the bytes of a file to the next

/** @type {Files} */
let siteFiles;
/** @type {Promise<WebAssembly.Module>} */
let decoder; // of what is packed
/** @type {WebAssembly.Module} */
let decoderNow; // the decoder once it is there
/** @type {Promise<PythonPage>} */
let loaded;
let goesOn = false; // whether this visit goes on from the memory of the build
let shown = false; // whether the page has been given its document
let arrived = 0; // bytes of all files that are fetched here
/** @type {(() => void) | null} */
let hear = null; // called when some have arrived

/** @param {WorkerMessage} message @param {ArrayBuffer[]} [handed] what is not copied */
function tell(message, handed = []) {
  self.postMessage(message, handed);
}

/** @param {string} step */
function report(step) {
  tell({ type: "step", step });
}

// A file of the site that did not come, or not as it was published.
class PartError extends Error {
  /** @param {NamedFile} file @param {string} reason */
  constructor(file, reason) {
    super(reason);
    this.part = `${file.title} (${file.url})`;
    this.file = file.name;
  }
}

/** @param {ArrayBuffer} buffer */
function hexadecimal(buffer) {
  const bytes = new Uint8Array(buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Record<string, SiteFile>} files @returns {Files} */
function named(files) {
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, { ...file, name }]));
}

// Without a secure context there is no digest: Zstandard's own sums must do then.
/** @param {SiteFile} file @param {Bytes} content */
async function isPublished(file, content) {
  if (content.length !== file.bytes || self.crypto.subtle === undefined) {
    return content.length === file.bytes;
  }
  return file.sha256 === hexadecimal(await crypto.subtle.digest("SHA-256", content));
}

// the time is fixed while Python starts to go on from a memory
const clock = performance.now.bind(performance);

// Fetch a file, telling the page how many bytes have arrived; verify it, and unpack it meanwhile.
/** @param {NamedFile} file @param {RequestInit} [options] @returns {Promise<Bytes>} */
async function fetchPart(file, options) {
  let response;
  try {
    response = await fetch(siteRoot + file.url, options);
  } catch {
    throw new PartError(file, "it could not be fetched");
  }
  if (!response.ok || !response.body) {
    throw new PartError(
      file,
      `the server answered ${response.status} ${response.statusText}`.trim(),
    );
  }
  const content = new Uint8Array(file.bytes);
  const unpacking = file.unpacked ? new Unpacking(await decoder, file.unpacked) : null;
  let received = 0;
  let told = 0;
  /** @type {Error | null} */
  let trouble = null; // why it cannot be unpacked
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      content.set(value, received);
      received += value.length;
      arrived += value.length;
      hear?.();
      if (clock() > told + TOLD_MS || received === file.bytes) {
        told = clock();
        tell({ type: "bytes", name: file.name, received });
      }
      trouble ??= unpacking && attempt(() => unpacking.push(value));
    }
  } catch (error) {
    const broken = error instanceof RangeError ? "it is larger than published" : "it broke off";
    throw new PartError(file, broken);
  }
  if (!(await isPublished(file, content.subarray(0, received)))) {
    throw new PartError(file, "it is not the file that was published");
  }
  if (trouble) {
    throw new PartError(file, trouble.message);
  }
  return unpacking ? unpacking.end() : content;
}

// The error of a step, or null.
/** @param {() => void} step */
function attempt(step) {
  try {
    step();
    return null;
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}

// The files in a bundle.
/** @param {Bytes} bundle @returns {Unpacked[]} */
function bundled(bundle) {
  const start = 4 + new DataView(bundle.buffer, bundle.byteOffset).getUint32(0, true);
  let place = start;
  /** @type {[name: string, size: number][]} */
  const index = JSON.parse(new TextDecoder().decode(bundle.subarray(4, start)));
  return index.map(([name, size]) => {
    place += size;
    return [`${PACKAGES}/${name}`, bundle.subarray(place - size, place)];
  });
}

/** @param {FileSystem} FS @param {Unpacked[]} files */
function writeFiles(FS, files) {
  for (const [path, content] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

/** @param {Files} files */
function fetchDecoder(files) {
  decoder = fetchPart(files.decoder).then((content) => WebAssembly.compile(content));
  decoder.then(
    (compiled) => (decoderNow = compiled),
    () => {},
  ); // who waits for it tells
}

// What both ways need.  The scripts and the code of Python are not fetched by `fetchPart`: only
// that way the browser keeps the compiled code.
/** @param {Files} files */
function fetchShared(files) {
  const code = WebAssembly.compileStreaming(fetch(siteRoot + files["pyodide.asm.wasm"].url));
  const loader = import(siteRoot + files["pyodide.mjs"].url);
  const script = import(siteRoot + files["pyodide.asm.js"].url);
  const modules = fetchPart(files.modules).then(bundled);
  const compiled = modules.then((found) =>
    Promise.all(
      found
        .filter(([path]) => path.endsWith(".so"))
        .map(async ([path, content]) => [path, await WebAssembly.compile(content)]),
    ),
  );
  return told({ code, loader, script, modules, compiled });
}

// Python's library and the packages for a normal start.
/** @param {Files} files */
function fetchPackages(files) {
  const library = fetchPart(files.library);
  const bundles = ["packages", "application"].map((name) => fetchPart(files[name]));
  const packages = Promise.all(bundles).then((unpacked) => unpacked.flatMap(bundled));
  return told({ library, packages });
}

// Promises whose failure is told when they are waited for.
/** @template {Record<string, Promise<unknown>>} All @param {All} promises */
function told(promises) {
  for (const promise of Object.values(promises)) {
    promise.catch(() => {});
  }
  return promises;
}

// In JavaScriptCore a function of the table is another object than the same one as it is exported,
// and Emscripten, which compares them, would give it a second place: the table would be another one
// than that of the memory.  The name of such an object is the function's number in its module.
/** @param {WebAssembly.Table} table @param {WebAssembly.Exports} exports */
function putExports(table, exports) {
  const exported = new Map();
  for (const found of Object.values(exports)) {
    if (typeof found === "function") {
      exported.set(found.name, found);
    }
  }
  for (let i = 0; i < table.length; i += 1) {
    const found = table.get(i);
    const same = found && exported.get(found.name);
    if (same && same !== found) {
      table.set(i, same);
    }
  }
}

/**
 * @param {Files} files
 * @param {Shared} shared
 * @param {Promise<Bytes> | null} library Python's, null where it is not needed
 * @param {(() => ReturnType<typeof fixedStart>) | null} fix
 */
async function startPython(files, shared, library, fix) {
  const [loader, , wasm] = PYTHON.map((name) => siteRoot + files[name].url);
  const given = new Map([
    [wasm, null],
    [siteRoot + files.library.url, library],
  ]);
  const fetchAnything = self.fetch;
  self.fetch = async (url, options) =>
    given.has(String(url))
      ? new Response(await given.get(String(url)))
      : fetchAnything(url, options);
  const { instantiateStreaming } = WebAssembly;
  /** @type {(error: unknown) => void} */
  let unbegun;
  /** @type {Promise<never>} */
  const broken = new Promise((_, reject) => (unbegun = reject));
  WebAssembly.instantiateStreaming = async (_, imports = {}) => {
    try {
      const module = /** @type {WebAssembly.Module} */ (await shared.code);
      const instance = await WebAssembly.instantiate(module, imports);
      const table = /** @type {WebAssembly.Table} */ (imports.env.__indirect_function_table);
      putExports(table, instance.exports);
      return { module, instance };
    } catch (error) {
      unbegun(error); // Pyodide itself would wait for ever
      throw error;
    }
  };
  try {
    const { loadPyodide } = await shared.loader;
    await shared.script;
    const fixed = fix?.();
    report("Starting Python");
    const started = loadPyodide({
      ...fixed?.options,
      indexURL: new URL("./", loader).href,
      stdLibURL: siteRoot + files.library.url,
      // optimize=2, as the packages are compiled; a fixed hash seed, as in every other build.  The
      // reader's language, which Emscripten would put there, would be part of the memory.
      env: {
        HOME: "/home/pyodide",
        LANG: "en_US.UTF-8",
        PYTHONOPTIMIZE: "2",
        PYTHONHASHSEED: "0",
      },
    });
    return await Promise.race([started, broken, ...(fixed ? [fixed.failed] : [])]);
  } finally {
    self.fetch = fetchAnything;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    for (const name of PYTHON) {
      tell({ type: "bytes", name, received: files[name].bytes });
    }
  }
}

// Load the packages, build the page: the Page of runtime.py and its document.
/**
 * @param {Pyodide} pyodide
 * @param {Unpacked[]} packages
 * @param {string} address
 * @param {string} main
 * @returns {Promise<[page: PythonPage, document: string]>}
 */
async function buildPage(pyodide, packages, address, main) {
  report("Unpacking packages");
  writeFiles(pyodide.FS, packages);
  // Collecting garbage takes an eighth of the time to import all this, and finds none.
  pyodide.runPython("import gc, importlib; gc.disable(); importlib.invalidate_caches()");
  pyodide.pyimport("late").find_late();
  report("Loading NumPy");
  pyodide.pyimport("numpy");
  report("Loading Bokeh");
  pyodide.pyimport("bokeh.plotting");
  report("Loading Panel");
  pyodide.pyimport("standins");
  const { Page } = pyodide.pyimport("runtime");
  report("Building the page");
  const page = Page(address);
  return [page, page.run(`${PACKAGES}/${main}`)];
}

/** @param {string} built */
function show(built) {
  tell({ type: "render", document: built });
  shown = true;
}

// A normal start.
/** @param {Files} files @param {Shared} shared @param {PageMessage<"start">} data */
async function startAnew(files, shared, { address, main }) {
  tell({ type: "way", files: [...SHARED, ...PACKED] });
  const { library, packages } = fetchPackages(files);
  const pyodide = await startPython(files, shared, library, null).catch(async (error) => {
    await library; // a broken library is its own error
    throw (await findBroken(PYTHON.map((name) => files[name]))) ?? error;
  });
  const found = [...(await shared.modules), ...(await packages)];
  const [page, built] = await buildPage(pyodide, found, address, main);
  show(built);
  return page;
}

// Go on from the memory of the build, with the page that it holds.
/**
 * @param {Files} files
 * @param {Shared} shared
 * @param {ReturnType<typeof fetchKept>} kept
 * @param {string} address
 */
async function goOn(files, shared, kept, address) {
  goesOn = true;
  tell({ type: "way", files: [...SHARED, ...BUILT] });
  /** @type {KeptState} */
  const state = JSON.parse(new TextDecoder().decode(await kept.state));
  show(state.document); // while the memory is still on its way
  const { pages } = kept;
  /** @param {FileSystem} FS */
  const fits = async (FS) => writeFiles(FS, await shared.modules);
  const fix = () => fixedStart(shared.compiled, { ...state, pages, fits });
  const pyodide = await startPython(files, shared, null, fix);
  const page = pyodide.pyimport("runtime").Page.kept;
  page.restored(address);
  return page;
}

/** @param {Files} files @param {string[]} names */
function transfer(files, names) {
  return names.reduce((sum, name) => sum + files[name].transfer, 0);
}

// The memory of the build and what describes it.
/** @param {Files} files @param {RequestInit} options */
function fetchKept(files, options) {
  const state = fetchPart(files.state, options);
  const pages = fetchPart(files.memory, options);
  return told({ state, pages });
}

// Whether the memory, which is larger, is there before a normal start has done its work: judged by
// how fast the first bytes come.
/** @param {Files} files @param {ReturnType<typeof fetchKept>} kept @returns {Promise<boolean>} */
function isMemorySooner(files, kept) {
  const more = transfer(files, BUILT) - transfer(files, PACKED);
  return new Promise((resolve) => {
    Promise.all(Object.values(kept)).then(
      () => resolve(true),
      () => resolve(false),
    );
    let looks = 0;
    let begun = null; // the time and the bytes at the beginning of a look
    hear = () => {
      begun ??= [clock(), arrived];
      const [since, before] = begun;
      const passed = clock() - since;
      if (passed > LOOK_MS) {
        begun = [clock(), arrived];
        looks += 1;
        if ((more * passed) / (arrived - before) < SAVED_MS) {
          resolve(true);
        } else if (looks === MOST_LOOKS) {
          resolve(false);
        }
      }
    };
    setTimeout(() => resolve(false), MOST_MS);
  });
}

/** @param {PageMessage<"start">} data */
async function load(data) {
  const { root, fresh } = data;
  const files = named(data.files);
  self.siteRoot = root;
  siteFiles = files;
  /** @param {string} name */
  const reload = (name) => fetchPart(files[name], { cache: "reload" });
  // without it no other part can be unpacked
  await Promise.all(fresh.filter((name) => name === "decoder").map(reload));
  fetchDecoder(files);
  await Promise.all(fresh.map(reload));
  const shared = fetchShared(files);
  if (data.mayGoOn && files.memory) {
    const ending = new AbortController();
    const kept = fetchKept(files, { signal: ending.signal });
    if (await isMemorySooner(files, kept)) {
      return goOn(files, shared, kept, data.address);
    }
    ending.abort();
  }
  return startAnew(files, shared, data);
}

// Pairs of JavaScript as an object; Bokeh knows null, but not undefined.
self.toObject = (pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, value ?? null]));

// Called by runtime.py: the buffers of arrays are handed over, not copied.
self.sendPatch = (patch, buffers) => {
  tell({ type: "patch", patch, buffers }, [...buffers.values()]);
};

// Called by late.py: the files that this visit has done without, at once. Python waits for them.
self.fetchLate = () =>
  (goesOn ? [...PACKED, ...LATE] : LATE).map((name) => {
    const request = new XMLHttpRequest();
    request.open("GET", siteRoot + siteFiles[name].url, false);
    request.responseType = "arraybuffer";
    request.send();
    const { sha256, unpacked = 0 } = siteFiles[name];
    return [name, new Uint8Array(request.response ?? []), sha256, unpacked];
  });

// Called by late.py: what such a file holds.
self.unpack = (packed, bytes) => {
  const unpacking = new Unpacking(decoderNow, bytes);
  unpacking.push(packed);
  return unpacking.end();
};

/** @param {PageMessage<"start">} data */
async function start(data) {
  try {
    loaded = load(data);
    await loaded;
  } catch (error) {
    await startFailed(error);
  }
}

async function link() {
  try {
    const page = await loaded.catch(() => null); // `start` tells what is wrong
    if (page) {
      page.link();
      tell({ type: "linked" });
    }
  } catch (error) {
    await startFailed(error);
  }
}

// When Python did not start, this finds out which of its files is to blame.
/** @param {NamedFile[]} files */
async function findBroken(files) {
  for (const file of files) {
    try {
      await fetchPart(file);
    } catch (error) {
      return error;
    }
  }
  return null;
}

/** @param {unknown} error */
async function startFailed(error) {
  if (goesOn) {
    console.info("The page starts without the memory of its build:", String(error));
    const lasting = error instanceof FitError;
    tell({ type: "unfit", shown, lasting, reason: String(error) });
  } else if (error instanceof PartError) {
    tell({ type: "failed", part: error.part, name: error.file, reason: error.message });
  } else {
    tell({ type: "failed", part: "", reason: String(error) });
  }
}

/** @param {Patch} patch */
async function receive(patch) {
  try {
    const page = await loaded.catch(() => null);
    page?.receive(patch);
  } catch (error) {
    tell({ type: "error", message: String(error) });
  }
  tell({ type: "idle" });
}

/** @param {MessageEvent<PageMessage>} event */
self.onmessage = ({ data }) => {
  if (data.type === "start") {
    start(data);
  } else if (data.type === "rendered") {
    link();
  } else if (data.type === "ask") {
    tell({ type: "here" });
  } else if (data.type === "patch") {
    receive(data.patch);
  }
};
