"""A race is a link and a command line, and both say the same; what is wrong is named."""

import shlex
from dataclasses import replace
from urllib.parse import quote

import pytest

from explorer.pages.race.races import RACES, name_of, race_for
from explorer.pages.race.setup import Setup, from_query
from mcsearch import RecipeError
from mcsearch.cli.main import main
from mcsearch.cli.racing import Running
from mcsearch.recipe import GAMES
from mcsearch.runs.race import BoardRace, Equal, MatchRace
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.tournament import GAUNTLET, Tournament

BOARDS = RACES["four-searches"].setup
MATCH = RACES["solver"].setup
OTHERS = (
    replace(
        BOARDS,
        entrants=("spmcts:exploration=0.7,label=a name of two words", "nrpa:level=1"),
        equal=Equal("seconds", 0.25),
        rules={"scoring": "bonus"},
        board_seeds="3, 5-6",
        size="8x6",
        colours="4",
        seeds="7",
    ),
    replace(
        MATCH,
        game="yavalath",
        entrants=("uct", "yavalath-engine:solver=off"),
        rules={"pie_rule": True},
        equal=Equal("iterations", 50),
        position="e5",
        pairs=3,
        seed=9,
        plies=2,
        sprt=Sprt(-5.5, 20, alpha=0.01, beta=0.1, model="logistic"),
    ),
    replace(MATCH, sprt=None),
    replace(MATCH, sprt=None, entrants=("uct", "uct-robust", "uct:solver=on"), pairs=3),
    replace(
        MATCH, sprt=None, entrants=("uct", "uct-robust", "uct:solver=on"), format=GAUNTLET, pairs=2
    ),
)
SETUPS = [*(race.setup for race in RACES.values()), *OTHERS]


@pytest.mark.parametrize("setup", SETUPS, ids=range(len(SETUPS)))
def test_a_link_gives_the_race_again(setup):
    assert from_query("?" + setup.to_query()) == setup


@pytest.mark.parametrize("setup", SETUPS, ids=range(len(SETUPS)))
def test_the_command_line_runs_the_same_race(setup, monkeypatch):
    """The command's own parser makes the race of it, to the last recipe and fixture."""
    made = []
    monkeypatch.setattr(Running, "go", lambda self: made.append(self.race) or 0)
    program, *arguments = shlex.split(setup.command())
    assert program == "mcsearch"
    assert main(arguments) == 0
    (said,), ours = made, setup.race()
    assert said.entrants == ours.entrants
    if isinstance(ours, BoardRace):
        assert (said.runs, said.boards, said.seeds) == (ours.runs, ours.boards, ours.seeds)
    elif isinstance(ours, Tournament):
        assert (said.form, said.num_pairs) == (ours.form, ours.num_pairs)
        for meeting, match in ours.matches.items():
            theirs = said.matches[meeting]
            assert [theirs.fixtures(n) for n in (0, 1)] == [match.fixtures(n) for n in (0, 1)]
    else:
        assert (said.sprt, said.num_pairs) == (ours.sprt, ours.num_pairs)
        assert [said.fixtures(n) for n in (0, 1)] == [ours.fixtures(n) for n in (0, 1)]


def test_every_game_has_a_race_to_begin_with():
    for game in GAMES.values():
        race = race_for(game.name).race()
        assert isinstance(race, MatchRace if game.num_players == 2 else BoardRace)
        assert from_query(race_for(game.name).to_query()) == race_for(game.name)
    assert [name_of(race.setup) for race in RACES.values()] == list(RACES)
    assert name_of(OTHERS[0]) == ""


def test_a_game_with_chance_has_boards_of_its_sizes():
    setup = race_for("2048")
    assert (setup.size, setup.searched_as, setup.has_drawn_boards) == ("4x4", 2, True)
    assert list(setup.boards().values()) == ["4x4:1", "4x4:2", "4x4:3", "4x4:4"]
    assert "colours" not in setup.to_query()
    two_games = "entrant=uct&entrant=uct:exploration=0.1&game=2048"
    assert from_query(two_games).size == "4x4"
    assert from_query(f"{two_games}&position=2 . / 4 2").boards() == {"1": "2 . / 4 2"}
    for more, why in (
        ("size=3x3&position=2 . / 4 2", "size: the position is given; leave out one of them"),
        ("colours=5", "field: 'colours' is not known"),
        ("target=100", "field: 'target' is not known"),
        ("equal=iterations=200000", "iterations a move; the page takes at most"),
    ):
        with pytest.raises(RecipeError, match=why):
            from_query(f"{two_games}&{more}")
    with pytest.raises(RecipeError, match="target: where chance acts none is sought"):
        replace(setup, target=9.0).race()


