// Fields that people type into while Python goes on describing the page.

/**
 * @param {HTMLInputElement} input
 * @returns shows a value, unless somebody is just typing another
 */
export function keepTyped(input) {
  let isTyping = false;
  input.addEventListener("input", () => {
    isTyping = true;
  });
  for (const end of ["change", "blur"])
    input.addEventListener(end, () => {
      isTyping = false;
    });
  return (/** @type {string} */ value) => {
    if (!isTyping) input.value = value;
  };
}
