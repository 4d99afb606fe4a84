"""The exact solvers against values of another program and against slow minimax."""

import random

import pytest
from exact_values import Rows, connect4_positions, minimax, plies_to_win

from mcsearch.games import GAMES, SOLVERS


def of_scores(moves, scores):
    """What the given scores say of each column, as (value, plies after the move)."""
    left = 42 - len(moves)
    for column, score in enumerate(scores):
        if score == 0:
            yield column, 0.5, left - 1
        elif score is not None:
            # the winner's |score|-th last stone: of two plies the one that is the winner's
            plies = left + 2 - 2 * abs(score)
            yield column, float(score > 0), plies - 1 - ((plies & 1) != (score > 0))


def test_connect_four_agrees_with_the_140_positions():
    finished = 0
    for moves, scores in connect4_positions():
        state = GAMES["connect4"].start(moves, {})
        solver = SOLVERS["connect4"].build(state)
        solver.begin(state)
        # the earliest take seconds: as far as they are known, they agree
        finished += solver.run(2_000_000 if len(moves) >= 12 else 100_000)
        assert set(solver.bounds) == set(state.legal_actions())
        for column, value, plies in of_scores(moves, scores):
            bounds = solver.bounds[column]
            assert bounds.lower <= value <= bounds.upper
            assert bounds.plies in ((plies,) if solver.is_finished else (plies, -1))
        assert solver.is_finished or len(moves) < 12
    assert finished > 110


GAMES_BY_MINIMAX = [
    ("tictactoe", "", Rows(3, 3, 3, falls=False), 0),
    ("connect4", "4x4:", Rows(4, 4, 4, falls=True), 4),
    ("connect4", "5x4:", Rows(5, 4, 4, falls=True), 8),
    ("connect4", "4x5:", Rows(4, 5, 4, falls=True), 8),
    ("connect4", "9x4:", Rows(9, 4, 4, falls=True), 26),
    ("connect4", "7x6:", Rows(7, 6, 4, falls=True), 32),
]


@pytest.mark.parametrize(("game", "position", "rules", "plies"), GAMES_BY_MINIMAX)
def test_a_solver_agrees_with_minimax_in_any_slices(game, position, rules, plies):
    draw = random.Random(1)
    value = minimax(rules)
    length = plies_to_win(rules, value)
    solver = None
    for _ in range(12):
        state, plain = GAMES[game].start(position, {}), rules.start
        while not state.is_terminal():
            if (state.cells() > 0).sum() >= plies:
                # one solver for all positions: what it has kept stays true
                solver = SOLVERS[game].build(state) if solver is None else solver
                solver.begin(state)
                while not solver.run(draw.choice((1, 7, 1000))):
                    pass
                assert list(solver.bounds) == state.legal_actions()
                for action, bounds in solver.bounds.items():
                    after = rules.play(plain, action)
                    seen = bounds.seen_by(rules.to_play(plain))
                    assert seen[:2] == (value(after),) * 2
                    assert value(after) == 0.5 or bounds.plies == length(after)
            action = draw.choice(state.legal_actions())
            state, plain = state.play(action), rules.play(plain, action)
        if solver is not None:
            solver.begin(state)
            assert solver.run(1)
            assert solver.bounds == {}


PROGRAM = """
from mcsearch import Recipe
from mcsearch.games import GAMES, SOLVERS
for game, position in (
    ("connect4", "17516442226766"), ("connect4", "8x5:4455633266"), ("tictactoe", "x.o/.x./..o")
):
    state = GAMES[game].start(position, {})
    solver = SOLVERS[game].build(state)
    solver.begin(state)
    solver.run(3_000)
    print(solver.num_nodes, solver.is_settled, sorted(solver.bounds.items()))
"""


def test_interpreted_and_compiled_solvers_look_at_the_same_positions(run_interpreted, capsys):
    exec(PROGRAM, {})
    assert run_interpreted("-c", PROGRAM)[0] == capsys.readouterr().out
