"""How fast the page is: `python tests/e2e/measure_page.py [served] [static]`, both by default.

Prints, for each: the time from a click on "Step one phase" to the drawn frame with a large tree in
memory, the pictures a second of an animated tree with 200 visible nodes, and the time from a click
on "Pause" to rest. Nothing is checked: other programs on the machine slow it down, so read the
figures on an idle one. The static site must have been built (`make site`).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from explorer_page import ExplorerPage
from playwright.sync_api import Page
from stopwatch import UNTIL, measure_each, options, told

NODES = {"served": 1_000_000, "static": 100_000}
VISIBLE = 200
STEPS = 24
PAUSES = 5
CLOSEST = 6  # clicks on "Zoom in"
ANIMATED, FAST = 10, 1000  # phases a second: with motion; one frame a tick
SECONDS = 4

# Counts how often the tree's canvas is drawn, which begins with clearing it, and the states shown.
COUNT = """
window.states = 0;
window.shown = "";  // by every observer, if there are more
if (location.protocol !== "about:") document.addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#status");
  new MutationObserver(() => {
    if (status.dataset.steps !== window.shown) window.states += 1;
    window.shown = status.dataset.steps;
  }).observe(status, { attributes: true, attributeFilter: ["data-steps"] });
});
const clear = CanvasRenderingContext2D.prototype.clearRect;
window.pictures = 0;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.closest("#tree [data-stage]")) window.pictures += 1;
  return clear.apply(this, box);
};
"""
STEP = f"""() => {{
  const status = document.querySelector("#status");
  const before = status.dataset.steps;
  const step = document.querySelector("[data-do='step-phase']");
  return ({UNTIL})(status, () => step.click(), () => status.dataset.steps !== before);
}}"""
PAUSE = f"""() => {{
  const status = document.querySelector("#status");
  const pause = document.querySelector("#explore .play");
  return ({UNTIL})(status, () => pause.click(), () => status.dataset.busy === "false");
}}"""
MOST = """(slider) => {
  slider.value = slider.max;
  slider.dispatchEvent(new Event("change", { bubbles: true }));
}"""


class Stopwatch(ExplorerPage):
    """The page in a tab, timed from inside the browser."""

    def grow(self, nodes: int) -> int:
        """Search on until most of so many nodes are in memory; returns how many are."""
        self.pause()
        # exploring widely, nearly every iteration adds a node
        for name in ("Exploration C", "Iterations"):
            self.field(name).evaluate(MOST)
            self.wait("status.steps === '0'")
        self.press("To budget")
        # not to the very end: there a search makes no more steps
        self.wait(f"Number(status.nodes) > {0.9 * nodes}", 900)
        self.pause()
        return int(self.status()["nodes"])

    def times(self, script: str, count: int, prepare: Callable[[], None]) -> str:
        """The median and the largest of some times, as text."""
        found = []
        for _ in range(count):
            prepare()
            found.append(self.page.evaluate(script))
        return told(found)

    def see_more(self, nodes: int) -> int:
        """Look closer until so many nodes are drawn, if there is room; returns how many are."""
        for _ in range(CLOSEST):
            if self._drawn() >= nodes:
                break
            self.press("Zoom in")
            time.sleep(1)
        return self._drawn()

    def _drawn(self) -> int:
        return int(
            self.page.locator("#explore [data-text='count']").text_content().split(" of ")[0]
        )

    def rates(self, speed: float) -> tuple[float, float]:
        """Pictures and states a second while the search plays at a speed (phases a second)."""
        self.play_at(speed)
        script = "[performance.now(), window.pictures, window.states]"
        begin = self.page.evaluate(script)
        time.sleep(SECONDS)
        end = self.page.evaluate(script)
        self.pause()
        passed, pictures, states = (b - a for a, b in zip(begin, end, strict=True))
        return 1000 * pictures / passed, 1000 * states / passed

    def play_at(self, speed: float) -> None:
        self.set_speed(speed)
        self.press("Play")
        time.sleep(1)


def measure(page: Page, url: str, kind: str, nodes: int) -> None:
    page.add_init_script(COUNT)
    page.goto(url)
    tab = Stopwatch(page)
    tab.wait_until_moving()
    print(f"{kind}: {tab.grow(nodes):,} nodes in memory", flush=True)
    print(f"  step to the drawn frame   {tab.times(STEP, STEPS, tab.pause)}", flush=True)
    print(f"  with nodes drawn          {tab.see_more(VISIBLE)}")
    print(f"  step to the drawn frame   {tab.times(STEP, STEPS, tab.pause)}")
    for speed in (ANIMATED, FAST):
        pictures, states = tab.rates(speed)
        print(f"  at {speed:>4} phases/s         {pictures:.0f} pictures/s, {states:.0f} states/s")
    print(f"  pause to rest             {tab.times(PAUSE, PAUSES, lambda: tab.play_at(FAST))}")


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--nodes", type=int, help="in memory, instead of 10^6 and 10^5")
    arguments = parser.parse_args()
    measure_each(
        arguments.pages,
        lambda page, url, kind: measure(page, url, kind, arguments.nodes or NODES[kind]),
    )


if __name__ == "__main__":
    main()
