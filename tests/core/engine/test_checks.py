"""What a problem's methods may give: everything else is named, with the remedy."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import pytest
from problems import Draws, HintedNim, Nim

from mcsearch import ProblemError, search_for
from mcsearch.engine import checks
from mcsearch.problem.watch import Watch


def wrong(base, method, value):
    """A problem whose method gives a value, whatever it is asked."""
    return type("Wrong", (base,), {method: lambda self, *arguments: value})()


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        (3, r"chance_outcomes\(\) of Wrong gave 3; give a list of \(outcome, probability\)"),
        ([1, 2], r"gave 1 in its list; give \(outcome, probability\) pairs"),
        ([(1, 0.5), (2, "half")], r"gave 2 the probability 'half'; give one above 0"),
        ([(1, 0.0), (2, 1.0)], r"gave 1 the probability 0.0; give one above 0"),
        ([(1, 0.5), (2, 0.4)], r"probabilities that add up to 0.9; they must add up to 1"),
        ([(n, 1 / 2000) for n in range(2000)], r"gave more than 1000 outcomes.*max_actions"),
    ],
)
def test_wrong_outcomes_are_named(outcomes, message):
    with pytest.raises(ProblemError, match=message):
        search_for(wrong(Draws, "chance_outcomes", outcomes)).run()


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        (0.5, r"prior\(\) of Wrong gave 0.5; give a weight for each legal action"),
        ([1, 2], r"prior\(\) of Wrong gave 2 weights for 3 legal actions"),
        ([1, 2, -1], r"gave \(0, 3\) the weight -1; give a finite number"),
        ([1, 2, float("nan")], r"gave \(0, 3\) the weight nan"),
        ([1, 2, "3"], r"gave \(0, 3\) the weight '3'"),
        ([0, 0, 0], r"weights that add up to 0.0; give at least one"),
        ({(0, 1): 1, (0, 2): 1}, r"gave no weight for \(0, 3\); give one for each of the 3"),
        ({(0, n): 1 for n in range(1, 5)}, r"gave 4 weights; give one for each of the 3"),
    ],
)
def test_wrong_priors_are_named(prior, message):
    problem = wrong(HintedNim, "prior", prior)
    search = search_for(type(problem)((3,)))
    with pytest.raises(ProblemError, match=message):
        search.run()


@pytest.mark.parametrize("prior", [[1, 2, 1], {(0, 3): 1, (0, 2): 2, (0, 1): 1}, iter((1, 2, 1))])
def test_priors_are_probabilities(prior):
    problem = wrong(HintedNim, "prior", prior)
    search = search_for(type(problem)((3,)))
    search.run(1)
    tree = search.tree
    found = {search.actions_to(child)[0]: tree.prior(child) for child in tree.children(0)}
    assert found == {(0, 1): 0.25, (0, 2): 0.5, (0, 3): 0.25}


@pytest.mark.parametrize(
    ("base", "method", "value", "message"),
    [
        (Nim, "evaluation", 2, r"evaluation\(\) of Wrong gave 2; give an estimate of the first"),
        (Draws, "evaluation", "7", r"evaluation\(\) of Wrong gave '7'; give an estimate of the s"),
    ],
)
def test_a_wrong_evaluation_is_named(base, method, value, message):
    search = search_for(wrong(base, method, value), parameters={"cutoff_plies": 1})
    with pytest.raises(ProblemError, match=message):
        search.run()


def test_a_cut_off_needs_an_evaluation_of_scores():
    search = search_for(Draws(), parameters={"cutoff_plies": 1})
    with pytest.raises(ProblemError, match=r"Draws has no evaluation\(\) that a playout could be"):
        search.run()


def test_an_evaluation_ends_playouts():
    class Judged(Nim):
        def evaluation(self):
            return 0.75

    search = search_for(Judged((9, 9, 9)), parameters={"cutoff_plies": 2, "iterations": 50})
    search.run()
    assert search.cut_off == "plies"
    assert search.playout_return == 0.75


@dataclass(frozen=True)
class Bag:
    """One player: things are packed in any order; a state is what has been packed."""

    packed: tuple[int, ...] = ()

    def legal_actions(self):
        return [thing for thing in range(6) if thing not in self.packed]

    def play(self, thing):
        return type(self)((*self.packed, thing))

    def is_terminal(self):
        return len(self.packed) == 4

    def returns(self):
        return sum(self.packed)


def test_a_heuristic_guides_the_rule_that_asks_for_one():
    class Promising(Bag):
        def heuristic(self):
            return self.returns()

    search = search_for(Promising(), parameters={"selection": "uct-heuristic", "iterations": 60})
    search.run()
    tree = search.tree
    for child in tree.children(0):
        assert tree.prior(child) == search.actions_to(child)[0]
    with pytest.raises(ProblemError, match=r"heuristic\(\) of Wrong gave None; give an estimate"):
        search_for(wrong(Bag, "heuristic", None), parameters={"selection": "uct-heuristic"}).run()


class Heaps(Nim):
    def key(self):
        return self.heaps


class SortedHeaps(Nim):
    """Heaps are the same in any order, but their actions have other names."""

    def key(self):
        return tuple(sorted(self.heaps))


def test_a_prior_that_no_rule_would_ask_for_is_refused():
    guided = type("Guided", (Bag,), {"prior": lambda self: [1] * 6})
    assert search_for(guided()).rule.name == "puct-range"
    with pytest.raises(ProblemError, match=r"'nmcs' selects by no rule and never calls prior\(\)"):
        search_for(guided(), "nmcs")


def test_a_key_joins_positions():
    search = search_for(Heaps((2, 2)), parameters={"transpositions": True, "iterations": 200})
    search.run()
    one, other = search.find([(0, 1), (1, 1)]), search.find([(1, 1), (0, 1)])
    assert search.tree.mean(one) == search.tree.mean(other)
    assert search.tree.position_visits_of(one) > search.tree.visits_of(one)
    # the same heaps with the other player to move are another position
    turn, later = search.find([(0, 2)]), search.find([(0, 1), (0, 1)])
    assert search.tree.mean(turn) != search.tree.mean(later)


def test_positions_with_other_actions_are_not_joined():
    search = search_for(SortedHeaps((2, 1)), parameters={"transpositions": True, "iterations": 600})
    search.run()
    assert search.best_action() == (0, 1)
    assert search.tree.mean(search.find([(0, 1)])) > 0.8


def test_a_key_with_an_address_is_named():
    class Vague(Nim):
        def key(self):
            return object()

    search_parameters = {"transpositions": True}
    with pytest.raises(ProblemError, match=r"key\(\) of Vague gave <object object at 0x.*give a"):
        search_for(Vague(), parameters=search_parameters).run()


class Thing:
    def __init__(self, number):
        self.number = number


class Things(Bag):
    """Its actions print with their addresses."""

    every = tuple(Thing(number) for number in range(6))

    def legal_actions(self):
        return [self.every[number] for number in super().legal_actions()]

    def play(self, thing):
        return super().play(thing.number)


def test_nrpa_refuses_actions_that_it_could_never_learn():
    with pytest.raises(
        ProblemError,
        match=r"legal_actions\(\) of Things gave <.*Thing object at 0x.*>, which prints with its "
        r"address.*; give Things a method code\(action\)",
    ):
        search_for(Things(), "nrpa", {"level": 1}).run()


def test_nrpa_learns_by_codes():
    class Coded(Things):
        def code(self, thing):
            return thing.number

    search = search_for(Coded(), "nrpa", {"level": 2, "repeats": 20}, seed=1)
    search.run()
    assert {thing.number for thing in search.best_sequence} == {2, 3, 4, 5}
    vague = type("Vague", (Things,), {"code": lambda self, thing: (thing, thing.number)})
    with pytest.raises(ProblemError, match=r"code\(\) of Vague gave .*Thing object at 0x"):
        search_for(vague(), "nrpa", {"level": 1}).run()


def test_codes_of_sets_are_the_same_in_any_order():
    watch = Watch(Bag())
    letters = "abcdefghij"
    forwards, backwards = frozenset(letters), frozenset(reversed(letters))
    assert watch.codes(None, [forwards]) == watch.codes(None, [backwards])
    assert watch.codes(None, [(1, forwards)]) == watch.codes(None, [(1, backwards)])
    assert watch.codes(None, [forwards]) != watch.codes(None, [frozenset("abc")])
    assert watch.codes(None, ["{1}"]) != watch.codes(None, [frozenset((1,))])


def test_more_than_two_players_are_refused_with_a_sentence():
    class Four(Nim):
        num_players = 4

    with pytest.raises(ProblemError, match="num_players of Four is 4; give 1 or 2: no search here"):
        search_for(Four())


def test_a_wrong_player_is_named():
    class Third(Nim):
        def chance_outcomes(self):
            return []

        def play(self, action):
            return Third(super().play(action).heaps, 2)

    with pytest.raises(ProblemError, match="to_play of Third is 2; give 0 or 1"):
        search_for(Third()).run()


class Rows:
    """Two players: one of two places is taken; a state's rows are what has been taken."""

    num_players, max_plies, max_actions = 2, 2, 2
    keys_of = staticmethod(tuple)

    def __init__(self, taken=(), to_play=0):
        self.taken = taken
        self.to_play = to_play

    def legal_actions(self):
        return [0, 1]

    def play(self, action):
        return type(self)((*self.taken, action), 1 - self.to_play)

    def is_terminal(self):
        return len(self.taken) == 2

    def returns(self):
        return float(self.taken == (1, 1))

    def key(self):
        board = np.zeros(2000)
        board[: len(self.taken)] = self.taken
        return self.keys_of(board)


