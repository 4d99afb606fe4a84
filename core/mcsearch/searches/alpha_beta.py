"""Alpha-beta with iterative deepening: what game programs did before Monte Carlo, as an opponent.

The minimax value of a tree of limited depth is found without the branches that can't change it
(Knuth and Moore 1975). The limit grows a ply at a time (Slate and Atkin 1977), so that there is a
move to play at any time and the best of a depth comes first at the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import cython
import numpy as np

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.engine.final_move import Max, RootChild
from mcsearch.engine.limits import ITERATIONS, NODES, SECONDS
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.search import DEEPENING, TREE
from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine import proof
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.search import FINISHED, OVER, PROVEN, Search
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.state_stack import StateStack
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.searches.minimax.move_order import MoveOrder
    from cython.cimports.mcsearch.searches.minimax.position_table import (
        EXACT,
        LOWER,
        UPPER,
        PositionTable,
    )
else:
    from mcsearch.engine import proof
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.search import FINISHED, OVER, PROVEN, Search
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.state_stack import StateStack
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.searches.minimax.move_order import MoveOrder
    from mcsearch.searches.minimax.position_table import EXACT, LOWER, UPPER, PositionTable

# A score is player 0's return; but a win is 3 and a loss -2, each nearer to the returns by a step
# for each ply to the end, a power of two that nothing rounds: a sooner win is better.
_WIN = cython.declare(cython.double, 3.0)
_LOSS = cython.declare(cython.double, -2.0)
_STEP = cython.declare(cython.double, 1.0 / 65536.0)
_UNKNOWN = cython.declare(cython.double, 8.0)

_END = cython.declare(cython.int, 1)
_ESTIMATE = cython.declare(cython.int, 2)
_TABLE = cython.declare(cython.int, 3)
_LEAVES = ("", "end", "evaluation", "table")
_MAX_DEPTH = 255

_PARAMETERS = (
    Parameter(
        "depth",
        "int",
        _MAX_DEPTH,
        "Depth",
        "the last limit of the deepening, in plies; the search ends when it is done",
        low=1,
        high=_MAX_DEPTH,
    ),
    Parameter(
        "first_depth",
        "int",
        1,
        "First depth",
        "the limit that the deepening begins with",
        low=1,
        high=_MAX_DEPTH,
    ),
    Parameter(
        "table",
        "int",
        16,
        "Table",
        "2 to this power is the number of positions whose scores are remembered, of games that "
        "tell positions apart; 0: none",
        low=0,
        high=26,
    ),
    Parameter(
        "ordering",
        "bool",
        True,
        "Move ordering",
        "try moves that have cut off elsewhere sooner (killers and history); else, after the best "
        "move known, in the game's order",
    ),
)


class Window(NamedTuple):
    """The returns of player 0 between which a position's value matters to the positions above."""

    low: float  # what player 0 has for certain elsewhere
    high: float  # what player 1 leaves at most elsewhere


