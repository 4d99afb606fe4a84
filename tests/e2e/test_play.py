"""Whole games on the Play page, by pointer and by keyboard, and what surrounds them."""

from __future__ import annotations

import re

import pytest
from explorer_page import violations
from playwright.sync_api import Page, expect

PHONE = {"width": 390, "height": 844}
SECONDS = 60
STATUS = "document.querySelector('#play-status').dataset"


class PlayPage:
    """The Play page in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wait("Boolean(status.frame)")

    def wait(self, condition: str) -> None:
        """Until a JavaScript condition on `status` (texts) holds."""
        self.page.wait_for_function(
            f"(() => {{ const status = {STATUS}; return {condition}; }})()", timeout=1000 * SECONDS
        )

    def status(self) -> dict[str, str]:
        return self.page.evaluate(f"({{...{STATUS}}})")

    def press(self, name: str) -> None:
        self.page.locator(f"[data-play='{name}']").filter(visible=True).click()

    def begin(self, game: str, first: str = "person", level: str = "first") -> None:
        """A new game, at whose start a person waits or two searches play."""
        values = (("level", level), ("first", first), ("game", game))
        for name, value in values:
            self.page.locator(f"[data-form='{name}']").select_option(value)
        self.press("new")
        self.wait("status.moves.split(' ').length < 3 && status.review === ''")

    def turn(self) -> bool:
        """Wait for the person's turn or the end; whether the game goes on."""
        self.wait("status.mine === 'true' || status.over === 'true'")
        return self.status()["over"] == "false"

    def finish(self, move) -> None:
        """Play a game to its end with what makes a move."""
        while self.turn():
            before = self.status()["ply"]
            move()
            self.wait(f"status.ply !== '{before}'")


@pytest.fixture
def open_play(open_page, url):
    """Opens the Play page, at the address of the page or at another one."""

    def open_(query: str = "", **options) -> PlayPage:
        explorer = open_page(f"{url}?view=play{query}", **options)
        return PlayPage(explorer.page)

    return open_


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["1440", "390"])
def test_whole_games_by_pointer(open_play, viewport):
    play = open_play(**({"viewport": viewport} if viewport else {}))
    for game in ("connect4", "tictactoe", "yavalath"):
        play.begin(game)
        play.finish(lambda: play.page.locator("[data-move]").first.click())
        expect(play.page.locator("[data-turn]")).to_have_text("Over")
        expect(play.page.locator("#play [data-narration]")).to_have_text(
            re.compile(r"wins: .+\.|Draw: ")
        )


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["1440", "390"])
def test_whole_games_by_keyboard_alone(open_play, viewport):
    play = open_play(**({"viewport": viewport} if viewport else {}))
    page = play.page
    play.begin("connect4")
    page.locator("#play").focus()
    play.finish(lambda: [page.keyboard.press(digit) for digit in free_column(play)])

    def by_arrows():
        page.locator("[data-move]").last.focus()
        for key in ("ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.move !== undefined")
        page.keyboard.press("Enter")

    for game in ("tictactoe", "yavalath"):
        play.begin(game)
        play.finish(by_arrows)


def free_column(play):
    """The key of the first column with room."""
    name = play.page.locator("[data-move]").first.get_attribute("aria-label")
    return name.removeprefix("Column ")


def test_undo_to_the_first_move_redo_and_swap(open_play):
    play = open_play()
    play.begin("connect4", level="light")
    page = play.page
    for key in "434":
        before = play.status()["ply"]
        page.keyboard.press(key)
        play.wait(f"Number(status.ply) === {int(before) + 2} && status.mine === 'true'")
    full = play.status()["cells"]
    for ply in (4, 2, 0):
        page.keyboard.press("u")
        play.wait(f"status.ply === '{ply}'")
    assert set(play.status()["cells"]) == {"0"}
    for ply in (2, 4, 6):
        page.keyboard.press("r")
        play.wait(f"status.ply === '{ply}'")
    assert play.status()["cells"] == full
    play.press("swap-sides")
    play.wait("status.ply === '7' && status.mine === 'true'")


