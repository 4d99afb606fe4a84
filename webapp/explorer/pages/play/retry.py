"""The mistakes of a review, set up once more one after another: is there a better move?"""

from __future__ import annotations

from typing import Any

from mcsearch.play.review import MISTAKE_LOSS, Review


class Retry:
    """The positions in which a player, or both with None, made mistakes.

    `wrong` are the names of the moves tried at the position at hand that give something away;
    `found` is the right one, `is_answered` once it is found or asked for; `is_sure`: what `wrong`
    ones give away is known exactly.
    """

    def __init__(self, review: Review, player: int | None) -> None:
        self._review = review
        self.numbers = sorted(
            move.number for move in review.mistakes() if player in (None, move.player)
        )
        self.place = 0
        self.num_found = 0
        self._begin()

    def _begin(self) -> None:
        self.wrong: list[str] = []
        self.is_sure = True
        self.found = ""
        self.is_answered = False

    @property
    def number(self) -> int:
        """Of the mistake at hand among the moves of the game."""
        return self.numbers[self.place]

    @property
    def hidden(self) -> list[int]:
        """The mistakes whose answers are not to be told yet."""
        return self.numbers[self.place + self.is_answered :]

    def play(self, action: Any) -> None:
        """Try a move; ValueError where it is not legal."""
        state = self._review.state(self.number - 1)
        action = state.normalize(action)
        name = state.action_name(action)
        position = self._review.positions[self.number - 1]
        if position is None or self.is_answered:
            return
        if position.loss_of(action) < MISTAKE_LOSS:
            self.found = name
            self.num_found += not self.wrong
            self.is_answered = True
        elif name not in self.wrong:
            self.wrong.append(name)
            tried = next(value for value in position.values if value.action == action)
            self.is_sure &= position.bounds.is_exact and tried.bounds.is_exact

    def show(self) -> None:
        """Tell the answer."""
        self.is_answered = True

    def go_on(self) -> bool:
        """To the next mistake; False after the last one."""
        if self.place + 1 == len(self.numbers):
            return False
        self.place += 1
        self._begin()
        return True
