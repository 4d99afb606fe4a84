// The rows of "Why this child?" (view.py), which are written anew for every frame: the mark of the
// node pointed at, and the keyboard's focus, which stays with its row.
export function createRowMarks(card, onFocus) {
  let root = null; // the table's shadow root: from outside nobody sees the focus go from row to row
  let focused = null; // the button that the keyboard has reached

  function onIn(event) {
    // after a click with the mouse the keys belong to the page
    focused = event.target.matches("tr button:focus-visible") ? event.target : null;
    onFocus(event);
  }

  function onOut() {
    const button = focused;
    // some browsers tell of a removed button, too, while it is still there
    queueMicrotask(() => {
      if (button === focused && button?.isConnected) focused = null;
    });
  }

  function findRoot() {
    const pane = [...card.querySelectorAll("*")].find((element) => element.shadowRoot);
    if (!pane || pane.shadowRoot === root) return;
    root = pane.shadowRoot;
    root.addEventListener("focusin", onIn);
    root.addEventListener("focusout", onOut);
  }

  function refocus(rows) {
    const { actions } = focused.closest("tr").dataset;
    const row = rows.find((each) => each.dataset.actions === actions);
    focused = null;
    if (!row || document.activeElement !== document.body) return;
    const button = row.querySelector("button");
    button.focus({ preventScroll: true });
    focused = button;
  }

  // `hovered`: the actions of the node pointed at
  return (hovered) => {
    findRoot();
    const rows = [...(root?.querySelectorAll("tr[data-actions]") ?? [])];
    for (const row of rows) row.classList.toggle("hovered", row.dataset.actions === hovered);
    if (focused && !focused.isConnected) refocus(rows);
  };
}
