"""NRPA whose results are improved by threshold accepting (Dueck and Scheuer 1990)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.replay import replay_of
from mcsearch.engine.search import CHANGES, POLICY, TREE
from mcsearch.numerics.views import view
from mcsearch.searches.nested.nrpa_parameters import PARAMETERS

if cython.compiled:
    from cython.cimports.mcsearch.engine.replay import Replay
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.searches.nested.weights import Weights
    from cython.cimports.mcsearch.searches.nrpa import Nrpa
else:
    from mcsearch.engine.replay import Replay
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.searches.nested.weights import Weights
    from mcsearch.searches.nrpa import Nrpa


class Improvement(NamedTuple):
    """How far the improvement of a sequence is."""

    cut: int  # plies that the last change has kept
    before: float  # value of the sequence before the last change
    accepted: bool  # whether the changed sequence has taken its place
    most: float  # value that was still possible where the change was given up; nan where it was not
    num_changes: int  # tried so far
    most_changes: int  # that this run tries
    sequence: list[int]  # that is changed, from the root
    score: float  # its value
    threshold: float  # points that the next change may cost
    changes: list[int]  # [ply] changes tried that began at this ply
    gains: list[float]  # [ply] points that changes there have raised the best score by


@cython.cclass
class ThresholdAccepting(Nrpa):
    """NRPA, and after each run of its top level a local search from the run's best sequence.

    A change takes one move out of the sequence, shifts it, puts one in or swaps two, all places
    alike but for those of `near`, and replays the rest: the moves before the first that is
    concerned are kept, those after it are found again by what lasts of them (`Replay`) or left out,
    and the game is played on at random to its end. The changed sequence takes the place of the old
    one unless it is worse by more than a threshold, which falls to 0 in a straight line (Dueck and
    Scheuer 1990, "Threshold accepting"). An iteration is one change then, and its return the value
    of the changed sequence, or of as much of it as was played: a change is given up as soon as no
    end can be worth enough. A run that starts warm has adapted to the best sequence that NRPA
    itself has found, without its changes.

    What level 2 with 100 repeats, tabu size 2 and a threshold of 80 gains on 100 random boards of
    SameGame over NRPA of level 3, in points a board: no effect shown in a second of one core (+3,
    95 % interval -59 to +66, with 40,000 changes; `notebooks/08_nrpa_options.ipynb`), 142 in ten
    (+67 to +218, with 400,000; the guides). It differs in NRPA's own options, too, so that this is
    not the gain of the changes alone.
    """

    name = "threshold-accepting"
    title = "NRPA, then threshold accepting"
    shows = frozenset({TREE, POLICY, CHANGES})
    phase_names = ("Follow or change", "New position", "Playout", "Adapt or accept")
    code = (
        "move ~ exp(w + bias); or: change the sequence",
        "position ← play(move)",
        "r ← playout(π); or: replay the rest",
        "adapt(π, best); or: accept if r ≥ s\u00a0-\u00a0T",
    )
    parameters = (
        Parameter(
            "changes",
            "int",
            300_000,
            "Changes",
            "that are tried of the best sequence of each run of NRPA",
            low=1,
            high=1_000_000_000,
            log=True,
        ),
        Parameter(
            "growth",
            "int",
            0,
            "Growth of changes",
            "with restarts: how many more each run tries than the last, in percent of the first",
            low=0,
            high=1000,
        ),
        Parameter(
            "threshold",
            "float",
            60.0,
            "Threshold",
            "points that a change may cost at first; it falls to 0 in a straight line",
            low=0.0,
            high=1_000_000.0,
        ),
        Parameter(
            "near",
            "int",
            0,
            "Near changes",
            "of a hundred shifts and swaps, how many reach 6 plies at most; the others any",
            low=0,
            high=100,
        ),
        *PARAMETERS,
    )

    _changes: cython.longlong  # of this run
    _first_changes: cython.longlong
    _growth: cython.longlong
    _threshold: cython.double
    _replay: Replay
    _found: Actions  # the run's best sequence
    _is_changing: cython.bint  # the next iteration tries a change
    _has_changed: cython.bint  # this iteration does
    _before: cython.double
    _accepted: cython.bint
    _has_given_up: cython.bint
    _num_changes: cython.longlong
    _score: cython.double
    _run_best: cython.double  # of this run and its changes
    _changes_at: cython.longlong[::1]
    _gains_at: cython.double[::1]

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        self._changes = self._first_changes = values["changes"]
        self._growth = values["growth"]
        self._threshold = values["threshold"]
        self._replay = replay_of(root)
        self._replay.near = values["near"]
        self._found = Actions(root.max_plies + 1)
        self._is_changing = False
        self._has_changed = False
        self._before = 0.0
        self._accepted = False
        self._has_given_up = False
        self._num_changes = 0
        self._score = 0.0
        self._run_best = 0.0
        self._changes_at = view(np.zeros(root.max_plies + 1, np.int64))
        self._gains_at = view(np.zeros(root.max_plies + 1))

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._has_changed = self._is_changing
        if self._is_changing:
            self._has_given_up = False
            self._num_new = 0
            self._num_completed = 0
            self.adapted = 0
            self._trail.clear()
            self._line.clear()
            self._replay.change(self.rng)
            self._follow_kept(self.tree, self._replay)
        else:
            Nrpa._select(self)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow_kept(self, tree: Tree, replay: Replay) -> cython.void:
        """Go along the moves that are kept as far as their positions are recorded."""
        child: cython.int = ROOT
        self._depth = -1
        while child != NONE:
            self._depth += 1
            self._path[self._depth] = child
            if self._depth == replay.kept:
                return
            child = tree.find_child(child, replay.actions[self._depth])
            if child != NONE:
                self._line.append(replay.actions[self._depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        if not self._is_changing:
            Nrpa._expand(self)
        elif not self.tree.full:
            self._record_next(self.tree, self._replay)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record_next(self, tree: Tree, replay: Replay) -> cython.void:
        """Go on to the next position of the changed line, and record it if it is new."""
        action: cython.int
        child: cython.int
        if self._depth < replay.kept:
            action = replay.actions[self._depth]
        else:
            action = replay.step(self.rng, self._tabu)
        if action == NONE:
            return
        child = tree.find_child(self._path[self._depth], action)
        if child == NONE:
            child = tree.add_child(self._path[self._depth], action)
            self._num_new = child != NONE
        if child == NONE:
            self._trail.append(action)
            return
        self._line.append(action)
        self._depth += 1
        self._path[self._depth] = child
        if self._num_new:
            tree.set_num_legal(child, self._count_legal(self._scratch, self._line))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_legal(self, state: State, line: Actions) -> cython.int:
        """The number of legal actions after a line."""
        i: cython.int
        state.copy_from(self.root)
        for i in range(line.count):
            state.apply(line.items[i])
        return state.fill_actions(self._legal)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        if self._is_changing:
            self._replay_rest(self._replay)
        else:
            Nrpa._simulate(self)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _replay_rest(self, replay: Replay) -> cython.void:
        action: cython.int
        i: cython.int
        for i in range(self._depth, replay.kept):
            self._trail.append(replay.actions[i])
        limit: cython.double = self._score - self._current_threshold()
        while replay.most() >= limit:
            action = replay.step(self.rng, self._tabu)
            if action == NONE:
                break
            self._trail.append(action)
        self._has_given_up = replay.most() < limit and not replay.is_over()
        self.playout_return = replay.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        if not self._is_changing:
            Nrpa._backpropagate(self)
            return
        self._add_return(self.tree, self._depth)
        if self.playout_return > self._best_score:
            self._remember(self._depth)
        self._accept(self._replay)
        if self._num_changes >= self._changes:
            self._is_changing = False
            Nrpa._finish(self, self.weights)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _accept(self, replay: Replay) -> cython.void:
        """Let the changed line take the place of the old one unless it is much worse."""
        at: cython.int = replay.kept
        self._changes_at[at] += 1
        self._before = self._score
        self._accepted = self.playout_return >= self._score - self._current_threshold()
        if self._accepted:
            replay.keep()
            self._score = self.playout_return
            if self._score > self._run_best:
                self._gains_at[at] += self._score - self._run_best
                self._run_best = self._score
        self._num_changes += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _current_threshold(self) -> cython.double:
        left: cython.double = self._changes - self._num_changes
        return self._threshold * left / self._changes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, weights: Weights) -> cython.void:
        """The run of NRPA is over: the changes of its best sequence begin."""
        self._begin_changes(self._replay, self._found)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_changes(self, replay: Replay, sequence: Actions) -> cython.void:
        i: cython.int
        self._sequences.write(self.beams.row(self._level, 0), sequence)
        replay.begin(sequence)
        self._changes = self._first_changes + self._first_changes * self._growth * self.runs // 100
        self._is_changing = True
        self._accepted = False
        self._num_changes = 0
        self._score = self.beams.best_score(self._level)
        self._before = self._score
        self._run_best = self._score
        for i in range(self._changes_at.shape[0]):
            self._changes_at[i] = 0
            self._gains_at[i] = 0.0

    # --- Python level ---

    def _run_score(self) -> float:
        return self._run_best

    def _become(self, other: ThresholdAccepting) -> None:
        super()._become(other)
        self._replay.copy_from(other._replay)
        self._found.copy_from(other._found)
        self._is_changing = other._is_changing
        self._has_changed = other._has_changed
        self._before = other._before
        self._accepted = other._accepted
        self._has_given_up = other._has_given_up
        self._num_changes = other._num_changes
        self._changes = other._changes
        self._score = other._score
        self._run_best = other._run_best
        self._changes_at[:] = other._changes_at
        self._gains_at[:] = other._gains_at

    @property
    def num_bytes(self) -> int:
        return Nrpa.num_bytes.__get__(self) + self._replay.num_bytes

    @property
    def is_change(self) -> bool:
        """Whether this iteration changes a sequence instead of following the policy."""
        return bool(self._has_changed)

    @property
    def improvement(self) -> Improvement | None:
        """How far the changes of the last run's best sequence are; None while NRPA runs."""
        if not (self._is_changing or self._has_changed):
            return None
        plies = self._replay.count
        return Improvement(
            self._replay.kept,
            self._before,
            self._accepted,
            self._replay.most() if self._has_given_up else math.nan,
            self._num_changes,
            self._changes,
            [self._replay.actions[ply] for ply in range(plies)],
            self._score,
            self._current_threshold(),
            [self._changes_at[ply] for ply in range(plies)],
            [self._gains_at[ply] for ply in range(plies)],
        )

    @property
    def entered(self) -> list:
        """The levels that this iteration's selection has entered, from above."""
        return [] if self._has_changed else Nrpa.entered.__get__(self)

    @property
    def drawn(self) -> list:
        """The probability with which each move was drawn; 1 for those of a changed sequence."""
        if not self._has_changed:
            return Nrpa.drawn.__get__(self)
        return [1.0] * (self._depth + self._trail.count) if self.phase else []
