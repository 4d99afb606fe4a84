// What the cards that stand alone as components have in common.

/**
 * What Bokeh makes of dictionaries and arrays, as plain values; there is no nan in a frame.
 *
 * @param {unknown} value
 * @returns {any}
 */
export function plain(value) {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]));
  }
  if (ArrayBuffer.isView(value)) {
    const numbers = /** @type {Float64Array} */ (value);
    return Array.from(numbers, (number) => (Number.isNaN(number) ? null : Number(number)));
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
  }
  return value;
}

/**
 * Dress a component for its theme, now and whenever it changes.
 *
 * @param {any} model
 * @param {HTMLElement} el
 */
export function wear(model, el) {
  const root = /** @type {ShadowRoot} */ (el.getRootNode());
  const host = /** @type {HTMLElement} */ (root.host ?? el);
  const dress = () => {
    host.dataset.theme = model.theme;
  };
  dress();
  model.on("theme", dress);
}
