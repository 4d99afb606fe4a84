"""How fast Play answers: `python tests/e2e/measure_play.py [served] [static]`, both by default.

Prints, for each, while the search thinks on the visitor's time: the time from a click on a column
to the disc on the board, and to Python's answer; and from "Move now" to the search's move. Nothing
is checked: other programs on the machine slow it down, so read the figures on an idle one. The
static site must have been built (`make site`).
"""

from __future__ import annotations

import argparse
import statistics

from play_page import PlayPage
from playwright.sync_api import Page, sync_playwright

from conftest import DESKTOP, chromium, served_page, site_page
from mcsearch.play.levels import find_level

GAMES = 12
COLUMNS = "43"  # after which nothing is proven yet

# From now until something is drawn that fits.
_UNTIL = """(act, fits) => new Promise((resolve) => {
  const begin = performance.now();
  const seen = new MutationObserver(look);
  function look() {
    if (!fits()) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
  }
  const all = { subtree: true, childList: true, attributes: true };
  seen.observe(document.querySelector("#play"), all);
  act();
  look();
})"""
DROP = f"""async (column) => {{
  const status = document.querySelector("#play-status").dataset;
  const stones = () => document.querySelectorAll("[data-board] .stone").length;
  const [before, ply] = [stones(), Number(status.ply)];
  const until = {_UNTIL};
  const button = document.querySelector(`[data-move="${{column - 1}}"]`);
  const answered = until(() => {{}}, () => Number(status.ply) > ply);
  const drawn = await until(() => button.click(), () => stones() > before);
  return [drawn, await answered];
}}"""
NOW = f"""async () => {{
  const status = document.querySelector("#play-status").dataset;
  const ply = Number(status.ply);
  const until = {_UNTIL};
  return until(
    () => document.querySelector("[data-play='now']").click(), () => Number(status.ply) > ply);
}}"""
PONDERING = "status.mine === 'true' && status.busy === 'true'"
RECIPE = find_level("full").recipe("connect4").to_json()
QUERY = f"view=play&game=connect4&second=search 30 seconds {RECIPE}"


def told(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ms (at most {max(times):.0f} ms of {len(times)})"


def measure(page: Page, url: str, kind: str) -> None:
    page.goto(f"{url}?{QUERY}")
    play = PlayPage(page)
    page.get_by_label("Thinks on your time").check()
    drawn, answered, moved = [], [], []
    for _ in range(GAMES):
        for column in COLUMNS:
            play.wait(PONDERING)
            times = page.evaluate(DROP, column)
            drawn.append(times[0])
            answered.append(times[1])
            play.wait("status.mine === 'false' && Number(status.playouts) > 1000")
            moved.append(page.evaluate(NOW))
        play.press("new")
        play.wait("status.ply === '0'")
    print(f"{kind}, while the search thinks")
    print(f"  click to the disc      {told(drawn)}")
    print(f"  click to the answer    {told(answered)}")
    print(f"  Move now to the move   {told(moved)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", choices=("served", "static", []), default=[])
    arguments = parser.parse_args()
    addresses = {"served": served_page, "static": site_page}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(playwright), args=["--no-sandbox"]
        )
        for kind in arguments.pages or addresses:
            with addresses[kind]() as url:
                page = browser.new_page(viewport=DESKTOP)
                measure(page, url, kind)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
