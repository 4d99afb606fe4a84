"""The playout policies that learn, against the same in plain Python and from the lines played."""

from __future__ import annotations

import random
from collections import Counter

import pytest
import reference_policies
from exact_values import Table
from problems import Draws
from reference_rules import Plain
from reference_search import UctWithOptions
from selection.test_scored import same_graph

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT
from mcsearch.playout import POLICIES
from mcsearch.playout.learned import LearnedPolicy

GAMES = (
    ("tictactoe", "x.. / .o. / ..."),
    ("connect4", "4x4:1122"),
    ("yavalath", "e5 d4 e6 d5 a1 i5"),
    ("breakthrough", "a2-b3"),
    ("hex", "d4 c5 e3"),
    ("nogo", "x.oxx.. / x.o.oox / ox.o... / .o....x / oxxo.oo / x.x.... / .x..o.."),
)
NAMES = list(reference_policies.POLICIES)


def parameters_of(name, draw):
    """Random values of a policy's parameters."""
    found = {
        "sampling": draw.choice(("epsilon-greedy", "gibbs")),
        "any_move": draw.choice((0.0, 0.1, 0.4)),
        "temperature": draw.choice((0.1, 0.5, 2.0)),
        "pair_visits": draw.choice((1, 3, 7)),
        "adaptation_step": draw.choice((0.0, 0.3, 1.0, 5.0)),
    }
    return {p.name: found[p.name] for p in POLICIES[name].parameters}


def test_every_policy_that_learns_has_a_slow_twin():
    found = {name for name, policy in POLICIES.items() if issubclass(policy, LearnedPolicy)}
    assert found == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_thirty_configurations_grow_the_tree_of_the_plain_program(name):
    sizes = 0
    for seed in range(30):
        draw = random.Random(f"{name} {seed}")
        policy = parameters_of(name, draw)
        options = {
            "expansion": draw.choice(("one", "all")),
            "solver": draw.random() < 0.5,
            "tree_plies": draw.choice((0, 0, 0, 1, 2)),
            "decisive": draw.random() < 0.3,
            "transpositions": draw.random() < 0.4,
        }
        parameters = {"policy": name, "iterations": 150, **policy, **options}
        if seed % 3 > 1 and name != "ppaf":  # which needs a board
            options["transpositions"] = parameters["transpositions"] = False
            search = search_for(Table(seed), "uct", parameters, seed)
        else:
            game, position = GAMES[
                seed % 2 + (name == "ppaf") * {1: 1, 3: 2, 5: 3, 9: 4}.get(seed % 10, 0)
            ]
            search = Recipe(game, position, "uct", parameters, seed).build()
        twin = reference_policies.POLICIES[name](**policy)
        exploration = search.values["exploration"]
        plain = Plain(exploration=exploration)
        expected = UctWithOptions(search.root, twin, seed, exploration, rule=plain, **options)
        expected.run(150)
        search.run(expected.iterations)
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert search.rng.state == expected.rng.state
        sizes += search.tree.size
    assert sizes > 400


@pytest.mark.parametrize("name", ["mast", "nst"])
def test_the_means_are_those_of_the_lines_in_a_small_pool_and_after_reuse(name):
    search = Recipe("connect4", "44", "uct", {"policy": name, "nodes": 90}, seed=4).build()
    visits, sums = Counter(), Counter()
    for _ in range(3):
        for _ in range(150):
            while search.advance() != 4:
                pass
            state = search.root
            for action in [*search.path_actions, *search.playout_actions]:
                cell, player = state.action_cells(action)[0], state.to_play
                visits[cell, player] += 1
                value = search.playout_return
                sums[cell, player] += value if player == 0 else 1 - value
                state = state.play(action)
        search.advance_root(search.best_action())
    assert search.tree.size < 90
    for (cell, player), count in visits.items():
        code = cell // 6 * 7 + cell % 6 + 1
        found, mean = search.policy.mean_of(code, player)
        assert found == count
        assert mean == pytest.approx(sums[cell, player] / count)


def test_weights_are_forgotten_at_a_new_root_and_grow_with_wins():
    search = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"policy": "ppa"}, seed=1).build()
    search.run(200)
    weights = [search.policy.weight_of(cell + 1, 0) for cell in (2, 5, 6, 7, 8)]
    assert max(weights) == weights[0] > 1.0
    search.advance_root(8)
    assert search.policy.weight_of(3, 0) == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_on_as_the_search_itself(name):
    search = Recipe("connect4", "", "uct", {"policy": name}, seed=2).build()
    search.run(120)
    while search.advance() != 3:  # between the playout and what is learnt of it
        pass
    twin = search.copy()
    search.run(80)
    twin.run(80)
    assert twin.rng.state == search.rng.state
    assert [c.visits for c in twin.root_children()] == [c.visits for c in search.root_children()]
    assert search.num_bytes > search.tree.num_bytes


def test_features_are_asked_of_games_that_tell_them():
    with pytest.raises(RecipeError, match="policy: 'ppaf' needs features of moves, and Table has"):
        search_for(Table(1), parameters={"policy": "ppaf"})


@pytest.mark.parametrize("name", [name for name in NAMES if name != "ppaf"])
def test_where_chance_acts_they_are_refused(name):
    with pytest.raises(RecipeError, match=f"policy: {name} can't be used where chance acts"):
        search_for(Draws(4, 1), parameters={"policy": name})
