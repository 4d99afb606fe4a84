"""A game for one player: a person's attempt at a board, beside a search's own at the same one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.play.history import History
from mcsearch.play.setting import Setting
from mcsearch.play.solo import Solo
from mcsearch.play.values import names_along, score_of
from mcsearch.recipe import Recipe

PLAYOUTS = 50_000
"""With which a search looks for its own solution, and for a hint."""
PLAYOUTS_A_MOVE = 300
"""The same where chance acts, for each move of the search's own game."""
PLAYOUTS_OF_HINT = 20_000
"""Where chance acts, for a hint."""
PLAYOUTS_OF_OWN = 2_000
"""At most, for all of these in a person's own game, whose code is slower than the engine's."""


@dataclass(frozen=True)
class Advice:
    """What a search would do: its next move, the score at the end, and all moves up to there.

    Where chance acts the score is a mean, and the moves are those before it acts.
    """

    action: Any
    name: str
    score: float
    line: tuple[str, ...]


class Attempt(History):
    """A person's moves on a board, and the search's scores, which are told when asked for.

    `recipe` says how the search looks for its solution. It looks from the start for its own
    attempt, and from the present position for its advice, both in slices that the caller drives.

    Where chance acts, the search plays a game of its own by the same dice, and the recipe's budget
    is for a move. Scores are nan where the game tells none yet (`score_of`).
    """

    def __init__(
        self,
        setting: Setting,
        recipe: Recipe | None = None,
        seed: int = 0,
        moves: Iterable[str] = (),
    ) -> None:
        """`moves`: made already, see `play_through`."""
        if setting.num_players != 1:
            raise RecipeError(f"attempt: {setting.game} is for two players; play a Match of it")
        if recipe is None:
            playouts = PLAYOUTS_A_MOVE if setting.record.has_chance else PLAYOUTS
            recipe = setting.recipe("", {"iterations": _afforded(playouts, setting)}, seed)
        super().__init__(setting)
        self.recipe = setting.recipe_for(recipe)
        self._rival: Any = None
        self._rival_scores = [score_of(self._states[0])]
        self._adviser: Any = None
        self.play_through(moves)

    # --- the person's moves ---

    @property
    def score(self) -> float:
        return score_of(self.state)

    def play(self, action: Any) -> None:
        """Make a move; ValueError for an illegal one."""
        if self.is_over:
            raise ValueError("no move is left; take moves back or begin a new game")
        self._make(action)
        self._throw()

    def _make(self, action: Any) -> None:
        self._append(action)
        self._arrived()

    def play_named(self, name: str) -> None:
        """Make a move by its name; ValueError for one that is not legal."""
        self.play(self.state.parse_action(name))

    def _arrived(self) -> None:
        self._adviser = None

    # --- the search's ---

    def run_rival(self, seconds: float = 0.01) -> bool:
        """Look for a slice for the search's own solution; return whether it is done."""
        if self._rival is None:
            has_chance = self.setting.record.has_chance
            dice = self.setting.dice
            self._rival = Solo(self.recipe, dice) if has_chance else self.recipe.build()
        if not self._rival.stopped:
            self._rival.run(seconds=seconds)
            self._rival_scores = self._scores_of_rival()
        return bool(self._rival.stopped)

    def _scores_of_rival(self) -> list[float]:
        if isinstance(self._rival, Solo):
            return self._rival.scores
        state = self._states[0]
        scores = [score_of(state)]
        for action in self._rival.best_sequence:
            state = state.play(action)
            scores.append(score_of(state))
        return scores

    @property
    def rival_is_done(self) -> bool:
        """Whether the search's own attempt has come to its end."""
        return self._rival is not None and bool(self._rival.stopped)

    @property
    def rival_scores(self) -> tuple[float, ...]:
        """The score of its best solution so far, before each of the moves and at the end."""
        return tuple(self._rival_scores)

    def rival_score(self, ply: int | None = None) -> float:
        """The search's score after as many moves as the person has made, or as `ply` says."""
        moves = self.ply if ply is None else ply
        return self._rival_scores[min(moves, len(self._rival_scores) - 1)]

    @property
    def rival_total(self) -> float:
        """The score at the end of the best solution that the search has found so far."""
        return self._rival_scores[-1]

    def advise(self, seconds: float = 0.01) -> bool:
        """Think for a slice about what to do at the present position; return whether it is known.

        ValueError where no move is left.
        """
        if self.is_over:
            raise ValueError("no move is left; there is nothing to advise")
        if self._adviser is None:
            self._adviser = self._new_adviser()
        self._adviser.run(seconds=seconds)
        return bool(self._adviser.stopped)

    def _new_adviser(self) -> Any:
        asked = self.recipe
        if self.setting.record.has_chance:
            playouts = _afforded(PLAYOUTS_OF_HINT, self.setting)
            asked = asked.with_parameters({"iterations": playouts, "seconds": 0.0})
        return asked.search_from(self.state)

    @property
    def advice(self) -> Advice | None:
        """What the search would do here, as far as it knows; None before `advise`."""
        if self._adviser is None or not self._adviser.best_sequence:
            return None
        sequence = self._adviser.best_sequence
        line = tuple(names_along(self.state, sequence))
        return Advice(sequence[0], line[0], self._adviser.best_score, line)


def _afforded(playouts: int, setting: Setting) -> int:
    return playouts if setting.own is None else min(playouts, PLAYOUTS_OF_OWN)
