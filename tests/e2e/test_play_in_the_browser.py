"""Whole games on the Play page, by pointer, finger and keyboard, and what surrounds them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from explorer_page import ExplorerPage, plotted
from play_page import PlayPage
from playwright.sync_api import Browser, Locator, expect

from conftest import DESKTOP, PHONE, Tab

GAMES = {"connect4": "", "tictactoe": "", "yavalath": ""}
GAMES |= {"hex": "4", "breakthrough": "4", "nogo": "3", "atarigo": "5", "domineering": "4"}
GAMES |= {"othello": "4"}
"""Those for two players, each with the side of a board on which it is soon over, "" for its own."""


@pytest.fixture(scope="module")
def play_tabs() -> Iterator[dict[tuple[str, bool], Tab]]:
    tabs: dict[tuple[str, bool], Tab] = {}
    yield tabs
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture
def arrive(
    browser: Browser,
    url: str,
    play_tabs: dict[tuple[str, bool], Tab],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., PlayPage]]:
    """Opens the page, wide or on a phone; a tab goes on from test to test."""
    used: list[Tab] = []

    def open_(phone: bool = False) -> PlayPage:
        key = url, phone
        if key not in play_tabs:
            options = PHONE if phone else {"viewport": DESKTOP}
            play_tabs[key] = Tab(browser, f"{url}?view=play", **options)
        used.append(play_tabs[key])
        return PlayPage(play_tabs[key].page)

    yield open_
    problems = [problem for tab in used for problem in tab.finish(request.node)]
    assert not problems, problems


@pytest.mark.parametrize("phone", [False, True], ids=["1440", "390"])
def test_whole_games_by_pointer_and_by_keyboard_alone(arrive, phone):
    play = arrive(phone)
    point = play.tap_to_play if phone else Locator.click

    def by_pointer():
        if play.must_pass:
            play.press("aside")
            return
        point(play.places.first)
        if play.is_begun:  # of a stone that goes from one cell to another
            point(play.ends.first)

    def by_keys():
        if play.must_pass:
            play.key("s")
        elif game == "connect4":
            play.key(play.places.first.get_attribute("aria-label").removeprefix("Column "))
        else:
            play.by_arrows()

    for game, side in GAMES.items():
        play.begin(game, side=side)
        for move in (by_pointer, by_keys):
            play.finish(move)
            expect(play.page.locator("#play [data-turn]")).to_have_text("Over")
            expect(play.page.locator("#play [data-lead]")).to_contain_text(re.compile("won|draw"))
            play.press("new")
            play.wait("status.ply === '0'")
    assert not play.page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("phone", [False, True], ids=["1440", "390"])
def test_tiles_slide_to_their_end_by_swipes_by_arrow_keys_and_by_buttons(arrive, phone):
    play = arrive(phone)
    play.field("game").select_option("2048")
    play.wait("status.game === '2048'")
    play.open_players()
    play.field("position").fill("2x2:5")
    play.field("position").press("Enter")
    play.close_players()
    play.wait("status.cells.length === 4")
    buttons = play.page.locator("[data-action]")
    for slide in (
        play.swipe,
        lambda way: play.key(f"Arrow{way.capitalize()}"),
        lambda _: play.key("Enter"),  # on one button after another
    ):
        buttons.first.focus()
        play.finish(lambda: slide(play.ways[0]))  # noqa: B023
        assert play.ply > 4
        expect(play.narration).to_contain_text("points against")
        play.press("new")
        play.wait("status.ply === '0'")


def test_a_stone_is_moved_by_two_clicks_by_a_drag_and_by_keys(arrive):
    play = arrive()
    play.begin("breakthrough", level="first")
    place = lambda row, column: play.page.locator(f"[data-move='cell-{8 * row + column}']")  # noqa: E731
    chosen = play.page.locator("[data-board] .steps rect")
    place(1, 0).click()
    expect(chosen).to_have_count(1)
    play.begin("breakthrough", level="first", side="4")
    expect(chosen).to_have_count(0)  # of a larger board
    play.begin("breakthrough", level="first", side="8")
    place(1, 3).click()
    expect(chosen).to_have_count(1)
    expect(place(2, 4)).to_have_attribute("aria-label", "Moves: d2-e3")
    place(2, 4).click()
    play.wait("status.ply === '2' && status.moves.startsWith('d2-e3 ')")
    expect(play.page.locator("[data-board] .way")).to_have_count(1)
    box = play.still_box(place(1, 0))
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    play.page.mouse.move(*middle)
    play.page.mouse.down()
    play.page.mouse.move(middle[0], middle[1] - box["height"])
    play.page.mouse.up()
    play.wait("status.ply === '4' && status.moves.includes(' a2-a3 ')")
    place(1, 7).focus()
    play.key("Enter", "ArrowUp", "Enter")
    play.wait("status.ply === '6' && status.moves.includes(' h2-h3 ')")


def test_a_domino_is_put_between_its_two_cells(arrive):
    play = arrive()
    play.begin("domineering", level="first")
    play.page.locator("[data-board] button[aria-label='d4-d5']").click()
    play.wait("status.ply === '2' && status.moves.startsWith('d4-d5 ')")
    expect(play.page.locator("[data-board] .stone")).to_have_count(2)


def test_a_finger_that_is_dragged_drops_where_it_is_let_go(arrive):
    play = arrive(phone=True)
    play.begin("connect4")
    boxes = [play.still_box(play.places.nth(column)) for column in (1, 4)]
    points = [{"x": box["x"] + 10, "y": box["y"] + 40} for box in boxes]
    touch = play.page.context.new_cdp_session(play.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points[1:]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    play.wait("status.moves.startsWith('5')")
    play.page.get_by_role("button", name="Tree", exact=True).click()
    expect(play.page.locator("#play-tree-canvas canvas")).to_be_visible()
    expect(play.page.locator("[data-board]")).to_be_hidden()
    play.page.get_by_role("button", name="Board", exact=True).click()


def test_moves_are_taken_back_to_the_first_and_the_sides_change(arrive):
    play = arrive()
    play.begin("connect4", level="light")
    play.answer_to("4", "3", "4")
    full = play.cells
    expect(play.page.locator("[data-kept]")).to_be_visible()
    kept, _new, freed = map(int, play.status()["pool"].split())
    assert kept > 0
    assert freed > 0
    assert play.text("pool='kept'").replace("\u202f", "") == f"{kept} kept"
    assert int(play.page.locator("[data-freed]").get_attribute("data-freed")) > 0
    for ply in (4, 2, 0):
        play.key("u")
        play.wait(f"status.ply === '{ply}'")
    assert set(play.cells) == {"0"}
    for ply in (2, 4, 6):
        play.key("r")
        play.wait(f"status.ply === '{ply}'")
    assert play.cells == full
    play.press("swap-sides")
    play.wait("status.ply === '7' && status.mine === 'true'")


def test_help_is_hidden_until_the_move_and_the_search_ponders_while_it_is_told_to(arrive):
    play = arrive()
    page = play.page
    play.begin("connect4", level="light")
    play.answer_to("4")
    values = page.locator(".play-value strong")
    expect(values.first).not_to_be_empty()
    page.get_by_label("No help until I have moved").check()
    expect(values).to_have_count(0)
    expect(page.locator(".play-no-tree")).to_be_visible()
    page.get_by_label("No help until I have moved").uncheck()
    expect(values.first).not_to_be_empty()
    play.page.locator("#play").focus()
    play.key("h")
    play.wait("status.help.startsWith('Hint: ')")
    expect(play.narration).to_contain_text("Expected play")

    before = int(play.status()["playouts"])
    page.get_by_label("Thinks on your time").check()
    play.wait(f"Number(status.playouts) > {before + 500}")
    curve = page.locator("[data-curve]")
    *lines, now = plotted(curve, "MultiLine")
    assert 1 <= len(lines) <= 3
    assert max(line["xs"][-1] for line in lines) == now["xs"][0] > before
    assert " playouts" in plotted(curve, "Scatter")[0]["told"]
    page.get_by_label("Thinks on your time").uncheck()
    play.wait("status.busy === 'false'")
    rested = play.status()["playouts"]
    play.press("hint")  # something else is done meanwhile
    play.wait("status.help.startsWith('Hint: ')")
    assert play.status()["playouts"] == rested


def test_a_search_with_its_own_settings_and_a_limit_of_time_moves_when_told(arrive):
    play = arrive()
    page = play.page
    play.begin("connect4", level="light")
    page.locator(".play-own > summary").click()
    page.locator("#play [data-recipe]").get_by_label("Exploration", exact=False).first.focus()
    play.key("ArrowRight")
    expect(play.field("level")).to_have_value("own")
    expect(page.locator("[data-about]")).to_contain_text("settings of your own")
    page.locator(".play-own > summary").click()
    page.locator("[name='play-limit'][value='seconds']").check()
    page.locator("[data-limit='amount']").focus()
    play.key("End")
    expect(page.locator("[data-limit-text]")).to_have_text("60 s")
    page.locator("#play").focus()
    play.key("4")
    play.wait("status.ply === '1' && Number(status.playouts) > 300")
    play.press("now")
    play.wait("status.ply === '2' && status.mine === 'true'")


def test_a_game_from_a_position_is_reviewed_linked_explored_and_played_on(arrive, open_page, url):
    play = arrive()
    page = play.page
    play.begin("connect4")
    play.field("position").fill("4453")
    play.field("position").press("Enter")
    play.wait("status.cells.includes('2') && status.mine === 'true'")
    assert (play.cells.count("1"), play.cells.count("2")) == (2, 2)
    page.locator("#play").focus()
    play.answer_to("1")
    cells = play.cells
    play.key("v")
    play.wait("status.review !== ''")
    page.locator("[data-review-playouts]").select_option("2000")
    play.wait("status.review === '3/3' && status.busy === 'false'")
    curve = page.locator("[data-curve]")
    expect(curve.locator("canvas").first).to_be_visible()
    assert [row["xs"] for row in plotted(curve, "MultiLine") if row["line_width"] == 2] == [
        [0, 1, 2]
    ]
    told = [row["told"] for row in plotted(curve, "Scatter") if "certain" not in row["told"]]
    rates = page.locator("#play [data-moves] .rate").all_inner_texts()
    assert [text.partition(": ")[2] for text in told[1:]] == rates
    page.locator(".play-strip figure").first.hover()
    expect(page.locator(".play-strip-large svg")).to_be_visible()
    page.locator("[data-curve]").hover()
    expect(page.locator(".play-strip-large")).to_be_hidden()
    expect(page.locator("#play [data-moves] .rate")).to_have_count(2)
    expect(page.locator(".play-value").filter(has_text="played")).to_have_count(1)
    page.locator("#play").focus()
    play.key("End", "ArrowLeft")
    play.wait("status.ply === '1'")

    link = page.url.replace("review=2000", "review=1500")  # which is not on the list
    other = PlayPage(open_page(link).page)
    other.wait("status.ply === '1' && status.review === '3/3'")
    assert other.page.url.split("?")[1] == link.split("?")[1]
    expect(other.page.locator("[data-review-playouts]")).to_have_value("1500")
    other.key("End")
    other.wait("status.ply === '2'")
    assert other.cells == cells

    other.key("e")
    explorer = ExplorerPage(other.page)
    explorer.wait("status.iteration === '1500'", 60)
    assert "position" in other.page.url
    other.page.locator("[data-client='play-against']").evaluate("button => button.click()")
    # the search is to move in that position, and soon has
    other.wait("status.review === '' && status.ply === '1' && status.mine === 'true'")
    assert len(other.status()["moves"].split()) == 1
    assert "2" in other.cells
    expect(other.field("level")).to_have_value("own")

    play.key("n")
    play.wait("status.review === ''")
    assert play.ply == 1 or play.status()["mine"] == "true"


def test_a_marked_mistake_leads_to_its_move_and_its_rate_is_told(open_page, url):
    moves = "4 1 4 1 4 7 4"  # the sixth lets the other win
    link = f"{url}?view=play&game=connect4&first=person&second=level first, seed 1&moves={moves}"
    play = PlayPage(open_page(f"{link}&at=7&review=2000").page)
    page = play.page
    play.wait("status.review === '8/8' && status.busy === 'false'", 60)
    curve = page.locator("[data-curve]")
    marked = curve.locator("[data-goto]")
    label = curve.get_by_role("img").get_attribute("aria-label")
    assert label is not None
    assert label.endswith(f"{marked.count()} marked")
    pale = [row["xs"][0] for row in plotted(curve, "MultiLine") if row["line_alpha"] < 1]
    assert pale == [int(mark.get_attribute("data-goto") or 0) for mark in marked.all()]
    mistake = curve.locator("[data-goto='6']")
    expect(mistake).to_have_text("6. 7")
    mistake.click()
    play.wait("status.ply === '6'")
    # the end is certain, and told where it is pointed at
    box = curve.locator(".proven").last.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".bk-Tooltip").filter(has_text="certain")).to_contain_text("7. 4: ")


def test_what_the_search_believed_ends_with_the_review(arrive):
    play = arrive()
    page = play.page
    play.begin("tictactoe")
    play.finish(lambda: play.places.first.click())
    page.locator("#play").focus()
    play.key("v")
    play.wait("status.review !== ''")
    page.locator("[data-review-playouts]").select_option("2000")
    play.wait("new Set(status.review.split('/')).size === 1 && status.busy === 'false'")
    expect(page.locator("#play [data-belief]")).to_contain_text("before the move")
    page.locator("#play").focus()
    play.key("n")
    play.wait("status.review === ''")
    expect(page.locator("#play [data-belief]")).to_be_hidden()


def test_a_saved_game_is_loaded_again(arrive, tmp_path):
    play = arrive()
    page = play.page
    play.begin("yavalath")
    play.answer_to_place(30)
    with page.expect_download() as download:
        page.locator("[data-play='save']").evaluate("button => button.click()")
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert "game: yavalath" in file.read_text()
    cells = play.cells
    play.begin("tictactoe")
    page.locator("[data-load]").set_input_files(str(file))
    play.wait("status.ply === '2' && status.game === 'yavalath'")
    assert play.cells == cells

    play.begin("tictactoe")
    play.answer_to_place(4)
    play.press("games")
    games = page.locator("[data-reopen]")
    expect(games.nth(0)).to_contain_text("Tic-Tac-Toe")
    assert games.nth(0).get_attribute("aria-current") == "true"
    expect(games.nth(1)).to_contain_text("2 moves")
    games.nth(1).click()
    play.wait("status.ply === '2' && status.game === 'yavalath'")
    assert play.cells == cells
    play.press("games")
    play.press("forget")
    expect(games).to_have_count(0)
    play.press("games")


def test_the_pie_rule_is_explained_and_a_row_of_three_is_a_loss(arrive):
    play = arrive()
    page = play.page
    play.begin("yavalath", first="persons")
    page.get_by_label("Pie rule").check()
    play.wait("status.ply === '0'")
    page.get_by_role("button", name="e5", exact=True).click()
    expect(play.page.locator("#play [data-lead]")).to_have_text("The pie rule.")
    expect(play.narration).to_contain_text("Swap makes it yours")
    page.locator("#play").focus()
    play.key("s")
    play.wait("status.moves === 'e5 swap'")
    expect(page.locator("#play [data-play='aside']")).to_be_hidden()

    page.get_by_label("Pie rule").uncheck()
    play.wait("status.ply === '0'")
    for ply, name in enumerate(("a1", "i5", "a2", "e5", "a3"), 1):
        page.get_by_role("button", name=name, exact=True).click()
        play.wait(f"status.ply === '{ply}'")
    expect(play.narration).to_contain_text("first player made three in a row")
    page.locator("#play").focus()
    play.key("v")
    play.wait("status.review !== ''")
    page.locator("[data-review-playouts]").select_option("2000")
    play.wait("status.review === '6/6' && status.busy === 'false'")
    page.locator("#play").focus()
    play.key("End")
    play.wait("status.ply === '5'")
    expect(play.narration).to_contain_text("made three in a row without a fourth, which loses.")
    expect(page.locator("#play [data-moves] [aria-current] .play-mark.large")).to_be_visible()


def test_one_player_plays_and_the_search_shows_what_it_would_do_when_asked(arrive):
    play = arrive()
    page = play.page
    play.field("game").select_option("samegame")
    play.wait("status.game === 'samegame'")
    play.field("position").fill("6x6x3:3")
    play.field("position").press("Enter")
    play.wait("status.cells.length === 36 && status.busy === 'false'")
    assert page.locator("[data-board] .played").count() == 0
    total = int(page.locator("[data-score='total']").inner_text().replace("\u202f", ""))
    assert total > 0
    page.locator("#play").focus()
    play.key("h")
    play.wait("status.help.startsWith('The search would play ')")
    expect(page.locator("[data-board] .played")).to_have_count(1)
    play.finish(lambda: play.places.first.click())
    expect(play.narration).to_contain_text("points against")
    mine = int(page.locator("[data-score='yours']").inner_text().replace("\u202f", ""))
    assert f"{mine} points against {total}" in play.text("narration").replace("\u202f", "")
    its, yours, now = plotted(page.locator("[data-curve]"), "MultiLine")
    assert (its["ys"][-1], yours["ys"][-1]) == (total, mine)
    assert now["xs"] == [play.ply] * 2
    while play.ply:
        before = play.ply
        play.key("u")
        play.wait(f"Number(status.ply) === {before - 1}")
    play.key("r")
    play.wait("status.ply === '1'")


def test_a_record_game_is_one_press_away_and_its_positions_are_explored(arrive):
    play = arrive()
    page = play.page
    play.field("game").select_option("morpion")
    play.wait("status.game === 'morpion' && status.ply === '0'")
    page.get_by_label("Variant").select_option("4D")
    expect(play.field("position")).to_have_value("4D")
    page.get_by_role("button", name="4T 62").click()
    play.wait("status.ply === '62'")
    expect(page.get_by_label("Variant")).to_have_value("4T")
    expect(play.narration).to_contain_text("62 points")
    for ply in (61, 60):
        play.key("u")
        play.wait(f"status.ply === '{ply}'")
    expect(page.locator("[data-whose]")).to_have_text("Record")
    play.key("e")
    expect(page.get_by_role("main", name="Play")).to_be_hidden()
    position = page.locator("#recipe").get_by_label("Position", exact=True)
    expect(position).to_have_value(re.compile("^4T: "))
    page.go_back()
    play.wait("status.ply === '60'")


def test_one_players_problem_of_ones_own_is_played_to_its_end(arrive):
    play = arrive()
    play.field("game").select_option("eight-queens")
    play.wait("status.game === 'eight-queens' && status.ply === '0'")
    play.finish(lambda: play.page.locator("[data-action]").first.click())
    expect(play.narration).to_have_text("5 points against 8.")
    expect(play.page.locator("[data-score='yours']")).to_have_text("5")
    expect(play.page.locator("[data-score='its']")).to_be_hidden()
    play.key("u")
    expect(play.page.locator("[data-score='yours']")).to_have_text("\N{EN DASH}")
