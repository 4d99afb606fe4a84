"""Alpha-beta against its definition, exhaustive minimax and exact scores of Connect Four."""

import itertools
import random

import pytest
from exact_values import Rows, Table, connect4_positions, minimax, plies_to_win
from reference_alpha_beta import PlainAlphaBeta, as_return, deepenings

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.tree import ROOT
from mcsearch.games.connect4_solver import ConnectFourSolver


class Estimated(Table):
    """A random game whose evaluation is a number that its position alone decides."""

    def evaluation(self):
        return random.Random(f"{self.at}").random()


def drawn(seed, parameters):
    """A search of a drawn position of a small game."""
    parameters = {"iterations": 10**9, **parameters}
    draw = random.Random(seed)
    kind = draw.choice(("tictactoe", "4x4:", "5x4:", "table", "table", "yavalath"))
    if kind == "yavalath":
        parameters["depth"] = min(parameters["depth"], 2)
        parameters["first_depth"] = 1
    if kind == "table":
        return search_for(Estimated(seed), "alpha-beta", parameters, seed)
    game = kind if ":" not in kind else "connect4"
    recipe = Recipe(game, kind if ":" in kind else "", "alpha-beta", parameters)
    state = recipe.start()
    for _ in range(draw.randint(0, 6)):
        if len(state.legal_actions()) > 1:
            after = state.play(draw.choice(state.legal_actions()))
            state = state if after.is_terminal() else after
    return recipe.search_from(state)


@pytest.mark.parametrize("seed", range(30))
def test_every_leaf_and_node_is_that_of_the_definition(seed):
    draw = random.Random(f"definition {seed}")
    first = draw.randint(1, 3)
    last = first + draw.randint(0, 2)
    parameters = {"table": 0, "ordering": False, "first_depth": first, "depth": last}
    search = drawn(seed, parameters)
    root = search.root
    visits, means = {}, {}
    first, last = search.values["first_depth"], search.values["depth"]
    for plain in deepenings(root, first, last, search.estimate):
        known = {}
        for leaf in plain.leaves:
            assert search.run(1) == 1
            assert search.path_actions == leaf.path
            assert search.playout_return == leaf.value
            known.update(leaf.scores)
            for plies in range(len(leaf.path) + 1):
                node = tuple(leaf.path[:plies])
                visits[node] = visits.get(node, 0) + 1
                if node in leaf.scores or plies == len(leaf.path):
                    means[node] = (
                        as_return(leaf.scores[node]) if node in leaf.scores else leaf.value
                    )
        for node, count in visits.items():
            found = search.find(root.actions_of(list(node)))
            assert search.tree.visits_of(found) == count
            if node in means:
                mean = search.tree.mean(found)
                assert (mean if search.mover_of(found) == 0 else 1.0 - mean) == pytest.approx(
                    means[node], abs=1e-12
                )
        assert search.deepening.completed == plain.limit
        assert search.best_numbers() == plain.line
        assert search.best_score == pytest.approx(
            as_return(plain.score) if root.to_play == 0 else 1.0 - as_return(plain.score)
        )
    assert search.stopped == ("proven" if plain.is_certain else "finished")


@pytest.mark.parametrize("seed", range(30))
def test_what_is_cut_off_changes_no_score(seed):
    search = drawn(seed, {"table": 0, "ordering": seed % 2 == 0, "depth": 2 + seed % 2})
    search.run()
    plain = PlainAlphaBeta(search.root, search.deepening.completed, search.estimate, False)
    mine = search.best_score if search.root.to_play == 0 else 1.0 - search.best_score
    assert mine == pytest.approx(as_return(plain.score))
    assert search.iterations <= sum(
        len(PlainAlphaBeta(search.root, limit, search.estimate, False).leaves)
        for limit in range(1, search.deepening.completed + 1)
    )


