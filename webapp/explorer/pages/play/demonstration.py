"""The game that a visitor finds: it plays itself, slowly enough to be watched, until taken over.

It is a match of a person against a search, as any other; while nobody has come, the page makes the
person's moves, those that the search would answer with. The tree grows during the whole turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.pages.play.new_game import FIRST_GAME, FIRST_LEVEL, new_match
from mcsearch.play.match import Match
from mcsearch.play.setting import Setting

PERSON_SECONDS, SEARCH_SECONDS, END_SECONDS = 3.0, 1.6, 5.0
"""How long a turn of each lasts, and how long the end of the game stays on the board."""
STILL_PLIES, STILL_PLAYOUTS = 4, 1_500
"""What is shown where motion is unwanted: a game that has begun, and a tree that has grown."""
RACE_SECONDS = 0.7
"""A click so soon after the page has made the person's move was meant to be that move."""


class Demonstration:
    """The match, and how far its present turn has come. `is_still`: it stands, with a tree."""

    def __init__(self, is_still: bool) -> None:
        self.is_still = is_still
        self.is_filled = False  # a still one
        self._number = 0
        self._elapsed = 0.0  # of this turn, seconds
        self._kept: int | None = None  # playouts that the tree had when it began
        self._last = 0.0
        self.match = self._begin()

    def _begin(self) -> Match:
        self._number += 1
        match = new_match(Setting(FIRST_GAME), FIRST_LEVEL)
        side = match.sides[1]
        if side.recipe is not None:
            match.set_side(1, replace(side, recipe=side.recipe.replace(seed=self._number)))
        self._elapsed = 0.0
        self._kept = None
        return match

    @property
    def person(self) -> int:
        """The player whom a visitor takes over."""
        return next(who for who, side in enumerate(self.match.sides) if side.is_person)

    @property
    def _limit(self) -> int:
        limit = self.match.sides[1 - self.person].limit
        return limit.playouts if limit is not None else 0

    @property
    def _seconds(self) -> float:
        if self.match.is_over:
            return END_SECONDS
        return PERSON_SECONDS if self.match.waits_for_person else SEARCH_SECONDS

    @property
    def turn_is_over(self) -> bool:
        return self._elapsed >= self._seconds

    def start(self, now: float) -> None:
        """Move from now on, also where motion is unwanted: the visitor has asked for it."""
        self.is_still = self.is_filled = False
        self._last = now

    def pass_time(self, now: float) -> None:
        """Time has gone by; a pause or a page that was away counts as a moment."""
        self._elapsed += min(max(0.0, now - self._last), 0.25)
        self._last = now

    def grow(self, seconds: float) -> None:
        """Let the tree grow for at most so many seconds, as far as this turn has come."""
        match = self.match
        thinker = match.thinker
        if thinker is None or match.is_over:
            return
        wanted = STILL_PLAYOUTS
        if not self.is_still:
            # the first playouts come one by one, and then more and more of them
            if self._kept is None:
                self._kept = thinker.playouts
            share = min(1.0, self._elapsed / self._seconds) ** 2
            wanted = self._kept + 1 + round(max(0, self._limit - self._kept) * share)
        search, missing = thinker.search, wanted - thinker.playouts
        if missing > 0 and not search.stopped:
            search.run(missing, seconds)

    def go_on(self) -> None:
        """After a slice: the move at the end of a turn, or the next game."""
        if self.is_still:
            self._fill()
        elif self.turn_is_over:
            self._elapsed = 0.0
            if self.match.is_over:
                self.match = self._begin()
            else:
                self._make()

    def _fill(self) -> None:
        thinker = self.match.thinker
        if thinker is None or thinker.playouts < STILL_PLAYOUTS:
            return
        if self.match.ply < STILL_PLIES:
            self._make()
        else:
            self.is_filled = True

    def _make(self) -> None:
        match = self.match
        self._kept = None
        if match.waits_for_person and match.thinker is not None:
            match.play(match.thinker.best())
        else:
            match.move_now()

    def take_over(self, action: Any = None) -> Match:
        """The match as it stands for who takes it over, with the person to move.

        `action`: the visitor is about to make that move.
        """
        if self.match.is_over:
            return self._begin()
        match = self.match
        if not match.waits_for_person:
            if action is not None and self._elapsed < RACE_SECONDS and match.ply:
                match.go_to(match.ply - 1)
            else:
                match.move_now()
        return self._begin() if match.is_over else match