@pytest.mark.parametrize(
    "keys_of",
    [np.asarray, lambda board: (1, [board]), lambda board: {"board": board}],
)
def test_a_key_that_does_not_print_whole_is_refused(keys_of):
    each = type("Wrong", (Rows,), {"keys_of": staticmethod(keys_of)})
    search = search_for(each(), parameters={"transpositions": True})
    with pytest.raises(ProblemError, match=r"key\(\) of Wrong gave an array.*its tobytes\(\)"):
        search.run()


@pytest.mark.parametrize("keys_of", [lambda board: board.tobytes(), lambda board: str(board[:2])])
def test_a_key_of_bytes_or_text_is_taken(keys_of):
    each = type("Right", (Rows,), {"keys_of": staticmethod(keys_of)})
    search = search_for(each(), parameters={"transpositions": True, "solver": True})
    search.run(500)
    assert search.proven == "loss"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (10**400, r"returns\(\) of Wrong gave 1000.*…; give the score, a finite number"),
        (-1e101, r"returns\(\) of Wrong gave -1e\+101; give the score, .* between -1e\+100 and"),
        (10**5000, r"gave a int that can't be printed; give the score"),
        (np.array([1.0, 2.0]), r"gave array\(\[1., 2.\]\); give the score"),
        (1j, r"gave 1j; give the score"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_return_that_is_no_finite_number_is_named(value, message):
    with pytest.raises(ProblemError, match=message):
        search_for(wrong(Bag, "returns", value)).run()


def test_priors_of_any_size_are_probabilities():
    search = search_for(wrong(HintedNim, "prior", [1e308, 1e308, 2e307]))
    search = search_for(type(search.root.problem)((3,)))
    search.run(1)
    priors = sorted(search.tree.prior(child) for child in search.tree.children(0))
    assert priors == pytest.approx([1 / 11, 5 / 11, 5 / 11])


def test_an_array_is_no_player_and_no_number_of_players():
    two = np.array([1, 2])
    with pytest.raises(ProblemError, match="num_players of Wrong is array"):
        search_for(type("Wrong", (Nim,), {"num_players": two})((3,)))
    with pytest.raises(ProblemError, match="to_play of Nim is array"):
        search_for(Nim((3,), two))


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (lambda board: (row for row in board), "prints with its address"),
        (lambda board: lambda: board, "prints with its address"),
        (lambda board: type("Local", (), {"__qualname__": "f.<locals>.L"})(), "with its address"),
        (lambda board: str(np.resize(board, 2000)), r"leaves out some .* tobytes\(\)"),
        (lambda board: f"{np.resize(board, (2000, 2))}", "leaves out some"),
        (lambda board: 10**5000, "gave a int that can't be printed"),
    ],
    ids=["generator", "function", "object", "text", "rows", "digits"],
)
def test_a_key_that_says_too_little_is_refused(key, message):
    board = np.arange(4)
    with pytest.raises(ProblemError, match=message):
        checks.text("Board", "key()", key(board), "give a number")


