import { plural } from "./words.js";

/**
 * @param {Shell} shell
 * @returns {Page}
 */
export function createPage(shell) {
  const step = () => shell.send("step");
  shell.one("[data-step]").addEventListener("click", step);
  return {
    show({ iterations }) {
      shell.one(".trial-count").textContent = plural(iterations);
    },
    pictures: {
      means(visits) {
        shell.one("[data-visits]").textContent = visits.join(" ");
      },
    },
    keys: { s: "step" },
    press: step,
    link: () => ({ url: location.href, told: "it opens the trial" }),
  };
}
