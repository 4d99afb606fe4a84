"""The best sequences that each level of a nested search keeps, and whose policy found them.

Beam NRPA (Cazenave and Teytaud 2012): a level keeps several sequences, its beam, each with a policy
of its own. In a step every element of the beam makes a search of the level below from its policy;
the results and the elements compete, the best remain, and the policy of each is adapted towards its
sequence. A level with a beam of one element is that of NRPA (Rosin 2011).
"""

from __future__ import annotations

from typing import NamedTuple

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.searches.nested.policy import Sequences
    from cython.cimports.mcsearch.searches.nested.weights import NONE
else:
    from mcsearch.searches.nested.policy import Sequences
    from mcsearch.searches.nested.weights import NONE

DIVERSITIES = ("none", "scores", "sequences")
_ANY = cython.declare(cython.int, 0)
_SCORES = cython.declare(cython.int, 1)


class Element(NamedTuple):
    """A sequence of a level's beam."""

    score: float
    sequence: list[int]  # from the root
    is_current: bool  # the level's present or next search begins from its policy
    is_new: bool  # a result of the present step; it still has the policy that it was found with


@cython.cclass
class Beams:
    """The beams of every level from 1 to `level`.

    An element is known by the row of its sequence in `Sequences`, and its policy by a table of
    `Weights`. A level has as many of both as its beam has elements at most, from `first` on; row
    and table 0 are the playout's. The policy that a level begins with is no element: it makes the
    only search of the first step.
    """

    def __init__(
        self, level: int, width: int, beam_level: int, diversity: str, stability: int
    ) -> None:
        widths = [0, *(width if beam_level in (0, n) else 1 for n in range(1, level + 1))]
        self.num_rows = 1 + sum(widths)
        self._diversity = DIVERSITIES.index(diversity)
        self._width = view(np.array(widths, np.int32))
        self._first = view(np.array([1 + sum(widths[:n]) for n in range(level + 1)], np.int32))
        self._searches = view(np.array([1, stability, *[1] * (level - 1)], np.int32))
        self._count = view(np.zeros(level + 1, np.int32))
        self._steps = view(np.zeros(level + 1, np.int32))
        self._left = view(np.zeros(level + 1, np.int32))
        self._num_workers = view(np.zeros(level + 1, np.int32))
        self._worker = view(np.zeros(self.num_rows, np.int32))
        self._order = view(np.zeros(self.num_rows, np.int32))
        self._score = view(np.zeros(self.num_rows))
        self._table = view(np.zeros(self.num_rows, np.int32))
        self._is_new = view(np.zeros(self.num_rows, np.int32))
        self._owner = view(np.zeros(self.num_rows, np.int32))
        for number in range(1, level + 1):
            self.begin(number)

    # --- C level ---

    def begin(self, level):
        """A new search of this level begins, with the policy in its first table."""
        self._count[level] = 0
        self._steps[level] = 0
        self._num_workers[level] = 1
        self._worker[self._first[level]] = self._first[level]
        self._left[level] = self._searches[level]

    def at_work(self, level):
        """The table of the policy that the level's present or next search begins from."""
        done: cython.int = self._num_workers[level] * self._searches[level] - self._left[level]
        return self._worker[self._first[level] + done // self._searches[level]]

    def row(self, level, rank):
        """The row of an element, the best at rank 0."""
        return self._order[self._first[level] + rank]

    def best_score(self, level):
        """The score of a level's best sequence."""
        return self._score[self.row(level, 0)]

    def admit(self, level, score, source, sequences):
        """Let the result of the search at work, in a row of the sequences, compete for a place."""
        first: cython.int = self._first[level]
        rank: cython.int = self._place_for(level, score, source, sequences)
        row: cython.int
        if rank == NONE:
            return
        row = self._order[first + rank]
        if rank == self._count[level]:
            row = first + rank
            self._count[level] += 1
        while rank > 0 and self._score[self._order[first + rank - 1]] <= score:
            self._order[first + rank] = self._order[first + rank - 1]
            rank -= 1
        self._order[first + rank] = row
        self._score[row] = score
        self._table[row] = self.at_work(level)
        self._is_new[row] = 1
        sequences.copy(source, row)

    def _place_for(self, level, score, source, sequences):
        """The rank that a result takes the place of, or the next free one; NONE: it takes none.

        Of equally good sequences the latest remains, as in NRPA. A sequence that the beam has keeps
        its policy. Edelkamp and Cazenave 2016, "Improved Diversity in Nested Rollout Policy
        Adaptation": elements differ in their scores.
        """
        rank: cython.int = 0
        count: cython.int = self._count[level]
        if self._diversity != _ANY:
            while rank < count and self._score[self.row(level, rank)] >= score:
                if self._score[self.row(level, rank)] == score:
                    if sequences.is_same(source, self.row(level, rank)):
                        return NONE
                    if self._diversity == _SCORES:
                        return rank
                rank += 1
        if count < self._width[level]:
            return count
        return count - 1 if score >= self._score[self.row(level, count - 1)] else NONE

    def ends_step(self, level):
        """Count a search of a level; whether its step has ended with it."""
        self._left[level] -= 1
        return self._left[level] == 0

    def settle(self, level, weights):
        """Give each element that a step has left its own policy, and begin the next step.

        It is a copy of the one that it was found with, which the first of those who share it takes.
        """
        first: cython.int = self._first[level]
        free: cython.int = first
        rank: cython.int
        row: cython.int
        for row in range(first, first + self._width[level]):
            self._owner[row] = NONE
        for rank in range(self._count[level]):
            row = self.row(level, rank)
            if self._owner[self._table[row]] == NONE:
                self._owner[self._table[row]] = row
        for rank in range(self._count[level]):
            row = self.row(level, rank)
            if self._owner[self._table[row]] != row:
                while self._owner[free] != NONE:
                    free += 1
                weights.copy(self._table[row], free)
                self._owner[free] = row
                self._table[row] = free
            self._worker[first + rank] = self._table[row]
            self._is_new[row] = 0
        self._num_workers[level] = self._count[level]
        self._left[level] = self._num_workers[level] * self._searches[level]
        self._steps[level] += 1

    # --- Python level ---

    def copy_from(self, other: Beams) -> None:
        """Become equal to the beams of a search of the same recipe."""
        self._count[:] = other._count
        self._steps[:] = other._steps
        self._left[:] = other._left
        self._num_workers[:] = other._num_workers
        self._worker[:] = other._worker
        self._order[:] = other._order
        self._score[:] = other._score
        self._table[:] = other._table
        self._is_new[:] = other._is_new
        self._owner[:] = other._owner

    def num_searches(self, level: int, done: int, steps: int) -> int:
        """The searches that a level makes in so many steps, with those that it has done.

        While its beam grows there will be more of them than this number.
        """
        whole = self._num_workers[level] * self._searches[level]
        return int(done + self._left[level] + (steps - self._steps[level] - 1) * whole)

    def rows(self, level: int) -> list:
        """The rows of a level's elements, best first."""
        return [self.row(level, rank) for rank in range(self._count[level])]

    def table(self, row: int) -> int:
        """The table of the policy of an element, or of the one that it was found with."""
        return self._table[row]

    def elements(self, level: int, sequences: Sequences) -> list:
        """[Element] of a level, best first."""
        return [self._element(level, row, sequences) for row in self.rows(level)]

    def _element(self, level: int, row: int, sequences: Sequences) -> Element:
        is_new = bool(self._is_new[row])
        is_current = not is_new and self._table[row] == self.at_work(level)
        return Element(self._score[row], sequences.actions(row), is_current, is_new)
