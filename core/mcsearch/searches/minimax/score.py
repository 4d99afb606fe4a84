"""The scores of alpha-beta: returns, and beyond them wins and losses with the plies to them.

A score is player 0's return; but a win is 3 and a loss -2, each nearer to the returns by a step for
each ply to the end, a power of two that nothing rounds: a sooner win is better. UNKNOWN is beyond
all scores, on either side.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    LOSS, WIN, UNKNOWN = -2, 3, 8

_STEP = cython.declare(cython.double, 1.0 / 65536.0)


def is_decided(score):
    """Whether a score tells the plies to a win or a loss."""
    return score > 1.0 or score < 0.0


def plies_of(score):
    """The plies to a win or a loss."""
    plies: cython.double = (WIN - score if score > 1.0 else score - LOSS) / _STEP
    return cython.cast(cython.int, plies)


def as_return(score):
    """Player 0's return of a score."""
    return min(max(score, 0.0), 1.0)


def farther(score):
    """A score as it is a ply earlier."""
    if score > 1.0:
        return score - _STEP
    return score + _STEP if score < 0.0 else score


def nearer(score):
    """A limit of a window as it is a ply later."""
    if abs(score) == UNKNOWN or not is_decided(score):
        return score
    return score + _STEP if score > 1.0 else score - _STEP
