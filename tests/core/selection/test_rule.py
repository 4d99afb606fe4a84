import math
from collections import Counter

import numpy as np
import pytest

from mcsearch import Recipe
from mcsearch.engine.formula import evaluate
from mcsearch.engine.tree import ROOT
from mcsearch.selection import RULES
from mcsearch.selection import rule as tables_of

DETERMINISTIC = [name for name, rule in RULES.items() if not rule.is_drawn]


def searched(rule, iterations=400, position="", **parameters):
    game = "samegame" if RULES[rule].num_players == 1 else "tictactoe"
    search = {"samegame": "spmcts", "tictactoe": "uct"}[game]
    parameters = {"selection": rule, **parameters}
    built = Recipe(game, position, search, parameters, seed=4).build()
    built.run(iterations)
    return built


def selections(search, count):
    """Each step of `count` descents through the tree as (node, child), before anything changes."""
    for _ in range(count):
        if search.advance() == 0 or getattr(search, "seeks_shorter_win", False):
            return  # over, or descents go by no rule
        yield from zip(search.path, search.path[1:], strict=False)
        for _ in range(3):
            search.advance()


def test_tables_that_were_cleared_have_the_same_bits_when_they_are_filled_again():
    tables = (tables_of._ROOT_LOG, tables_of._INVERSE_ROOT)
    before = [table.tobytes() for table in tables]
    tables_of.clear_tables()
    assert not any(table.any() for table in tables)
    tables_of.fill_tables()
    assert [table.tobytes() for table in tables] == before
    assert tables[0][7] == pytest.approx(math.sqrt(math.log(7)))


