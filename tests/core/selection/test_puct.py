"""PUCT: selection by priors."""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import dataclass

import numpy as np
import pytest
import reference_rules
from exact_values import Table
from problems import Draws, HintedNim, Nim, expectation, nim_sum
from reference_search import UctWithOptions
from selection.test_scored import same_graph

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT

HEAPS = (4, 5, 6, 7)


def searched(problem, iterations=300, seed=1, **parameters):
    search = search_for(problem, parameters={"selection": "puct", **parameters}, seed=seed)
    search.run(iterations)
    return search


def test_a_problem_with_a_prior_is_searched_by_puct():
    assert search_for(HintedNim()).rule.name == "puct"
    assert search_for(HintedNim(), parameters={"selection": "uct"}).rule.name == "uct"
    assert search_for(Nim()).rule.name == "uct"


def test_the_formula_by_hand():
    search = searched(HintedNim(), exploration=0.8)
    tree = search.tree
    nodes = [ROOT, *(child for child in tree.children(ROOT) if tree.children(child))]
    for node in nodes:
        terms = search.rule.terms(tree, node)
        assert terms.names == ("mean", "prior")
        weights = search.state_of(node).problem.prior()
        for child, row in zip(tree.children(node), terms.values, strict=True):
            (*_, action) = search.actions_to(child)
            place = search.state_of(node).legal_actions().index(action)
            prior = weights[place] / sum(weights)
            n = tree.visits_of(child)
            mean = tree.mean(child) if n else 0.5
            explore = 0.8 * prior * math.sqrt(tree.visits_of(node)) / (1 + n)
            assert row.tolist() == pytest.approx([mean, explore])


def test_selection_goes_to_the_largest_sum_of_terms_visited_or_not():
    search = searched(HintedNim(), 50)
    seen = set()
    for _ in range(300):
        search.advance()
        for node, child in zip(search.path, search.path[1:], strict=False):
            total = search.rule.terms(search.tree, node).total
            row = search.tree.children(node).index(child)
            assert total[row] == pytest.approx(total.max(), rel=1e-5)
            seen.add(search.tree.visits_of(child) > 0)
        for _ in range(3):
            search.advance()
    assert seen == {True, False}


def test_a_leaf_gets_all_children_and_goes_on_to_the_likeliest():
    search = searched(HintedNim(HEAPS), 1)
    tree = search.tree
    children = tree.children(ROOT)
    assert len(children) == sum(HEAPS)
    priors = [tree.prior(child) for child in children]
    assert sum(priors) == pytest.approx(1.0)
    assert tree.visits_of(children[int(np.argmax(priors))]) == 1


def test_a_game_without_priors_has_equal_ones():
    search = Recipe("connect4", "112233", parameters={"selection": "puct"}, seed=1).build()
    search.run(500)
    tree = search.tree
    assert [tree.prior(child) for child in tree.children(ROOT)] == pytest.approx([1 / 7] * 7)
    assert search.best_action() == 3


@pytest.mark.parametrize("parameters", [{"solver": True}, {"transpositions": True}, {"nodes": 60}])
def test_puct_finds_the_win_with_every_option(parameters):
    class Keyed(HintedNim):
        def key(self):
            return self.heaps

    search = searched(Keyed((1, 2, 2)), 3000, **parameters)
    assert search.best_action() == (0, 1)
    if "solver" in parameters:
        assert search.proven == "win"


def playouts_needed(problem, seed, most=1200, step=30):
    """Playouts after which the best action is a winning one and stays so; more than `most` if not
    by then."""
    search = search_for(problem, parameters={"selection": "puct"}, seed=seed)
    last = 0
    while search.iterations < most:
        search.run(step)
        if nim_sum(problem.play(search.best_action()).heaps) != 0:
            last = search.iterations
    return last + step


def test_a_prior_halves_the_playouts_needed():
    heaps = (1, 4, 6)
    plain = [playouts_needed(Nim(heaps), seed) for seed in range(20)]
    hinted = [playouts_needed(HintedNim(heaps), seed) for seed in range(20)]
    assert 2 * statistics.median(hinted) <= statistics.median(plain)
    assert sum(2 * few <= many for few, many in zip(hinted, plain, strict=True)) >= 15


