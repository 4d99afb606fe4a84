"""The selection rule for two players: UCT (Kocsis and Szepesvari 2006)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.selection.rule import EXPLORE, Term, exploration_weight

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from mcsearch.engine.tree import Tree
    from mcsearch.selection.rule import Rule


@cython.cclass
class Uct(Rule):
    """UCT (Kocsis and Szepesvari 2006): mean + C sqrt(ln n_p / n), seen by the player to move."""

    name = "uct"
    title = "UCT"
    num_players = 2
    parameters = (exploration_weight(1.41),)
    terms_in_order = (Term("mean", "v"), EXPLORE)
    symbols: ClassVar[dict[str, str]] = {"C": "exploration"}

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update_path(self, tree: Tree, path: cython.int[::1], depth: cython.int) -> cython.void:
        i: cython.int
        node: cython.int
        for i in range(depth + 1):
            node = path[i]
            tree._base[node] = tree._value_sum[node] / tree._visits[node]
