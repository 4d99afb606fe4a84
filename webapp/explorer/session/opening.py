"""The opening: how fast a search runs when it starts by itself.

The first iterations are slow enough to see the four phases, then the tree shoots up, and when it
is worth reading the search calms down to the speed that the visitor has chosen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Opening:
    """Speeds in phases a second; `slow`, `rise`, `calm` and `end` are numbers of iterations."""

    first: float
    full: float
    slow: int  # until here the first speed
    rise: int  # from here the full speed
    calm: int  # from here it slows down
    end: int  # from here the chosen speed

    def speed(self, iterations: int, chosen: float) -> float:
        """Phases a second after so many iterations; behind the first never below the chosen."""
        if iterations >= self.end or chosen >= self.full:
            return chosen
        if iterations < self.slow:
            return min(self.first, chosen)
        if iterations < self.rise:
            share = (iterations - self.slow) / (self.rise - self.slow)
            return max(_between(self.first, self.full, share), chosen)
        if iterations < self.calm:
            return self.full
        return _between(self.full, chosen, (iterations - self.calm) / (self.end - self.calm))


def _between(low: float, high: float, share: float) -> float:
    """Geometric interpolation: speeds are felt by their ratio."""
    return low * math.exp(share * math.log(high / low))


TREE = Opening(first=1.2, full=640.0, slow=2, rise=12, calm=500, end=540)
NESTED = Opening(first=1.2, full=24.0, slow=2, rise=10, calm=40, end=50)
"""A nested search may be over after a few hundred playouts: it never shoots up."""
