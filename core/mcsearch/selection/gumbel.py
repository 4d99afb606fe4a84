"""Gumbel: sequential halving among actions drawn without replacement, and an improved policy below
the root, made for few playouts and a prior.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.numerics.portable_math import exp_negative, log
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.priors import Priors
    from cython.cimports.mcsearch.selection.rounds import RoundRule
    from cython.cimports.mcsearch.selection.scored import ScoredRule, is_refuted
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.numerics.portable_math import exp_negative, log
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.priors import Priors
    from mcsearch.selection.rounds import RoundRule
    from mcsearch.selection.scored import ScoredRule, is_refuted

_HALVES = 0.5 ** np.arange(64)
_MOST_ROUNDS = cython.declare(cython.int, 16)
_LEAST = cython.declare(cython.double, 1e-30)  # of a prior or a draw, so that it has a logarithm
_IMPOSSIBLE = cython.declare(cython.double, -1e300)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _log_below_one(x: cython.double) -> cython.double:
    """Natural logarithm of 0 <= x <= 1, at least that of 1e-30."""
    return -log(1.0 / max(x, _LEAST))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _log_of(x: cython.double) -> cython.double:
    return log(x) if x >= 1.0 else _log_below_one(x)


@cython.cclass
class Gumbel(RoundRule):
    """Gumbel AlphaZero's search (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022).

    At the root the m actions with the largest g + ln P, g Gumbel noise and P the prior that the
    game gives (`State.fill_priors`; the same for all where it gives none), go through sequential
    halving by g + ln P + s(q) (algorithm 2): of N playouts each of k actions that are left gets
    floor(N / (ceil(log2 m) k)), at least one, then floor(k / 2) stay, at least two. What a budget
    that is no multiple leaves goes to the last two in turn. The winner is the best of those with
    the most playouts. Here s(q) = (c_visit + max N) c_scale q (equation 8), q a mean from 0 to 1.

    Below it a descent goes to the action with the largest P'(a) - N(a) / (1 + sum N), where P' =
    softmax(ln P + s(q)) (equations 11 and 14); a child without visits has the mixed value for q:
    (v + sum N * weighted q) / (1 + sum N), weighted q the mean of the visited children's by their
    priors and v the mean of the playouts from the node itself (appendix D, where a network has v);
    a node that has none takes weighted q.

    It is made for very few playouts, and for values and priors of a network. With random playouts
    and no prior one lost playout keeps a child from ever being tried again: against UCT with C = 1,
    400 games each, m = 16, it has +58 +- 33 Elo at 16 playouts a move in Connect Four, -67 +- 34 at
    50 and -355 +- 53 at 200, where m = 4 has -552 +- 62 in 800; in Yavalath, where 61 actions are
    more than the playouts, it wins 98 % at 16 and 96 % at 50, and has -98 +- 37 at 200; in
    Tic-Tac-Toe 0 +- 28, -55 +- 20, -89 +- 18 (95 %).
    """

    name = "gumbel"
    title = "Gumbel"
    scores_unvisited = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "considered",
            "int",
            16,
            "Actions in round 1, m",
            "so many actions with the largest noise + prior are looked at",
            low=1,
            high=1000,
        ),
        Parameter(
            "gumbel_noise",
            "bool",
            True,
            "Gumbel noise",
            "draw the actions by their priors; off: those with the largest priors",
        ),
        Parameter(
            "visit_weight",
            "float",
            50.0,
            "c_visit",
            "the larger, the more a mean counts from the first playout on",
            low=0.0,
            high=10_000.0,
        ),
        Parameter(
            "value_weight",
            "float",
            1.0,
            "c_scale",
            "weight of the means against noise and prior",
            low=0.0,
            high=100.0,
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("improved policy", "exp(log(P) + c * q - z)"),
        Term("visits", "-n / (1 + N)"),
    )
    terms_at_root: ClassVar[tuple[Term, ...]] = (
        Term("noise", "g"),
        Term("prior", "log(P)"),
        Term("mean", "c * q"),
    )

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self.expands_all = True
        self._most = parameters["considered"]
        self._noise_weight = 1.0 if parameters["gumbel_noise"] else 0.0
        self._visit_weight = parameters["visit_weight"]
        self._value_weight = parameters["value_weight"]
        self._noise = view(np.zeros(1))
        self._priors = Priors()
        self._halves = view(_HALVES)
        self._due = 0

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()
        self._tree = tree

    def begin_at_root(self) -> None:
        super().begin_at_root()
        if self._tree._num_children[ROOT] > 0:
            self._draw_noise(self._tree._num_children[ROOT])

    def copy_from(self, other: Gumbel) -> None:
        super().copy_from(other)
        self._noise = view(np.array(other._noise))
        self._due = other._due

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw_noise(self, count: cython.int) -> cython.void:
        place: cython.int
        if self._noise.shape[0] < count:
            with cython.gil:
                self._noise = view(np.zeros(count))
        for place in range(count):
            self._noise[place] = 0.0
            if self._noise_weight > 0.0:
                self._noise[place] = -_log_of(-_log_below_one(self.rng.uniform()))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def opened(self, tree: Tree, node: cython.int, state: State, actions: Actions) -> cython.void:
        self._priors.fill(tree, node, state, actions)
        if node == ROOT:
            self._draw_noise(tree._num_children[ROOT])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _scale_at(self, tree: Tree, node: cython.int) -> cython.double:
        """What the means of a node's children are multiplied by."""
        first: cython.int = tree._first[node]
        most: cython.int = 0
        child: cython.int
        for child in range(first, first + tree._num_children[node]):
            most = max(most, tree._visits[child])
        return (self._visit_weight + most) * self._value_weight

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mixed_at(self, tree: Tree, node: cython.int) -> cython.double:
        """The mean that a node's children without visits are taken to have."""
        first: cython.int = tree._first[node]
        child: cython.int
        visits: cython.int = tree._visits[node]
        value: cython.double = tree._value_sum[node]
        total: cython.double = 0.0
        known: cython.double = 0.0
        weighted: cython.double = 0.0
        prior: cython.double
        if tree.positions is not None:
            visits = tree.positions.visits[tree._position[node]]
            value = tree.positions.value_sum[tree._position[node]]
        for child in range(first, first + tree._num_children[node]):
            if tree._visits[child] == 0:
                continue
            visits -= tree._visits[child]
            value -= tree._visits[child] - tree._value_sum[child]
            total += tree._visits[child]
            if not is_refuted(tree, child):
                prior = max(cython.cast(cython.double, tree._prior[child]), _LEAST)
                known += prior
                weighted += prior * self.mean_of(tree, child)
        # the playouts that have ended at the node itself, the first as a rule, are for who moved
        # there; the root may have none
        value = 1.0 - value / visits if visits > 0 else 0.5
        if known <= 0.0:
            return value
        weighted /= known
        return (value + total * weighted) / (1.0 + total) if visits > 0 else weighted

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _scaled(
        self, tree: Tree, child: cython.int, scale: cython.double, unvisited: cython.double
    ) -> cython.double:
        if tree._visits[child] == 0:
            return scale * unvisited
        return scale * self.mean_of(tree, child)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weight(
        self,
        tree: Tree,
        child: cython.int,
        scale: cython.double,
        unvisited: cython.double,
        largest: cython.double,
    ) -> cython.double:
        """P exp(s(q)), less the largest s in the exponent; 0 for a child that is refuted."""
        if tree._prior[child] <= 0.0 or is_refuted(tree, child):
            return 0.0
        return tree._prior[child] * exp_negative(
            self._halves, self._scaled(tree, child, scale, unvisited) - largest
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        end: cython.int = first + tree._num_children[node]
        best: cython.int = first
        best_score: cython.double = _IMPOSSIBLE
        largest: cython.double = _IMPOSSIBLE
        visits: cython.double = 0.0
        total: cython.double = 0.0
        scale: cython.double
        unvisited: cython.double
        score: cython.double
        child: cython.int
        if end == first + 1:
            return first
        scale = self._scale_at(tree, node)
        unvisited = self._mixed_at(tree, node)
        if node == ROOT:
            return self._select_at_root(tree, scale, unvisited)
        for child in range(first, end):
            visits += tree._visits[child]
            if tree._prior[child] > 0.0 and not is_refuted(tree, child):
                largest = max(largest, self._scaled(tree, child, scale, unvisited))
        for child in range(first, end):
            total += self._weight(tree, child, scale, unvisited, largest)
        for child in range(first, end):
            if is_refuted(tree, child):
                continue
            score = self._weight(tree, child, scale, unvisited, largest) / max(total, _LEAST)
            score -= tree._visits[child] / (1.0 + visits)
            if score > best_score:
                best = child
                best_score = score
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _num_considered(self) -> cython.int:
        return min(self._most, self._count)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_to(self, played: cython.longlong) -> cython.int:
        """The round after so many playouts, from 0; the next is for one that has had `_due`."""
        left: cython.longlong = played
        share: cython.longlong
        log_size: cython.int = 0
        number: cython.int = 0
        size: cython.int = self._num_considered()
        self._due = 0
        while (1 << log_size) < size:
            log_size += 1
        while size > 2:
            share = max(self._budget // (log_size * size), 1)
            if left < share * size:
                break
            left -= share * size
            self._due += share
            size = max(size // 2, 2)
            number += 1
        self._due += left // size
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select_at_root(
        self, tree: Tree, scale: cython.double, unvisited: cython.double
    ) -> cython.int:
        first: cython.int = tree._first[ROOT]
        place: cython.int
        best: cython.int = NONE
        apart: cython.longlong
        least: cython.longlong = 0
        played: cython.longlong = 0
        score: cython.double
        best_score: cython.double = 0.0
        if self._count != tree._num_children[ROOT]:
            self.begin_rounds(tree, tree._num_children[ROOT], _MOST_ROUNDS, 0)
        for place in range(self._count):
            played += self.played(tree, place)
        if self._go_to(played) > self._round:
            self.note_round(tree, scale, unvisited)
        for place in range(self._count):
            if is_refuted(tree, first + place):
                continue
            # those that have had what is due; where the solver has taken them out, the nearest
            apart = abs(4 * (self.played(tree, place) - self._due) - 1)
            score = self.worth(tree, place, scale, unvisited)
            if best == NONE or apart < least or (apart == least and score > best_score):
                best = place
                least = apart
                best_score = score
        return first + max(best, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(
        self, tree: Tree, place: cython.int, scale: cython.double, unvisited: cython.double
    ) -> cython.double:
        child: cython.int = tree._first[ROOT] + place
        return (
            self._noise[place]
            + _log_below_one(tree._prior[child])
            + self._scaled(tree, child, scale, unvisited)
        )

    # --- Python level ---

    def worths(self, tree: Tree) -> list:
        scale = self._scale_at(tree, ROOT)
        unvisited = self._mixed_at(tree, ROOT)
        return [self.worth(tree, place, scale, unvisited) for place in range(self._count)]

    def sizes(self) -> list:
        size = most = min(self._most, self._count)
        found = []
        while size > 2:
            found.append((size, max(self._budget // ((most - 1).bit_length() * size), 1)))
            size = max(size // 2, 2)
        spent = sum(count * share for count, share in found)
        return [*found, (size, max(self._budget - spent, 0) // size)]

    def reached(self, tree: Tree) -> list:
        worths = self.worths(tree)
        played = [self.played(tree, place) for place in range(self._count)]
        found = [-1] * self._count
        before = 0
        for number, (size, share) in enumerate(self.sizes()[: self._round + 1]):
            # who has had none in this round comes by worth
            inside = [place for place, last in enumerate(found) if last == number - 1]
            inside.sort(key=lambda place: (played[place] <= before, -worths[place]))
            for place in inside[:size]:
                found[place] = number
            before += share
        return found

    def noise(self, place: int) -> float:
        return self._noise[place]

    def terms_at(self, tree: Tree, node: int) -> tuple:
        return self.terms_at_root if node == ROOT else self.terms_in_order

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = ScoredRule.variables(self, tree, node, child)
        scale = self._scale_at(tree, node)
        unvisited = self._mixed_at(tree, node)
        prior = max(tree.prior(child), _LEAST)
        found |= {"P": prior, "c": scale, "q": found["v"] if found["n"] else unvisited}
        if node == ROOT:
            return {**found, "g": self._noise[child - tree._first[ROOT]]}
        children = tree.children(node)
        live = [c for c in children if tree._prior[c] > 0.0 and not is_refuted(tree, c)]
        largest = max((self._scaled(tree, c, scale, unvisited) for c in live), default=0.0)
        total = sum(self._weight(tree, c, scale, unvisited, largest) for c in children)
        return {
            **found,
            "z": largest + math.log(max(total, _LEAST)),
            "N": sum(map(tree.visits_of, children)),
        }

    def remark(self, tree: Tree, node: int) -> str:
        return self.remark_on_rounds() if node == ROOT else ""