def test_an_address_without_a_race_names_none():
    assert from_query("?view=race") is None
    assert from_query("") is None


TWO = "entrant=spmcts&entrant=spmcts-uct&game=samegame"
PLAIN = f"{TWO}&scoring=plain"
UCT = "entrant=uct&entrant=uct&game=connect4"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("entrant=spmct&entrant=nmcs", "'spmct': not known; did you mean spmcts"),
        ("entrant=spmcts&game=samegame", "entrants: 1 can't race; give 2 to 4"),
        ("seeds=1-5", "entrant: none is given"),
        (f"{TWO}&equal=playouts=5", "equal: 'playouts=5' is not valid"),
        (f"{PLAIN}&equal=iterations=1000000", "iterations of 20 runs in a round; the page takes"),
        (f"{PLAIN}&equal=seconds=30", "seconds of 20 runs in a round"),
        (f"{PLAIN}&board-seeds=1-50", "board-seeds: '1-50' are too many; .* at most 20"),
        (f"{PLAIN}&seeds=1-50", "seeds: '1-50' are too many"),
        (f"{PLAIN}&size=99x99", "board 1: "),
        (f"{PLAIN}&seeds=x", "seeds: 'x' is not valid"),
        (f"{TWO}&seeds=1&seeds=2", "seeds is given twice"),
        (f"{TWO}&scoring=best", "scoring: 'best' is not valid; choose one of"),
        (f"{TWO}&pairs=5", "field: 'pairs' is not known"),
        (f"{TWO}&entrant=/etc/passwd.json", "the page reads no files"),
        (f"{PLAIN}&entrant=spmcts:trees=4", r"trees is 4; the page takes at most 1"),
        (f"{UCT}&entrant=uct&sprt=0,50", "sprt: it is for a match of two; leave it out"),
        (f"{UCT}&entrant=uct&format=knockout", "format: 'knockout' is not"),
        (f"{UCT}&equal=iterations=1000000", "iterations a move; the page takes at most 100"),
        (f"{UCT}&pairs=5000", "pairs: 5000 are too many"),
        (f"{UCT}&pairs=0", "pairs: '0' is not valid; give a whole number from 1"),
        (f"{UCT}&sprt=5", "sprt: '5' is not valid; give two Elos"),
        (f"{UCT}&sprt=5,0", "give a smaller and a larger Elo"),
        (f"{UCT}&sprt=0,nan", "sprt: 'nan' is not valid; give a number"),
        (f"{UCT}&alpha=0.01", "alpha: it belongs to sprt=ELO0,ELO1"),
        (f"{UCT}&seeds=1", "field: 'seeds' is not known"),
        (f"{UCT}&position=99", "position"),
        ("entrant=uct&entrant=uct&game=tictactoe&opening-plies=9", "openings: after 9 plies"),
        (f"{PLAIN}&board-seeds=" + ",".join(["1-900000"] * 9), "'1-900000' are too many"),
        (f"entrant={quote('{')}&entrant=uct", "is no JSON"),
        ("entrant=" + "x" * 9000, "link: .* characters; give at most"),
    ],
)
def test_what_is_wrong_with_a_link_is_named(query, message):
    with pytest.raises(RecipeError, match=message) as caught:
        from_query(query)
    assert str(caught.value).startswith("link: ")


def test_a_recipe_may_be_an_entrant():
    recipe = Setup("connect4", ("uct", "uct"), Equal("iterations", 10)).recipes()[0].recipe
    setup = Setup("connect4", (recipe.to_json(), "uct-robust"), Equal("iterations", 10))
    assert from_query(setup.to_query()) == setup
    assert setup.recipes()[0].recipe.values["iterations"] == 10
