// Links and files: what is shared, saved, and taken in when pasted, chosen or dropped.

import { save } from "../../look/files.js";
import { rasterOf } from "../../look/picture.js";

const MOST_BYTES = 12e6;
/** @type {Record<string, string>} */
const TYPES = { png: "image/png", svg: "image/svg+xml", tex: "text/x-tex" }; // of pictures
const NO_CODE =
  "this page runs no code; start it with `panel serve webapp --args my_game.py`, or add --edit.";

/**
 * @param {Shell} shell
 * @param {{ view(): number[] | null, look(window: number[]): void }} tree
 * @param {(format: string) => Promise<{ kind: string, svg: string, width: number, height: number }>} figure
 *   what is on show
 * @param {(file: string, text: string) => void} [ask] about code, where it may run
 */
export function createExchange(shell, tree, figure, ask) {
  const { send, upload, toast, close, one } = shell;
  let name = "explorer"; // of the files: the preset's or the game's
  /** @type {((url: string) => void) | null} */
  let waiting = null; // resolves with the link that Python is asked for

  // ---- out ----

  /** @param {string} what */
  async function exportFile(what) {
    if (!(what in TYPES)) {
      send("export", what);
      return;
    }
    const picture = await figure(what);
    if (what === "tex" && picture.kind !== "tree") {
      toast("TikZ is for trees: save the lanes as SVG or PNG.", true);
      return;
    }
    const type = TYPES[what];
    const file = what === "png" ? await rasterOf(picture) : new Blob([picture.svg], { type });
    save(`${name}-${picture.kind}.${what}`, file);
  }

  /**
   * Python is asked for the link to the moment, unless its server is lost and it is known.
   *
   * @param {string | null} lost
   * @returns {SharedLink}
   */
  function link(lost) {
    const told = "it opens this very moment";
    if (lost) return { url: lost, told };
    /** @type {Promise<string>} */
    const url = new Promise((resolve) => {
      waiting = resolve;
    });
    send("share", tree.view());
    return { url, told };
  }

  // Code travels in no link.
  function bare() {
    const told = "without your game, whose code travels as a file only: keep it, and give it along";
    return { url: `${location.origin}${location.pathname}`, told };
  }

  /** @param {QueryAnswer | LookAnswer | ImportedAnswer} answer */
  function answer(answer) {
    if (answer.kind === "look") tree.look(answer.window);
    else if (answer.kind === "imported") imported(answer.error);
    else {
      const url = new URL(location.href);
      url.search = answer.query;
      url.hash = "";
      if (shell.isOpen()) shell.replace(url.href);
      waiting?.(url.href);
    }
  }

  // ---- in ----

  /** @param {string} error "": it is there */
  function imported(error) {
    if (one("#import").open) one("#import-error").textContent = error;
    else if (error) toast(error, true);
    if (error) return;
    one("#import-text").value = "";
    if (one("#import").open) close("import");
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      imported(`${file.name}: ${Math.round(file.size / 1e6)} MB; give a file of at most 12 MB.`);
    } else {
      give(file.name, await file.text());
    }
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  function give(name, text) {
    const isCode = /\.py$/i.test(name) || (/^class \w/m.test(text) && /^\s+def \w+\(/m.test(text));
    if (!isCode) upload(text);
    else if (!ask) imported(`${name}: ${NO_CODE}`);
    else {
      if (one("#import").open) close("import");
      ask(name, text);
    }
  }

  const chooser = one("[data-import-file]");
  chooser.addEventListener("change", () => {
    take(chooser.files[0]);
    chooser.value = "";
  });
  /** @param {DragEvent} event */
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (shell.isOpen() && hasFile(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!shell.isOpen() || !hasFile(event)) return;
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });

  return {
    answer,
    exportFile,
    link,
    bare,
    importText: () => give("pasted code", one("#import-text").value),
    name: () => name,
    /** @param {string} stem */
    named: (stem) => {
      name = stem;
    },
  };
}
