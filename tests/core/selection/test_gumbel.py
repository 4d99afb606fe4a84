"""Gumbel's rule against the published formulas in numpy, and what the rounds of a move tell."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from problems import Draws, HintedNim
from reference_rules import considered

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT


def published(tree, node, raw, c_visit, c_scale):
    """(logits, completed values scaled, visits) of the children, as the paper's appendix D has it.

    `raw` is the return of the playout from the node, None without one.
    """
    children = tree.children(node)
    visits = np.array([tree.visits_of(child) for child in children])
    q = np.array([tree.mean(child) if tree.visits_of(child) else 0.0 for child in children])
    prior = np.array([tree.prior(child) for child in children])
    seen = visits > 0
    weighted = (prior * q)[seen].sum() / prior[seen].sum() if seen.any() else 0.0
    mixed = weighted if raw is None else (raw + visits.sum() * weighted) / (1 + visits.sum())
    completed = np.where(seen, q, mixed)
    return np.log(prior), (c_visit + visits.max()) * c_scale * completed, visits


@pytest.mark.parametrize("seed", range(30))
def test_every_selection_is_the_published_one(seed):
    """The table of considered playouts at the root, improved policies below, at every step."""
    draw = random.Random(seed)
    heaps = tuple(draw.randrange(1, 5) for _ in range(3))
    budget = draw.choice((7, 16, 50, 120))
    weights = {"visit_weight": draw.choice((1.0, 50.0)), "value_weight": draw.choice((0.1, 1.0))}
    parameters = {"selection": "gumbel", "considered": draw.choice((2, 4, 16)), **weights}
    parameters |= {"iterations": budget, "gumbel_noise": draw.random() < 0.5}
    search = search_for(HintedNim(heaps), parameters=parameters, seed=seed)
    raw = {}  # of nodes, by their actions: what the playout from them has returned
    steps = 0
    for played in range(budget):
        tree = search.tree
        before = []
        search.advance()
        for node, child in zip(search.path, search.path[1:], strict=False):
            name = tuple(map(str, search.actions_to(node)))
            logits, scaled, visits = published(tree, node, raw.get(name), *weights.values())
            place = tree.children(node).index(child)
            before.append((node, place, logits, scaled, visits))
        for node, place, logits, scaled, visits in before:
            if len(visits) == 1:
                continue
            if node == ROOT:
                due = considered(min(parameters["considered"], len(visits)), budget, played)
                noise = [search.rule.noise(at) for at in range(len(visits))]
                scores = np.where(visits == due, noise + logits + scaled, -np.inf)
            else:
                policy = np.exp(logits + scaled - (logits + scaled).max())
                scores = policy / policy.sum() - visits / (1 + visits.sum())
            assert scores[place] == pytest.approx(scores.max(), abs=1e-6)
            steps += 1
        while search.advance() not in (0, 4):
            pass
        # who moves at the leaf has not made the move into it
        mover = search.mover_of(search.path[-1])
        value = search.playout_return if mover == 0 else 1 - search.playout_return
        leaf = tuple(map(str, search.actions_to(search.path[-1])))
        raw.setdefault(leaf, 1 - value)
    assert steps > budget // 2
    visits = [child.visits for child in search.root_children()]
    assert sum(visits) == budget
    # the winner is the best of those that were in the last round
    rounds = search.rule.rounds(search.tree).rounds
    begun = [each for each in rounds if each.entries]
    winner = min(begun[-1].entries, key=lambda entry: entry.rank)
    assert search.best_action() == search.root.action_of(winner.action)


def test_noise_follows_the_gumbel_distribution():
    drawn = []
    for seed in range(300):
        search = Recipe("connect4", "", "uct", {"selection": "gumbel"}, seed=seed).build()
        search.run(1)
        drawn += [search.rule.noise(place) for place in range(7)]
    assert np.mean(drawn) == pytest.approx(0.5772, abs=4 * 1.2825 / math.sqrt(len(drawn)))
    # P(g <= x) = exp(-exp(-x)): Kolmogorov and Smirnov at 1 in 1,000
    expected = np.exp(-np.exp(-np.sort(drawn)))
    apart = np.abs(expected - np.arange(len(drawn)) / len(drawn)).max()
    assert apart < 1.95 / math.sqrt(len(drawn))


@pytest.mark.parametrize("rule", ["gumbel", "sequential-halving", "shot"])
def test_rounds_tell_what_the_search_has_done(rule):
    """What the rounds tell at the end is what was seen at their ends while the search ran."""
    parameters = {"selection": rule, "iterations": 1008}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    seen = {}
    assert search.rule.rounds(search.tree) is None
    while search.run(1):
        rounds = search.rule.rounds(search.tree)
        if rounds is None:
            continue
        assert sum(each.playouts for each in rounds.rounds) == 1008
        by_action = {child.action: child for child in search.root_children()}
        begun = [each for each in rounds.rounds if each.entries]
        assert len(begun[-1].entries) == begun[-1].size
        for entry in begun[-1].entries:
            assert entry.playouts == by_action[entry.action].visits
            if entry.playouts:
                assert entry.mean == pytest.approx(by_action[entry.action].mean)
        seen[len(begun) - 1] = {entry.action: entry for entry in begun[-1].entries}
    rounds = search.rule.rounds(search.tree)
    assert all(each.is_over and each.played == each.playouts for each in rounds.rounds)
    assert len(rounds.rounds) == 3 == len(seen)
    for number, each in enumerate(rounds.rounds):
        for entry in each.entries:
            last = seen[number][entry.action]
            assert (entry.playouts, entry.added) == (last.playouts, last.added)
            assert entry.mean == pytest.approx(last.mean)
        staying = {entry.action for entry in each.entries if entry.stays}
        if number < 2:
            assert staying == {entry.action for entry in rounds.rounds[number + 1].entries}
    assert staying == {search.best_action()}
    copy = search.copy()
    assert repr(copy.rule.rounds(copy.tree)) == repr(rounds)


@pytest.mark.parametrize("rule", ["gumbel", "sequential-halving", "shot"])
def test_after_reuse_the_winner_of_the_rounds_is_played(rule):
    others = 0
    for seed in range(30):
        parameters = {"selection": rule, "iterations": 200}
        search = Recipe("connect4", "", "uct", parameters, seed).build()
        for _ in range(2):
            search.run()
            search.advance_root(search.best_action())
        search.run()
        rounds = search.rule.rounds(search.tree).rounds
        winner = next(entry.action for entry in rounds[-1].entries if entry.stays)
        assert search.best_action() == winner
        most = max(search.root_children(), key=lambda child: child.visits)
        others += most.action != winner
    # whoever wins plain rounds gets what is left of the budget, and is the most visited, too
    assert others > 0 or rule != "gumbel"


def test_a_budget_that_is_no_multiple_is_told():
    parameters = {"selection": "gumbel", "iterations": 1001, "considered": 4}
    search = Recipe("connect4", "", "uct", parameters, seed=1).build()
    search.run(1)
    assert search.rule.remark(search.tree, ROOT) == (
        "rounds of 4 × 125, 2 × 250 playouts, 1 left over"
    )
    assert search.rule.rounds(search.tree).budget == 1001
    assert len(search.rule.rounds(search.tree).undrawn) == 3


def test_a_budget_of_time_alone_and_chance_are_refused():
    with pytest.raises(RecipeError, match="iterations: 'gumbel' divides their number"):
        Recipe("connect4", "", "uct", {"selection": "gumbel", "seconds": 1.0}).build()
    for rule in ("gumbel", "sequential-halving", "shot"):
        with pytest.raises(RecipeError, match=f"selection: '{rule}' can't be used where chance"):
            search_for(Draws(4, 1), parameters={"selection": rule})
