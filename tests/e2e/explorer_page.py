"""What a visitor sees and does, in words: the tests say what happens, this file says where."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from page_status import status_of, wait_for_status
from playwright.sync_api import Locator, Page, expect

from mcsearch.presets import PRESETS

ARRIVAL_SECONDS = 120
FIRST_PRESET = "spmcts-uct"

# A name for the pixels of each canvas, in shadow roots too; lanes and boards are elements.
# The pixels themselves stay in the page, the latest few: to bring them here takes long.
DRAWN = """(() => {
  const kept = (window.keptPixels ??= new Map());
  const canvases = [];
  const keep = (canvas) => {
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, width, height).data;
    let hash = 0;
    for (const word of new Uint32Array(pixels.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
    const name = `${width}x${height}:${hash}`;
    kept.delete(name);
    kept.set(name, pixels);
    if (kept.size > 60) kept.delete(kept.keys().next().value);
    canvases.push(name);
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.tagName === "CANVAS" && element.width) keep(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const [lanes, board, strip] = ["#lanes", "#board", "#tree [data-strip]"].map(
    (place) => document.querySelector(place).innerHTML
  );
  return { canvases, lanes, board, strip };
})()"""

# Where the places of a page's board are on the screen, by the actions that they stand for.
PLACES = """(page) => {
  const bus = Bokeh.documents.map((each) => each.get_model_by_name(`bus-${page}`)).find(Boolean);
  const { at, places, table: { board } } = JSON.parse(bus.board);
  const matrix = document.querySelector(`#${page} .board-square svg`).getScreenCTM();
  const found = at.map((action, i) => {
    const [x, y] = places?.[i] ?? [board.x[i], board.height - board.y[i]];
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [action, [point.x, point.y]];
  });
  return Object.fromEntries(found.filter(([action]) => action >= 0));
}"""

# The rows of the layers that have a glyph, of the plot of Bokeh's in an element.
PLOTTED = """(element, glyph) => {
  const roots = Bokeh.documents.flatMap((each) => each.roots());
  const views = roots.map((each) => Bokeh.index.get_by_id(each.id));
  const { model } = views.find((each) => each?.frame && element.contains(each.el));
  return model.renderers.filter((each) => each.glyph.type === glyph).flatMap((each) => {
    const { data } = each.data_source;
    const names = Object.keys(data);
    const row = (_, i) => Object.fromEntries(names.map((name) => [name, data[name][i]]));
    return data[names[0]].map(row);
  });
}"""

APART = """(names) => {
  const [one, other] = names.map((name) => window.keptPixels.get(name));
  if (one.length !== other.length) return 1;
  return one.filter((channel, i) => Math.abs(channel - other[i]) > 16).length / one.length;
}"""


def plotted(place: Locator, glyph: str) -> list[dict[str, Any]]:
    """What is drawn by a glyph in a chart, a row for each time."""
    return place.evaluate(PLOTTED, glyph)


def violations_in_both_themes(explorer: ExplorerPage, axe: str) -> list[str]:
    """Those of the page, and of contrast in the dark: a theme changes colours and nothing else."""
    found = violations_in_the_dark(explorer, axe)
    return found + violations(explorer, axe)


def violations_in_its_theme(explorer: ExplorerPage, axe: str) -> list[str]:
    """Those of the served page, and of contrast on the dark static one.

    The document and its colours are the same, served and static.
    """
    is_served = urlsplit(explorer.page.url).path.startswith("/webapp")
    return (violations if is_served else violations_in_the_dark)(explorer, axe)


def violations_in_the_dark(explorer: ExplorerPage, axe: str) -> list[str]:
    """Of contrast alone; the page is light again afterwards."""
    explorer.set_theme("dark")
    found = violations(explorer, axe, ("color-contrast",))
    explorer.set_theme("light")
    return found


def violations(explorer: ExplorerPage, axe: str, rules: tuple[str, ...] = ()) -> list[str]:
    """The serious and critical violations of the page as it is; of all rules, or of some."""
    if not explorer.page.evaluate("'axe' in window"):  # compiled anew it takes thrice as long
        explorer.page.evaluate(axe)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    found = explorer.page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['target']} {node['html'][:120]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


class ExplorerPage:
    """The page in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- reading ------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """The numbers on the status element."""
        data = status_of(self.page, "#status")
        return {key: int(value) if value.isdigit() else value for key, value in data.items()}

    def text(self, name: str) -> str:
        # a phone has some texts in another place: the visible one
        return self.page.locator(f"[data-text='{name}']").filter(visible=True).inner_text()

    def told(self) -> dict[str, str]:
        """The moment in words, by part: path, new, playout and values."""
        told: dict[str, str] = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[data-text^=told-]')]"
            ".map(e => [e.dataset.text.slice(5), e.textContent]))"
        )
        return told

    def narration(self) -> str:
        return self.page.locator("[data-narration]").filter(visible=True).inner_text()

    def wait(self, condition: str, seconds: float = 60) -> None:
        """Until a JavaScript condition on `status` holds; see `wait_for_status`."""
        wait_for_status(self.page, "#status", condition, seconds)

    def wait_until_moving(self) -> None:
        self.wait("Number(status.steps) > 0", ARRIVAL_SECONDS)

    def wait_until_still(self) -> None:
        self.wait("status.busy === 'false'")

    # -- doing --------------------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        self.button(name).click()

    def press_in_transport(self, name: str) -> None:
        """The same of those that are pressed all the time: in the whole page names take long."""
        transport = self.page.locator("#explore .transport")
        transport.get_by_role("button", name=name, exact=True).click()

    def in_both_themes(self) -> Iterator[None]:
        """Dark, then light again."""
        for theme in ("dark", "light"):
            self.set_theme(theme)
            yield

    def set_theme(self, theme: str) -> None:
        self.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)

    def in_sizes(self, *sizes: tuple[int, int]) -> Iterator[int]:
        """In windows of these widths and heights, then in the size it had; the width."""
        before = self.page.viewport_size
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            yield width
        self.page.set_viewport_size(before)

    def pause(self) -> None:
        if self.status()["busy"] == "true":
            self.page.locator("#explore .play").click()
        self.wait_until_still()

    def start_afresh(self, preset: str = FIRST_PRESET) -> None:
        """Explore, paused, a preset as published, the empty tree, 2 phases a second, no message."""
        self.go_to_explore()
        # what a test has typed and not left would change the next recipe
        self.page.evaluate("document.activeElement.blur()")
        dismiss = self.page.locator("[data-client='dismiss']")
        if dismiss.is_visible():  # an error waits for it, and lies on what is below
            # a note may go by itself meanwhile
            dismiss.evaluate("button => button.click()")
        self.pause()
        if self.preset() != PRESETS[preset].title:
            self.load_preset(PRESETS[preset].title)
            self.wait("status.steps === '0'")
        if self.page.locator(".notice").is_visible():
            # the notice may go at this very moment; then there is nothing to reset
            self.page.locator("[data-do='reset-recipe']").evaluate("button => button.click()")
            self.wait("status.steps === '0'")
            expect(self.page.locator(".notice")).to_be_hidden()
        self.go_to_first()
        self.set_speed(2)
        expect(self.page.locator("[data-text='speed']")).to_have_text("2 phases/s")

    def go_to_explore(self) -> None:
        """From whatever page a test has ended on; a phone's link is inside its menu."""
        if not self.page.locator("#explore").is_visible():
            self.page.locator("[data-page-link='explore']").evaluate("link => link.click()")
            self.page.locator("#explore").wait_for()

    def go_to_first(self) -> None:
        """Back to the empty tree."""
        if self.status()["steps"]:
            self.press_in_transport("First: back to the empty tree")
        self.wait("status.steps === '0'")

    def step(self) -> dict[str, Any]:
        """One phase on; returns the new status."""
        before = self.status()["steps"]
        self.press_in_transport("Step one phase")
        self.wait(f"Number(status.steps) === {before + 1}")
        return self.status()

    def press_across_a_step(self, element: Locator) -> None:
        """The next phase comes while the mouse button is down."""
        box, steps = element.bounding_box(), self.status()["steps"]
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.keyboard.press("ArrowRight")
        self.wait(f"Number(status.steps) === {steps + 1}")
        self.page.mouse.up()

    def tab_to(self, element: Locator) -> None:
        """The focus as the Tab key gives it."""
        element.focus()
        self.page.keyboard.press("Shift+Tab")
        expect(element).not_to_be_focused()
        self.page.keyboard.press("Tab")
        expect(element).to_be_focused()

    def run_to(self, iteration: int) -> None:
        """Iterations on, as fast as possible, to a multiple of ten."""
        while (now := self.status()["iteration"]) < iteration:
            size = next(n for n in (1000, 100, 10) if now + n <= iteration)
            self.press_in_transport(f"Run {size} iterations")
            self.wait(f"Number(status.iteration) === {now + size} && status.busy === 'false'")

    def play_to(self, iteration: int) -> None:
        """At least so far, as on a phone, which has no buttons for many iterations at once."""
        self.set_speed(1000)
        self.press_in_transport("Play")
        self.wait(f"Number(status.iteration) >= {iteration}")
        self.pause()

    def scrub_to(self, iteration: int) -> None:
        """To an iteration that has been seen, as a drag of the scrub bar does it."""
        self.page.get_by_label("Iteration", exact=True).evaluate(
            "(bar, to) => { bar.value = to;"
            " bar.dispatchEvent(new Event('input', {bubbles: true}));"
            " bar.dispatchEvent(new Event('change', {bubbles: true})); }",
            iteration,
        )
        self.wait(f"Number(status.iteration) === {iteration} && status.busy === 'false'")

    def copy_link(self) -> str:
        """Press "Copy link"; the address that the page then has is the link."""
        here = "location.href"
        before, deadline = self.page.evaluate(here), time.monotonic() + 60
        self.press("Copy link")
        while (link := self.page.evaluate(here)) == before:
            assert time.monotonic() < deadline, "the address did not change"
            time.sleep(0.02)
        return link

    def still_picture(self) -> dict[str, Any]:
        """All that is drawn when motion has come to rest: every canvas's pixels and all words."""
        picture: dict[str, Any] = {}
        deadline = time.monotonic() + 60
        while (last := picture) != (picture := self.picture()):
            assert not last or time.monotonic() < deadline, "the picture does not come to rest"
            time.sleep(0.2)
        return {**picture, **self.state()}

    def picture(self) -> dict[str, Any]:
        """What is drawn at this moment: every canvas's pixels, the lanes and the boards."""
        self.page.evaluate(  # a busy machine is late with pictures
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        drawn: dict[str, Any] = self.page.evaluate(DRAWN)
        return drawn

    def pixels_apart(self, one: dict[str, Any], other: dict[str, Any]) -> float:
        """The largest share of a canvas's colours that differ visibly between two pictures.

        Browsers smooth the corners of a drawing differently from time to time.
        """
        assert len(one["canvases"]) == len(other["canvases"])
        pairs = zip(one["canvases"], other["canvases"], strict=True)
        apart = [self.page.evaluate(APART, list(pair)) for pair in pairs if pair[0] != pair[1]]
        return max(apart, default=0.0)

    def places(self) -> dict[str, list[float]]:
        """Where on the screen each action of Explore's board is pointed at, by its number."""
        places: dict[str, list[float]] = self.page.evaluate(PLACES, "explore")
        return places

    def state(self) -> dict[str, Any]:
        """All that the page's own words say of the moment and the selected node."""
        texts = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('#explore [data-text]')]"
            ".map(e => [e.dataset.text, e.textContent]))"
        )
        return {
            "status": self.status(),
            "texts": texts,
            "narration": self.narration(),
            "rows": self.rows(),
            "form": self.page.locator("#recipe [data-form]").evaluate(
                "form => [...form.querySelectorAll('input, select, textarea')]"
                ".map(e => [e.id, e.type === 'radio' ? e.checked : e.value])"
            ),
            "preset": self.preset(),
        }

    def set_speed(self, phases_a_second: float) -> None:
        self.page.locator("[data-speed]").evaluate(
            "(slider, speed) => { const low = Math.log10(0.5), high = 6;"
            " slider.value = (Math.log10(speed) - low) / (high - low);"
            " slider.dispatchEvent(new Event('input', {bubbles: true}));"
            " slider.dispatchEvent(new Event('change', {bubbles: true})); }",
            phases_a_second,
        )

    def preset(self) -> str:
        return (
            self.page.get_by_label("Preset")
            .filter(visible=True)
            .locator("option:checked")
            .inner_text()
        )

    def load_preset(self, title: str) -> None:
        presets = self.page.get_by_label("Preset").filter(visible=True)
        [name] = presets.select_option(label=title)
        # its controls are made anew: a click before that would meet the old ones
        self.wait(f"status.preset === '{name}' && Number(status.steps) > 0")
        self.pause()  # it plays at once
        self.go_to_first()

    def give(self, text: str) -> None:
        """Import a board, a recipe or a trace."""
        self.button("Export and import").click()
        self.page.get_by_role("button", name="Board, game or trace").click()
        self.page.locator("#import-text").fill(text)
        self.press("Import")

    def field(self, label: str) -> Locator:
        return self.page.locator("#recipe").get_by_label(label, exact=True)

    def stays_still_for(self, seconds: float) -> bool:
        """Whether nothing on the status element changes."""
        before = self.status()
        time.sleep(seconds)
        return self.status() == before

    # -- the table ----------------------------------------------------------------------------

    def rows(self) -> list[list[str]]:
        """The texts of the table's body, row by row; none of a table that is not on show."""
        table = self.page.locator("#why table").filter(visible=True)
        return table.locator("tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('td, th')].map(e => e.innerText))"
        )
