"""What a nested search keeps of its present steps, so that they can be shown and replayed.

A step of level n tries every action of a position with a search of level n - 1. Of each level the
last step stays readable until its next one begins: the sequence behind every result, how the
searches of the actions went, and the remembered sequence with the one it has replaced. Sequences
run from the search's root. The search itself never looks here.
"""

from __future__ import annotations

from typing import NamedTuple

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions  # noqa: F401 - named by the .pxd
    from cython.cimports.mcsearch.engine.tree import NONE
else:
    from mcsearch.engine.tree import NONE

_ROOM = 1 << 20  # actions kept of a step's sequences together; beyond it only their scores are
_MOST_STEPS = 256  # of a level's search whose remembered scores are kept
_MOST_REPLIES = 1 << 17


class Reply(NamedTuple):
    """A playout of the first step of a level-1 search."""

    action: int
    score: float
    sequence: list[int]  # [] when there was no room for it


class Try(NamedTuple):
    """An action of a step, and the search of the level below that tries it."""

    action: int
    result: float | None  # None while the search goes on
    sequence: list[int]  # behind the result; [] before it, and when there was no room for it
    walk: list[float]  # score remembered by the action's search after each of its steps
    replies: list[Reply]  # a try of level 2: the playouts of its search's first step


class Step(NamedTuple):
    """A level's present step, or its last one."""

    level: int
    path: list[int]  # the actions from the root to the step's position
    actions: list[int]  # the legal actions there
    tries: list[Try]  # of the first actions, in order
    chosen: int | None  # the action that the level has played at the step's end
    is_over: bool  # the level's search has ended with this step
    best_score: float  # of the remembered sequence; nan before the first result
    best_sequence: list[int]
    replaced_score: float  # of the sequence that it has replaced; nan without one
    replaced_sequence: list[int]
    improved_at: int  # the iteration that found the remembered sequence, 0 without one


@cython.cclass
class SequencePool:
    """Sequences of actions in groups of slots; a group is filled once between two clearings."""

    def __init__(self, num_groups: int, num_slots: int, room: int) -> None:
        self._num_slots = num_slots
        self._room = room
        self._used = view(np.zeros(num_groups, np.int32))
        self._starts = view(np.full(max(num_groups * num_slots, 1), -1, np.int32))
        self._lengths = view(np.zeros(max(num_groups * num_slots, 1), np.int32))
        self._pool = view(np.zeros(max(num_groups * room, 1), np.int32))

    def clear(self, group):
        """Make the group's room free again; its slots are valid until they are put again."""
        self._used[group] = 0

    def put(self, group, slot, sequence):
        """Keep a sequence, or nothing when the group's room is used up."""
        i: cython.int
        at: cython.int = group * self._num_slots + slot
        start: cython.int = group * self._room + self._used[group]
        self._starts[at] = NONE
        if self._used[group] + sequence.count <= self._room:
            self._starts[at] = start
            self._lengths[at] = sequence.count
            for i in range(sequence.count):
                self._pool[start + i] = sequence.items[i]
            self._used[group] += sequence.count

    def put_from(self, group, slot, other, source, source_slot):
        """Keep what another object keeps in a slot of its group `source`."""
        i: cython.int
        at: cython.int = group * self._num_slots + slot
        source_at: cython.int = source * other._num_slots + source_slot
        start: cython.int = group * self._room + self._used[group]
        source_start: cython.int = other._starts[source_at]
        count: cython.int = other._lengths[source_at]
        self._starts[at] = NONE
        if source_start != NONE and self._used[group] + count <= self._room:
            self._starts[at] = start
            self._lengths[at] = count
            for i in range(count):
                self._pool[start + i] = other._pool[source_start + i]
            self._used[group] += count

    def copy_from(self, other: SequencePool) -> None:
        """Become equal to another object of the same size."""
        self._used[:] = other._used
        self._starts[:] = other._starts
        self._lengths[:] = other._lengths
        self._pool[:] = other._pool

    @property
    def num_bytes(self) -> int:
        """Bytes of all sequences."""
        return num_bytes(self._starts, self._lengths, self._pool)

    def get(self, group: int, slot: int) -> list:
        """The sequence in a slot; [] when it was not kept."""
        at = group * self._num_slots + slot
        start = self._starts[at]
        return [self._pool[start + i] for i in range(self._lengths[at])] if start >= 0 else []


