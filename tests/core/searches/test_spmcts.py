"""Single-player MCTS on problems whose scale it can't know, and closed subtrees."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import numpy as np
import pytest

from mcsearch import Recipe, search_for
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.presets import PRESETS
from mcsearch.selection import RULES

ONE_PLAYER = [name for name, rule in RULES.items() if rule.num_players == 1]


class Knapsack:
    """Items are taken or left one by one; the score is the value of those taken."""

    max_plies, max_actions = 40, 2

    def __init__(self, values, weights, room, place=0, value=0.0):
        self.values, self.weights = values, weights
        self.room, self.place, self.value = room, place, value

    def legal_actions(self):
        return [True, False] if self.weights[self.place] <= self.room else [False]

    def play(self, takes):
        return Knapsack(
            self.values,
            self.weights,
            self.room - self.weights[self.place] * takes,
            self.place + 1,
            self.value + self.values[self.place] * takes,
        )

    def is_terminal(self):
        return self.place == len(self.values)

    def returns(self):
        return self.value


class Packing(Knapsack):
    """The same problem with other actions: which of the items that fit comes next."""

    max_actions = 40
    taken: frozenset[int] = frozenset()

    def legal_actions(self):
        items = range(len(self.values))
        return [i for i in items if i not in self.taken and self.weights[i] <= self.room]

    def play(self, item):
        room, value = self.room - self.weights[item], self.value + self.values[item]
        after = Packing(self.values, self.weights, room, 0, value)
        after.taken = self.taken | {item}
        return after

    def is_terminal(self):
        return not self.legal_actions()


def instance(largest_value, seed):
    """Values, weights and the room for half the weight of 30 to 40 items."""
    draw = random.Random(seed)
    count = draw.randint(30, 40)
    weights = [draw.randint(1, 100) for _ in range(count)]
    values = [draw.uniform(0.0, largest_value) for _ in range(count)]
    if largest_value > 1:
        values = [float(draw.randint(1, largest_value)) for _ in range(count)]
    return values, weights, sum(weights) // 2


def optimum(values, weights, room):
    """The largest value of items that fit, by dynamic programming over the room."""
    best = np.zeros(room + 1)
    for value, weight in zip(values, weights, strict=True):
        if weight <= room:
            best[weight:] = np.maximum(best[weight:], best[: room + 1 - weight] + value)
    return best[room]


@pytest.mark.parametrize(("problem", "count"), [(Knapsack, 10), (Packing, 3)])
@pytest.mark.parametrize("largest_value", [1, 30, 1000])
def test_knapsacks_with_the_defaults(largest_value, problem, count):
    shares = []
    for seed in range(count):
        search = search_for(problem(*instance(largest_value, seed)), seed=seed)
        search.run(10_000)
        shares.append(search.best_score / optimum(*instance(largest_value, seed)))
    assert max(shares) <= 1.0 + 1e-9
    assert np.mean(shares) >= 0.965, shares
    assert min(shares) >= 0.93, shares


@dataclass(frozen=True)
class Scaled:
    """The permutation whose neighbours differ least, with scores in any unit from any zero."""

    unit: float
    zero: float
    numbers: tuple[int, ...] = (5, 0, 7, 2, 6, 1, 4, 3)
    order: tuple[int, ...] = ()

    def legal_actions(self):
        return [i for i in self.numbers if i not in self.order]

    def play(self, number):
        return Scaled(self.unit, self.zero, self.numbers, (*self.order, number))

    def is_terminal(self):
        return len(self.order) == len(self.numbers)

    def returns(self):
        steps = sum(abs(a - b) for a, b in itertools.pairwise(self.order))
        return self.zero - self.unit * steps


@pytest.mark.parametrize("unit", [2.0**-40, 0.25, 2.0**30])
def test_the_unit_of_the_scores_changes_nothing(unit):
    plain, scaled = (search_for(Scaled(u, 0.0), seed=3) for u in (1.0, unit))
    for search in (plain, scaled):
        search.run(3000)
    assert scaled.tree.size == plain.tree.size > 1000
    assert (scaled.tree.visits == plain.tree.visits).all()
    assert scaled.best_score == plain.best_score * unit


@pytest.mark.parametrize("zero", [-1000.0, 100.0, 10_000.0])
def test_the_zero_of_the_scores_changes_next_to_nothing(zero):
    plain, moved = (search_for(Scaled(1.0, z), seed=3) for z in (0.0, zero))
    for search in (plain, moved):
        search.run(3000)
    assert moved.best_score == plain.best_score + zero
    visits = [[s.tree.visits_of(c) for c in s.tree.children(ROOT)] for s in (plain, moved)]
    assert np.abs(np.subtract(*visits)).sum() < 600


@dataclass(frozen=True)
class Constant:
    """Whatever is done, the score is the same."""

    score: float
    plies: int = 6

    def legal_actions(self):
        return [0, 1]

    def play(self, action):
        return Constant(self.score, self.plies - 1)

    def is_terminal(self):
        return self.plies == 0

    def returns(self):
        return self.score


@pytest.mark.parametrize("score", [0.0, 0.1, -3e7])
def test_equal_scores_are_searched_evenly(score):
    search = search_for(Constant(score), parameters={"closing": False}, seed=1)
    search.run(1000)
    assert search.tree.size == 2**7 - 1
    visits = [search.tree.visits_of(child) for child in search.tree.children(ROOT)]
    assert min(visits) > 300


# --- closing ---


def ends(state):
    """Every score that can still be reached."""
    if state.is_terminal():
        return {state.returns()}
    return set().union(*(ends(state.play(action)) for action in state.legal_actions()))


def nodes_below(tree, node):
    found = [node]
    for each in found:
        found += tree.children(each)
    return found


@pytest.mark.parametrize("rule", ONE_PLAYER)
def test_a_closed_root_ends_the_search_with_the_optimum(rule):
    for seed in range(8):
        recipe = Recipe("samegame", f"4x3x3:{seed}", "spmcts", {"selection": rule}, seed=seed)
        search = recipe.build()
        search.run(10_000)
        best = max(ends(search.root))
        assert search.stopped == "proven"
        assert search.best_score == best
        assert search.bounds[:2] == (best, best)
        assert search.bounds.plies == min(
            len(line) for line, score in lines(search.root) if score == best
        )


def lines(state, played=()):
    """Every sequence of actions to the end with its score."""
    if state.is_terminal():
        yield played, state.returns()
    for action in state.legal_actions():
        yield from lines(state.play(action), (*played, action))


@pytest.mark.parametrize("rule", ONE_PLAYER)
@pytest.mark.parametrize("nodes", [12, 1000])
def test_a_node_is_closed_when_every_end_below_it_is_in_the_tree(rule, nodes):
    num_closed = 0
    for seed in range(6):
        parameters = {"selection": rule, "nodes": nodes}
        search = Recipe("samegame", f"4x3x3:{seed}", "spmcts", parameters, seed=seed).build()
        for _ in range(6):
            search.run(11)
            tree = search.tree
            for node in nodes_below(tree, ROOT):
                below = nodes_below(tree, node)
                complete = all(
                    len(tree.children(n)) == len(search.state_of(n).legal_actions()) for n in below
                )
                assert tree.bounds_of(node).is_exact == complete
                if complete:
                    num_closed += 1
                    assert tree.bounds_of(node).lower == max(ends(search.state_of(node)))
    assert num_closed > 20


@pytest.mark.parametrize("rule", ONE_PLAYER)
def test_selection_keeps_away_from_what_is_closed(rule):
    parameters = {"selection": rule}
    seen = 0
    for seed in range(10):
        search = Recipe("samegame", f"4x4x3:{seed}", "spmcts", parameters, seed=seed).build()
        while search.advance():
            tree = search.tree
            assert search.iterations < 5000
            assert not any(tree.bounds_of(node).is_exact for node in search.path)
            seen += any(tree.bounds_of(c).is_exact for n in search.path for c in tree.children(n))
            for _ in range(3):
                search.advance()
        assert search.stopped == "proven"
    assert seen > 100


@pytest.mark.parametrize("rule", ONE_PLAYER)
def test_in_a_full_pool_what_had_no_room_is_still_played(rule):
    for seed in range(10):
        parameters = {"selection": rule, "nodes": 9, "iterations": 400}
        search = Recipe("samegame", f"4x3x3:{seed}", "spmcts", parameters, seed=seed).build()
        while search.advance():
            search.advance()
            leaf = search.path[-1]
            assert search.tree.bounds_of(leaf).is_open
            for _ in range(2):
                search.advance()
        assert search.stopped == ("iterations" if search.tree.full else "proven")


def test_restarts_open_everything_again():
    parameters = {"restart_after": 5, "iterations": 300}
    search = Recipe("samegame", "4x4x3:1", "spmcts", parameters, seed=1).build()
    search.run()
    assert search.stopped == "iterations"
    assert search.restarts == 59


def test_without_closing_ends_are_visited_again_and_again():
    parameters = {"closing": False, "iterations": 2000}
    search = Recipe("samegame", "4x3x3:1", "spmcts", parameters, seed=1).build()
    search.run()
    assert search.stopped == "iterations"
    assert search.iterations > 10 * search.tree.size
    assert search.bounds.plies == NONE


def test_a_copy_goes_on_with_the_same_range_and_the_same_closed_nodes():
    search = search_for(Knapsack(*instance(30, 1)), seed=1)
    search.run(2000)
    twin = search.copy()
    search.run(2000)
    twin.run(2000)
    assert twin.improvements == search.improvements
    assert (twin.tree.visits == search.tree.visits).all()
    assert twin.tree.greatest_score - twin.tree.least_score > 0


def test_the_presets_of_the_report_do_not_close():
    of_the_report = [p for p in PRESETS.values() if p.recipe.search == "spmcts"]
    assert len(of_the_report) == 15
    assert not any(preset.recipe.values["closing"] for preset in of_the_report)
    assert {p.recipe.values["selection"] for p in of_the_report}.isdisjoint({"uct-range"})


def test_a_problem_has_the_rule_that_needs_no_scale_and_samegame_its_own():
    assert search_for(Knapsack(*instance(30, 1))).rule.name == "uct-range"
    assert Recipe("samegame").build().rule.name == "uct-top"
