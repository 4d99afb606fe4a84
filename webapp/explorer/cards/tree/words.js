// The words around the tree's canvas: what a node is, the legend, the way from the root.

import { part } from "../../look/dom.js";
import { measure, plural } from "../../look/numbers.js";

const CRUMBS = 7;

/**
 * What there is to say about a node.
 *
 * @param {Tree} frame
 * @param {number} i
 */
export function describe(frame, i) {
  const top = frame.top[i] === null ? "" : `, top ${measure(frame.top[i], false)}`;
  const value = frame.mean_title.replace(" of the search", "").toLowerCase();
  const depth = frame.actions[i] === "" ? 0 : frame.actions[i].split(",").length;
  return {
    name: frame.names[i],
    depth: depth ? `depth ${depth}` : "",
    text:
      `${plural(frame.visits[i], "visit")}, ` +
      `${frame.percent ? value : "mean"} ${measure(frame.mean[i], frame.percent)}${top}`,
    more: frame.notes[i] ?? "",
  };
}

/** @param {(selector: string) => HTMLElement} find in the card */
export function createWords(find) {
  /** @param {Tree} frame */
  function showLegend(frame) {
    const texts = {
      "mean-title": frame.mean_title,
      "mean-low": measure(frame.low, frame.percent),
      "mean-high": measure(frame.high, frame.percent),
      "best-title": frame.best_title,
    };
    for (const [name, text] of Object.entries(texts)) {
      const element = find(`[data-legend="${name}"]`);
      if (element.textContent !== text) element.textContent = text;
    }
    find("[data-means]").hidden = !frame.has_means;
    find("[data-key]").dataset.key = String(Math.max(frame.phase, 1));
  }

  const crumbs = find("[data-crumbs]");
  const collapse = find("[data-tree='collapse']");

  /** @param {Tree} frame */
  function showCrumbs(frame) {
    /** @type {number[]} */
    const line = [];
    for (let i = frame.selected; i >= 0; i = frame.parent[i]) line.unshift(i);
    const key = line.map((i) => frame.names[i]).join("\n") + frame.is_collapsed;
    if (crumbs.parentElement) crumbs.parentElement.hidden = line.length < 2;
    if (crumbs.dataset.shown === key) return;
    crumbs.dataset.shown = key;
    const from = Math.max(1, line.length - CRUMBS);
    const shown = [line[0], ...line.slice(from)];
    crumbs.replaceChildren(
      ...shown.map((i, place) => {
        const item = document.createElement("li");
        if (place === 1 && from > 1) item.className = "gap";
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = frame.names[i];
        button.dataset.actions = frame.actions[i];
        if (i === frame.selected) button.setAttribute("aria-current", "location");
        item.append(button);
        return item;
      }),
    );
    collapse.setAttribute("aria-pressed", String(frame.is_collapsed));
    part(collapse, "*").textContent = frame.is_collapsed ? "Expand" : "Collapse";
  }

  return {
    /** @param {Tree} frame */
    show(frame) {
      showLegend(frame);
      showCrumbs(frame);
    },
  };
}
