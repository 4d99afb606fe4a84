"""Clocks, adjudication and odds: a game ends as its rules say, and only such a game is stored."""

import json
import sys
from dataclasses import replace

import pytest

from mcsearch.cli.main import main
from mcsearch.engine.clock import processor_seconds
from mcsearch.engine.parameter import RecipeError
from mcsearch.recipe import Recipe
from mcsearch.runs import worker
from mcsearch.runs.match import Fixture, LiveGame, known_return, play
from mcsearch.runs.programs.recipe import ProgramRecipe
from mcsearch.runs.store import Store, StoreError, check_game

THREE = Recipe("tictactoe", "", "uct", {"iterations": 30})
TIMED = Recipe("tictactoe", "", "uct", {"seconds": 1.0})
SLEEPER = (
    "import sys, time\nfor line in sys.stdin:\n    word, _, rest = line.strip().partition(' ')\n"
)
SLEEPER += "    if word == 'legal': last = rest\n    if word == 'clock': print('# ', rest)\n"
SLEEPER += "    if word == 'go': time.sleep(0.3); print('move', last, flush=True)\n"


def test_fixtures_without_rules_are_what_they_were():
    assert set(json.loads(Fixture((THREE, THREE)).to_json())) == {"sides", "opening", "seed"}
    ruled = Fixture((THREE, THREE), (0,), 5, (3.0, 0.5), True)
    assert Fixture.from_json(ruled.to_json()) == ruled


def test_time_is_kept_within_the_clock():
    fixture = Fixture((TIMED, TIMED), seed=1, clock=(0.2, 0.02))
    played = play(fixture, clock=processor_seconds)
    state = TIMED.start()
    for action in played.actions:
        state = state.play(action)
    assert state.is_terminal()
    moves = (len(played.actions) + 1) // 2
    assert all(seconds < 0.2 + 0.02 * moves for seconds in played.seconds)
    assert min(played.seconds) > 0.05  # and used


def test_who_has_no_time_left_has_lost(tmp_path):
    bot = tmp_path / "sleeper.py"
    bot.write_text(SLEEPER)
    slow = ProgramRecipe.from_command(f"{sys.executable} {bot}", "tictactoe")
    fixture = Fixture((slow, TIMED), clock=(0.5, 0.0))
    outcome = worker.play(fixture.to_json())
    assert outcome.returns == 0.0  # the program's second move takes it beyond
    assert len(outcome.actions) in (0, 2)
    with Store(tmp_path / "games.sqlite") as store:
        assert store.add_game(outcome)
        assert store.find_game(fixture.to_json()).returns == 0.0
    with pytest.raises(StoreError, match="does not end with 1"):
        check_game(fixture, outcome.actions, 1.0)
    with pytest.raises(StoreError, match="does not end with 0"):
        check_game(replace(fixture, clock=()), outcome.actions, 0.0)


def test_a_game_ends_where_the_solver_knows_it():
    fixture = Fixture((THREE, THREE), (0, 1), adjudicate=True)
    played = play(fixture)
    assert played.actions == [0, 1]  # Tic-Tac-Toe is known at once
    search = Recipe("tictactoe", "xo. / ... / ...", "uct", {"solver": True}).build()
    search.run()  # another proof of the same
    assert played.returns == {"win": 1.0, "draw": 0.5, "loss": 0.0}[search.proven]
    check_game(fixture, played.actions, played.returns)
    with pytest.raises(StoreError):
        check_game(fixture, played.actions, 1.0 - played.returns)
    late = Fixture((Recipe("connect4", "", "uct", {"iterations": 30}),) * 2, adjudicate=True)
    played = play(late)
    check_game(late, played.actions, played.returns)
    with pytest.raises(RecipeError, match="yavalath has no exact solver"):
        known_return(Recipe("yavalath", "", "uct"), None)


def test_a_live_game_shows_the_return_of_an_early_end():
    game = LiveGame(Fixture((THREE, THREE), adjudicate=True))
    assert game.search is None
    assert game.played().returns == 0.5


@pytest.fixture
def race(tmp_path, capsys):
    def race(*arguments: str) -> tuple[int, str, str]:
        own = ["--database", str(tmp_path / "race.sqlite"), "--workers", "1", "--quiet"]
        code = main(["race", "uct", "uct:solver=on", "--game", "tictactoe", *arguments, *own])
        return code, *capsys.readouterr()

    return race


def test_all_of_it_from_the_command_line(race, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("a1 a2\na3 a2\nb2\n")
    code, out, err = race(
        *("--openings", str(file), "--equal", "iterations=40", "--odds", "1,0.25", "--pairs", "2")
    )
    assert (code, err) == (0, "")
    assert "uct:solver=on with 0.25 of the budget vs uct" in out
    assert f"2 openings of {file} (1 merged)" in out
    assert "Openings: 2 different positions, mirrors merged, in 2 pairs; who begins scores" in out
    _, out, _ = race("--clock", "0.05+0.01", "--pairs", "1", "--adjudicate", "--json")
    document = json.loads(out)
    assert (document["clock"], document["adjudicate"]) == ([0.05, 0.01], True)
    assert "equal" not in document
    recipes = [entrant["recipe"] for entrant in document["entrants"]]
    assert all(recipe["parameters"]["seconds"] == 0.05 for recipe in recipes)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--clock", "fast"], "--clock: 'fast' is not valid"),
        (["--clock", "1+0.1", "--equal", "iterations=10"], "leave out --equal"),
        (["--odds", "1"], "for each of the 2 entrants, such as 1,0.5"),
        (["--odds", "1,2"], "a share from 0 to 1"),
        (["--openings", "none.txt"], "can't read 'none.txt'"),
    ],
)
def test_what_is_wrong_is_told(race, arguments, message):
    code, out, err = race(*arguments)
    assert (code, out) == (2, "")
    assert message in err
