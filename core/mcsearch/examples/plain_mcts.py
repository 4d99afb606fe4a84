"""Monte Carlo tree search in 46 lines: UCB1, one new node an iteration, random playouts.

A node's wins are those of the player who has moved into it, so that each chooses by its own.
"""

from __future__ import annotations

import math
import random


class Node:
    def __init__(self, state, parent=None, move=None):
        self.state, self.parent = state, parent
        self.move = move
        self.children = []
        self.untried = [] if state.is_terminal() else state.legal_actions()
        self.visits, self.wins = 0, 0.0

    def best_child(self, c=1.41):
        def ucb(kid):
            explore = math.log(self.visits) / kid.visits
            return kid.wins / kid.visits + c * math.sqrt(explore)

        return max(self.children, key=ucb)


def run(state, iterations, seed):
    rng = random.Random(seed)
    root = Node(state)
    for _ in range(iterations):
        node = root
        # selection
        while not node.untried and node.children:
            node = node.best_child()
        # expansion
        if node.untried:
            move = node.untried.pop(rng.randrange(len(node.untried)))
            child = Node(node.state.play(move), node, move)
            node.children.append(child)
            node = child
        # simulation
        state = node.state
        while not state.is_terminal():
            state = state.play(rng.choice(state.legal_actions()))
        result = state.returns()
        # backpropagation
        while node is not None:
            node.visits += 1
            moved = 1 - node.state.to_play
            node.wins += result if moved == 0 else 1 - result
            node = node.parent
    return root
