"""The moves of a game, some of which may be taken back; they stay until another one is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.play.dice import thrown
from mcsearch.play.setting import Setting
from mcsearch.play.values import action_of, names_along, word_of


class History:
    """The moves of a game from a setting, at one of its positions.

    `ply` counts the moves up to there. A subclass overrides `_arrived` and `_make`.

    Where chance acts, its outcomes stand among the moves, as what they are not: nobody's. They come
    about at once after a move, by the dice of the setting, so that no position of a game is one in
    which chance is to act; going back and forth goes past them.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ply = 0
        self._states = [setting.start()]
        self._actions: list[Any] = []

    def _arrived(self) -> None:
        """The present position is another one, by undo or redo."""

    @property
    def state(self) -> Any:
        """The present position."""
        return self._states[self.ply]

    def state_at(self, ply: int) -> Any:
        """The position after so many moves."""
        return self._states[ply]

    def action_at(self, ply: int) -> Any:
        """The action that was played after so many moves, also one that was taken back."""
        return self._actions[ply]

    def name_at(self, ply: int) -> str:
        """What `action_at` is called."""
        return str(self._states[ply].action_name(self._actions[ply]))

    @property
    def actions(self) -> list[Any]:
        """The actions played up to the present position."""
        return self._actions[: self.ply]

    @property
    def move_names(self) -> list[str]:
        """The moves up to the present position, as the game writes them."""
        return names_along(self._states[0], self.actions)

    @property
    def words(self) -> tuple[str, ...]:
        """All moves as game files and links have them, also those that were taken back."""
        return tuple(map(word_of, self._states, self._actions))

    @property
    def num_taken_back(self) -> int:
        """Moves that were taken back and can be played again."""
        return len(self._actions) - self.ply

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_terminal())

    # --- chance ---

    def is_drawn(self, ply: int) -> bool:
        """Whether what followed after so many moves was chance, and nobody's move."""
        return self.setting.record.has_chance and bool(self._states[ply].is_chance)

    @property
    def num_moves(self) -> int:
        """The moves up to the present position, without what chance has done."""
        return sum(not self.is_drawn(ply) for ply in range(self.ply))

    @property
    def last_move(self) -> int:
        """The ply of the last move that somebody has made; -1 before the first."""
        return next((ply for ply in range(self.ply - 1, -1, -1) if not self.is_drawn(ply)), -1)

    @property
    def drawn(self) -> list[str]:
        """What chance has brought since the last move, as the game writes it."""
        return [self.name_at(ply) for ply in range(self.last_move + 1, self.ply)]

    def _throw(self) -> None:
        """Let chance act as long as it does."""
        while self.is_drawn(self.ply):
            self._make(thrown(self.state, self.setting.dice, self.ply))

    def _append(self, action: Any) -> tuple[Any, Any]:
        """Play an action in place of what was taken back; return it, normalized, and the state.

        ValueError for an illegal one.
        """
        after = self.state.play(action)
        action = self.state.normalize(action)
        del self._actions[self.ply :], self._states[self.ply + 1 :]
        self._actions.append(action)
        self._states.append(after)
        self.ply += 1
        return action, after

    def _make(self, action: Any) -> None:
        """Make any side's move; ValueError for an illegal one."""
        self._append(action)

    def play_through(self, names: Iterable[str]) -> None:
        """Make moves by their names, of all sides and of chance; then chance acts, if it is to.

        RecipeError says which can't be made.
        """
        for number, name in enumerate(names, self.ply + 1):
            where = f"move {number}, {name[:20]!r}"
            if self.is_over:
                raise RecipeError(f"{where}: the game is over before it; leave it and the rest out")
            try:
                self._make(action_of(self.state, name))
            except ValueError as error:
                raise RecipeError(f"{where}: {error}") from None
        self._throw()

    def undo(self, moves: int = 1) -> int:
        """Take moves back, as far as there are any; return how many plies."""
        before = [ply for ply in range(self.ply) if not self.is_drawn(ply)]
        return -self.go_to([self.ply, *reversed(before)][min(moves, len(before))])

    def redo(self, moves: int = 1) -> int:
        """Play moves again that were taken back; return how many plies."""
        last = len(self._actions)
        after = [ply for ply in range(self.ply + 1, last) if not self.is_drawn(ply)]
        return self.go_to([self.ply, *after, last][min(moves, len(after) + 1)])

    def go_to(self, ply: int) -> int:
        """Go to a position of the game, counted from 0, from one where chance acts on to the next.

        Returns how many plies forth.
        """
        if not 0 <= ply <= len(self._actions):
            raise ValueError(f"move {ply}: the game has {len(self._actions)} moves")
        while ply < len(self._actions) and self.is_drawn(ply):
            ply += 1
        moved = ply - self.ply
        self.ply = ply
        if moved:
            self._arrived()
        return moved
