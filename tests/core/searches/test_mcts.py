import itertools

import numpy as np
import pytest
from reference_search import Node, UctWithOptions, Way, mcts, uct, uct_top

from mcsearch import Recipe
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.searches.mcts import Mcts


def same_tree(search: Mcts, node: int, expected: Node) -> int:
    """Compare a subtree with the reference's; return the number of its nodes."""
    tree = search.tree
    assert tree.visits_of(node) == expected.visits
    assert tree.value_sum_of(node) == expected.value_sum
    if tree.keeps_scores:
        assert tree.square_sum[node] == expected.square_sum
        assert tree.top(node) == expected.top
    children = tree.children(node)
    assert [tree.action_of(child) for child in children] == list(expected.children)
    assert all(tree.parent_of(child) == node for child in children)
    counts = [
        same_tree(search, child, below)
        for child, below in zip(children, expected.children.values(), strict=True)
    ]
    return 1 + sum(counts)


def test_uct_grows_the_tree_of_the_plain_program():
    search = Recipe("tictactoe", search="uct", parameters={"exploration": 0.7}, seed=3).build()
    search.run(1500)
    expected = mcts(search.root, search.policy, 3, 1500, uct(0.7))
    assert same_tree(search, ROOT, expected) == search.tree.size


def same_graph(search: Mcts, node: int, way: Way) -> int:
    """Compare what is below a node with the reference's; return the number of nodes."""
    tree, position = search.tree, way.position
    assert tree.visits_of(node) == way.visits
    assert tree.value_sum_of(node) == way.value_sum
    if tree.keeps_bounds:
        assert tree.bounds_of(node)[:2] == (position.lower, position.upper)
    if tree.twin_of(node) != NONE:
        return 1
    children = tree.children(node)
    assert [tree.action_of(child) for child in children] == list(position.children)
    below = zip(children, position.children.values(), strict=True)
    return 1 + sum(same_graph(search, child, way) for child, way in below)


OPTIONS = [
    dict(zip(("expansion", "decisive", "solver", "transpositions"), values, strict=True))
    for values in itertools.product(("one", "all"), *[(False, True)] * 3)
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: " ".join(k for k in o if o[k] is True))
@pytest.mark.parametrize(
    ("game", "position", "exploration"),
    [("tictactoe", "x.. / .o. / ...", 0.7), ("connect4", "4x4:1122", 0.1)],
)
def test_every_option_grows_the_tree_of_the_plain_program(game, position, exploration, options):
    for seed in range(20):
        parameters = {"exploration": exploration, **options}
        search = Recipe(game, position, "uct", parameters, seed).build()
        search.run(150)
        expected = UctWithOptions(search.root, search.policy, seed, exploration, **options)
        expected.run(150)
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert not expected.has_more_to_prove()


def test_a_child_without_visits_comes_before_all_others():
    for seed, options in itertools.product(range(20), OPTIONS):
        parameters = {"exploration": 0.01, "decisive": False, **options}
        search = Recipe("connect4", "", "uct", parameters, seed).build()
        search.run(40)
        assert min(child.visits for child in search.root_children()) >= 1


@pytest.mark.parametrize("position", ["6x5x3:4", "3x20x4:1", "18x2x9:2"])
def test_spmcts_grows_the_tree_of_the_plain_program(position):
    rule = {"exploration": 30.0, "deviation": 500.0, "top_weight": 0.1}
    parameters = {**rule, "epsilon": 0.1, "closing": False}
    search = Recipe("samegame", position, "spmcts", parameters, seed=5).build()
    search.run(600)
    expected = mcts(search.root, search.policy, 5, 600, uct_top(30.0, 500.0, 0.1))
    assert same_tree(search, ROOT, expected) == search.tree.size


@pytest.mark.parametrize(
    ("game", "position", "search"),
    [("samegame", "7x7x4:1", "spmcts"), ("tictactoe", "", "uct")],
)
def test_phases_one_by_one_make_the_same_tree_as_a_run(game, position, search):
    recipe = Recipe(game, position, search, seed=11)
    stepped, ran = recipe.build(), recipe.build()
    for _ in range(400):
        assert [stepped.advance() for _ in range(4)] == [1, 2, 3, 4]
    ran.run(400)
    assert stepped.iterations == ran.iterations == 400
    assert (stepped.tree.visits == ran.tree.visits).all()
    assert (stepped.tree.value_sum == ran.tree.value_sum).all()
    assert stepped.best_sequence == ran.best_sequence


