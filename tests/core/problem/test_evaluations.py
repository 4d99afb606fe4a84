"""Values and priors from a person's function in batches, against the same one state at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest
from exact_values import Table, minimax
from searches.test_bounds import OPTIONS, play_and_check

from mcsearch import ProblemError, search_for
from mcsearch.engine.tree import ROOT
from mcsearch.examples.valued_nim import ValuedNim


def value_of(state):
    return random.Random(f"{state.at}").random()


def priors_of(state):
    draw = random.Random(f"priors {state.at}")
    return [draw.random() + 0.01 for _ in state.legal_actions()]


class OneByOne(Table):
    """A random game with a value and priors that a position alone decides."""

    def evaluation(self):
        return value_of(self)

    def prior(self):
        return priors_of(self)


class InBatches(Table):
    """The same, told by one function of many states."""

    batches: list  # of the numbers of states

    def evaluations(self, states):
        assert not any(state.is_terminal() for state in states[1:])
        type(self).batches.append(len(states))
        return np.array([value_of(s) for s in states]), [priors_of(s) for s in states]


def nodes_of(search):
    tree, nodes = search.tree, [ROOT]
    for node in nodes:
        nodes += tree.children(node)
    return [(tree.visits_of(n), tree.value_sum_of(n), repr(tree.prior(n))) for n in nodes[1:]]


def test_thirty_configurations_grow_the_tree_of_one_state_at_a_time():
    total = 0
    for seed in range(30):
        draw = random.Random(seed)
        parameters = {
            "selection": draw.choice(("puct", "puct", "uct", "grave")),
            "leaf": draw.choice(("evaluation", "evaluation", "playout")),
            "solver": draw.random() < 0.5,
            "transpositions": draw.random() < 0.4,
            "tree_plies": draw.choice((0, 0, 1, 2)),
            "iterations": 150,
            "nodes": draw.choice((40, 1000)),
        }
        InBatches.batches = []
        batched = search_for(InBatches(seed), parameters=parameters, seed=seed)
        plain = search_for(OneByOne(seed), parameters=parameters, seed=seed)
        for _ in range(draw.randint(0, 50)):
            batched.advance()
        batched = batched.copy()  # in the middle of an iteration
        batched.run()
        plain.run()
        assert nodes_of(batched) == nodes_of(plain)
        assert batched.rng.state == plain.rng.state
        total += sum(InBatches.batches)
    assert total > 500


def test_an_iteration_asks_once_and_for_all_that_lies_ahead():
    InBatches.batches = []
    search = search_for(InBatches(4), parameters={"iterations": 40}, seed=1, check=False)
    assert (search.values["selection"], search.values["leaf"]) == ("puct", "evaluation")
    for _ in range(40):
        before = len(InBatches.batches)
        while search.advance() != 4:
            pass
        assert len(InBatches.batches) <= before + 1
    assert max(InBatches.batches) > 2


def test_no_bound_is_wrong_with_values_in_batches():
    num_proven = 0
    for seed in range(30):
        InBatches.batches = []
        draw = random.Random(seed)
        options = {**draw.choice(OPTIONS), "transpositions": draw.random() < 0.5}
        game = InBatches(seed)
        search = search_for(game, "uct", options, seed)
        num_proven += play_and_check(search, game, minimax(game), game.start, draw)
    assert num_proven > 150


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "gave None; give a tuple of two"),
        (([0.5], None), "gave values of 1 states where it was given"),
        (([2.0] * 9, None), "gave values of 9 states|give an estimate of the first"),
        (([0.5] * 4, [[1.0]]), "gave values of 4|gave priors of 1 states"),
    ],
)
def test_what_is_no_batch_is_refused(given, message):
    class Wrong(Table):
        def evaluations(self, states):
            return given

    with pytest.raises(ProblemError, match=message):
        search_for(Wrong(4), seed=1, check=False).run(5)


def test_one_player_is_refused():
    class Alone(Table):
        num_players = 1

        def evaluations(self, states):
            return [0.5] * len(states), None

    with pytest.raises(ProblemError, match=r"evaluations.. of Alone is for games of two players"):
        search_for(Alone(4))


def test_the_example_with_numpy_wins_nim():
    search = search_for(ValuedNim(), parameters={"solver": True, "iterations": 2000}, seed=1)
    search.run()
    assert search.proven == "win"
    assert search.root.action_name(search.best_action()) == "3 of heap 3"
    assert search.playout_actions == []
