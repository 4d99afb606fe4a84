"""The frame of one level of a nested search: where its walk stands and what it has found there."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions
else:
    from mcsearch.engine.state import Actions

if not cython.compiled:  # as in frame.pxd
    TRY, EVALUATE, ENTER, PLAY_OUT = range(4)


@cython.cclass
class Frame:
    """A level's walk, from the root: the actions of its present step with their results, the best
    sequence it remembers, and the better one it may have strayed from.
    """

    def __init__(self, level: int, width: int, plies: int, below: Frame | None) -> None:
        self.level = level
        self.below = below
        self.ply = 0
        self.actions = Actions(width)
        self.num_tried = 0
        self.results = view(np.zeros(max(width, 1)))
        self.has_best = False
        self.best_score = 0.0
        self.best = Actions(plies)
        self.num_equal = 0
        self.has_strayed = False
        self.forgone_score = 0.0
        self.forgone = Actions(plies)
        self.next = TRY
        self.num_evaluations = 0
        self.evaluation_sum = 0.0

    # --- C level ---

    def begin(self):
        """A search of this level begins."""
        self.has_best = False
        self.has_strayed = False

    def remember(self, score, sequence):
        """A sequence takes the place of the remembered one."""
        self.has_best = True
        self.best_score = score
        self._write(sequence, self.best)

    def stray(self, index, keeps):
        """Go on with another action than that of the best sequence, number `index` of the others.

        With `keeps` the best sequence stays known as one that is forgone, if it is the best so far.
        """
        if keeps and (not self.has_strayed or self.best_score > self.forgone_score):
            self.has_strayed = True
            self.forgone_score = self.best_score
            self._write(self.best, self.forgone)
        # the last action takes the place of the one that is not among the others
        if self.actions.items[index] == self.best.items[self.ply]:
            index = self.actions.count - 1
        self.best.items[self.ply] = self.actions.items[index]
        self.has_best = False

    def _write(self, source, target):
        i: cython.int
        target.clear()
        for i in range(source.count):
            target.append(source.items[i])

    # --- Python level ---

    def copy_from(self, other: Frame) -> None:
        """Become equal to the frame of a search of the same recipe and root."""
        self.ply = other.ply
        self.actions.copy_from(other.actions)
        self.num_tried = other.num_tried
        self.results[:] = other.results
        self.has_best = other.has_best
        self.best_score = other.best_score
        self.best.copy_from(other.best)
        self.num_equal = other.num_equal
        self.has_strayed = other.has_strayed
        self.forgone_score = other.forgone_score
        self.forgone.copy_from(other.forgone)
        self.next = other.next
        self.num_evaluations = other.num_evaluations
        self.evaluation_sum = other.evaluation_sum
