"""An evaluation that serves every game won by a line of stones."""

import cython

if cython.compiled:
    from cython.cimports.mcsearch.numerics.bits import popcount
else:
    from mcsearch.numerics.bits import popcount


def outlook(lines, first, second, calm):
    """An estimate of the first player's return, from 0 to 1.

    Each player has the sum of squared numbers of stones over the lines without a stone of the
    other, sets of cells in `lines`; a lead of `calm` in these sums is half of a won game.
    """
    lead: cython.int = 0
    own: cython.int
    other: cython.int
    i: cython.Py_ssize_t
    for i in range(lines.shape[0]):
        own = popcount(lines[i] & first)
        other = popcount(lines[i] & second)
        if other == 0:
            lead += own * own
        elif own == 0:
            lead -= other * other
    share: cython.double = lead
    return 0.5 + 0.5 * share / (calm + abs(share))
