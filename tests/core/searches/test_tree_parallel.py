"""Tree parallelism against the same batches in plain Python, whatever threads play them out."""

from __future__ import annotations

import random

import pytest
import reference_rules
from games.test_line_evaluation import GAMES, slow_outlook
from problems import Draws, Nim
from reference_search import TreeParallel
from selection.test_scored import configuration, same_graph

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT
from mcsearch.searches import tree_parallel

REFUSED = ("sequential-halving", "shot", "gumbel", "rave", "grave", "proof-number")
NAMES = [name for name in reference_rules.RULES if name not in REFUSED]


def build(game="connect4", position="4453", seed=1, **parameters):
    return Recipe(game, position, "tree-parallel", parameters, seed).build()


def content(search):
    """All that a search has found, node by node."""
    tree, nodes = search.tree, [ROOT]
    for node in nodes:
        nodes += tree.children(node)
    counts = [(tree.visits_of(n), tree.value_sum_of(n), tree.bounds_of(n)) for n in nodes]
    return search.iterations, search.rng.state, counts


def judge(way, state):
    """What the game's evaluation says of a new node of Tic-Tac-Toe."""
    length, calm, _ = GAMES["tictactoe"]
    estimate = state.returns() if state.is_terminal() else slow_outlook(state, length, calm)
    way.worth = reference_rules.single(estimate if state.to_play == 1 else 1 - estimate)


@pytest.mark.parametrize("name", ["uct", *NAMES])
def test_thirty_configurations_grow_the_tree_of_the_plain_program(name, monkeypatch):
    monkeypatch.setattr(tree_parallel, "num_threads", lambda most: min(most, 3))
    sizes = 0
    for seed in range(30):
        draw = random.Random(f"{name} {seed}")
        if name == "uct":
            rule, options = {"exploration": 0.7}, configuration("ucb1-tuned", draw)[1]
            twin = reference_rules.Plain(**rule)
        else:
            rule, options = configuration(name, draw)
            twin = reference_rules.RULES[name](**rule)
        del options["transpositions"]
        if draw.random() < 0.2 and not twin.opens and options["expansion"] == "one":
            options |= {"widening": 1.0, "widening_power": 0.5}
        size = draw.choice((1, 2, 3, 8, 8, 16, 40))
        iterations = draw.choice((150, 157))
        parameters = {"selection": name, "iterations": iterations, "descents": size}
        parameters |= {**rule, **options}
        game, position = (("tictactoe", "x.. / .o. / ..."), ("connect4", "4x4:1122"))[seed % 2]
        if isinstance(twin, reference_rules.ProgressiveBias):
            game, position = "tictactoe", "x.. / .o. / ..."
            twin.evaluated = judge
        search = build(game, position, seed, **parameters)
        expected = TreeParallel(search.root, search.policy, seed, 0.0, rule=twin, **options)
        expected.descents = size
        expected.run(iterations)
        if draw.random() < 0.5:
            for _ in range(draw.randrange(100)):
                search.advance()
            search = search.copy()
        search.run(expected.iterations - search.iterations)
        assert search.iterations == expected.iterations
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert search.rng.state == expected.rng.state
        sizes += search.tree.size
    assert sizes > 400


def test_a_batch_of_one_is_uct_with_other_playouts():
    """Every visit has its return: the tree's counts agree as in UCT."""
    search = build(descents=1, iterations=500)
    for _ in range(100):
        while search.advance() != 4:
            pass
        assert search.under_way == 0
        assert sum(child.visits for child in search.root_children()) == search.iterations


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("connect4", {}),
        ("connect4", {"policy": "decisive", "solver": True, "decisive": True}),
        ("connect4", {"cutoff_plies": 6, "cutoff_lead": 0.5}),
        ("yavalath", {"policy": "decisive", "descents": 32}),
        ("yavalath", {"leaf": "evaluation", "nodes": 200}),
    ],
)
def test_no_number_of_threads_changes_anything(game, parameters, monkeypatch):
    found = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(tree_parallel, "num_threads", lambda most, t=threads: t)
        search = build(game, "", iterations=3001, **parameters)
        if threads == 2:
            for count in (1, 100, 3, 777):  # nor where it is cut into slices
                search.run(count)
        search.run()
        assert search.under_way == 0
        found.append(content(search))
        search.advance_root(search.best_action())
        search.run()
        found[len(found) - 1] += content(search)
    assert found[0] == found[1] == found[2]


def test_losses_are_virtual_until_the_return_is_known():
    search = build(descents=8, iterations=100)
    search.advance()
    tree = search.tree
    assert (search.under_way, tree.visits_of(ROOT), tree.value_sum_of(ROOT)) == (8, 8, 0.0)
    # seven columns: a descent to each, and the eighth goes below one of them
    visits = sorted(child.visits for child in search.root_children())
    assert visits == [1, 1, 1, 1, 1, 1, 2]
    returns = 0.0
    for number in range(8):
        while search.advance() != 4:
            assert search.path[0] == ROOT
        returns += search.playout_return  # for player 0, who is to move: the root has the rest
        assert search.under_way == 7 - number
        assert tree.value_sum_of(ROOT) == pytest.approx(number + 1 - returns)
        assert search.new_nodes == [search.path[len(search.path) - 1]]
        assert len(search.path_actions) == len(search.path) - 1
    while tree.visits_of(ROOT) < 100 or search.under_way:
        search.advance()
    assert search.iterations == 99 + (search.phase == 4)


def test_what_ends_early_has_no_losses_left():
    search = build(seconds=0.05, descents=64)
    search.run()
    assert (search.stopped, search.under_way) == ("seconds", 0)
    assert search.tree.visits_of(ROOT) == search.iterations
    proven = build("tictactoe", "xx. / oo. / ...", solver=True, iterations=5000)
    proven.run()
    assert (proven.stopped, proven.proven, proven.under_way) == ("proven", "win", 0)
    assert proven.root.action_name(proven.best_action()) == "c3"
    full = build(nodes=50, when_full="stop", iterations=5000)
    full.run()
    assert (full.stopped, full.under_way) == ("nodes", 0)
    assert full.tree.visits_of(ROOT) == full.iterations


def test_the_next_move_begins_without_losses():
    search = build(iterations=1000, descents=32)
    search.run(77)
    assert search.under_way > 0
    search.advance()
    kept = search.advance_root(search.best_action())
    assert kept > 0
    assert search.under_way == 0
    children = search.root_children()
    # a playout may have ended at the root itself
    assert 0 <= search.tree.visits_of(ROOT) - sum(child.visits for child in children) <= 32
    search.run()
    assert search.iterations == 1000


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"policy": "mast"}, "policy: 'mast' learns from every playout"),
        ({"selection": "grave"}, "selection: 'grave' needs every return"),
        ({"selection": "gumbel"}, "selection: 'gumbel' needs every return"),
        ({"selection": "proof-number", "solver": True}, "selection: 'proof-number' needs every"),
        ({"transpositions": True}, "transpositions: tree-parallel shares no positions"),
    ],
)
def test_what_needs_every_return_is_refused(parameters, message):
    with pytest.raises(RecipeError, match=message):
        build(**parameters)


def test_python_and_chance_are_refused():
    with pytest.raises(RecipeError, match="search: tree-parallel plays compiled games"):
        search_for(Nim(), "tree-parallel")
    with pytest.raises(RecipeError, match="search: tree-parallel takes no game with chance"):
        search_for(Draws(4, 1), "tree-parallel")
