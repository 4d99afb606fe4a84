"""A game from a folder of its own, on the served page: drawn, played, pointed at, linked to."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from explorer_page import ARRIVAL_SECONDS
from play_page import PlayPage
from playwright.sync_api import expect

from conftest import served_page

GAMES = Path(__file__).parent.parent / "core" / "people" / "games"
# o cannot put a stone
PASSING = "...... / ...... / ...... / ...... / ...... / xxo.ox o"


@pytest.fixture(scope="module")
def url():
    """Overrides that of all pages: only a server can be given a folder."""
    program = Path(__file__).with_name("serve_with_games.py")
    with served_page(command=(str(program), str(GAMES))) as address:
        yield address


def arrives(explorer, game="Reversi"):
    """Waits until the link's recipe is there."""
    told = explorer.page.locator("[data-text='game']")
    expect(told).to_contain_text(game, timeout=1000 * ARRIVAL_SECONDS)


# of the last move, and of the best one
ARROWS = "document.querySelectorAll('#board .way').length"
# the middle of a cell of Explore's board on the screen
MIDDLE = """(cell) => {
  const bus = Bokeh.documents.map((each) => each.get_model_by_name("bus-explore")).find(Boolean);
  const { x, y, height } = JSON.parse(bus.board).table.board;
  const matrix = document.querySelector("#board .board-square svg").getScreenCTM();
  const point = new DOMPoint(x[cell], height - y[cell]).matrixTransform(matrix);
  return [point.x, point.y];
}"""


def cell_of(explorer, cell):
    """Where the middle of a cell of Explore's board is on the screen."""
    return explorer.page.evaluate(MIDDLE, cell)


def test_reversi_is_drawn_played_pointed_at_and_linked_to(open_page, url):
    explorer = open_page(f"{url}?game=reversi&search=uct&seed=1&iterations=60")
    page = explorer.page
    arrives(explorer)
    explorer.pause()
    explorer.go_to_first()
    for phase in (1, 2, 3, 4) * 2:
        assert explorer.step()["phase"] == phase
    explorer.run_to(32)
    assert explorer.told()["path"]

    # the pointer on the cell of a move marks its row, a click selects the child
    assert {row[0].strip() for row in explorer.rows()} == {"b3", "c2", "d5", "e4"}
    action, place = next(iter(explorer.places().items()))
    page.mouse.move(*place)
    hovered = page.locator("#why tr.hovered")
    expect(hovered).to_have_attribute("data-actions", action)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#explore [data-text='board-context']")).to_have_text(
        "selected node, depth 1"
    )

    link = explorer.copy_link()
    assert f"node={action}" in link
    picture = explorer.state()
    other = open_page(link)
    other.wait("Number(status.iteration) >= 32 && status.busy === 'false'", 60)
    for known in ("texts", "rows", "narration"):
        assert other.state()[known] == picture[known]


def test_a_pass_is_an_action_like_others(open_page, url):
    explorer = open_page(f"{url}?game=reversi&search=uct&seed=1&position={PASSING}")
    arrives(explorer)
    explorer.pause()
    explorer.go_to_first()
    for _ in range(5):
        explorer.step()
    assert [row[0].strip() for row in explorer.rows()] == ["pass"]
    explorer.press("Set up a position")
    dialog = explorer.page.locator("#editor")
    dialog.get_by_role("button", name="pass", exact=True).click()
    expect(dialog.locator("#editor-text")).to_have_value(PASSING[:-1] + "x")
    expect(dialog.locator("[data-editor-action]")).to_have_count(0)


# -- pieces that go from cell to cell -------------------------------------------------------------

SIDE = 5
COLUMNS = "abcde"
FIRST = "ooooo / ooooo / ..... / xxxxx / xxxxx x"
TAKING = "ooooo / o.ooo / .o... / xxxxx / xxxxx x"


def number_of(name):
    return SIDE * COLUMNS.index(name[0]) + int(name[1]) - 1


class Pieces:
    """Breakthrough between two people on the Play page."""

    def __init__(self, explorer):
        self.page, self.play = explorer.page, PlayPage(explorer.page)
        self.play.begin("breakthrough-5x5", first="persons")

    @property
    def text(self):
        """The position on the board, as the game writes it."""
        cells, ply = self.play.cells, self.play.ply
        rows = [cells[row::SIDE] for row in reversed(range(SIDE))]
        return f"{' / '.join(rows).translate(str.maketrans('012', '.xo'))} {'xo'[ply % 2]}"

    def place(self, name):
        return self.page.locator(f"[data-move='cell-{number_of(name)}']")

    def middle(self, name):
        box = self.play.still_box(self.place(name))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def by_clicks(self, origin, target):
        self.page.mouse.click(*self.middle(origin))
        self.page.mouse.click(*self.middle(target))

    def by_drag(self, origin, target):
        width = self.play.still_box(self.place(origin))["width"]
        x, y = self.middle(origin)
        x += width * (COLUMNS.index(target[0]) - COLUMNS.index(origin[0]))
        self.page.mouse.move(*self.middle(origin))
        self.page.mouse.down()
        self.page.mouse.move(x, y - width * (int(target[1]) - int(origin[1])), steps=4)
        self.page.mouse.up()

    def undo(self):
        self.play.key("u")
        self.play.wait("status.ply === '0'")


