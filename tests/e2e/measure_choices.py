"""How soon a choice is answered: `python tests/e2e/measure_choices.py [served] [static]`.

Makes every choice of the Explore page in turn: preset, game, and each control of the recipe's form,
first as the first choice of a fresh tab, then again and again in one tab. Prints of each the median
and the 95th percentile of two times, in ms from the event to a drawn frame: until the page reacts
(cards greyed, the old form disabled, or the new search there), and until the new search is there.
Nothing is checked: other programs on the machine slow it down. The static site must have been built
(`make site`).
"""

from __future__ import annotations

import math
import statistics
from typing import NamedTuple

from explorer_page import ExplorerPage
from playwright.sync_api import Page
from stopwatch import measure_each, options

PRESETS = ("connect4-engine", "nmcs", "nrpa", "tictactoe-uct", "spmcts-uct")
GAMES = ("connect4", "tictactoe", "yavalath", "samegame")
ITERATIONS = 100  # made before each choice: a new search is known by having made fewer
GOAL_MS = 100

CHOOSE = """([selector, value]) => new Promise((resolve) => {
  const status = document.querySelector("#status").dataset;
  const before = Number(status.steps);
  const cards = [...document.querySelectorAll(".layout .card > :not(header)")].filter((e) =>
    e.checkVisibility() && !e.classList.contains("transport"));
  const begin = performance.now();
  let reacted = 0;
  function look() {
    const now = performance.now() - begin;
    const isNew = Number(status.steps) < before;
    const isGrey = cards.some((card) => Number(getComputedStyle(card).opacity) < .75);
    if (isNew || isGrey) reacted ||= now;
    if (isNew || now > 10_000) resolve([reacted || now, now]);
    else requestAnimationFrame(look);
  }
  const told = (e, kind) => e.dispatchEvent(new Event(kind, { bubbles: true }));
  let e = document.querySelector(selector);
  if (e.matches(".segmented")) e = e.querySelector("input:not(:checked)");
  if (e.matches("input[type=radio]")) e.click();
  else if (e.matches("button")) e.click();
  else {
    if (value !== null) e.value = value;
    else if (e.type === "select-one") e.selectedIndex = (e.selectedIndex + 1) % e.length;
    else if (e.type === "range") {
      e.value = Number(e.value) === Number(e.max) ? Number(e.value) - 1 : Number(e.value) + 1;
    } else e.value = Number(e.value) + 1;
    told(e, "input");
    told(e, "change");
  }
  requestAnimationFrame(look);
})"""
CONTROLS = """() => [...document.querySelectorAll("#recipe .field")].flatMap((field) => {
  const name = field.querySelector(".field-head > :first-child").textContent;
  const found = [...field.querySelectorAll("select, .segmented, input:not([type=radio]), .dice")];
  return found.map((e, number) => {
    e.dataset.control ||= `${field.querySelector("[id]").id}-${number}`;
    return [e.matches(".dice") ? `${name}, drawn` : name, `[data-control="${e.dataset.control}"]`];
  });
})"""


class Choice(NamedTuple):
    """What is chosen, and where."""

    name: str
    selector: str
    value: str | None = None  # the next one


Times = dict[str, list[tuple[float, float]]]  # ms until the page reacts and until all is there


class Chooser(ExplorerPage):
    """A visitor who chooses, timed from inside the browser."""

    def begin(self, preset: str) -> None:
        """Rest at some iterations of a preset as it was published."""
        self.page.evaluate(
            """(name) => {
              const presets = document.querySelector("select[data-preset]");
              presets.value = name;
              presets.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            preset,
        )
        self.wait("!document.querySelector('[data-waiting]')")
        self.wait(f"status.preset === '{preset}' && Number(status.steps) > 0")
        self.rest()

    def rest(self) -> None:
        self.pause()
        if self.status()["iteration"] < ITERATIONS:
            self.press("Run 100 iterations")
        # a preset may end before
        self.wait(
            f"status.busy === 'false' && (Number(status.iteration) >= {ITERATIONS} ||"
            " (status.stopped && status.stopped !== ''))"
        )

    def choose(self, choice: Choice, found: Times) -> None:
        times = self.page.evaluate(CHOOSE, [choice.selector, choice.value])
        found.setdefault(choice.name, []).append(tuple(times))
        if choice.name in ("Preset", "Game"):  # which play at once
            self.wait("Number(status.steps) > 0")
        self.rest()

    def controls(self) -> list[Choice]:
        found = [Choice(name, selector) for name, selector in self.page.evaluate(CONTROLS)]
        # which asks for rows; they begin another search
        return [choice for choice in found if choice.name != "Board from"]


def first(page: Page, url: str, visits: int) -> Times:
    """Each as the first choice of a fresh tab."""
    choices = [
        Choice("Preset", "select[data-preset]", "nmcs"),
        Choice("Game", "select[data-game]", "connect4"),
        Choice("Size", "#field-size, [id^='field-size']"),
        Choice("Algorithm", "#field-search, [id^='field-search']"),
    ]
    found: Times = {}
    for _ in range(visits):
        for choice in choices:
            page.goto(url)
            tab = Chooser(page)
            tab.wait_until_moving()
            tab.rest()
            name, selector, value = choice
            if value is None:
                label = "Size" if name == "Size" else "Algorithm"
                selector = next(one.selector for one in tab.controls() if one.name == label)
            tab.choose(Choice(name, selector, value), found)
    return found


def again(page: Page, url: str, rounds: int) -> Times:
    """All choices in one tab."""
    page.goto(url)
    tab = Chooser(page)
    tab.wait_until_moving()
    found: Times = {}
    for _ in range(rounds):
        for preset in PRESETS:
            tab.rest()
            tab.choose(Choice("Preset", "select[data-preset]", preset), found)
        for game in GAMES:
            tab.choose(Choice("Game", "select[data-game]", game), found)
        tab.begin("spmcts-uct")
        for number in range(len(tab.controls())):
            tab.begin("spmcts-uct")
            # marked anew: another preset has made new controls
            choice = tab.controls()[number]
            tab.choose(choice, found)
    return found


def percentile(values: list[float], share: float) -> float:
    """The smallest value that so large a share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def tell(title: str, found: Times) -> None:
    print(f"{title:<36}{'reacts':>8}{'95 %':>8}{'there':>9}{'95 %':>8}{'of':>5}")
    for name, times in found.items():
        row = [
            figure(values)
            for values in zip(*times, strict=True)
            for figure in (statistics.median, lambda values: percentile(values, 0.95))
        ]
        late = "  late" if row[1] > GOAL_MS else ""
        print(
            f"  {name:<34}{row[0]:8.0f}{row[1]:8.0f}{row[2]:9.0f}{row[3]:8.0f}{len(times):5}{late}",
            flush=True,
        )


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="of all choices in one tab")
    parser.add_argument("--visits", type=int, default=3, help="for each first choice")
    arguments = parser.parse_args()

    def measure(page: Page, url: str, kind: str) -> None:
        tell(f"{kind}: the first choice, ms", first(page, url, arguments.visits))
        tell(f"{kind}: later choices, ms", again(page, url, arguments.rounds))

    measure_each(arguments.pages, measure)


if __name__ == "__main__":
    main()
