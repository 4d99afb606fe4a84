"""Explore in every window: nothing on anything else, nothing cut, everything in reach."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import expect

from conftest import DESKTOP
from mcsearch.presets import PRESETS

BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
WINDOWS = (
    *((320, 640), (360, 740), (390, 844), (768, 1024), (1024, 768), (1280, 720)),
    *((1200, 700), (1366, 768), (1440, 900), (2560, 1440)),
    # 1440x900 and 1280x720 at 200 % zoom
    *((720, 450), (640, 360)),
)
SECONDS = 5.0  # in which Python answers a new size
_SETTLED = """() => new Promise((resolve) => {
  // the drawings follow a size 100 ms later, and Python answers it
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 250);
})"""


@pytest.fixture
def url(served: str) -> str:
    """The layout is the same on the static site."""
    return served


def faults(explorer: ExplorerPage, *windows: tuple[int, int]) -> dict[str, list[str]]:
    """What is wrong with the boxes, by window."""
    found = {}
    for width, height in windows:
        explorer.page.set_viewport_size({"width": width, "height": height})
        explorer.page.evaluate(_SETTLED)
        deadline = time.monotonic() + SECONDS
        while (problems := explorer.page.evaluate(BOXES)) and time.monotonic() < deadline:
            time.sleep(0.1)
        if problems:
            found[f"{width}x{height}"] = problems
    explorer.page.set_viewport_size(DESKTOP)
    return found


@pytest.mark.parametrize("name", ["spmcts-uct", "connect4-engine", "nrpa"])
def test_in_every_window_nothing_overlaps_nothing_is_cut_and_everything_is_in_reach(
    explorer: ExplorerPage, name: str
) -> None:
    explorer.load_preset(PRESETS[name].title)
    explorer.press("Run 100 iterations")
    explorer.wait("Number(status.iteration) >= 100 && status.busy === 'false'")
    for _ in range(3):
        explorer.step()
    assert faults(explorer, *WINDOWS) == {}


def test_the_longest_preset_names_are_shown_whole(explorer: ExplorerPage) -> None:
    longest = max(PRESETS.values(), key=lambda preset: len(preset.title))
    explorer.load_preset(longest.title)
    cut = {
        window: [problem for problem in problems if longest.title in problem]
        for window, problems in faults(explorer, *WINDOWS).items()
    }
    assert not any(cut.values()), cut


def test_with_the_colours_of_the_system_marks_and_choices_are_told_apart(open_page) -> None:
    explorer = open_page(forced_colors="active", color_scheme="dark")
    explorer.wait("Number(status.iteration) >= 5", 120)
    explorer.pause()
    page = explorer.page

    def ground(selector: str) -> str:
        found = page.locator(selector).filter(visible=True).first
        return found.evaluate("element => getComputedStyle(element).backgroundColor")

    page_ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect(page.locator(".why .bar i").first).to_be_attached()
    for mark in (".why .bar i", ".why .swatch", ".pages a[aria-current]"):
        assert ground(mark) not in (page_ground, "rgba(0, 0, 0, 0)"), mark
    assert faults(explorer, (390, 844), (1280, 720), (1440, 900)) == {}
