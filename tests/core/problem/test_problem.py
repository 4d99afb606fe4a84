"""A user's plain Python classes in every search: none of them is one of the four games."""

from __future__ import annotations

import itertools
import math
import time
from dataclasses import dataclass

import pytest
from problems import Nim, nim_sum

from mcsearch import ProblemError, RecipeError, search_for

CITIES = {"A": (0, 0), "B": (6, 1), "C": (1, 5), "D": (7, 6), "E": (3, 2), "F": (9, 3), "G": (4, 8)}


def distance(tour):
    return sum(math.dist(CITIES[a], CITIES[b]) for a, b in itertools.pairwise(tour))


SHORTEST = min(distance(("A", *order, "A")) for order in itertools.permutations("BCDEFG"))


@dataclass(frozen=True)
class Salesman:
    """The shortest round trip from A; an action is the next city's name."""

    tour: tuple[str, ...] = ("A",)

    def legal_actions(self):
        return [city for city in CITIES if city not in self.tour]

    def play(self, city):
        return Salesman((*self.tour, city))

    def is_terminal(self):
        return len(self.tour) == len(CITIES)

    def returns(self):
        return -distance((*self.tour, "A"))


class Guided(Salesman):
    """Its playouts always go to the nearest city."""

    def play(self, city):
        return Guided((*self.tour, city))

    def playout(self, rng):
        rest, tour = self.legal_actions(), list(self.tour)
        moves = []
        while rest:
            near = sorted(rest, key=lambda city: math.dist(CITIES[tour[-1]], CITIES[city]))
            moves.append(rng.choice(near[:2]))
            tour.append(moves[-1])
            rest.remove(moves[-1])
        return moves


@pytest.mark.parametrize(
    ("search", "parameters"),
    [
        ("nmcs", {"level": 3}),
        ("nmcs", {"level": 3, "memory": False}),
        (
            "spmcts",
            {
                "iterations": 6000,
                "selection": "uct-top",
                "exploration": 20.0,
                "deviation": 10.0,
            },
        ),
        ("spmcts", {"iterations": 4000, "selection": "uct-scaled", "scale": 50.0}),
    ],
)
@pytest.mark.parametrize("problem", [Salesman, Guided])
def test_the_shortest_round_trip_is_found(search, parameters, problem):
    found = search_for(problem(), search, parameters, seed=1)
    found.run()
    assert found.best_score == pytest.approx(-SHORTEST)
    assert distance(("A", *found.best_moves, "A")) == pytest.approx(SHORTEST)


def test_the_first_search_that_fits_is_the_default():
    assert search_for(Salesman()).name == "spmcts"
    assert search_for(Nim()).name == "uct"


@pytest.mark.parametrize(
    ("heaps", "to_play"), [((3, 4, 5), 0), ((1, 2, 2), 1), ((2, 6), 0), ((1, 3, 4), 1)]
)
def test_the_winning_move_of_nim_is_found(heaps, to_play):
    search = search_for(Nim(heaps, to_play), "uct", {"iterations": 20_000}, seed=3)
    search.run()
    after = Nim(heaps, to_play).play(search.best_moves[0])
    assert nim_sum(heaps) != 0
    assert nim_sum(after.heaps) == 0
    assert search.best_score > 0.5
    assert search.root.action_name(search.best_action()).endswith(
        f"of heap {search.best_moves[0][0] + 1}"
    )


def test_the_same_seed_repeats_a_search():
    def result(seed):
        search = search_for(Guided(), "nmcs", {"level": 1, "explore": 0.5}, seed)
        search.run()
        return search.best_moves, search.walk_score, search.iterations, search.rng.state

    assert result(1) == result(1)
    assert result(1) != result(2)


def test_phases_one_by_one_do_the_same_as_a_run():
    stepped = search_for(Salesman(), parameters={"iterations": 200}, seed=2)
    ran = search_for(Salesman(), parameters={"iterations": 200}, seed=2)
    while stepped.advance():
        moves = stepped.state_of(stepped.path[-1]).problem.tour[1:]
        assert len(moves) == len(stepped.path_actions)
    ran.run()
    assert stepped.best_moves == ran.best_moves
    assert (stepped.tree.visits == ran.tree.visits).all()


class Failing(Salesman):
    """Fails in one of its methods, once its tour is long."""

    method = ""

    def _fail(self, method):
        if type(self).method == method and len(self.tour) > 4:
            raise KeyError(f"no luck in {method}")

    def legal_actions(self):
        self._fail("legal_actions")
        return super().legal_actions()

    def play(self, city):
        self._fail("play")
        return type(self)((*self.tour, city))

    def is_terminal(self):
        self._fail("is_terminal")
        return super().is_terminal()

    def returns(self):
        self._fail("returns")
        return super().returns()


