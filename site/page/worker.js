// The worker of the page: loads Pyodide and the packages, runs the app, passes patches.
// Started by start.js, whose first message names the files; answers are handled in page.js.

let page = null; // the Page of runtime.py, once loaded

function report(step) {
  self.postMessage({ type: "step", step });
}

// Fetch a file, telling the page how many bytes have arrived.
async function fetchCounted(file) {
  const response = await fetch(file.url);
  if (!response.ok) {
    throw new Error(`${file.url}: ${response.status} ${response.statusText}`);
  }
  const content = new Uint8Array(file.bytes);
  let received = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return content;
    }
    content.set(value, received);
    received += value.length;
    self.postMessage({ type: "bytes", name: file.name, received });
  }
}

async function load({ files, root, address, main }) {
  self.siteRoot = root;
  // Everything is fetched at the same time.  Pyodide fetches its WebAssembly itself, as only that
  // way the browser keeps the compiled code; its library it is handed from here.
  const library = fetchCounted(files.library);
  const packages = fetchCounted(files.packages);
  const application = fetchCounted(files.application);
  const fetchAnything = self.fetch;
  self.fetch = async (url, options) =>
    url === files.library.url ? new Response(await library) : fetchAnything(url, options);
  const { loadPyodide } = await import(files.pyodide.url + "pyodide.mjs");
  report("Starting Python");
  const pyodide = await loadPyodide({
    indexURL: files.pyodide.url,
    stdLibURL: files.library.url,
    // optimize=2, as the packages are compiled; a fixed hash seed, as in every other build.
    env: { HOME: "/home/pyodide", PYTHONOPTIMIZE: "2", PYTHONHASHSEED: "0" },
  });
  self.fetch = fetchAnything;
  self.postMessage({ type: "bytes", name: "pyodide", received: files.pyodide.bytes });
  report("Unpacking packages");
  const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(await packages, "zip", { extractDir });
  pyodide.unpackArchive(await application, "zip", { extractDir });
  report("Loading NumPy");
  pyodide.pyimport("numpy");
  report("Loading Bokeh");
  pyodide.pyimport("bokeh.plotting");
  report("Loading Panel");
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
    self.postMessage({ type: "error", fatal: data.type !== "patch", message: String(error) });
  }
  if (data.type === "patch") {
    self.postMessage({ type: "idle" });
  }
};
