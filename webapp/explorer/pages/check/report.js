// The report: its lines, one of which may be open.

import { isOutdated, make } from "../../look/dom.js";
import { exampleOf, wordsOf } from "./example.js";
import { sign } from "./signs.js";

const COUNTED = ["right", "wrong", "suspicious", "not examined"];
const ORDER = { wrong: 0, suspicious: 1, "not examined": 2, right: 3, "": 4 };

/**
 * @param {Shell} shell
 * @param {(wanted: { line: string, number: number, request: number }) => void} choose
 */
export function createReport(shell, choose) {
  const list = shell.one("[data-check-lines]");
  /** @type {any} */
  let report = null;
  /** @type {any} */
  let example = {};
  let open = "";
  let number = 0; // of the counterexample that is open, or asked for
  let request = 0; // the last; what answers an earlier one is late
  let sorted = false; // a phone shows what is wrong first

  const lines = () => {
    const found = report?.lines ?? [];
    return sorted ? [...found].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict]) : found;
  };
  const lineOf = (name) => report?.lines.find((line) => line.name === name);
  const buttons = () => [...list.querySelectorAll("[data-check-line]")];

  function show() {
    if (
      !report ||
      !isOutdated(list, report.lines, report.current, report.error, example, open, sorted)
    )
      return;
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.checkLine;
    const failure = report.state === "failed" ? [failed(report.error)] : [];
    list.replaceChildren(...failure, ...lines().map(item));
    if (focused)
      buttons()
        .find((each) => each.dataset.checkLine === focused)
        ?.focus();
  }

  // narrow windows hide the code, which tells it too
  const failed = ({ line, text }) =>
    make(
      "li",
      { class: "check-failed" },
      sign("wrong"),
      make("p", {}, line ? make("b", {}, `Line ${line} `) : "", text),
    );

  function item(line) {
    const isOpen = line.name === open && Boolean(line.verdict);
    const id = `check-line-${line.name}`;
    const button = make(
      "button",
      {
        type: "button",
        class: "check-line",
        "data-check-line": line.name,
        "aria-expanded": String(isOpen),
        "aria-controls": isOpen ? id : null,
        "aria-disabled": line.verdict ? null : "true",
        title: line.summary,
      },
      sign(line.verdict),
      make("b", {}, line.title),
      make("span", { class: "summary" }, line.summary),
      make("span", { class: `check-verdict ${line.verdict}` }, line.verdict),
    );
    const row = make(
      "li",
      { class: line.name === report.current && "now", "data-verdict": line.verdict },
      button,
    );
    if (isOpen) {
      const isThere = example.line === line.name;
      const content = !line.examples
        ? wordsOf(line)
        : isThere
          ? exampleOf(line, example, shell.icons)
          : [make("p", {}, "…")];
      row.append(make("div", { class: "check-open", id }, ...content));
    }
    return row;
  }

  function showCounts() {
    const box = shell.one("[data-check-counts]");
    if (!isOutdated(box, report.counts)) return;
    box.replaceChildren(
      ...COUNTED.filter((name) => report.counts[name]).map((name) =>
        make("span", { title: name }, sign(name), String(report.counts[name]), word(name)),
      ),
    );
  }
  const word = (name) => make("span", { class: "word" }, ` ${name}`);

  const phone = matchMedia("(max-width: 767px)");
  const sort = () => {
    sorted = phone.matches;
    show();
  };
  phone.addEventListener("change", sort);
  sort();

  function ask(wanted) {
    number = wanted;
    request += 1;
    choose({ line: open, number, request });
  }

  function toggle(name) {
    const line = lineOf(name);
    if (!line?.verdict) return;
    open = open === name ? "" : name;
    ask(0);
    show();
  }

  return {
    line: () => lineOf(open),
    /** @param {any} next */
    show(next) {
      report = next;
      showCounts();
      show();
    },
    /** @param {any} next */
    showExample(next) {
      if (next.request < request) return;
      example = next;
      open = next.line ?? "";
      number = next.number ?? 0;
      show();
    },
    close() {
      open = "";
      show();
    },
    toggle,
    /** @param {number} by */
    move(by) {
      const all = buttons();
      const at = all.indexOf(document.activeElement);
      const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
      all[next]?.focus();
    },
    nextWrong() {
      const wrong = lines().filter(({ verdict }) => verdict === "wrong");
      if (!wrong.length) return;
      const at = wrong.findIndex(({ name }) => name === open);
      const { name } = wrong[(at + 1) % wrong.length];
      if (name !== open) toggle(name);
      buttons()
        .find((each) => each.dataset.checkLine === name)
        ?.focus();
    },
    /** @param {number} by */
    step(by) {
      const line = lineOf(open);
      if (!line?.examples) return;
      ask((number + by + line.examples) % line.examples);
    },
  };
}
