// While Python loads: how far it is, and a card when it cannot go on.  Old browsers read this, too.
(function () {
  "use strict";
  var STEPS = [
    "Loading Python",
    "Starting Python",
    "Unpacking packages",
    "Loading NumPy",
    "Loading Bokeh",
    "Loading Panel",
    "Building the page",
  ];
  var site = window.site;
  var loading = document.getElementById("loading");
  var problem = document.getElementById("problem");
  var bar = loading.querySelector("[data-bar]");
  var retry = problem.querySelector("[data-retry]");
  /** @type {string[]} */
  var wanted = []; // names of the files that this start needs, once it is known how it goes
  /** @type {Record<string, number>} */
  var received = {}; // bytes by file
  var step = 0;
  /** @type {(() => void) | null} */
  var again = null; // what "Try again" does

  // What a link leads to, in place of the example.
  function nameLinked() {
    var named = /[?&]preset=([\w-]+)/.exec(location.search);
    var option = named && document.querySelector("[data-preset] option[value='" + named[1] + "']");
    loading.querySelector("[data-linked]").textContent = option
      ? option.textContent.trim()
      : "The search of this link";
  }

  /** @param {number} bytes */
  function megabytes(bytes) {
    return (bytes / 1e6).toFixed(1);
  }

  // The bar: one half for what is fetched, one for what Python then does.
  function showProgress() {
    var done = 0;
    var total = 0;
    wanted.forEach(function (name) {
      var file = site.files[name];
      done += ((received[name] || 0) / file.bytes) * file.transfer;
      total += file.transfer;
    });
    var text = STEPS[step];
    if (done < total) {
      text += ", " + megabytes(done) + " of " + megabytes(total) + " MB";
    }
    var part = (total && done / total / 2) + step / STEPS.length / 2;
    loading.querySelector("[data-text]").textContent = text;
    bar.style.transform = "scaleX(" + part + ")";
    loading.setAttribute("aria-valuenow", String(Math.round(100 * part)));
    loading.setAttribute("aria-valuetext", text);
  }

  site.fail = function (title, text, action) {
    problem.querySelector("[data-title]").textContent = title;
    problem.querySelector("[data-text]").textContent = text;
    again = action;
    retry.hidden = !action;
    problem.hidden = false;
    loading.hidden = true;
  };

  /** @param {string[]} fresh */
  function tryAgain(fresh) {
    wanted = [];
    received = {};
    step = 0;
    problem.hidden = true;
    loading.hidden = false;
    showProgress();
    site.start(fresh);
  }

  // Whether the site has been published anew since this page: it then asks for files that are gone.
  /** @param {WorkerMessage<"failed">} message */
  function isOutdated(message) {
    var own = message.script ? message.part : document.getElementById("site-files").textContent;
    return fetch(site.root + "index.html", { cache: "no-store" }).then(
      function (answer) {
        return (
          answer.ok &&
          answer.text().then(function (text) {
            return text.indexOf(own) < 0;
          })
        );
      },
      function () {
        return false;
      }
    );
  }

  // Come back with the newest page, which a service worker of this version would not fetch.
  function renew() {
    var workers = navigator.serviceWorker;
    /** @type {Promise<ServiceWorkerRegistration | undefined>} */
    var found = workers ? workers.getRegistration() : Promise.resolve(undefined);
    found
      .then(function (registration) {
        return registration && registration.unregister();
      })
      .then(reload, reload);
  }

  function reload() {
    location.reload();
  }

  /** @param {WorkerMessage<"failed">} message */
  function retryPart(message) {
    isOutdated(message).then(function (outdated) {
      if (outdated) {
        renew();
      } else if (message.script) {
        fetch(message.part, { cache: "reload" }).then(reload, reload);
      } else {
        tryAgain(message.name ? [message.name] : []);
      }
    });
  }

  /** @param {WorkerMessage<"failed">} message */
  function failed(message) {
    var part = message.part;
    if (!part) {
      // The last line of a Python traceback says what happened.
      var lines = String(message.reason).trim().split("\n");
      site.fail("The page could not start", lines[lines.length - 1], function () {
        tryAgain([]);
      });
      return;
    }
    var reason = message.reason || "it did not arrive, or is not the file that was published";
    site.fail(
      "A part of the page is missing",
      part + " could not be loaded: " + reason + ". Check the connection and try again.",
      function () {
        retryPart(message);
      }
    );
  }

  nameLinked();
  retry.addEventListener("click", function () {
    if (again) {
      again();
    }
  });

  // The memory of the build is of no use here.
  /** @param {WorkerMessage<"unfit">} message */
  function unfit(message) {
    site.noteUnfit(message.lasting);
    if (!message.shown) {
      tryAgain([]);
      return;
    }
    // The document that is shown belongs to it: come back without.
    reload();
  }

  site.on({
    way: function (message) {
      wanted = message.files;
      showProgress();
    },
    bytes: function (message) {
      received[message.name] = message.received;
      showProgress();
    },
    step: function (message) {
      step = STEPS.indexOf(message.step);
      showProgress();
    },
    failed: failed,
    unfit: unfit,
  });

  if (site.lacks === "WebAssembly") {
    site.fail(
      "This browser has no WebAssembly",
      "The search runs in your browser, as WebAssembly, which is missing or switched off here." +
        " Switch it on, or open this page in another browser.",
      null
    );
  } else if (site.lacks === "workers") {
    site.fail(
      "This browser lets the page start no worker",
      "The search runs in a worker of the page, which is missing or switched off here." +
        " Switch workers on, or open this page in another browser.",
      null
    );
  } else if (site.lacks) {
    site.fail(
      "This browser is too old",
      "The search runs in your browser and needs a newer one: Firefox 125, Chrome 114, Safari 17" +
        " or later.",
      null
    );
  }
})();