def test_each_first_move_a_capture_and_one_by_keys_are_played(open_page, url):
    pieces = Pieces(open_page(f"{url}?view=play"))
    play = pieces.play
    marks = lambda columns: "".join("x" if each in columns else "." for each in COLUMNS)  # noqa: E731
    number = 0
    for place, origin in enumerate(COLUMNS):
        for target in COLUMNS[max(place - 1, 0) : place + 2]:
            move = pieces.by_drag if number % 2 else pieces.by_clicks
            move(f"{origin}2", f"{target}3")
            play.wait(f"status.ply === '1' && status.moves === '{origin}2-{target}3'")
            left = marks(COLUMNS.replace(origin, ""))
            assert pieces.text == f"ooooo / ooooo / {marks(target)} / {left} / xxxxx o"
            pieces.undo()
            assert pieces.text == FIRST
            number += 1
    assert number == 13

    pieces.place("b2").focus()
    play.key("Enter", "ArrowUp", "Enter")
    play.wait("status.moves === 'b2-b3'")
    assert pieces.text == "ooooo / ooooo / .x... / x.xxx / xxxxx o"

    play.field("position").fill(TAKING)
    play.field("position").press("Enter")
    play.wait("status.ply === '0'")
    assert pieces.text == TAKING
    pieces.by_clicks("c2", "b3")
    play.wait("status.moves === 'c2-b3'")
    assert pieces.text == "ooooo / o.ooo / .x... / xx.xx / xxxxx o"
    pieces.by_clicks("c4", "b3")
    play.wait("status.moves === 'c2-b3 c4-b3'")
    assert pieces.text == "ooooo / o..oo / .o... / xx.xx / xxxxx x"


def test_explore_draws_its_moves_as_arrows_and_a_piece_is_clicked_and_its_target(open_page, url):
    explorer = open_page(f"{url}?game=breakthrough-5x5&search=uct&seed=1&iterations=200")
    mouse = explorer.page.mouse
    arrives(explorer, "Breakthrough 5 x 5")
    explorer.pause()
    explorer.go_to_first()
    explorer.run_to(100)
    assert explorer.page.evaluate(ARROWS) == 1
    mouse.click(*cell_of(explorer, number_of("b2")))
    expect(explorer.page.locator("#board .lifted")).to_be_visible()
    mouse.click(*cell_of(explorer, number_of("a3")))
    context = explorer.page.locator("#explore [data-text='board-context']")
    expect(context).to_have_text("selected node, depth 1")
    assert f"node={25 * number_of('b2') + number_of('a3')}" in explorer.copy_link()
    assert explorer.page.evaluate(ARROWS) == 2


def test_two_entrants_race_on_it(open_page, url):
    race = "view=race&entrant=uct&entrant=uct:solver%3Don&game=breakthrough-5x5"
    page = open_page(f"{url}?{race}&equal=iterations%3D20&pairs=1").page
    status = page.locator("#race-status")
    expect(status).to_have_attribute("data-frame", re.compile(r"\d"))
    page.locator(".race [data-race-do='toggle']").first.click()
    expect(status).to_have_attribute("data-state", "decided")
    expect(page.locator("[data-games] tbody tr[data-number]")).to_have_count(1 + 2)


# -- a picture of its own -------------------------------------------------------------------------


def test_a_chain_is_laid_by_the_pointer_to_its_end(open_page, url):
    explorer = open_page(f"{url}?view=play&game=lattice-chain")
    page, play = explorer.page, PlayPage(explorer.page)
    play.wait("status.game === 'lattice-chain' && status.ply === '0'")
    play.page.locator("[data-switch-of='beads']").select_option("8")
    drawn = page.locator("[data-board] img")
    told = lambda: unquote(drawn.get_attribute("src"))  # noqa: E731
    cells = ["d3", "d4", "c4", "b4", "b3", "b2", "c2"]
    contacts = [0, 0, 1, 1, 2, 2, 3]
    play.wait("status.ply === '0'")
    for ply, (cell, made) in enumerate(zip(cells, contacts, strict=True), 1):
        box = play.still_box(page.locator(f"[data-board] button[aria-label='{cell}']"))
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        moves = " ".join(cells[:ply])
        play.wait(f"status.ply === '{ply}' && status.moves === '{moves}'")
        assert f">{ply + 1} of 8 beads, contacts: {made}<" in told()
        if ply == 1:  # what is advised is marked where it would be played
            play.press("hint")
            ring = page.locator("[data-board] circle.advised")
            expect(ring).to_have_count(1, timeout=30_000)
            middle = play.still_box(ring)
            lead = page.get_by_text("The search would play").first.inner_text()
            advised = re.findall(r"would play (\w+)", lead)[0]
            place = page.locator(f"[data-board] button[aria-label='{advised}']").bounding_box()
            for side, length in (("x", "width"), ("y", "height")):
                apart = middle[side] + middle[length] / 2 - place[side] - place[length] / 2
                assert abs(apart) < 2
    assert play.status()["over"] == "true"
    expect(play.places).to_have_count(0)
    expect(play.narration).to_contain_text("3 points")

    # in Explore it is drawn on the board, and the list of moves chooses among them
    link = f"{url}?game=lattice-chain&search=spmcts&seed=1&position=c3+{'+'.join(cells[:4])}"
    other = open_page(link)
    arrives(other, "Lattice chain")
    other.pause()
    board = other.page.locator("#board img")
    expect(board).to_have_attribute("alt", "start position: c3 d3 d4 c4 b4")
    assert board.evaluate("img => img.naturalWidth > 0")
