"""Explore in every window: nothing on anything else, nothing cut, everything in reach."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
from explorer_page import ExplorerPage
from PIL import Image, ImageColor
from playwright.sync_api import Locator, expect

from conftest import DESKTOP
from mcsearch.presets import PRESETS

pytestmark = pytest.mark.at_rest

BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
WINDOWS = (
    *((320, 640), (360, 740), (390, 844), (768, 1024), (1024, 768), (1280, 720)),
    *((1366, 768), (1440, 815), (1440, 900), (2560, 1440)),
)
# Those from 768 on at 200 % zoom: half as many CSS pixels; 2560x1440 is 1280x720 then.
ZOOMED = ((384, 512), (512, 384), (640, 360), (683, 384), (720, 450))
NARROWEST = ((320, 640), (360, 740), (1280, 720), (1366, 768), (1440, 900))
FULLEST = (
    *("spmcts-uct-tabu-random", "spmcts-uct-top-tabu-random", "spmcts-uct-top-random"),
    *("weak-schur", "samegame-best", "connect4-exact-solver"),
)
LOWEST = (1200, 700)  # of the wide layout
LOW = ((1280, 720), (1366, 768))  # where the dock is over what does not fit
PHONES = ((320, 640), (360, 740), (390, 844))
FEWEST_ROWS = 5
_COVERED = """elements => {
  return elements.filter((element) => {
    const box = element.getBoundingClientRect();
    const middle = (box.left + box.right) / 2;
    return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2].some((y) => {
      let top = document.elementFromPoint(middle, y);
      // a shadow root answers for what is in it
      if (top?.shadowRoot) top = element.getRootNode().elementFromPoint(middle, y);
      return !element.contains(top);
    });
  }).map((element) => element.ariaLabel || element.textContent.slice(0, 36));
}"""
LOOKS = {
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "the system's colours": {"color_scheme": "dark", "forced_colors": "active"},
    "light": {"color_scheme": "light", "forced_colors": "none"},
}
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
    assert faults(explorer, *WINDOWS, *ZOOMED, LOWEST) == {}
    page = explorer.page
    play = page.locator("#explore .transport .play")
    if name != "nrpa":  # which has no table
        rows = page.locator("#why tbody tr")
        formula = page.get_by_label("formula of the chosen child").locator("> *")
        assert covered(explorer, LOW, rows, formula, play) == {}
        assert rows.count() >= FEWEST_ROWS
    header = page.locator("[popovertarget='files'], [data-open='recipe'], select[data-preset]")
    bottom = page.locator("#explore :is(.scrub-input, .transport button, .speed-select)")
    assert covered(explorer, PHONES, header, bottom) == {}
    # each phase has another sentence
    for _ in range(4):
        explorer.step()
        assert faults(explorer, PHONES[0]) == {}


def covered(
    explorer: ExplorerPage, windows: tuple[tuple[int, int], ...], *parts: Locator
) -> dict[str, list[str]]:
    """What of these parts is not in sight before anything is scrolled, by window."""
    found = {}
    for width, height in windows:
        explorer.page.set_viewport_size({"width": width, "height": height})
        explorer.page.evaluate(_SETTLED)
        for part in parts:
            expect(part.filter(visible=True).first).to_be_visible()
        hidden = [
            text for part in parts for text in part.filter(visible=True).evaluate_all(_COVERED)
        ]
        if hidden:
            found[f"{width}x{height}"] = hidden
    explorer.page.set_viewport_size(DESKTOP)
    return found


@pytest.mark.parametrize("name", FULLEST)
def test_no_text_is_cut_or_ends_at_its_cards_edge(explorer: ExplorerPage, name: str) -> None:
    """Where most is to be shown, in the windows that leave some card the least room."""
    explorer.load_preset(PRESETS[name].title)
    explorer.press("Run 100 iterations")
    explorer.wait("status.busy === 'false' && (Number(status.iteration) >= 100 || status.stopped)")
    for _ in range(3):
        explorer.step()
    assert faults(explorer, *NARROWEST) == {}
    # all of a recipe has the width of its column
    more = explorer.page.locator("#recipe details")
    if more.count():
        more.locator("summary").click()
        widths = more.evaluate(
            "e => [...e.querySelectorAll('.field')].map((f) => e.offsetWidth - f.offsetWidth)"
        )
        assert set(widths) == {0}
        assert faults(explorer, NARROWEST[-1]) == {}
        more.locator("summary").click()


def test_other_colours_move_no_box(explorer: ExplorerPage) -> None:
    """Borders that only some colours have would."""
    explorer.run_to(100)
    found = {}
    for look, media in LOOKS.items():
        explorer.page.emulate_media(**media)
        explorer.set_theme(media["color_scheme"])
        if look != "light":  # as it was
            found[look] = faults(explorer, *WINDOWS)
    assert not any(found.values()), found


def test_the_longest_preset_names_are_shown_whole(explorer: ExplorerPage) -> None:
    longest = max(PRESETS.values(), key=lambda preset: len(preset.title))
    explorer.load_preset(longest.title)
    cut = {
        window: [problem for problem in problems if longest.title in problem]
        for window, problems in faults(explorer, *WINDOWS, *ZOOMED).items()
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

    # the legend's scale of means
    legend = Image.open(io.BytesIO(page.locator("#explore .tree-means i").screenshot()))
    assert len(set(legend.convert("RGB").tobytes())) > 50

    # the track of a slider: how far it is set, and the rest, both on the page's own ground
    track = page.locator("[data-speed]")
    image = Image.open(io.BytesIO(track.screenshot())).convert("RGB")
    middle = [image.getpixel((x, image.height // 2)) for x in range(image.width)]
    for name in ("--accent", "--line2"):
        color = page.evaluate(
            "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)", name
        )
        drawn = sum(pixel == ImageColor.getrgb(color.strip()) for pixel in middle)
        assert drawn > 3, f"{drawn} pixels of {name}, {color}"


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1440])
def test_the_way_to_every_page_is_whole_on_every_page(explorer: ExplorerPage, width: int) -> None:
    page = explorer.page
    page.set_viewport_size({"width": width, "height": 844})
    ways = page.get_by_role("navigation", name="Pages")
    cut = {}
    for link in ways.get_by_role("link").all():
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        page.evaluate(_SETTLED)
        cut[link.inner_text()] = ways.evaluate("ways => ways.scrollWidth - ways.clientWidth")
    ways.get_by_role("link", name="Explore").click()
    # letters as far apart as WCAG 1.4.12 asks for leave the menu where it is
    ways.evaluate("ways => { ways.style.letterSpacing = '0.12em'; }")
    menu = page.get_by_role("button", name="Export and import")
    assert covered(explorer, ((width, 844),), menu) == {}
    ways.evaluate("ways => { ways.style.letterSpacing = ''; }")
    page.set_viewport_size(DESKTOP)
    assert len(cut) == 6
    assert not any(cut.values()), cut
