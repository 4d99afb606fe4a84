"""How fast Race shows a race: `python tests/e2e/measure_race.py [served] [static]`, or both.

Prints, for each page, while the four searches race on ten boards: how many states of the race a
second are on the screen, how often a second the chart and the boards are drawn; and the time from a
click on "Pause" to rest. Nothing is checked: other programs on the machine slow it down, so read
the figures on an idle one. The static site must have been built (`make site`).
"""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page
from stopwatch import UNTIL, measure_each, options, told, told_rates

SECONDS = 6.0
PARTS = 5
PAUSES = 8

# Counts the states shown, how often charts are drawn, each time their canvas is cleared, and
# boards, each time one is put into its place.
COUNT = """
window.drawn = { states: 0, charts: 0, boards: 0 };
if (location.protocol !== "about:") document.addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#race-status");
  let last = "";
  new MutationObserver(() => {
    if (status.dataset.at !== last) window.drawn.states += 1;
    last = status.dataset.at;
  }).observe(status, { attributes: true, attributeFilter: ["data-at"] });
  new MutationObserver((changes) => {
    const places = changes.filter(({ target }) => target.matches(".race-own-picture"));
    window.drawn.boards += new Set(places.map(({ target }) => target)).size;
  }).observe(document.querySelector("#race [data-boards]"), { childList: true, subtree: true });
});
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  const root = this.canvas.getRootNode();
  const isFirst = root.querySelector("canvas") === this.canvas; // Bokeh's has others over it
  let host = root.host;
  while (host && !host.closest(".race-course")) host = host.getRootNode().host;
  if (isFirst && host) window.drawn.charts += 1;
  return clear.apply(this, box);
};
"""
PAUSE = f"""(button) => {{
  const status = document.querySelector("#race-status");
  const until = {UNTIL};
  return until(status, () => button.click(), () => status.dataset.busy === "false");
}}"""


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

    def button(self, name: str) -> Locator:
        return self.page.locator(f"#race [data-race-do='{name}']")

    def start(self) -> None:
        self.button("toggle").click()
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


def measure(page: Page, url: str, kind: str) -> None:
    tab = Stopwatch(page, url)
    tab.start()
    found = [tab.rates() for _ in range(PARTS)]
    pauses = []
    for _ in range(PAUSES):
        pauses.append(tab.button("toggle").evaluate(PAUSE))
        tab.start()
    print(kind)
    for name, values in zip(("states", "charts", "boards"), zip(*found, strict=True), strict=True):
        print(f"  {name:<15} {told_rates(list(values))}")
    print(f"  {'pause to rest':<15} {told(pauses)}", flush=True)


if __name__ == "__main__":
    measure_each(options(__doc__).parse_args().pages, measure)