def test_random_games_are_proven_as_by_minimax():
    for seed in range(400):
        game = Table(seed)
        exact, plies = minimax(game), plies_to_win(game, minimax(game))
        draw = random.Random(f"proof {seed}")
        parameters = {
            "table": draw.choice((0, 1, 4, 12)),
            "ordering": draw.random() < 0.5,
            "nodes": draw.choice((6, 50, 5000)),
        }
        search, position = search_for(game, "alpha-beta", parameters, seed), game.start
        while game.actions(position):
            search.run(draw.choice((1, 5, 1000)))
            check_nodes(search, game, exact, position)
            search.run()
            assert search.stopped == "proven"
            check_root(search, game, exact, plies, position)
            action = draw.choice([search.best_action(), draw.choice(game.actions(position))])
            position = game.play(position, action)
            search.advance_root(action)
        assert search.best_sequence == []
        search.run()
        assert search.stopped == "over"


def check_nodes(search, game, exact, position):
    """No bound in the tree excludes the exact value, nor one of the root's actions."""
    nodes = [(ROOT, position)]
    for node, at in nodes:
        bounds = search.tree.bounds_of(node)
        assert bounds.lower <= exact(at) <= bounds.upper
        nodes += [(n, game.play(at, search.tree.action_of(n))) for n in search.tree.children(node)]
    for child in search.root_children():
        value = exact(game.play(position, child.action))
        value = value if game.to_play(position) == 0 else 1.0 - value
        assert child.bounds.lower <= value <= child.bounds.upper


def check_root(search, game, exact, plies, position):
    player = game.to_play(position)
    value = exact(position) if player == 0 else 1.0 - exact(position)
    assert search.bounds[:2] == (value, value)
    assert exact(game.play(position, search.best_action())) == exact(position)
    check_nodes(search, game, exact, position)
    if exact(position) in (0.0, 1.0):
        assert search.bounds.plies == plies(position)


GRIDS = [
    ("tictactoe", "", Rows(3, 3, 3, falls=False)),
    ("connect4", "4x4:", Rows(4, 4, 4, falls=True)),
]


@pytest.mark.parametrize(("name", "prefix", "game"), GRIDS)
@pytest.mark.parametrize("table", [0, 12])
def test_games_of_rows(name, prefix, game, table):
    exact, plies = minimax(game), plies_to_win(game, minimax(game))
    recipe = Recipe(name, prefix, "alpha-beta", {"table": table, "iterations": 10**6})
    for seed in range(30):
        draw = random.Random(seed)
        state, position = recipe.start(), game.start
        for _ in range(draw.randint(4, 9)):
            if game.actions(position):
                action = draw.choice(game.actions(position))
                state, position = state.play(action), game.play(position, action)
        if game.actions(position):
            search = recipe.search_from(state)
            search.run()
            check_root(search, game, exact, plies, position)


def test_the_stored_positions_of_connect_four_are_solved_to_the_ply():
    recipe = Recipe("connect4", "", "alpha-beta", {"iterations": 10**8, "table": 20, "nodes": 100})
    for moves, scores in connect4_positions():
        state = recipe.start()
        for column in moves:
            state = state.play(int(column) - 1)
        search = recipe.search_from(state)
        search.run()
        best = max(score for score in scores if score is not None)
        assert search.stopped == "proven"
        assert scores[search.best_action()] == best
        # the winner's k-th last stone is put at the end
        stones = len(moves) + search.bounds.plies
        found = 0 if search.proven == "draw" else (44 - stones) // 2
        assert found * (1 if search.proven == "win" else -1) == best


def test_empty_tictactoe_is_a_draw():
    search = Recipe("tictactoe", "", "alpha-beta", {"iterations": 10**6}).build()
    search.run()
    assert (search.stopped, search.proven, search.best_score) == ("proven", "draw", 0.5)
    assert search.deepening.completed == 9
    assert len(search.best_sequence) == 9


