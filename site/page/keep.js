// Lets the service worker keep the site for later visits, and offers a new version when it is there.
"use strict";

(() => {
  const KEEP_AFTER_MS = 10000; // what is kept for later visits must not slow this one down
  const update = document.getElementById("update");

  function offer(worker) {
    update.hidden = false;
    update.querySelector("button").onclick = () => {
      asked = true;
      worker.postMessage("take over");
    };
  }

  function watch(registration) {
    if (registration.waiting) {
      offer(registration.waiting);
    }
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => {
        // The very first one has no predecessor, and nobody has to be asked.
        if (worker.state === "installed" && navigator.serviceWorker.controller) {
          offer(worker);
        }
      });
    });
  }

  // Another tab goes on with the version that it has.
  let asked = false;
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (asked) {
      location.reload();
    }
  });

  window.site.keep = () => {
    setTimeout(() => navigator.serviceWorker?.register("service-worker.js").then(watch), KEEP_AFTER_MS);
  };
})();
