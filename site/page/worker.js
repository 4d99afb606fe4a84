// The worker of the page: loads Pyodide and the packages, runs the app, passes patches.
// Started by start.js, whose first message names the files; answers are handled in page.js.

let page = null; // the Page of runtime.py, once loaded

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

// Without a secure context there is no digest: the zips' own sums must do then.
async function isPublished(file, content) {
  if (content.length !== file.bytes || self.crypto.subtle === undefined) {
    return content.length === file.bytes;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return file.sha256 === Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
    throw new PartError(file, `the server answered ${response.status} ${response.statusText}`.trim());
  }
  let content = new Uint8Array(file.bytes);
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

function writeFiles(FS, folder, bundle) {
  const start = 4 + new DataView(bundle.buffer).getUint32(0, true);
  let place = start;
  const index = JSON.parse(new TextDecoder().decode(bundle.subarray(4, start)));
  for (const [name, size] of index) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bundle.subarray(place, place + size), { canOwn: true });
    place += size;
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

async function startPython(files, library) {
  const runtime = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"].map((name) => files[name]);
  const indexURL = new URL("./", siteRoot + runtime[0].url).href;
  const fetchAnything = self.fetch;
  self.fetch = async (url, options) =>
    String(url) === siteRoot + files.library.url ? new Response(await library) : fetchAnything(url, options);
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
      indexURL,
      stdLibURL: siteRoot + files.library.url,
      // optimize=2, as the packages are compiled; a fixed hash seed, as in every other build.
      env: { HOME: "/home/pyodide", PYTHONOPTIMIZE: "2", PYTHONHASHSEED: "0" },
    });
    return await Promise.race([started, uncompiled]);
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

async function load({ files, root, address, main, fresh }) {
  self.siteRoot = root;
  for (const [name, file] of Object.entries(files)) {
    file.name = name;
  }
  await Promise.all(fresh.map((name) => fetchPart(files[name], { cache: "reload" })));
  // Everything is fetched at the same time.
  const library = fetchPart(files.library).then(unpack);
  const bundles = ["packages", "application"].map((name) => fetchPart(files[name]).then(unpack));
  for (const part of [library, ...bundles]) {
    part.catch(() => {}); // told when it is waited for
  }
  const pyodide = await startPython(files, library);
  report("Unpacking packages");
  // Collecting garbage takes an eighth of the time to import all this, and finds none.
  const extractDir = pyodide.runPython(
    "import gc, site; gc.disable(); site.getsitepackages()[0]",
  );
  for (const bundle of bundles) {
    writeFiles(pyodide.FS, extractDir, await bundle);
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  report("Loading NumPy");
  pyodide.pyimport("numpy");
  report("Loading Bokeh");
  pyodide.pyimport("bokeh.plotting");
  report("Loading Panel");
  pyodide.pyimport("standins");
  const runtime = pyodide.pyimport("runtime");
  report("Building the page");
  page = runtime.Page(address);
  self.postMessage({ type: "render", document: page.run(`${extractDir}/${main}`) });
}

// Called by runtime.py: the buffers of arrays are handed over, not copied.
self.sendPatch = (patch, buffers) => {
  self.postMessage({ type: "patch", patch, buffers }, [...buffers.values()]);
};

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "start") {
      await load(data);
    } else if (data.type === "rendered") {
      page.link();
    } else if (data.type === "patch") {
      page.receive(data.patch);
    }
  } catch (error) {
    if (data.type === "patch") {
      self.postMessage({ type: "error", message: String(error) });
    } else {
      const { part = "", file: name = "" } = error;
      self.postMessage({ type: "failed", part, name, reason: part ? error.message : String(error) });
    }
  }
  if (data.type === "patch") {
    self.postMessage({ type: "idle" });
  }
};
