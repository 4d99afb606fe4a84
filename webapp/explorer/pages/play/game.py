"""One visitor's game: a match, its review and the hint that was asked for, worked on in slices."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer.pages.play.link import GamePlace, check
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import Review
from mcsearch.play.setting import Setting

SLICE_SECONDS = 0.012
FIRST_GAME, FIRST_LEVEL = "connect4", "strong"


@dataclass(frozen=True)
class Message:
    """A word to the visitor beside the game."""

    number: int
    text: str
    is_error: bool


class Game:
    """A match as it is seen: what is to be done next, and who is told when it is done.

    `shown` is the number of the move on show in a review. `hides` keeps the values of the moves
    back until the person has moved.
    """

    def __init__(self, screen_ready: Callable[[float], bool]) -> None:
        self.patience = math.inf
        self.match = new_match(FIRST_GAME, FIRST_LEVEL)
        self.review: Review | None = None
        self.shown = 0
        self.hides = False
        self.paused = True  # until the visitor has come
        self.message: Message | None = None
        self._wants_hint = False
        self._told_hint = -1  # the position whose hint is shown
        self._screen_ready = screen_ready
        self._listeners: list[Callable[[], None]] = []
        self._visited = time.perf_counter()
        self._slice: str = ""

    # --- reading ---

    @property
    def has_hint(self) -> bool:
        """Whether the hint about the present position is on show."""
        return self._told_hint == self.match.ply and self.review is None

    @property
    def awaits_hint(self) -> bool:
        return self._wants_hint

    @property
    def shows_values(self) -> bool:
        return not (self.hides and self.match.waits_for_person)

    def record(self) -> GameRecord:
        """The whole game, with what was taken back."""
        match, ply = self.match, self.match.ply
        match_actions = ply + match.num_taken_back
        names = [match.state_at(i).action_name(match.action_at(i)) for i in range(match_actions)]
        return GameRecord(match.setting, match.sides, tuple(names))

    def place(self) -> GamePlace:
        at = self.match.ply if self.review is None else self.shown
        return GamePlace(self.record(), at, self.review is not None)

    # --- what the visitor does ---

    def begin(self, match: Match) -> None:
        """Another game."""
        for side in match.sides:
            check(side)
        match.ponders = self.match.ponders
        self.match = match
        self.review = None
        self.paused = False
        self._forget_hint()
        self._changed()

    def take(self, place: GamePlace) -> None:
        """The game of a link or a file."""
        match = place.record.match()
        match.go_to(place.at)
        self.begin(match)
        if place.is_reviewed:
            self.start_review(place.at)

    def do(self, what: Callable[[], Any]) -> None:
        """Something with the match; what can't be done is told and changes nothing."""
        ply = self.match.ply
        try:
            what()
        except ValueError as error:
            self.say(str(error))
            return
        if self.match.ply != ply:
            self._forget_hint()
        self._changed()

    def ask_hint(self) -> None:
        if not self.match.is_over and self.review is None:
            self._wants_hint = True
            self._changed()

    def start_review(self, at: int | None = None) -> None:
        """Review the moves of the game up to the last one played."""
        record = self.record()
        self.review = Review(record.setting, record.moves)
        self.shown = len(record.moves) if at is None else min(at, len(record.moves))
        self._forget_hint()
        self._changed()

    def show_move(self, number: int) -> None:
        """Look at another move of the review."""
        if self.review is not None:
            self.shown = max(0, min(self.review.num_moves, number))
            self._changed()

    def play_on(self) -> None:
        """End the review and go on with the game from the position on show."""
        if self.review is not None:
            self.review = None
            self.match.go_to(self.shown)
            self._changed()

    def _forget_hint(self) -> None:
        self._wants_hint = False
        self._told_hint = -1

    # --- slices ---

    @property
    def busy(self) -> bool:
        return bool(self._next())

    def _next(self) -> str:
        """What is to be done: "hint", "think", "ponder", "review" or ""."""
        match = self.match
        if self.review is not None:
            return "" if self.review.is_finished else "review"
        if match.is_over:
            return ""
        if self._wants_hint:
            return "hint"
        if self.paused:
            return ""
        if not match.waits_for_person:
            return "think"
        thinker = match.thinker
        can_ponder = thinker is not None and not thinker.is_exhausted
        return "ponder" if match.ponders and can_ponder else ""

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        what = self._next()
        if not what or not self._screen_ready(now):
            return None
        if now - self._visited > self.patience:
            self.paused = True
            self.match.ponders = False
            self.say("Paused, since nobody seems to be there.", is_error=False)
            return None
        match, review, thinker = self.match, self.review, self.match.thinker
        self._slice = what
        if what == "hint":
            return lambda: _ignore(match.advise(SLICE_SECONDS))
        if what == "review" and review is not None:
            return lambda: _ignore(review.advance(SLICE_SECONDS))
        if what == "think" and thinker is not None:
            return lambda: _ignore(thinker.think(SLICE_SECONDS))
        return lambda: _ignore(match.advance(SLICE_SECONDS))

    def end_slice(self) -> bool:
        match = self.match
        if self._slice == "hint" and self._wants_hint and match.advise(0.0):
            self._wants_hint = False
            self._told_hint = match.ply
        thinker = match.thinker
        is_turn = self._slice == "think" and self._next() == "think"
        if is_turn and thinker is not None and thinker.has_thought:
            match.advance(0.0)
        self._changed()
        return True

    def tick(self, now: float) -> bool:
        work = self.begin_slice(now)
        if work is None:
            return False
        work()
        return self.end_slice()

    def visit(self, now: float) -> None:
        self._visited = now

    def watch(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def say(self, text: str, is_error: bool = True) -> None:
        number = self.message.number + 1 if self.message else 1
        self.message = Message(number, text, is_error)
        self._changed()

    def fail(self, error: Exception) -> None:
        self.paused = True
        self.review = None
        self._forget_hint()
        self.say(f"The search has stopped with an error: {error or type(error).__name__}.")

    def _changed(self) -> None:
        for listener in self._listeners:
            listener()


def _ignore(result: Any) -> None:
    """A slice's work gives nothing back."""


def new_match(
    game: str, level: str, first: str = "person", position: str = "", pie: bool = False
) -> Match:
    """A match from the page's form; RecipeError for what can't be played."""
    parameters = {"pie_rule": True} if pie and game == "yavalath" else {}
    setting = Setting(game, position, parameters)
    person, search = Side.person(), Side.of_level(level, game, 1)
    sides = {
        "person": (person, search),
        "search": (search, person),
        "persons": (person, person),
        "searches": (search, Side.of_level(level, game, 2)),
    }
    return Match(setting, sides.get(first, sides["person"]))
