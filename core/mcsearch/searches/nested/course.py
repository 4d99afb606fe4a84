"""What a search that learns a policy keeps of its course, so that it can be shown.

Of each level the results of its searches so far, and how probable the moves of its best sequence
were before each adaptation; the latest of both, when there are many. The search itself never looks
here.
"""

from __future__ import annotations

from typing import NamedTuple

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

_MOST_RESULTS = cython.declare(cython.int, 1000)
_MOST_ROWS = cython.declare(cython.int, 24)


class Result(NamedTuple):
    """The result of a search of the level below."""

    number: int  # from 1
    score: float
    best: float  # of the level, this result included


class Certainty(NamedTuple):
    """How sure a level's policy was of its best sequence before an adaptation."""

    number: int  # of the result after which it adapted
    best: float  # score of the sequence
    probabilities: list[float]  # of each move of the sequence


@cython.cclass
class Lessons:
    """The course of every level from 1 to `level`, each since its search began."""

    def __init__(self, level: int, plies: int) -> None:
        levels = level + 1
        self._plies = plies
        self._num_results = view(np.zeros(levels, np.int32))
        self._score = view(np.zeros(levels * _MOST_RESULTS))
        self._best = view(np.zeros(levels * _MOST_RESULTS))
        self._num_rows = view(np.zeros(levels, np.int32))
        self._row = view(np.zeros(levels, np.int32))
        self._number = view(np.zeros(levels * _MOST_ROWS, np.int32))
        self._row_best = view(np.zeros(levels * _MOST_ROWS))
        self._length = view(np.zeros(levels * _MOST_ROWS, np.int32))
        self._probability = view(np.zeros(levels * _MOST_ROWS * plies))

    # --- C level ---

    def begin(self, level):
        """A new search of this level begins."""
        self._num_results[level] = 0
        self._num_rows[level] = 0

    def put(self, level, score, best):
        """A level has got a result, and its best score is now `best`."""
        at: cython.int = level * _MOST_RESULTS + self._num_results[level] % _MOST_RESULTS
        self._score[at] = score
        self._best[at] = best
        self._num_results[level] += 1

    def begin_row(self, level, best):
        """A level is about to adapt to its best sequence, of this score."""
        self._row[level] = level * _MOST_ROWS + self._num_rows[level] % _MOST_ROWS
        self._num_rows[level] += 1
        self._number[self._row[level]] = self._num_results[level]
        self._row_best[self._row[level]] = best
        self._length[self._row[level]] = 0

    def put_probability(self, level, probability):
        """The next move of the sequence has this probability."""
        row: cython.int = self._row[level]
        self._probability[row * self._plies + self._length[row]] = probability
        self._length[row] += 1

    # --- Python level ---

    def copy_from(self, other: Lessons) -> None:
        """Become equal to the course of a search of the same recipe and root."""
        self._num_results[:] = other._num_results
        self._score[:] = other._score
        self._best[:] = other._best
        self._num_rows[:] = other._num_rows
        self._row[:] = other._row
        self._number[:] = other._number
        self._row_best[:] = other._row_best
        self._length[:] = other._length
        self._probability[:] = other._probability

    @property
    def num_bytes(self) -> int:
        """Bytes of all that is kept."""
        return num_bytes(self._score, self._best, self._probability)

    def results(self, level: int) -> list:
        """[Result] of a level, oldest first."""
        count = self._num_results[level]
        first = level * _MOST_RESULTS
        return [
            Result(
                i + 1, self._score[first + i % _MOST_RESULTS], self._best[first + i % _MOST_RESULTS]
            )
            for i in range(max(0, count - _MOST_RESULTS), count)
        ]

    def certainties(self, level: int) -> list:
        """[Certainty] of a level, oldest first."""
        count = self._num_rows[level]
        rows = [
            level * _MOST_ROWS + i % _MOST_ROWS for i in range(max(0, count - _MOST_ROWS), count)
        ]
        return [
            Certainty(
                self._number[row],
                self._row_best[row],
                [self._probability[row * self._plies + i] for i in range(self._length[row])],
            )
            for row in rows
        ]
