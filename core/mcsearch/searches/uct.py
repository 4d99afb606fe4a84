"""UCT for two players (Kocsis and Szepesvari 2006) with what strong programs add to it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine import tree_reuse
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.final_move import FINAL_MOVES, FinalMove, Robust, RootChild
from mcsearch.engine.limits import ITERATIONS, NODES, SECONDS
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.search import ROUNDS, TREE
from mcsearch.searches import cutoff
from mcsearch.searches.chance import until_chance
from mcsearch.searches.mcts import CODE, WHEN_FULL
from mcsearch.selection.bracket import Rounds

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.searches.cutoff import CutOff
    from cython.cimports.mcsearch.searches.mcts import Mcts
    from cython.cimports.mcsearch.searches.shortest import Shortest
else:
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, ROOT
    from mcsearch.numerics.rng import Rng
    from mcsearch.searches.cutoff import CutOff
    from mcsearch.searches.mcts import Mcts
    from mcsearch.searches.shortest import Shortest

_PARAMETERS = (
    Parameter(
        "final_move",
        "choice",
        "robust",
        "Final move",
        "which action is played once the budget is used",
        choices=tuple(FINAL_MOVES),
    ),
    *(parameter for rule in FINAL_MOVES.values() for parameter in rule.parameters),
    Parameter(
        "expansion",
        "choice",
        "one",
        "Expansion",
        "one: a leaf gets a child an iteration; all: it gets all, and a drawn one is played out",
        choices=("one", "all"),
    ),
    Parameter(
        "widening",
        "float",
        0.0,
        "Widening k",
        "a node of n visits has at most k n^a children, drawn one by one (progressive widening, "
        "Couetoux et al. 2011), for games with more actions than playouts; 0: no limit",
        low=0.0,
        high=1000.0,
    ),
    Parameter(
        "widening_power",
        "float",
        0.5,
        "Widening power a",
        "how fast the limit of widening grows with the visits",
        low=0.0,
        high=1.0,
    ),
    Parameter(
        "leaf",
        "choice",
        "playout",
        "Leaf",
        "playout: what a leaf is worth is played out; evaluation: the game's own evaluation tells "
        "it, without a random ply",
        choices=("playout", "evaluation"),
    ),
    Parameter(
        "tree_plies",
        "int",
        0,
        "Tree plies",
        "the tree grows to this depth and no further; 1: flat, the root's actions alone; 0: no end",
        low=0,
        high=1000,
    ),
    Parameter(
        "solver",
        "bool",
        False,
        "Solver",
        "back up what the ends of the game prove: bounds of a position's exact value; wins, draws "
        "and losses are cases (Score Bounded MCTS, Cazenave and Saffidine 2010); a proven win is "
        "searched on for the shortest",
    ),
    Parameter(
        "decisive",
        "bool",
        False,
        "Decisive moves",
        "expand only actions that win at once or, if there are none, that do not lose within two "
        "plies",
    ),
    Parameter(
        "transpositions",
        "bool",
        False,
        "Transpositions",
        "nodes of the same position share its children and its mean; a descent ends where a "
        "position comes again, and going round proves nothing",
    ),
    *cutoff.PARAMETERS,
)


@cython.cclass
class UctSearch(Mcts):
    """Monte Carlo tree search for two players, UCT by default (Kocsis and Szepesvari, ECML 2006).

    One tree, kept from move to move in a fixed number of nodes, for every selection rule; with a
    solver that backs up bounds of the exact value, shared positions, rounds of sequential halving
    at the root and playouts that are cut off, as its parameters say. It also takes problems with
    chance, of one player as well.
    """

    name = "uct"
    title = "UCT"
    num_players = (2,)
    takes_chance = True
    code = CODE
    shows = frozenset({TREE, ROUNDS})
    parameters = (ITERATIONS, SECONDS, NODES, WHEN_FULL, *_PARAMETERS)

    def __init__(
        self, root: State, values: Mapping[str, Any], seed: int, whole_runs: bool = False
    ) -> None:
        super().__init__(root, values, seed, whole_runs or values["expansion"] == "all")
        rule = FINAL_MOVES[values["final_move"]]
        self.final_move = rule(**{p.name: values[p.name] for p in rule.parameters})
        self._dice = Rng(~seed)
        self.final_move.dice = self._dice.uniform()
        self._is_decisive = values["decisive"]
        self._cut_off = CutOff(values)
        self._cut = 0
        if values["tree_plies"] > 0:
            self._most_plies = values["tree_plies"]
        if values["solver"] and not self.tree.keeps_bounds:
            self.tree.keep_bounds()
        if values["transpositions"]:
            if not root.has_keys:
                raise RecipeError(
                    f"transpositions: {type(root).__name__} has no keys for positions; choose off"
                )
            self.tree.share_positions()
        self._hold_root(self.tree, self.root)

    def _hold_root(self, tree, root):
        if tree.keeps_bounds:
            tree._to_play[ROOT] = root.to_play
        if tree.positions is not None:
            tree.hold(tree.positions, ROOT, root.key())

    # --- the phases ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._cut = 0
        if not self._cut_off.is_used or self._knows_leaf():
            Mcts._simulate(self)
            return
        self._stack.copy_to(self._depth, self._scratch)
        self._cut = self._cut_off.play_on(
            self.policy, self._scratch, self.rng, self._trail, self._legal
        )
        self.playout_return = self._scratch.evaluation() if self._cut else self._scratch.value()
        if self._cut == 0 and not self.halt.halted:
            self._note_end(self.tree)

    # --- Python level ---

    @property
    def rounds(self) -> Rounds | None:
        """The rounds that the rule divides this move's playouts into; None without, or before."""
        return self.rule.rounds(self.tree)

    @property
    def cut_off(self) -> str:
        return cutoff.CUT_OFFS[self._cut] if self.phase >= 3 else ""

    @property
    def proven(self) -> str | None:
        return self.bounds.outcome

    @property
    def bounds(self) -> Bounds:
        return self.tree.bounds_of(ROOT).seen_by(self.root.to_play)

    def numbered_children(self) -> list:
        return self._children(ROOT)

    def _children(self, node: int) -> list:
        """The children of a node's position as final moves see them."""
        tree = self.tree
        player = 1 - self.mover_of(node)
        found = []
        for child in tree.children(node):
            visits = tree.visits_of(child)
            value_sum = tree.value_sum_of(child) if tree.positions is None else 0.0
            if tree.positions is not None and visits:
                value_sum = tree.mean(child) * visits
            bounds = tree.bounds_of(child).seen_by(player)
            standing = self.rule.standing_of(tree, child) if node == ROOT else ()
            found.append(RootChild(tree.action_of(child), visits, value_sum, bounds, standing))
        return found

    @property
    def best_score(self) -> float:
        if self._chance is not None and self.root.is_chance:
            return self._chance.root_mean(self.tree, self.root)
        best = self.final_move.choose(self.numbered_children())
        return float("nan") if best is None else best.value

    def best_numbers(self) -> list:
        """The principal variation: the final move, then what is visited most; up to chance."""
        actions = []
        rule: FinalMove = self.final_move
        node, met = ROOT, set()
        # a position that comes again is the end of what is expected
        while node not in met and (best := rule.choose(self._children(node))):
            met.add(node)
            actions.append(best.action)
            rule = Robust()
            child = self.tree.child_by(node, best.action)
            node = self.tree.twin_of(child)
            if node == NONE:
                node = child
        return actions if self._chance is None else until_chance(self.root, actions)

    def _iterations_left(self) -> int:
        left = super()._iterations_left()
        if left > 0:
            return left
        budget = self.values["iterations"]
        # looked at after the same iterations however the search is cut into slices
        step = 1 + budget // 50
        since = (self.iterations - budget) % step
        if since == 0 and self.final_move.is_settled(self.numbered_children()):
            return left
        return max(0, min(left + budget, step - since))

    def advance_root(self, action: Any) -> int:
        """Play an action at the root and keep its branch of the tree; return the nodes kept.

        An iteration that has begun is finished first. The budgets count anew from here. Raises
        ValueError for an illegal action, RuntimeError while the search is at work elsewhere.
        """
        self.halt.enter()
        try:
            return self._go_on_from(action)
        finally:
            self.halt.leave()

    def _go_on_from(self, action: Any) -> int:
        number = self.root.number_of(action)
        root = self.root.play(action)
        self._check_pool(root)
        self.halt.cancelled = False
        while self.phase % 4:
            self._advance(time.perf_counter, False)
        kept = tree_reuse.keep_branch(self.tree, number)
        if kept == 0:
            self._hold_root(self.tree, root)
        if self._chance is not None:
            self._chance.begin_at(self.root)
        self._shortest = Shortest()
        self.tree.forget_soonest()  # the next proof may be of the other player's win
        self._begin_at(root)
        self.final_move.dice = self._dice.uniform()
        self.rule.begin_at_root()
        self.policy.begin_at_root()
        return kept

    def _become(self, other: UctSearch) -> None:
        super()._become(other)
        self._cut = other._cut
        self._dice.state = other._dice.state
        self.final_move.dice = other.final_move.dice
