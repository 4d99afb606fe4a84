// Makes the memory from which visits go on; the site's build puts this behind worker.js, in a
// browser of its own.  Nothing here is shipped.
//
// The same code has to leave the same memory: `fixedStart` fixes whatever Python could learn of
// chance and of time.

const PAGE_BYTES = 4096; // most of the memory is empty, and not kept
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

// What has to be known to go on from the memory, and its pages.
function copyMemory(pyodide, built) {
  const Module = pyodide._module;
  const { HEAP8, HEAPU8, __hiwire_get: read } = Module;
  if (Module.wasmTable.length !== linkedNow.functions) {
    throw new Error("more functions have come to Python's table since it started");
  }
  // Only the head of Pyodide's own snapshot: what Python holds of JavaScript.
  Module.HEAP8 = HEAP8.subarray(0, 0);
  Module.__hiwire_get = (index) => read(index) ?? null; // what has been let go
  const head = pyodide.makeMemorySnapshot();
  const runs = usedRuns(HEAPU8);
  const libraries = Object.entries(Module.LDSO.loadedLibsByHandle);
  const state = {
    document: built,
    head: Array.from(head),
    runs,
    handles: libraries.map(([handle, { name }]) => [handle, name]),
    linked: linkedNow,
    bytes: HEAPU8.length,
  };
  return { state, pages: runs.map(([start, end]) => HEAPU8.slice(start, end)) };
}

async function capture({ files, root, main }) {
  self.siteRoot = root;
  const shared = fetchShared(files);
  const { library, packages } = fetchPackages(files);
  const fix = () => fixedStart(shared.compiled, null);
  const pyodide = await startPython(files, shared, library, fix);
  const found = [...(await shared.modules), ...(await packages)];
  const [, built] = await buildPage(pyodide, found, root, main);
  pyodide.pyimport("late").find_late();
  pyodide.runPython("import gc; gc.collect()");
  return copyMemory(pyodide, built);
}

self.onmessage = async ({ data }) => {
  for (const [name, file] of Object.entries(data.files)) {
    file.name = name;
  }
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
      reason: String(error?.stack ?? error),
    });
  }
};
