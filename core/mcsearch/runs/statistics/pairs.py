"""Games in pairs: two entrants play an opening twice, the second time with the sides swapped.

The two games of a pair are not independent, since an opening may favour a side; pairs are. So all
errors come from the distribution of the pairs' points, 0 to 2 in halves ("pentanomial").
Everything is told from the view of one of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from mcsearch.runs.statistics.student import NO_INTERVAL, Interval, share_interval

Z_95 = 1.959963984540054
"""The normal distribution's two-sided 95 % quantile."""

NORMALIZED = 800.0 / math.log(10.0)
"""Normalized Elo of a game with a mean score one standard deviation above 0.5, about 347.4.

Near 0.5 Elo is `NORMALIZED * (score - 0.5)` over the deviation 1/2 of a game without draws.
"""


class Outcomes(NamedTuple):
    """Games by their results."""

    wins: int
    draws: int
    losses: int

    def with_result(self, result: float) -> Outcomes:
        """One game more; its result is 1, 0.5 or 0."""
        place = (1.0, 0.5, 0.0).index(result)
        return Outcomes(*(count + (place == i) for i, count in enumerate(self)))


_NO_GAMES = Outcomes(0, 0, 0)


@dataclass(frozen=True)
class Pairs:
    """Counts of finished pairs, as one entrant sees them.

    `by_points`: pairs of 0, 0.5, 1, 1.5 and 2 points. `moving_first` and `moving_second`: the
    games by the entrant's side.
    """

    by_points: tuple[int, ...] = (0, 0, 0, 0, 0)
    moving_first: Outcomes = _NO_GAMES
    moving_second: Outcomes = _NO_GAMES

    def with_pair(self, first: float, second: float) -> Pairs:
        """One pair more: the results of the game that the entrant began and of the other.

        ValueError for a result that is not 1, 0.5 or 0.
        """
        for result in (first, second):
            if result not in (0.0, 0.5, 1.0):
                raise ValueError(f"result {result!r} is not valid; a game gives 1, 0.5 or 0")
        place = round(2.0 * (first + second))
        counts = tuple(count + (i == place) for i, count in enumerate(self.by_points))
        return replace(
            self,
            by_points=counts,
            moving_first=self.moving_first.with_result(first),
            moving_second=self.moving_second.with_result(second),
        )

    # --- counts ---

    @property
    def num_pairs(self) -> int:
        """Finished pairs."""
        return sum(self.by_points)

    @property
    def games(self) -> Outcomes:
        """All games, by their results."""
        return Outcomes(*map(sum, zip(self.moving_first, self.moving_second, strict=True)))

    @property
    def points(self) -> float:
        """Points of all games."""
        return self.games.wins + 0.5 * self.games.draws

    @property
    def num_drawn_twice(self) -> int:
        """Pairs of two draws; the other pairs of one point are a win and a loss."""
        return (self.games.draws - self.by_points[1] - self.by_points[3]) // 2

    # --- ratios ---

    @property
    def draw_ratio(self) -> float:
        """Share of the pairs that gave one point; nan without pairs."""
        return ratio(self.by_points[2], self.num_pairs)

    @property
    def pairs_ratio(self) -> float:
        """Pairs won for each pair lost."""
        return ratio(sum(self.by_points[3:]), sum(self.by_points[:2]))

    @property
    def won_and_lost_ratio(self) -> float:
        """Of the pairs of one point, those of a win and a loss for each of two draws."""
        return ratio(self.by_points[2] - self.num_drawn_twice, self.num_drawn_twice)

    # --- what they say ---

    @property
    def score(self) -> float:
        """Mean points of a game, 0 to 1; nan without pairs."""
        return ratio(sum(i * count for i, count in enumerate(self.by_points)), 4 * self.num_pairs)

    @property
    def variance(self) -> float:
        """Variance of a pair's mean score; nan without pairs."""
        score = self.score
        squares = sum(count * (i / 4 - score) ** 2 for i, count in enumerate(self.by_points))
        return ratio(squares, self.num_pairs)

    @property
    def score_error(self) -> float:
        """Half the width of the score's 95 % interval, by the normal distribution."""
        return Z_95 * math.sqrt(ratio(self.variance, self.num_pairs))

    @property
    def elo(self) -> float:
        """Elo difference of the score; infinite for all or no points."""
        return elo_of(self.score)

    @property
    def elo_error(self) -> float:
        """Half the width of the 95 % interval of `elo`; nan where it has no end."""
        low, high = self.score - self.score_error, self.score + self.score_error
        return (elo_of(high) - elo_of(low)) / 2 if low > 0.0 and high < 1.0 else math.nan

    @property
    def score_interval(self) -> Interval:
        """The score's 95 % interval, which holds for few pairs, too; see `share_interval`."""
        return share_interval(self.score, self.num_pairs * self.variance, self.num_pairs)

    @property
    def elo_interval(self) -> Interval:
        """The 95 % interval of `elo`: the ends of the score's; one is infinite where all games were
        won, or all lost."""
        low, high = self.score_interval
        return NO_INTERVAL if math.isnan(low) else Interval(elo_of(low), elo_of(high))

    @property
    def normalized_elo(self) -> float:
        """The score above 0.5 in standard deviations of a game, on Elo's scale.

        Van den Bergh, "Normalized Elo": unlike Elo it tells how many games show the difference,
        whatever the share of draws. A pair's mean has half of a game's variance.
        """
        return NORMALIZED * ratio(self.score - 0.5, math.sqrt(2.0 * self.variance))

    @property
    def normalized_elo_error(self) -> float:
        """Half the width of the 95 % interval of `normalized_elo`, the variance taken as known."""
        return NORMALIZED * ratio(self.score_error, math.sqrt(2.0 * self.variance))

    @property
    def superiority(self) -> float:
        """Likelihood of superiority (LOS): that this entrant is the stronger, by the normal
        distribution of the score. It is no rule to stop by."""
        deviations = ratio(self.score - 0.5, math.sqrt(ratio(self.variance, self.num_pairs)))
        return (1.0 + math.erf(deviations / math.sqrt(2.0))) / 2.0


def elo_of(score: float) -> float:
    """The Elo difference with an expected score (Elo's logistic curve); infinite for 0 and 1."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return 400.0 * math.log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    """The expected score with an Elo difference."""
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))


def ratio(part: float, whole: float) -> float:
    """A quotient; infinite over 0, nan for 0 over 0."""
    if whole == 0:
        return math.nan if part == 0 or math.isnan(part) else math.copysign(math.inf, part)
    return part / whole
