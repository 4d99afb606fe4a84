// Lets the service worker keep the site for later visits, and offers a new version when it is there.
"use strict";

(() => {
  const { site } = window;
  const KEEP_AFTER_MS = 10000; // what is kept for later visits must not slow this one down
  const LEAST_GIGABYTES = 4; // of the device's memory; not every browser tells
  const update = document.getElementById("update");

  function offer(worker) {
    update.hidden = false;
    update.querySelector("button").onclick = () => {
      // Another tab goes on with the version that it has; it may have been asked before this one.
      const reload = () => worker.state === "activated" && location.reload();
      worker.addEventListener("statechange", reload);
      worker.postMessage("take over");
      reload();
    };
  }

  function watch(registration) {
    const follow = (worker) => {
      // The very first one has no predecessor, and nobody has to be asked.
      const isFirst = !registration.active;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && !isFirst) {
          offer(worker);
        }
      });
    };
    if (registration.waiting) {
      offer(registration.waiting);
    }
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
  }

  /**
   * Resolves when the visitor has let the page alone for so long.
   *
   * @param {number} delay ms
   * @returns {Promise<void>}
   */
  function quiet(delay) {
    return new Promise((resolve) => {
      const listening = new AbortController();
      const end = () => {
        listening.abort();
        resolve();
      };
      let timer = setTimeout(end, delay);
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(end, delay);
      };
      for (const input of ["pointerdown", "pointermove", "wheel", "keydown"]) {
        window.addEventListener(input, wait, { passive: true, signal: listening.signal });
      }
    });
  }

  // Another worker starts Python once more: the memory it then has is where later visits begin.
  async function keepMemory() {
    const { files, main, worker: address } = site.settings;
    const worker = new Worker(site.root + address, { type: "module" });
    await new Promise((resolve) => {
      worker.onmessage = ({ data }) => data.type === "kept" && resolve(null);
      worker.onerror = resolve;
      worker.postMessage({ type: "keep", files, main, root: site.root });
    });
    worker.terminate();
  }

  // A second Python takes some hundred megabytes of memory for a while.
  function isAffordable() {
    const { connection, deviceMemory = LEAST_GIGABYTES } = navigator;
    return !connection?.saveData && deviceMemory >= LEAST_GIGABYTES;
  }

  // Resolves when everything is kept.
  site.keep = async (delay = KEEP_AFTER_MS) => {
    if (navigator.serviceWorker) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      watch(await navigator.serviceWorker.register("service-worker.js"));
      await navigator.serviceWorker.ready;
      if (isAffordable()) {
        await quiet(delay);
        await keepMemory();
      }
    }
  };
})();
