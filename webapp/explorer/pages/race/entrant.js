// The dialog in which an entrant is chosen and changed.

/**
 * @param {Shell} shell
 * @param {(name: string, value: unknown) => void} set
 */
export function createEntrantDialog(shell, set) {
  const { one } = shell;
  const id = `${shell.name}-entrant`;
  /** @param {string} name */
  const field = (name) => one(`[data-entrant="${name}"]`);
  let place = -1;
  let isWaiting = false;

  one("[data-entrant-form]").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    isWaiting = true;
    const [base, changes, own] = ["base", "changes", "own"].map((name) => field(name).value);
    set("entrant", { place, base, changes, own });
  });

  return {
    /**
     * @param {RaceForm} form
     * @param {number} at the place of the entrant, beyond the last: a new one
     */
    open(form, at) {
      place = at;
      const entrant = form.entrants[at] ?? { base: form.choices[0].value, changes: "", own: "" };
      const base = field("base");
      base.replaceChildren();
      for (const group of new Set(form.choices.map((choice) => choice.group))) {
        const options = document.createElement("optgroup");
        options.label = group;
        for (const choice of form.choices)
          if (choice.group === group) options.append(new Option(choice.text, choice.value));
        base.append(options);
      }
      if (![...base.options].some((option) => option.value === entrant.base))
        base.add(new Option("its recipe", entrant.base));
      base.value = entrant.base;
      field("changes").value = entrant.changes;
      field("own").value = entrant.own;
      one("[data-entrant-title]").textContent = form.entrants[at]
        ? `Entrant ${at + 1}`
        : "Add an entrant";
      one("[data-entrant-error]").textContent = "";
      shell.open(id);
    },
    /** @param {RaceForm} form what the race is now */
    answered(form) {
      if (!isWaiting) return;
      isWaiting = false;
      const error = form.error?.field === "entrant" ? form.error.text : "";
      one("[data-entrant-error]").textContent = error;
      if (!error) shell.close(id);
    },
  };
}
