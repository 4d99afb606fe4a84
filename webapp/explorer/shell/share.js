// Copying the link to what the open page shows.

/**
 * @param {{ toast: (text: string, isError: boolean) => void, open: (id: string) => void }} shell
 */
export function createShare({ toast, open }) {
  /** @type {(selector: string) => any} */
  const one = (selector) => document.querySelector(selector);

  /**
   * The clipboard must be asked for within the click, and some browsers take a promise only.
   *
   * @param {SharedLink} shared
   */
  return async ({ url, told }) => {
    const link = Promise.resolve(url);
    try {
      if (window.ClipboardItem && navigator.clipboard?.write) {
        const text = link.then((given) => new Blob([given], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      } else {
        await navigator.clipboard.writeText(await link);
      }
      toast(`Link copied: ${told}.`, false);
    } catch {
      one("#link-text").value = await link;
      open("link");
      one("#link-text").select();
    }
  };
}