@cython.cclass
class Subtree:
    """The last step of every level from 1 to `level`."""

    def __init__(self, level: int, width: int, plies: int) -> None:
        levels = level + 1
        self._top = level
        room = min(width * plies, _ROOM)
        self._width = width
        self._plies = plies
        self._most_steps = min(plies, _MOST_STEPS)
        self._reply_width = min(width, _MOST_REPLIES // max(width, 1)) if level > 1 else 0
        num_replies = width * self._reply_width
        self._ply = view(np.zeros(levels, np.int32))
        self._num_actions = view(np.zeros(levels, np.int32))
        self._num_results = view(np.zeros(levels, np.int32))
        self._chosen = view(np.full(levels, -1, np.int32))
        self._is_over = view(np.zeros(levels, np.int32))
        self._path = view(np.zeros(levels * plies, np.int32))
        self._actions = view(np.zeros(levels * width, np.int32))
        self._results = view(np.zeros(levels * width))
        self._sequences = SequencePool(levels, width, room)
        self._num_steps = view(np.zeros(levels, np.int32))
        self._walk = view(np.zeros(levels * self._most_steps))
        self._try_steps = view(np.zeros(levels * width, np.int32))
        self._try_walks = view(np.zeros(levels * width * self._most_steps))
        self._num_best = view(np.zeros(levels, np.int32))
        self._best_score = view(np.zeros(2 * levels))
        self._improved_at = view(np.zeros(levels, np.int64))
        self._best = SequencePool(2 * levels, 1, plies)
        self._num_replies = view(np.zeros(width, np.int32))
        self._reply_actions = view(np.zeros(max(num_replies, 1), np.int32))
        self._reply_scores = view(np.zeros(max(num_replies, 1)))
        self._reply_sequences = SequencePool(1, num_replies, min(num_replies * plies, _ROOM))

    # --- C level ---

    def enter(self, level):
        """A new search of this level begins."""
        self._num_steps[level] = 0
        self._is_over[level] = 0
        self._num_best[level] = 0

    def forget(self, level):
        """The level no longer remembers a sequence."""
        self._num_best[level] = 0

    def begin_step(self, level, ply, path, actions):
        """A level will try `actions` where the first `ply` of `path` lead."""
        i: cython.int
        row: cython.int = level * self._width
        self._ply[level] = ply
        self._num_actions[level] = actions.count
        self._num_results[level] = 0
        self._chosen[level] = NONE
        for i in range(ply):
            self._path[level * self._plies + i] = path[i]
        for i in range(actions.count):
            self._actions[row + i] = actions.items[i]
            self._try_steps[row + i] = 0
        self._sequences.clear(level)
        if level == 2:
            for i in range(actions.count):
                self._num_replies[i] = 0
            self._reply_sequences.clear(0)

    def put(self, level, result, sequence):
        """The result of the level's next action."""
        index: cython.int = self._num_results[level]
        self._results[level * self._width + index] = result
        self._sequences.put(level, index, sequence)
        self._num_results[level] = index + 1

    def improve(self, level, score, sequence, iteration):
        """A sequence takes the place of the remembered one, which stays readable."""
        place: cython.int = 2 * level + (self._num_best[level] & 1)
        self._best_score[place] = score
        self._best.clear(place)
        self._best.put(place, 0, sequence)
        self._num_best[level] += 1
        self._improved_at[level] = iteration

    def end_step(self, level, chosen):
        """All actions have results, and the level has played one."""
        latest: cython.int = 2 * level + ((self._num_best[level] + 1) & 1)
        self._chosen[level] = chosen
        if self._num_steps[level] < self._most_steps:
            at: cython.int = level * self._most_steps + self._num_steps[level]
            self._walk[at] = self._best_score[latest]
            self._num_steps[level] += 1
        if level == 1 and self._num_steps[1] == 1 and self._reply_width > 0:
            self._take_replies()

    def _take_replies(self):
        """Keep level 1's step as the first one below the action that level 2 is trying."""
        i: cython.int
        count: cython.int = self._num_results[1]
        first: cython.int = self._num_results[2] * self._reply_width
        if count > self._reply_width:
            count = self._reply_width
        self._num_replies[self._num_results[2]] = count
        for i in range(count):
            self._reply_actions[first + i] = self._actions[self._width + i]
            self._reply_scores[first + i] = self._results[self._width + i]
            self._reply_sequences.put_from(0, first + i, self._sequences, 1, i)

    def leave(self, level):
        """A level's search has ended; the level above, if there is one, gets its result next."""
        i: cython.int
        index: cython.int
        first: cython.int = level * self._most_steps
        self._is_over[level] = 1
        if level < self._top:
            index = (level + 1) * self._width + self._num_results[level + 1]
            self._try_steps[index] = self._num_steps[level]
            for i in range(self._num_steps[level]):
                self._try_walks[index * self._most_steps + i] = self._walk[first + i]

    # --- Python level ---

    def copy_from(self, other: Subtree) -> None:
        """Become equal to the record of a search of the same recipe and root."""
        self._ply[:] = other._ply
        self._num_actions[:] = other._num_actions
        self._num_results[:] = other._num_results
        self._chosen[:] = other._chosen
        self._is_over[:] = other._is_over
        self._path[:] = other._path
        self._actions[:] = other._actions
        self._results[:] = other._results
        self._sequences.copy_from(other._sequences)
        self._num_steps[:] = other._num_steps
        self._walk[:] = other._walk
        self._try_steps[:] = other._try_steps
        self._try_walks[:] = other._try_walks
        self._num_best[:] = other._num_best
        self._best_score[:] = other._best_score
        self._improved_at[:] = other._improved_at
        self._best.copy_from(other._best)
        self._num_replies[:] = other._num_replies
        self._reply_actions[:] = other._reply_actions
        self._reply_scores[:] = other._reply_scores
        self._reply_sequences.copy_from(other._reply_sequences)

    @property
    def num_bytes(self) -> int:
        """Bytes of all that is kept."""
        pools = [self._sequences, self._best, self._reply_sequences]
        steps = num_bytes(self._path, self._actions, self._results, self._walk)
        tries = num_bytes(self._try_steps, self._try_walks)
        replies = num_bytes(self._reply_actions, self._reply_scores)
        return steps + tries + replies + sum(pool.num_bytes for pool in pools)

    def step(self, level: int, waits: bool) -> Step:
        """What is kept of a level's step; `waits`: an action without a result is being tried."""
        row = level * self._width
        num_best = self._num_best[level]
        latest = 2 * level + (num_best + 1) % 2
        other = 2 * level + num_best % 2
        chosen = self._chosen[level]
        return Step(
            level,
            [self._path[level * self._plies + i] for i in range(self._ply[level])],
            [self._actions[row + i] for i in range(self._num_actions[level])],
            [self._try(level, index) for index in range(self._num_results[level] + waits)],
            chosen if chosen >= 0 else None,
            bool(self._is_over[level]),
            self._best_score[latest] if num_best else float("nan"),
            self._best.get(latest, 0) if num_best else [],
            self._best_score[other] if num_best > 1 else float("nan"),
            self._best.get(other, 0) if num_best > 1 else [],
            self._improved_at[level] if num_best else 0,
        )

    def _try(self, level: int, index: int) -> Try:
        at = level * self._width + index
        known = index < self._num_results[level]
        walks, steps, first = self._try_walks, self._try_steps[at], at * self._most_steps
        if not known and level > 1:
            walks, steps, first = (
                self._walk,
                self._num_steps[level - 1],
                (level - 1) * self._most_steps,
            )
        return Try(
            self._actions[at],
            self._results[at] if known else None,
            self._sequences.get(level, index) if known else [],
            [walks[first + i] for i in range(steps)] if level > 1 else [],
            [self._reply(index, i) for i in range(self._num_replies[index])] if level == 2 else [],
        )

    def _reply(self, index: int, number: int) -> Reply:
        at = index * self._reply_width + number
        return Reply(
            self._reply_actions[at], self._reply_scores[at], self._reply_sequences.get(0, at)
        )
