// Loaded first, in <head>: starts the worker while the rest of the page is still parsed.
// Its messages wait in a list until page.js is there to handle them.
"use strict";

window.site = (() => {
  const { worker: url, files, main } = JSON.parse(document.getElementById("site-files").textContent);
  const root = new URL("./", document.baseURI).href;
  const site = { files, early: [], worker: null, receive: (message) => site.early.push(message) };
  if (typeof WebAssembly !== "object") {
    return site;
  }
  const absolute = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      { ...file, name, url: new URL(file.url, root).href },
    ]),
  );
  site.worker = new Worker(new URL(url, root), { type: "module" });
  site.worker.onmessage = ({ data }) => site.receive(data);
  site.worker.onerror = (event) =>
    site.receive({ type: "error", fatal: true, message: event.message || "the worker did not start" });
  site.worker.postMessage({ type: "start", files: absolute, root, address: location.href, main });
  return site;
})();
