"""Games as text files: what is written is read again, and what is wrong is named with its line."""

import random

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord, parse
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Limit

PEOPLE = (Side.person(), Side.person())
TEXT = """\
game: yavalath
pie_rule: on
first: person
second: level full, seed 7

1. e5 swap
2. d4 c3

unfinished
"""


def test_a_game_is_written_and_read_again():
    record = parse(TEXT)
    assert record.setting == Setting("yavalath", "", {"pie_rule": True})
    assert record.sides == (Side.person(), Side.of_level("full", "yavalath", 7))
    assert record.moves == ("e5", "swap", "d4", "c3")
    assert str(record) == TEXT
    match = record.match()
    assert GameRecord.of(match) == record
    assert match.waits_for_person


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "yavalath"])
def test_random_games_come_back_move_by_move(game):
    draw = random.Random(3)
    for seed in range(10):
        match = Match(Setting(game), PEOPLE)
        for _ in range(draw.randint(0, 60)):
            if match.is_over:
                break
            match.play(draw.choice(match.state.legal_actions()))
        text = str(GameRecord.of(match))
        assert text.strip().endswith(match.result() or "unfinished"), seed
        again = parse(text).match()
        assert again.actions == match.actions
        assert str(again.state) == str(match.state)


def test_an_attempt_of_one_player_is_written_with_its_score():
    attempt = Attempt(Setting("samegame", "8x8x3:1", {"scoring": "bonus"}))
    while not attempt.is_over:
        attempt.play(attempt.state.legal_actions()[-1])
    text = str(GameRecord.of(attempt))
    assert f"score {attempt.score:g} in {attempt.ply} moves\n" in text
    assert "11. " in text
    again = parse(text).attempt()
    assert again.score == attempt.score
    assert again.move_names == attempt.move_names


def test_a_recipe_and_its_seconds_come_back():
    recipe = Recipe("connect4", "", "uct", {"exploration": 0.7, "solver": True}, seed=5)
    search = Side(recipe, Limit(seconds=1.5))
    record = GameRecord(Setting("connect4", "4453"), (search, Side.person()), ("4", "4"))
    assert parse(str(record)) == record
    assert record.match().state.cells().tolist().count(1) == 3


def test_a_drawn_board_of_several_rows_is_one_line_of_a_file():
    board = ".......\n.......\n.......\n.......\n.......\n...x..."
    record = GameRecord(Setting("connect4", board), PEOPLE, ("4",))
    text = str(record)
    assert "1. ... 4" in text  # the second player has the first move there
    assert parse(text) == record


def test_what_people_write_is_read_too():
    text = "# with my sister\ngame: connect4   # on 7x6\n\n 4 4 3\n2... 3 2 # hm\n"
    assert parse(text).moves == ("4", "4", "3", "3", "2")
    assert parse("game: tictactoe\n1.a1 b2\n").moves == ("a1", "b2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line says which game"),
        ("1. e5 d4", "no line says which game"),
        ("game: chess", "line 1: game: 'chess' is not known"),
        ("game: samegame\nfirst: person", "line 2: field: 'first' is not known"),
        ("game: samegame\nposition: 4x4x3:1\nZ9", "move 1, 'Z9'"),
        ("game: connect4\ncolour: red", "line 2: field: 'colour' is not known"),
        ("game: connect4\npie_rule: on", "line 2: field: 'pie_rule' is not known"),
        ("game: yavalath\npie_rule: maybe", "line 2: pie_rule"),
        ("game: connect4\n\nposition: 444444x", "line 3: connect4 position"),
        ("game: connect4\nfirst: robot", "line 2: side: 'robot' is not valid"),
        ("game: connect4\nfirst: level huge", "line 2: level: 'huge' is not known"),
        ("game: connect4\nfirst: search 2 hours {}", "line 2: .*"),
        ("game: connect4\nfirst: search 9 seconds {x}", "line 2: recipe"),
        (
            'game: connect4\nfirst: search 9 seconds {"game": "tictactoe", "search": "uct"}',
            "line 2: search: its recipe plays tictactoe",
        ),
        ("game: connect4\ngame: connect4", "line 2: 'game' was given in line 1"),
        ("game: connect4\n4 4\nfirst: person", "line 3: 'first' comes after the moves"),
        ("game: connect4\n4 4 9", "move 3, '9'"),
        ("game: connect4\n1 2 1 2 1 2 1 2", "move 8, '2': the game is over before it"),
        ("game: connect4\n" + "4 " * 60_000, "a game has at most"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(RecipeError, match=message):
        parse(text)


def test_a_setting_takes_only_its_games_parameters():
    with pytest.raises(RecipeError, match="'solver' is no parameter of the game; it takes none"):
        Setting("connect4", "", {"solver": True})
    with pytest.raises(RecipeError, match="it takes pie_rule"):
        Setting("yavalath", "", {"solver": True})
    recipe = Recipe("yavalath", "e5", "uct", {"pie_rule": True, "solver": True})
    assert Setting.of(recipe) == Setting("yavalath", "e5", {"pie_rule": True})


@pytest.mark.parametrize(
    "text", ["4444", "4 4 4 4\n", "44 44", "1. 4 4\n2. 4 4\n", "game: connect4\n4444"]
)
def test_columns_need_no_spaces_and_a_file_of_digits_is_connect_four(text):
    found = parse(text)
    assert (found.setting.game, found.moves) == ("connect4", ("4", "4", "4", "4"))
    assert parse(str(found)) == found


@pytest.mark.parametrize("text", ["", "48", "b2 a1", "4444444"])
def test_what_is_no_game_of_columns_is_refused(text):
    with pytest.raises(RecipeError, match=r"no line says which game|move 7, '4'"):
        parse(text)
