"""Nested Monte Carlo Search (Cazenave 2009) as a machine that can stop after every phase.

A search of level n at a position tries every action with a search of level n - 1, plays the best
one and goes on from there; a search of level 0 is a playout. Each level keeps its frame: where its
walk stands, which actions it has tried there and the best sequence it has found. The positions
tried and the playouts through them are recorded in the tree, as long as it has room, for reading
only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.search import BACKPROPAGATION, PLAYOUTS, RECORDED_NODES, SECONDS, TARGET
from mcsearch.numerics.views import view
from mcsearch.playout import policy_of

if cython.compiled:
    from cython.cimports.mcsearch.engine.search import FINISHED, Search
    from cython.cimports.mcsearch.engine.state import Actions, State, StateStack
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.searches.nested.record import Subtree
else:
    from mcsearch.engine.search import FINISHED, Search
    from mcsearch.engine.state import Actions, State, StateStack
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.searches.nested.record import Subtree

_TIES = ("random", "first", "last")
_RANDOM = cython.declare(cython.int, 0)
_FIRST = cython.declare(cython.int, 1)
_LAST = cython.declare(cython.int, 2)


class Level(NamedTuple):
    """The frame of one level, at the position where its walk stands."""

    level: int
    ply: int  # of the position, from the root
    node: int  # of the position, NONE when it is not recorded
    actions: list[int]  # the legal actions there
    results: list[float | None]  # of each action's search of the level below; None: not yet tried
    best_score: float  # of the remembered sequence; nan before the first result
    best_sequence: list[int]  # from the root


@cython.cclass
class Nmcs(Search):
    """NMCS at any level; an iteration is one playout.

    Selection enters levels down to the next action to try, expansion tries it, simulation plays
    out, and the result climbs as far as levels are completed by it. With memory, a level follows
    the best sequence it has ever found; without, the best of its current step.

    With probability `explore` a level that has tried all actions of a step goes on with one of the
    others instead, drawn uniformly. Its best sequence does not lead there: the next step begins
    without one. With memory the level's result is still the best sequence it has ever found.
    """

    name = "nmcs"
    title = "NMCS"
    num_players = (1,)
    phase_names = ("Enter level", "Try action", "Playout", "Result climbs")
    code = (
        "for action in actions: enter level − 1",
        "child ← play(action)",
        "r ← playout(child)",
        "if r > best: remember",
    )
    parameters = (
        Parameter(
            "level",
            "int",
            2,
            "Level",
            "of nesting; 0 is one playout, each level more multiplies the work",
            low=0,
            high=6,
        ),
        Parameter("memory", "bool", True, "Memory", "follow the best sequence found at the level"),
        Parameter(
            "ties",
            "choice",
            "random",
            "Equal results",
            "which of equally good sequences is remembered",
            choices=_TIES,
        ),
        Parameter(
            "explore",
            "float",
            0.0,
            "Exploration",
            "probability that a level goes on with another action than that of its best sequence",
            low=0.0,
            high=1.0,
        ),
        PLAYOUTS,
        SECONDS,
        TARGET,
        RECORDED_NODES,
    )

    _level: cython.int  # of the whole search
    _current: cython.int  # level whose next action is tried
    _tried: cython.bint  # selection itself has tried the action, since the game is over there
    _began_at: cython.int  # level where this iteration's selection began ...
    _bottom: cython.int  # ... and ended
    _num_left: cython.int
    _memory: cython.bint
    _ties: cython.int
    _explore: cython.double
    _walk: StateStack  # entry `level - n` is where level n stands
    _width: cython.int
    _plies: cython.int
    _moves: cython.int[::1]  # [plies], from the root to where the lowest level in use stands
    _nodes: cython.int[::1]  # [plies + 1], of the positions on that way, NONE when not recorded
    _ply: cython.int[::1]  # [level + 1], of level n's position
    _num_actions: cython.int[::1]
    _num_tried: cython.int[::1]
    _actions: cython.int[::1]  # [level + 1, width]
    _results: cython.double[::1]  # [level + 1, width]
    _has_best: cython.int[::1]
    _num_equal: cython.int[::1]  # how many results equalled the remembered one
    _level_best: cython.double[::1]
    _length: cython.int[::1]  # of the remembered sequence, from the root
    _sequence: cython.int[::1]  # [level + 1, plies]
    _has_left: cython.int[::1]  # whether the walk has left the level's best sequence, which is ...
    _left_score: cython.double[::1]
    _left_length: cython.int[::1]
    _left_sequence: cython.int[::1]  # [level + 1, plies]
    _climbing: Actions
    _subtree: Subtree

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, policy_of(values), values, seed, whole_runs=True)
        level = values["level"]
        self._level = level
        self._current = level
        self._memory = values["memory"]
        self._ties = _TIES.index(values["ties"])
        self._explore = values["explore"]
        self._walk = StateStack(root, level + 1)
        self._width = root.max_actions
        self._plies = root.max_plies + 1
        self._ply = view(np.zeros(level + 1, np.int32))
        self._num_actions = view(np.zeros(level + 1, np.int32))
        self._num_tried = view(np.zeros(level + 1, np.int32))
        self._actions = view(np.zeros((level + 1) * self._width, np.int32))
        self._results = view(np.zeros((level + 1) * self._width))
        self._has_best = view(np.zeros(level + 1, np.int32))
        self._num_equal = view(np.zeros(level + 1, np.int32))
        self._level_best = view(np.zeros(level + 1))
        self._length = view(np.zeros(level + 1, np.int32))
        self._sequence = view(np.zeros((level + 1) * self._plies, np.int32))
        self._has_left = view(np.zeros(level + 1, np.int32))
        self._left_score = view(np.zeros(level + 1))
        self._left_length = view(np.zeros(level + 1, np.int32))
        self._left_sequence = view(np.zeros((level + 1) * self._plies, np.int32))
        self._climbing = Actions(self._plies)
        self._subtree = Subtree(level, self._width, self._plies)
        self._began_at = level
        self._bottom = level
        self._num_left = 0
        self._tried = False
        self._moves = view(np.zeros(self._plies, np.int32))
        self._nodes = view(np.zeros(self._plies + 1, np.int32))
        self._nodes[0] = ROOT
        self._look_around(level, self._walk, self._legal)
        if level > 0:
            self._begin_step(level, self._subtree)

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_around(self, level: cython.int, walk: StateStack, legal: Actions) -> cython.int:
        """List the actions where a level stands; return their number."""
        i: cython.int
        walk.fill_actions(self._level - level, legal)
        self._num_actions[level] = legal.count
        self._num_tried[level] = 0
        for i in range(legal.count):
            self._actions[level * self._width + i] = legal.items[i]
        if not self._memory:
            self._has_best[level] = 0
        return legal.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_next(self, level: cython.int, tree: Tree, walk: StateStack) -> cython.void:
        """Play a level's next action into the entry below it, and record the child."""
        index: cython.int = self._num_tried[level]
        ply: cython.int = self._ply[level]
        action: cython.int = self._actions[level * self._width + index]
        node: cython.int = self._nodes[ply]
        child: cython.int = NONE
        walk.step(self._level - level, action)
        self._moves[ply] = action
        self._num_tried[level] = index + 1
        if node != NONE:
            if index < tree._num_children[node]:
                child = tree._first[node] + index
            elif not tree.full:
                tree._num_legal[node] = self._num_actions[level]
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
        self._num_left = 0
        self._began_at = self._current
        self._tried = False
        if self._current > 0 and self._num_tried[self._current] == 0:
            self._begin_step(self._current, self._subtree)
        while self._current > 1 and self._num_actions[self._level] > 0:
            self._try_next(self._current, self.tree, self._walk)
            self._ply[self._current - 1] = self._ply[self._current] + 1
            if self._look_around(self._current - 1, self._walk, self._legal) == 0:
                # the game is over there: its score is the result, there is no level to enter
                self._tried = True
                break
            self._current -= 1
            self._has_best[self._current] = 0
            self._has_left[self._current] = 0
            self._subtree.enter(self._current)
            self._begin_step(self._current, self._subtree)
        self._bottom = self._current
        self._set_path(self._ply[self._current] + (1 if self._tried else 0))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        if self._level > 0 and self._num_actions[self._level] > 0 and not self._tried:
            self._try_next(self._current, self.tree, self._walk)
            self._set_path(self._depth + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._play_out(self._walk, self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_out(self, walk: StateStack, state: State) -> cython.void:
        below: cython.int = 1 if self._depth > self._ply[self._current] else 0
        walk.copy_to(self._level - self._current + below, state)
        self.policy.playout(state, self.rng, self._trail)
        self.playout_return = state.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        i: cython.int
        for i in range(self._depth + 1):
            if self._path[i] != NONE:
                self._add_return(self.tree, i)
        if not self._has_result or self.playout_return > self._best_score:
            self._remember(self._depth)
        if self._level == 0 or self._num_actions[self._level] == 0:
            self._stop_code = FINISHED
            return
        self._climbing.clear()
        for i in range(self._depth):
            self._climbing.append(self._line.items[i])
        for i in range(self._trail.count):
            self._climbing.append(self._trail.items[i])
        self._climb(self.playout_return, self._climbing, self.tree, self._walk, self._subtree)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _climb(
        self,
        result: cython.double,
        sequence: Actions,
        tree: Tree,
        walk: StateStack,
        subtree: Subtree,
    ) -> cython.void:
        """Give a result and its sequence to the current level, and on to those it completes."""
        level: cython.int = self._current
        i: cython.int
        while True:
            self._results[level * self._width + self._num_tried[level] - 1] = result
            subtree.put(level, result, sequence)
            if self._is_better(level, result):
                subtree.improve(level, result, sequence, self.iterations + 1)
                self._has_best[level] = 1
                self._level_best[level] = result
                self._length[level] = sequence.count
                for i in range(sequence.count):
                    self._sequence[level * self._plies + i] = sequence.items[i]
            if self._num_tried[level] < self._num_actions[level]:
                break
            if (
                self._explore > 0.0
                and self._num_actions[level] > 1
                and self.rng.uniform() < self._explore
            ):
                self._leave_best(level)
            self._go_on(level, tree, walk)
            subtree.end_step(level, self._moves[self._ply[level] - 1])
            if self._look_around(level, walk, self._legal) > 0:
                break
            self._num_left += 1
            result = walk.value(self._level - level)
            sequence.clear()
            for i in range(self._ply[level]):
                sequence.append(self._moves[i])
            if self._has_left[level] and self._left_score[level] > result:
                result = self._left_score[level]
                sequence.clear()
                for i in range(self._left_length[level]):
                    sequence.append(self._left_sequence[level * self._plies + i])
            subtree.leave(level)
            if level == self._level:
                self._finish(result, sequence, self._best)
                break
            level += 1
        self._current = level

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
    def _is_better(self, level: cython.int, result: cython.double) -> cython.bint:
        """Whether a result takes the place of the remembered one."""
        if not self._has_best[level] or result > self._level_best[level]:
            self._num_equal[level] = 1
            return True
        if result < self._level_best[level] or self._ties == _FIRST:
            return False
        if self._ties == _LAST:
            return True
        self._num_equal[level] += 1
        return self.rng.below(self._num_equal[level]) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leave_best(self, level: cython.int) -> cython.void:
        """Put another action in the place of the next one of a level's remembered sequence."""
        row: cython.int = level * self._plies
        at: cython.int = row + self._ply[level]
        index: cython.int = self.rng.below(self._num_actions[level] - 1)
        i: cython.int
        if self._memory and (
            not self._has_left[level] or self._level_best[level] > self._left_score[level]
        ):
            self._has_left[level] = 1
            self._left_score[level] = self._level_best[level]
            self._left_length[level] = self._length[level]
            for i in range(self._length[level]):
                self._left_sequence[row + i] = self._sequence[row + i]
        # the draw is among the actions without that one; the last takes its place
        if self._actions[level * self._width + index] == self._sequence[at]:
            index = self._num_actions[level] - 1
        self._sequence[at] = self._actions[level * self._width + index]
        self._has_best[level] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self, level: cython.int, tree: Tree, walk: StateStack) -> cython.void:
        """Play the next action of a level's remembered sequence."""
        ply: cython.int = self._ply[level]
        action: cython.int = self._sequence[level * self._plies + ply]
        node: cython.int = self._nodes[ply]
        child: cython.int = NONE
        i: cython.int
        if node != NONE:
            for i in range(tree._num_children[node]):
                if tree._action[tree._first[node] + i] == action:
                    child = tree._first[node] + i
        walk.apply(self._level - level, action)
        self._moves[ply] = action
        self._nodes[ply + 1] = child
        self._ply[level] = ply + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_step(self, level: cython.int, subtree: Subtree) -> cython.void:
        """Keep from now on what a level's step finds, for reading."""
        subtree.begin_step(
            level, self._ply[level], self._moves, self._num_actions[level], self._actions
        )
        if not self._has_best[level]:
            subtree.forget(level)

    # --- Python level ---

    def _become(self, other: Nmcs) -> None:
        super()._become(other)
        self._current = other._current
        self._tried = other._tried
        self._began_at = other._began_at
        self._bottom = other._bottom
        self._num_left = other._num_left
        self._walk.copy_entries(other._walk)
        self._moves[:] = other._moves
        self._nodes[:] = other._nodes
        self._ply[:] = other._ply
        self._num_actions[:] = other._num_actions
        self._num_tried[:] = other._num_tried
        self._actions[:] = other._actions
        self._results[:] = other._results
        self._has_best[:] = other._has_best
        self._num_equal[:] = other._num_equal
        self._level_best[:] = other._level_best
        self._length[:] = other._length
        self._sequence[:] = other._sequence
        self._has_left[:] = other._has_left
        self._left_score[:] = other._left_score
        self._left_length[:] = other._left_length
        self._left_sequence[:] = other._left_sequence
        self._climbing.copy_from(other._climbing)
        self._subtree.copy_from(other._subtree)

    @property
    def entered(self) -> list:
        """The levels that this iteration's selection has entered, from above."""
        return list(range(self._began_at - 1, self._bottom - 1, -1)) if self.phase else []

    @property
    def left(self) -> list:
        """The levels that the last result has completed, from below."""
        return list(range(self._bottom, self._bottom + self._num_left))

    @property
    def walk_score(self) -> float:
        """The score where the top level's walk stands: the search's own result when finished.

        Without memory it may be less than `best_score`.
        """
        return self._walk.value(0)

    @property
    def walk_actions(self) -> list:
        """The actions the top level's walk has taken."""
        return self.root.actions_of([self._moves[i] for i in range(self._ply[self._level])])

    @property
    def levels(self) -> list:
        """The frames from the top level down to the one whose actions are being tried."""
        return [self._frame(level) for level in range(self._level, max(self._current, 1) - 1, -1)]

    @property
    def steps(self) -> list:
        """The steps of the levels that this iteration has come to, the top level first.

        A step stays as it has ended until a selection begins the next one. Level 0 has no steps.
        """
        levels = range(self._level, max(self._bottom, 1) - 1, -1)
        return [self._subtree.step(level, self._waits(level)) for level in levels]

    def _waits(self, level: int) -> bool:
        """Whether the action that a level has tried last has no result yet."""
        return level > self._current or (
            self.phase != BACKPROPAGATION and self._depth > self._ply[level]
        )

    def _frame(self, level: int) -> Level:
        at = level * self._width
        count = self._num_actions[level]
        num_results = self._num_tried[level] - self._waits(level)
        known = bool(self._has_best[level])
        start = level * self._plies
        return Level(
            level,
            self._ply[level],
            self._nodes[self._ply[level]],
            [self._actions[at + i] for i in range(count)],
            [self._results[at + i] if i < num_results else None for i in range(count)],
            self._level_best[level] if known else float("nan"),
            [self._sequence[start + i] for i in range(self._length[level])] if known else [],
        )
