"""One visitor's game: what is played, its review and the help asked for, worked on in slices."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.game.positions import meant_in
from explorer.pages.play.demonstration import Demonstration
from explorer.pages.play.new_game import FIRST_GAME, FIRST_LEVEL, new_match
from explorer.pages.play.reviewing import Reviewing
from explorer.pages.play.slow_motion import SlowMotion, finish
from explorer.pages.play.thinking import Thinking
from explorer.pages.play.viewpoint import persons_side
from explorer.session.code import CodeError
from explorer.session.game_link import PLAYOUTS_OF_OWN, GamePlace, check, check_rival
from explorer.session.own_games import OwnGames, place_of
from explorer.session.work import Work
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import PLAYOUTS
from mcsearch.play.setting import Setting
from mcsearch.recipe import Recipe

SLICE_SECONDS = 0.012
FRAME_SECONDS, MOST_FRAME_SECONDS = 0.1, 1.0
"""Between two pictures of a search that thinks: who draws is late for a click."""
DRAWN_SHARE = 0.25
"""Of the time at most, so that a click seldom comes while a picture is made or painted."""
TURN_SLICES = 2
"""After so many a server hears the visitor, whether there was a picture or not."""


class Game(Work):
    """A match, or one player's attempt, as it is seen: what is to be done next, and who is told.

    `hides` keeps the values of the moves back until the person has moved; `away`: nobody looks.
    """

    def __init__(
        self, screen_ready: Callable[[float], bool], own_games: OwnGames | None = None
    ) -> None:
        super().__init__()
        self.own_games = OwnGames() if own_games is None else own_games
        self.played: Match | Attempt = new_match(Setting(FIRST_GAME), FIRST_LEVEL)
        self.number = 1  # of the games of this visit
        self.reviewing: Reviewing | None = None
        self.review_playouts = PLAYOUTS
        self.thinking = Thinking()
        self.motion = SlowMotion()
        self.demonstration: Demonstration | None = None
        self.hides = False
        self.paused = True  # until the visitor has come
        self._is_resting = False  # until the visitor does something again
        self.away = False
        self._wants_help = False
        self._helped_at = -1  # the position about which help is shown
        self._screen_ready = screen_ready
        self._drawn = self._noted = -math.inf
        self._frame_seconds = FRAME_SECONDS
        self._slice = ""
        self._num_slices = 0

    # --- reading ---

    @property
    def match(self) -> Match:
        """The match of two players."""
        assert isinstance(self.played, Match)
        return self.played

    @property
    def attempt(self) -> Attempt | None:
        """The attempt of one player; None in a match."""
        return self.played if isinstance(self.played, Attempt) else None

    @property
    def own(self) -> Recipe | None:
        """A recipe of the game where it is somebody's own, else None."""
        return self.played.setting.own

    @property
    def has_help(self) -> bool:
        """Whether the help about the present position is on show."""
        return self._helped_at == self.played.ply and self.reviewing is None

    @property
    def awaits_help(self) -> bool:
        return self._wants_help

    @property
    def shows_values(self) -> bool:
        return not (self.hides and self.match.waits_for_person)

    def play(self, action: Any) -> None:
        """The visitor's move, in the game or at a mistake of it that is retried."""
        retry = None if self.reviewing is None else self.reviewing.retry
        if retry is None:
            self.played.play(action)
        else:
            retry.play(action)

    def retry(self, what: str) -> None:
        """Set the mistakes up again ("start"), "answer" one, go "on" to the next, or "end" it."""
        reviewing = self.reviewing
        if reviewing is None:
            return
        if what == "start":
            reviewing.start_retry(persons_side(self.match))
        elif what == "on":
            reviewing.go_on_retrying()
        elif what == "answer" and reviewing.retry is not None:
            reviewing.retry.show()
        elif what == "end":
            reviewing.retry = None
        self._changed()

    def record(self) -> GameRecord:
        """The whole game, with what was taken back."""
        sides = (Side.person(), Side.person()) if self.attempt else self.match.sides
        return GameRecord(self.played.setting, sides, self.played.words)

    def place(self) -> GamePlace:
        reviewing, attempt = self.reviewing, self.attempt
        if reviewing is not None:
            return GamePlace(self.record(), reviewing.shown, reviewing.playouts)
        rival = None if attempt is None else attempt.recipe
        return GamePlace(self.record(), self.played.ply, rival=rival)

    # --- what the visitor does ---

    def demonstrate(self, is_still: bool) -> None:
        """Play by itself until the visitor does anything with the game."""
        self.demonstration = Demonstration(is_still)
        self.played = self.demonstration.match
        self.paused = False
        self._changed()

    def start_demonstration(self) -> None:
        """Let one that stands still go on."""
        if self.demonstration is not None:
            self.demonstration.start(self._clock())
            self.paused = False
            self._changed()

    def take_over(self, action: Any = None) -> None:
        """The visitor plays on, with the move that they are about to make."""
        demonstration, self.demonstration = self.demonstration, None
        if demonstration is not None:
            self.played = demonstration.take_over(action)
            self.number += 1
            self.paused = False

    def set_pace(self, playouts_a_second: float) -> None:
        """How fast a search that thinks is watched."""
        self._finish_playout()
        self.motion.set(playouts_a_second)
        self._changed()

    def _finish_playout(self) -> None:
        if self.motion.shows_phases and isinstance(self.played, Match):
            finish(self.played)

    def begin(self, played: Match | Attempt) -> None:
        """Another game."""
        if isinstance(played, Match):
            for side in played.sides:
                check(side)
            played.ponders = isinstance(self.played, Match) and self.played.ponders
        else:
            check_rival(played.recipe)
        self.demonstration = None
        was_own, self.played = self.own is not None, played
        if was_own != (self.own is not None):
            self.review_playouts = PLAYOUTS_OF_OWN if self.own else PLAYOUTS
        self.number += 1
        self.reviewing = None
        self.paused = False
        self._forget_help()
        self._changed()

    def take(self, place: GamePlace) -> None:
        """The game of a link or a file."""
        record = place.record
        if record.setting.num_players == 1:
            self.begin(record.attempt(place.rival))
        else:
            self.begin(record.match())
        if place.at is not None:
            self.go_to(place.at)
        if place.reviewed:
            self.review_playouts = place.reviewed
            self.start_review(place.at)
        self._changed()

    def go_to(self, ply: int) -> None:
        """To another position of the game."""
        self.played.go_to(ply)
        self._keep_what_is_ahead()

    def turn(self, way: int) -> None:
        """Back or forth to the visitor's turn; where no person is to answer, one move."""
        played = self.played
        if isinstance(played, Match):
            _ = played.undo_turn() if way < 0 else played.redo_turn()
        else:
            _ = played.undo() if way < 0 else played.redo()
        self._keep_what_is_ahead()

    def _keep_what_is_ahead(self) -> None:
        """Wait where a search would play on, and the moves taken back would be gone."""
        played = self.played
        if isinstance(played, Match) and played.num_taken_back and not played.waits_for_person:
            self.paused = True

    def do(self, what: Callable[[], Any]) -> None:
        """Something with the game; what can't be done is told and changes nothing."""
        self._finish_playout()
        ply, message = self.played.ply, self.message
        try:
            what()
        except (ValueError, CodeError) as error:
            self.say(str(error))
            return
        except Exception as error:
            if self.own is None:
                raise
            self.fail(error)
            return
        if self.played.ply != ply:
            self._forget_help()
        if message is not None and message is self.message:
            self.message = message.taken_back()
        self._changed()

    def ask_help(self) -> None:
        """A hint, or with one player what the search would do."""
        self.take_over()
        if not self.played.is_over and self.reviewing is None:
            self._wants_help = True
            self._changed()

    def start_review(self, at: int | None = None) -> None:
        """Review the moves of the game up to the last one played."""
        self.take_over()
        record = self.record()
        if self.attempt is None and record.moves:
            self.reviewing = Reviewing(record, self.review_playouts, at)
            self._forget_help()
            self._changed()

    def review_with(self, playouts: int) -> None:
        """Review a position with so many playouts, also the game that is on show."""
        self.review_playouts = playouts
        if self.reviewing is not None:
            self.start_review(self.reviewing.shown)

    def show_move(self, number: int) -> None:
        """Look at another move of the review."""
        if self.reviewing is not None:
            self.reviewing.retry = None
            self.reviewing.show(number)
            self._changed()

    def play_on(self) -> None:
        """End the review and go on from the position on show, from an earlier one as a new game."""
        if self.reviewing is None:
            return
        record, shown = self.record(), self.reviewing.shown
        if shown < len(record.moves):
            self.begin(replace(record, moves=record.moves[:shown]).match())
        else:
            self.reviewing = None
            self.match.go_to(shown)
            self._changed()

    def _forget_help(self) -> None:
        self._wants_help = False
        self._helped_at = -1

    # --- slices ---

    @property
    def busy(self) -> bool:
        return bool(self._next())

    def _next(self) -> str:
        """What is to be done: "show", "help", "think", "ponder", "rival", "review" or ""."""
        if self.away or self._is_resting:
            return ""
        if self.demonstration is not None:
            return "" if self.paused or self.demonstration.is_filled else "show"
        if self.reviewing is not None:
            return "review" if self.reviewing.is_busy else ""
        if self._wants_help:
            return "help"
        if self.attempt is not None:
            return "" if self.paused or self.attempt.rival_is_done else "rival"
        match = self.match
        if self.paused or match.is_over:
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
        if self._is_left_alone(now):
            self._rest()
            return None
        if what in ("think", "ponder") and self.motion.is_on and not self.motion.begin(now):
            return None
        self._slice = what
        if what == "show" and self.demonstration is not None:
            self.demonstration.pass_time(now)
        work = self._work(what)
        return lambda: _ignore(work(SLICE_SECONDS))

    def _work(self, what: str) -> Callable[[float], Any]:
        if what == "show" and self.demonstration is not None:
            return self.demonstration.grow
        if what == "help":
            return self.played.advise
        if what == "rival" and self.attempt is not None:
            return self.attempt.run_rival
        if what == "review" and self.reviewing is not None:
            return self.reviewing.work
        thinker = self.match.thinker if what in ("think", "ponder") else None
        if thinker is not None and self.motion.is_on:
            return partial(self.motion.run, thinker)
        if what == "think" and thinker is not None:
            return thinker.think
        return self.match.advance

    def _rest(self) -> None:
        self._is_resting = True
        self.say("Paused, since nobody seems to be there.", is_error=False)

    def end_slice(self) -> bool:
        """After a slice; whether there was a picture of it, or it is time to hear the visitor."""
        self._num_slices += 1
        before = self._seen()
        if self._slice == "help" and self._wants_help and self.played.advise(0.0):
            self._wants_help = False
            self._helped_at = self.played.ply
        if self.reviewing is not None:
            self.reviewing.settle()
        if self._slice == "show" and self.demonstration is not None:
            self.demonstration.go_on()
            self.played = self.demonstration.match
        if self._slice == "think" and self._next() == "think":
            thinker = self.match.thinker
            if thinker is not None and thinker.has_thought:
                self._finish_playout()
                self.match.advance(0.0)
        now = self._clock()
        if now - self._noted >= FRAME_SECONDS:
            self.note_thinking()
        is_step = self._slice in ("think", "ponder") and self.motion.shows_phases
        is_soon = now - self._drawn < self._frame_seconds
        if self._seen() == before and is_soon and not is_step and self.busy:
            return self._num_slices % TURN_SLICES == 0
        self._changed()
        return True

    def note_drawing(self, seconds: float) -> None:
        """How long it takes to make a picture and to paint it."""
        wanted = max(FRAME_SECONDS, seconds / DRAWN_SHARE)
        self._frame_seconds = min(wanted, MOST_FRAME_SECONDS)

    def _seen(self) -> tuple[Any, ...]:
        """What is drawn at once when it changes."""
        shown = None if self.reviewing is None else self.reviewing.shown
        return self.played.ply, self._wants_help, shown

    def visit(self, now: float) -> None:
        super().visit(now)
        self._is_resting = False

    def fail(self, error: Exception) -> None:
        self.paused = True
        self.reviewing = None
        self._forget_help()
        told = self._told(error)
        if self.own is not None:
            self._leave_what_fails()
        self.say(told)

    def _leave_what_fails(self) -> None:
        """Back to the last position that the game's own code can tell of; else to another game."""
        played = self.played
        ply = next((at for at in range(played.ply, -1, -1) if _is_sound(played.state_at(at))), None)
        if ply is None:
            self.played = new_match(Setting(FIRST_GAME), FIRST_LEVEL)
            self.number += 1
            return
        # what its searches know may be half of what it was to be
        words = played.words[:ply]
        if isinstance(played, Attempt):
            self.played = GameRecord(played.setting, moves=words).attempt(played.recipe)
        else:
            self.played = Match(played.setting, self.match.sides, words)

    def _told(self, error: Exception) -> str:
        if self.own is None:
            return f"The search has stopped with an error: {str(error) or type(error).__name__}."
        wrong = self.own_games.blame(self.own, error)
        return f"Your game has stopped{place_of(wrong)}: {wrong}"

    def _changed(self) -> None:
        self._drawn = self._clock()
        super()._changed()

    def note_thinking(self) -> None:
        """Remember what the search thinks now, for the curve of its thinking."""
        self._noted = self._clock()
        if self.attempt is None and self.reviewing is None:
            self.thinking.note(self.match)


def _ignore(result: Any) -> None:
    """A slice's work gives nothing back."""


def _is_sound(state: Any) -> bool:
    """Whether the code of a game can tell of a position and what its actions lead to."""
    try:
        meant_in(state)
        if state.is_terminal():
            state.returns()
    except Exception:
        return False
    return True
