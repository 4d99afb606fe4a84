"""A game from a folder of its own that draws itself: its picture wherever a position is shown."""

import gzip
import json
import math
import sys
from pathlib import Path

import drawn
import pytest

from explorer.alone.moments import packed
from explorer.cards.board.frame import show_position
from explorer.cards.lanes.sent import lanes_of
from explorer.look.boards import shown_of
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import drawing
from explorer.pages.race import board_frame
from explorer.pages.race.contest import Contest
from explorer.pages.race.setup import Setup
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.cli.board_picture import picture
from mcsearch.runs.race import Equal

sys.path += [
    str(Path(__file__).parent / "pages"),
    str(Path(__file__).parent.parent / "core/people"),
]
import people
from playing import Browser


@pytest.fixture(autouse=True)
def games_of_people(rooms_as_they_were):
    people.load()


def chain(cells="", beads=10):
    return Recipe("lattice-chain", cells, "", {"beads": beads}).start()


def test_contacts_are_neighbours_that_are_not_joined():
    state = chain("c3 d3 d4 c4 b4")
    assert [state.action_name(action) for action in state.legal_actions()] == ["b5", "a4", "b3"]
    assert state.returns() == 1
    assert [state.play(action).returns() for action in state.legal_actions()] == [1, 1, 2]
    shut = chain("c3 b3 a3 a2 a1 b1 c1 c2 b2")
    assert (shut.returns(), shut.ending()) == (4, "the chain has shut itself in")
    whole = chain("c3 d3 d4 c4", beads=4)
    assert (whole.legal_actions(), whole.ending()) == ([], "all beads are laid")


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_board_and_strip_have_its_picture_in_the_ink_of_the_theme(palette):
    search = Recipe("lattice-chain", "c3 d3", "spmcts", seed=1).build()
    search.run(20)
    while search.phase != 3:
        search.advance()
    frame = make_frame(search)
    board = drawn.board(frame.board, ink=palette.ink)
    text = drawing(chain(frame.board.text).picture.svg).text(palette.ink, FONT)
    whole = board if board.tag == "img" else board[0]
    assert drawn.image(whole) == text
    state = search.root
    for action in [*search.path_actions, *search.playout_actions]:
        state = state.play(action)
    strip = drawn.strip(frame.strip, ink=palette.ink)
    images = [drawn.image(each) for each in strip.iter("img")]
    assert images[-1] == drawing(state.picture.svg).text(palette.ink, FONT)
    assert len(set(images)) == len(images) > 2


def test_the_saved_file_has_the_pictures_of_board_and_strip():
    search = Recipe("lattice-chain", "c3 d3", "spmcts", seed=1).build()
    search.run(5)
    text = gzip.decompress(packed(search, 400)).decode(errors="replace")
    ends = search.root
    for action in search.best_sequence:
        ends = ends.play(action)
    for state in (search.root, search.root.play(search.best_sequence[0]), ends):
        assert json.dumps(shown_of(state)) in text


def test_play_has_it_with_a_place_for_each_move():
    browser = Browser("view=play&game=lattice-chain&moves=d3+d4+c4+b4")
    table = browser.table
    state = browser.game.attempt.state
    assert table["shown"]["svg"] == shown_of(state)
    height, side = 218, state.picture.side
    for target, ((x, y),) in zip(table["targets"], state.picture.places, strict=True):
        (cell,) = target["cells"]
        shown = table["board"]["x"][cell] * side, height - table["board"]["y"][cell] * side
        assert shown == pytest.approx((x, y), abs=0.01)
    browser.send("move", state.parse_action("b3"))
    assert browser.table["shown"]["svg"] == shown_of(chain("c3 d3 d4 c4 b4 b3"))


def test_the_end_is_as_large_as_the_drawing_was_in_play():
    browser = Browser("view=play&game=lattice-chain&moves=d3+d4+c4+b4+b3+b2+c2")
    before = browser.table["board"]
    browser.send("move", browser.game.attempt.state.parse_action("d2"))
    browser.send("move", browser.game.attempt.state.parse_action("d1"))
    end = browser.table["board"]
    assert browser.table["is_over"]
    assert (end["width"], end["height"]) == (before["width"], before["height"])


def test_play_asks_for_a_whole_number_of_the_game():
    browser = Browser("view=play&game=lattice-chain")
    (beads,) = browser.players["switches"]
    assert (beads["label"], beads["value"], beads["choices"][-1]) == ("Beads", "10", "20")
    new = {"game": "lattice-chain", "level": "first", "first": "person", "position": ""}
    browser.send("new", {**new, "rules": {"beads": "4"}})
    assert browser.game.attempt.state.num_beads == 4


def test_lanes_and_race_have_it():
    search = Recipe("lattice-chain", "", "nrpa", {"level": 2}, seed=1).build()
    search.run(30)
    frame = make_frame(search)
    lanes = json.dumps(plain(lanes_of(frame.nested, frame.nrpa)))
    assert json.dumps(shown_of(search.root)) in lanes
    contest = Contest("four-searches")
    entrants = ("spmcts", "nrpa:level=1")
    contest.load(Setup("lattice-chain", entrants, Equal("iterations", 20), seeds="1"))
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    positions = plain(board_frame.sequence(contest.run, 0, 0))["positions"]
    assert json.dumps(shown_of(chain())) in json.dumps(positions[0])


def test_a_terminal_has_its_text():
    state = chain("c3 d3 d4")
    assert picture(state, state, colours=False) == ["c3 d3 d4"]
    assert show_position(state).text == "c3 d3 d4"
