"""Nested Rollout Policy Adaptation (Rosin 2011), generalized by a bias (Cazenave 2020).

A playout draws each move with a probability proportional to exp(weight + bias). A search of level n
runs a number of searches of level n - 1, each from a copy of its weights, and after each moves its
weights towards the best sequence it knows; a search of level 0 is a playout. The positions that
playouts pass through are recorded in the tree, as long as it has room, for reading only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import cython
import numpy as np

from mcsearch.arrays import view
from mcsearch.parameter import Parameter, RecipeError
from mcsearch.search import ITERATIONS, SECONDS, TARGET

if cython.compiled:
    from cython.cimports.mcsearch.exact import exp_small
    from cython.cimports.mcsearch.lessons import Lessons
    from cython.cimports.mcsearch.search import Search
    from cython.cimports.mcsearch.state import Moves, State
    from cython.cimports.mcsearch.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.weights import Weights
else:
    from mcsearch.exact import exp_small
    from mcsearch.lessons import Lessons
    from mcsearch.search import Search
    from mcsearch.state import Moves, State
    from mcsearch.tree import NONE, ROOT, Tree
    from mcsearch.weights import Weights

_FINISHED = cython.declare(cython.int, 1)
_LOG_SLOTS = 14
_MAX_ENTRIES = 1 << 28
_LARGEST_SIZE = cython.declare(cython.int, 10)  # larger groups have the bias of this size


class PolicyLevel(NamedTuple):
    """One level of the nesting: how far it is and what it has learnt."""

    level: int
    done: int  # searches of the level below that it has completed
    repeats: int  # how many it makes
    best_score: float  # nan before the first result
    best_sequence: list[int]  # from the root
    num_weights: int  # moves that its policy has a weight for


class Choice(NamedTuple):
    """A move as a level's policy sees it."""

    action: int
    code: int  # the same for the same move in any position
    weight: float
    tabu_bias: float
    size_bias: float
    probability: float

    @property
    def bias(self) -> float:
        return self.tabu_bias + self.size_bias


class Adjustment(NamedTuple):
    """What one step of the best sequence has done to the weight of a move in an adaptation."""

    ply: int  # of the step
    chosen: bool  # whether the sequence plays the move there
    probability: float  # of the move there, by the policy before the adaptation
    change: float  # of its weight


