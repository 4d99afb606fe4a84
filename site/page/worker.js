// The worker of the page: loads Pyodide and the packages, runs the app, passes patches.
// Started by start.js, whose first message names the files; answers are handled in page.js.

const PACKAGES = "/lib/python3.13/site-packages";

let loaded = null; // promise of the Page of runtime.py
let distrust = null; // forgets the memory of an earlier visit that this one goes on from

function report(step) {
  self.postMessage({ type: "step", step });
}

// A file of the site that did not come, or not as it was published.
class PartError extends Error {
  constructor(file, reason) {
    super(reason);
    this.part = `${file.title} (${file.url})`;
    this.file = file.name;
  }
}

function hexadecimal(buffer) {
  const bytes = new Uint8Array(buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Without a secure context there is no digest: the zips' own sums must do then.
async function isPublished(file, content) {
  if (content.length !== file.bytes || self.crypto.subtle === undefined) {
    return content.length === file.bytes;
  }
  return file.sha256 === hexadecimal(await crypto.subtle.digest("SHA-256", content));
}

// Fetch a file, telling the page how many bytes have arrived; verify it.
async function fetchPart(file, options) {
  let response;
  try {
    response = await fetch(siteRoot + file.url, options);
  } catch {
    throw new PartError(file, "it could not be fetched");
  }
  if (!response.ok) {
    throw new PartError(
      file,
      `the server answered ${response.status} ${response.statusText}`.trim(),
    );
  }
  const content = new Uint8Array(file.bytes);
  let received = 0;
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      content.set(value, received);
      received += value.length;
      self.postMessage({ type: "bytes", name: file.name, received });
    }
  } catch (error) {
    const broken = error instanceof RangeError ? "it is larger than published" : "it broke off";
    throw new PartError(file, broken);
  }
  if (!(await isPublished(file, content.subarray(0, received)))) {
    throw new PartError(file, "it is not the file that was published");
  }
  return content;
}

// What packages.py has compressed: decompressed by the browser while Python still starts.
async function unpack(content) {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The files in a bundle: pairs of path and content.
function bundled(bundle) {
  const start = 4 + new DataView(bundle.buffer).getUint32(0, true);
  let place = start;
  const index = JSON.parse(new TextDecoder().decode(bundle.subarray(4, start)));
  return index.map(([name, size]) => {
    place += size;
    return [`${PACKAGES}/${name}`, bundle.subarray(place - size, place)];
  });
}

function writeFiles(FS, files) {
  for (const [path, content] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

// Pyodide fetches its own files: only that way the browser keeps the compiled code.  When it did
// not start, this finds out which of them is to blame.
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

// fixed: what `fixedStart` answers, or null
async function startPython(files, library, fixed) {
  const runtime = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"].map((name) => files[name]);
  const indexURL = new URL("./", siteRoot + runtime[0].url).href;
  const fetchAnything = self.fetch;
  self.fetch = async (url, options) =>
    String(url) === siteRoot + files.library.url
      ? new Response(await library)
      : fetchAnything(url, options);
  // A WebAssembly that does not compile leaves Pyodide waiting for ever: notice it here.
  const { instantiateStreaming } = WebAssembly;
  const uncompiled = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const compiled = instantiateStreaming(...given);
      compiled.catch(reject);
      return compiled;
    };
  });
  try {
    const { loadPyodide } = await import(siteRoot + runtime[0].url);
    report("Starting Python");
    const started = loadPyodide({
      ...fixed?.options,
      indexURL,
      stdLibURL: siteRoot + files.library.url,
      // optimize=2, as the packages are compiled; a fixed hash seed, as in every other build.
      env: { HOME: "/home/pyodide", PYTHONOPTIMIZE: "2", PYTHONHASHSEED: "0" },
    });
    return await Promise.race([started, uncompiled, ...(fixed ? [fixed.failed] : [])]);
  } catch (error) {
    await library; // a broken library is its own error
    throw (await findBroken(runtime)) ?? error;
  } finally {
    self.fetch = fetchAnything;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    for (const file of runtime) {
      self.postMessage({ type: "bytes", name: file.name, received: file.bytes });
    }
  }
}

