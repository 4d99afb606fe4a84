// The report: its lines, one of which may be open.

import { isOutdated, make } from "../../look/dom.js";
import { exampleOf, wordsOf } from "./example.js";
import { sign } from "./signs.js";

/** @type {(keyof CheckReport["counts"])[]} */
const COUNTED = ["right", "wrong", "suspicious", "not examined"];
/** @type {Record<CheckLine["verdict"], number>} */
const ORDER = { wrong: 0, suspicious: 1, "not examined": 2, right: 3, "": 4 };

/**
 * @param {Shell} shell
 * @param {(wanted: { line: string, number: number, request: number }) => void} choose
 */
export function createReport(shell, choose) {
  const list = shell.one("[data-check-lines]");
  /** @type {CheckReport | null} */
  let report = null;
  /** @type {CheckOpened | null} */
  let opened = null;
  let open = "";
  let number = 0; // of the counterexample that is open, or asked for
  let request = 0; // the last; what answers an earlier one is late
  let sorted = false; // a phone shows what is wrong first

  const lines = () => {
    const found = report?.lines ?? [];
    return sorted ? [...found].sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict]) : found;
  };
  /** @param {string} name */
  const lineOf = (name) => report?.lines.find((line) => line.name === name);
  const buttons = () => [...list.querySelectorAll("[data-check-line]")];

  function show() {
    if (
      !report ||
      !isOutdated(list, report.lines, report.current, report.error, opened, open, sorted)
    )
      return;
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.checkLine;
    const failure = report.state === "failed" && report.error ? [failed(report.error)] : [];
    const { current } = report;
    list.replaceChildren(...failure, ...lines().map((line) => item(line, line.name === current)));
    if (focused)
      buttons()
        .find((each) => each.dataset.checkLine === focused)
        ?.focus();
  }

  /** @param {NonNullable<CheckReport["error"]>} error narrow windows hide the code, which tells it */
  const failed = ({ line, text }) =>
    make(
      "li",
      { class: "check-failed" },
      sign("wrong"),
      make("p", {}, line ? make("b", {}, `Line ${line} `) : "", text),
    );

  /**
   * @param {CheckLine} line
   * @param {boolean} isNow
   */
  function item(line, isNow) {
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
    const row = make("li", { class: isNow && "now", "data-verdict": line.verdict }, button);
    if (isOpen) {
      const content = !line.examples
        ? wordsOf(line)
        : opened?.line === line.name && opened.example
          ? exampleOf(line, opened.example, shell.icons)
          : [make("p", {}, "…")];
      row.append(make("div", { class: "check-open", id }, ...content));
    }
    return row;
  }

  /** @param {CheckReport} report */
  function showCounts({ counts }) {
    const box = shell.one("[data-check-counts]");
    if (!isOutdated(box, counts)) return;
    box.replaceChildren(
      ...COUNTED.filter((name) => counts[name]).map((name) =>
        make("span", { title: name }, sign(name), String(counts[name]), word(name)),
      ),
    );
  }
  /** @param {string} name */
  const word = (name) => make("span", { class: "word" }, ` ${name}`);

  const phone = matchMedia("(max-width: 767px)");
  const sort = () => {
    sorted = phone.matches;
    show();
  };
  phone.addEventListener("change", sort);
  sort();

  /** @param {number} wanted */
  function ask(wanted) {
    number = wanted;
    request += 1;
    choose({ line: open, number, request });
  }

  /** @param {string} name */
  function toggle(name) {
    const line = lineOf(name);
    if (!line?.verdict) return;
    open = open === name ? "" : name;
    ask(0);
    show();
  }

  return {
    line: () => lineOf(open),
    /** @param {CheckReport} next */
    show(next) {
      report = next;
      showCounts(next);
      show();
    },
    /** @param {CheckOpened} next */
    showExample(next) {
      if (next.request < request) return;
      opened = next;
      open = next.line;
      number = next.example?.number ?? 0;
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
