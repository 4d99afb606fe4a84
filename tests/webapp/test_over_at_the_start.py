"""Games that are over where they begin: every page says so, and none fails."""

import json
import time

import drawn
import pytest
from playing import Browser
from visitor import Visitor

import explorer
from explorer.pages.check import page
from explorer.pages.explore.page import Explore
from explorer.pages.race.page import Race
from explorer.session import contract
from explorer.session.problems import EDITED
from mcsearch.check import SUSPICIOUS, WRONG
from mcsearch.games import GAMES, Game
from mcsearch.games.python_state import PythonState

PICTURES = {
    "text": "",
    "rows": "def picture(self): return ['aa', 'bb']",
    "svg": 'def picture(self): return \'<svg viewBox="0 0 90 60"><path d="M0 0h9"/></svg>\'',
}
CODE = """
class Over:
    num_players = {num_players}
    to_play = 0
    def legal_actions(self): return {actions}
    def play(self, action): return Over()
    def is_terminal(self): return True
    def returns(self): return 1.0
    def __str__(self): return "nothing left"
    {picture}
"""

with_pictures = pytest.mark.parametrize("picture", PICTURES)
with_actions = pytest.mark.parametrize("actions", [[], [1, 2]], ids=["no-actions", "actions"])


def code(num_players, actions, picture):
    return CODE.format(num_players=num_players, actions=actions, picture=PICTURES[picture])


class Over(PythonState):
    """A game of a folder that nobody can move in; the first player has won."""

    def __init__(self, num_players):
        super().__init__(num_players, 1, 2)

    def legal(self):
        return []

    def make(self, action):
        raise NotImplementedError

    def result(self):
        return 1.0

    def __str__(self):
        return "nothing left"


@pytest.fixture
def of_a_folder(rooms_as_they_were):
    def start(num_players):
        return lambda *_: Over(num_players)

    for number, name in ((1, "over-alone"), (2, "over")):
        GAMES.add(Game(name, "Over", number, "stones", False, "", "", "", start(number)))


# -- Play --


@with_pictures
@with_actions
def test_play_says_who_has_won_a_persons_game_without_a_move(actions, picture):
    player = Browser()
    player.write(code(2, actions, picture))
    for first, won in (
        ("person", "you won"),
        ("search", "the search won"),
        ("persons", "the first player won"),
        ("searches", "the first player won"),
    ):
        player.send("new", {"game": EDITED, "level": "light", "first": first})
        player.run()
        is_over_at_once(player)
        assert player.status["narration"] == f"The game is over where it begins: {won}."
        assert player.said["values"] == []


@with_pictures
@with_actions
def test_play_says_the_points_of_one_player_without_a_move(actions, picture):
    player = Browser()
    player.write(code(1, actions, picture))
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    player.run()
    is_over_at_once(player)
    assert player.status["narration"] == "The game is over where it begins, with 1 point."


def is_over_at_once(player):
    """What every such game shows: nothing to do, and no tree."""
    status, table = player.status, player.table
    assert status["message"] is None
    assert (status["turn"], status["lead"]) == ("Over", "No move is left.")
    assert status["no_tree"] == "The game is over."
    assert not status["has_tree"]
    may = ("can_undo", "can_redo", "can_hint", "can_now", "can_pause", "can_review")
    assert [name for name in may if status[name]] == []
    assert (table["is_over"], table["can_move"], table["targets"]) == (True, False, [])


