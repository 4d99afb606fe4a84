// Results as a page: its addresses, and the ways of a run into Explore and of a best
// sequence into Play.

import { createResults } from "./results.js";

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const stored = JSON.parse(shell.one("#stored-results").textContent);
  const results = createResults(shell.one("main"), stored, {
    address,
    // another recipe of the table is no step that Back would undo
    chosen: (table, line) => shell.replace(address(table, line)),
    explore(run) {
      shell.send("open-result", run);
      shell.give("explore");
    },
    replay: (best) => shell.send("open-best", best),
  });

  /**
   * @param {string} [table]
   * @param {string} [recipe]
   */
  function address(table, recipe) {
    const fields = new URLSearchParams({ view: shell.name });
    if (table) fields.set("table", table);
    if (recipe) fields.set("recipe", recipe);
    return `${location.pathname}?${fields}`;
  }

  return {
    needsPython: false,
    open: ({ address: { searchParams } }) =>
      results.show(searchParams.get("table"), searchParams.get("recipe")),
    address: () => address(...results.shown()),
    answer: (/** @type {QueryAnswer} */ { query }) => shell.go(`?${query}`),
    link: () => ({ url: location.href, told: "it opens this table" }),
  };
}
