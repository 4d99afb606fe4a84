"""Public calls with wrong values, from threads and from inside hooks, in a process of their own.

`python tests/core/fuzz.py SEED CALLS` makes so many calls, drawn from the seed, and prints how many
of them ended how. Whatever they raise is an answer; the process must come to its end by itself.
"""

from __future__ import annotations

import contextlib
import faulthandler
import random
import sys
import threading
import warnings
from collections import Counter

import numpy as np

from mcsearch import Recipe, check_problem, search_for
from mcsearch.games.python_state import PythonState
from mcsearch.searches import SEARCHES

WRONG = (
    *(None, True, -1, 0, 1, 2, 7, 0.5, float("nan"), float("inf"), 10**9, 2**31, 2**40, 2**63),
    *(-(2**31), 10**400, "", "x", "a1", b"x", (), [], {}, [1, 2], (0, 1), object(), int, 1j),
    *(np.array([0, 1]), np.float32(0.5), np.int64(3), np.zeros(0), range(3), "\ud800", [[1], [2]]),
)
ALIVE = 12  # searches at once
SECONDS = 0.02  # of a run


class AnyProblem:
    """A problem of which each method may answer anything, one time in some."""

    def __init__(self, rng, share, players, ply=0):
        self.rng, self.share, self.num_players, self.ply = rng, share, players, ply
        self.max_plies, self.max_actions = 8, 4
        self.search = None

    def _or_wrong(self, value):
        draw = self.rng.random()
        if draw < self.share:
            return self.rng.choice(WRONG)
        if draw < 1.2 * self.share and self.search is not None:
            call_any(self.rng, self.search)  # from inside a hook
        return value

    def legal_actions(self):
        return self._or_wrong([0, 1, 2])

    def play(self, action):
        after = AnyProblem(self.rng, self.share, self.num_players, self.ply + 1)
        after.search = self.search
        return self._or_wrong(after)

    def is_terminal(self):
        return self._or_wrong(self.ply >= 5)

    def returns(self):
        return self._or_wrong(0.5)

    def key(self):
        return self._or_wrong(self.ply)


class AnyState(PythonState):
    """The same of a game in numbers."""

    def __init__(self, rng, share, players):
        super().__init__(players, 8, 4)
        self.rng, self.share, self.ply = rng, share, 0

    _or_wrong = AnyProblem._or_wrong
    search = None

    def legal(self):
        return self._or_wrong([] if self.ply >= 5 else [0, 1, 2])

    def make(self, action):
        self.ply += 1
        if self.rng.random() < self.share:
            PythonState.__init__(self, self.num_players, 30_000, 30_000)

    def result(self):
        return self._or_wrong(0.5)


RECIPES = (
    ("connect4", "uct"),
    ("connect4", "alpha-beta"),
    ("tictactoe", "alpha-beta"),
    ("tictactoe", "uct"),
    ("yavalath", "uct"),
    ("nogo", "uct"),
    ("2048", "uct"),
    ("atarigo", "uct"),
    ("hex", "uct"),
    ("othello", "uct"),
    ("domineering", "uct"),
    *(("samegame", name) for name in ("spmcts", "nmcs", "nrpa", "threshold-accepting")),
)
VALUES = {"iterations": 3000, "nodes": 500}


