"""Final moves: which action a search plays once its budget is used (Chaslot et al. 2008).

A rule is a class; whatever it is, what is proven comes before what is estimated: it plays no action
that can't be better than another, and none whose mean promises less than another guarantees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.engine.parameter import Parameter


class RootChild(NamedTuple):
    """What a search knows of an action of the root; returns are for the player who takes it."""

    action: Any
    visits: int
    value_sum: float
    bounds: Bounds = ANY_RETURN
    standing: tuple = ()  # where the rounds of a rule have left it, see `Rule.standing_of`

    @property
    def mean(self) -> float:
        """Mean return; nan without visits."""
        return self.value_sum / self.visits if self.visits else float("nan")

    @property
    def value(self) -> float:
        """The mean return as far as the bounds allow it: the certain one of a proven child."""
        return self.bounds.clip(self.mean)

    @classmethod
    def at(cls, tree: Any, child: int) -> RootChild:
        """What a tree has of a child of its root, with the number of the action."""
        return cls(
            tree.action_of(child),
            tree.visits_of(child),
            tree.value_sum_of(child),
            tree.bounds_of(child),
        )

    def is_refuted_by(self, other: RootChild) -> bool:
        """Whether another child is at least as good, and perhaps better."""
        mine, its = self.bounds, other.bounds
        return its.lower >= mine.upper and its.upper > mine.lower


def in_actions(state: Any, children: list[RootChild]) -> list[RootChild]:
    """What is known of numbered actions of a state, with the actions themselves."""
    return [child._replace(action=state.action_of(child.action)) for child in children]


class FinalMove(ABC):
    """States `name`, `title` and `parameters`, and overrides `worth`."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    dice: float = 0.0
    """In [0, 1), drawn by the search once for a move; for a final move that is drawn."""

    @abstractmethod
    def worth(self, child: RootChild) -> Any:
        """How much speaks for a child that has been visited or proven, to be compared."""

    def is_settled(self, children: Sequence[RootChild]) -> bool:
        """Whether a search whose budget is used may stop."""
        return True

    def choose(self, children: Sequence[RootChild]) -> RootChild | None:
        """The child to play, the first of equals; None when nothing is known of any.

        Of those with the same proven value the shortest win or the longest loss. With
        transpositions a child may be proven before its first visit.
        """
        known = [child for child in children if child.visits or child.bounds.is_exact]
        best = self._one_of(_in_question(known))
        if best is None or not best.bounds.is_exact:
            return best
        equals = [child for child in known if child.bounds[:2] == best.bounds[:2]]
        sign = -1 if best.bounds.lower > 0.5 else 1
        return max(equals, key=lambda child: (sign * child.bounds.plies, self.worth(child)))

    def _one_of(self, children: list[RootChild]) -> RootChild | None:
        return max(children, key=self.worth, default=None)


def _in_question(children: list[RootChild]) -> list[RootChild]:
    """The children that what is proven leaves to choose from."""
    floor = max((child.bounds.lower for child in children), default=0.0)
    return [
        child
        for child in children
        if (child.bounds.lower >= floor or child.value > floor)
        and not any(child.is_refuted_by(other) for other in children)
    ]


class Robust(FinalMove):
    """The child with the most visits; by a rule that plays rounds at the root, their winner.

    In a tree that is kept from the move before another child may have more visits.
    """

    name = "robust"
    title = "robust: most visits"

    def worth(self, child: RootChild) -> Any:
        return *child.standing, child.visits


class Max(FinalMove):
    """The child with the best mean."""

    name = "max"
    title = "max: best mean"

    def worth(self, child: RootChild) -> float:
        return child.value


class MaxRobust(Robust):
    """The child with the most visits, which also has the best mean.

    While it has not, the search goes on, for no more than its budget once again.
    """

    name = "max-robust"
    title = "max-robust: both, or search on"

    def is_settled(self, children: Sequence[RootChild]) -> bool:
        visited = [child for child in children if child.visits]
        best = max((child.value for child in visited), default=0.0)
        most = self.choose(visited)
        return most is None or most.bounds.is_exact or most.value >= best


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
        if child.bounds.is_exact:
            return child.value
        certain = child.bounds.lower
        least = child.value - self._weight / child.visits**0.5
        # what every return is at least says nothing of a child
        return least if certain == ANY_RETURN.lower else max(least, certain)


class Drawn(Robust):
    """A child drawn with a probability proportional to visits**(1 / t) (Silver et al. 2017).

    At temperature t = 0 the child with the most visits.
    """

    name = "drawn"
    title = "drawn: by visits, as in self-play"
    parameters = (
        Parameter(
            "move_temperature",
            "float",
            1.0,
            "Temperature t",
            "the final move is drawn with a probability proportional to visits^(1/t); 0: the most "
            "visited",
            low=0.0,
            high=100.0,
        ),
    )

    def __init__(self, move_temperature: float) -> None:
        self._temperature = move_temperature

    def _one_of(self, children: list[RootChild]) -> RootChild | None:
        most = max((child.visits for child in children), default=0)
        if most == 0 or self._temperature == 0.0:
            return super()._one_of(children)
        weights = [(child.visits / most) ** (1.0 / self._temperature) for child in children]
        left = self.dice * sum(weights)
        drawn = None
        for child, weight in zip(children, weights, strict=True):
            if weight > 0.0:
                drawn = child
                left -= weight
                if left < 0.0:
                    break
        return drawn


FINAL_MOVES = {rule.name: rule for rule in (Robust, Max, MaxRobust, Secure, Drawn)}