@dataclass(frozen=True)
class Lock:
    """One player: eight digits of 0 to 4; each digit that is right is worth a point times `unit`.

    The prior holds the right digit for twice as likely as any other.
    """

    digits: tuple[int, ...] = ()
    unit = 1.0
    key_digits = (2, 0, 4, 1, 3, 3, 0, 2)

    def legal_actions(self):
        return range(5)

    def play(self, digit):
        return type(self)((*self.digits, digit))

    def is_terminal(self):
        return len(self.digits) == len(self.key_digits)

    def returns(self):
        return 1e5 + self.unit * sum(
            a == b for a, b in zip(self.digits, self.key_digits, strict=True)
        )

    def prior(self):
        return [1 + (digit == self.key_digits[len(self.digits)]) for digit in range(5)]


class LargeLock(Lock):
    unit = 1000.0


@pytest.mark.parametrize("problem", [Lock(), LargeLock()])
def test_one_player_is_measured_by_the_range_of_scores(problem):
    search = search_for(problem, parameters={"iterations": 400}, seed=1)
    search.run()
    assert search.rule.name == "puct-range"
    tree = search.tree
    terms = search.rule.terms(tree, ROOT)
    scores = tree.greatest_score - tree.least_score
    for child, row in zip(tree.children(ROOT), terms.values, strict=True):
        prior = (1 + (search.actions_to(child) == [2])) / 6
        explore = 1.41 * scores * prior * math.sqrt(tree.visits_of(ROOT))
        explore /= 1 + tree.visits_of(child)
        assert row.tolist() == pytest.approx([tree.mean(child), explore])


def test_a_prior_helps_one_player_in_any_unit():
    def best(problem, rule, seed):
        search = search_for(problem, parameters={"selection": rule, "iterations": 300}, seed=seed)
        search.run()
        return (search.best_score - 1e5) / problem.unit

    for problem in (Lock(), LargeLock()):
        flat = type("Flat", (type(problem),), {"prior": lambda self: [1] * 5})()
        hinted = [best(problem, "puct-range", seed) for seed in range(20)]
        plain = [best(flat, "puct-range", seed) for seed in range(20)]
        assert statistics.mean(hinted) > statistics.mean(plain) + 0.5


def test_priors_work_where_chance_acts():
    class Guided(Draws):
        def prior(self):
            return {"draw": 3, "stop": 1}

    state = Guided(4, 1)
    search = searched(state, 3000)
    exact = expectation(state.play("draw"))
    assert search.best_action() == ("draw" if exact > 4 else "stop")
    assert {child.action for child in search.root_children()} == {"draw", "stop"}


def test_each_puct_is_for_its_number_of_players():
    with pytest.raises(RecipeError, match="selection: 'puct' is not valid"):
        Recipe("samegame", parameters={"selection": "puct"})
    with pytest.raises(RecipeError, match="selection: 'puct-range' is not valid"):
        Recipe("connect4", parameters={"selection": "puct-range"})


# --- noise at the root ---


def weight_of(state):
    return random.Random(f"{state.at}").random() + 0.01


class WeighedTable(Table):
    """A random game whose priors are weights of the states after the actions."""

    def prior(self):
        return [weight_of(self.play(action)) for action in self.legal_actions()]


@pytest.mark.parametrize("seed", range(30))
def test_noise_is_that_of_the_plain_program_also_at_a_new_root(seed):
    draw = random.Random(f"noise {seed}")
    rule = {"exploration": draw.choice((0.3, 1.41, 4.0)), "unvisited": draw.choice((0.0, 0.5))}
    rule |= {"root_noise": draw.choice((0.1, 0.25, 0.6, 1.0))}
    rule |= {"noise_shape": draw.choice((0.03, 0.3, 1.0, 10.0))}
    parameters = {"selection": "puct", "tree_plies": draw.choice((0, 0, 2)), **rule}
    search = search_for(WeighedTable(seed), "uct", {**parameters, "iterations": 60}, seed)
    twin = reference_rules.Puct(**rule)
    twin.weigh = lambda state: weight_of(state.problem)
    expected = UctWithOptions(
        *(search.root, search.policy, seed, 0.0),
        rule=twin,
        tree_plies=parameters["tree_plies"],
    )
    while not search.root.is_terminal():
        search.run()
        expected.run(60)
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert search.rng.state == expected.rng.state
        action = draw.choice(search.root_children()).action
        number = search.root.number_of(action)
        search.advance_root(action)
        expected.state = expected.state.play(action)
        expected.root = expected.root.position.children[number]
        if expected.root.position.children:
            twin.begin_at_root(expected.root.position, expected.rng)


