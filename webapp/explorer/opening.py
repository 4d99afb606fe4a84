"""The opening: how fast a search runs when it starts by itself.

The first iterations are slow enough to see the four phases, then the tree shoots up, and when it
is worth reading the search calms down to the speed that the visitor has chosen.
"""

from __future__ import annotations

import math

_SLOW_UNTIL = 2  # iterations
_FULL_FROM = 16
_FULL_UNTIL = 500
_CALM_FROM = 540
_FIRST, _FULL = 6.0, 640.0  # phases a second


def opening_speed(iterations: int, chosen: float) -> float:
    """Phases a second after so many iterations; never slower than the chosen speed."""
    if iterations >= _CALM_FROM or chosen >= _FULL:
        return chosen
    if iterations < _SLOW_UNTIL:
        return max(_FIRST, chosen)
    if iterations < _FULL_FROM:
        share = (iterations - _SLOW_UNTIL) / (_FULL_FROM - _SLOW_UNTIL)
        return max(_between(_FIRST, _FULL, share), chosen)
    if iterations < _FULL_UNTIL:
        return _FULL
    share = (iterations - _FULL_UNTIL) / (_CALM_FROM - _FULL_UNTIL)
    return _between(_FULL, chosen, share)


def _between(low: float, high: float, share: float) -> float:
    """Geometric interpolation: speeds are felt by their ratio."""
    return low * math.exp(share * math.log(high / low))
