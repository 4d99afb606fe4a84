"""mctspy: its tic-tac-toe, searched as it is."""

import random

import pytest

from mcsearch import ProblemError, search_for
from mcsearch.adapters import mctspy as adapter
from mcsearch.problem import state_of

np = pytest.importorskip("numpy")
example = pytest.importorskip(
    "mctspy.games.examples.tictactoe", reason="mctspy has no wheel for this Python"
)


def board(text, next_to_move=1):
    signs = {"x": 1, "o": -1, ".": 0}
    cells = [[signs[mark] for mark in row] for row in text.split()]
    return example.TicTacToeGameState(np.array(cells, float), next_to_move)


def coordinates(move):
    return move.x_coordinate, move.y_coordinate, move.value


def test_actions_players_and_results_are_the_packages():
    for seed in range(20):
        theirs, rng = board("... ... ..."), random.Random(seed)
        state = state_of(theirs)
        while not theirs.is_game_over():
            legal = theirs.get_legal_actions()
            assert [*map(coordinates, state.legal_actions())] == [*map(coordinates, legal)]
            assert state.to_play == (0 if theirs.next_to_move == 1 else 1)
            place = rng.randrange(len(legal))
            theirs, state = theirs.move(legal[place]), state.play(state.legal_actions()[place])
        assert state.is_terminal()
        assert state.returns() == (theirs.game_result + 1) / 2


@pytest.mark.parametrize(
    ("text", "player", "best"),
    [
        ("xx. oo. ...", 1, (0, 2, 1)),
        ("xx. oo. x..", -1, (1, 2, -1)),
        ("xx. .o. ...", -1, (0, 2, -1)),
    ],
)
def test_a_line_is_made_or_averted(text, player, best):
    search = search_for(board(text, player), seed=1)
    search.run(500)
    assert coordinates(search.best_action()) == best


def test_tic_tac_toe_is_proven_a_draw():
    start = adapter.wrap(board("x.. .o. ..."), alternates=True)
    search = search_for(start, parameters={"solver": True, "iterations": 6000}, seed=1)
    search.run()
    assert search.proven == "draw"


def test_a_solver_takes_players_to_alternate_and_tells_where_they_do_not():
    search = search_for(
        board("x.. .o. ..."), parameters={"solver": True, "iterations": 6000}, seed=1
    )
    search.run()
    assert search.proven == "draw"

    class Twice(example.TicTacToeGameState):
        def move(self, move):
            after = super().move(move)
            return Twice(after.board, self.next_to_move)

    with pytest.raises(ProblemError, match="the players alternate"):
        search_for(Twice(np.zeros((3, 3))), parameters={"solver": "on"}).run(10)


def test_the_best_sequence_can_be_played_though_moves_equal_only_themselves():
    search = search_for(board("x.. .o. ..."), seed=1)
    search.run(800)
    assert len(search.best_sequence) > 2
    for action in search.best_sequence:
        assert search.advance_root(action) > 0


class Oddly(example.TicTacToeGameState):
    """Its result is a method, as the package's base class has it, and a wrong one."""

    def game_result(self):
        return 2

    def is_game_over(self):
        return True


def test_a_result_beyond_one_is_told():
    state = Oddly(np.zeros((3, 3)))
    with pytest.raises(ProblemError, match="game_result of Oddly gave 2; give the first player's"):
        search_for(state).run(1)