def test_each_phase_leaves_what_it_did():
    search = Recipe("samegame", "8x8x4:2", "spmcts", {"exploration": 50.0}, seed=1).build()
    search.run(200)
    for _ in range(300):
        tree = search.tree
        size, root_visits = tree.size, tree.visits_of(ROOT)
        search.advance()
        path = search.path
        assert path[0] == ROOT
        assert [tree.parent_of(node) for node in path[1:]] == path[:-1]
        assert [tree.action_of(node) for node in path[1:]] == search.path_actions
        assert (search.new_nodes, search.playout_actions, tree.size) == ([], [], size)
        for node, child in itertools.pairwise(path):
            total = search.rule.terms(tree, node).total
            chosen = total[tree.children(node).index(child)]
            assert chosen == pytest.approx(total.max(), rel=1e-6)
        search.advance()
        assert tree.size == size + len(search.new_nodes)
        assert search.path == path + search.new_nodes
        leaf = search.state_of(search.path[-1])
        assert leaf.is_terminal() or search.new_nodes
        search.advance()
        for action in search.playout_actions:
            leaf = leaf.play(action)
        assert leaf.is_terminal()
        assert leaf.returns() == search.playout_return
        before = [tree.value_sum_of(node) for node in search.path]
        assert tree.visits_of(ROOT) == root_visits
        search.advance()
        after = [tree.value_sum_of(node) for node in search.path]
        assert [b + search.playout_return for b in before] == after
        assert tree.visits_of(ROOT) == root_visits + 1


def test_best_sequence_replays_to_best_score():
    search = Recipe("samegame", "10x10x4:2", "spmcts", {"iterations": 3000}, seed=2).build()
    search.run()
    state = search.root
    for action in search.best_sequence:
        state = state.play(action)
    assert state.is_terminal()
    assert state.returns() == search.best_score
    scores = [score for _, score in search.improvements]
    assert scores == sorted(set(scores))
    assert scores[-1] == search.best_score == search.tree.top(ROOT)


def test_a_full_pool_ends_growth_and_not_the_search():
    parameters = {"exploration": 1000.0, "nodes": 50, "iterations": 2000}
    search = Recipe("samegame", "10x10x4:2", "spmcts", parameters, seed=2).build()
    search.run()
    assert search.tree.size == 50
    assert search.tree.full
    assert search.iterations == search.tree.visits_of(ROOT) == 2000
    assert search.stopped == "iterations"


def test_a_full_pool_ends_the_search_when_the_recipe_says_so():
    parameters = {"exploration": 1000.0, "nodes": 50, "when_full": "stop"}
    search = Recipe("samegame", "10x10x4:2", "spmcts", parameters, seed=2).build()
    search.run()
    assert search.tree.size == 50
    assert search.stopped == "nodes"
    assert search.iterations < 2000


@pytest.mark.parametrize("mark", ["x", "o"])
def test_uct_takes_the_win(mark):
    x_wins, o_wins = "xx. / oo. / ...", "xx. / oo. / x.."
    position, best = (x_wins, "c3") if mark == "x" else (o_wins, "c2")
    search = Recipe("tictactoe", position, "uct", seed=1).build()
    search.run(2000)
    assert search.root.action_name(search.best_action()) == best
    assert search.best_score == 1.0


def test_perfect_play_draws():
    state = Recipe("tictactoe").start()
    while not state.is_terminal():
        search = Recipe("tictactoe", str(state), "uct", seed=9).build()
        search.run(2000)
        state = state.play(search.best_action())
    assert state.returns() == 0.5


def test_a_search_of_a_position_that_is_over_ends_at_once():
    search = Recipe("tictactoe", "xxx / oo. / ...", "uct", {"iterations": 10}).build()
    assert search.run() == 1
    assert search.stopped == "over"
    assert search.best_sequence == []
    assert search.best_action() == NONE
    assert search.tree.size == 1
    assert search.tree.mean(ROOT) == 1.0  # x has won, and moved into the root


def test_terms_add_up_and_are_nan_without_visits():
    search = Recipe("samegame", "8x8x4:2", "spmcts", seed=1).build()
    search.run(100)
    terms = search.rule.terms(search.tree, ROOT)
    assert terms.names == ("mean", "explore", "deviate", "top")
    np.testing.assert_allclose(terms.values.sum(axis=1), terms.total)
    assert np.isfinite(terms.total).all()
