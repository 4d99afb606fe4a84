"""Proof numbers in the selection of tree search: how much is left to prove a win by a child."""

from __future__ import annotations

from typing import ClassVar

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view
from mcsearch.selection.rule import EXPLORE, Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import ScoredRule

_INFINITY = cython.declare(cython.double, float("inf"))


@cython.cclass
class ProofNumber(ScoredRule):
    """UCT + W (1 - i / N): proof-number Monte Carlo tree search, PN-MCTS (Kowalski, Doe, Winands,
    Gorski and Soemers 2022, equation 3), with a proof number for each player on score bounds
    (Kowalski, Soemers, Kosakowski and Winands 2025, "Generalized Proof-Number Monte-Carlo Tree
    Search").

    A player's proof number of a node is the least number of leaves that would have to be won for
    that player's win to be proven: 0 where it is, infinite where the bounds exclude it, 1 at a leaf
    and for an action not tried yet; with children the least of theirs where the player moves, their
    sum where the opponent does. The opponent's is what disproves the player's win, but for draws. i
    is the rank of a child by the mover's number, 1 for the least, equals share one; N is the number
    of ranks. It is meant for wins that narrow lines force, and a large weight misleads while
    numbers tell of little but how far subtrees have grown: over UCT with the solver, C = 1 in both,
    in Connect Four W = 1 has -338 +- 67 Elo and W = 0.3 -131 +- 56, 200 games of 500 playouts a
    move, and W = 0.05 -31 +- 26, 600 games of 2,000; in Yavalath W = 0.2 has +4 +- 27, 600 games of
    2,000 (95 %). It is not seen to help here.
    The numbers come from the solver's bounds, which the rule keeps whether the solver is asked for
    or not. It can't be used with transpositions, where a sum would count the same leaf on several
    ways.
    """

    name = "proof-number"
    title = "UCT + proof numbers"
    needs_turns = True
    not_shared = "which adds up what is left to prove below each child"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        exploration_weight(1.41),
        Parameter(
            "proof_weight",
            "float",
            0.1,
            "Proof weight W",
            "what the child with the least left to prove gets at most",
            low=0.0,
            high=10_000.0,
            log=True,
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        EXPLORE,
        Term("proof", "W * (N - i) / N"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "W": "proof_weight"}
    _proof_weight: cython.double
    # the numbers of the children at work, each once, the least first; how many there are
    _ranked: cython.float[::1]
    _num_ranks: cython.int

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._proof_weight = parameters["proof_weight"]
        self._ranked = view(np.zeros(64, np.float32))
        self._num_ranks = 0

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_bounds()
        tree.keep_proof_numbers()

    def copy_from(self, other: ProofNumber) -> None:
        super().copy_from(other)
        self._ranked = view(np.array(other._ranked))
        self._num_ranks = other._num_ranks

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number_proofs(self, tree: Tree, path: cython.int[::1], depth: cython.int) -> cython.void:
        i: cython.int
        for i in range(depth, -1, -1):
            # above the node that was expanded nothing changes that has not changed below
            if not self._number(tree, path[i]) and i + 1 < depth:
                break

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(self, tree: Tree, node: cython.int) -> cython.bint:
        """Number a node anew; return whether that is anything new."""
        first: cython.double = 1.0
        second: cython.double = 1.0
        is_new: cython.bint
        if tree._num_children[node] > 0 and tree._to_play[node] == 0:
            first = self._least_of(tree, node, tree._proof_first)
            second = self._sum_of(tree, node, tree._proof_second)
        elif tree._num_children[node] > 0:
            first = self._sum_of(tree, node, tree._proof_first)
            second = self._least_of(tree, node, tree._proof_second)
        if tree._lower[node] >= tree.highest:
            first = 0.0
        elif tree._upper[node] < tree.highest:
            first = _INFINITY
        if tree._upper[node] <= tree.lowest:
            second = 0.0
        elif tree._lower[node] > tree.lowest:
            second = _INFINITY
        is_new = first != tree._proof_first[node] or second != tree._proof_second[node]
        tree._proof_first[node] = first
        tree._proof_second[node] = second
        return is_new

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _least_of(self, tree: Tree, node: cython.int, numbers: cython.float[::1]) -> cython.double:
        """The proof number where the player moves; an untried action has 1."""
        is_whole: cython.bint = tree._num_children[node] == tree._num_legal[node]
        least: cython.double = _INFINITY if is_whole else 1.0
        child: cython.int
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            least = min(least, cython.cast(cython.double, numbers[child]))
        return least

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sum_of(self, tree: Tree, node: cython.int, numbers: cython.float[::1]) -> cython.double:
        """The proof number where the opponent moves; exact up to 2**24 leaves."""
        total: cython.double = tree._num_legal[node] - tree._num_children[node]
        child: cython.int
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            total += numbers[child]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_selection(self, tree: Tree, node: cython.int) -> cython.void:
        if tree._to_play[node] == 0:
            self._rank(tree, node, tree._proof_first)
        else:
            self._rank(tree, node, tree._proof_second)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank(self, tree: Tree, node: cython.int, numbers: cython.float[::1]) -> cython.void:
        """Put the different numbers of a node's children in order."""
        count: cython.int = 0
        place: cython.int
        i: cython.int
        child: cython.int
        if self._ranked.shape[0] < tree._num_children[node]:
            with cython.gil:
                self._ranked = view(np.zeros(2 * tree._num_children[node], np.float32))
        for child in range(tree._first[node], tree._first[node] + tree._num_children[node]):
            place = count
            while place > 0 and self._ranked[place - 1] > numbers[child]:
                place -= 1
            if place > 0 and self._ranked[place - 1] == numbers[child]:
                continue
            for i in range(count, place, -1):
                self._ranked[i] = self._ranked[i - 1]
            self._ranked[place] = numbers[child]
            count += 1
        self._num_ranks = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank_of(self, tree: Tree, node: cython.int, child: cython.int) -> cython.int:
        """The rank of a child, 1 for the least, once `begin_selection` has looked at the node."""
        number: cython.double = (
            tree._proof_first[child] if tree._to_play[node] == 0 else tree._proof_second[child]
        )
        low: cython.int = 0
        high: cython.int = self._num_ranks - 1
        middle: cython.int
        while low < high:
            middle = (low + high) // 2
            if self._ranked[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        rank: cython.double = self._rank_of(tree, node, child)
        explore: cython.double = self._exploration * sqrt(log_parent / tree._visits[child])
        return tree._base[child] + explore + self._proof_weight * (1.0 - rank / self._num_ranks)

    # --- Python level ---

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        values = ScoredRule.variables(self, tree, node, child)
        mover = tree._to_play[node]
        ranks = sorted({tree.proof_numbers(other)[mover] for other in tree.children(node)})
        rank = ranks.index(tree.proof_numbers(child)[mover]) + 1
        return {**values, "i": rank, "N": len(ranks)}

    def remark(self, tree: Tree, node: int) -> str:
        numbers = tree.proof_numbers(node)
        own, other = numbers[tree._to_play[node]], numbers[1 - tree._to_play[node]]
        return f"Proof numbers: {_left(own)} for a win of who moves here, {_left(other)} against"


def _left(number: float) -> str:
    return "no way" if number == _INFINITY else f"{number:,.0f}"
