"""The Race page in a browser, served and static: two scenarios walk all of it."""

from __future__ import annotations

import re
import shlex
import time
from typing import Any

import pytest
from explorer_page import ExplorerPage, violations_in_its_theme
from page_status import status_of, wait_for_status
from playwright.sync_api import FloatRect, Locator, expect

from explorer.pages.race.races import RACES
from explorer.pages.race.setup import from_query
from explorer.session.game_link import from_query as game_of
from mcsearch.runs import tournament
from mcsearch.runs.match import play

SMALL = (
    "view=race&entrant=spmcts-uct&entrant=nmcs:policy%3Dtabu-color-random&entrant=nrpa:level%3D1"
    "&game=samegame&equal=iterations%3D200&scoring=plain&board-seeds=1-3&size=8x8&seeds=1-2"
)
MATCH = (
    "view=race&entrant=uct:label%3DUCT&entrant=uct:solver%3Don,label%3Dsolver&game=tictactoe"
    "&equal=iterations%3D60&pairs=6&sprt=0,50"
)
THREE = (
    "view=race&entrant=uct:exploration%3D0.1,label%3Dlow&entrant=uct:label%3Dmiddle"
    "&entrant=uct:solver%3Don,label%3Dsolver&game=tictactoe&equal=iterations%3D30&pairs=2"
)
POINT = """([x, y]) => {
  const view = [...Bokeh.index].find(({ el }) => el.closest(".race-course"));
  const { left, top } = view.el.getBoundingClientRect();
  return [left + view.frame.x_scale.compute(x), top + view.frame.y_scale.compute(y)];
}"""
"""JavaScript: where a point of the chart is in the window."""
FASTEST = "(slider) => { slider.value = 1; slider.dispatchEvent(new Event('input')); }"


class RacePage:
    """The page in words."""

    def __init__(self, explorer: ExplorerPage) -> None:
        self.explorer, self.page = explorer, explorer.page

    def status(self) -> dict[str, str]:
        return status_of(self.page, "#race-status")

    def wait(self, **wanted: str) -> None:
        self.wait_until(" && ".join(f"status.{name} === '{wanted[name]}'" for name in wanted))

    def wait_until(self, condition: str) -> None:
        """Until a JavaScript condition on `status` holds; see `wait_for_status`."""
        wait_for_status(self.page, "#race-status", condition)

    def arrive(self) -> None:
        self.wait_until("'frame' in status")

    def press(self, name: str) -> None:
        self.page.locator(f".race [data-race-do='{name}']").first.click()

    def narration(self) -> str:
        return self.page.locator(".race [data-narration]").inner_text()

    def fits(self, width: int) -> bool:
        return self.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture
def arrive(open_page, url):
    def arrive(query: str, **options: Any) -> RacePage:
        race = RacePage(open_page(f"{url}?{query}", **options))
        race.arrive()
        return race

    return arrive


