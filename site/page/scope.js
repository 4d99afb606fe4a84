// What people's code finds in JavaScript: enough to compute and to fetch the site's own files.  The
// build puts this in front of the worker's other scripts, so that nothing else is ever there.
//
// The page starts the worker from a blob, which binds it to the page's policy: connections go to this
// site alone.  What the policy does not speak of is left out here: storage that outlasts the visit,
// other workers, which would have no policy, what asks the reader for a device, and what a browser
// may learn some day.

const LANGUAGE =
  "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol " +
  "Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError " +
  "TypeError URIError SuppressedError globalThis JSON Math Intl ArrayBuffer SharedArrayBuffer " +
  "Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array " +
  "BigInt64Array Uint8ClampedArray Float32Array Float64Array Float16Array DataView Map BigInt Set " +
  "Iterator WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef DisposableStack " +
  "AsyncDisposableStack decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape " +
  "eval isFinite isNaN console WebAssembly";
const FETCHING =
  "fetch XMLHttpRequest XMLHttpRequestEventTarget Request Response Headers AbortController " +
  "AbortSignal ReadableStream ReadableStreamDefaultReader Blob URL URLSearchParams TextDecoder " +
  "TextEncoder crypto Crypto SubtleCrypto atob btoa";
const EVENTS =
  "EventTarget Event ErrorEvent MessageEvent MessageChannel MessagePort ProgressEvent DOMException " +
  "addEventListener removeEventListener dispatchEvent onmessage onmessageerror onerror " +
  "onunhandledrejection onrejectionhandled postMessage close self name constructor " +
  "WorkerGlobalScope DedicatedWorkerGlobalScope location origin isSecureContext navigator " +
  "performance setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone " +
  "reportError";
const NAVIGATOR =
  "userAgent appCodeName appName appVersion platform product language languages onLine " +
  "hardwareConcurrency constructor";

// Whatever is not named goes, of an object and of what it inherits but for Object's own.
/** @param {object} object @param {string} names */
function keepOnly(object, names) {
  const kept = new Set(names.split(" "));
  for (let place = object; place !== Object.prototype; place = Object.getPrototypeOf(place)) {
    for (const name of Object.getOwnPropertyNames(place)) {
      if (!kept.has(name)) {
        Reflect.deleteProperty(place, name); // some are fixed, and only numbers
      }
    }
  }
}

keepOnly(navigator, NAVIGATOR);
keepOnly(self, `${LANGUAGE} ${FETCHING} ${EVENTS}`);
