"""Alpha-beta with iterative deepening: what game programs did before Monte Carlo, as an opponent.

The minimax value of a tree of limited depth is found without the branches that can't change it
(Knuth and Moore 1975). The limit grows a ply at a time (Slate and Atkin 1977), so that there is a
move to play at any time and the best of a depth comes first at the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.engine.final_move import Max, RootChild
from mcsearch.engine.limits import ITERATIONS, NODES, SECONDS, check_room
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import DEEPENING, TREE
from mcsearch.numerics.views import view
from mcsearch.searches.minimax.deepening import PARAMETERS, Deepening, Window

if cython.compiled:
    from cython.cimports.mcsearch.engine import proof
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.search import FINISHED, OVER, PROVEN, Search
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT
    from cython.cimports.mcsearch.searches.minimax.move_order import MoveOrder
    from cython.cimports.mcsearch.searches.minimax.open_positions import OpenPositions
    from cython.cimports.mcsearch.searches.minimax.position_table import (
        EXACT,
        LOWER,
        UPPER,
        PositionTable,
    )
    from cython.cimports.mcsearch.searches.minimax.score import (
        LOSS,
        UNKNOWN,
        WIN,
        as_return,
        farther,
        is_decided,
        nearer,
        plies_of,
    )
else:
    from mcsearch.engine import proof
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.search import FINISHED, OVER, PROVEN, Search
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE, ROOT
    from mcsearch.searches.minimax.move_order import MoveOrder
    from mcsearch.searches.minimax.open_positions import OpenPositions
    from mcsearch.searches.minimax.position_table import EXACT, LOWER, UPPER, PositionTable
    from mcsearch.searches.minimax.score import (
        LOSS,
        UNKNOWN,
        WIN,
        as_return,
        farther,
        is_decided,
        nearer,
        plies_of,
    )

    NO_LEAF, END, ESTIMATE, KNOWN = range(4)

_LEAVES = ("", "end", "evaluation", "table")


@cython.cclass
class AlphaBeta(Search):
    """An iteration goes down to a leaf, and its score up as far as it completes positions.

    A leaf is an end of the game, a position at the limit, which the game's evaluation estimates
    (0.5 where it has none), or one that the table knows well enough. A position whose score lies
    outside of its window, what the two players have for certain elsewhere, is cut off: its other
    moves are not tried. The tree keeps the positions met, as long as the pool has room; the mean of
    a node is its score as a return, a bound for one that was cut off.

    Ends of the game are backed up with the plies to them. The search is over when no estimate is
    left in the root's score, or a win is certain, which then is the shortest.
    """

    name = "alpha-beta"
    title = "Alpha-beta"
    num_players = (2,)
    uses_policy = False
    rule = None
    shows = frozenset({TREE, DEEPENING})
    phase_names = ("Next move", "New positions", "Evaluation", "Back up")
    code = (
        "move ← next untried",
        "go down to the limit",
        "v ← end or estimate",
        "α, β ← v; cut if α ≥ β",
    )
    parameters = (ITERATIONS, SECONDS, NODES, *PARAMETERS)

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        if root.has_chance:
            raise RecipeError(
                "search: alpha-beta can't be used where chance acts or a player may act twice in "
                "turn; choose uct"
            )
        if values.get("trees", 1) > 1:
            raise RecipeError(
                f"trees: {values['trees']} searches by alpha-beta would all be the same, since it "
                "draws nothing; choose 1"
            )
        if values["first_depth"] > values["depth"]:
            raise RecipeError(
                f"first_depth: {values['first_depth']} is more than the depth, {values['depth']}; "
                "choose less"
            )
        super().__init__(root, Policy(), values, seed, True)
        check_room(root, self.tree.capacity)
        self.final_move = Max()
        self._deepest = min(values["depth"], root.max_plies + 1)
        stride = max(root.max_actions, 1)
        self._has_table = root.has_keys and values["table"] > 0
        self._table = PositionTable(values["table"] if self._has_table else 1)
        self._is_ordered = values["ordering"]
        self._order = MoveOrder(self._deepest, stride)
        self.tree.keep_bounds()
        self._open = OpenPositions(self._deepest, stride)
        self._root_actions = Actions(stride)
        self._root_score = view(np.zeros(stride))
        self._root_kind = view(np.zeros(stride, np.int32))
        self._root_is_certain = view(np.zeros(stride, np.int32))
        self._start(self.tree, root)

    def _start(self, tree, root):
        """Begin with the first limit."""
        tree.clear()
        tree._to_play[ROOT] = root.to_play
        root.fill_actions(self._root_actions)
        self._limit = min(self.values["first_depth"], self._deepest) - 1
        self._completed = 0
        self._top = NONE
        self._leaf_depth = 0
        self._leaf_kind = 0
        self._leaf_score = 0.0
        self._leaf_is_certain = False
        self._result = UNKNOWN
        self._path[0] = ROOT
        self._num_cut_offs = 0
        self._num_table_hits = 0
        self._num_positions = 0

    # --- the phases ---

    def _select(self):
        self._num_new = 0
        self._leaf_kind = 0
        self._trail.clear()
        if self._top == NONE:
            self._limit += 1
        self._depth = max(self._top, 0)
        while self._path[self._depth] == NONE:
            self._depth -= 1  # the pool had no room
        self._line.count = self._depth

    def _expand(self):
        self._go_down(self.tree, self._stack, self._line, self._trail)

    def _go_down(self, tree, stack, line, trail):
        """Play next moves until a leaf is met."""
        depth: cython.int
        action: cython.int
        child: cython.int
        if self._top == NONE:
            if self._meets_leaf(
                tree, cython.cast(State, stack._at[0]), self._legal, self._order, 0
            ):
                self._leaf_depth = 0
                self._stop_code = OVER
                return
        else:
            for depth in range(self._depth, self._top):
                trail.append(self._open.tried(depth))
        while True:
            depth = self._top
            self._open.next[depth] += 1
            action = self._open.tried(depth)
            stack.step(depth, action)
            child = NONE
            if self._path[depth] != NONE:
                child = tree.find_child(self._path[depth], action)
                if child == NONE:
                    child = tree.add_child(self._path[depth], action)
                    self._num_new += child != NONE
            self._path[depth + 1] = child
            if child == NONE:
                trail.append(action)
            else:
                line.append(action)
                self._depth += 1
            if self._meets_leaf(
                tree, cython.cast(State, stack._at[depth + 1]), self._legal, self._order, depth + 1
            ):
                self._leaf_depth = depth + 1
                return

    def _meets_leaf(self, tree, state, legal, order, depth):
        """Whether the position at a depth is a leaf; otherwise its moves are listed."""
        first: cython.int = NONE
        low: cython.double = -UNKNOWN
        high: cython.double = UNKNOWN
        begin: cython.int = depth * self._open.stride
        if depth > 0:
            low = nearer(self._open.alpha[depth - 1])
            high = nearer(self._open.beta[depth - 1])
        if self._has_table:
            self._open.key[depth] = state.key()
            first = self._known(self._table, depth, low, high)
            if self._leaf_kind == KNOWN:
                return True
        if state.fill_actions(legal) == 0 or self._leaf_kind == END:
            self._leaf_kind = END
            return True
        if depth >= self._limit:
            self._leaf_kind = ESTIMATE
            return True
        if self._path[depth] != NONE and not tree.set_num_legal(self._path[depth], legal.count):
            self._refuse(tree._num_legal[self._path[depth]], legal.count)
            self._leaf_kind = ESTIMATE
            return True
        self._num_positions += 1
        if self._is_ordered:
            order.sort(legal, first, depth, state.to_play, self._open.moves, begin)
        else:
            self._list(legal, first, begin)
        self._open.open(depth, state.to_play, legal.count, low, high)
        self._top = depth
        return False

    def _list(self, legal, first, begin):
        """Write legal actions to the moves in the game's order, `first` before all."""
        i: cython.int
        place: cython.int = begin
        if first != NONE:
            self._open.moves[place] = first
            place += 1
        for i in range(legal.count):
            if legal.items[i] != first:
                self._open.moves[place] = legal.items[i]
                place += 1
        return place - begin

    def _known(self, table, depth, low, high):
        """The best action that the table knows; the position is a leaf if it knows enough."""
        if not table.find(self._open.key[depth]):
            return NONE
        if depth == 0 or (table.depth < self._limit - depth and not table.is_certain):
            return table.action
        if (
            table.kind == EXACT
            or (table.kind == LOWER and table.score >= high)
            or (table.kind == UPPER and table.score <= low)
        ):
            self._leaf_kind = KNOWN
            self._leaf_score = table.score
            self._leaf_is_certain = table.is_certain
            self._num_table_hits += 1
        return table.action

    def _refuse(self, known, found):
        with cython.gil:
            self.fail(
                ValueError(
                    f"{self.root.class_name()} has {found} legal actions in a state that had "
                    f"{known}; give the same"
                )
            )

    def _simulate(self):
        if self._leaf_kind == KNOWN:
            self.playout_return = as_return(self._leaf_score)
            return
        self._stack.copy_to(self._leaf_depth, self._scratch)
        self._evaluate(self._scratch)

    def _evaluate(self, state):
        if self._leaf_kind == END:
            self.playout_return = state.value()
        else:
            self.playout_return = min(max(state.evaluation(), 0.0), 1.0)
        self._leaf_is_certain = self._leaf_kind == END
        self._leaf_score = self.playout_return
        if self._leaf_is_certain and self.playout_return == 1.0:
            self._leaf_score = WIN
        elif self._leaf_is_certain and self.playout_return == 0.0:
            self._leaf_score = LOSS

    def _backpropagate(self):
        if self._stop_code == OVER:
            self._result = self._leaf_score
            self._count_visits(self.tree)
            return
        self._open.variation_plies[self._leaf_depth] = 0
        self._back_up(self._table, self._order)
        self._count_visits(self.tree)
        if self._leaf_kind == END and self._depth == self._leaf_depth:
            self._prove(self.tree)
        if self._top == NONE:
            self._complete()

    def _back_up(self, table, order):
        """Take the leaf's score up to the first position that has a move left to try."""
        depth: cython.int = self._leaf_depth
        score: cython.double = self._leaf_score
        is_certain: cython.bint = self._leaf_is_certain
        kind: cython.int = EXACT if self._leaf_kind != KNOWN else table.kind
        action: cython.int
        cuts: cython.bint
        while depth > 0:
            depth -= 1
            score = farther(score)
            action = self._open.tried(depth)
            if not is_certain:
                self._open.is_estimated[depth] = 1
            if depth == 0:
                self._note_root(action, score, kind, is_certain)
            if self._open.offer(depth, action, score) and depth == 0:
                self._result = score
                self._take_variation(self._open)
            cuts = self._open.alpha[depth] >= self._open.beta[depth]
            if cuts and self._open.next[depth] < self._open.count[depth]:
                self._num_cut_offs += 1
                order.cuts_off(action, depth, self._open.player[depth], self._limit - depth)
            if not cuts and self._open.next[depth] < self._open.count[depth]:
                self._top = depth
                return
            score = self._open.score[depth]
            is_certain = self._is_sure(depth)
            kind = EXACT
            if score <= self._open.alpha0[depth]:
                kind = UPPER
            elif score >= self._open.beta0[depth]:
                kind = LOWER
            if self._has_table:
                table.note(
                    self._open.key[depth],
                    score,
                    self._limit - depth,
                    kind,
                    is_certain,
                    self._open.choice[depth],
                )
        self._top = NONE

    def _is_sure(self, depth):
        """Whether the score of a position whose moves have been tried is that at any limit.

        Without an estimate, or with a win that is not below the limit: a sooner one would have
        been seen.
        """
        score: cython.double = self._open.score[depth]
        if not self._open.is_estimated[depth]:
            return True
        return is_decided(score) and plies_of(score) <= self._limit - depth

    def _take_variation(self, positions):
        """The root's best line is the result."""
        i: cython.int
        self._best.clear()
        for i in range(min(positions.variation_plies[0], self._best.items.shape[0])):
            self._best.append(positions.variation[i])
        self._has_result = True

    def _note_root(self, action, score, kind, is_certain):
        place: cython.int = self._place_of(self._root_actions, action)
        self._root_score[place] = score
        self._root_kind[place] = kind
        self._root_is_certain[place] = is_certain

    def _place_of(self, actions, action):
        place: cython.int = 0
        while place + 1 < actions.count and actions.items[place] != action:
            place += 1
        return place

    def _count_visits(self, tree):
        """Count the leaf in the nodes of the path, whose means become their scores."""
        depth: cython.int
        node: cython.int
        mover: cython.int = 1 - self.root.to_play
        value: cython.double
        for depth in range(self._depth + 1):
            node = self._path[depth]
            value = self.playout_return
            if depth < self._leaf_depth and abs(self._open.score[depth]) < UNKNOWN:
                value = as_return(self._open.score[depth])
            if mover == 1:
                value = 1.0 - value
            if (
                depth < self._leaf_depth
                and abs(self._open.score[depth]) == UNKNOWN
                and tree._visits[node] > 0
            ):
                value = tree._value_sum[node] / tree._visits[node]  # of the limit before
            tree._visits[node] += 1
            tree._value_sum[node] = value * tree._visits[node]
            mover = 1 - mover

    def _prove(self, tree):
        """The game is over at the leaf: back up what that proves, as far as it does."""
        depth: cython.int = self._depth
        is_new: cython.bint = not tree.is_proven(self._path[depth])
        if is_new:
            proof.settle(tree, self._path[depth], self.playout_return)
        while depth > 0 and is_new:
            depth -= 1
            is_new = proof.tighten(tree, self._path[depth], tree._to_play[self._path[depth]] == 0)

    def _complete(self):
        """A limit has been searched to its end."""
        self._completed = self._limit
        if self._is_sure(0):
            self._stop_code = PROVEN
        elif self._limit >= self._deepest:
            self._stop_code = FINISHED

    # --- Python level ---

    def _become(self, other: AlphaBeta) -> None:
        super()._become(other)
        self._table.copy_from(other._table)
        self._order.copy_from(other._order)
        self._limit = other._limit
        self._completed = other._completed
        self._top = other._top
        self._leaf_depth = other._leaf_depth
        self._leaf_kind = other._leaf_kind
        self._leaf_score = other._leaf_score
        self._leaf_is_certain = other._leaf_is_certain
        self._open.copy_from(other._open)
        self._root_score[:] = other._root_score
        self._root_kind[:] = other._root_kind
        self._root_is_certain[:] = other._root_is_certain
        self._result = other._result
        self._num_cut_offs = other._num_cut_offs
        self._num_table_hits = other._num_table_hits
        self._num_positions = other._num_positions

    @property
    def num_bytes(self) -> int:
        return Search.num_bytes.__get__(self) + self._table.num_bytes + self._open.num_bytes

    @property
    def deepening(self) -> Deepening:
        """How far the search is; the windows are those of the positions along the path."""
        last = self._depth
        if self.phase in (1, 4):
            last = min(last, self._top)
        depths = range(min(last + 1, self._leaf_depth if self.phase > 1 else last + 1))
        return Deepening(
            self._completed,
            self._limit,
            [Window(as_return(self._open.alpha[d]), as_return(self._open.beta[d])) for d in depths],
            _LEAVES[self._leaf_kind] if self.phase >= 2 else "",
            self._num_cut_offs,
            self._num_table_hits,
            self._num_positions,
        )

    def estimate(self, state: State) -> float:
        """Player 0's return of a position as the game's evaluation has it."""
        return min(max(state.evaluation(), 0.0), 1.0)

    @property
    def cut_off(self) -> str:
        return "evaluation" if self.phase >= 3 and self._leaf_kind == ESTIMATE else ""

    @property
    def proven(self) -> str | None:
        return self.bounds.outcome

    @property
    def bounds(self) -> Bounds:
        known = self.tree.bounds_of(ROOT)
        if self._stop_code == PROVEN:
            known = _exactly(self._result, known)
        return known.seen_by(self.root.to_play)

    @property
    def best_score(self) -> float:
        if not self._has_result:
            return float("nan")
        value = as_return(self._result)
        return value if self.root.to_play == 0 else 1.0 - value

    def numbered_children(self) -> list:
        """The best first, then in the order in which they were tried first.

        The value of another is a bound, that of the limit at work or of the one before.
        """
        tree, player = self.tree, self.root.to_play
        best = self._best.items[0] if self._best.count else NONE
        found = []
        for child in sorted(tree.children(ROOT), key=lambda node: tree.action_of(node) != best):
            visits = tree.visits_of(child)
            bounds = self._bounds_of_action(tree.action_of(child), tree.bounds_of(child))
            found.append(
                RootChild(
                    tree.action_of(child),
                    visits,
                    tree.value_sum_of(child),
                    bounds.seen_by(player),
                )
            )
        return found

    def _bounds_of_action(self, action: int, known: Bounds) -> Bounds:
        """What is certain of an action of the root: by the tree, or by the scores."""
        place = self._place_of(self._root_actions, action)
        kind = self._root_kind[place]
        score = self._root_score[place]
        if kind == 0 or not self._root_is_certain[place] or known.is_exact:
            return known
        if kind == EXACT:
            return _exactly(score, known)
        value = as_return(score)
        bound = Bounds(value, ANY_RETURN.upper) if kind == LOWER else Bounds(0.0, value)
        return known.met_with(bound)

    def advance_root(self, action: Any) -> int:
        """Play an action at the root; only what the table knows is kept, and 0 returned.

        All budgets and counts begin anew. Raises ValueError for an illegal action, RuntimeError
        while the search is at work elsewhere.
        """
        self.halt.enter()
        try:
            root = self.root.play(action)
            check_room(root, self.tree.capacity)
            self._begin_at(root)
            self._has_result = False
            self._best.clear()
            for place in range(self._open.stride):
                self._root_kind[place] = 0
            self._start(self.tree, root)
        finally:
            self.halt.leave()
        return 0

    def mover_of(self, node: int) -> int:
        """The player who moved into a node."""
        return (1 - self.root.to_play) ^ (len(self.tree.actions_to(node)) & 1)

    def bounds_of(self, node: int) -> Bounds:
        """The bounds of a node's exact value for the player who moved into it."""
        return self.tree.bounds_of(node).seen_by(self.mover_of(node))


def _exactly(score: float, known: Bounds) -> Bounds:
    """The bounds of a certain score; `known` may tell the plies to the end."""
    value = as_return(score)
    if is_decided(score):
        return Bounds(value, value, plies_of(score))
    return known if known.is_exact else Bounds(value, value)