def test_a_race_on_boards(arrive):
    race = arrive(SMALL)
    page = race.page
    assert race.status()["state"] == "idle"
    assert "3 boards, 2 rounds: press Start" in race.narration()
    command = page.locator("[data-command]").inner_text()
    assert shlex.split(command) == shlex.split(from_query(SMALL).command())
    expect(page.locator(".race-entrant b")).to_have_text(
        ["(1) UCT + deviation", "NMCS level 2", "NRPA level 1"]
    )

    # by the keyboard alone: a slow start, a pause, to the end of the round, to the end
    page.locator("[data-race-speed]").fill("0.3")
    page.locator("main.race").focus()
    page.keyboard.press("Space")
    race.wait(state="running")
    expect(page.locator(".race-play")).to_have_text("Pause")
    race.wait_until("Number(status.at) > 3")
    page.keyboard.press("Space")
    race.wait(state="paused")
    at = race.status()["at"]
    time.sleep(0.3)
    assert race.status()["at"] == at
    page.keyboard.press("n")
    race.wait(done="1", busy="false")
    rows = page.locator("[data-differences] tbody tr")
    expect(rows).to_have_count(3)
    expect(page.locator("[data-ranks] .round").first).to_have_text("Round 1, done")
    page.locator("[data-race-speed]").fill("1")
    race.press("toggle")
    race.wait(state="decided")
    assert race.narration().startswith(("Decided. ", "Not decided. "))
    expect(page.locator(".race-play")).to_have_text("5 more rounds")

    # the same boards with the same seeds give the same scores everywhere
    setup = from_query(SMALL)
    recipe = setup.race().recipe(0, 1, 1)
    search = recipe.build()
    search.run()
    page.keyboard.press("]")
    expect(page.locator("[data-board-title]")).to_have_text("Board 2")
    expect(page.locator("[data-entrant='0'] .race-best")).to_have_text(f"{search.best_score:g}")
    expect(page.locator("[data-entrant='0'] .race-move")).to_contain_text(
        f"of {len(search.best_sequence)}"
    )
    # stepped by hand the boards rest, all at one move
    move = page.locator("[data-entrant='0'] .race-move")
    steps = page.locator("[data-race-step]")
    steps.fill("3")
    expect(move).to_have_text(f"move 3 of {len(search.best_sequence)}")
    steps.press("ArrowRight")
    expect(page.locator("[data-race-do='step']")).to_have_attribute("aria-pressed", "false")
    expect(move).to_have_text(f"move 4 of {len(search.best_sequence)}")
    race.press("step")
    expect(move).not_to_contain_text("move 4 of")
    cells = page.locator("[data-chart-table] tbody tr").last.locator("td").all_inner_texts()
    assert all(cell.isdigit() for cell in cells)

    # the chart tells of an entrant's line, where it is pointed at, what the table has
    names = page.locator("[data-chart-table] thead th").all_inner_texts()[1:]
    for name, cell in zip(names, cells, strict=True):
        x, y = page.evaluate(POINT, [200, int(cell)])
        page.mouse.move(x - 4, y - 4)
        page.mouse.move(x, y)
        tooltip = page.locator(".bk-Tooltip:visible .bk-tooltip-content").first
        expect(tooltip).to_contain_text(f"{name}: ")
        told = re.search(rf"{re.escape(name)}: ([\d.]+) at 200 playouts", tooltip.inner_text())
        assert told, tooltip.inner_text()
        assert round(float(told[1])) == int(cell)
    page.mouse.move(0, 0)

    # one board's seeds, an entrant alone, the log
    page.locator("[data-focus='board']").click()
    expect(page.locator("[data-focus='board']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("2")
    expect(page.locator("main.race")).to_have_attribute("data-emphasis", "2")
    race.press("log")
    expect(page.locator("#race-log")).to_be_visible()
    page.keyboard.press("Escape")

    # reset, undo, and what is set up anew
    page.locator("main.race").focus()
    page.keyboard.press("r")
    race.wait(state="cancelled")
    race.press("undo")
    race.wait(state="decided")
    change = page.get_by_role("button", name="NMCS level 2, change")
    change.click()
    page.get_by_role("button", name="Use it").click()  # as it is
    expect(page.locator("#race-entrant")).to_be_hidden()
    change.click()
    page.locator("[data-entrant='changes']").fill("levl=1")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("[data-entrant-error]")).to_contain_text("did you mean level")
    page.locator("[data-entrant='changes']").fill("level=1")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#race-entrant")).to_be_hidden()
    race.wait(state="idle")
    expect(page.locator("[data-command]")).to_contain_text("nmcs:level=1")
    assert "nmcs:level%3D1" in page.url

    # each run opens in Explore
    assert page.locator(".race [data-explore]").count() == 3
    page.locator(".race [data-explore='2']").click()
    expect(page.locator("#explore")).to_be_visible()
    expect(page.locator("#explore")).to_contain_text("NRPA")
    race.explorer.wait("Number(status.steps) > 0")
    page.keyboard.press("Space")
    race.explorer.wait_until_still()


def test_a_match(arrive):
    race = arrive(MATCH)
    page = race.page
    page.locator("[data-race-speed]").fill("0.2")
    race.press("toggle")
    race.wait(state="running")
    before = page.locator(".race-move-played").count()
    expect(page.locator(".race-move-played").nth(before)).to_be_visible()
    page.locator("[data-look='-1']").focus()
    page.locator("[data-race-speed]").evaluate(FASTEST)
    race.wait(state="decided")
    expect(page.locator("[data-look='-1']")).to_be_focused()
    assert "After all 6 pairs solver has" in race.narration()
    points = page.locator(".race-points b").all_inner_texts()
    halves = sum(float(text.replace("½", ".5") if text != "½" else 0.5) for text in points)
    assert halves == 12
    rows = page.locator("[data-games] tbody tr[data-number]")
    expect(rows).to_have_count(13)
    counts = page.locator(".race-score tbody tr.both td").all_inner_texts()
    assert sum(map(int, counts[:3])) == 12
    expect(page.locator(".race-llr")).to_be_visible()

    with page.expect_download() as download:
        race.press("save")
    assert download.value.path().read_text().count("# game ") == 12

    # the same games as the command line's
    match = from_query(MATCH).race()
    opening = match.fixtures(5)[1].opening
    state, moves = match.fixtures(5)[1].sides[0].start(), []
    for action in opening:
        moves.append(state.action_name(action))
        state = state.play(action)
    expect(rows.nth(1).locator(".opening")).to_have_text(" ".join(moves))

    page.locator("main.race").focus()
    page.keyboard.press("[")
    expect(page.locator("[data-game-title]")).to_have_text("Game 12")
    page.locator("[data-review='3']").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-review='2']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main.race")).to_be_hidden()
    place = game_of(page.url.partition("?")[2])
    assert place is not None
    assert place.record.setting.game == "tictactoe"
    page.go_back()
    expect(page.locator("main.race")).to_be_visible()
    assert race.status()["state"] == "decided"


