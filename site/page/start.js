// In <head>: starts the worker while the rest of the page is still parsed, or finds out that this
// browser cannot.  Messages wait until loading.js and page.js have said what to do with them.
// Written so that a browser of 2015 understands it: it has to tell that one, too.
window.site = (function () {
  "use strict";
  /** @type {SiteSettings} */
  var settings = JSON.parse(document.getElementById("site-files").textContent);
  var root = new URL("./", document.baseURI).href;
  /** @type {SiteHandlers} functions by the type of message */
  var handlers = {};
  /** @type {WorkerMessage[]} */
  var waiting = [];
  // the scripts that follow add to it
  var given = { files: settings.files, root: root, settings: settings, worker: null, lacks: "" };
  var site = /** @type {Site} */ (given);
  // The worker of the build whose memory this browser could not go on from: it need not fetch it
  // again.  A tab keeps its name even where there is no storage.
  var verdict = "unfit memory of " + settings.worker;
  var KEY = "unfit memory";
  site.unfit = window.name === verdict;
  try {
    site.unfit = site.unfit || localStorage.getItem(KEY) === verdict + " " + navigator.userAgent;
  } catch (_) {
    // storage is forbidden
  }

  // lasting: whether the memory is of no use to this browser, and not only to this page
  site.noteUnfit = function (lasting) {
    site.unfit = true;
    window.name = verdict;
    try {
      if (lasting) {
        localStorage.setItem(KEY, verdict + " " + navigator.userAgent);
      }
    } catch (_) {
      // the tab's name is left
    }
  };

  // A link to another moment than the finished example: that would be the wrong picture.
  if (/[?&](?!view=)[^&]/.test(location.search) || location.hash.length > 1) {
    document.documentElement.setAttribute("data-arrival", "link");
  }

  /** @template {keyof FromWorker} Type @param {WorkerMessage<Type>} message */
  function receive(message) {
    var handle = handlers[message.type];
    if (handle) {
      handle(message);
    } else {
      waiting.push(/** @type {WorkerMessage} */ (message));
    }
  }

  /** @param {Record<string, unknown>} more SiteHandlers */
  site.on = function (more) {
    for (var type in more) {
      /** @type {Record<string, unknown>} */ (handlers)[type] = more[type];
    }
    waiting.splice(0).forEach(receive);
  };

  // fresh: names of files that are to be fetched again, whatever the browser has kept of them
  site.start = function (fresh) {
    var understood = false;
    /** @type {WorkerOptions} */
    var options = {
      /** @returns {WorkerType} */
      get type() {
        understood = true;
        return "module";
      },
    };
    if (site.worker) {
      site.worker.terminate();
    }
    // from a blob, so that it has the policy of this page
    var code = "import " + JSON.stringify(root + settings.worker);
    var made = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    var worker = new Worker(made, options);
    if (!understood) {
      worker.terminate();
      return false;
    }
    /** @param {MessageEvent<WorkerMessage>} event */
    worker.onmessage = function (event) {
      receive(event.data);
    };
    worker.onerror = function (event) {
      receive({
        type: "failed",
        part: event.message ? "" : settings.worker,
        reason: event.message,
      });
    };
    worker.postMessage({
      type: "start",
      files: settings.files,
      main: settings.main,
      root: root,
      fresh: fresh,
      mayGoOn: !site.unfit,
      address: location.href,
    });
    site.worker = worker;
    return true;
  };

  // A script of the page that did not come, or is not the published one.
  window.addEventListener(
    "error",
    function (event) {
      var element = /** @type {Element} */ (event.target);
      if (element && element.tagName === "SCRIPT" && !element.hasAttribute("data-later")) {
        receive({ type: "failed", part: element.getAttribute("src") || "", script: true });
      }
    },
    true
  );

  // What the browser lacks to run the page.
  function lacks() {
    if (typeof WebAssembly !== "object") {
      return "WebAssembly";
    }
    if (typeof Worker !== "function") {
      return "workers";
    }
    if (
      !WebAssembly.Exception ||
      !Array.prototype.toReversed ||
      !("popover" in HTMLElement.prototype)
    ) {
      return "age";
    }
    try {
      return site.start([]) ? "" : "age";
    } catch (_) {
      return "workers"; // they are there, and forbidden
    }
  }

  site.lacks = lacks();
  return site;
})();