def test_a_copy_and_a_second_search_go_on_in_the_same_way():
    recipe = Recipe("connect4", "", "alpha-beta", {"iterations": 10**6, "table": 10})
    search = recipe.build()
    search.run(997)
    for _ in range(6):
        search.advance()
    twin, again = search.copy(), recipe.build()
    again.run(search.iterations)
    while again.phase != search.phase:
        again.advance()
    for each in (search, twin, again):
        each.run(3000)
    told = [
        (s.best_sequence, s.best_score, s.deepening, s.root_children(), s.tree.size)
        for s in (search, twin, again)
    ]
    assert told[0] == told[1] == told[2]


def test_phases_tell_the_way_to_the_leaf():
    search = Recipe("connect4", "", "alpha-beta", {"nodes": 40, "first_depth": 4}).build()
    for _ in range(300):
        assert [search.advance() for _ in range(4)] == [1, 2, 3, 4]
        state = search.root
        for action in search.path_actions + search.playout_actions:
            state = state.play(action)
        assert search.deepening.leaf in ("evaluation", "table", "end")
        if search.deepening.leaf == "evaluation":
            assert search.playout_return == search.estimate(state)
            assert search.cut_off == "evaluation"
        assert search.path[len(search.path) - len(search.new_nodes) :] == search.new_nodes
        lows = [window.low for window in search.deepening.windows]
        highs = [window.high for window in search.deepening.windows]
        assert lows == sorted(lows)
        assert highs == sorted(highs, reverse=True)
    assert search.tree.full


def test_a_proven_win_is_the_best_move_and_its_bounds_are_told():
    search = Recipe("tictactoe", "xx. / oo. / ...", "alpha-beta").build()
    search.run()
    best = search.root_children()[0]
    assert search.root.action_name(best.action) == "c3"
    assert (search.bounds, best.bounds) == (Bounds(1.0, 1.0, 1), Bounds(1.0, 1.0, 0))


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"trees": 2}, "trees: 2 searches by alpha-beta would all be the same"),
        ({"first_depth": 9, "depth": 4}, "first_depth: 9 is more than the depth, 4"),
        ({"nodes": 5}, "nodes: 5 is too few"),
        ({"policy": "random"}, "takes no policy"),
    ],
)
def test_what_is_refused_in_words(parameters, text):
    with pytest.raises(RecipeError, match=text):
        Recipe("tictactoe", "", "alpha-beta", parameters).build()


class Toss:
    """A toss decides."""

    num_players = 2

    def __init__(self, side=None):
        self.side = side

    def legal_actions(self):
        return [] if self.is_terminal() else [0, 1]

    def chance_outcomes(self):
        return [] if self.is_terminal() else [(0, 0.5), (1, 0.5)]

    def play(self, side):
        return Toss(side)

    def is_terminal(self):
        return self.side is not None

    def returns(self):
        return float(self.side)


def test_chance_is_refused():
    with pytest.raises(RecipeError, match="alpha-beta can't be used where chance acts"):
        search_for(Toss(), "alpha-beta", {}, 1)


def test_the_table_saves_leaves_and_the_order_cuts_off():
    def leaves(**parameters):
        values = {"iterations": 10**7, "depth": 8, **parameters}
        search = Recipe("connect4", "", "alpha-beta", values).build()
        search.run()
        return search.iterations

    plain, tables, ordered, both = (
        leaves(ordering=ordering, table=table)
        for ordering, table in itertools.product((False, True), (0, 16))
    )
    assert both < tables < plain
    assert both < ordered < plain


def test_solver_and_search_agree():
    draw = random.Random(5)
    recipe = Recipe("connect4", "5x4:", "alpha-beta", {"iterations": 10**7, "table": 16})
    solver = ConnectFourSolver(5, 4)
    for _ in range(10):
        state = recipe.start()
        for _ in range(draw.randint(4, 8)):
            after = state.play(draw.choice(state.legal_actions()))
            state = state if after.is_terminal() else after
        search = recipe.search_from(state)
        search.run()
        solver.begin(state)
        while not solver.run(10**6):
            pass
        assert search.bounds.lower == max(bounds.lower for bounds in solver.bounds.values())
