// Links and files: copying, saving, and taking in what is pasted, chosen or dropped.
export function createExchange(page) {
  const { send, upload, tree, toast, open, close } = page;

  const MOST_BYTES = 12e6;
  const one = (selector) => document.querySelector(selector);
  let name = "explorer"; // of the files: the preset's or the game's
  let waiting = null; // resolves with the link that Python is asked for

  // ---- out ----

  function save(file, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = file;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  async function exportFile(what) {
    if (what === "png") save(`${name}-tree.png`, await tree.png());
    else if (what === "svg")
      save(`${name}-tree.svg`, new Blob([tree.svg()], { type: "image/svg+xml" }));
    else send("export", what);
  }

  // The clipboard must be asked for within the click, and some browsers take a promise only.
  // Python need not be asked for the link to a `table`, and can't be once its server is `lost`.
  async function share(table, lost) {
    const known = table ?? lost;
    const link = known
      ? Promise.resolve(known)
      : new Promise((resolve) => {
          waiting = resolve;
        });
    if (!known) send("share", tree.view());
    try {
      if (window.ClipboardItem && navigator.clipboard?.write) {
        const text = link.then((url) => new Blob([url], { type: "text/plain" }));
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      } else {
        await navigator.clipboard.writeText(await link);
      }
      toast(
        table ? "Link copied: it opens this table." : "Link copied: it opens this very moment.",
        false,
      );
    } catch {
      one("#link-text").value = await link;
      open("link");
      one("#link-text").select();
    }
  }

  function answer(answer) {
    if (answer.kind === "link") {
      const url = new URL(location.href);
      url.search = answer.query;
      url.hash = "";
      history.replaceState(null, "", url);
      waiting?.(url.href);
    } else if (answer.kind === "file") {
      save(answer.name, new Blob([answer.text], { type: answer.type }));
    } else if (answer.kind === "look") {
      tree.look(answer.window);
    } else if (answer.kind === "imported") {
      imported(answer.error);
    }
  }

  // ---- in ----

  function imported(error) {
    if (one("#import").open) one("#import-error").textContent = error;
    else if (error) toast(error, true);
    if (error) return;
    one("#import-text").value = "";
    if (one("#import").open) close("import");
  }

  async function take(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      imported(`${file.name}: ${Math.round(file.size / 1e6)} MB; give a file of at most 12 MB.`);
    } else {
      upload(await file.text());
    }
  }

  const chooser = one("[data-import-file]");
  chooser.addEventListener("change", () => {
    take(chooser.files[0]);
    chooser.value = "";
  });
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });

  return {
    answer,
    exportFile,
    share,
    importText: () => upload(one("#import-text").value),
    named: (stem) => {
      name = stem;
    },
  };
}
