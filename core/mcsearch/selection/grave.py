"""GRAVE: what a move has been worth in all playouts helps where it has few of its own."""

from __future__ import annotations

from typing import Any, ClassVar

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.wording import counted
from mcsearch.numerics.views import view
from mcsearch.selection.rule import Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.episode import Episode, move_key
    from cython.cimports.mcsearch.engine.keyed_rows import KeyedRows
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from math import sqrt

    from mcsearch.engine.episode import Episode, move_key
    from mcsearch.engine.keyed_rows import KeyedRows
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import ScoredRule

_MOST_ENTRIES = 1 << 21
_MOVE_BITS = cython.declare(cython.int, 32)

BIAS = Parameter(
    "amaf_bias",
    "float",
    1e-5,
    "AMAF bias",
    "the larger, the sooner a child's own mean replaces the AMAF value",
    low=0.0,
    high=1.0,
)


@cython.cclass
class Grave(ScoredRule):
    """Generalized rapid action value estimation, GRAVE (Cazenave, IJCAI 2015, section 3).

    Score = (1 - beta) v + beta AMAF, beta = p / (p + n + bias p n). A node's AMAF value of a move
    is the mean return, for who plays it, of the p iterations through the node in which this player
    has made the move anywhere below, in the tree or in the playout; one that is made again counts
    once. They are those of the nearest node upwards, itself included, with more than `ref` visits,
    the lender; of the root where there is none. A leaf gets all its children at once: a child
    without visits has its AMAF value for a score, and comes first without one. The exploration term
    C sqrt(ln n_p / (n + 1)) is not in the paper, and off by default.

    It helps where a move is worth much the same whenever it is made, and playouts are few: in
    Yavalath +203 +- 84 Elo over UCT with C = 1 in 80 games of 200 playouts a move, +295 +- 68 in
    another 200 and +338 +- 54 in another 400; in Connect Four, where C = 0 is not seen to help (-26
    +- 43, 200 games), C = 0.3, ref = 10 and a bias of 0.05 have +70 +- 32 over UCT with C = 0.6,
    which is better there than C = 1, in 400 games of 200 playouts a move (95 %). AMAF statistics
    take at most 80 MB; nodes that come later have none then and borrow.
    """

    name = "grave"
    title = "GRAVE"
    scores_unvisited = True
    needs_turns = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        exploration_weight(0.0),
        Parameter(
            "ref",
            "int",
            50,
            "Visits to lend, ref",
            "a node with more visits than this lends its AMAF values to those below it; 0: RAVE",
            low=0,
            high=1_000_000,
        ),
        BIAS,
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "(1 - beta) * v"),
        Term("AMAF", "beta * a"),
        Term("explore", "C * sqrt(log(n_p) / (n + 1))"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration"}

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._reference = parameters.get("ref", 0)
        self._bias = parameters["amaf_bias"]
        self.expands_all = True
        self.learns = True
        self._lender = ROOT
        self._num_tables = 0
        self._moves = KeyedRows(1)
        self._amaf = KeyedRows(2, _MOST_ENTRIES)
        self._line = view(np.zeros(1, np.int32))
        self._before = view(np.zeros(1, np.int32))

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_amaf()
        self._tree = tree

    def begin_at_root(self) -> None:
        """Forget the statistics of the nodes that are no more in the tree."""
        self._forget(self._tree)

    def _forget(self, tree):
        kept: cython.int[::1] = view(np.full(max(self._num_tables, 1), NONE, np.int32))
        before: KeyedRows = self._amaf
        low: cython.ulonglong = (1 << 32) - 1
        pending = [ROOT]
        self._num_tables = 0
        self._lender = ROOT
        self._amaf = KeyedRows(2, _MOST_ENTRIES)
        node: cython.int
        row: cython.int
        while pending:
            node = pending.pop()
            if tree._table[node] != NONE:
                kept[tree._table[node]] = self._num_tables
                tree._table[node] = self._num_tables
                self._num_tables += 1
            pending += tree.children(node)
        for key, old in before.pairs():
            table = kept[key >> 32]
            if table != NONE:
                row = self._amaf.row_of(table << 32 | (key & low))
                self._amaf.values[2 * row] = before.values[2 * old]
                self._amaf.values[2 * row + 1] = before.values[2 * old + 1]

    def copy_from(self, other: Grave) -> None:
        super().copy_from(other)
        self._lender = other._lender
        self._num_tables = other._num_tables
        self._moves.copy_from(other._moves)
        self._amaf.copy_from(other._amaf)

    @property
    def num_bytes(self) -> int:
        return self._moves.num_bytes + self._amaf.num_bytes

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def opened(self, tree: Tree, node: cython.int, state: State, actions: Actions) -> cython.void:
        child: cython.int
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            tree._known_as[child] = self._moves.row_of(move_key(state, tree._action[child]))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn(
        self,
        tree: Tree,
        path: cython.int[::1],
        count: cython.int,
        episode: Episode,
        value: cython.double,
    ) -> cython.void:
        ply: cython.int
        depth: cython.int
        node: cython.int
        row: cython.int
        table: cython.ulonglong
        if self._line.shape[0] < episode.count:
            with cython.gil:
                self._line = view(np.zeros(len(episode.keys), np.int32))
                self._before = view(np.zeros(len(episode.keys), np.int32))
        for ply in range(episode.count):
            row = self._moves.row_of(episode.keys[ply])
            self._line[ply] = row
            self._before[ply] = cython.cast(cython.int, self._moves.values[row]) - 1
            self._moves.values[row] = ply + 1
        for ply in range(episode.count):
            self._moves.values[self._line[ply]] = 0.0
        for depth in range(count):
            node = tree.home(path[depth])
            if tree._table[node] == NONE:
                tree._table[node] = self._num_tables
                self._num_tables += 1
            table = tree._table[node]
            for ply in range(depth, episode.count):
                if self._before[ply] >= depth:
                    continue
                row = self._amaf.row_of((table << _MOVE_BITS) | (self._line[ply] + 1))
                if row != NONE:
                    self._amaf.values[2 * row] += 1.0
                    self._amaf.values[2 * row + 1] += (
                        value if episode.keys[ply] & 1 == 0 else 1.0 - value
                    )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_selection(self, tree: Tree, node: cython.int) -> cython.void:
        visits: cython.int = tree._visits[node]
        if tree.positions is not None:
            visits = tree.positions.visits[tree._position[node]]
        if node == ROOT or visits > self._reference:
            self._lender = node

    def _entry(self, tree, lender, child):
        """The row of a node's statistics of the move to a child, NONE when it has none."""
        table: cython.int = tree._table[lender]
        if table == NONE:
            return NONE
        return self._amaf.find(
            (cython.cast(cython.ulonglong, table) << _MOVE_BITS) | (tree._known_as[child] + 1)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of_unvisited(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        row: cython.int = self._entry(tree, self._lender, child)
        if row == NONE:
            return self._unvisited
        return self._amaf.values[2 * row + 1] / self._amaf.values[2 * row] + (
            self._exploration * sqrt(log_parent)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        row: cython.int = self._entry(tree, self._lender, child)
        visits: cython.int = tree._visits[child]
        explore: cython.double = self._exploration * sqrt(log_parent / (visits + 1))
        playouts: cython.double
        beta: cython.double
        if row == NONE:
            return tree._base[child] + explore
        playouts = self._amaf.values[2 * row]
        beta = playouts / (playouts + visits + self._bias * playouts * visits)
        return (
            (1.0 - beta) * tree._base[child]
            + beta * (self._amaf.values[2 * row + 1] / playouts)
            + explore
        )

    # --- Python level ---

    def lender_of(self, tree: Tree, node: int) -> int:
        """The node whose AMAF values score a node's children."""
        while node != ROOT and tree.position_visits_of(node) <= self._reference:
            node = tree.parent_of(node)
        return node

    def amaf_of(self, tree: Tree, node: int, child: int) -> tuple:
        """(playouts, mean return) of the move to a node's child, as the lender has them."""
        row = self._entry(tree, self.lender_of(tree, node), child)
        if row == NONE:
            return 0, float("nan")
        playouts = self._amaf.values[2 * row]
        return int(playouts), self._amaf.values[2 * row + 1] / playouts

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        values = ScoredRule.variables(self, tree, node, child)
        n = values["n"]
        playouts, amaf = self.amaf_of(tree, node, child)
        beta = 0.0
        if playouts:
            beta = playouts / (playouts + n + self._bias * playouts * n)
        if not n:
            values["v"] = 0.0 if playouts else float("inf")  # it comes first
        values["n_p"] = max(values["n_p"], 1)  # as in `select`, before the first visit is counted
        return {**values, "beta": beta, "a": amaf if playouts else 0.0}

    def remark(self, tree: Tree, node: int) -> str:
        lender = self.lender_of(tree, node)
        visits = tree.position_visits_of(lender)
        if lender == node:
            return f"AMAF values: of this node's own {counted(visits, 'visit')}"
        plies = len(tree.actions_to(node)) - len(tree.actions_to(lender))
        who = "the root" if lender == ROOT else "the node"
        above = "1 ply" if plies == 1 else f"{plies} plies"
        return f"AMAF values: lent by {who} {above} above, of {counted(visits, 'visit')}"