class Deepening(NamedTuple):
    """How far an alpha-beta search is."""

    completed: int  # plies of the last limit that has been searched to its end
    limit: int  # plies of the one at work
    windows: list[Window]  # of the positions along the path
    leaf: str  # what the path ends with: "end", "evaluation", "table", "" before that is known
    num_cut_offs: int
    num_table_hits: int  # leaves whose score the table had
    num_positions: int  # whose moves were listed


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
    parameters = (ITERATIONS, SECONDS, NODES, *_PARAMETERS)

    final_move = cython.declare(object, visibility="readonly")
    _table: PositionTable
    _has_table: cython.bint
    _order: MoveOrder
    _is_ordered: cython.bint
    _deepest: cython.int  # limit of the limit
    _stride: cython.int  # room for a position's moves
    _limit: cython.int
    _completed: cython.int
    _top: cython.int  # depth of the last position with a move left; NONE: the next limit begins
    _leaf_depth: cython.int
    _leaf_kind: cython.int
    _leaf_score: cython.double
    _leaf_is_certain: cython.bint
    # [depth] of the positions on the way to the leaf
    _alpha: cython.double[::1]
    _beta: cython.double[::1]
    _alpha0: cython.double[::1]
    _beta0: cython.double[::1]
    _score: cython.double[::1]
    _is_estimated: cython.int[::1]
    _key_at: cython.ulonglong[::1]
    _player: cython.int[::1]
    _count: cython.int[::1]
    _next: cython.int[::1]
    _choice: cython.int[::1]
    _moves: cython.int[::1]  # [depth * stride + place]
    _variation: cython.int[::1]  # [depth * (deepest + 1) + ply], the best line from a depth on
    _variation_plies: cython.int[::1]
    # of the root, by an action's place among the legal ones
    _root_actions: Actions
    _root_score: cython.double[::1]
    _root_kind: cython.int[::1]
    _root_is_certain: cython.int[::1]
    _result: cython.double  # the root's score so far
    _num_cut_offs: cython.longlong
    _num_table_hits: cython.longlong
    _num_positions: cython.longlong

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
        self._check_pool(root)
        self.final_move = Max()
        self._deepest = min(values["depth"], root.max_plies + 1)
        self._stride = max(root.max_actions, 1)
        self._has_table = root.has_keys and values["table"] > 0
        self._table = PositionTable(values["table"] if self._has_table else 1)
        self._is_ordered = values["ordering"]
        self._order = MoveOrder(self._deepest, self._stride)
        self.tree.keep_bounds()
        rooms = self._deepest + 2
        self._alpha = view(np.zeros(rooms))
        self._beta = view(np.zeros(rooms))
        self._alpha0 = view(np.zeros(rooms))
        self._beta0 = view(np.zeros(rooms))
        self._score = view(np.zeros(rooms))
        self._is_estimated = view(np.zeros(rooms, np.int32))
        self._key_at = view(np.zeros(rooms, np.uint64))
        self._player = view(np.zeros(rooms, np.int32))
        self._count = view(np.zeros(rooms, np.int32))
        self._next = view(np.zeros(rooms, np.int32))
        self._choice = view(np.zeros(rooms, np.int32))
        self._moves = view(np.zeros(rooms * self._stride, np.int32))
        self._variation = view(np.zeros(rooms * rooms, np.int32))
        self._variation_plies = view(np.zeros(rooms, np.int32))
        self._root_actions = Actions(self._stride)
        self._root_score = view(np.zeros(self._stride))
        self._root_kind = view(np.zeros(self._stride, np.int32))
        self._root_is_certain = view(np.zeros(self._stride, np.int32))
        self._start(self.tree, root)

    def _check_pool(self, root: State) -> None:
        if self.tree.capacity > root.max_actions:
            return
        count = len(root.legal_actions())
        if count >= self.tree.capacity:
            raise RecipeError(
                f"nodes: {self.tree.capacity} is too few, since the root gets its {count} children "
                f"at once; choose at least {count + 1} for a tree"
            )

    @cython.cfunc
    def _start(self, tree: Tree, root: State) -> cython.void:
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
        self._result = _UNKNOWN
        self._path[0] = ROOT
        self._num_cut_offs = 0
        self._num_table_hits = 0
        self._num_positions = 0

    # --- the phases ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._num_new = 0
        self._leaf_kind = 0
        self._trail.clear()
        if self._top == NONE:
            self._limit += 1
        self._depth = max(self._top, 0)
        while self._path[self._depth] == NONE:
            self._depth -= 1  # the pool had no room
        self._line.count = self._depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        self._go_down(self.tree, self._stack, self._line, self._trail)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_down(self, tree: Tree, stack: StateStack, line: Actions, trail: Actions) -> cython.void:
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
                trail.append(self._moves[depth * self._stride + self._next[depth] - 1])
        while True:
            depth = self._top
            action = self._moves[depth * self._stride + self._next[depth]]
            self._next[depth] += 1
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _meets_leaf(
        self,
        tree: Tree,
        state: State,
        legal: Actions,
        order: MoveOrder,
        depth: cython.int,
    ) -> cython.bint:
        """Whether the position at a depth is a leaf; otherwise its moves are listed."""
        first: cython.int = NONE
        low: cython.double = -_UNKNOWN
        high: cython.double = _UNKNOWN
        i: cython.int
        begin: cython.int = depth * self._stride
        if depth > 0:
            low = _nearer(self._alpha[depth - 1])
            high = _nearer(self._beta[depth - 1])
        if self._has_table:
            self._key_at[depth] = state.key()
            first = self._known(self._table, depth, low, high)
            if self._leaf_kind == _TABLE:
                return True
        if state.fill_actions(legal) == 0 or self._leaf_kind == _END:
            self._leaf_kind = _END
            return True
        if depth >= self._limit:
            self._leaf_kind = _ESTIMATE
            return True
        if self._path[depth] != NONE and not tree.set_num_legal(self._path[depth], legal.count):
            self._refuse(tree._num_legal[self._path[depth]], legal.count)
            self._leaf_kind = _ESTIMATE
            return True
        self._num_positions += 1
        if self._is_ordered:
            order.sort(legal, first, depth, state.to_play, self._moves, begin)
        else:
            self._moves[begin] = first
            self._count[depth] = first != NONE
            for i in range(legal.count):
                if legal.items[i] != first:
                    self._moves[begin + self._count[depth]] = legal.items[i]
                    self._count[depth] += 1
        self._alpha[depth] = self._alpha0[depth] = low
        self._beta[depth] = self._beta0[depth] = high
        self._player[depth] = state.to_play
        self._score[depth] = -_UNKNOWN if state.to_play == 0 else _UNKNOWN
        self._is_estimated[depth] = 0
        self._count[depth] = legal.count
        self._next[depth] = 0
        self._choice[depth] = NONE
        self._variation_plies[depth] = 0
        self._top = depth
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _known(
        self,
        table: PositionTable,
        depth: cython.int,
        low: cython.double,
        high: cython.double,
    ) -> cython.int:
        """The best action that the table knows; the position is a leaf if it knows enough."""
        if not table.find(self._key_at[depth]):
            return NONE
        if depth == 0 or (table.depth < self._limit - depth and not table.is_certain):
            return table.action
        if (
            table.kind == EXACT
            or (table.kind == LOWER and table.score >= high)
            or (table.kind == UPPER and table.score <= low)
        ):
            self._leaf_kind = _TABLE
            self._leaf_score = table.score
            self._leaf_is_certain = table.is_certain
            self._num_table_hits += 1
        return table.action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refuse(self, known: cython.int, found: cython.int) -> cython.void:
        with cython.gil:
            self.fail(
                ValueError(
                    f"{self.root.class_name()} has {found} legal actions in a state that had "
                    f"{known}; give the same"
                )
            )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        if self._leaf_kind == _TABLE:
            self.playout_return = _as_return(self._leaf_score)
            return
        self._stack.copy_to(self._leaf_depth, self._scratch)
        self._evaluate(self._scratch)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, state: State) -> cython.void:
        if self._leaf_kind == _END:
            self.playout_return = state.value()
        else:
            self.playout_return = min(max(state.evaluation(), 0.0), 1.0)
        self._leaf_is_certain = self._leaf_kind == _END
        self._leaf_score = self.playout_return
        if self._leaf_is_certain and self.playout_return == 1.0:
            self._leaf_score = _WIN
        elif self._leaf_is_certain and self.playout_return == 0.0:
            self._leaf_score = _LOSS

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        if self._stop_code == OVER:
            self._result = self._leaf_score
            self._count_visits(self.tree)
            return
        self._variation_plies[self._leaf_depth] = 0
        self._back_up(self._table, self._order)
        self._count_visits(self.tree)
        if self._leaf_kind == _END and self._depth == self._leaf_depth:
            self._prove(self.tree)
        if self._top == NONE:
            self._complete()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up(self, table: PositionTable, order: MoveOrder) -> cython.void:
        """Take the leaf's score up to the first position that has a move left to try."""
        depth: cython.int = self._leaf_depth
        score: cython.double = self._leaf_score
        is_certain: cython.bint = self._leaf_is_certain
        kind: cython.int = EXACT if self._leaf_kind != _TABLE else table.kind
        action: cython.int
        cuts: cython.bint
        while depth > 0:
            depth -= 1
            score = _farther(score)
            action = self._moves[depth * self._stride + self._next[depth] - 1]
            if not is_certain:
                self._is_estimated[depth] = 1
            if depth == 0:
                self._note_root(action, score, kind, is_certain)
            if (
                score > self._score[depth]
                if self._player[depth] == 0
                else score < self._score[depth]
            ):
                self._score[depth] = score
                self._choice[depth] = action
                self._take_variation(depth, action)
                if depth == 0:
                    self._result = score
            if self._player[depth] == 0:
                self._alpha[depth] = max(self._alpha[depth], score)
            else:
                self._beta[depth] = min(self._beta[depth], score)
            cuts = self._alpha[depth] >= self._beta[depth]
            if cuts and self._next[depth] < self._count[depth]:
                self._num_cut_offs += 1
                order.cuts_off(action, depth, self._player[depth], self._limit - depth)
            if not cuts and self._next[depth] < self._count[depth]:
                self._top = depth
                return
            score = self._score[depth]
            is_certain = self._is_sure(depth)
            kind = EXACT
            if score <= self._alpha0[depth]:
                kind = UPPER
            elif score >= self._beta0[depth]:
                kind = LOWER
            if self._has_table:
                table.note(
                    self._key_at[depth],
                    score,
                    self._limit - depth,
                    kind,
                    is_certain,
                    self._choice[depth],
                )
        self._top = NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_sure(self, depth: cython.int) -> cython.bint:
        """Whether the score of a position whose moves have been tried is that at any limit.

        Without an estimate, or with a win that is not below the limit: a sooner one would have
        been seen.
        """
        score: cython.double = self._score[depth]
        if not self._is_estimated[depth]:
            return True
        return _is_decided(score) and _plies(score) <= self._limit - depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_variation(self, depth: cython.int, action: cython.int) -> cython.void:
        """The best line from a depth on is an action and the best line after it."""
        rooms: cython.int = self._alpha.shape[0]
        plies: cython.int = self._variation_plies[depth + 1]
        i: cython.int
        self._variation[depth * rooms] = action
        for i in range(plies):
            self._variation[depth * rooms + i + 1] = self._variation[(depth + 1) * rooms + i]
        self._variation_plies[depth] = plies + 1
        if depth == 0:
            self._best.clear()
            for i in range(min(plies + 1, self._best.items.shape[0])):
                self._best.append(self._variation[i])
            self._has_result = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_root(
        self,
        action: cython.int,
        score: cython.double,
        kind: cython.int,
        is_certain: cython.bint,
    ) -> cython.void:
        place: cython.int = self._place_of(self._root_actions, action)
        self._root_score[place] = score
        self._root_kind[place] = kind
        self._root_is_certain[place] = is_certain

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_of(self, actions: Actions, action: cython.int) -> cython.int:
        place: cython.int = 0
        while place + 1 < actions.count and actions.items[place] != action:
            place += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_visits(self, tree: Tree) -> cython.void:
        """Count the leaf in the nodes of the path, whose means become their scores."""
        depth: cython.int
        node: cython.int
        mover: cython.int = 1 - self.root.to_play
        value: cython.double
        for depth in range(self._depth + 1):
            node = self._path[depth]
            value = self.playout_return
            if depth < self._leaf_depth and abs(self._score[depth]) < _UNKNOWN:
                value = _as_return(self._score[depth])
            if mover == 1:
                value = 1.0 - value
            if (
                depth < self._leaf_depth
                and abs(self._score[depth]) == _UNKNOWN
                and tree._visits[node] > 0
            ):
                value = tree._value_sum[node] / tree._visits[node]  # of the limit before
            tree._visits[node] += 1
            tree._value_sum[node] = value * tree._visits[node]
            mover = 1 - mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prove(self, tree: Tree) -> cython.void:
        """The game is over at the leaf: back up what that proves, as far as it does."""
        depth: cython.int = self._depth
        is_new: cython.bint = not tree.is_proven(self._path[depth])
        if is_new:
            proof.settle(tree, self._path[depth], self.playout_return)
        while depth > 0 and is_new:
            depth -= 1
            is_new = proof.tighten(tree, self._path[depth], tree._to_play[self._path[depth]] == 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _complete(self) -> cython.void:
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
        self._alpha[:] = other._alpha
        self._beta[:] = other._beta
        self._alpha0[:] = other._alpha0
        self._beta0[:] = other._beta0
        self._score[:] = other._score
        self._is_estimated[:] = other._is_estimated
        self._key_at[:] = other._key_at
        self._player[:] = other._player
        self._count[:] = other._count
        self._next[:] = other._next
        self._choice[:] = other._choice
        self._moves[:] = other._moves
        self._variation[:] = other._variation
        self._variation_plies[:] = other._variation_plies
        self._root_score[:] = other._root_score
        self._root_kind[:] = other._root_kind
        self._root_is_certain[:] = other._root_is_certain
        self._result = other._result
        self._num_cut_offs = other._num_cut_offs
        self._num_table_hits = other._num_table_hits
        self._num_positions = other._num_positions

    @property
    def num_bytes(self) -> int:
        return Search.num_bytes.__get__(self) + self._table.num_bytes + num_bytes(self._moves)

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
            [Window(_as_return(self._alpha[d]), _as_return(self._beta[d])) for d in depths],
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
        return "evaluation" if self.phase >= 3 and self._leaf_kind == _ESTIMATE else ""

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
        value = _as_return(self._result)
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
        value = _as_return(score)
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
            self._check_pool(root)
            self._begin_at(root)
            self._has_result = False
            self._best.clear()
            for place in range(self._stride):
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
    value = _as_return(score)
    if _is_decided(score):
        return Bounds(value, value, _plies(score))
    return known if known.is_exact else Bounds(value, value)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_decided(score: cython.double) -> cython.bint:
    """Whether a score tells the plies to a win or a loss."""
    return score > 1.0 or score < 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _plies(score: cython.double) -> cython.int:
    """The plies to a win or a loss."""
    plies: cython.double = (_WIN - score if score > 1.0 else score - _LOSS) / _STEP
    return cython.cast(cython.int, plies)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _as_return(score: cython.double) -> cython.double:
    """Player 0's return of a score."""
    return min(max(score, 0.0), 1.0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _farther(score: cython.double) -> cython.double:
    """A score as it is a ply earlier."""
    if score > 1.0:
        return score - _STEP
    return score + _STEP if score < 0.0 else score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _nearer(score: cython.double) -> cython.double:
    """A limit of the window as it is a ply later."""
    if abs(score) == _UNKNOWN or not _is_decided(score):
        return score
    return score + _STEP if score > 1.0 else score - _STEP
