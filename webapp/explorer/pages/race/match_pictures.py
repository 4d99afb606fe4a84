"""Two players: the game on the board, and the list of games; which of them is looked at."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.pages.race import match_frame, score_frame
from explorer.pages.race.contest import Contest
from explorer.pages.race.match_run import FinishedGame, MatchRun
from explorer.pages.race.tournament_run import TournamentRun
from explorer.session.game_link import PLAYOUTS_OF_OWN, GamePlace
from mcsearch import Recipe
from mcsearch.play.match import Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import PLAYOUTS
from mcsearch.play.setting import Setting
from mcsearch.play.values import words_along
from mcsearch.runs import race_report, tournament

LIVE = -1
_LIST_SECONDS = 0.5
"""Between two lists of games while the match goes on: a list may be long."""


@dataclass(frozen=True, slots=True)
class RaceMatch:
    """The game on show, and what has been counted."""

    looked_at: int  # a finished game; -1: the present one
    game: match_frame.RaceShownGame
    score: score_frame.RaceScore | score_frame.RaceRatings
    ratio: score_frame.RaceRatio


@dataclass(frozen=True, slots=True)
class RaceGames:
    """The list of games, the newest first."""

    run: int  # another one: another match
    rows: tuple[match_frame.RaceGame, ...]


class MatchPictures:
    """What is shown of a match; `looked_at` is the number of a finished game, or LIVE."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self.looked_at = LIVE
        self._run: MatchRun | None = None
        self._rows: list[match_frame.RaceGame] = []
        self._listed_at = -math.inf

    @property
    def _match(self) -> MatchRun:
        run = self._contest.shown
        assert isinstance(run, MatchRun)
        if run is not self._run:
            self._run, self._rows, self.looked_at = run, [], LIVE
        return run

    def look_at(self, number: int) -> None:
        """Show a finished game, or with LIVE and any other number the present one."""
        if not isinstance(self._contest.shown, MatchRun):
            return
        self.looked_at = number if 0 <= number < len(self._match.games) else LIVE

    def _shown(self) -> FinishedGame | None:
        """The finished game on show, None for the present one."""
        run = self._match
        if self.looked_at >= 0:
            return run.games[self.looked_at]
        is_between = run.game is None and bool(run.games) and run.is_over
        return run.games[-1] if is_between else None

    # --- pictures ---

    def frame(self, names: Sequence[str], shorts: Sequence[str]) -> RaceMatch:
        """The game on show, and what has been counted."""
        run = self._match
        shown = self._shown()
        game = (
            match_frame.present_game(run, shorts)
            if shown is None
            else match_frame.finished_game(run, shown, names)
        )
        score = score_frame.score_of(run, shorts)
        return RaceMatch(self.looked_at, game, score, score_frame.ratios(run))

    def games(self, is_busy: bool) -> RaceGames | None:
        """The list of games, None where the last one is new enough."""
        run = self._match
        now = time.perf_counter()
        if is_busy and now - self._listed_at < _LIST_SECONDS and len(self._rows) > 2:
            return None
        self._listed_at = now
        while len(self._rows) < len(run.games):
            self._rows.append(match_frame.row_of(run, run.games[len(self._rows)]))
        return RaceGames(id(run), tuple(self._rows[::-1]))

    # --- other pages ---

    def recipe(self) -> Recipe:
        """The search at the position on show, as Explore can have it."""
        run = self._match
        shown = self._shown()
        is_own = self._contest.setup.own is not None  # which can't begin at another position
        if shown is None and run.game is not None and run.game.search is not None and not is_own:
            return run.game.recipe
        fixture = shown.fixture if shown is not None else run.fixture()
        return fixture.sides[0].replace(seed=fixture.seed)

    def review(self, number: int, names: Sequence[str]) -> GamePlace | None:
        """A finished game's review, from its beginning, its sides called so; None for no game."""
        run = self._match
        if not 0 <= number < len(run.games):
            return None
        playouts = PLAYOUTS if self._contest.setup.own is None else PLAYOUTS_OF_OWN
        return GamePlace(_record(run, run.games[number], names), 0, playouts)

    def saved(self, names: Sequence[str]) -> str:
        """All finished games as a text: the match in comments, then each as a game's file."""
        run = self._match
        setup = self._contest.setup
        if isinstance(run, TournamentRun):
            block = tournament.text(run.tournament, str(setup.equal))
        else:
            pairs = run.race.pairs
            block = race_report.block(pairs, run.race.sprt) if pairs.num_pairs else ""
        what = setup.command() if setup.own is None else setup.record.title
        heads = [what, *block.splitlines()]
        parts = ["".join(f"# {line}\n" for line in heads)]
        for game in run.games:
            first, second = (names[run.entrant_of(player, game.number)] for player in (0, 1))
            title = f"# game {game.number + 1}, pair {game.number // 2 + 1}: {first} - {second}\n"
            parts.append(title + str(_record(run, game, names)))
        return "\n".join(parts)


def _record(run: MatchRun, game: FinishedGame, names: Sequence[str]) -> GameRecord:
    first, second = (
        Side.of_recipe(recipe, _as_filed(names[run.entrant_of(player, game.number)]))
        for player, recipe in enumerate(game.fixture.sides)
    )
    setting = Setting.of(game.fixture.sides[0])
    return GameRecord(setting, (first, second), tuple(words_along(setting.start(), game.actions)))


def _as_filed(name: str) -> str:
    """A name as a game's file can hold it: on one line, without braces and signs of comments."""
    return re.sub(r"[{}#\s]+", " ", name)[:80].strip()