// Everything is fetched at the same time: promises of the library and of the packages' files.
function fetchFiles(files) {
  const library = fetchPart(files.library).then(unpack);
  const bundles = ["packages", "application"].map((name) => fetchPart(files[name]).then(unpack));
  const packages = Promise.all(bundles).then((unpacked) => unpacked.flatMap(bundled));
  for (const part of [library, packages]) {
    part.catch(() => {}); // told when it is waited for
  }
  return { library, packages };
}

// Load the packages, build the page: the Page of runtime.py and its document.
async function buildPage(pyodide, packages, address, main) {
  report("Unpacking packages");
  writeFiles(pyodide.FS, packages);
  // Collecting garbage takes an eighth of the time to import all this, and finds none.
  pyodide.runPython("import gc, importlib; gc.disable(); importlib.invalidate_caches()");
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

async function load({ files, root, address, main, fresh }) {
  self.siteRoot = root;
  await Promise.all(fresh.map((name) => fetchPart(files[name], { cache: "reload" })));
  const place = memoryAddress(root, files);
  const { library, packages } = fetchFiles(files);
  const memory = fresh.length === 0 ? await findMemory(root, place) : null;
  if (memory) {
    distrust = () => forgetMemory(root);
    const pyodide = await startPython(files, library, fixedStart(packages, memory));
    self.postMessage({ type: "render", document: memory.document });
    writeFiles(pyodide.FS, await packages);
    const page = pyodide.pyimport("runtime").Page.kept;
    page.restored(address);
    return { page, trust: () => trustMemory(root, place) };
  }
  const pyodide = await startPython(files, library, null);
  const [page, built] = await buildPage(pyodide, await packages, address, main);
  self.postMessage({ type: "render", document: built });
  return { page };
}

// Make the memory from which later visits go on; this worker is good for nothing else.
async function keep({ files, root, main }) {
  self.siteRoot = root;
  const place = memoryAddress(root, files);
  // one tab is enough
  await navigator.locks.request(`${place}&keep`, { ifAvailable: true }, async (lock) => {
    if (lock && (await isMemoryWanted(root, place))) {
      const { library, packages } = fetchFiles(files);
      const pyodide = await startPython(files, library, fixedStart(packages, null));
      const [, built] = await buildPage(pyodide, await packages, root, main);
      await keepMemory(root, place, copyMemory(pyodide, built));
    }
  });
}

// Pairs of JavaScript as an object; Bokeh knows null, but not undefined.
self.toObject = (pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, value ?? null]));

// Called by runtime.py: the buffers of arrays are handed over, not copied.
self.sendPatch = (patch, buffers) => {
  self.postMessage({ type: "patch", patch, buffers }, [...buffers.values()]);
};

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
    const { page, trust } = await loaded.catch(() => ({})); // `start` tells what is wrong
    if (!page) {
      return;
    }
    page.link();
    await trust?.();
  } catch (error) {
    await startFailed(error);
  }
}

async function startFailed(error) {
  const { part = "", file: name = "" } = error;
  await distrust?.();
  if (distrust && !part) {
    // What was kept does not fit: begin once more without it.
    self.postMessage({ type: "again" });
  } else {
    self.postMessage({ type: "failed", part, name, reason: part ? error.message : String(error) });
  }
}

async function receive(patch) {
  try {
    const { page } = await loaded.catch(() => ({}));
    page?.receive(patch);
  } catch (error) {
    distrust?.();
    self.postMessage({ type: "error", message: String(error) });
  }
  self.postMessage({ type: "idle" });
}

self.onmessage = ({ data }) => {
  for (const [name, file] of Object.entries(data.files ?? {})) {
    file.name = name;
  }
  if (data.type === "start") {
    start(data);
  } else if (data.type === "rendered") {
    link();
  } else if (data.type === "ask") {
    self.postMessage({ type: "here" });
  } else if (data.type === "patch") {
    receive(data.patch);
  } else if (data.type === "keep") {
    keep(data)
      .catch((error) => console.warn("Python's memory is not kept:", String(error)))
      .then(() => self.postMessage({ type: "kept" }));
  }
};