@cython.cclass
class Nrpa(Search):
    """NRPA and GNRPA; an iteration is one playout.

    Selection enters levels down to the first and draws moves while their positions are recorded,
    expansion records the first that is not, simulation draws the rest, and the result climbs as far
    as it completes levels, each adapting its policy. With a bias of 0 for all moves it is NRPA.
    With `tabu` the most frequent colour is kept for last (Cazenave 2016, selective policies), and
    `stability` playouts of level 1 share one adaptation (Cazenave, Sevestre and Toulemont 2020,
    stabilized NRPA).
    """

    name = "nrpa"
    title = "NRPA"
    num_players = (1,)
    phase_names = ("Follow the policy", "New position", "Playout", "Adapt")
    code = (
        "π ← copy of the level above; move ~ exp(weight + bias)",
        "position ← play(move)",
        "r ← playout(π)",
        "if r ≥ best: remember; π ← adapt(π, best)",
    )
    parameters = (
        Parameter("level", "int", 3, "Level", "of nesting; 0 would be one playout", low=1, high=8),
        Parameter(
            "repeats",
            "int",
            100,
            "Repeats",
            "searches of the level below that a level makes",
            low=1,
            high=100_000,
            log=True,
        ),
        Parameter(
            "alpha",
            "float",
            1.0,
            "Learning rate",
            "step towards the best sequence in each adaptation",
            low=0.0,
            high=8.0,
        ),
        Parameter(
            "stability",
            "int",
            1,
            "Stability",
            "playouts of level 1 between two adaptations",
            low=1,
            high=1000,
        ),
        Parameter(
            "tabu",
            "bool",
            False,
            "Tabu colour",
            "moves of the most frequent colour are drawn only when there is no other",
        ),
        Parameter(
            "tabu_bias",
            "float",
            0.0,
            "Tabu bias",
            "added to the weight of moves of the most frequent colour",
            low=-16.0,
            high=16.0,
        ),
        Parameter(
            "size_bias",
            "float",
            0.0,
            "Size bias",
            "added to the weight of a move for each tile above two, up to eight",
            low=-2.0,
            high=2.0,
        ),
        Parameter(
            "restarts", "bool", False, "Restarts", "begin anew when the top level has finished"
        ),
        Parameter(
            "iterations",
            "int",
            ITERATIONS.high,
            "Playouts",
            "the search stops after so many playouts, if it has not finished before",
            low=1,
            high=ITERATIONS.high,
            log=True,
        ),
        SECONDS,
        TARGET,
        Parameter(
            "nodes",
            "int",
            65_536,
            "Recorded nodes",
            "positions passed through that are recorded for reading",
            low=2,
            high=10_000_000,
            log=True,
        ),
    )

    rule = None
    runs = cython.declare(cython.int, visibility="readonly")  # completed runs of the top level
    weights = cython.declare(Weights, visibility="readonly")
    lessons = cython.declare(Lessons, visibility="readonly")
    adapted = cython.declare(cython.int, visibility="readonly")
    """The highest level that this iteration's result has made adapt its policy; 0: none."""
    _level: cython.int
    _current: cython.int  # the level that the next iteration goes on with
    _began_at: cython.int
    _num_left: cython.int
    _repeats: cython.int
    _stability: cython.int
    _alpha: cython.double
    _restarts: cython.bint
    _tabu: cython.int
    _avoided: cython.int
    _tabu_factor: cython.double
    _size_factor: cython.double[::1]  # [_LARGEST_SIZE + 1]
    _plies: cython.int
    _width: cython.int
    _moves: Moves
    _next: cython.int  # action drawn and not yet played
    _share: cython.double[::1]  # [width], exp(weight + bias) of the moves drawn from
    _drawn: cython.double[::1]  # [plies], probability of each move of the playout
    _done: cython.int[::1]  # [level + 1]
    _has_best: cython.int[::1]
    _level_best: cython.double[::1]
    # sequences: the playout's at index 0, the best of level n at index n; of each ply the action,
    # its place among the legal moves and their number, and the codes and factors of all of them
    _length: cython.int[::1]  # [level + 1]
    _entries: cython.int[::1]  # [level + 1]
    _action: cython.int[::1]  # [level + 1, plies]
    _place: cython.int[::1]
    _count: cython.int[::1]
    _code: cython.ulonglong[::1]  # [level + 1, plies * width]
    _bias: cython.double[::1]
    _slot: cython.int[::1]  # [plies * width]
    _chance: cython.double[::1]

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        level = values["level"]
        self._level = level
        self._current = level
        self._began_at = level
        self._num_left = 0
        self.adapted = 0
        self._repeats = values["repeats"]
        self._stability = values["stability"]
        self._alpha = values["alpha"]
        self._restarts = values["restarts"]
        self._tabu = root.frequent_kind()
        self._avoided = self._tabu if values["tabu"] else NONE
        self._tabu_factor = exp_small(values["tabu_bias"])
        self._size_factor = view(np.ones(_LARGEST_SIZE + 1))
        for size in range(3, _LARGEST_SIZE + 1):
            self._size_factor[size] = exp_small(values["size_bias"] * (size - 2))
        self._plies = root.max_plies + 1
        self._width = root.max_actions
        self._moves = Moves(root.max_actions)
        self._next = NONE
        self.runs = 0
        self.weights = Weights(level + 1, _LOG_SLOTS)
        entries = self._plies * self._width
        if (level + 1) * entries > _MAX_ENTRIES:
            raise RecipeError(
                f"level: {level} needs too much memory for up to {self._plies - 1} moves among "
                f"{self._width}; choose a lower level or a smaller problem"
            )
        self._share = view(np.zeros(self._width))
        self._drawn = view(np.zeros(self._plies))
        self.lessons = Lessons(level, self._plies)
        self._done = view(np.zeros(level + 1, np.int32))
        self._has_best = view(np.zeros(level + 1, np.int32))
        self._level_best = view(np.zeros(level + 1))
        self._length = view(np.zeros(level + 1, np.int32))
        self._entries = view(np.zeros(level + 1, np.int32))
        self._action = view(np.zeros((level + 1) * self._plies, np.int32))
        self._place = view(np.zeros((level + 1) * self._plies, np.int32))
        self._count = view(np.zeros((level + 1) * self._plies, np.int32))
        self._code = view(np.zeros((level + 1) * entries, np.uint64))
        self._bias = view(np.zeros((level + 1) * entries))
        self._slot = view(np.zeros(entries, np.int32))
        self._chance = view(np.zeros(entries))

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._num_new = 0
        self._num_left = 0
        self.adapted = 0
        self._trail.clear()
        self._line.clear()
        self._began_at = self._current
        self._enter_levels(self.weights, self.lessons)
        self._length[0] = 0
        self._entries[0] = 0
        self._scratch.copy_from(self.root)
        self._follow_record(self.tree, self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter_levels(self, weights: Weights, lessons: Lessons) -> cython.void:
        if self._done[self._level] == 0:
            lessons.begin(self._level)
        while self._current > 1:
            weights.copy(self._current, self._current - 1)
            self._current -= 1
            lessons.begin(self._current)
            self._done[self._current] = 0
            self._has_best[self._current] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow_record(self, tree: Tree, state: State) -> cython.void:
        """Draw and play moves as long as they lead to recorded positions."""
        node: cython.int = ROOT
        child: cython.int
        i: cython.int
        self._depth = 0
        self._path[0] = ROOT
        while True:
            self._next = self._draw(state, self._moves, self.weights)
            tree._num_legal[node] = self._moves.count
            child = NONE
            for i in range(tree._num_children[node]):
                if tree._action[tree._first[node] + i] == self._next:
                    child = tree._first[node] + i
                    break
            if child == NONE:
                return
            state.apply(self._next)
            self._line.append(self._next)
            node = child
            self._depth += 1
            self._path[self._depth] = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, state: State, moves: Moves, weights: Weights) -> cython.int:
        """Draw a move by the policy of level 1 and note it in the playout's sequence.

        Returns its action, NONE at the game's end.
        """
        at: cython.int = self._entries[0]
        ply: cython.int = self._length[0]
        count: cython.int = state.fill_moves(moves, self._avoided)
        total: cython.double = 0.0
        bias: cython.double
        share: cython.double
        slot: cython.int
        i: cython.int
        if count == 0:
            return NONE
        for i in range(count):
            bias = self._size_factor[min(moves.sizes[i], _LARGEST_SIZE)]
            if moves.kinds[i] == self._tabu:
                bias *= self._tabu_factor
            slot = weights.find(1, moves.codes[i])
            share = bias if slot == NONE else bias * weights._factors[slot]
            self._code[at + i] = moves.codes[i]
            self._bias[at + i] = bias
            self._share[i] = share
            total += share
        share = self.rng.uniform() * total
        i = 0
        while i < count - 1 and share >= self._share[i]:
            share -= self._share[i]
            i += 1
        self._drawn[ply] = self._share[i] / total
        self._action[ply] = moves.items[i]
        self._place[ply] = i
        self._count[ply] = count
        self._length[0] = ply + 1
        self._entries[0] = at + count
        return moves.items[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        if self._next != NONE:
            self._record(self.tree, self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, tree: Tree, state: State) -> cython.void:
        child: cython.int = NONE
        if not tree.full:
            child = tree.add_child(self._path[self._depth], self._next)
        if child != NONE:
            state.apply(self._next)
            self._line.append(self._next)
            self._depth += 1
            self._path[self._depth] = child
            self._num_new = 1
            self._next = self._draw(state, self._moves, self.weights)
            tree._num_legal[child] = self._moves.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._play_out(self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_out(self, state: State) -> cython.void:
        while self._next != NONE:
            state.apply(self._next)
            self._trail.append(self._next)
            self._next = self._draw(state, self._moves, self.weights)
        self.playout_return = state.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        i: cython.int
        for i in range(self._depth + 1):
            self._add_return(self.tree, i)
        if not self._has_result or self.playout_return > self._best_score:
            self._remember(self._depth)
        self._climb(self.playout_return, self.weights, self.lessons)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _climb(self, result: cython.double, weights: Weights, lessons: Lessons) -> cython.void:
        """Give a result to level 1, and on to the levels that it completes."""
        level: cython.int = 1
        while True:
            self._done[level] += 1
            if not self._has_best[level] or result >= self._level_best[level]:
                self._has_best[level] = 1
                self._level_best[level] = result
                self._copy_sequence(level - 1, level)
            lessons.put(level, result, self._level_best[level])
            if level > 1 or self._done[1] % self._stability == 0:
                self._adapt(level, weights, lessons)
            if self._done[level] < self._repeats * (self._stability if level == 1 else 1):
                break
            self._num_left += 1
            if level == self._level:
                self._finish(weights)
                break
            result = self._level_best[level]
            level += 1
        self._current = level

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, weights: Weights) -> cython.void:
        self.runs += 1
        if self._restarts:
            weights.clear(self._level)
            self.adapted = 0
            self._done[self._level] = 0
            self._has_best[self._level] = 0
        else:
            self._stop_code = _FINISHED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_sequence(self, source: cython.int, target: cython.int) -> cython.void:
        i: cython.int
        a: cython.int = source * self._plies
        b: cython.int = target * self._plies
        self._length[target] = self._length[source]
        for i in range(self._length[source]):
            self._action[b + i] = self._action[a + i]
            self._place[b + i] = self._place[a + i]
            self._count[b + i] = self._count[a + i]
        a *= self._width
        b *= self._width
        self._entries[target] = self._entries[source]
        for i in range(self._entries[source]):
            self._code[b + i] = self._code[a + i]
            self._bias[b + i] = self._bias[a + i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _adapt(self, level: cython.int, weights: Weights, lessons: Lessons) -> cython.void:
        """Move a level's weights towards its best sequence (Rosin 2011, procedure Adapt).

        With the probabilities p of the old weights, every legal move of every position loses
        alpha * p and the move of the sequence gains alpha.
        """
        first: cython.int = level * self._plies * self._width
        at: cython.int = 0
        ply: cython.int
        i: cython.int
        count: cython.int
        chosen: cython.int
        total: cython.double
        for ply in range(self._length[level]):
            count = self._count[level * self._plies + ply]
            total = 0.0
            for i in range(at, at + count):
                self._slot[i] = weights.enter(level, self._code[first + i])
                self._chance[i] = self._bias[first + i]
                if self._slot[i] != NONE:
                    self._chance[i] *= weights._factors[self._slot[i]]
                total += self._chance[i]
            for i in range(at, at + count):
                self._chance[i] /= total
            at += count
        at = 0
        self.adapted = level
        lessons.begin_row(level, self._level_best[level])
        for ply in range(self._length[level]):
            count = self._count[level * self._plies + ply]
            chosen = at + self._place[level * self._plies + ply]
            lessons.put_probability(level, self._chance[chosen])
            for i in range(at, at + count):
                if self._slot[i] != NONE:
                    weights.scale(
                        self._slot[i],
                        exp_small(self._alpha * ((1.0 if i == chosen else 0.0) - self._chance[i])),
                    )
            at += count

    # --- Python level ---

    @property
    def entered(self) -> list:
        """The levels that this iteration's selection has entered, from above."""
        return list(range(self._began_at - 1, 0, -1)) if self.phase else []

    @property
    def left(self) -> list:
        """The levels that the last result has completed, from below."""
        return list(range(1, 1 + self._num_left))

    @property
    def levels(self) -> list:
        """The levels from the top down to the one that goes on."""
        return [self._at_level(level) for level in range(self._level, self._current - 1, -1)]

    @property
    def nesting(self) -> list:
        """All levels from the top down to the first, those that have completed as they ended."""
        return [self._at_level(level) for level in range(self._level, 0, -1)]

    @property
    def drawn(self) -> list:
        """The probability with which each move of the path and the playout was drawn."""
        count = self._depth + self._trail.count if self.phase else 0
        return [self._drawn[ply] for ply in range(count)]

    def _at_level(self, level: int) -> PolicyLevel:
        known = bool(self._has_best[level])
        start = level * self._plies
        return PolicyLevel(
            level,
            self._done[level],
            self._repeats * (self._stability if level == 1 else 1),
            self._level_best[level] if known else float("nan"),
            [self._action[start + i] for i in range(self._length[level])] if known else [],
            self.weights.count(level),
        )

    def adjustments(self) -> dict:
        """{code: [Adjustment]} of the last adaptation of level `adapted`; {} without one."""
        found: dict[int, list[Adjustment]] = {}
        level = self.adapted
        row = level * self._plies
        first = row * self._width
        at = 0
        for ply in range(self._length[level] if level else 0):
            for i in range(at, at + self._count[row + ply]):
                if self._slot[i] != NONE:
                    chosen = i - at == self._place[row + ply]
                    chance = self._chance[i]
                    step = Adjustment(ply, chosen, chance, self._alpha * (int(chosen) - chance))
                    found.setdefault(self._code[first + i], []).append(step)
            at += self._count[row + ply]
        return found

    def policy_at(self, state: State, level: int | None = None, before: bool = False) -> list:
        """The moves of a state that a level's policy draws from, by default the current level's.

        [Choice], in the order of the legal actions; [] when the game is over. With `before` as
        they were before the last adaptation, if the level has adapted in this iteration.
        """
        moves: Moves = Moves(state.max_actions)
        state.fill_moves(moves, self._avoided)
        level = self._current if level is None else level
        adjustments = self.adjustments() if before and level == self.adapted else {}
        found = []
        for i in range(moves.count):
            code = moves.codes[i]
            weight = self.weights.weight(level, code)
            weight -= math.fsum(step.change for step in adjustments.get(code, ()))
            tabu = math.log(self._tabu_factor) if moves.kinds[i] == self._tabu else 0.0
            size = math.log(self._size_factor[min(moves.sizes[i], _LARGEST_SIZE)])
            share = math.exp(weight + tabu + size)
            found.append(Choice(moves.items[i], code, weight, tabu, size, share))
        total = math.fsum(choice.probability for choice in found)
        return [choice._replace(probability=choice.probability / total) for choice in found]
