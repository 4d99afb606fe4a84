"""One at a time works on a search, and a person's code does not keep it from stopping."""

from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest
from problems import Nim

from mcsearch import ProblemError, Recipe, search_for
from mcsearch.games.python_state import PythonState
from mcsearch.searches import SEARCHES

ONE_PLAYER = ("spmcts", "nmcs", "nrpa", "threshold-accepting")


class Digits:
    """One player: six digits are chosen, the sum of their products with their places counts.

    `asked` is called with the number of calls so far at every call of a method.
    """

    max_plies, max_actions = 6, 4
    num_players = 1
    asked = staticmethod(lambda calls: None)
    calls = 0

    def __init__(self, taken=()):
        self.taken = taken

    def _ask(self):
        type(self).calls += 1
        self.asked(type(self).calls)

    def legal_actions(self):
        self._ask()
        return [0, 1, 2, 3]

    def play(self, action):
        self._ask()
        return type(self)((*self.taken, action))

    def is_terminal(self):
        self._ask()
        return len(self.taken) == 6

    def returns(self):
        self._ask()
        return sum(place * digit for place, digit in enumerate(self.taken))


class TwoDigits(Digits):
    num_players = 2

    def returns(self):
        return float(super().returns() % 3 == 0)


class ThrownDigits(Digits):
    """One to three digits to choose from, then chance adds one of six."""

    max_plies, max_actions = 8, 6

    def legal_actions(self):
        return super().legal_actions()[: 1 + len(self.taken) % 3]

    def is_terminal(self):
        self._ask()
        return len(self.taken) == 8

    def chance_outcomes(self):
        self._ask()
        return [(digit, 1 / 6) for digit in range(6)] if len(self.taken) % 2 else []

    def returns(self):
        self._ask()
        return sum(self.taken)


class NumberedDigits(PythonState):
    asked = staticmethod(lambda calls: None)
    calls = 0

    def __init__(self):
        super().__init__(1, 6, 4)
        self.taken = ()

    def _ask(self):
        type(self).calls += 1
        self.asked(type(self).calls)

    def legal(self):
        self._ask()
        return [] if len(self.taken) == 6 else [0, 1, 2, 3]

    def make(self, action):
        taken = self.taken
        self.taken = (*taken, 3 - action)
        self._ask()  # in the middle of it
        self.taken = (*taken, action)

    def result(self):
        self._ask()
        return sum(place * digit for place, digit in enumerate(self.taken))


def made(base, search, asked):
    """A search of a class of its own that calls `asked` at every call."""
    each = type("Asked", (base,), {"asked": staticmethod(asked), "calls": 0})
    if issubclass(base, PythonState):
        values = search_for(Digits(), search, {"iterations": 300}, check=False).values
        return SEARCHES[search](each(), values, 1)
    return search_for(each(), search, {"iterations": 300}, seed=1, check=False)


CASES = [(base, search) for search in ONE_PLAYER for base in (Digits, NumberedDigits)]
CASES += [(TwoDigits, "uct"), (ThrownDigits, "uct")]


def found_by(search):
    return search.iterations, search.best_sequence, search.tree.visits.tolist(), search.rng.state


@pytest.mark.parametrize(("base", "search"), CASES)
def test_ctrl_c_in_a_persons_code_leaves_the_search_as_it_was(base, search):
    whole = made(base, search, lambda calls: None)
    whole.run()
    due = set(range(30, 3000, 97))

    def interrupt(calls):
        if calls in due:
            due.remove(calls)
            signal.raise_signal(signal.SIGINT)

    broken = made(base, search, interrupt)
    times = 0
    while not broken.stopped:
        try:
            broken.run()
        except KeyboardInterrupt:
            times += 1
    assert times > 3
    assert broken.stopped == whole.stopped
    assert found_by(broken) == found_by(whole)


@pytest.mark.parametrize(("base", "search"), CASES)
def test_pauses_do_not_change_what_a_search_finds(base, search):
    whole = made(base, search, lambda calls: None)
    whole.run()
    paused = made(base, search, lambda calls: time.sleep(0.003) if calls % 61 == 0 else None)
    while not paused.stopped:
        paused.run(seconds=0.002)
    assert found_by(paused) == found_by(whole)


