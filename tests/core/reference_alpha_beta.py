"""Alpha-beta as its definition reads: recursive, without a table, moves in the game's order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

WIN, LOSS = 3.0, -2.0
STEP = 1.0 / 65536.0
UNKNOWN = 8.0


@dataclass
class Leaf:
    """A leaf, and what the positions on the way to it have learnt by it."""

    path: list[int]
    value: float  # player 0's return
    scores: dict[tuple[int, ...], float] = field(default_factory=dict)  # of completed positions


class PlainAlphaBeta:
    """The leaves of one limit in their order, the score, the expected line.

    A score is player 0's return; but a win is 3 and a loss -2, a step nearer to the returns for
    each ply to it. `prunes` off: plain minimax.
    """

    def __init__(self, state: Any, limit: int, estimate: Any, prunes: bool = True) -> None:
        self.leaves: list[Leaf] = []
        self.limit = limit
        self._estimate = estimate
        self._prunes = prunes
        self.score, self.line, self.is_certain = self._visit(state, [], -UNKNOWN, UNKNOWN)

    def _visit(
        self, state: Any, path: list[int], low: float, high: float
    ) -> tuple[float, list[int], bool]:
        """The score, the expected line and whether no estimate is in it."""
        if state.is_terminal():
            value = state.returns()
            self.leaves.append(Leaf(path, value))
            return {1.0: WIN, 0.0: LOSS}.get(value, value), [], True
        if len(path) == self.limit:
            estimate = self._estimate(state)
            self.leaves.append(Leaf(path, estimate))
            return estimate, [], False
        maximizes = state.to_play == 0
        best: float = -UNKNOWN if maximizes else UNKNOWN
        line: list[int] = []
        is_certain = True
        for action in state.legal_actions():
            score, rest, sure = self._visit(
                state.play(action), [*path, action], shift(low, STEP), shift(high, STEP)
            )
            score = shift(score, -STEP)
            is_certain = is_certain and sure
            if score > best if maximizes else score < best:
                best, line = score, [action, *rest]
            if maximizes:
                low = max(low, score)
            else:
                high = min(high, score)
            if self._prunes and low >= high:
                break
        self.leaves[-1].scores[tuple(path)] = best
        return best, line, is_certain or plies_to(best) <= self.limit - len(path)


def shift(score: float, step: float) -> float:
    """A score with plies in it, a ply nearer to the end, or farther from it by a negative step."""
    if 0.0 <= score <= 1.0 or abs(score) == UNKNOWN:
        return score
    return score + step if score > 0.0 else score - step


def plies_to(score: float) -> float:
    """The plies to a win or a loss; infinite for any other score."""
    if 0.0 <= score <= 1.0:
        return float("inf")
    return (WIN - score if score > 1.0 else score - LOSS) / STEP


def as_return(score: float) -> float:
    """Player 0's return of a score."""
    return min(max(score, 0.0), 1.0)


def deepenings(state: Any, first: int, last: int, estimate: Any) -> Iterator[PlainAlphaBeta]:
    """A search for each limit, until no estimate is left."""
    for limit in range(first, last + 1):
        search = PlainAlphaBeta(state, limit, estimate)
        yield search
        if search.is_certain:
            return
