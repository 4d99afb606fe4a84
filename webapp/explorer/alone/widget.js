// A search in a notebook that knows anywidget: the saved form in a frame. What is on show there and
// what Python has are told to each other; see the messages in file.js.

const DARK = 128; // of 255: a darker background is a dark theme's, a clearer one stands for none

/** @param {{ model: any, el: HTMLElement }} cell of the notebook */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  let isThere = false; // the search, with a place of its own
  let isLeading = false;
  frame.title = "A search, phase by phase";
  frame.setAttribute("sandbox", "allow-scripts");
  Object.assign(frame.style, { border: "0", width: "100%" });

  const fill = () => {
    isThere = false;
    frame.srcdoc = model.get("_page");
  };
  const stretch = () => {
    frame.style.height = `${model.get("height")}px`;
  };
  // both traits of a place change before the frame is led, else it would go to half of it
  const lead = () => {
    if (!isLeading) queueMicrotask(send);
    isLeading = true;
  };
  const send = () => {
    isLeading = false;
    if (!isThere) return;
    const wanted = model.get("theme");
    const theme = wanted === "auto" ? themeOf(el) : wanted;
    const search = { steps: model.get("steps"), selected: model.get("selected"), theme };
    frame.contentWindow?.postMessage({ search }, "*");
  };
  /** @param {MessageEvent} event */
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || !data?.search) return;
    if (!isThere) {
      isThere = true;
      lead();
      return;
    }
    model.set("steps", data.search.steps);
    model.set("selected", data.search.selected);
    model.save_changes();
  };

  /** @type {[string, () => void][]} */
  const watched = [
    ["change:_page", fill],
    ["change:height", stretch],
    ["change:steps", lead],
    ["change:selected", lead],
    ["change:theme", lead],
  ];
  for (const [name, follow] of watched) model.on(name, follow);
  addEventListener("message", hear);
  stretch();
  fill();
  el.append(frame);
  return () => {
    removeEventListener("message", hear);
    for (const [name, follow] of watched) model.off(name, follow);
  };
}

/**
 * The theme of whatever an element stands on: notebooks agree on no name for theirs.
 *
 * @param {Element | null} element
 */
function themeOf(element) {
  for (let under = element; under; under = parentOf(under)) {
    const [red, green, blue, alpha] = pixelOf(getComputedStyle(under).backgroundColor);
    if (alpha > DARK) return 0.299 * red + 0.587 * green + 0.114 * blue < DARK ? "dark" : "light";
  }
  return "light";
}

/** @param {Element} element @returns {Element | null} also out of a shadow */
function parentOf(element) {
  const root = /** @type {any} */ (element.getRootNode());
  return element.parentElement ?? root.host ?? null;
}

/** @param {string} color in any notation; a canvas reads them all */
function pixelOf(color) {
  const pen = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  );
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  return pen.getImageData(0, 0, 1, 1).data;
}

export default { render };