@pytest.mark.parametrize("key", ["x ... o / . . .", "...x...o.", "1. e4 ... 2. d4", (1, "...")])
def test_dots_in_a_key_are_no_array(key):
    assert checks.text("Board", "key()", key, "give a number") == repr(key)


def test_lists_without_an_end_are_refused():
    with pytest.raises(ProblemError, match="legal_actions\\(\\) of Long gave more than 3 actions"):
        checks.actions("Long", itertools.count(), 3)
    with pytest.raises(ProblemError, match="legal\\(\\) of Long gave more than 3 actions"):
        checks.numbered("Long", itertools.count(), 3)
    with pytest.raises(ProblemError, match="of Long gave more than 3 outcomes"):
        checks.outcomes("Long", ((n, 0.1) for n in itertools.count()), 3)


class Vague:
    """Compared, it answers with an array."""

    def __eq__(self, other):
        return np.array([True, False])

    def __hash__(self):
        return 1


def test_actions_that_can_not_be_compared_are_named():
    with pytest.raises(ProblemError, match=r"of Game gave .* that can't be compared"):
        checks.distinct("Game", "legal_actions()", [Vague(), Vague()])


def test_a_whole_number_that_no_float_stores_is_named():
    assert checks.estimate("Game", "returns()", 2**53, 1) == 2.0**53
    with pytest.raises(ProblemError, match="gave 9007199254740993, which no float stores exactly"):
        checks.estimate("Game", "returns()", 2**53 + 1, 1)
