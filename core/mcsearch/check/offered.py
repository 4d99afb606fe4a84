"""Our own games in the form of four methods, for a person's search to run on."""

from __future__ import annotations

from typing import Any

from mcsearch.recipe import Recipe

DEFAULT_GAME = "tictactoe"
"""Small, with an exact value for every position: most of what is examined can be told surely."""
_MOST_KEPT = 200_000  # positions


class OfferedState:
    """A position: `legal_actions, play, is_terminal, returns`, `to_play`, and equal positions are.

    `play` gives a new state. `returns()` is the first player's, 1 for a win, 0 for a loss; of one
    player the score. `to_play` is 0 or 1. What follows from a position is kept, so that a slow
    search is not slower by the game.
    """

    __slots__ = ("_after", "_kept", "_key", "_legal", "_returns", "recipe", "state", "to_play")

    def __init__(self, state: Any, recipe: Recipe, kept: dict[Any, OfferedState]) -> None:
        self.state = state
        self.recipe = recipe
        self.to_play: int = state.to_play
        self._kept = kept
        self._after: dict[int, OfferedState] = {}
        self._legal: tuple[int, ...] | None = None
        self._returns: float | None = None
        self._key = str(state)

    def legal_actions(self) -> list[int]:
        """A list of its own: a search may take from it what it has tried."""
        if self._legal is None:
            self._legal = tuple(self.state.legal_actions())
        return list(self._legal)

    def play(self, action: int) -> OfferedState:
        """The position after an action; ValueError for one that is not legal."""
        after = self._after.get(action)
        if after is None:
            made = OfferedState(self.state.play(action), self.recipe, self._kept)
            if len(self._kept) < _MOST_KEPT:
                made = self._kept.setdefault((made._key, made.to_play), made)
            after = self._after[action] = made
        return after

    def is_terminal(self) -> bool:
        if self._legal is None:
            self._legal = tuple(self.state.legal_actions())
        return not self._legal

    def returns(self) -> float:
        if self._returns is None:
            self._returns = float(self.state.returns())
        return self._returns

    @property
    def num_players(self) -> int:
        return int(self.state.num_players)

    @property
    def max_plies(self) -> int:
        return int(self.state.max_plies)

    @property
    def max_actions(self) -> int:
        return int(self.state.max_actions)

    def key(self) -> Any:
        return self._key, self.to_play

    def action_name(self, action: int) -> str:
        return str(self.state.action_name(action))

    def __deepcopy__(self, memo: Any) -> OfferedState:
        made = OfferedState(self.state, self.recipe, self._kept)
        made._after = dict(self._after)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OfferedState) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __str__(self) -> str:
        return str(self.state)

    __repr__ = __str__


def offered(game: str = "tictactoe", position: str = "", **values: Any) -> OfferedState:
    """A position of one of our games in the four-method form; RecipeError for none."""
    recipe = Recipe(game, position, parameters=values)
    return OfferedState(recipe.start(), recipe, {})
