// Puts the live document from the worker in the picture's place and keeps its two sides equal:
// patches from Python are applied, the reader's changes sent.
"use strict";

(() => {
  const { site } = window;
  let live = null; // the Bokeh document linked with the worker
  let applying = false; // changes made by a patch are not sent back
  let busy = false; // the worker has not yet answered the last message
  let changes = []; // waiting to be sent

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

  function applyPatch({ patch, buffers }) {
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
      changes = changes.filter((other) => other.model !== event.model || other.attr !== event.attr);
    }
    changes.push(event);
    send();
  }

  async function render(content) {
    const show = async () => {
      live = await embed(JSON.parse(content));
      document.getElementById("loading").hidden = true;
    };
    // The picture stays in sight until the live document is complete.
    if (document.startViewTransition) {
      const transition = document.startViewTransition(show);
      // A page in the background swaps without the transition, which is reported as a failure.
      transition.ready.catch(() => {});
      await transition.updateCallbackDone;
    } else {
      await show();
    }
    live.on_change(onChange, false);
    site.worker.postMessage({ type: "rendered" });
  }

  // Python hears what the reader does.
  function open() {
    /** @type {HTMLElement} */
    const main = document.querySelector("main[aria-busy]");
    main.inert = false;
    main.removeAttribute("aria-busy");
    document.documentElement.dataset.ready = "true";
    site.keep();
  }

  let answered = [];
  // Resolves when the worker has done what it is at.
  site.ask = () =>
    new Promise((resolve) => {
      answered.push(resolve);
      site.worker.postMessage({ type: "ask" });
    });

  site.on({
    here: () => {
      const waiting = answered;
      answered = [];
      for (const resolve of waiting) resolve();
    },
    render: (message) => {
      render(message.document).catch((error) => {
        console.error(error);
        site.fail("The page could not start", String(error), () => location.reload());
      });
    },
    linked: open,
    patch: applyPatch,
    idle: () => {
      busy = false;
      send();
    },
    error: (message) => console.error(message.message),
  });
})();
