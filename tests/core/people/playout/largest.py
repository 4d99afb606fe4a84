"""A playout policy in plain Python."""

from mcsearch.engine.parameter import Parameter
from mcsearch.playout.python_policy import PythonPolicy


class Largest(PythonPolicy):
    """The largest group of SameGame, or with some probability any; it remembers the board."""

    name = "largest"
    title = "largest group"
    num_players = (1,)
    needs_kinds = True
    parameters = (
        Parameter("any", "float", 0.1, "Any group", "probability of any", low=0.0, high=1.0),
    )

    def __init__(self, any):
        super().__init__()
        self._any = any
        self.num_tiles = 0

    def prepare(self, state, random):
        self.num_tiles = state.num_tiles

    def choose(self, state, random):
        legal = state.legal_actions()
        if random.random() < self._any * state.num_tiles / self.num_tiles:
            return random.choice(legal)
        return max(legal, key=lambda action: len(state.action_cells(action)))
