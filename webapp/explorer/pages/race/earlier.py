"""Races that were run earlier, to show before a visitor has run one: real rows of a database.

`tests/webapp/pages/race/record_races.py` writes the files in `stored`, one for a race by its name.
"""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from explorer.pages.race.board_run import BoardRun, Run
from explorer.pages.race.lines import sampled
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.races import RACES, name_of
from explorer.pages.race.setup import Setup
from mcsearch.runs.match import Played
from mcsearch.runs.race import BoardRace, MatchRace

FOLDER = Path(__file__).with_name("stored")


def find(setup: Setup) -> BoardRun | MatchRun | None:
    """The stored race of a setup, run to its end; None where there is none.

    What is judged, and the target, may be others than when it was run.
    """
    name = name_of(replace(setup, scope=None, target=None))
    if not _file(name).exists():
        return None
    return _made(name, setup.scope, setup.target)


@functools.lru_cache(maxsize=8)
def _made(name: str, scope: str | None, target: float | None) -> BoardRun | MatchRun:
    """For all visitors one: nobody goes on with it."""
    setup, stored = replace(RACES[name].setup, scope=scope, target=target), _stored(name)
    return (_boards if setup.num_players == 1 else _match)(setup, stored)


def finished_on(setup: Setup) -> str:
    """The day on which the stored race of a setup was run, such as 2026-11-25."""
    return str(_stored(name_of(replace(setup, scope=None, target=None)))["finished"])[:10]


def _file(name: str) -> Path:
    return FOLDER / f"{name}.json"


@functools.cache
def _stored(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_file(name).read_text(encoding="utf-8"))
    return found


def _boards(setup: Setup, stored: dict[str, Any]) -> BoardRun:
    race = setup.race()
    assert isinstance(race, BoardRace)
    run = BoardRun(race, setup.equal)
    for row in stored["runs"]:
        place = (row["entrant"], row["board"], row["round"])
        made = run.runs[place] = Run(race.recipe(*place), not run.is_whole)
        made.samples = [(float(at), float(score)) for at, score in row["improvements"]]
        made.best = made.samples[-1][1]
        made.moves = list(row["sequence"])
        made.iterations, made.seconds = row["iterations"], row["seconds"]
        made.is_over = True
        race.scores[place] = made.best
        run.lines.best[place] = sampled(run.lines.x, made.samples, made.at, True)
    run.number, run.at = len(race.seeds), setup.equal.amount
    run.lines.recount(race.racing, run.number)
    return run


def _match(setup: Setup, stored: dict[str, Any]) -> MatchRun:
    # the openings as they were drawn: to draw them, positions are searched
    openings = tuple(tuple(opening) for opening in stored["openings"])
    race = MatchRace(
        setup.recipes(), setup.pairs, setup.seed, setup.sprt, setup.plies, openings=openings
    )
    run = MatchRun(race, equal=setup.equal)
    for number, row in enumerate(stored["games"]):
        fixture = race.fixtures(number // 2)[number % 2]
        values = [percent / 100.0 for percent in row["percents"]]
        actions = [*fixture.opening, *row["actions"]]
        first, second = row["iterations"]
        # times are not kept: no stored match has a budget of seconds
        played = Played(actions, row["returns"], values, (first, second), (0.0, 0.0))
        run.take(fixture, played)
    return run
