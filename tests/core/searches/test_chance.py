"""Chance nodes: means go to the exact expectation of good play."""

from __future__ import annotations

import math

import pytest
from problems import Draws, Nim, Pig, expectation

from mcsearch import RecipeError, search_for
from mcsearch.engine.tree import ROOT
from mcsearch.games.python_state import PythonState
from mcsearch.searches import SEARCHES


def searched(problem, iterations, seed=1, **parameters):
    search = search_for(problem, parameters={"iterations": iterations, **parameters}, seed=seed)
    search.run()
    return search


def test_one_player_comes_to_the_exact_expectation():
    search = searched(Draws(), 20_000, exploration=0.3)
    assert search.name == "uct"
    assert search.best_action() == "draw"
    assert search.best_score == pytest.approx(expectation(Draws()), abs=0.05)
    # the luckiest playout is no best, and none is waited for
    assert search.improvements == []


@pytest.mark.parametrize("total", [2, 3, 4, 5, 6])
def test_one_player_decides_by_the_expectation(total):
    state = Draws(total, 1)
    draw = expectation(state.play("draw"))
    assert draw != total
    for seed in range(20):
        search = searched(state, 500, seed)
        assert search.best_action() == ("draw" if draw > total else "stop")
        for child in search.root_children():
            exact = {"draw": draw, "stop": total}[child.action]
            assert child.mean == pytest.approx(exact, abs=4.0 * 2.5 / math.sqrt(child.visits))


def test_no_seed_misses_the_expectation():
    one, two = expectation(Draws()), expectation(Pig((3, 3)))
    for seed in range(20):
        found = searched(Draws(), 3000, seed, exploration=0.3)
        assert (found.best_action(), found.best_score) == ("draw", pytest.approx(one, abs=0.45))
        found = searched(Pig((3, 3)), 1500, seed, exploration=0.5)
        assert found.best_score == pytest.approx(two, abs=0.08)


@pytest.mark.parametrize("to_play", [0, 1])
def test_two_players_come_to_the_exact_expectation_of_pig(to_play):
    start = Pig((3, 3), 0, to_play)
    exact = expectation(start)
    search = searched(start, 12_000, exploration=0.5)
    assert search.best_score == pytest.approx(exact if to_play == 0 else 1.0 - exact, abs=0.04)


def test_pig_is_played_as_exactly_as_it_can_be():
    """Every position of a turn in which rolling and holding differ by more than 0.05."""
    right = wrong = 0
    for mine in (0, 2, 5):
        for turn in range(1, 9):
            state = Pig((mine, 4), turn)
            gain = expectation(state.play("roll")) - expectation(state.play("hold"))
            if state.is_terminal() or abs(gain) < 0.05:
                continue
            action = searched(state, 1500, exploration=0.5).best_action()
            right += action == ("roll" if gain > 0 else "hold")
            wrong += action != ("roll" if gain > 0 else "hold")
    assert right >= 10
    assert wrong == 0


def test_outcomes_are_visited_by_their_probabilities_and_not_by_their_value():
    class Lottery(Draws):
        def chance_outcomes(self):
            return [(4, 0.1), (1, 0.6), (2, 0.3)] if self.is_drawing else []

    search = searched(Lottery(left=1), 5000)
    node = search.find(["draw"])
    tree = search.tree
    visits = {search.actions_to(child)[-1]: tree.visits_of(child) for child in tree.children(node)}
    total = sum(visits.values())
    assert total > 3000
    for outcome, chance in ((4, 0.1), (1, 0.6), (2, 0.3)):
        spread = math.sqrt(chance * (1.0 - chance) * total)
        assert abs(visits[outcome] - chance * total) < 3.9 * spread


@pytest.mark.parametrize("expansion", ["one", "all"])
def test_every_node_counts_for_the_player_who_moved_into_it(expansion):
    search = searched(Pig(), 500, expansion=expansion)
    tree = search.tree
    node, mover, state = ROOT, 1, search.root
    while tree.children(node):
        children = tree.children(node)
        assert tree.visits_of(node) >= sum(map(tree.visits_of, children))
        mover = mover if state.is_chance else state.to_play
        node = max(children, key=tree.visits_of)
        assert search.mover_of(node) == mover
        state = search.state_of(node)