def test_a_position_that_is_set_up_and_a_link_to_it(open_play):
    play = open_play()
    page = play.page
    page.locator("[data-form='position']").fill("4453")
    play.begin("connect4")
    play.turn()
    assert play.status()["cells"].count("1") == 2
    page.keyboard.press("1")
    play.wait("status.ply === '2' && status.mine === 'true'")
    cells = play.status()["cells"]
    play.press("review")
    play.wait("status.review === '3/3'")
    page.keyboard.press("ArrowLeft")
    play.wait("status.ply === '1'")
    query = page.url.split("view=play", 1)[1]
    other = open_play(query)
    other.wait("status.ply === '1' && status.review !== ''")
    other.page.keyboard.press("End")
    other.wait("status.ply === '2'")
    assert other.status()["cells"] == cells


def test_a_saved_game_is_loaded_again(open_play, tmp_path):
    play = open_play()
    play.begin("yavalath")
    page = play.page
    for _ in range(2):
        page.locator("[data-move]").nth(30).click()
        play.wait("status.mine === 'true' && status.ply !== '0'")
    play.turn()
    with page.expect_download() as download:
        play.press("save")
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    cells, ply = play.status()["cells"], play.status()["ply"]
    play.begin("tictactoe")
    page.locator("[data-load]").set_input_files(str(file))
    play.wait(f"status.ply === '{ply}' && status.cells.length === 61")
    assert play.status()["cells"] == cells


def test_help_waits_for_the_move_and_pondering_goes_on_only_while_it_is_on(open_play):
    play = open_play()
    page = play.page
    play.begin("connect4", level="light")
    page.keyboard.press("4")
    play.wait("status.ply === '2' && status.mine === 'true'")
    expect(page.locator(".play-value strong").first).not_to_be_empty()
    page.locator("[data-switch='hide']").check()
    expect(page.locator(".play-value strong")).to_have_count(0)
    page.locator("[data-switch='hide']").uncheck()
    before = int(play.status()["playouts"])
    page.locator("[data-switch='ponder']").check()
    play.wait(f"Number(status.playouts) > {before + 1000}")
    page.locator("[data-switch='ponder']").uncheck()
    play.wait("status.busy === 'false'")
    rested = play.status()["playouts"]
    page.wait_for_timeout(400)
    assert play.status()["playouts"] == rested


def test_move_now_ends_the_thinking(open_play):
    play = open_play()
    page = play.page
    page.locator("[data-limit='kind']").select_option("seconds")
    page.locator("[data-limit='amount']").fill("30")
    page.locator("[data-limit='amount']").press("Enter")
    page.keyboard.press("Escape")
    page.locator("[data-move]").nth(3).click()
    play.wait("status.ply === '1' && Number(status.playouts) > 500")
    play.press("now")
    play.wait("status.ply === '2' && status.mine === 'true'")


def test_the_swap_of_the_pie_rule(open_play):
    play = open_play()
    page = play.page
    play.begin("yavalath", first="persons")
    page.locator("[data-form='pie']").check()
    play.wait("status.ply === '0'")
    page.locator("[data-move='30']").click()
    expect(page.locator("#play [data-narration]")).to_contain_text("pie rule")
    page.locator("[data-play='pie']").click()
    play.wait("status.ply === '2'")
    assert play.status()["moves"] == "e5 swap"


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["1440", "390"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(open_play, axe, viewport, scheme):
    options = {"color_scheme": scheme} | ({"viewport": viewport} if viewport else {})
    play = open_play(**options)
    play.page.locator("[data-move]").nth(3).click()
    play.wait("status.ply === '2' && status.mine === 'true'")
    assert violations(play, axe) == []
    wide = play.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    play.press("review")
    play.wait("status.review === '3/3'")
    assert violations(play, axe) == []
