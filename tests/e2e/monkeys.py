"""Monkeys at the Explore page: random clicks, keys, wheels and choices, and no exception.

    .venv/bin/python tests/e2e/monkeys.py served 10 500
    .venv/bin/python tests/e2e/monkeys.py static 10 500

So many seeds of so many actions each, which begin before the page is ready. Printed is a line a
seed: what went wrong, and at which action; the exit status is 1 if anything did.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Browser, Error, Page

from conftest import PHONE, Tab, launched, served_page, site_page

WINDOWS = ((1440, 900), (1024, 768), (390, 844), (1280, 720))
KEYS = (
    *("Space", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "c", "z", "f", "+", "-"),
    *("Control+ArrowRight", "Control+ArrowLeft", "Shift+Z", "Shift+ArrowUp", "Tab", "Enter"),
    *("Escape", "End", "?"),
)
# what leaves the page, asks for a file or copies: nothing that a test's browser can answer
_LEFT_ALONE = (
    "[data-page-link], [data-file], [data-film], a[href], input[type=file], [data-client=share], "
    "[data-client=play-against]"
)
_VISIBLE = """(selector) => {
  const found = [...document.querySelectorAll("button, select, input, summary, [data-actions]")];
  window.monkeyTargets = found.filter((element) =>
    !element.closest(selector) && element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0);
  return window.monkeyTargets.length;
}"""
_USE = """([at, share, text]) => {
  const element = window.monkeyTargets[at];
  if (!element?.isConnected) return "gone";
  const told = (kind) => element.dispatchEvent(new Event(kind, { bubbles: true }));
  if (element.tagName === "SELECT") {
    element.selectedIndex = Math.floor(share * element.options.length);
    told("change");
  } else if (element.type === "range") {
    const [low, high] = [Number(element.min || 0), Number(element.max || 100)];
    element.value = low + share * (high - low);
    told("input");
    told("change");
  } else if (element.tagName === "INPUT" && !["checkbox", "radio"].includes(element.type)) {
    element.value = text;
    told("input");
    told("change");
  } else element.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  return element.outerHTML.slice(0, 90);
}"""
_TEXTS = ("", "0", "7", "-1", "1e99", "abc", "x.. / .o. / ...", "1,1,2;2,3,3", "999999999999", "∞")
ANSWER_SECONDS = 60


class Monkey:
    """Random actions in one tab, the same ones for the same seed and the same answers."""

    def __init__(self, page: Page, seed: int) -> None:
        self._page = page
        self._random = random.Random(seed)
        self.last = ""  # what it has done last

    def act(self) -> None:
        """One action; what has gone in the meantime is missed, as by a visitor."""
        actions: list[tuple[int, Callable[[], str]]] = [
            *((60, self._press), (18, self._key), (8, self._click), (6, self._wheel)),
            *((4, self._drag), (2, self._resize), (2, self._wait)),
        ]
        weights = [weight for weight, _ in actions]
        self.last = self._random.choices([act for _, act in actions], weights)[0]()

    def _press(self) -> str:
        count = self._page.evaluate(_VISIBLE, _LEFT_ALONE)
        share, text = self._random.random(), self._random.choice(_TEXTS)
        at = int(self._random.random() * count)
        return f"press {self._page.evaluate(_USE, [at, share, text])}" if count else "nothing there"

    def _key(self) -> str:
        key = self._random.choice(KEYS)
        self._page.keyboard.press(key)
        return f"key {key}"

    def _place(self) -> tuple[float, float]:
        size = self._page.viewport_size
        assert size is not None
        # below the header, whose links lead to other pages
        x = self._random.uniform(0, size["width"])
        return x, self._random.uniform(100, size["height"])

    def _click(self) -> str:
        x, y = self._place()
        href = self._page.evaluate(
            "([x, y, left]) => Boolean(document.elementFromPoint(x, y)?.closest(left))",
            [x, y, f"{_LEFT_ALONE}, label"],
        )
        if href:
            return "a link, left alone"
        self._page.mouse.click(x, y)
        return f"click {x:.0f} {y:.0f}"

    def _wheel(self) -> str:
        x, y = self._place()
        self._page.mouse.move(x, y)
        self._page.mouse.wheel(0, self._random.uniform(-400, 400))
        return f"wheel at {x:.0f} {y:.0f}"

    def _drag(self) -> str:
        (x, y), (to_x, to_y) = self._place(), self._place()
        self._page.mouse.move(x, y)
        self._page.mouse.down()
        self._page.mouse.move(to_x, to_y, steps=3)
        self._page.mouse.up()
        return f"drag from {x:.0f} {y:.0f}"

    def _resize(self) -> str:
        width, height = self._random.choice(WINDOWS)
        self._page.set_viewport_size({"width": width, "height": height})
        return f"window {width}x{height}"

    def _wait(self) -> str:
        time.sleep(self._random.uniform(0, 0.3))
        return "wait"


def play(browser: Browser, url: str, seed: int, num_actions: int) -> list[str]:
    """What went wrong, and after which action; the page must still answer at the end."""
    tab = Tab(browser, url, **(PHONE if seed % 5 == 4 else {}))
    page, monkey = tab.page, Monkey(tab.page, seed)
    wrong = []
    for number in range(num_actions):
        try:
            monkey.act()
        except Error as error:
            wrong.append(f"action {number} after {monkey.last}: {str(error)[:200]}")
        if tab.problems:
            wrong += [f"action {number}, {monkey.last}: {each[:600]}" for each in tab.problems]
            tab.problems.clear()
    wrong += _answers(page)
    wrong += [f"at the end: {each[:600]}" for each in tab.problems]
    tab.context.close()
    return wrong


def _answers(page: Page) -> list[str]:
    """Whether another preset is searched when it is chosen."""
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
    page.evaluate(
        """() => {
          const presets = document.querySelector("select[data-preset]");
          presets.value = "tictactoe-uct";
          presets.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    deadline = time.monotonic() + ANSWER_SECONDS
    while True:
        status = page.evaluate("({...document.querySelector('#status').dataset})")
        if status.get("preset") == "tictactoe-uct" and int(status.get("steps", 0)) > 0:
            return []
        if time.monotonic() > deadline:
            return [f"no answer at the end: {status}"]
        time.sleep(0.05)


def main(where: str, num_seeds: int, num_actions: int, first: int = 0) -> int:
    with {"served": served_page, "static": site_page}[where]() as url, launched() as browser:
        counts: Counter[str] = Counter()
        for seed in range(first, first + num_seeds):
            start = time.monotonic()
            wrong = play(browser, url, seed, num_actions)
            counts["wrong"] += bool(wrong)
            print(
                f"{where} seed {seed}: {len(wrong)} wrong, {time.monotonic() - start:.0f} s",
                flush=True,
            )
            for each in wrong[:6]:
                print("   ", each, flush=True)
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
