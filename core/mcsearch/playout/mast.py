"""The move-average sampling technique: playouts prefer moves that have done well anywhere."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter

if cython.compiled:
    from cython.cimports.mcsearch.engine.keyed_rows import KeyedRows
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.portable_math import exp_small
    from cython.cimports.mcsearch.playout.learned import LearnedPolicy, key_of
else:
    from mcsearch.engine.keyed_rows import KeyedRows
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.portable_math import exp_small
    from mcsearch.playout.learned import LearnedPolicy, key_of

_NEW = cython.declare(cython.double, 1.0)  # the mean of a move that has never been played
_WIDTH = cython.declare(cython.int, 3)

ANY_MOVE = Parameter(
    "any_move",
    "float",
    0.4,
    "Any move, epsilon",
    "epsilon-greedy: probability of a uniformly drawn move",
    low=0.0,
    high=1.0,
)

_PARAMETERS = (
    Parameter(
        "sampling",
        "choice",
        "epsilon-greedy",
        "Sampling",
        "epsilon-greedy: the move with the best mean, or with a small probability any; gibbs: a "
        "move with a probability proportional to e^(mean / temperature)",
        choices=("epsilon-greedy", "gibbs"),
    ),
    ANY_MOVE,
    Parameter(
        "temperature",
        "float",
        0.2,
        "Temperature",
        "gibbs: the smaller, the more often the moves with the best means are played",
        low=0.0625,
        high=100.0,
        log=True,
    ),
)


@cython.cclass
class Mast(LearnedPolicy):
    """Move-average sampling technique, MAST (Finnsson and Bjornsson 2008, "Simulation-Based
    Approach to General Game Playing").

    Q(a) is the mean return, for who plays it, of all iterations in which the move a was played, in
    the tree or in the playout; 1 for one never played. A playout plays a with probability e^(Q(a) /
    T) / sum of e^(Q(b) / T) (gibbs), or the move with the largest Q, ties drawn, but any move with
    probability epsilon (epsilon-greedy; Tak, Winands and Bjornsson 2012, "N-Grams and the
    Last-Good-Reply Policy Applied in General Game Playing"). It helps where the same move is good
    or bad in most positions, as cells of a board can be: in Yavalath +37 +- 33 Elo over random
    playouts, 400 games of 200 playouts a move, C = 1 in both, and +11 +- 24 in another 800; in
    Connect Four it is not seen to help, -28 +- 45, 200 games (95 %).
    """

    name = "mast"
    title = "MAST"
    parameters: ClassVar[tuple[Parameter, ...]] = _PARAMETERS

    def __init__(self, sampling: str, any_move: float, temperature: float) -> None:
        super().__init__()
        self._is_gibbs = sampling == "gibbs"
        self._epsilon = any_move
        self._temperature = temperature
        self._means = KeyedRows(3)

    def _choose(self, state, rng, moves):
        i: cython.int
        row: cython.int
        if self._is_gibbs:
            for i in range(moves.count):
                row = self._means.find(key_of(moves.codes[i], state.to_play))
                if row == NONE:
                    self._scores[i] = exp_small(_NEW / self._temperature)
                else:
                    self._scores[i] = self._means.values[row * _WIDTH + 2]
            return self._draw(rng, moves.count)
        if self._epsilon > 0.0 and rng.uniform() < self._epsilon:
            return rng.below(moves.count)
        for i in range(moves.count):
            self._scores[i] = self._mean(key_of(moves.codes[i], state.to_play))
        return self._draw_best(rng, moves.count)

    def _mean(self, key):
        """The mean return of a move."""
        row: cython.int = self._means.find(key)
        if row == NONE:
            return _NEW
        return self._means.values[row * _WIDTH + 1] / self._means.values[row * _WIDTH]

    def _count(self, rows, key, value):
        """Count the return of an iteration, to player 0, for the player of a move or of moves."""
        row: cython.int = rows.row_of(key)
        if row == NONE:
            return
        row *= _WIDTH
        rows.values[row] += 1.0
        rows.values[row + 1] += value if key & 1 == 0 else 1.0 - value
        rows.values[row + 2] = exp_small(
            rows.values[row + 1] / rows.values[row] / self._temperature
        )

    def learn(self, episode, stack, line, trail, value):
        i: cython.int
        for i in range(episode.count):
            self._count(self._means, episode.keys[i], value)

    # --- Python level ---

    def mean_of(self, code: int, player: int) -> tuple:
        """(visits, mean return) of a player's move; the mean is nan without visits."""
        visits, total, _ = self._means.numbers(code << 1 | player)
        return int(visits), total / visits if visits else float("nan")

    @property
    def num_bytes(self) -> int:
        return self._means.num_bytes

    def copy_from(self, other: Mast) -> None:
        self._means.copy_from(other._means)