@pytest.mark.parametrize("rule", DETERMINISTIC)
def test_selection_goes_to_the_largest_sum_of_terms(rule):
    # wide at first, later deep; on the small board all is known and played again and again
    for position in ("", "5x4x3:1") if RULES[rule].num_players == 1 else ("", "x.. / .o. / ..x"):
        search = searched(rule, position=position)
        for node, child in selections(search, 200):
            total = search.rule.terms(search.tree, node).total
            total[np.isnan(total)] = np.inf  # without visits: taken before all others
            visits = np.array(
                [search.tree.visits_of(other) for other in search.tree.children(node)]
            )
            row = search.tree.children(node).index(child)
            if rule == "gumbel" and node == ROOT:  # the best of those that are due
                total[visits != visits[row]] = -np.inf
            assert total[row] == pytest.approx(total.max(), rel=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_terms_add_up_at_every_node_and_variables_give_them(rule):
    position = "6x6x3:2" if RULES[rule].num_players == 1 else ""
    search = searched(rule, position=position, iterations=700)
    tree = search.tree
    nodes = [ROOT]
    names = set()
    for node in nodes:
        children = tree.children(node)
        nodes += children
        terms = search.rule.terms(tree, node)
        at = search.rule.terms_at(tree, node)
        assert terms.names == tuple(term.name for term in at)
        assert terms.values.shape == (len(children), len(at))
        closed = np.array([tree.bounds_of(child).is_exact for child in children], bool)
        np.testing.assert_allclose(terms.values.sum(axis=1)[~closed], terms.total[~closed])
        assert (terms.total[closed] == (0.0 if search.rule.is_drawn else -np.inf)).all()
        for child, row in zip(children, terms.values, strict=True):
            if not (tree.visits_of(child) or search.rule.scores_unvisited):
                assert np.isnan(row).all()
                continue
            variables = search.rule.variables(tree, node, child)
            assert [evaluate(term.expression, variables) for term in at] == row.tolist()
        names.add(terms.names)
    assert len(names) == (2 if rule in ("uct-heuristic", "sequential-halving", "gumbel") else 1)


def test_formula_one_by_hand():
    search = searched("uct-deviation")
    tree, child = search.tree, search.tree.children(ROOT)[2]
    n, total = tree.visits_of(child), tree.value_sum_of(child)
    mean = total / n
    explore = 0.5 * math.sqrt(math.log(tree.visits_of(ROOT)) / n)
    deviate = math.sqrt((tree.square_sum[child] - n * mean**2 + 10_000) / n)
    row = search.rule.terms(tree, ROOT).values[2]
    assert row.tolist() == pytest.approx([mean, explore, deviate])


def tiles_of_each_colour(state):
    counts = Counter(state.cells().tolist())
    return [counts[colour] for colour in range(1, state.num_colours + 1)]


def test_the_heuristic_is_the_score_and_all_of_the_most_frequent_colour():
    search = searched("uct-heuristic", position="12x12x4:1", threshold=1000, iterations=200)
    tree = search.tree
    nodes = [ROOT]
    for node in nodes:
        children = tree.children(node)
        nodes += children
        terms = search.rule.terms(tree, node)
        assert terms.names == ("heuristic",)
        for child, value in zip(children, terms.total, strict=True):
            state = search.state_of(child)
            assert value == state.score + max(max(tiles_of_each_colour(state)) - 2, 0) ** 2
    assert len(nodes) > 100


def test_the_heuristic_counts_below_the_threshold_only():
    search = searched("uct-heuristic", position="6x6x3:2", iterations=20)
    tree = search.tree
    seen = set()
    for node, _ in selections(search, 300):
        visits = tree.visits_of(node)
        assert (search.rule.terms(tree, node).names == ("heuristic",)) == (visits < 10)
        seen.add(visits < 10)
    assert seen == {True, False}


@pytest.mark.parametrize("denominator", ["children", "visits"])
def test_selectivity_by_hand(denominator):
    search = searched("selectivity", position="8x8x4:3", denominator=denominator, iterations=900)
    tree = search.tree

    def variance(node):
        n, state = tree.visits_of(node), search.state_of(node)
        squares = tree.square_sum[node] - n * tree.mean(node) ** 2
        colours = sum(max(count - 2, 0) ** 2 for count in tiles_of_each_colour(state))
        bonus = 1000 if state.num_tiles else 0
        return (squares + state.score + colours + bonus) / (n + 1)

    nodes = [node for node in tree.children(ROOT) if len(tree.children(node)) > 3]
    for node in [ROOT, *nodes]:
        children = tree.children(node)
        ranked = sorted(children, key=lambda child: (tree.top(child), child), reverse=True)
        assert tree.ranked(node) == ranked
        best = ranked[0]
        for child, row in zip(children, search.rule.terms(tree, node).values, strict=True):
            gap = tree.top(best) - tree.top(child)
            spread = math.sqrt(2.0 * (variance(best) + variance(child)))
            divisor = len(children) if denominator == "children" else tree.visits_of(child)
            floor = (0.1 + 2.0 ** -ranked.index(child)) / divisor
            assert row.tolist() == pytest.approx([math.exp(-10.0 * gap / spread), floor])
    assert len(nodes) > 3


@pytest.mark.parametrize("denominator", ["children", "visits"])
@pytest.mark.parametrize("position", ["8x8x4:3", "4x4x3:2"])
def test_selectivity_draws_in_proportion_to_the_sum_of_terms(position, denominator):
    search = searched("selectivity", position=position, denominator=denominator, closing=False)
    tree = search.tree
    # by rank: how often it was drawn, how often it should have been, and the variance of that
    drawn, expected, variance = np.zeros(4), np.zeros(4), np.zeros(4)
    for node, child in selections(search, 3000):
        ranked = tree.ranked(node)
        if len(ranked) < 2:
            continue
        total = search.rule.terms(tree, node).total
        first = tree.children(node)[0]
        weights = np.array([total[c - first] for c in ranked])
        chances = np.zeros(4)
        np.add.at(chances, np.minimum(np.arange(len(ranked)), 3), weights / weights.sum())
        drawn[min(ranked.index(child), 3)] += 1
        expected += chances
        variance += chances * (1.0 - chances)
    assert drawn.sum() > 4000
    assert (expected > 25).all()
    assert (np.abs(drawn - expected) < 3.9 * np.sqrt(variance)).all()


def test_optional_columns_belong_to_the_rules_that_ask_for_them():
    trees = {name: searched(name, 50).tree for name in RULES}
    assert {name for name in RULES if trees[name].keeps_priors} == {
        "uct-heuristic",
        "selectivity",
        "puct",
        "puct-range",
        "gumbel",
        "thompson",
        "progressive-bias",
        "implicit-minimax",
    }
    assert {name for name in RULES if trees[name].keeps_order} == {"selectivity", "shot"}
    assert math.isnan(trees["uct-top"].prior(ROOT))
    # the same nodes as long as all are children of the root, with 4 and 14 bytes a slot more
    plain, heuristic, selectivity = (
        searched(name, 10).tree.num_bytes for name in ("uct-top", "uct-heuristic", "selectivity")
    )
    assert plain < heuristic < selectivity
    assert (selectivity - plain) * 4 == (heuristic - plain) * 14


def test_the_smaller_of_two():
    assert evaluate("min(v, 2 * n)", {"v": 3.0, "n": 1.0}) == 2.0
    assert evaluate("min(v, 2 * n)", {"v": -3.0, "n": 1.0}) == -3.0


@pytest.mark.parametrize("text", ["__import__('os')", "v if n else 0", "open(v)", "v.real", "'a'"])
def test_a_formula_is_arithmetic_only(text):
    with pytest.raises(ValueError, match="no arithmetic"):
        evaluate(text, {"v": 1.0, "n": 2.0})
