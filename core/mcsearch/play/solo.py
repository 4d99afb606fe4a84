"""A search that plays a game of one player with chance: move by move, to its end, in slices."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from mcsearch.engine.parameter import Value
from mcsearch.play.dice import seed_of, thrown
from mcsearch.play.values import score_of
from mcsearch.recipe import Recipe

_MOVES_KEPT = 4  # whose nodes a tree may have: what is kept of it is a small part


class Solo:
    """A game that a recipe's search plays, its budget for each move; `seed` is of the chance.

    `scores` are those before each ply and at the end, see `score_of`. The tree is kept from move to
    move, and the budget counts what is searched after a move. `moves`: the plies of its own moves,
    between which chance acts.
    """

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.state: Any = recipe.start()
        self.actions: list[Any] = []
        self.moves: list[int] = []
        self.scores = [score_of(self.state)]
        self.iterations = 0
        self.seconds = 0.0
        self._recipe = recipe
        self._seed = seed
        self._search: Any = None

    @property
    def stopped(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.is_terminal())

    def run(
        self,
        seconds: float,
        clock: Callable[[], float] = time.perf_counter,
        num_moves: float = math.inf,
    ) -> bool:
        """Play on for so long, at most up to so many moves; return whether the game is over."""
        deadline = clock() + seconds
        while not self.stopped:
            if self.state.is_chance:
                self._play(thrown(self.state, self._seed, len(self.actions)))
                continue
            if len(self.moves) >= num_moves:
                break
            if self._search is None:
                self._search = self._recipe.search_from(self.state, self._values())
            search = self._search
            left = deadline - clock()
            if left <= 0.0:
                break
            if not search.stopped:
                search.run(seconds=left, clock=clock)
            if search.stopped:
                self.iterations += int(search.iterations)
                self.seconds += float(search.seconds)
                self.moves.append(len(self.actions))
                self._play(search.best_action())
        if self.stopped:
            self._search = None  # its tree would stay in memory
        return self.stopped

    def _values(self) -> dict[str, Value]:
        """The recipe's, with a pool no larger than some moves' budgets may fill."""
        values = self._recipe.values
        room = _MOVES_KEPT * int(values["iterations"]) * (int(self.state.max_actions) + 1)
        if room < int(values.get("nodes", 0)):
            values["nodes"] = room
        return values

    def _play(self, action: Any) -> None:
        self.state = self.state.play(action)
        self.actions.append(action)
        self.scores.append(score_of(self.state))
        if hasattr(self._search, "members"):  # several trees begin anew at every move
            self._search = None
        elif self._search is not None and not self.stopped:
            self._search.advance_root(action)


def solo_of(recipe: Recipe) -> Solo:
    """The game that a race has a recipe's search play, from its first move."""
    return Solo(recipe, seed_of(f"{recipe.position} {recipe.seed}"))
