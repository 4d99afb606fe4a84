"""What the page's own HTML says: texts, buttons and numbers, as one plain dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from explorer.look.text import number
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.chart_frame import RacePassing
from explorer.pages.race.contest import (
    CANCELLED,
    DECIDED,
    IDLE,
    MORE_ROUNDS,
    PAUSED,
    RUNNING,
    SPEEDS,
    Contest,
)
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.tournament_run import TournamentRun
from explorer.pages.race.words import narrate

_LABELS = {IDLE: "Start", CANCELLED: "Start", RUNNING: "Pause", PAUSED: "Continue"}


def status(
    contest: Contest, names: Sequence[str], passings: Sequence[RacePassing]
) -> dict[str, Any]:
    """The state of the race for `page.js`."""
    run, state = contest.run, contest.state
    is_match = isinstance(run, MatchRun)
    label = _LABELS.get(state, _more(run))
    if contest.source is not None and not (contest.playing or run.is_over):
        label = "Go on"
    slowest, fastest = SPEEDS[contest.setup.searched_as]
    return {
        "state": state,
        "isEarlier": contest.earlier is not None,
        "busy": contest.playing,
        "database": contest.source.name if contest.source is not None else "",
        "isWatching": contest.is_watching,
        "narration": narrate(contest, names, passings),
        "toggle": label,
        "next": "Next pair" if is_match else "Next round",
        "disabled": _disabled(contest),
        "canUndo": contest.can_undo,
        "speed": contest.speed,
        "speeds": [slowest, fastest],
        "speedText": _speed_text(contest),
        "round": _round_text(contest),
        "roundContext": _context(contest),
        "message": asdict(contest.message) if contest.message else None,
        "done": run.number,
        "at": len(run.games) if isinstance(run, MatchRun) else run.at,
    }


def _more(run: BoardRun | MatchRun) -> str:
    """What the button does after the end."""
    if isinstance(run, TournamentRun):
        return "New tournament"
    return "New match" if isinstance(run, MatchRun) else f"{MORE_ROUNDS} more rounds"


def _disabled(contest: Contest) -> list[str]:
    found = []
    if contest.state in (IDLE, CANCELLED) or contest.source is not None:
        found.append("reset")
    if contest.state == DECIDED:
        found.append("next")
        run = contest.run
        if isinstance(run, MatchRun) and run.failure is not None:
            found.append("toggle")
    return found


def _speed_text(contest: Contest) -> str:
    if contest.is_unlimited:
        return "full speed"
    if contest.setup.searched_as == 2:
        return f"{contest.speed:.2g} moves/s"
    if contest.setup.equal.by == "seconds":
        return f"{contest.speed * contest.setup.equal.amount / 10_000:.2g} s/s"
    return f"{number(contest.speed)} playouts/s"


def _round_text(contest: Contest) -> str:
    run = contest.shown
    if isinstance(run, MatchRun):
        return "Moves"
    return f"Round {run.shown_round + 1} of {len(run.race.seeds)}"


def _context(contest: Contest) -> str:
    run = contest.shown
    if isinstance(run, MatchRun):
        moves = run.game or (run.games[-1] if run.games else None)
        return f"{len(moves.actions) if moves else 0} played"
    boards = len(run.race.boards)
    return f"{boards} board{'s' if boards > 1 else ''}"