def test_a_tournament_has_the_table_of_the_command(arrive):
    race = arrive(THREE)
    page = race.page
    expect(page.locator(".race-play")).to_have_text("Start")
    assert "Three entrants in a round robin, 6 pairs in all: press Start." in race.narration()
    page.locator("[data-race-speed]").evaluate(FASTEST)
    race.press("toggle")
    race.wait(state="decided")
    expect(page.locator(".race-play")).to_have_text("New tournament")

    played = from_query(THREE).race()
    for fixture in played.games():
        played.add(fixture.to_json(), play(fixture).returns)
    expected = tournament.rows(played, played.ratings())
    rows = page.locator(".race-ratings table").first.locator("tbody tr")
    expect(rows).to_have_count(3)
    for place, row in enumerate(expected):
        name = played.entrants[row.entrant].label
        expect(rows.nth(place).locator("th")).to_contain_text(name)
        texts = rows.nth(place).locator("td").all_inner_texts()[:-1]
        assert texts == [row.elo, row.error, row.points, row.games, row.score, row.superiority]
    expect(page.locator("[data-games] tbody tr[data-number]")).to_have_count(13)
    page.locator(".race-entrants .ghost").nth(1).click()
    race.wait(state="idle")
    expect(page.locator(".race-ratings")).to_have_count(0)


def place_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


def test_a_game_stays_under_the_pointer_while_others_end(arrive):
    match = MATCH.replace("pairs=6&sprt=0,50", "pairs=2000")
    race = arrive(match.replace("iterations%3D60", "iterations%3D1000"))  # it does not end
    page = race.page
    page.locator("[data-race-speed]").evaluate(FASTEST)
    race.press("toggle")
    review = page.locator("[data-review='1']")
    review.wait_for()
    review.hover()
    page.mouse.down()
    box = place_of(review)
    time.sleep(1.2)  # the list is told of ended games twice a second
    assert place_of(review) == box
    page.mouse.up()
    expect(page.locator("main.race")).to_be_hidden()
    page.go_back()  # and the match goes on
    # the rows that come above push none away that is looked at, once there are rows to scroll
    rows = page.locator(".race-games [data-games]")
    deadline = time.monotonic() + 60
    while rows.evaluate("rows => rows.scrollHeight <= rows.clientHeight"):
        assert time.monotonic() < deadline, "the list is not filled"
        time.sleep(0.1)
    review.hover()
    before, num_rows = place_of(review), page.locator("[data-review]").count()
    page.locator(f"[data-review='{num_rows + 1}']").wait_for(state="attached")
    assert place_of(review)["y"] == pytest.approx(before["y"], abs=1)  # scrolled by whole pixels


def test_a_page_asks_before_a_running_race_is_lost(arrive):
    race = arrive(SMALL.replace("iterations%3D200", "iterations%3D2000000"))
    page = race.page
    asked = []

    def refuse(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", refuse)
    race.press("toggle")
    race.wait(state="running")
    page.evaluate("location.reload()")
    assert asked == ["beforeunload"]
    race.wait(state="running")
    race.press("toggle")
    # a race that is stopped before its first run is done has not begun
    race.wait_until("['paused', 'idle'].includes(status.state)")
    page.evaluate("window.isOld = true")
    page.reload()
    race.arrive()
    assert asked == ["beforeunload"]
    assert page.evaluate("window.isOld") is None


def test_a_link_that_is_wrong_is_named_and_the_page_works(arrive):
    race = arrive("view=race&entrant=spmct&entrant=nmcs")
    expect(race.page.locator("[data-toast-error]")).to_contain_text("did you mean spmcts")
    expect(race.page.locator("[data-race-preset]")).to_have_value("four-searches")
    race.page.locator("[data-race-preset]").select_option("solver")
    expect(race.page.locator("main.race")).to_have_attribute("data-kind", "match")
    expect(race.page.locator("[data-command]")).to_contain_text(RACES["solver"].setup.entrants[0])


@pytest.mark.at_rest
def test_it_fits_and_axe_is_content(arrive, axe):
    race = arrive(SMALL)
    race.press("next")
    race.wait(done="1", busy="false")
    check_sizes_and_themes(race, axe)
    for _ in race.explorer.in_sizes((390, 844)):
        race.page.evaluate("scrollTo(0, 0)")
        race.page.locator("[data-open='race-setup']").click()
        assert violations_in_its_theme(race.explorer, axe) == []
        race.page.locator("[data-close='race-setup']").click()
    race.page.locator("[data-race-preset]").select_option("solver")
    expect(race.page.locator("main.race")).to_have_attribute("data-kind", "match")
    check_sizes_and_themes(race, axe)


def check_sizes_and_themes(race, axe):
    for width in race.explorer.in_sizes((1440, 900), (1024, 768), (390, 844)):
        assert race.fits(width)
        assert violations_in_its_theme(race.explorer, axe) == []
