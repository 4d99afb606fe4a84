"""The board editor: texts and boards are the game's own, and nothing wrong gets through."""

import json

import pytest

from explorer.cards.editor.frame import board_after, board_of
from explorer.pages.explore.editor import Editor
from explorer.pages.explore.recipe import Controls
from explorer.session.session import Session
from explorer.shell.bus import Bus
from mcsearch import Recipe, RecipeError
from mcsearch.recipe import GAMES


@pytest.fixture
def line():
    """A session, and a function that asks the editor and returns its answer."""
    session, bus = Session("nmcs"), Bus()
    Editor(session, bus, Controls(session).use_position)
    sent = []

    def ask(name, value=None):
        sent.append([len(sent) + 1, name, value])
        bus.model.events = json.dumps(sent[-5:])
        return json.loads(bus.model.answer)

    return session, ask


def test_it_opens_with_the_present_board(line):
    session, ask = line
    answer = ask("editor-open")
    assert answer["kind"] == "editor"
    assert answer["opened"]
    assert answer["text"] == str(session.search.root)
    assert (answer["width"], answer["height"], answer["num_values"]) == (6, 6, 4)


def test_a_painted_board_becomes_the_recipes_position(line):
    session, ask = line
    answer = ask("editor-use", "112\n2.1\n221")
    assert answer["used"]
    assert answer["error"] == ""
    # the tile above the hole has fallen
    assert str(session.search.root) == "1.2\n211\n221"
    assert session.recipe.position == "1.2\n211\n221"
    assert session.steps == 0
    session.undo()
    assert session.recipe.position == "6x6x4:52"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("112\n21", "board row 2 has 2 cells, row 1 has 3; give all rows the same length"),
        ("11x", "board row 1, column 3: unknown colour 'x'; colours are digits"),
        ("1" * 21, "board: 21 x 1 cells; give at most 20 x 20"),
        ("1" * 5000, "position: 5,000 characters; give at most 4,000"),
    ],
)
def test_a_wrong_board_is_named_and_changes_nothing(line, text, message):
    session, ask = line
    session.step_iteration()
    before = (session.recipe, session.steps)
    for name in ("editor-text", "editor-use"):
        answer = ask(name, text)
        assert message in answer["error"]
        assert not answer["used"]
    assert (session.recipe, session.steps) == before


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "yavalath"])
def test_stones_are_put_one_after_the_other(game):
    recipe = Recipe(game, "", "uct")
    board = board_of(recipe, "")
    state = GAMES[game].start("", recipe.values)
    for turn in range(5):
        assert list(board.values) == state.cells().tolist()
        assert board.to_play == turn % 2
        legal = sorted({action for action in board.actions if action >= 0})
        assert legal == state.legal_actions()
        action = legal[len(legal) // 2]
        (cell, *_) = state.action_cells(action)
        assert board.actions[cell] == action
        assert board.names[cell] == state.action_name(action)
        board = board_after(recipe, board.text, action)
        state = state.play(action)
        assert board.values[cell] == turn % 2 + 1
    # the text alone is the position
    assert list(board_of(recipe, board.text).values) == state.cells().tolist()


def test_a_stone_on_a_stone_is_refused():
    recipe = Recipe("tictactoe", "", "uct")
    with pytest.raises(RecipeError, match="tictactoe position: 'a3' is not legal here"):
        board_after(recipe, "x../.o./...", 0)


def test_a_game_that_is_over_takes_no_stone():
    board = board_of(Recipe("tictactoe", "", "uct"), "xxx/oo./...")
    assert board.over
    assert set(board.actions) == {-1}


def test_two_players_positions_reach_the_recipe(line):
    session, ask = line
    session.load(Recipe("connect4", "", "uct"), "")
    answer = ask("editor-open")
    for column in (3, 3, 2):
        # anywhere in the column: the stone falls
        action = answer["actions"][6 * column + 5]
        answer = ask("editor-stone", {"text": answer["text"], "action": action})
    assert ask("editor-use", answer["text"])["used"]
    assert session.search.root.cells().reshape(7, 6)[3, :2].tolist() == [1, 2]
    assert session.search.root.to_play == 1
