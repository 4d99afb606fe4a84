import math

import numpy as np
import pytest

from mcsearch import Recipe
from mcsearch.formula import evaluate
from mcsearch.selection import RULES
from mcsearch.tree import ROOT


def searched(rule, iterations=400):
    game = "samegame" if RULES[rule].num_players == 1 else "tictactoe"
    search = {"samegame": "spmcts", "tictactoe": "uct"}[game]
    recipe = Recipe(game, parameters={"selection": rule}, search=search, seed=4)
    built = recipe.build()
    built.run(iterations)
    return built


@pytest.mark.parametrize("rule", RULES)
def test_selection_goes_to_the_largest_sum_of_terms(rule):
    search = searched(rule)
    for _ in range(200):
        search.advance()
        tree = search.tree
        for node, child in zip(search.path, search.path[1:], strict=False):
            total = search.rule.terms(tree, node).total
            row = tree.children(node).index(child)
            assert total[row] == pytest.approx(np.nanmax(total), rel=1e-6)
        for _ in range(3):
            search.advance()


@pytest.mark.parametrize("rule", RULES)
def test_variables_give_the_terms(rule):
    search = searched(rule)
    tree, child = search.tree, search.tree.children(ROOT)[0]
    variables = search.rule.variables(tree, ROOT, child)
    values = [evaluate(text, variables) for text in search.rule.expressions]
    assert values == search.rule.terms(tree, ROOT).values[0].tolist()
    assert len(search.rule.terms_in_order) == len(values)


def test_formula_one_by_hand():
    search = searched("uct-deviation")
    tree, child = search.tree, search.tree.children(ROOT)[2]
    n, total = tree.visits_of(child), tree.value_sum_of(child)
    mean = total / n
    explore = 0.5 * math.sqrt(math.log(tree.visits_of(ROOT)) / n)
    deviate = math.sqrt((tree.square_sum[child] - n * mean**2 + 10_000) / n)
    row = search.rule.terms(tree, ROOT).values[2]
    assert row.tolist() == pytest.approx([mean, explore, deviate])


@pytest.mark.parametrize("text", ["__import__('os')", "v if n else 0", "open(v)", "v.real", "'a'"])
def test_a_formula_is_arithmetic_only(text):
    with pytest.raises(ValueError, match="no arithmetic"):
        evaluate(text, {"v": 1.0, "n": 2.0})
