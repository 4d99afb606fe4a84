// Lets the service worker keep the site for later visits, and offers a new version when it is there.
"use strict";

(() => {
  const { site } = window;
  const KEEP_AFTER_MS = 10000; // what is kept for later visits must not slow this one down
  const update = document.getElementById("update");

  /** @param {ServiceWorker} worker */
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

  /** @param {ServiceWorkerRegistration} registration */
  function watch(registration) {
    /** @param {ServiceWorker | null} worker */
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

  // Resolves when everything is kept.
  site.keep = async (delay = KEEP_AFTER_MS) => {
    // who saves data is sent nothing that this visit does not need
    if (navigator.serviceWorker && !navigator.connection?.saveData) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      watch(await navigator.serviceWorker.register("service-worker.js"));
      await navigator.serviceWorker.ready;
    }
  };
})();