def test_the_sums_at_a_chance_node_are_those_of_its_outcomes():
    search = searched(Pig(), 3000)
    tree = search.tree
    node = search.find(["roll"])
    children = tree.children(node)
    # its own first playout came before it had children
    outcomes = sum(tree.value_sum_of(child) for child in children)
    assert 0.0 <= tree.value_sum_of(node) - outcomes <= 1.0
    assert tree.visits_of(node) - sum(map(tree.visits_of, children)) == 1
    for child, outcome in zip(children, (1, 2, 3), strict=True):
        exact = expectation(Pig().play("roll").play(outcome))
        assert tree.mean(child) == pytest.approx(exact, abs=0.12)


def test_the_principal_variation_ends_where_chance_acts():
    search = searched(Pig((0, 0), 3), 500)
    assert search.best_sequence in (["roll"], ["hold", "roll"])
    assert searched(Pig().play("roll"), 500).best_sequence == []


def test_a_game_is_played_through_outcomes():
    search = searched(Pig(), 2000)
    search.advance_root("roll")
    assert search.root.is_chance
    assert search.best_action() is None
    assert search.best_score == pytest.approx(expectation(Pig()), abs=0.1)
    visits = search.tree.visits_of(search.find([3]))
    kept = search.advance_root(3)
    assert kept > 1
    assert search.tree.visits_of(ROOT) == visits
    assert search.root.problem == Pig().play("roll").play(3)
    search.run(2000)
    assert search.best_action() in ("roll", "hold")
    with pytest.raises(ValueError, match="action 3 is not legal here"):
        search.advance_root(3)
    search.advance_root("hold")
    search.run(2000)
    assert search.root.to_play == 1
    exact = expectation(search.root.problem)
    assert search.best_score == pytest.approx(1.0 - exact, abs=0.1)


def test_a_full_pool_leaves_the_means_right():
    search = searched(Draws(), 20_000, nodes=12, exploration=0.3)
    assert search.tree.full
    for child in search.root_children():
        assert child.action == "draw" or child.mean == 0.0
    drawn = search.find(["draw"])
    tree = search.tree
    assert tree.visits_of(drawn) > 15_000
    assert tree.mean(drawn) <= expectation(Draws()) + 0.05


@pytest.mark.parametrize("problem", [Draws(), Pig()])
@pytest.mark.parametrize("trees", [1, 2])
def test_the_same_seed_repeats_a_search_step_by_step_and_in_one(problem, trees):
    ran = searched(problem, 300, trees=trees)
    stepped = search_for(problem, parameters={"iterations": 300, "trees": trees}, seed=1)
    while stepped.advance():
        pass
    assert stepped.root_children() == ran.root_children()
    assert stepped.rng.state == ran.rng.state
    assert searched(problem, 300, seed=2, trees=trees).root_children() != ran.root_children()


def test_a_copy_goes_on_exactly_as_the_original():
    search = search_for(Draws(), parameters={"iterations": 400}, seed=5)
    for _ in range(4 * 100 + 2):
        search.advance()
    twin = search.copy()
    search.run()
    twin.run()
    assert twin.root_children() == search.root_children()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"solver": True}, "solver: can't be used where chance acts"),
        ({"decisive": True}, "decisive: can't be used where chance acts"),
        ({"policy": "decisive"}, "policy: decisive can't be used where chance acts"),
        ({"cutoff_lead": 0.5}, "cutoff_lead: can't be used where chance acts"),
    ],
)
def test_what_takes_every_action_for_a_players_is_refused(parameters, message):
    with pytest.raises(RecipeError, match=message):
        search_for(Draws(), parameters=parameters)


@pytest.mark.parametrize("search", ["spmcts", "nmcs", "nrpa"])
def test_a_search_for_one_sequence_is_refused(search):
    with pytest.raises(RecipeError, match=f"'{search}' does not play Draws; choose one of uct"):
        search_for(Draws(), search)


def test_a_game_without_chance_has_no_chance_nodes():
    assert not search_for(Nim()).root.has_chance


class Straight(PythonState):
    """Thirty plies without a choice; trees of it end after five."""

    max_tree_plies = 5

    def __init__(self):
        super().__init__(2, 30, 1)
        self.ply = 0

    def legal(self):
        return [0] if self.ply < 30 else []

    def make(self, action):
        self.ply += 1

    def result(self):
        return 1.0


def test_a_tree_ends_where_its_game_says_so_and_playouts_go_on():
    values = search_for(Nim(), parameters={"iterations": 50}, check=False).values
    search = SEARCHES["uct"](Straight(), values, 1)
    assert search.run() == 50
    assert search.tree.size == 1 + 6
    assert search.best_score == 1.0