def noise_of(search):
    """eta of the root's children."""
    tree = search.tree
    return [search.rule.variables(tree, ROOT, child)["eta"] for child in tree.children(ROOT)]


@pytest.mark.parametrize(
    ("shape", "distribution"),
    [
        (1.0, lambda x: 1 - (1 - x) ** 6),
        (1 / 6, lambda x: x ** (1 / 6)),
        (0.01, None),
        (100.0, None),
    ],
)
def test_noise_follows_the_dirichlet_distribution(shape, distribution):
    """A share of seven is Beta(alpha, 6 alpha): Kolmogorov and Smirnov at 1 in 1,000; moments."""
    parameters = {"selection": "puct", "root_noise": 0.25, "noise_shape": shape}
    drawn = []
    for seed in range(1000):
        search = Recipe("connect4", "", "uct", parameters, seed=seed).build()
        search.run(1)
        drawn.append(noise_of(search))
    shares = np.array(drawn)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    variance = 6 / 49 / (7 * shape + 1)
    assert shares.mean(axis=0) == pytest.approx(1 / 7, abs=4 * (variance / 1000) ** 0.5)
    assert shares.var(axis=0).mean() == pytest.approx(variance, rel=0.1)
    apart = np.corrcoef(shares, rowvar=False)[np.triu_indices(7, 1)]
    assert apart == pytest.approx(-1 / 6, abs=4 / 1000**0.5)
    if distribution is not None:
        for column in shares.T:
            expected = distribution(np.sort(column))
            assert np.abs(expected - (np.arange(1000) + 0.5) / 1000).max() < 1.95 / 1000**0.5


def test_noise_is_a_term_of_its_own_at_the_root_alone():
    search = searched(HintedNim(), 200, root_noise=0.25, exploration=0.8)
    tree = search.tree
    terms = search.rule.terms(tree, ROOT)
    assert terms.names == ("mean", "prior", "noise")
    weights = search.root.problem.prior()
    for child, row, eta in zip(tree.children(ROOT), terms.values, noise_of(search), strict=True):
        prior = weights[tree.action_of(child)] / sum(weights)
        explore = 0.8 * math.sqrt(tree.visits_of(ROOT)) / (1 + tree.visits_of(child))
        assert row[1:].tolist() == pytest.approx([0.75 * explore * prior, 0.25 * explore * eta])
    below = next(child for child in tree.children(ROOT) if tree.children(child))
    assert search.rule.terms(tree, below).names == ("mean", "prior")
    assert searched(HintedNim(), 200).rule.terms(tree, ROOT).names == ("mean", "prior")
    copy = search.copy()
    assert noise_of(copy) == noise_of(search)
    before = noise_of(search)
    assert search.advance_root(search.best_action()) > 10
    assert noise_of(copy) == before != noise_of(search)
    assert sum(noise_of(search)) == pytest.approx(1.0)


def test_noise_works_with_one_player_and_where_chance_acts():
    search = search_for(LargeLock(), parameters={"iterations": 100, "root_noise": 0.5}, seed=1)
    search.run()
    terms = search.rule.terms(search.tree, ROOT)
    assert terms.names == ("mean", "prior", "noise")
    assert terms.total == pytest.approx(terms.values.sum(axis=1))
    search = searched(Draws(4, 1), 300, root_noise=0.5)
    assert len(noise_of(search)) == 2
    assert search.advance_root("draw") > 1  # to where chance acts, which no noise changes
    search.run(1500)
    visits = [child.visits for child in search.root_children()]
    assert visits == pytest.approx([sum(visits) / 4] * 4, rel=0.15)


def test_noise_is_for_rules_with_priors():
    with pytest.raises(RecipeError, match="'root_noise' is not known"):
        Recipe("connect4", parameters={"root_noise": 0.25})