@pytest.mark.parametrize("num_players", [1, 2])
def test_a_drawing_that_is_over_has_its_own_size_in_play(num_players):
    player = Browser()
    player.write(code(num_players, [], "svg"))
    player.send("new", {"game": EDITED, "level": "light", "first": "person"})
    board = player.table["board"]
    assert (board["width"], board["height"]) == (90, 60)
    assert board["x"] == []


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("over", "The game is over where it begins: you won, no move is left."),
        ("over-alone", "The game is over where it begins, with 1 point."),
        ("tictactoe&position=xxx/oo./...", "over where it begins: you won, three in a row."),
        ("samegame&position=../..", "The game is over where it begins, with 0 points."),
    ],
)
def test_play_opens_a_link_to_a_game_that_is_over(of_a_folder, game, told):
    player = Browser(f"?view=play&game={game}")
    player.run()
    is_over_at_once(player)
    assert told in player.status["narration"]
    again = Browser("?" + player.status["query"])
    assert again.game.record() == player.game.record()


# -- Explore --


@with_pictures
@with_actions
@pytest.mark.parametrize("num_players", [1, 2])
def test_explore_and_the_saved_file_say_that_it_is_over(
    num_players, actions, picture, monkeypatch, tmp_path
):
    monkeypatch.setattr(contract, "GAMES_SECONDS", 0.01)
    monkeypatch.setattr(contract, "SPEED_SECONDS", 0.01)
    reader = Visitor(Explore, may_edit=True)
    size = {"board": 286, "tree": [700, 600]}
    hello = {"theme": "light", "query": "", "still": True, "resting": True, "size": size}
    reader.send("hello", hello)
    asked = {"name": EDITED, "text": code(num_players, actions, picture)}
    reader.send("code-run", asked)
    assert json.loads(reader.line.model.answer)["error"] is None
    session = reader.page.session
    assert session.recipe.game == EDITED
    session.step_phase()
    drawn.board(session.frame().board)
    said = "".join(text for text, _ in reader.status["narration"])
    assert said == "No moves: the position is over."
    assert reader.status["message"] is None
    explorer.save(session.search, tmp_path / "over.html")
    assert "Over, searched by" in (tmp_path / "over.html").read_text("utf-8")


# -- Race --


@with_actions
@pytest.mark.parametrize("num_players", [1, 2])
def test_race_refuses_a_persons_game_and_names_the_position(num_players, actions):
    racer = Visitor(Race)
    racer.send("hello", {"theme": "light", "query": "?view=race"})
    racer.write(code(num_players, actions, "text"))
    before = racer.shown("form")["game"]
    racer.send("set", {"name": "game", "value": EDITED})
    form = racer.shown("form")
    assert form["game"] == before
    assert form["error"]["text"] == (
        "position: the game is over at 'nothing left'; begin where a move is left"
    )


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("over", "nothing left"),
        ("over-alone", "nothing left"),
        ("tictactoe&position=xxx / oo. / ...", "xxx / oo. / ..."),
    ],
)
def test_race_refuses_a_link_to_a_game_that_is_over(of_a_folder, game, position):
    racer = Visitor(Race)
    others = ("spmcts", "nmcs") if game == "over-alone" else ("uct", "uct:solver=on")
    entrants = "&".join(f"entrant={other}" for other in others)
    racer.send("hello", {"theme": "light", "query": f"?view=race&{entrants}&game={game}"})
    text = racer.status["message"]["text"]
    assert f"position: the game is over at '{position}'; begin" in text


# -- Check, whose games are those of two players that have a name; Learn opens none but its own --


def test_check_examines_what_it_can_without_a_move(of_a_folder, monkeypatch):
    monkeypatch.setattr(page, "OFFERED_SECONDS", (3,))
    examiner = Visitor(page.Check)
    examiner.send("hello", {"theme": "light", "query": ""})
    asked = {"name": "right", "text": None, "game": "over", "seed": 1, "number": 1, "seconds": 3}
    examiner.send("check", asked)
    while examiner.page.checking.busy:
        examiner.page.checking.tick(time.perf_counter())
        time.sleep(0.01)
    report = examiner.shown("report")
    assert (report["state"], report["error"]) == ("done", None)
    assert report["counts"][WRONG] == report["counts"][SUSPICIOUS] == 0
    why = examiner.shown("trees")["why"]
    assert why == "The game is over at this position: there is no tree."
