"""Nested Monte Carlo Search (Cazenave 2009) as a machine that can stop after every phase.

A search of level n at a position tries every action with a search of level n - 1, plays the best
one and goes on from there; a search of level 0 is a playout. Each level keeps its frame: where its
walk stands, which actions it has tried there and the best sequence it has found. The positions
tried and the playouts through them are recorded in the tree, as long as it has room, for reading
only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.search import BACKPROPAGATION, STEPS, TREE
from mcsearch.numerics.views import view
from mcsearch.playout import policy_of
from mcsearch.searches.nested.level import Level
from mcsearch.searches.nested.nmcs_parameters import PARAMETERS, TIES

if cython.compiled:
    from cython.cimports.mcsearch.engine.search import FINISHED, Search
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.state_stack import StateStack
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.searches.nested.frame import ENTER, EVALUATE, PLAY_OUT, TRY, Frame
    from cython.cimports.mcsearch.searches.nested.record import Subtree
else:
    from mcsearch.engine.search import FINISHED, Search
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.state_stack import StateStack
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.searches.nested.frame import ENTER, EVALUATE, PLAY_OUT, TRY, Frame
    from mcsearch.searches.nested.record import Subtree

_RANDOM = cython.declare(cython.int, 0)
_FIRST = cython.declare(cython.int, 1)
_LAST = cython.declare(cython.int, 2)


@cython.cclass
class Nmcs(Search):
    """NMCS at any level; an iteration is one playout.

    Selection enters levels down to the next action to try, expansion tries it, simulation plays
    out, and the result climbs as far as levels are completed by it. With memory, a level follows
    the best sequence it has ever found; without, the best of its current step.

    With probability `explore` a level that has tried all actions of a step goes on with one of the
    others instead, drawn uniformly. Its best sequence does not lead there: the next step begins
    without one. With memory the level's result is still the best sequence it has ever found.

    With `evaluations` it is Lazy NMCS (Roucairol and Cazenave 2023): so many playouts evaluate an
    action before a search of level 1 or more is made from it. Only if their mean is not below the
    `ratio` of the best mean at its ply so far that search is made; otherwise one playout more is
    the action's result. Of a best mean below zero, where a share of it would be more, as much is
    left off. The playouts that evaluate are remembered by no level.
    """

    name = "nmcs"
    title = "NMCS"
    num_players = (1,)
    repeatable = frozenset({3})
    shows = frozenset({TREE, STEPS})
    phase_names = ("Enter level", "Try action", "Playout", "Result climbs")
    code = (
        "for action in actions: enter level − 1",
        "child ← play(action)",
        "r ← playout(child)",
        "if r > best: remember",
    )
    parameters = PARAMETERS

    _frames: list  # [Frame], index = level
    _top: Frame
    _current: cython.int  # level whose next action is tried
    _tried: cython.bint  # selection itself has tried the action: the playout begins there
    _began_at: cython.int  # level where this iteration's selection began ...
    _bottom: cython.int  # ... and ended
    _num_completed: cython.int  # levels, by the last result
    _memory: cython.bint
    _ties: cython.int
    _explore: cython.double
    _evaluations: cython.int
    _ratio: cython.double
    _best_means: cython.double[::1]  # [plies] of the evaluated actions, at any level
    _walk: StateStack  # entry `top level - n` is where level n stands
    _entry: cython.int  # of the walk, from which the playout starts
    _moves: cython.int[::1]  # [plies], from the root to where the lowest level in use stands
    _nodes: cython.int[::1]  # [plies + 1], of the positions on that way, NONE when not recorded
    _climbing: Actions  # the sequence of the result that climbs ...
    _result: cython.double  # ... and the result
    _subtree: Subtree

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, policy_of(values), values, seed, whole_runs=True)
        level = values["level"]
        plies = root.max_plies + 1
        self._frames = []
        for number in range(level + 1):
            below = self._frames[number - 1] if number else None
            self._frames.append(Frame(number, root.max_actions, plies, below))
        self._top = self._frames[level]
        self._current = level
        self._memory = values["memory"]
        self._ties = TIES.index(values["ties"])
        self._explore = values["explore"]
        self._evaluations = values["evaluations"]
        self._ratio = values["ratio"]
        self._best_means = view(np.full(plies, -np.inf))
        self._walk = StateStack(root, level + 1)
        self._entry = 0
        self._climbing = Actions(plies)
        self._result = float("nan")
        self._subtree = Subtree(level, root.max_actions, plies)
        self._began_at = level
        self._bottom = level
        self._num_completed = 0
        self._tried = False
        self._moves = view(np.zeros(plies, np.int32))
        self._nodes = view(np.zeros(plies + 1, np.int32))
        self._nodes[0] = ROOT
        self._look_around(self._top, self._walk)
        if level > 0:
            self._begin_step(self._top, self._subtree)

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_around(self, frame: Frame, walk: StateStack) -> cython.int:
        """List the actions where a level stands; return their number."""
        frame.num_tried = 0
        if not self._memory:
            frame.has_best = False
        return walk.fill_actions(self._top.level - frame.level, frame.actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_next(self, frame: Frame, tree: Tree, walk: StateStack) -> cython.void:
        """Play a level's next action into the entry below it, and record the child."""
        index: cython.int = frame.num_tried
        ply: cython.int = frame.ply
        action: cython.int = frame.actions.items[index]
        node: cython.int = self._nodes[ply]
        child: cython.int = NONE
        self._entry = self._top.level - frame.level + 1
        walk.step(self._entry - 1, action)
        self._moves[ply] = action
        frame.num_tried = index + 1
        if node != NONE:
            if index < tree._num_children[node]:
                child = tree._first[node] + index
            elif not tree.full:
                tree.set_num_legal(node, frame.actions.count)
                child = tree.add_child(node, action)
                if child != NONE:
                    self._num_new += 1
        self._nodes[ply + 1] = child

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_path(self, depth: cython.int) -> cython.void:
        """Show the way to where the search stands as this iteration's path."""
        i: cython.int
        self._depth = depth
        self._path[0] = ROOT
        for i in range(depth):
            self._line.items[i] = self._moves[i]
            self._path[i + 1] = self._nodes[i + 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._num_new = 0
        self._trail.clear()
        self._num_completed = 0
        self._began_at = self._current
        self._tried = False
        self._enter(self._top, self.tree, self._walk, self._subtree)
        self._bottom = self._current

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, frame: Frame, tree: Tree, walk: StateStack, subtree: Subtree) -> cython.void:
        """Go down to the current level, and from there into new searches of the levels below."""
        if frame.level > self._current:
            self._enter(frame.below, tree, walk, subtree)
            return
        self._entry = self._top.level - frame.level
        if frame.level > 0 and frame.num_tried == 0:
            self._begin_step(frame, subtree)
        if frame.level <= 1 or self._top.actions.count == 0:
            self._set_path(frame.ply)
            return
        if frame.next == TRY:
            self._try_next(frame, tree, walk)
            frame.below.ply = frame.ply + 1
            if self._look_around(frame.below, walk) == 0:
                # the game is over there: its score is the result, there is no level to enter
                frame.next = PLAY_OUT
            elif self._evaluations > 0:
                frame.next = EVALUATE
                frame.num_evaluations = 0
                frame.evaluation_sum = 0.0
        if frame.next == EVALUATE or frame.next == PLAY_OUT:
            self._entry = self._top.level - frame.level + 1
            self._tried = True
            self._set_path(frame.ply + 1)
            return
        frame.next = TRY
        self._current = frame.level - 1
        frame.below.begin()
        subtree.enter(self._current)
        self._enter(frame.below, tree, walk, subtree)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        if self._top.level > 0 and self._top.actions.count > 0 and not self._tried:
            self._expand_at(self._top, self.tree, self._walk)
            self._set_path(self._depth + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_at(self, frame: Frame, tree: Tree, walk: StateStack) -> cython.void:
        if frame.level > self._current:
            self._expand_at(frame.below, tree, walk)
        else:
            self._try_next(frame, tree, walk)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._play_out(self._walk, self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_out(self, walk: StateStack, state: State) -> cython.void:
        if not self.halt.kept:  # else it goes on from where it has paused
            walk.copy_to(self._entry, state)
        self.policy.playout(state, self.rng, self._trail)
        self.playout_return = state.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        self._add_return(self.tree, self._depth)
        if not self._has_result or self.playout_return > self._best_score:
            self._remember(self._depth)
        if self._top.level == 0 or self._top.actions.count == 0:
            self._stop_code = FINISHED
            return
        self._result = self.playout_return
        self._climbing.clear()
        for i in range(self._depth):
            self._climbing.append(self._line.items[i])
        for i in range(self._trail.count):
            self._climbing.append(self._trail.items[i])
        if self._climb(self._top, self._climbing, self.tree, self._walk, self._subtree):
            self._finish(self._result, self._climbing, self._best)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _climb(
        self,
        frame: Frame,
        sequence: Actions,
        tree: Tree,
        walk: StateStack,
        subtree: Subtree,
    ) -> cython.bint:
        """Give the result and its sequence to the current level, and on to those it completes.

        Whether this level is one of them; the result is its own then.
        """
        if frame.level > self._current:
            if not self._climb(frame.below, sequence, tree, walk, subtree):
                return False
            self._current = frame.level
        elif frame.next == EVALUATE:
            self._evaluate(frame)
            return False
        frame.next = TRY
        frame.results[frame.num_tried - 1] = self._result
        subtree.put(frame.level, self._result, sequence)
        if self._is_better(frame, self._result):
            subtree.improve(frame.level, self._result, sequence, self.iterations + 1)
            frame.remember(self._result, sequence)
        if frame.num_tried < frame.actions.count:
            return False
        if self._explore > 0.0 and frame.actions.count > 1 and self.rng.uniform() < self._explore:
            frame.stray(self.rng.below(frame.actions.count - 1), self._memory)
        self._go_on(frame, tree, walk)
        subtree.end_step(frame.level, self._moves[frame.ply - 1])
        if self._look_around(frame, walk) > 0:
            return False
        self._complete(frame, sequence, walk)
        subtree.leave(frame.level)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, frame: Frame) -> cython.void:
        """Count a playout for the action that a level evaluates; the last decides what is next."""
        mean: cython.double
        best: cython.double
        frame.num_evaluations += 1
        frame.evaluation_sum += self._result
        if frame.num_evaluations < self._evaluations:
            return
        mean = frame.evaluation_sum / self._evaluations
        best = self._best_means[frame.ply]
        if mean > best:
            self._best_means[frame.ply] = best = mean
        if mean < best - (1.0 - self._ratio) * abs(best):
            frame.next = PLAY_OUT
        else:
            frame.next = ENTER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _complete(self, frame: Frame, sequence: Actions, walk: StateStack) -> cython.void:
        """Let the result be that of a level's walk, or the better one it has forgone."""
        i: cython.int
        self._num_completed += 1
        self._result = walk.value(self._top.level - frame.level)
        sequence.clear()
        if frame.has_strayed and frame.forgone_score > self._result:
            self._result = frame.forgone_score
            for i in range(frame.forgone.count):
                sequence.append(frame.forgone.items[i])
        else:
            for i in range(frame.ply):
                sequence.append(self._moves[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, score: cython.double, walk: Actions, best: Actions) -> cython.void:
        """End the search; of equally good sequences its result is the one it has walked."""
        i: cython.int
        self._stop_code = FINISHED
        if score == self._best_score:
            best.clear()
            for i in range(walk.count):
                best.append(walk.items[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_better(self, frame: Frame, result: cython.double) -> cython.bint:
        """Whether a result takes the place of the remembered one."""
        if not frame.has_best or result > frame.best_score:
            frame.num_equal = 1
            return True
        if result < frame.best_score or self._ties == _FIRST:
            return False
        if self._ties == _LAST:
            return True
        frame.num_equal += 1
        return self.rng.below(frame.num_equal) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self, frame: Frame, tree: Tree, walk: StateStack) -> cython.void:
        """Play the next action of a level's remembered sequence."""
        ply: cython.int = frame.ply
        action: cython.int = frame.best.items[ply]
        node: cython.int = self._nodes[ply]
        child: cython.int = NONE
        if node != NONE:
            child = tree.find_child(node, action)
        walk.apply(self._top.level - frame.level, action)
        self._moves[ply] = action
        self._nodes[ply + 1] = child
        frame.ply = ply + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_step(self, frame: Frame, subtree: Subtree) -> cython.void:
        """Keep from now on what a level's step finds, for reading."""
        subtree.begin_step(frame.level, frame.ply, self._moves, frame.actions)
        if not frame.has_best:
            subtree.forget(frame.level)

    # --- Python level ---

    def _most_on_path(self, root: State) -> int:
        return 0  # it plays from the root with states of its own

    def _become(self, other: Nmcs) -> None:
        super()._become(other)
        for mine, its in zip(self._frames, other._frames, strict=True):
            mine.copy_from(its)
        self._current = other._current
        self._tried = other._tried
        self._began_at = other._began_at
        self._bottom = other._bottom
        self._num_completed = other._num_completed
        self._walk.copy_entries(other._walk)
        self._entry = other._entry
        self._best_means[:] = other._best_means
        self._moves[:] = other._moves
        self._nodes[:] = other._nodes
        self._climbing.copy_from(other._climbing)
        self._result = other._result
        self._subtree.copy_from(other._subtree)

    @property
    def num_bytes(self) -> int:
        return Search.num_bytes.__get__(self) + self._subtree.num_bytes

    @property
    def entered(self) -> list:
        """The levels that this iteration's selection has entered, from above."""
        return list(range(self._began_at - 1, self._bottom - 1, -1)) if self.phase else []

    @property
    def completed(self) -> list:
        """The levels that the last result has completed, from below."""
        return list(range(self._bottom, self._bottom + self._num_completed))

    @property
    def walk_score(self) -> float:
        """The score where the top level's walk stands: the search's own result when finished.

        Without memory it may be less than `best_score`.
        """
        return self._walk.value(0)

    @property
    def walk_actions(self) -> list:
        """The actions the top level's walk has taken."""
        return self.root.actions_of([self._moves[i] for i in range(self._top.ply)])

    @property
    def levels(self) -> list:
        """The frames from the top level down to the one whose actions are being tried."""
        return [self._level_of(frame) for frame in self._in_use(self._current)]

    @property
    def steps(self) -> list:
        """The steps of the levels that this iteration has come to, the top level first.

        A step stays as it has ended until a selection begins the next one. Level 0 has no steps.
        """
        return [
            self._subtree.step(frame.level, self._waits(frame))
            for frame in self._in_use(self._bottom)
        ]

    def _in_use(self, lowest: int) -> list:
        """The frames from the top level down to the lowest, those of level 0 left out."""
        return [self._frames[level] for level in range(self._top.level, max(lowest, 1) - 1, -1)]

    def _waits(self, frame: Frame) -> bool:
        """Whether the action that a level has tried last has no result yet."""
        return (
            frame.level > self._current
            or frame.next != TRY
            or (self.phase != BACKPROPAGATION and self._depth > frame.ply)
        )

    def _level_of(self, frame: Frame) -> Level:
        num_results = frame.num_tried - self._waits(frame)
        known = bool(frame.has_best)
        return Level(
            frame.level,
            frame.ply,
            self._nodes[frame.ply],
            frame.actions.to_list(),
            [frame.results[i] if i < num_results else None for i in range(frame.actions.count)],
            frame.best_score if known else float("nan"),
            frame.best.to_list() if known else [],
        )
