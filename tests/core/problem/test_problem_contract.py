"""What breaks the contract of a problem's class without a search noticing is named."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from problems import Draws, Nim, Pig

from mcsearch import ProblemError, check_problem, search_for

_counter = itertools.count()


class Sums:
    """One player: five of three numbers are added up, at most 10."""

    max_plies, max_actions = 5, 3

    def __init__(self, taken=()):
        self.taken = taken

    def legal_actions(self):
        return [0, 1, 2]

    def play(self, action):
        return type(self)((*self.taken, action))

    def is_terminal(self):
        return len(self.taken) == 5

    def returns(self):
        return sum(self.taken)


class ChangesItself(Sums):
    def play(self, action):
        after = super().play(action)
        self.taken = after.taken
        return after


class GivesItself(Sums):
    def play(self, action):
        self.taken = (*self.taken, action)
        return self


class ChangesInSecret(Sums):
    def __init__(self, taken=(), extra=0):
        super().__init__(taken)
        self._extra = extra

    def play(self, action):
        self._extra += 1
        return type(self)((*self.taken, action), self._extra)

    def returns(self):
        return super().returns() + self._extra


class SharesItsList(Sums):
    def __init__(self, taken=None):
        self.taken = [] if taken is None else taken

    def play(self, action):
        self.taken.append(action)
        return SharesItsList(self.taken)


class Shuffles(Sums):
    def legal_actions(self):
        found = list(range(3))
        random.shuffle(found)
        return found


class HidesDice(Sums):
    def returns(self):
        return next(_counter)


class EndsAsItLikes(Sums):
    def is_terminal(self):
        return len(self.taken) == 5 or (len(self.taken) == 4 and next(_counter) % 2 == 0)


class Grows(Sums):
    def __init__(self, taken=()):
        self.taken = list(taken)

    def returns(self):
        self.taken.append(5)
        return sum(self.taken)


class Same(Sums):
    def legal_actions(self):
        return ["a", "a", "b"]


class AlmostSame(Sums):
    def legal_actions(self):
        return [0, 1, True]


class Arrays(Sums):
    def legal_actions(self):
        return [np.array([0, 1]), np.array([1, 0])]


class Lists(Sums):
    def legal_actions(self):
        return [["L"], ["R"]]


@pytest.mark.parametrize(
    "ask", [lambda each: check_problem(each, 0.05), lambda each: search_for(each).run(100)]
)
@pytest.mark.parametrize(
    ("each", "message"),
    [
        (ChangesItself, r"play\(\d\) of ChangesItself changed the state .* taken was \(\), is"),
        (GivesItself, r"play\(\d\) of GivesItself gave the state itself back"),
        (ChangesInSecret, r"returns\(\) of ChangesInSecret gave .* played again"),
        (SharesItsList, r"of SharesItsList changed the state .* taken was \[\], is \[\d\]"),
        (Shuffles, r"legal_actions\(\) of Shuffles gave \["),
        (HidesDice, r"returns\(\) of HidesDice gave .* chance belongs in chance_outcomes"),
        (EndsAsItLikes, "is_terminal|legal_actions|returns"),
        (Same, r"legal_actions\(\) of Same gave 'a' and 'a', which are equal"),
        (AlmostSame, r"of AlmostSame gave 1 and True, which are equal"),
        (Grows, r"returns\(\) of Grows gave .* and .* when asked again"),
        (Arrays, r"of Arrays gave array\(\[0, 1\]\), which can't be hashed; give a number"),
        (Lists, r"of Lists gave \['L'\], which can't be hashed"),
    ],
)
def test_what_no_search_notices_is_named(each, message, ask):
    random.seed(1)
    with pytest.raises(ProblemError, match=message):
        ask(each())


class Twins(Sums):
    """Its two actions say that they are equal, and are not hashed alike."""

    class Action:
        def __init__(self, worth):
            self.worth = worth

        def __eq__(self, other):
            return isinstance(other, type(self))

        __hash__ = object.__hash__

    num_players = 2
    both = (Action(0.0), Action(1.0))
    taken_first = None

    def legal_actions(self):
        return list(self.both)

    def play(self, action):
        after = type(self)((*self.taken, 1))
        after.taken_first = self.taken_first or action
        return after

    def returns(self):
        return self.taken_first.worth


def test_the_action_that_is_told_is_the_one_that_is_played():
    search = search_for(Twins(), parameters={"iterations": 200}, seed=1)
    search.run()
    best = search.best_action()
    assert best is Twins.both[1]
    search.advance_root(best)
    assert search.root.problem.taken_first is best


def test_a_class_is_told_from_a_state():
    with pytest.raises(ProblemError, match="Sums is a class, and a search begins with a state"):
        check_problem(Sums)


@pytest.mark.parametrize("each", [Sums(), Nim(), Draws(), Pig()])
def test_what_keeps_the_contract_is_described(each):
    seen = check_problem(each, 0.01)
    assert seen["play"] == "leaves the state unchanged"
    assert seen["returns"].endswith(" at the end")


def test_what_was_seen_is_told_with_its_numbers():
    seen = check_problem(Sums(), 0.01)
    assert seen["legal_actions"] == "returns 3 actions"
    assert seen["is_terminal"] == "after 5 random moves"
    assert seen["picture"] == "none: the text is shown"


def test_the_check_before_a_search_can_be_switched_off():
    assert search_for(ChangesItself(), check=False).root.class_name() == "ChangesItself"


def test_an_exception_of_the_class_is_raised_as_it_is():
    class Broken(Sums):
        def returns(self):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        check_problem(Broken())
    search = search_for(Broken())  # which meets it itself
    with pytest.raises(KeyError, match="mine"):
        search.run()
