"""The races of the owner's database as a list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from explorer.look.text import plural
from explorer.pages.race.database import Listed
from explorer.pages.race.names import names_of
from explorer.pages.race.setup import Setup


def database_frame(file: str, races: Sequence[Listed], told: str) -> dict[str, Any]:
    """Every race by its place; `told`: why there is none."""
    return {
        "file": Path(file).name,
        "path": file,
        "told": told,
        "races": [
            {
                "names": _names(listed),
                "about": "" if listed.setup is None else _about(listed.setup),
                "begun": listed.race.begun[:16].replace("T", " "),
                "why": listed.why,
            }
            for listed in races
        ],
    }


def _names(listed: Listed) -> list[str]:
    setup = listed.setup
    if setup is None:
        return list(listed.race.entrants)
    return [each.name for each in names_of(setup.entrants, setup.recipes())]


def _about(setup: Setup) -> str:
    budget = f"{setup.record.title}, {setup.equal}"
    if setup.num_players == 2:
        end = ", SPRT" if setup.sprt is not None else ""
        return f"{budget} a move, {plural(setup.pairs, 'pair')}{end}"
    boards, rounds = len(setup.boards()), len(setup.rounds())
    return f"{budget} a run, {plural(boards, 'board')}, {plural(rounds, 'round')}"
