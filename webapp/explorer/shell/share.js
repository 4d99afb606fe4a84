// Copying a text, such as the link to what the open page shows.

/**
 * @param {{ toast: (text: string, isError: boolean) => void, open: (id: string) => void }} shell
 */
export function createShare({ toast, open }) {
  /** @type {(selector: string) => any} */
  const one = (selector) => document.querySelector(selector);

  /**
   * The clipboard must be asked for within the click, and some browsers take a promise only.
   *
   * @param {string} what "Link"
   * @param {string | Promise<string>} given
   * @param {string} told what it is good for
   */
  return async (what, given, told) => {
    const copied = Promise.resolve(given);
    try {
      if (window.ClipboardItem && navigator.clipboard?.write) {
        const text = copied.then((known) => new Blob([known], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      } else {
        await navigator.clipboard.writeText(await copied);
      }
      toast(`${what} copied: ${told}.`, false);
    } catch {
      one("#link-title").textContent = what;
      one("#link-text").value = await copied;
      open("link");
      one("#link-text").select();
    }
  };
}
