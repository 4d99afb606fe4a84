"""After the proof of a win: the shortest one, and the longest defence against it.

A proof is of the first win found, and a shorter one may lie beside it. So a search goes on with the
value that Score Bounded MCTS bounds extended by the plies to the end (Cazenave and Saffidine 2010
bound any ordered outcomes: a win in few plies comes before a win in many). A node has the plies in
which the winner is known to win, and a bound below which no win can lie. Descents go only where a
win would be sooner than the known one of the root, which is a small part of the tree: it ends a ply
before the known win, and one defence that lasts longer refutes an action.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine import proof
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT
    from cython.cimports.mcsearch.selection.rule import root_log
else:
    from math import sqrt

    from mcsearch.engine import proof
    from mcsearch.engine.tree import NONE, ROOT
    from mcsearch.selection.rule import root_log

_NEVER = cython.declare(cython.int, 32767)


@cython.cclass
class Shortest:
    """The search for the shortest proven win of one player; `is_sought` while it goes on."""

    def __init__(self) -> None:
        self.is_sought = False
        self._value = 0.0
        self._winner = 0
        self._wins_first = False

    def copy_from(self, other: Shortest) -> None:
        self.is_sought = other.is_sought
        self._value = other._value
        self._winner = other._winner
        self._wins_first = other._wins_first

    # --- C level ---

    def goes_on(self, tree, to_play):
        """Whether a root that has just been looked at may have a shorter win than the known one."""
        root: cython.int = tree.home(ROOT)
        self.is_sought = False
        if tree._lower[root] != tree._upper[root]:
            return False
        self._value = tree._lower[root]
        if tree.full or (self._value != tree.lowest and self._value != tree.highest):
            return False
        self._winner = 0 if self._value == tree.highest else 1
        self._wins_first = to_play == self._winner
        self.note(tree, root, to_play == 0)
        self.is_sought = tree._soonest[root] < tree._plies[root]
        return self.is_sought

    def note(self, tree, node, maximizes):
        """Take over from a node's children what they tell of the plies to the win."""
        first: cython.int = tree._first[node]
        last: cython.int = first + tree._num_children[node]
        soonest: cython.int
        child: cython.int
        if maximizes == (self._winner == 0):
            soonest = _NEVER - 1 if tree._num_children[node] == tree._num_legal[node] else 0
            for child in range(first, last):
                soonest = min(soonest, self._soonest(tree, child))
        else:
            soonest = 0
            for child in range(first, last):
                soonest = max(soonest, self._soonest(tree, child))
        if first != NONE and soonest + 1 > tree._soonest[node]:
            tree._soonest[node] = min(soonest + 1, _NEVER)
        if tree._num_children[node] > 0 and tree._lower[node] == tree._upper[node] == self._value:
            tree._plies[node] = min(tree._plies[node], proof.plies_to_end(tree, node, maximizes))

    def _soonest(self, tree, child):
        """Plies from a child within which the winner can't win."""
        home: cython.int = tree.home(child)
        most: cython.double = tree._upper[home] if self._winner == 0 else tree._lower[home]
        if most != self._value:
            return _NEVER
        if tree._soonest[home] == 0 and tree._visits[child] > 0 and tree._plies[home] != 0:
            return 1
        return tree._soonest[home]

    def _latest(self, tree, child):
        """Plies from a child within which the winner is known to win."""
        home: cython.int = tree.home(child)
        if tree._lower[home] == tree._upper[home] == self._value:
            return tree._plies[home]
        return _NEVER

    def descend(self, path, tree, rule, stack, line):
        """Fill the path, as far as an end could be a sooner win, and return its depth."""
        node: cython.int = tree.home(ROOT)
        plies: cython.int = tree._plies[node] - 1
        depth: cython.int = 0
        child: cython.int
        path[0] = ROOT
        while tree._num_children[node] > 0 and tree._num_children[node] == tree._num_legal[node]:
            child = self._choose(
                tree, rule, node, plies - depth - 1, self._wins_first != (depth & 1)
            )
            if child == NONE:
                break
            stack.step(depth, tree._action[child])
            line.items[depth] = tree._action[child]
            depth += 1
            path[depth] = child
            if depth + 2 >= path.shape[0]:
                break  # by keys that leave out the plies
            node = tree.home(child)
        line.count = depth
        return depth

    def _choose(self, tree, rule, node, plies, wins):
        """The child to look at: the best by its mean of those that may be a win within the plies.

        NONE where the children know already what becomes of the node.
        """
        best: cython.int = NONE
        best_score: cython.double = 0.0
        score: cython.double
        soonest: cython.int
        latest: cython.int
        child: cython.int
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            soonest = self._soonest(tree, child)
            latest = self._latest(tree, child)
            if latest <= plies if wins else soonest > plies:
                return NONE
            if soonest > plies or latest <= plies:
                continue
            if tree._visits[child] == 0:
                return child
            score = tree._value_sum[child] / tree._visits[child] + root_log(
                rule, tree._visits[node]
            ) / sqrt(tree._visits[child])
            if best == NONE or score > best_score:
                best = child
                best_score = score
        return best
