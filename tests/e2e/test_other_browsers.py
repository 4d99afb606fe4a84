"""The static site in Firefox and WebKitGTK, where they are installed: one visit of each walks it.

Run with `-s` it prints the seconds that each step took.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from other_browsers import BROWSERS, Tab

from conftest import site_page

PATIENCE = 240.0  # WebKitGTK compiles Python anew at every visit, on machines that are busy
STATUS = "document.querySelector('#status')?.dataset"
MOVING = f"Number({STATUS}?.steps) > 0"
READY = "document.documentElement?.dataset.ready === 'true'"
PLAY = "document.querySelector('#play-status')?.dataset"
RACE = "document.querySelector('#race-status')?.dataset"
RACED = (
    "?view=race&entrant=uct:label%3DUCT&entrant=uct:solver%3Don,label%3Dsolver&game=tictactoe"
    "&equal=iterations%3D60&pairs=3&sprt=0,50"
)
CHOOSE = """((selector, value) => {
  const list = document.querySelector(selector);
  list.value = value;
  list.dispatchEvent(new Event("input", { bubbles: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
})(...arguments)"""
FASTEST = """(() => {
  const slider = document.querySelector("[data-race-speed]");
  slider.value = 1;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


class Visitor:
    """What a visitor does in a tab, with the seconds that it takes."""

    def __init__(self, tab: Tab, site: str) -> None:
        self.tab, self.site = tab, site

    def time(self, what: str, step: Callable[[], object]) -> None:
        begin = time.monotonic()
        step()
        print(f"\n{self.tab.name}: {what} after {time.monotonic() - begin:.1f} s", end="")

    def arrive(self, query: str = "", until: str = MOVING) -> None:
        self.tab.goto(self.site + query)
        self.tab.wait(READY, PATIENCE)
        self.tab.wait(until, PATIENCE)
        assert self.tab.evaluate("document.querySelector('#problem').hidden")

    def choose(self, selector: str, value: str) -> None:
        self.tab.evaluate(CHOOSE, selector, value)

    def moves_in_play(self) -> None:
        tab = self.tab
        self.arrive("?view=play", f"{PLAY}?.frame && {PLAY}.mine === 'true'")
        tab.press("4")
        tab.wait(f"{PLAY}.moves.split(' ').length === 2 && {PLAY}.mine === 'true'", PATIENCE)
        assert tab.evaluate(f"{PLAY}.moves.split(' ')[0]") == "4"
        tab.click("#play [data-move]:not([disabled])")
        tab.wait(f"{PLAY}.moves.split(' ').length === 4 && {PLAY}.mine === 'true'", PATIENCE)

    def races(self) -> None:
        self.arrive(RACED, f"{RACE}?.frame")
        self.tab.evaluate(FASTEST)
        self.tab.click(".race [data-race-do='toggle']")
        self.tab.wait(f"{RACE}.state === 'decided'", PATIENCE)

    def runs_own_game(self) -> None:
        tab = self.tab
        self.arrive()
        self.choose("header select[data-game]", "left-move")
        tab.wait("document.querySelector(\"[data-example='left-move'][aria-pressed='true']\")")
        tab.wait("document.querySelector('[data-code]:not([aria-busy]) .ace_line')")
        tab.evaluate("document.querySelector(\"[data-client='run-code']\").click()")
        held = "document.querySelectorAll(\"[data-contract] [data-state='held']\").length === 6"
        tab.wait(held, PATIENCE)
        tab.wait(f"Number({STATUS}.iteration) > 2 && Number({STATUS}.nodes) > 3", PATIENCE)

    def keeps(self) -> bool:
        """Let the site be kept; whether this browser can."""
        tab = self.tab
        if not tab.evaluate("Boolean(navigator.serviceWorker)"):
            return False
        tab.evaluate(
            "void (window.kept = window.site.keep(0).then(() => { window.isKept = true }))"
        )
        tab.wait("window.isKept", PATIENCE)
        return True


@pytest.fixture(params=list(BROWSERS))
def tab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tab]:
    missing, launch = BROWSERS[request.param]
    if why := missing():
        pytest.skip(why)
    with launch(tmp_path / "profile") as tab:
        yield tab


def test_a_visit(tab: Tab, static_site: Path) -> None:
    with ExitStack() as serving:
        site = serving.enter_context(site_page(static_site))
        walk(Visitor(tab, site), serving)


def walk(visitor: Visitor, serving: ExitStack) -> None:
    tab = visitor.tab
    visitor.time("the first visit moves", visitor.arrive)
    # it went on from the memory of the build, whose table of functions this engine makes alike
    assert tab.evaluate("window.site.unfit") is False
    tab.another()
    visitor.time("a new tab moves", visitor.arrive)
    assert tab.evaluate("window.site.unfit") is False
    visitor.time("two moves in Play are answered", visitor.moves_in_play)
    visitor.time("a race has its verdict", visitor.races)
    visitor.time("a game of one's own is searched", visitor.runs_own_game)
    if visitor.keeps():
        serving.close()
        visitor.time("a visit without network moves", visitor.arrive)
