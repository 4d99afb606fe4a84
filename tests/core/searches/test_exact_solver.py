"""The exact solvers as searches, against the values of another program and exhaustive minimax."""

import random

import pytest
from exact_values import Rows, Table, connect4_positions, minimax

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT


def value_of(scores):
    """What the best of the given scores of each column says: the value for the player to move."""
    best = max(score for score in scores if score is not None)
    return 0.5 if best == 0 else float(best > 0)


def test_connect_four_is_solved_as_the_stored_positions_say():
    solved = 0
    for moves, scores in connect4_positions():
        if len(moves) < 14:
            continue
        search = Recipe("connect4", moves, "exact-solver", {"iterations": 2000}).build()
        search.run()
        assert search.stopped == "proven"
        assert search.best_score == value_of(scores)
        best = max(score for score in scores if score is not None)
        assert scores[search.best_action()] == best
        left = 42 - len(moves)
        plies = left if best == 0 else left + 2 - 2 * abs(best)
        assert search.bounds.plies == plies - (best != 0 and (plies & 1) != (best > 0))
        assert len(search.best_sequence) == search.bounds.plies
        solved += 1
    assert solved > 80


@pytest.mark.parametrize("iterations", [1, 3, 1000])
def test_bounds_hold_before_the_end_and_every_action_is_known_at_it(iterations):
    rules = Rows(4, 4, 4, falls=True)
    exact = minimax(rules)
    for seed in range(15):
        draw = random.Random(seed)
        at, moves = rules.start, ""
        for _ in range(draw.randint(0, 9)):
            action = draw.choice(rules.actions(at))
            if not rules.actions(rules.play(at, action)):
                break
            at, moves = rules.play(at, action), moves + str(action + 1)
        parameters = {"iterations": iterations, "positions": 50}
        search = Recipe("connect4", f"4x4:{moves}", "exact-solver", parameters).build()
        search.run()
        mover = search.root.to_play
        assert {child.action for child in search.root_children()} == set(rules.actions(at))
        for child in search.root_children():
            value = exact(rules.play(at, child.action))
            value = value if mover == 0 else 1.0 - value
            assert child.bounds.lower <= value <= child.bounds.upper
            assert child.bounds.is_exact or iterations < 1000
            if child.visits:
                assert child.mean == (child.bounds.lower + child.bounds.upper) / 2


def test_tic_tac_toe_is_a_draw_and_played_to_it():
    search = Recipe("tictactoe", "", "exact-solver").build()
    search.run()
    assert (search.stopped, search.proven, search.bounds.plies) == ("proven", "draw", 9)
    assert len(search.best_sequence) == 9
    state = search.root
    for action in search.best_sequence:
        state = state.play(action)
    assert state.returns() == 0.5
    assert sum(child.visits for child in search.root_children()) == search.tree.visits_of(ROOT)


def test_a_copy_and_steps_go_on_as_a_run_and_a_move_keeps_the_table():
    recipe = Recipe("connect4", "444444", "exact-solver", {"iterations": 400, "positions": 100})
    search, stepped = recipe.build(), recipe.build()
    search.run(150)
    while stepped.iterations < 150:
        stepped.advance()
    twin = search.copy()
    for each in (search, stepped, twin):
        each.run()
        assert each.num_positions == search.num_positions
        assert each.root_children() == search.root_children()
    assert search.num_bytes > 1_000_000
    # what was learnt above is known below
    search = Recipe("connect4", "17516442226766", "exact-solver", {"iterations": 4000}).build()
    search.run()
    move = search.best_action()
    assert search.advance_root(move) == 0
    fresh = Recipe("connect4", f"17516442226766{move + 1}", "exact-solver").build()
    search.run()
    fresh.run()
    assert search.num_positions < fresh.num_positions
    assert search.bounds == fresh.bounds


def test_a_position_that_is_over_and_what_is_refused():
    search = Recipe("tictactoe", "xxx / oo. / ...", "exact-solver").build()
    search.run()
    assert search.stopped == "over"
    assert search.bounds[:2] == (0.0, 0.0)
    with pytest.raises(RecipeError, match="search: no exact solver of Yavalath is known"):
        Recipe("yavalath", "", "exact-solver").build()
    with pytest.raises(RecipeError, match="search: no exact solver of Table is known"):
        search_for(Table(1), "exact-solver")
    with pytest.raises(RecipeError, match="trees: 2 exact solvers would all be the same"):
        Recipe("connect4", "", "exact-solver", {"trees": 2}).build()
