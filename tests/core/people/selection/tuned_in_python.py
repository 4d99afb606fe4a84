"""A selection rule in plain Python."""

import math

from mcsearch.selection.python_rule import PythonRule
from mcsearch.selection.rule import exploration_weight


class Ucb1Tuned(PythonRule):
    """UCB1-Tuned (Auer et al. 2002, section 4), for returns of 0, 1 and between."""

    name = "tuned-in-python"
    title = "UCB1-Tuned in Python"
    num_players = 2
    parameters = (exploration_weight(1.0),)

    def score(self, tree, node, child):
        mean, visits = tree.mean(child), tree.visits_of(child)
        share = math.log(tree.visits_of(node)) / visits
        variance = mean * (1.0 - mean) + math.sqrt(2.0 * share)
        width = math.sqrt(share * min(0.25, variance))
        return mean + self.parameters_in_use["exploration"] * width


class Thompson(PythonRule):
    """Thompson sampling of means that are normally distributed; it counts its draws."""

    name = "thompson-in-python"
    title = "Thompson sampling in Python"
    num_players = 1

    def __init__(self):
        super().__init__()
        self.num_draws = 0

    def score(self, tree, node, child):
        self.num_draws += 1
        return self.random.gauss(tree.mean(child), 30.0 / math.sqrt(tree.visits_of(child)))
