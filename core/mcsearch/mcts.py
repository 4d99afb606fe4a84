"""Monte Carlo tree search: the four phases over a growing tree, for one player and for two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.parameter import Parameter
from mcsearch.search import ITERATIONS, NODES, SECONDS, TARGET
from mcsearch.selection import RULES

if cython.compiled:
    from cython.cimports.mcsearch.search import Search
    from cython.cimports.mcsearch.selection import Rule
    from cython.cimports.mcsearch.state import Actions, State, StateStack
    from cython.cimports.mcsearch.tree import NONE, ROOT, Tree
else:
    from mcsearch.search import Search
    from mcsearch.selection import Rule
    from mcsearch.state import Actions, State, StateStack
    from mcsearch.tree import NONE, ROOT, Tree

_NODES_STOP = cython.declare(cython.int, 2)

_WHEN_FULL = Parameter(
    "when_full",
    "choice",
    "continue",
    "Full pool",
    "continue: playouts go on without new nodes; stop: the search ends",
    choices=("continue", "stop"),
)


@cython.cclass
class Mcts(Search):
    """Select by the rule, expand one child, play it out, back up the return.

    Children are expanded from the last legal action to the first. A descent goes on through partly
    expanded nodes once the pool is full. The states along the path are kept from one iteration to
    the next and made anew only from the first action that differs.
    """

    uses_rule = True
    rule = cython.declare(Rule, visibility="readonly")
    _stops_when_full: cython.bint

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        rule = RULES[values["selection"]]
        self.rule = rule(**{p.name: values[p.name] for p in rule.parameters})
        self._stops_when_full = values["when_full"] == "stop"

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        self._depth = self._descend(self.tree, self.rule, self._stack, self._line)
        self._num_new = 0
        self._trail.clear()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _descend(self, tree: Tree, rule: Rule, stack: StateStack, line: Actions) -> cython.int:
        """Fill the path and return its depth; `line` still holds the actions of the last one."""
        node: cython.int = ROOT
        depth: cython.int = 0
        shared: cython.bint = True
        action: cython.int
        self._path[0] = ROOT
        while tree._num_children[node] > 0 and (
            tree._num_children[node] == tree._num_legal[node] or tree.full
        ):
            node = rule.select(tree, node)
            action = tree._action[node]
            if not shared or depth >= line.count or line.items[depth] != action:
                shared = False
                stack.step(depth, action)
                line.items[depth] = action
            depth += 1
            self._path[depth] = node
        line.count = depth
        return depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        self._expand_one(self.tree, self._stack, self._legal)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_one(self, tree: Tree, stack: StateStack, legal: Actions) -> cython.void:
        node: cython.int = self._path[self._depth]
        action: cython.int
        child: cython.int
        if tree.full or tree._num_legal[node] == 0:
            return
        tree._num_legal[node] = stack.fill_actions(self._depth, legal)
        if legal.count == 0:
            return
        action = legal.items[legal.count - 1 - tree._num_children[node]]
        child = tree.add_child(node, action)
        if child == NONE:
            if self._stops_when_full:
                self._stop_code = _NODES_STOP
            return
        stack.step(self._depth, action)
        self._line.append(action)
        self._depth += 1
        self._path[self._depth] = child
        self._num_new = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        if self._num_players == 1:
            self._back_up_score(self.tree, self.rule)
            if not self._has_result or self.playout_return > self._best_score:
                self._remember(self._depth)
        else:
            self._back_up_return(self.tree, self.rule)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up_score(self, tree: Tree, rule: Rule) -> cython.void:
        depth: cython.int
        for depth in range(self._depth + 1):
            self._add_return(tree, depth)
            rule.update(tree, self._path[depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up_return(self, tree: Tree, rule: Rule) -> cython.void:
        """Each node counts the return for the player who moved into it."""
        depth: cython.int
        node: cython.int
        mover: cython.int = 1 - self.root.to_play
        for depth in range(self._depth + 1):
            node = self._path[depth]
            tree._visits[node] += 1
            tree._value_sum[node] += (
                self.playout_return if mover == 0 else 1.0 - self.playout_return
            )
            rule.update(tree, node)
            mover = 1 - mover

    # --- Python level ---

    @property
    def best_score(self) -> float:
        if self._num_players == 1 or self.tree.num_children[ROOT] == 0:
            return self._best_score
        return self.tree.mean(self._most_visited(ROOT))

    @property
    def best_sequence(self) -> list:
        if self._num_players == 1:
            return self._best.to_list()
        actions = []
        node = self._most_visited(ROOT)
        while node != NONE:
            actions.append(self.tree.action_of(node))
            node = self._most_visited(node)
        return actions

    def _most_visited(self, node: int) -> int:
        children = [c for c in self.tree.children(node) if self.tree.visits_of(c)]
        return max(children, key=self.tree.visits_of, default=NONE)


@cython.cclass
class SpMcts(Mcts):
    """Single-player MCTS (Schadd et al. 2008)."""

    name = "spmcts"
    title = "SP-MCTS"
    default_policy = "tabu-color-random"
    num_players = (1,)
    code = (
        "while node is expanded: node ← argmax score",
        "node ← untried move",
        "r ← playout(node)",
        "add r along the path",
    )
    parameters = (ITERATIONS, SECONDS, TARGET, NODES, _WHEN_FULL)


@cython.cclass
class UctSearch(Mcts):
    """UCT for two players (Kocsis and Szepesvari 2006)."""

    name = "uct"
    title = "UCT"
    num_players = (2,)
    code = SpMcts.code
    parameters = (ITERATIONS, SECONDS, NODES, _WHEN_FULL)
