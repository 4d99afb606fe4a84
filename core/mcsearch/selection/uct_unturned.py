"""A mistake that people make when they write a search, as a selection rule that Learn shows.

It is a rule like others, known by its name in links and recipes, but offered nowhere.
"""

from __future__ import annotations

import math
from typing import ClassVar

from mcsearch.engine.tree import Tree
from mcsearch.selection.python_rule import PythonRule
from mcsearch.selection.rule import EXPLORE, Term, exploration_weight


class UctUnturned(PythonRule):
    """UCT that forgets whose turn it is: at the opponent's nodes, too, it follows what is good for
    the search, as a backpropagation does that never turns the sign of the reward.
    """

    name = "uct-unturned"
    title = "UCT, reward not turned (a mistake)"
    num_players = 2
    is_offered = False
    parameters = (exploration_weight(1.41),)

    terms_in_order = (Term("mean", "v"), EXPLORE)
    symbols: ClassVar[dict[str, str]] = {"C": "exploration"}

    def variables(self, tree: Tree, node: int, child: int) -> dict[str, float]:
        values: dict[str, float] = super().variables(tree, node, child)
        if len(tree.actions_to(node)) % 2:
            values["v"] = 1.0 - values["v"]
        return values

    def score(self, tree: Tree, node: int, child: int) -> float:
        mean = tree.mean(child)
        if len(tree.actions_to(node)) % 2:
            mean = 1.0 - mean
        explore = math.sqrt(math.log(tree.visits_of(node)) / tree.visits_of(child))
        return float(mean + self.parameters_in_use["exploration"] * explore)
