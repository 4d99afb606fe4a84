// Puts the live document from the worker in the picture's place and keeps its two sides equal:
// patches from Python are applied, the reader's changes sent.
"use strict";

(() => {
  const { site } = window;
  const announcer = document.getElementById("announcer");
  /** @type {BokehDocument} */
  let live; // the document of Bokeh that is linked with the worker
  let applying = false; // changes made by a patch are not sent back
  let busy = false; // the worker has not yet answered the last message
  /** @type {BokehEvent[]} */
  let changes = []; // waiting to be sent

  const nextTask = () => new Promise((resolve) => setTimeout(resolve));

  // Put a document into the page; the element of a root is named after it.
  /** @param {{ documents: object, roots: Record<string, string> }} content by runtime.py */
  async function embed({ documents, roots }) {
    const names = Object.keys(roots);
    const elements = names.map((name) => document.getElementById(`root-${name}`));
    await Bokeh.embed.embed_items(documents, []);
    // the charts that scripts draw are documents of their own
    const made = Bokeh.documents.findLast((each) => each.get_model_by_name(names[0]));
    if (!made) throw new Error(`Bokeh has made no ${names[0]}`);
    for (const [place, root] of made.roots().entries()) {
      putAlone(root, elements[place]);
    }
    await Bokeh.embed.add_document_standalone(made, document.body, elements);
    return made;
  }

  // Build the views of a root in a task of its own: all at once would hold up the page for long.
  /** @param {BokehModel} root @param {HTMLElement | null} element */
  function putAlone(root, element) {
    if (root.default_view && element) {
      root.default_view = class extends root.default_view {
        async lazy_initialize() {
          await nextTask();
          await super.lazy_initialize();
          cover(element);
        }
      };
    }
  }

  // The picture stays where it is, in front of the view, until Python has something to show (wire.js).
  /** @param {HTMLElement} element */
  function cover(element) {
    const shown = element.firstElementChild?.getBoundingClientRect();
    const picture = document.createElement("div");
    picture.append(...element.childNodes);
    if (shown?.width) {
      picture.className = "example";
      element.append(picture);
      element.classList.add("covered");
      const place = picture.offsetParent ?? element;
      const { left, top } = place.getBoundingClientRect();
      Object.assign(picture.style, {
        left: `${shown.left - left - place.clientLeft}px`,
        top: `${shown.top - top - place.clientTop}px`,
        width: `${shown.width}px`,
        height: `${shown.height}px`,
      });
    }
  }

  // Models that the worker knows and this page does not: widgets never shown, for example.
  /** @param {PatchEvent} event @param {{ has(id: string): boolean }} models by their ids */
  function isKnown(event, models) {
    return event.kind !== "ModelChanged" || models.has(event.model.id);
  }

  /** @param {BokehValue} value @param {Set<string>} models */
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

  /** @param {WorkerMessage<"patch">} message */
  function applyPatch({ patch, buffers }) {
    let events = patch.events;
    /** @type {{ has(id: string): boolean }} */
    const models = { has: (id) => live.get_model_by_id(id) !== null };
    if (!events.every((event) => isKnown(event, models))) {
      // Rare: only now is it worth looking which models the patch itself brings.
      /** @type {Set<string>} */
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
      site.worker?.postMessage({ type: "patch", patch: live.create_json_patch(changes) });
      changes = [];
    }
  }

  /** @param {BokehEvent} event */
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

  /** @param {string} content */
  async function render(content) {
    // what it says aloud waits until Python hears the reader
    announcer?.setAttribute("aria-busy", "true");
    const show = async () => {
      live = await embed(JSON.parse(content));
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
    site.worker?.postMessage({ type: "rendered" });
  }

  // Python hears what the reader does.
  function open() {
    const main = document.querySelector("main[aria-busy]");
    document.getElementById("loading").hidden = true;
    announcer?.removeAttribute("aria-busy");
    main.inert = false;
    main.removeAttribute("aria-busy");
    document.documentElement.dataset.ready = "true";
    site.keep?.();
  }

  /** @type {(() => void)[]} */
  let answered = [];
  // Resolves when the worker has done what it is at.
  site.ask = () =>
    new Promise((resolve) => {
      answered.push(resolve);
      site.worker?.postMessage({ type: "ask" });
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
        if (!document.getElementById("problem").hidden) {
          return; // a script is missing, and it has been told which
        }
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
