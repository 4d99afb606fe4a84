"""What the page says of a player who is alone, beside the search's own attempt."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.look.boards import board_of
from explorer.look.text import in_points, score
from explorer.pages.play import reviewed
from explorer.pages.play.game import Game
from mcsearch.games import RecordGame
from mcsearch.play.attempt import Attempt
from mcsearch.play.values import score_of


@dataclass(frozen=True, slots=True)
class PlayScores:
    """The scores in words; `total`: the search's in the end."""

    yours: str
    its: str
    total: str


@dataclass(frozen=True, slots=True)
class PlayAttempt:
    """Both scores side by side, move by move."""

    yours: tuple[float | None, ...]  # after so many moves, null where no score is known
    its: tuple[float | None, ...]
    ply: int
    texts: PlayScores
    whose: str  # moves they are
    done: bool
    still: str
    explore: str  # address of the position in Explore, "" where it has none


def advised(attempt: Attempt, expected: float, line: str) -> str:
    """What the search expects; where chance acts it knows no line to the end."""
    points = in_points(expected)
    if attempt.setting.record.has_chance:
        return f"Its playouts from here end with {points} in the mean"
    return f"It expects {points} in the end: {line}"


def _record(attempt: Attempt) -> RecordGame | None:
    """The record game that the moves are, also those that were taken back."""
    num_moves = attempt.ply + attempt.num_taken_back
    for game in attempt.setting.record.record_games():
        is_like = game.position == attempt.setting.position and len(game.moves) == num_moves
        if is_like and game.moves == attempt.words:
            return game
    return None


def attempt_told(game: Game) -> tuple[str, str]:
    attempt = game.attempt
    assert attempt is not None
    record = _record(attempt)
    if record is not None:
        return "A record game.", (
            f"{record.author}, {in_points(record.score)}. Undo and Redo go through it, a "
            "move of your own goes on from there."
        )
    if attempt.is_over:
        yours, its = attempt.score, attempt.rival_total
        points = in_points(yours)
        if not attempt.ply:
            return "No move is left.", f"The game is over where it begins, with {points}."
        if not attempt.rival_is_done:
            return "No move is left.", f"You have {points}; the search {_still(game)}."
        who = "You won" if yours > its else "The search won" if its > yours else "A draw"
        return f"{who}.", f"{points} against {score(its)}."
    if board_of(attempt.state).slides:
        return (
            "Your move.",
            "Arrow keys, a swipe over the board or a button slide all tiles. The search plays "
            "its own game with the same chance; Hint asks what it would do here.",
        )
    if attempt.setting.record.kind != "tiles":
        return (
            "Your move.",
            "Choose one in the picture or on the list; Hint asks the search.",
        )
    scoring = attempt.setting.recipe().parameters.get("scoring")
    clearing = "" if scoring == "plain" else ", an empty board 1,000 more"
    return "Your move.", (
        f"Take away a group of at least two; n tiles score (n − 2)²{clearing}. Hint asks what the "
        "search would do."
    )


def attempt_shown(game: Game) -> PlayAttempt | None:
    attempt = game.attempt
    if attempt is None:
        return None
    last = attempt.ply + attempt.num_taken_back
    return PlayAttempt(
        yours=tuple(_known(score_of(attempt.state_at(ply))) for ply in range(last + 1)),
        its=tuple(map(_known, attempt.rival_scores)),
        ply=attempt.ply,
        texts=PlayScores(
            yours=score(attempt.score),
            its=score(attempt.rival_score()),
            total=score(attempt.rival_total),
        ),
        whose="You" if _record(attempt) is None else "Record",
        done=attempt.rival_is_done,
        still=_still(game),
        explore=_explore(attempt),
    )


def _explore(attempt: Attempt) -> str:
    """The address in Explore of the position on the board, with the search beside the visitor."""
    if attempt.setting.own is not None or attempt.is_over:
        return ""  # no address says a position of a game of people's own
    return reviewed.explored(attempt.recipe.replace(position=str(attempt.state)))


def _still(game: Game) -> str:
    """What the search does that is not done; one whose code has failed does nothing more."""
    if game.paused:
        return "has stopped"
    return "still plays" if game.played.setting.record.has_chance else "still looks"


def _known(points: float) -> float | None:
    return None if math.isnan(points) else points
