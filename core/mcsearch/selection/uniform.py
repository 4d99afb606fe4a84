"""Equal shares: what flat Monte Carlo gives every action."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from mcsearch.engine.tree import Tree
    from mcsearch.selection.scored import ScoredRule


@cython.cclass
class Uniform(ScoredRule):
    """The child with the fewest visits: every action gets as many playouts as any other.

    With a tree of one ply this is flat Monte Carlo (Abramson 1990, the expected-outcome model),
    whose final move is that of the best mean, `max`. It is what bandits are measured against: it
    spends as much on an action that loses as on the best one.
    """

    name = "uniform"
    title = "equal shares"
    terms_in_order: ClassVar[tuple[Term, ...]] = (Term("visits", "-n"),)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        return -tree._visits[child]
