import pytest

from mcsearch.engine.parameter import RecipeError
from mcsearch.play.history import History
from mcsearch.play.setting import Setting


def test_moves_are_made_by_their_names():
    game = History(Setting("connect4"))
    game.play_through(["4", "4", "3"])
    assert game.move_names == ["4", "4", "3"]
    game.undo()
    game.play_through(["5"])
    assert game.move_names == ["4", "4", "5"]
    assert game.num_taken_back == 0


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("4 9", "move 2, '9': "),
        ("1 2 1 2 1 2 1 2", "move 8, '2': the game is over before it; leave it and the rest out"),
    ],
)
def test_the_first_move_that_cannot_be_made_is_named(moves, message):
    game = History(Setting("connect4"))
    with pytest.raises(RecipeError) as error:
        game.play_through(moves.split())
    assert str(error.value).startswith(message)
    assert game.ply == int(message[5]) - 1
