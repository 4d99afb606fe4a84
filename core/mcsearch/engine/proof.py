"""Score bounds (Cazenave and Saffidine 2010): what ends and children prove of a node.

A node's bounds are those of `State.value()`: the score, or player 0's return, so that no rounding
comes between a node and its children. Whether the side to move wants more of it or less is said by
`maximizes`; it does with one player.
"""

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import Tree
else:
    from mcsearch.engine.tree import Tree

_MINUS_INFINITY = cython.declare(cython.double, float("-inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sure(tree: Tree, child: cython.int, maximizes: cython.bint) -> cython.double:
    """The least that a child may be worth to the side to move above it."""
    home: cython.int = tree.home(child)
    return tree._lower[home] if maximizes else -tree._upper[home]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _possible(tree: Tree, child: cython.int, maximizes: cython.bint) -> cython.double:
    """The most that a child may be worth to the side to move above it."""
    home: cython.int = tree.home(child)
    return tree._upper[home] if maximizes else -tree._lower[home]


def settle(tree, node, value):
    """The game is over at a node."""
    tree._lower[node] = value
    tree._upper[node] = value
    tree._plies[node] = 0
    tree._num_legal[node] = 0


def tighten(tree, node, maximizes):
    """Take over what the children prove; return whether that was anything new."""
    first: cython.int = tree._first[node]
    sure: cython.double = _MINUS_INFINITY
    possible: cython.double = _MINUS_INFINITY
    lower: cython.double
    upper: cython.double
    child: cython.int
    is_new: cython.bint = False
    for child in range(first, first + tree._num_children[node]):
        sure = max(sure, _sure(tree, child, maximizes))
        possible = max(possible, _possible(tree, child, maximizes))
    if tree._num_children[node] < tree._num_legal[node]:
        possible = max(possible, tree.highest if maximizes else -tree.lowest)
    lower = sure if maximizes else -possible
    upper = possible if maximizes else -sure
    if lower > tree._lower[node]:
        tree._lower[node] = lower
        is_new = True
    if upper < tree._upper[node]:
        tree._upper[node] = upper
        is_new = True
    if is_new and tree.is_proven(node):
        tree._plies[node] = plies_to_end(tree, node, maximizes)
    return is_new


def plies_to_end(tree, node, maximizes):
    """Plies from a proven node to the end: few for a side that is ahead, many for the other."""
    first: cython.int = tree._first[node]
    value: cython.double = tree._lower[node]
    middle: cython.double = 0.5 * (tree.lowest + tree.highest)
    hurries: cython.bint = tree.keeps_scores or (value > middle if maximizes else value < middle)
    found: cython.int = -1
    plies: cython.int
    home: cython.int
    child: cython.int
    for child in range(first, first + tree._num_children[node]):
        home = tree.home(child)
        if tree._lower[home] != value or tree._upper[home] != value:
            continue
        plies = tree._plies[home] + 1
        if found < 0 or (plies < found if hurries else plies > found):
            found = plies
    return found


def surest_child(tree, node, maximizes):
    """The child that guarantees the side to move most; of several the one that may be worth most.

    The first of equals.
    """
    first: cython.int = tree._first[node]
    best: cython.int = first
    child: cython.int
    gain: cython.double
    for child in range(first + 1, first + tree._num_children[node]):
        gain = _sure(tree, child, maximizes) - _sure(tree, best, maximizes)
        if gain > 0.0 or (
            gain == 0.0 and _possible(tree, child, maximizes) > _possible(tree, best, maximizes)
        ):
            best = child
    return best


def is_refuted(tree, child, surest, maximizes):
    """Whether a child can't be better than the surest of its siblings."""
    return _possible(tree, child, maximizes) <= _sure(tree, surest, maximizes)
