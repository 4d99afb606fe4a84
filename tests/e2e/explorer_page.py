"""What a visitor sees and does, in words: the tests say what happens, this file says where."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

ARRIVAL_SECONDS = 60
FIRST_PRESET = "SP-MCTS, UCT with deviation"


class ExplorerPage:
    """The page in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- reading ------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """The numbers on the status element."""
        data = self.page.evaluate("({...document.querySelector('#status').dataset})")
        return {key: int(value) if value.isdigit() else value for key, value in data.items()}

    def text(self, name: str) -> str:
        return self.page.locator(f"[data-text='{name}']").inner_text()

    def narration(self) -> str:
        return self.page.locator("[data-narration]").inner_text()

    def wait(self, condition: str, seconds: float = 15) -> None:
        """Until a JavaScript condition on `status` (the dataset, numbers as text) holds."""
        # Playwright's own wait_for_function evaluates text in the page, which the site's
        # Content-Security-Policy rightly forbids.
        dataset = "document.querySelector('#status')?.dataset"
        script = f"(status => Boolean(status && ({condition})))({dataset})"
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(script):
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {seconds} s: {condition}; it is {self.status()}")
            time.sleep(0.02)

    def wait_until_moving(self) -> None:
        self.wait("Number(status.steps) > 0", ARRIVAL_SECONDS)

    def wait_until_still(self) -> None:
        self.wait("status.busy === 'false'")

    # -- doing --------------------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        self.button(name).click()

    def pause(self) -> None:
        if self.status()["busy"] == "true":
            self.page.locator(".play").click()
        self.wait_until_still()

    def start_afresh(self) -> None:
        """Paused, the first preset as it is published, the empty tree, two phases a second."""
        self.pause()
        if self.preset() != FIRST_PRESET:
            self.load_preset(FIRST_PRESET)
            self.wait("status.steps === '0'")
        if self.page.locator(".notice").is_visible():
            self.press("Reset")
            self.wait("status.steps === '0'")
            expect(self.page.locator(".notice")).to_be_hidden()
        if self.status()["steps"]:
            self.press("First: back to the empty tree")
        self.wait("status.steps === '0'")
        self.set_speed(2)
        expect(self.page.locator("[data-text='speed']")).to_have_text("2 phases/s")

    def step(self) -> dict[str, Any]:
        """One phase on; returns the new status."""
        before = self.status()["steps"]
        self.press("Step one phase")
        self.wait(f"Number(status.steps) === {before + 1}")
        return self.status()

    def run_to(self, iteration: int) -> None:
        """Iterations on, as fast as possible, to a multiple of ten."""
        while (now := self.status()["iteration"]) < iteration:
            size = next(n for n in (1000, 100, 10) if now + n <= iteration)
            self.press(f"Run {size} iterations")
            self.wait(f"Number(status.iteration) === {now + size} && status.busy === 'false'")

    def set_speed(self, phases_a_second: float) -> None:
        self.page.locator("[data-speed]").evaluate(
            "(slider, speed) => { const low = Math.log10(0.5), high = 6;"
            " slider.value = (Math.log10(speed) - low) / (high - low);"
            " slider.dispatchEvent(new Event('input', {bubbles: true}));"
            " slider.dispatchEvent(new Event('change', {bubbles: true})); }",
            phases_a_second,
        )

    def preset(self) -> str:
        return self.page.get_by_label("Preset").locator("option:checked").inner_text()

    def load_preset(self, title: str) -> None:
        self.page.get_by_label("Preset").select_option(label=title)

    def field(self, label: str) -> Locator:
        return self.page.locator("#recipe").get_by_label(label, exact=True)

    def stays_still_for(self, seconds: float) -> bool:
        """Whether nothing on the status element changes."""
        before = self.status()
        time.sleep(seconds)
        return self.status() == before

    # -- the table ----------------------------------------------------------------------------

    def rows(self) -> list[list[str]]:
        """The texts of the table's body, row by row."""
        return [
            [cell.inner_text() for cell in row.locator("td, th").all()]
            for row in self.page.locator("#why table tbody tr").all()
        ]