@pytest.mark.parametrize(("base", "search"), CASES)
def test_what_is_on_show_after_a_pause_is_one_iteration(base, search):
    due = set(range(30, 9000, 37))
    is_read = False

    def interrupt(calls):
        if calls in due and not is_read:
            due.remove(calls)
            signal.raise_signal(signal.SIGINT)

    broken = made(base, search, interrupt)
    times = 0
    while not broken.stopped:
        with contextlib.suppress(KeyboardInterrupt):
            broken.run()
        is_read = True
        if broken.phase == 4:
            times += 1
            state = broken.root
            for action in [*broken.path_actions, *broken.playout_actions]:
                state = state.play(action)
            assert state.is_terminal()
            assert state.returns() == broken.playout_return
            assert [len(broken.actions_to(node)) for node in broken.path] == list(
                range(len(broken.path))
            )
        is_read = False
    assert times > 3


class ThreeDigits(TwoDigits):
    """A game that is soon known wholly, of a class with keys."""

    max_plies = 3

    def is_terminal(self):
        self._ask()
        return len(self.taken) == 3

    def key(self):
        self._ask()
        return tuple(sorted(self.taken[::2])), self.taken[1::2]


@pytest.mark.parametrize(
    "parameters",
    [
        {"solver": True},
        {"solver": True, "transpositions": True},
        {"expansion": "all", "transpositions": True},
        {"selection": "puct", "solver": True},
        {"decisive": True, "expansion": "all"},
        {"cutoff_plies": 2},
        {"policy": "decisive"},
    ],
    ids=str,
)
def test_pauses_change_no_bound_and_no_expansion(parameters):
    values = {"iterations": 200, **parameters}
    whole = search_for(ThreeDigits(), "uct", values, seed=1, check=False)
    whole.run()
    slow = {"asked": staticmethod(lambda calls: time.sleep(0.0005)), "calls": 0}
    paused = search_for(type("Slow", (ThreeDigits,), slow)(), "uct", values, seed=1, check=False)
    while not paused.stopped:
        paused.run(seconds=0.001)
    assert found_by(paused) == found_by(whole)
    assert paused.bounds == whole.bounds
    assert [paused.tree.bounds_of(node) for node in range(paused.tree.size)] == [
        whole.tree.bounds_of(node) for node in range(whole.tree.size)
    ]


@pytest.mark.parametrize(("base", "search"), CASES)
def test_phases_that_take_longer_than_a_run_come_to_their_end(base, search):
    slow = made(base, search, lambda calls: time.sleep(0.001))
    for _ in range(60):
        slow.run(seconds=0.001)
    assert slow.iterations > 2
    copied = slow.copy()
    copied.run(3)
    slow.run(3)
    assert found_by(copied) == found_by(slow)


class Many(Digits):
    """Hundreds of actions, of which each takes a while to play."""

    num_players, max_actions = 2, 500

    def legal_actions(self):
        self._ask()
        return list(range(500))

    def returns(self):
        self._ask()
        return 0.5


@pytest.mark.parametrize("parameters", [{"expansion": "all"}, {"selection": "puct"}], ids=str)
def test_a_node_with_many_children_is_left_between_two_of_them(parameters):
    def ask(calls):
        if calls == 200:
            search.cancel()

    each = type("Cancels", (Many,), {"asked": staticmethod(ask), "calls": 0})
    search = search_for(each(), parameters=parameters, check=False)
    assert search.run() == 0
    assert each.calls <= 203
    assert search.stopped == "cancelled"
    slow = type("Slow", (Many,), {"asked": staticmethod(lambda calls: time.sleep(0.0002))})
    search = search_for(slow(), parameters=parameters, check=False)
    times = 0
    while search.iterations == 0:
        search.run(seconds=0.005)
        times += 1
    assert times > 5
    assert len(search.root_children()) == 500


class Coded(Digits):
    def code(self, action):
        self._ask()
        return len(self.taken), action


def test_codes_are_asked_for_one_by_one():
    coded = made(Coded, "nrpa", lambda calls: calls == 204 and coded.cancel())
    coded.run()
    assert type(coded.root.problem).calls <= 205


