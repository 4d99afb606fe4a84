"""How fast Race shows a race: `python tests/e2e/measure_race.py [served] [static] [--site FOLDER]`.

Prints, for each page, while the four searches race on ten boards: how many states of the race a
second are on the screen, how often a second the chart and the boards are drawn; and the time from a
click on "Pause" to rest. Nothing is checked: other programs on the machine slow it down, so read
the figures on an idle one. The static site must have been built (`make site`); several, given with
`--site`, take turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from conftest import DESKTOP, ROOT, chromium, served_page, site_page

SECONDS = 6.0
PARTS = 5
PAUSES = 8

# Counts the states that are shown, and how often canvases are drawn: each time they are cleared.
COUNT = """
window.drawn = { states: 0, charts: 0, boards: 0 };
if (location.protocol !== "about:") document.addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#race-status");
  let last = "";
  new MutationObserver(() => {
    if (status.dataset.at !== last) window.drawn.states += 1;
    last = status.dataset.at;
  }).observe(status, { attributes: true, attributeFilter: ["data-at"] });
});
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.closest("[data-chart]")) window.drawn.charts += 1;
  if (this.canvas.closest("[data-boards]")) window.drawn.boards += 1;
  return clear.apply(this, box);
};
"""
PAUSE = """() => new Promise((resolve) => {
  const status = document.querySelector("#race-status");
  const begin = performance.now();
  const seen = new MutationObserver(() => {
    if (status.dataset.busy !== "false") return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
  });
  seen.observe(status, { attributes: true });
  document.querySelector("#race [data-race-do='toggle']").click();
})"""


class Stopwatch:
    """The page in a tab, timed from inside the browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.add_init_script(COUNT)
        page.goto(f"{url}?view=race", timeout=120_000)
        self.wait("'frame' in status")

    def wait(self, condition: str) -> None:
        script = "() => { const status = {...document.querySelector('#race-status').dataset};"
        self.page.wait_for_function(f"{script} return {condition}; }}", timeout=120_000)

    def press(self, name: str) -> None:
        self.page.locator(f"#race [data-race-do='{name}']").click()

    def start(self) -> None:
        self.press("toggle")
        self.wait("status.busy === 'true'")
        time.sleep(1)

    def rates(self) -> list[float]:
        """States, charts and boards a second, of the boards one entrant's."""
        script = "[performance.now(), ...Object.values(window.drawn)]"
        begin = self.page.evaluate(script)
        time.sleep(SECONDS / PARTS)
        end = self.page.evaluate(script)
        passed, states, charts, boards = (b - a for a, b in zip(begin, end, strict=True))
        return [1000 * count / passed for count in (states, charts, boards / 4)]


def told(values: list[float], unit: str) -> str:
    low, high = min(values), max(values)
    return f"{statistics.median(values):.1f} {unit} ({low:.1f} to {high:.1f} of {len(values)})"


def measure(page: Page, url: str, kind: str) -> None:
    tab = Stopwatch(page, url)
    tab.start()
    found = [tab.rates() for _ in range(PARTS)]
    pauses = []
    for _ in range(PAUSES):
        pauses.append(page.evaluate(PAUSE))
        tab.start()
    print(kind)
    for name, values in zip(("states", "charts", "boards"), zip(*found, strict=True), strict=True):
        print(f"  {name:<15} {told(list(values), 'a second')}")
    print(f"  {'pause to rest':<15} {told(pauses, 'ms')}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", choices=("served", "static", []), default=[])
    parser.add_argument("--site", type=Path, action="append", help="instead of build/site")
    parser.add_argument("--times", type=int, default=1, help="how often, in turns")
    arguments = parser.parse_args()
    kinds = arguments.pages or ["served", "static"]
    sites = arguments.site or [ROOT / "build" / "site"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(playwright), args=["--no-sandbox"]
        )
        for _ in range(arguments.times):
            for kind in kinds:
                for site in sites if kind == "static" else sites[:1]:
                    with served_page() if kind == "served" else site_page(site) as url:
                        page = browser.new_page(viewport=DESKTOP)
                        measure(page, url, f"{kind} {site.name}" if kind == "static" else kind)
                        page.close()
        browser.close()


if __name__ == "__main__":
    main()
