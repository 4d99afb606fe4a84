"""What the page's own HTML says: texts, buttons and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from explorer.session.work import Message

_LABELS = {IDLE: "Start", CANCELLED: "Start", RUNNING: "Pause", PAUSED: "Continue"}


@dataclass(frozen=True, slots=True)
class RaceStatus:
    """Words and buttons."""

    state: str
    is_earlier: bool  # what is shown was run earlier
    busy: bool
    narration: tuple[tuple[str, str], ...]  # texts with their styles
    toggle: str
    next: str
    disabled: tuple[str, ...]
    can_undo: bool
    speed: float
    speeds: tuple[float, float]  # the slowest and the fastest
    speed_text: str
    round: str
    round_context: str
    message: Message | None
    done: int
    at: float


def status(contest: Contest, names: Sequence[str], passings: Sequence[RacePassing]) -> RaceStatus:
    """The state of the race for `page.js`."""
    run, state = contest.run, contest.state
    is_match = isinstance(run, MatchRun)
    label = _LABELS.get(state, _more(run))
    if contest.source is not None and not (contest.playing or run.is_over):
        label = "Go on"
    return RaceStatus(
        state=state,
        is_earlier=contest.earlier is not None,
        busy=contest.playing,
        narration=tuple(narrate(contest, names, passings)),
        toggle=label,
        next="Next pair" if is_match else "Next round",
        disabled=tuple(_disabled(contest)),
        can_undo=contest.can_undo,
        speed=contest.speed,
        speeds=SPEEDS[contest.setup.searched_as],
        speed_text=_speed_text(contest),
        round=_round_text(contest),
        round_context=_context(contest),
        message=contest.message,
        done=run.number,
        at=len(run.games) if isinstance(run, MatchRun) else run.at,
    )


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
