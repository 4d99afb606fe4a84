"""The exact solver of a game as a search: perfect play, where a program can compute it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.final_move import Max, RootChild
from mcsearch.engine.limits import ITERATIONS, NODES, SECONDS, check_room
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.search import PROOF, TREE
from mcsearch.games import SOLVERS

if cython.compiled:
    from cython.cimports.mcsearch.engine import proof
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.search import GOES_ON, OVER, PROVEN, Search
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT
else:
    from mcsearch.engine import proof
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.search import GOES_ON, OVER, PROVEN, Search
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, ROOT

_NODES_A_LINE = 1 << 20  # positions that the expected play after a proof may take to find


@cython.cclass
class ExactSolverSearch(Search):
    """An iteration looks at up to so many positions below an action of the root.

    They are the game's own solver's, which keeps what it learns in a table of its own: the tree has
    the root's actions alone, each with the bounds that are proven so far. The mean of an action is
    the middle of its bounds. First it is found out of every action who wins, then in how many
    plies; the search is over when both are known. Nothing is drawn: the seed changes nothing.
    """

    name = "exact-solver"
    title = "Exact solver"
    num_players = (2,)
    uses_policy = False
    rule = None
    shows = frozenset({TREE, PROOF})
    phase_names = ("Next action", "Its position", "Solve", "Back up")
    code = (
        "move ← one whose value is not known",
        "position ← that after it",
        "look at positions below",
        "bounds ← what they prove",
    )
    parameters = (
        ITERATIONS,
        SECONDS,
        NODES,
        Parameter(
            "positions",
            "int",
            1_024,
            "Positions",
            "how many positions an iteration looks at",
            low=1,
            high=1_000_000,
            log=True,
        ),
    )

    final_move = cython.declare(object, visibility="readonly")
    _solver: Any
    _positions: cython.int
    _continuation: Any  # the play expected after a proven move; None before it is asked for

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        if not root.solver:
            raise RecipeError(
                f"search: no exact solver of {root.class_name()} is known; choose alpha-beta"
            )
        if values.get("trees", 1) > 1:
            raise RecipeError(
                f"trees: {values['trees']} exact solvers would all be the same, since they draw "
                "nothing; choose 1"
            )
        super().__init__(root, Policy(), values, seed, True)
        self.final_move = Max()
        self._solver = SOLVERS[root.solver].build(root)
        self._positions = values["positions"]
        self.tree.keep_bounds()
        self._start()

    def _start(self) -> None:
        check_room(self.root, self.tree.capacity)
        self.tree.clear()
        self.tree._to_play[ROOT] = self.root.to_play
        self._solver.begin(self.root)
        self._continuation = None
        self._path[0] = ROOT

    # --- the phases ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._num_new = 0
        self._depth = 0
        self._line.clear()
        self._trail.clear()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        with cython.gil:
            self._open()

    def _open(self) -> None:
        """Give the root its children at first, and go to the one to look at."""
        tree = self.tree
        legal = self.root.legal_actions()
        if not legal:
            self._stop_code = OVER
            return
        if tree._num_children[ROOT] == 0:
            tree.set_num_legal(ROOT, len(legal))
            for action in legal:
                tree.add_child(ROOT, action)
                self._num_new += 1
        action = self._solver.at_work
        if action is None:  # everything is seen at once
            action = legal[0]
        self._line.append(action)
        self._path[1] = tree.find_child(ROOT, action)
        self._depth = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        with cython.gil:
            self._look()

    def _look(self) -> None:
        if self._stop_code == OVER:
            self.playout_return = self.root.returns()
            return
        self._solver.run(self._positions)
        known = self._solver.bounds[self._line.items[0]].seen_by(self.root.to_play)
        self.playout_return = 0.5 * (known.lower + known.upper)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        with cython.gil:
            self._back_up()

    def _back_up(self) -> None:
        """Take over the bounds of all actions; a mean is the middle of them."""
        tree = self.tree
        player = self.root.to_play
        for action, own in self._solver.bounds.items() if self._depth else ():
            known = own.seen_by(player)
            child = tree.find_child(ROOT, action)
            tree._lower[child] = known.lower
            tree._upper[child] = known.upper
            tree._plies[child] = known.plies
            if action == self._line.items[0]:
                tree._visits[child] += 1
            tree._value_sum[child] = tree._visits[child] * 0.5 * (own.lower + own.upper)
        tree._visits[ROOT] += 1
        if self._depth == 0:
            proof.settle(tree, ROOT, self.playout_return)
        else:
            proof.tighten(tree, ROOT, player == 0)
            # the plies of some children may not be known yet
            tree._plies[ROOT] = NONE
            if self._solver.is_finished:
                tree._plies[ROOT] = proof.plies_to_end(tree, ROOT, player == 0)
        middle: cython.double = 0.5 * (tree._lower[ROOT] + tree._upper[ROOT])
        tree._value_sum[ROOT] = tree._visits[ROOT] * (1.0 - middle if player == 0 else middle)
        if self._stop_code == GOES_ON and self._solver.is_finished:
            self._stop_code = PROVEN

    # --- Python level ---

    def _become(self, other: ExactSolverSearch) -> None:
        super()._become(other)
        self._solver.copy_from(other._solver)
        self._continuation = other._continuation

    @property
    def num_bytes(self) -> int:
        return Search.num_bytes.__get__(self) + self._solver.num_bytes

    @property
    def num_positions(self) -> int:
        """Positions looked at so far."""
        return self._solver.num_nodes

    @property
    def new_nodes(self) -> list:
        """The nodes that this iteration has added: all of the root's, or none."""
        return self.tree.children(ROOT) if self._num_new else []

    @property
    def proven(self) -> str | None:
        return self.bounds.outcome

    @property
    def bounds(self) -> Bounds:
        return self.tree.bounds_of(ROOT).seen_by(self.root.to_play)

    def bounds_of(self, node: int) -> Bounds:
        """The bounds of a node's exact value for the player who moved into it."""
        return self.tree.bounds_of(node).seen_by(self.mover_of(node))

    def mover_of(self, node: int) -> int:
        """The player who moved into a node."""
        return 1 - self.root.to_play if node == ROOT else self.root.to_play

    def numbered_children(self) -> list:
        tree, player = self.tree, self.root.to_play
        return [
            RootChild(
                tree.action_of(child),
                tree.visits_of(child),
                tree.value_sum_of(child),
                tree.bounds_of(child).seen_by(player),
            )
            for child in tree.children(ROOT)
        ]

    @property
    def best_score(self) -> float:
        best = self.final_move.choose(self.numbered_children())
        return float("nan") if best is None else best.value

    def best_numbers(self) -> list:
        """The move to play; once everything is known also the perfect play after it.

        As far as that is found in some 10^6 positions more, which count nowhere.
        """
        best = self.final_move.choose(self.numbered_children())
        if best is None:
            return []
        if self._stop_code != PROVEN:
            return [best.action]
        if self._continuation is None:
            self._continuation = self._play_on(self.root.play(best.action))
        return [best.action, *self._continuation]

    def _play_on(self, state: State) -> list:
        """The perfect play from a position of which the table knows much."""
        solver = SOLVERS[self.root.solver].build(self.root)
        solver.copy_from(self._solver)
        left = _NODES_A_LINE
        played: list = []
        while not state.is_terminal():
            solver.begin(state)
            if not solver.run(left):
                break
            left -= solver.num_nodes
            children = [RootChild(action, 0, 0.0, known) for action, known in solver.bounds.items()]
            action = self.final_move.choose(children).action
            played.append(action)
            state = state.play(action)
        return played

    def advance_root(self, action: Any) -> int:
        """Play an action at the root; only what the solver's table knows is kept, and 0 returned.

        All budgets and counts begin anew. Raises ValueError for an illegal action, RuntimeError
        while the search is at work elsewhere.
        """
        self.halt.enter()
        try:
            self._begin_at(self.root.play(action))
            self._start()
        finally:
            self.halt.leave()
        return 0
