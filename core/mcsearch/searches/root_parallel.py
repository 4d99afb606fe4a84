"""Root parallelization: independent searches of one recipe whose results are merged at the root.

The members of an ensemble differ in their seeds alone (Cazenave and Jouandeau 2007; "single-run" in
Chaslot et al. 2008). One player: the best of their sequences counts. Two players: visits and value
sums of the root's actions are added up, and the final move is chosen from the sums.
"""

from __future__ import annotations

import functools
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.copied import Copied
from mcsearch.engine.final_move import RootChild, in_actions
from mcsearch.engine.halt import Halt
from mcsearch.engine.parameter import Parameter
from mcsearch.engine.search import BACKPROPAGATION, Search
from mcsearch.engine.tree import NONE
from mcsearch.numerics import rng
from mcsearch.numerics.rng import Rng

TREES = Parameter(
    "trees",
    "int",
    1,
    "Trees",
    "independent searches that share the budget and the pool of nodes; their results are merged "
    "at the root",
    low=1,
    high=64,
)

_MAX_ROUND = 1 << 13  # iterations of one member
_BITS = 30  # of a seed drawn at once

_Make = Callable[[Mapping[str, Any], int], Search]


def build(make: _Make, values: Mapping[str, Any], seed: int) -> Search:
    """The search that `make(values, seed)` makes, or an ensemble of as many as there are `trees`.

    The members share the budget and the pool of nodes evenly. The first has the seed itself, the
    others have seeds drawn from it.
    """
    trees = int(values["trees"])
    if trees == 1:
        return make(values, seed)
    members = []
    for number, member_seed in enumerate(_seeds(seed, trees)):
        share, rest = divmod(int(values["iterations"]), trees)
        own = {
            **values,
            "iterations": share + (number < rest),
            "nodes": max(int(values["nodes"]) // trees, 2),
            "seconds": 0.0,  # the ensemble's limit
        }
        members.append(make(own, member_seed))
    return cast(Search, Ensemble(members, values))


def _seeds(seed: int, count: int) -> list[int]:
    draws = iter(Rng(seed).draws(1 << _BITS, 2 * (count - 1)))
    return [seed, *(high << _BITS | low for high, low in zip(draws, draws, strict=True))]


def num_threads(num_members: int) -> int:
    """How many members can really run at once in this build on this machine."""
    if rng.__file__.endswith(".py") or sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(num_members, len(os.sched_getaffinity(0)))
    return min(num_members, os.cpu_count() or 1)


def _shares(members: list[Search], total: int) -> list[tuple[Search, int]]:
    """How many of `total` iterations each member does so that all come to the same number.

    Where that can't be, members that are ahead wait and the first ones do one more.
    """
    behind = members
    while True:
        level, rest = divmod(sum(member.iterations for member in behind) + total, len(behind))
        if all(member.iterations <= level for member in behind):
            break
        behind = [member for member in behind if member.iterations <= level]
    shares = [
        (member, level - member.iterations + (place < rest)) for place, member in enumerate(behind)
    ]
    return [(member, count) for member, count in shares if count > 0]


def _is_better(score: float, than: float) -> bool:
    """Whether a best score is a new one; it is NaN before the first result."""
    return score > than or (math.isnan(than) and not math.isnan(score))


class Ensemble(Copied):
    """Searches of one recipe that run side by side, with the interface of a `Search`.

    Counts (`iterations`, `playouts`) are of all members together. What is not defined here is the
    first member's: its tree, path, phase and so on. `advance()` does the first member's phases; the
    others do a whole iteration at its backpropagation. `run()` gives every member the same number
    of iterations, each member a thread where threads help; without a limit of time the result does
    not depend on the number of threads. A member that has ended leaves its work to no other.
    """

    not_pickled = Search.not_pickled

    def __init__(self, members: list[Search], values: Mapping[str, Any]) -> None:
        self.members = members
        self.values = dict(values)
        self.seconds = 0.0
        self.stopped = ""
        self.halt = Halt()

    def __getattr__(self, name: str) -> Any:
        # "members" is not there while the object is made
        if name in ("members", "advance_root"):
            raise AttributeError(f"an ensemble of searches has no {name}")
        return getattr(self.members[0], name)

    # --- copies ---

    def copy(self) -> Ensemble:
        """Searches that go on exactly as these would; both ensembles are independent."""
        with self._at_work():
            twin = Ensemble([member.copy() for member in self.members], self.values)
            twin.seconds = self.seconds
            twin.stopped = self.stopped
            twin.halt.cancelled = self.halt.cancelled
        return twin

    def beginning(self) -> Ensemble:
        """The searches as they were before the first iteration, without a limit of seconds."""
        members = [member.beginning() for member in self.members]
        return Ensemble(members, {**self.values, "seconds": 0.0})

    # --- the machine ---

    def advance(self) -> int:
        """Do one phase of the first member and return its code; 0 when stopped.

        When the first member has ended before the others, they do an iteration and the code is
        BACKPROPAGATION.
        """
        with self._at_work():
            return self._advance()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """RuntimeError while anybody else is."""
        self.halt.enter()
        try:
            yield
        finally:
            self.halt.leave()

    def _advance(self) -> int:
        first, *others = self.members
        if first.phase in (0, BACKPROPAGATION) and self._is_over():
            return 0
        started = time.perf_counter()
        phase = first.advance()
        if phase == 0 or phase == BACKPROPAGATION:
            for member in others:
                if not member.stopped and (phase == 0 or member.iterations < first.iterations):
                    member.run(1)
            phase = BACKPROPAGATION
        self.seconds += time.perf_counter() - started
        if phase == BACKPROPAGATION:
            self._is_over()
        return phase

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        to_next_best: bool = False,
    ) -> int:
        """Do whole iterations of all members until the number, the time or the budget is used up.

        With `to_next_best` also until a member has found a new best score of all (one player).
        Returns the number of iterations completed. Ctrl-C is heard when the members' threads have
        done their share of a round, at most 8192 iterations each.
        """
        with self._at_work():
            return self._run(iterations, seconds, to_next_best)

    def _run(self, iterations: int | None, seconds: float | None, to_next_best: bool) -> int:
        begin = self.iterations
        known = self.best_score
        deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        while self.members[0].phase not in (0, BACKPROPAGATION):
            self._advance()
        is_first = self.iterations == 0  # compiled games get an iteration each, see `Search._run`
        with self._runner() as run_members:
            while not (self._is_over() or (to_next_best and _is_better(self.best_score, known))):
                now = time.perf_counter()
                left = min(deadline - now, self._seconds_left())
                total = 1 if to_next_best else self._next_round()
                if iterations is not None:
                    total = min(total, iterations - (self.iterations - begin))
                if (left <= 0 and not is_first) or total <= 0:
                    break
                is_first = False
                run_members(_shares(self._active(), total), left)
                self.seconds += time.perf_counter() - now
        return self.iterations - begin

    def _active(self) -> list[Search]:
        return [member for member in self.members if not member.stopped]

    def _next_round(self) -> int:
        """Iterations until every member has done a power of two, or a multiple of the largest."""
        active = self._active()
        done = max(member.iterations for member in active)
        goal = min(1 << done.bit_length(), (done // _MAX_ROUND + 1) * _MAX_ROUND)
        return sum(goal - member.iterations for member in active)

    @contextmanager
    def _runner(self) -> Iterator[Callable[[list[tuple[Search, int]], float], None]]:
        """What runs members for their shares of iterations, at most for some seconds together."""
        threads = num_threads(len(self.members))
        pool = ThreadPoolExecutor(threads) if threads > 1 else None

        def one_by_one(shares: list[tuple[Search, int]], seconds: float) -> None:
            end = time.perf_counter() + seconds
            for place, (member, count) in enumerate(shares):
                left = (end - time.perf_counter()) / (len(shares) - place)
                member.run(count, seconds=max(left, 0.0))

        def side_by_side(shares: list[tuple[Search, int]], seconds: float) -> None:
            if pool is None or sum(count for _, count in shares) < 64 * len(shares):
                one_by_one(shares, seconds)  # over before threads would have begun
                return
            turns = -(-len(shares) // threads)
            jobs = [pool.submit(m.run, count, seconds=seconds / turns) for m, count in shares]
            for job in jobs:
                job.result()

        try:
            yield side_by_side
        finally:
            if pool is not None:
                pool.shutdown()

    def cancel(self) -> None:
        """End the search after the members' current slices of work; safe from another thread."""
        self.halt.cancelled = True
        for member in self.members:
            member.cancel()

    def _seconds_left(self) -> float:
        limit = self.values["seconds"]
        return limit - self.seconds if limit > 0 else float("inf")

    def _is_over(self) -> bool:
        """Set `stopped` when the search may not go on."""
        if not self.stopped:
            reasons = [member.stopped for member in self.members]
            ends_all = [reason for reason in ("target", "proven") if reason in reasons]
            if "error" in reasons:
                self.members[reasons.index("error")].run()  # raises what it has raised before
            elif self.halt.cancelled:
                self.stopped = "cancelled"
            elif ends_all:
                self.stopped = ends_all[0]
            elif all(reasons):
                self.stopped = reasons[0]
            elif self._seconds_left() <= 0:
                self.stopped = "seconds"
        return self.stopped != ""

    # --- what has been done, for reading ---

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy of all members writes to."""
        return sum(member.num_bytes for member in self.members)

    @property
    def iterations(self) -> int:
        """Iterations completed by all members."""
        return sum(member.iterations for member in self.members)

    @property
    def playouts(self) -> int:
        """Playouts of all members."""
        return sum(member.playouts for member in self.members)

    @property
    def improvements(self) -> list:
        """One player: (iteration, score) of every new best of all members, in order.

        Iterations are counted as if the members took turns.
        """
        count = len(self.members)
        found = sorted(
            ((at - 1) * count + place + 1, score)
            for place, member in enumerate(self.members)
            for at, score in member.improvements
        )
        best: list[tuple[int, float]] = []
        for at, score in found:
            if not best or score > best[-1][1]:
                best.append((at, score))
        return best

    def root_children(self) -> list:
        """The root's actions with their visits and value sums added up over the members.

        What one member has proven counts for all.
        """
        return in_actions(self.root, self.numbered_children())

    def numbered_children(self) -> list:
        """`root_children` with the numbers of the actions."""
        merged: dict[int, RootChild] = {}
        for member in self.members:
            for child in member.numbered_children():
                before = merged.get(child.action, RootChild(child.action, 0, 0.0, child.bounds))
                merged[child.action] = RootChild(
                    child.action,
                    before.visits + child.visits,
                    before.value_sum + child.value_sum,
                    before.bounds.met_with(child.bounds),
                )
        return list(merged.values())

    def _best_child(self) -> RootChild | None:
        return self.final_move.choose(self.numbered_children())

    @property
    def proven(self) -> str | None:
        """What any member has proven."""
        return next((member.proven for member in self.members if member.proven), None)

    @property
    def bounds(self) -> Bounds:
        """What all members know together."""
        return functools.reduce(Bounds.met_with, (member.bounds for member in self.members))

    @property
    def best_score(self) -> float:
        """One player: the best of all members. Two players: the mean of the final move, for the
        side to move. NaN before the first result."""
        if self.final_move is None:
            return self._best_member().best_score
        best = self._best_child()
        return float("nan") if best is None else best.value

    @property
    def best_sequence(self) -> list:
        """The best sequence of all members; two players: the final move, and the expected play
        after it of a member that would make the same move."""
        return self.root.actions_of(self.best_numbers())

    def best_numbers(self) -> list:
        """`best_sequence` in the numbers of the actions."""
        if self.final_move is None:
            return self._best_member().best_numbers()
        best = self._best_child()
        if best is None:
            return []
        sequences = (member.best_numbers() for member in self.members)
        return next((found for found in sequences if found[:1] == [best.action]), [best.action])

    @property
    def best_moves(self) -> list:
        """`best_sequence` in the moves of a user's problem."""
        return self.root.moves_of(self.best_sequence)

    def best_action(self) -> Any:
        """The action to play now, NONE or None when there is none."""
        numbers = self.best_numbers()
        return self.root.action_of(numbers[0] if numbers else NONE)

    def _best_member(self) -> Search:
        """The member with the best score; of equals the one that was there first, taking turns."""
        found = [member for member in self.members if member.improvements]
        if not found:
            return self.members[0]
        return max(found, key=lambda member: (member.best_score, -member.improvements[-1][0]))
