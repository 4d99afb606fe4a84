"""Chance nodes: tree search where between the actions outcomes come about that nobody chooses.

A node where chance acts has a child for each outcome, all from its first expansion on. A descent
goes on to one that is drawn by the probabilities and never asks the rule, so that the node's mean
goes to the expectation (expectimax trees; Chaslot, Saito, Bouzy, Uiterwijk and van den Herik 2006,
for Monte Carlo). What a player chooses afterwards may depend on the outcome, which it could not
with nodes that stand for all outcomes of their actions (open loop).

A player may act twice in turn here: who has moved into a node is kept for the path.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
else:
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, ROOT, Tree


@cython.cclass
class Chance:
    """What a tree search does otherwise where chance acts."""

    def __init__(self, root: State) -> None:
        # int32 [plies + 2], by depth: who moved into the path's node, at an outcome who had moved
        self._movers = view(np.zeros(root.max_plies + 2, np.int32))
        self._movers[0] = 1 - root.to_play

    # --- C level ---

    def descend(self, path, rng, tree, rule, stack, line):
        """Fill the path and return its depth; `line` still holds the actions of the last one.

        A chance node without all of its children, for lack of room, is a leaf.
        """
        node: cython.int = ROOT
        depth: cython.int = 0
        shared: cython.bint = True
        is_whole: cython.bint
        outcome: cython.int
        action: cython.int
        path[0] = ROOT
        while tree._num_children[node] > 0:
            is_whole = tree._num_children[node] == tree._num_legal[node]
            outcome = self.draw(stack, depth, rng)
            if not is_whole and (outcome != NONE or not tree.full):
                break
            if outcome >= tree._num_children[node]:
                break  # of a class that tells other outcomes than before: expansion says so
            node = rule.select(tree, node) if outcome == NONE else tree._first[node] + outcome
            action = tree._action[node]
            if not shared or depth >= line.count or line.items[depth] != action:
                shared = False
                stack.step(depth, action)
                line.items[depth] = action
            depth += 1
            path[depth] = node
        line.count = depth
        return depth

    def draw(self, stack, depth, rng):
        """The outcome that comes about at an entry of the stack; NONE where a player acts.

        Notes who moves into the entry below it.
        """
        outcome: cython.int = cython.cast(State, stack._at[depth]).draw_outcome(rng)
        self._movers[depth + 1] = (
            self._movers[depth] if outcome != NONE else cython.cast(State, stack._at[depth]).to_play
        )
        return outcome

    def back_up(self, tree, path, depth, value):
        """Two players: each node of the path counts the return for the player who moved into it."""
        i: cython.int
        node: cython.int
        for i in range(depth + 1):
            node = path[i]
            tree._visits[node] += 1
            tree._value_sum[node] += value if self._movers[i] == 0 else 1.0 - value

    # --- Python level ---

    def begin_at(self, before: Any) -> None:
        """Go on from a child of the root; `before` is the state left."""
        if not before.is_chance:
            self._movers[0] = before.to_play

    def mover_after(self, root: Any, numbers: list) -> int:
        """The player who has moved last, in a sequence of actions from the root or before."""
        mover = self._movers[0]
        state = root
        for number in numbers:
            mover = mover if state.is_chance else state.to_play
            state = state.play(state.action_of(number))
        return mover

    def root_mean(self, tree: Tree, root: Any) -> float:
        """The mean return at the root, for the player to move; one player: the mean score."""
        mean = tree.mean(ROOT)
        return mean if root.num_players == 1 or self._movers[0] == root.to_play else 1.0 - mean

    def copy_from(self, other: Chance) -> None:
        """Become equal to that of another search of the same root."""
        self._movers[:] = other._movers


def until_chance(root: Any, numbers: list) -> list:
    """The first of a sequence's numbers, as far as no chance acts."""
    state = root
    for place, number in enumerate(numbers):
        if state.is_chance:
            return numbers[:place]
        state = state.play(state.action_of(number))
    return numbers
