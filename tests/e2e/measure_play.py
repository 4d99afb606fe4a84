"""How fast Play answers: `python tests/e2e/measure_play.py [served] [static]`, both by default.

Prints, for each, while the search thinks on the visitor's time: the time from a click on a column
to the disc on the board, and from "Move now" to the search's; and from each to the whole frame that
Python has answered with, tree and words. Nothing is checked: other programs on the machine slow it
down, so read the figures on an idle one. The static site must have been built (`make site`).
"""

from __future__ import annotations

from play_page import PlayPage
from playwright.sync_api import Page, expect
from stopwatch import UNTIL, measure_each, options, told

from mcsearch.play.levels import find_level

GAMES = 12
COLUMNS = "43"  # after which nothing is proven yet

# Resolves to the times to the disc on the board and to Python's answer to it.
_MOVE = f"""async (button) => {{
  const play = document.querySelector("#play");
  const status = document.querySelector("#play-status").dataset;
  const stones = () => play.querySelectorAll("[data-board] .stone").length;
  const [before, ply] = [stones(), Number(status.ply)];
  const until = {UNTIL};
  const answered = until(play, () => {{}}, () => Number(status.ply) > ply);
  const drawn = await until(play, () => button.click(), () => stones() > before);
  return [drawn, await answered];
}}"""
PONDERING = "status.mine === 'true' && status.busy === 'true'"
RECIPE = find_level("full").recipe("connect4").to_json()
QUERY = f"view=play&game=connect4&second=search 30 seconds {RECIPE}"


def measure(page: Page, url: str, kind: str) -> None:
    page.goto(f"{url}?{QUERY}", timeout=120_000)
    play = PlayPage(page)
    page.get_by_label("Thinks on your time").check()
    now = page.locator("[data-play='now']")
    moves, answers = [], []
    for _ in range(GAMES):
        for column in COLUMNS:
            play.wait(PONDERING)
            moves.append(page.locator(f"[data-move='{int(column) - 1}']").evaluate(_MOVE))
            play.wait("status.mine === 'false' && Number(status.playouts) > 1000")
            expect(now).to_have_attribute("aria-disabled", "false")
            answers.append(now.evaluate(_MOVE))
        play.press("new")
        play.wait("status.ply === '0'")
    print(f"{kind}, while the search thinks")
    for name, times in (("click", moves), ("Move now", answers)):
        drawn, answered = zip(*times, strict=True)
        print(f"  {name} to the disc         {told(drawn)}")
        print(f"  {name} to the whole frame  {told(answered)}", flush=True)


if __name__ == "__main__":
    measure_each(options(__doc__).parse_args().pages, measure)
