"""Final moves: which action a search plays once its budget is used (Chaslot et al. 2008).

A rule is a class; whatever it is, an action that is proven to win comes first and one that is
proven to lose last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.tree import DRAW, LOSS, UNKNOWN, WIN

OUTCOMES = {LOSS: "loss", DRAW: "draw", WIN: "win"}
RETURNS = {LOSS: 0.0, DRAW: 0.5, WIN: 1.0}


class RootChild(NamedTuple):
    """What a search knows of an action of the root; returns are for the player who takes it."""

    action: int
    visits: int
    value_sum: float
    proven: int = UNKNOWN  # or LOSS, DRAW, WIN

    @property
    def mean(self) -> float:
        """Mean return; nan without visits."""
        return self.value_sum / self.visits if self.visits else float("nan")

    @property
    def value(self) -> float:
        """The mean return, or the certain one of a proven child."""
        return self.mean if self.proven == UNKNOWN else RETURNS[self.proven]


class FinalMove(ABC):
    """States `name`, `title` and `parameters`, and overrides `worth`."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    @abstractmethod
    def worth(self, child: RootChild) -> float:
        """How much speaks for a visited child."""

    def is_settled(self, children: Sequence[RootChild]) -> bool:
        """Whether a search whose budget is used may stop."""
        return True

    def choose(self, children: Sequence[RootChild]) -> RootChild | None:
        """The child to play, the first of equals; None when none has been visited."""
        visited = [child for child in children if child.visits]
        return max(visited, key=self._rank, default=None)

    def _rank(self, child: RootChild) -> tuple[int, float]:
        return (child.proven == WIN) - (child.proven == LOSS), self.worth(child)


class Robust(FinalMove):
    """The child with the most visits."""

    name = "robust"
    title = "robust: most visits"

    def worth(self, child: RootChild) -> float:
        return child.visits


class Max(FinalMove):
    """The child with the best mean."""

    name = "max"
    title = "max: best mean"

    def worth(self, child: RootChild) -> float:
        return child.mean


class MaxRobust(Robust):
    """The child with the most visits, which also has the best mean.

    While it has not, the search goes on, for no more than its budget once again.
    """

    name = "max-robust"
    title = "max-robust: both, or search on"

    def is_settled(self, children: Sequence[RootChild]) -> bool:
        visited = [child for child in children if child.visits]
        best = max((child.mean for child in visited), default=0.0)
        most = self.choose(visited)
        return most is None or most.proven != UNKNOWN or most.mean >= best


class Secure(FinalMove):
    """The child with the best lower confidence bound, mean - A / sqrt(visits).

    Chaslot et al. print a plus, for values that are the opponent's.
    """

    name = "secure"
    title = "secure: best lower bound"
    parameters = (
        Parameter(
            "secure_weight",
            "float",
            4.0,
            "Security A",
            "weight of the uncertainty that the final move avoids",
            low=0.0,
            high=1000.0,
        ),
    )

    def __init__(self, secure_weight: float) -> None:
        self._weight = secure_weight

    def worth(self, child: RootChild) -> float:
        return child.mean - self._weight / child.visits**0.5


FINAL_MOVES = {rule.name: rule for rule in (Robust, Max, MaxRobust, Secure)}