def test_an_iteration_that_time_has_ended_is_finished_before_the_next_move():
    search = made(TwoDigits, "uct", lambda calls: None)
    each = type(search.root.problem)
    search.values["seconds"] = 200.0
    search.run(clock=lambda: float(each.calls))
    assert (search.stopped, search.phase % 4 > 0) == ("seconds", True)
    search.advance_root(search.best_action())
    search.values["seconds"] = 0.0
    search.values["iterations"] = 5
    assert search.run() == 5


@pytest.mark.parametrize(("base", "search"), CASES)
@pytest.mark.parametrize("how", ["cancel", "seconds"])
def test_no_call_is_made_after_the_end(base, search, how):
    def ask(calls):
        if how == "cancel" and calls == 200:
            found.cancel()
        elif how == "seconds" and calls == 200:
            time.sleep(0.05)

    found = made(base, search, ask)
    if how == "seconds":
        found.values["seconds"] = 0.05
    found.run()
    calls = type(getattr(found.root, "problem", found.root)).calls
    assert found.stopped == ("cancelled" if how == "cancel" else "seconds")
    # what is being written to the tree is ended
    assert calls <= 200 + 4
    assert found.run() == 0
    assert type(getattr(found.root, "problem", found.root)).calls == calls
    assert found.best_sequence


def test_looking_ahead_at_many_actions_is_ended_too():
    class Wide(Nim):
        max_actions = 3000

        def legal_actions(self):
            return list(range(2000))

        def play(self, action):
            return type(self)((self.heaps[0] - 1,), 1 - self.to_play)

    search = search_for(Wide((3,)), parameters={"decisive": True, "iterations": 5})
    begin = time.perf_counter()
    assert search.run(seconds=0.2) == 0
    assert time.perf_counter() - begin < 10  # the whole iteration takes minutes
    assert search.phase == 1


class Blocks(Digits):
    """A problem whose first playout waits until it is told to go on."""

    begun = threading.Event()
    goes_on = threading.Event()

    def returns(self):
        self.begun.set()
        self.goes_on.wait(10)
        return super().returns()


@pytest.mark.parametrize("trees", [1, 2])
def test_who_works_on_a_busy_search_is_told_so(trees):
    Blocks.begun.clear()
    Blocks.goes_on.clear()
    parameters = {"trees": trees, "iterations": 40}
    search = search_for(Blocks(), parameters=parameters, check=False)
    thread = threading.Thread(target=search.run)
    thread.start()
    assert Blocks.begun.wait(10)
    try:
        for work in (search.run, search.advance, search.copy):
            with pytest.raises(RuntimeError, match="this search is at work: another thread"):
                work()
        assert search.iterations == 0
        assert search.best_sequence == []
    finally:
        Blocks.goes_on.set()
        thread.join()
    assert search.iterations == 40
    assert search.copy().iterations == 40


def test_a_built_in_game_is_worked_on_by_one_thread():
    search = Recipe("connect4", parameters={"iterations": 2_000_000_000, "nodes": 1000}).build()
    thread = threading.Thread(target=search.run)
    thread.start()
    while search.iterations < 100:
        time.sleep(0.001)
    try:
        for work in (search.run, search.advance, search.copy, lambda: search.advance_root(3)):
            with pytest.raises(RuntimeError, match="at work"):
                work()
        assert len(search.root_children()) == 7  # reading is for everybody
    finally:
        search.cancel()
        thread.join()
    assert search.stopped == "cancelled"


@pytest.mark.parametrize("again", ["run", "advance", "copy"])
def test_a_hook_can_not_work_on_its_own_search(again):
    search = made(Digits, "spmcts", lambda calls: calls > 50 and getattr(search, again)())
    with pytest.raises(RuntimeError, match="that has called this very code"):
        search.run()
    assert search.stopped == "error"


class Counts(Digits):
    """What it returns depends on how often it was asked."""

    def returns(self):
        return super().returns() + type(self).calls


@pytest.mark.parametrize("search", ONE_PLAYER)
def test_a_best_sequence_is_replayed_before_it_is_told(search):
    found = search_for(type("Own", (Counts,), {})(), search, {"iterations": 50}, check=False)
    with pytest.raises(ProblemError, match=r"best sequence of Own had the score .* played again"):
        found.run()
    assert found.stopped == "error"
