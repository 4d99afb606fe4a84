// Shows the pre-rendered document at once, then the live one from the worker, and keeps the two
// sides of the live document equal: patches from Python are applied, the reader's changes sent.
"use strict";

(() => {
  const STEPS = [
    "Loading Python",
    "Starting Python",
    "Unpacking packages",
    "Loading NumPy",
    "Loading Bokeh",
    "Loading Panel",
    "Building the page",
  ];
  const KEEP_AFTER_MS = 10000; // what is kept for later visits must not slow this one down
  const { site } = window;
  const loading = document.getElementById("loading");
  const received = {}; // bytes by file
  let step = 0;
  let live = null; // the Bokeh document linked with the worker
  let applying = false; // changes made by a patch are not sent back
  let busy = false; // the worker has not yet answered the last message
  let changes = []; // waiting to be sent
  const firstShown = embed(JSON.parse(document.getElementById("first-document").textContent));

  // The bar: one half for what is fetched, one for what Python then does.
  function showProgress() {
    let done = 0;
    let total = 0;
    for (const [name, file] of Object.entries(site.files)) {
      done += ((received[name] ?? 0) / file.bytes) * file.transfer;
      total += file.transfer;
    }
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    loading.querySelector("[data-text]").textContent =
      STEPS[step] + (done < total ? `, ${megabytes(done)} of ${megabytes(total)} MB` : "");
    const part = done / total / 2 + step / STEPS.length / 2;
    loading.querySelector("[data-bar]").style.transform = `scaleX(${part})`;
    loading.setAttribute("aria-valuenow", String(Math.round(100 * part)));
  }

  function fail(message) {
    console.error(message);
    loading.hidden = false;
    loading.classList.add("failed");
    // The last line of a Python traceback says what happened.
    const lines = message.trim().split("\n");
    loading.querySelector("[data-text]").textContent =
      `The page could not start: ${lines[lines.length - 1]} Reload it to try again.`;
  }

  // Put a document into the page; the element of a root is named after it.
  async function embed({ documents, items, roots }) {
    const item = items[0];
    item.roots = {};
    for (const [name, id] of Object.entries(roots)) {
      const element = document.getElementById(`root-${name}`);
      if (element !== null) {
        element.replaceChildren();
        item.roots[id] = element.id;
      }
    }
    item.root_ids = Object.keys(item.roots);
    const [views] = await Bokeh.embed.embed_items(documents, [item]);
    return views.roots[0].model.document;
  }

  // Models that the worker knows and this page does not: widgets never shown, for example.
  function isKnown(event, models) {
    return event.kind !== "ModelChanged" || models.has(event.model.id);
  }

  function collectIds(value, models) {
    if (Array.isArray(value)) {
      for (const item of value) {
        collectIds(item, models);
      }
    } else if (value !== null && typeof value === "object" && !ArrayBuffer.isView(value)) {
      if (value.type === "object" && typeof value.id === "string") {
        models.add(value.id);
      }
      for (const item of Object.values(value)) {
        collectIds(item, models);
      }
    }
  }

  function applyPatch(patch, buffers) {
    let events = patch.events;
    const models = { has: (id) => live.get_model_by_id(id) !== null };
    if (!events.every((event) => isKnown(event, models))) {
      // Rare: only now is it worth looking which models the patch itself brings.
      const brought = new Set();
      collectIds(events, brought);
      events = events.filter((event) =>
        isKnown(event, { has: (id) => models.has(id) || brought.has(id) }),
      );
    }
    if (events.length > 0) {
      applying = true;
      try {
        live.apply_json_patch({ ...patch, events }, buffers);
      } finally {
        applying = false;
      }
    }
  }

  function send() {
    if (!busy && changes.length > 0) {
      busy = true;
      site.worker.postMessage({ type: "patch", patch: live.create_json_patch(changes) });
      changes = [];
    }
  }

  function onChange(event) {
    if (applying) {
      return;
    }
    // While the worker is busy only the last value of a property is worth sending.
    if (event.kind === "ModelChanged") {
      changes = changes.filter(
        (other) => other.model !== event.model || other.attr !== event.attr,
      );
    }
    changes.push(event);
    send();
  }

  async function render(content) {
    await firstShown;
    const show = async () => {
      live = await embed(JSON.parse(content));
      loading.hidden = true;
    };
    // The first document stays in sight, as a picture, until the live one is complete.
    if (document.startViewTransition) {
      const transition = document.startViewTransition(show);
      // A page in the background swaps without the picture, which is reported as a failure.
      transition.ready.catch(() => {});
      await transition.updateCallbackDone;
    } else {
      await show();
    }
    live.on_change(onChange, false);
    document.documentElement.dataset.ready = "true";
    site.worker.postMessage({ type: "rendered" });
    setTimeout(() => navigator.serviceWorker?.register("service-worker.js"), KEEP_AFTER_MS);
  }

  site.receive = (message) => {
    if (message.type === "bytes") {
      received[message.name] = message.received;
      showProgress();
    } else if (message.type === "step") {
      step = STEPS.indexOf(message.step);
      showProgress();
    } else if (message.type === "render") {
      render(message.document).catch((error) => fail(String(error)));
    } else if (message.type === "patch") {
      applyPatch(message.patch, message.buffers);
    } else if (message.type === "idle") {
      busy = false;
      send();
    } else if (message.fatal) {
      fail(message.message);
    } else {
      console.error(message.message);
    }
  };

  site.early.splice(0).forEach(site.receive);
  if (site.worker === null) {
    fail("this browser has no WebAssembly, which the search runs on.");
  }
})();
