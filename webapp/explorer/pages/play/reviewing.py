"""A review that is looked at: the move on show, and the tree of the position before it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.pages.play.retry import Retry
from mcsearch.play.match import Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import Review


class Reviewing:
    """A game's review, worked on in slices.

    `shown` is the number of the move on show, 0 for the beginning. Without a given one it is the
    last move, and once the review is finished the largest mistake, unless somebody has looked at
    another move meanwhile. `ended` is the whole game, between two people. `retry` are the mistakes
    that are played again, None while none are.
    """

    def __init__(self, record: GameRecord, playouts: int, shown: int | None = None) -> None:
        self.review = Review(record.setting, record.moves, playouts)
        self.playouts = playouts
        self.shown = self.review.num_moves if shown is None else shown
        self.ended = replace(record, sides=(Side.person(), Side.person())).match()
        self.retry: Retry | None = None
        self._leads = shown is None
        self._looked: tuple[int, Any] = (-1, None)  # ply, search

    def show(self, number: int) -> None:
        """Look at another move."""
        self.shown = max(0, min(self.review.num_moves, number))
        self._leads = False

    @property
    def ply(self) -> int:
        """Of the position that the move on show was made in."""
        return max(0, self.shown - 1)

    @property
    def is_hidden(self) -> bool:
        """Whether an answer is asked for, and what is known is kept back."""
        return self.retry is not None and not self.retry.is_answered

    @property
    def board_ply(self) -> int:
        """Of the position on the board: after the move on show, before it where it is retried."""
        return self.shown if self.retry is None else self.ply

    def start_retry(self, player: int | None) -> None:
        """Set up the first mistake of a player, of both with None."""
        retry = Retry(self.review, player)
        if retry.numbers and self.review.is_finished:
            self.retry = retry
            self.show(retry.number)

    def go_on_retrying(self) -> None:
        """The next mistake; after the last one the review is as before."""
        if self.retry is not None and self.retry.go_on():
            self.show(self.retry.number)
        else:
            self.retry = None

    @property
    def search(self) -> Any:
        """The search of that position, with its tree; None as long as it is not reviewed."""
        return self._looked[1] if self._looked[0] == self.ply else None

    @property
    def is_busy(self) -> bool:
        return self._looks or not self.review.is_finished

    @property
    def _looks(self) -> bool:
        """Whether the tree of the position on show is still to be searched."""
        if self.search is not None:
            return not self.search.stopped
        review, ply = self.review, self.ply
        if ply >= review.num_moves or review.state(ply).is_terminal():
            return False
        # a review has not kept its searches: done once more, they are the same
        return review.positions[ply] is not None and review.positions[ply + 1] is not None

    def work(self, seconds: float) -> None:
        """Do a slice: the tree on show first, then the positions that are left."""
        if not self._looks:
            self.review.advance(seconds)
            return
        if self.search is None:
            self._looked = (self.ply, self.review.search_of(self.ply))
        self.search.run(seconds=seconds)

    def settle(self) -> None:
        """After a slice: go to the largest mistake when all are known."""
        if self._leads and self.review.is_finished:
            self._leads = False
            mistakes = self.review.mistakes()
            if mistakes:
                self.shown = mistakes[0].number