def made(rng):
    """A search of some kind, at times with wrong parameters."""
    if rng.random() < 0.5:
        game, name = rng.choice(RECIPES)
        values = dict(VALUES)
        declared = Recipe(game, search=name).declarations
        for parameter in rng.sample(declared, k=min(2, len(declared))):
            if parameter.name in ("iterations", "nodes"):
                continue
            choices = [*parameter.choices, parameter.low, parameter.high, True, False]
            values[parameter.name] = rng.choice([*choices, rng.choice(WRONG)])
        position = rng.choice(["", "5x5x3:1" if game == "samegame" else ""])
        return Recipe(game, position, name, values, seed=rng.randrange(9)).build()
    players = rng.choice((1, 2))
    name = rng.choice(
        ("uct", "uct", "alpha-beta")
        if players == 2
        else ("spmcts", "nmcs", "nrpa", "threshold-accepting")
    )
    share = rng.choice((0.0, 0.001, 0.02))
    values = dict(VALUES)
    if name == "uct":
        values["solver"] = rng.choice((True, False))
        values["transpositions"] = rng.choice((True, False))
    problem = AnyProblem(rng, share, players)
    if rng.random() < 0.3:
        known = search_for(AnyProblem(rng, 0.0, players), name, values, check=False).values
        state = AnyState(rng, share, players) if rng.random() < 0.9 else AnyState.__new__(AnyState)
        return SEARCHES[name](state, known, 1)
    check = rng.random() < 0.3
    if check:
        check_problem(problem, 0.001)
    found = search_for(problem, name, values, seed=1, check=check)
    problem.search = found
    return found


READ = (
    *("best_score", "best_sequence", "bounds", "proven", "improvements", "path", "path_actions"),
    *("playout_actions", "new_nodes", "num_bytes", "playouts", "best_moves", "cut_off", "stopped"),
)
CALLED = (
    *("advance_root", "find", "state_of", "actions_to", "bounds_of", "mover_of"),
    *(f"tree.{name}" for name in ("action_of", "actions_to", "bounds_of", "children", "find")),
    *(f"tree.{name}" for name in ("mean", "num_legal_of", "parent_of", "position_visits_of")),
    *(f"tree.{name}" for name in ("twin_of", "value_sum_of", "visits_of", "child_by", "ranked")),
    *("root.play", "root.normalize", "root.action_name", "root.actions_of", "root.numbers_of"),
    *("root.parse_action", "root.number_of", "root.action_of"),
)


def call_any(rng, search):
    """One public call of a search, with a value that may be wrong."""
    kind = rng.randrange(7)
    # at times a node, of those that are there and of those that are not
    wrong = rng.choice(WRONG) if rng.random() < 0.7 else rng.randrange(-3, 600)
    if kind == 0:
        search.run(rng.choice((0, 1, 5, 50, wrong)), seconds=SECONDS)
    elif kind == 1:
        search.advance()
    elif kind == 2:
        search.copy()
    elif kind == 3:
        getattr(search, rng.choice(READ))
    elif kind == 4:
        rng.choice((search.root_children, search.best_action, search.beginning, search.copy))()
    elif kind == 5:
        names = rng.choice(CALLED).split(".")
        owner = search
        for name in names[:-1]:
            owner = getattr(owner, name)
        call = getattr(owner, names[-1])
        call(wrong) if names[-1] != "child_by" else call(rng.choice(WRONG), wrong)
    elif rng.random() < 0.05:
        search.cancel()
    else:
        search.run(3, seconds=SECONDS, to_next_best=rng.choice((True, False, wrong)))


def main(seed, calls):
    faulthandler.enable()
    warnings.simplefilter("ignore")
    rng = random.Random(seed)
    ends = Counter()
    searches = []
    done = 0

    def work(search, own, count):
        for _ in range(count):
            try:
                call_any(own, search)
            except Exception as error:
                ends[type(error).__name__] += 1
            else:
                ends["answered"] += 1

    while done < calls:
        if len(searches) < ALIVE or rng.random() < 0.1:
            with contextlib.suppress(Exception):
                searches.append(made(rng))
            searches = searches[-ALIVE:]
            done += 1
            continue
        search = rng.choice(searches)
        if rng.random() < 0.02:  # several threads at the same search
            threads = [
                threading.Thread(target=work, args=(search, random.Random(rng.random()), 10))
                for _ in range(3)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            done += 30
        else:
            work(search, rng, 1)
            done += 1
    print(done, "calls:", dict(ends.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
