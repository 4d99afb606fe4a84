"""Mistakes that people make when they write a search, as selection rules that chapters show.

They are rules like others, known by their names in links and recipes, but offered nowhere.
"""

from __future__ import annotations

import math

from mcsearch.engine.tree import ROOT
from mcsearch.selection.python_rule import PythonRule
from mcsearch.selection.rule import exploration_weight


class Unturned(PythonRule):
    """UCT that forgets whose turn it is: at the opponent's nodes, too, it follows what is good for
    the search, as a backpropagation does that never turns the sign of the reward.
    """

    name = "uct-unturned"
    title = "UCT, reward not turned (a mistake)"
    num_players = 2
    parameters = (exploration_weight(1.41),)

    def score(self, tree, node, child):
        depth = 0
        while node != ROOT:
            node = tree.parent_of(node)
            depth += 1
        mean = tree.mean(child)
        parent = tree.parent_of(child)
        explore = math.sqrt(math.log(tree.visits_of(parent)) / tree.visits_of(child))
        return (1.0 - mean if depth % 2 else mean) + self.parameters_in_use["exploration"] * explore
