"""The races of the owner's database as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.look.text import plural
from explorer.pages.race.database import Listed
from explorer.pages.race.names import names_of
from explorer.pages.race.setup import Setup


@dataclass(frozen=True, slots=True)
class RaceListed:
    """A race of the list."""

    names: tuple[str, ...]
    about: str
    begun: str
    why: str  # it can't be shown


@dataclass(frozen=True, slots=True)
class RaceDatabase:
    """Every race of the owner's database, by its place."""

    file: str
    path: str
    told: str  # why there is none
    races: tuple[RaceListed, ...]


def database_frame(file: str, races: Sequence[Listed], told: str) -> RaceDatabase:
    """What the list shows; `told`: why there is none."""
    rows = tuple(
        RaceListed(
            _names(listed),
            "" if listed.setup is None else _about(listed.setup),
            listed.race.begun[:16].replace("T", " "),
            listed.why,
        )
        for listed in races
    )
    return RaceDatabase(Path(file).name, file, told, rows)


def _names(listed: Listed) -> tuple[str, ...]:
    setup = listed.setup
    if setup is None:
        return tuple(listed.race.entrants)
    return tuple(each.name for each in names_of(setup.entrants, setup.recipes()))


def _about(setup: Setup) -> str:
    budget = f"{setup.record.title}, {setup.equal}"
    if setup.num_players == 2:
        end = ", SPRT" if setup.sprt is not None else ""
        return f"{budget} a move, {plural(setup.pairs, 'pair')}{end}"
    boards, rounds = len(setup.boards()), len(setup.rounds())
    return f"{budget} a run, {plural(boards, 'board')}, {plural(rounds, 'round')}"