def advance_to_the_end(search):
    while search.advance():
        pass


METHODS = ["legal_actions", "play", "is_terminal", "returns"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("search", ["spmcts", "nmcs"])
def test_an_exception_ends_the_search_and_is_raised_by_run(method, search):
    failing = type("Failing", (Failing,), {"method": method})
    found = search_for(failing(), search, seed=1)
    for _ in range(2):  # it can't go on
        with pytest.raises(KeyError, match=f"no luck in {method}"):
            found.run()
    assert found.stopped == "error"
    assert found.iterations <= 1


@pytest.mark.parametrize("method", METHODS)
def test_an_exception_is_raised_by_advance(method):
    failing = type("Failing", (Failing,), {"method": method})
    found = search_for(failing(), "nmcs", seed=1)
    with pytest.raises(KeyError, match=f"no luck in {method}"):
        advance_to_the_end(found)
    assert found.stopped == "error"
    with pytest.raises(KeyError):
        found.advance()


def test_the_best_before_an_exception_stays():
    class Late(Salesman):
        calls = 0

        def play(self, city):
            return Late((*self.tour, city))

        def returns(self):
            Late.calls += 1
            if Late.calls > 50:
                raise RuntimeError("late")
            return super().returns()

    search = search_for(Late(), seed=1)
    with pytest.raises(RuntimeError, match="late"):
        search.run()
    assert search.best_score < 0
    assert len(search.best_sequence) == len(CITIES) - 1


@pytest.mark.parametrize(
    ("base", "method", "value", "message"),
    [
        (Salesman, "returns", None, r"returns\(\) of Wrong gave None; give the score"),
        (Salesman, "returns", math.nan, r"returns\(\) of Wrong gave nan"),
        (Salesman, "returns", "7", r"returns\(\) of Wrong gave '7'"),
        (Nim, "returns", 7, r"returns\(\) of Wrong gave 7; give the first player's return"),
        (Nim, "returns", (1, 0), r"returns\(\) of Wrong gave \(1, 0\)"),
        (Salesman, "legal_actions", 3, r"legal_actions\(\) of Wrong gave 3; give a list"),
        (Salesman, "legal_actions", [], r"legal_actions\(\) of Wrong gave no action"),
        (Salesman, "legal_actions", list(range(2000)), r"gave more than 1000 actions.*max_actions"),
        (Salesman, "play", None, r"play\('.'\) of Wrong gave None; give the new state"),
        (Salesman, "is_terminal", False, r"legal_actions\(\) of Wrong gave no action"),
        (Nim, "is_terminal", False, r"legal_actions\(\) of Wrong gave no action"),
    ],
)
def test_a_wrong_value_is_named(base, method, value, message):
    wrong = type("Wrong", (base,), {method: lambda self, *arguments: value})
    if base is Salesman and method != "play":
        wrong.play = lambda self, city: wrong((*self.tour, city))
    search = search_for(wrong())
    with pytest.raises(ProblemError, match=message):
        search.run()


def test_a_problem_without_end_is_named():
    class Endless(Salesman):
        def legal_actions(self):
            return ["on"]

        def play(self, city):
            return Endless()

        def is_terminal(self):
            return False

    with pytest.raises(ProblemError, match=r"Endless has not ended after 1000 actions.*max_plies"):
        search_for(Endless(), "nmcs").run()


def test_bounds_are_declared():
    class Long:
        max_plies = 2500
        max_actions = 2

        def __init__(self, ply=0):
            self.ply = ply

        def legal_actions(self):
            return [0, 1]

        def play(self, action):
            return Long(self.ply + 1)

        def is_terminal(self):
            return self.ply == 2500

        def returns(self):
            return self.ply

    search = search_for(Long(), "nmcs", {"level": 1, "iterations": 3})
    search.run()
    assert len(search.best_moves) == 2500
    Long.max_plies = 10**6
    with pytest.raises(ProblemError, match="max_plies of Long is 1000000; give a whole number"):
        search_for(Long())


@pytest.mark.parametrize("parameters", [{"cutoff_plies": 3}, {"cutoff_lead": 0.5}])
def test_a_playout_that_may_be_cut_off_can_not_be_the_problems_own(parameters):
    guided = type("Guided", (Nim,), {"playout": lambda self, rng: []})()
    with pytest.raises(ProblemError, match=r"cut off is made move by move.* of Guided"):
        search_for(guided, "uct", parameters)


@pytest.mark.parametrize(
    ("rule", "needs"), [("uct-heuristic", "a heuristic"), ("selectivity", "a largest value")]
)
def test_a_rule_that_asks_for_what_a_problem_lacks_is_refused(rule, needs):
    with pytest.raises(RecipeError, match=f"'{rule}' needs {needs} of positions, and Salesman "):
        search_for(Salesman(), parameters={"selection": rule})


def test_every_new_best_is_kept_however_many_there_are():
    class Rising:  # children are expanded from the last action on
        max_plies, max_actions = 1, 2500

        def __init__(self, score=None):
            self.score = score

        def legal_actions(self):
            return range(2500)

        def play(self, action):
            return Rising(2500 - action)

        def is_terminal(self):
            return self.score is not None

        def returns(self):
            return self.score

    search = search_for(Rising(), parameters={"iterations": 2500, "closing": False})
    search.run(2100)
    assert search.improvements[-2:] == [(2099, 2099.0), (2100, 2100.0)]
    assert len(search.improvements) == 2100
    assert search.run(to_next_best=True) == 1


def test_a_playout_must_be_legal_and_whole():
    class Short(Guided):
        def playout(self, rng):
            return []

    class Wild(Guided):
        def playout(self, rng):
            return ["Z"]

    with pytest.raises(ProblemError, match=r"playout\(\) of Short gave 0 actions and has not"):
        search_for(Short(), "nmcs", {"level": 0}).run()
    with pytest.raises(ProblemError, match=r"playout\(\) of Wild gave 'Z' as action 1"):
        search_for(Wild(), "nmcs", {"level": 0}).run()


def test_players_must_alternate():
    class Twice(Nim):
        def play(self, action):
            return Twice(super().play(action).heaps, self.to_play)

    with pytest.raises(ProblemError, match="to_play of Twice is 0 after an action of player 0"):
        search_for(Twice()).run()


@dataclass(frozen=True)
class Again(Nim):
    """Who takes the second match of two moves again; so the players do not alternate."""

    heaps: tuple[int, ...] = (2, 2)
    alternates = False

    def play(self, action):
        after = super().play(action)
        return Again(after.heaps, self.to_play if action[1] == 2 else 1 - self.to_play)

    def returns(self):
        return float(self.to_play == 0)


def exact(problem):
    if problem.is_terminal():
        return problem.returns()
    values = [exact(problem.play(action)) for action in problem.legal_actions()]
    return (max, min)[problem.to_play](values)


@pytest.mark.parametrize("to_play", [0, 1])
@pytest.mark.parametrize("heaps", [(2, 2), (1, 2), (3, 1), (2, 1, 1), (2, 2, 1)])
def test_a_player_may_act_twice_where_a_problem_says_so(heaps, to_play):
    problem = Again(heaps, to_play)
    search = search_for(problem, parameters={"iterations": 2000}, seed=1)
    search.run()
    assert exact(problem.play(search.best_action())) == exact(problem)
    with pytest.raises(RecipeError, match="or a player may act twice in turn; choose off"):
        search_for(problem, parameters={"solver": True})


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"problem": 3}, ProblemError, r"int has no method legal_actions\(\)"),
        ({"search": "uct"}, RecipeError, "'uct' does not play Salesman; choose one of"),
        ({"search": "mcts"}, RecipeError, "'mcts' is not known"),
        ({"parameters": {"levels": 2}}, RecipeError, "'levels' is not known"),
        ({"parameters": {"iterations": -1}}, RecipeError, "iterations: -1 is not valid"),
        ({"parameters": {"policy": "tabu-color-random"}}, RecipeError, "policy: 'tabu-color"),
        ({"seed": -1}, RecipeError, "seed: -1"),
    ],
)
def test_wrong_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        search_for(**{"problem": Salesman(), **arguments})


def test_a_deadline_is_honoured():
    search = search_for(Nim((50, 60, 70)), parameters={"iterations": 10**9})
    began = time.perf_counter()
    search.run(seconds=0.1)
    assert time.perf_counter() - began < 1
    search.cancel()
    search.run()
    assert search.stopped == "cancelled"


def test_a_class_in_place_of_a_state_and_a_method_that_waits_are_told():
    with pytest.raises(ProblemError, match=r"Nim is a class.*give an instance, such as Nim\(\)"):
        search_for(Nim)

    class Waits(Nim):
        async def play(self, action):
            return self

    with pytest.raises(ProblemError, match=r"play\(\) of Waits is async.*without async"):
        search_for(Waits())
