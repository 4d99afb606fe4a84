"""How surprising counts are: exact tests of shares, and Wilson's interval."""

from __future__ import annotations

import math

_Z95 = 1.959963984540054


def fisher(first: int, of_first: int, second: int, of_second: int) -> float:
    """P of shares at least as far apart, both sides, if the two are the same (Fisher 1922).

    1 where one of them has no cases.
    """
    if not of_first or not of_second:
        return 1.0
    total, hits = of_first + of_second, first + second

    def chance(k: int) -> float:
        return math.comb(of_first, k) * math.comb(of_second, hits - k) / math.comb(total, hits)

    seen = chance(first)
    span = range(max(0, hits - of_second), min(hits, of_first) + 1)
    return min(1.0, sum(p for p in map(chance, span) if p <= seen * (1.0 + 1e-9)))


def sign_test(better: int, worse: int) -> float:
    """P of so uneven pairs, both sides, if each is as likely (McNemar's test, exact)."""
    n = better + worse
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(better, worse) + 1)) / 2.0**n
    return min(1.0, 2.0 * tail)


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); 0 to 1 without cases."""
    if not count:
        return 0.0, 1.0
    share, z2 = hits / count, _Z95 * _Z95
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = (
        _Z95 * math.sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    )
    # rounding must not put the share itself outside
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))
