"""The flags that say how the games of a match are begun, timed and ended."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mcsearch.engine.parameter import RecipeError
from mcsearch.runs.openings import openings_in
from mcsearch.runs.race import Entrant, Equal
from mcsearch.runs.text_file import read_text

FLAGS = ("openings", "clock", "adjudicate")
_CLOCK = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


class MatchRules(NamedTuple):
    """What the flags say, for `MatchRace`, and in words."""

    openings: list[tuple[int, ...]]
    clock: tuple[float, ...]
    adjudicate: bool
    words: str


def add_flags(match: Any) -> None:
    """Give the group of a match its flags."""
    match.add_argument(
        "--openings",
        metavar="FILE",
        help="openings, one a line, such as 4453; mirrors and other orders of moves count once",
    )
    match.add_argument(
        "--clock",
        metavar="S+S",
        help="instead of --equal: seconds for a whole game, and what each move adds, such as "
        "10+0.1; who has none left has lost",
    )
    match.add_argument(
        "--adjudicate",
        action="store_true",
        default=None,
        help="end a game as soon as an exact solver (20000 positions) knows who wins",
    )


def add_odds(parser: argparse.ArgumentParser) -> None:
    """Give a parser the flag of handicaps."""
    parser.add_argument(
        "--odds",
        metavar="SHARES",
        help="a handicap on purpose: the share of the budget that each entrant has, such as 1,0.5",
    )


def clock_of(text: str) -> tuple[float, float]:
    """Seconds of a game and of a move, of a text such as "10+0.1"; RecipeError for any other."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or not float(found[1]) > 0:
        raise RecipeError(f"--clock: {text!r} is not valid; give such as 10+0.1 (seconds)")
    return float(found[1]), float(found[2] or 0)


def rules_of(arguments: argparse.Namespace, entrants: Sequence[Entrant]) -> MatchRules:
    """What the flags say; RecipeError names the flag, or the line of the file."""
    openings: list[tuple[int, ...]] = []
    words = ""
    if arguments.openings is not None:
        if arguments.opening_plies is not None:
            raise RecipeError("--opening-plies: --openings gives the openings; leave out one")
        recipe = entrants[0].recipe
        found = openings_in(recipe, read_text("--openings", arguments.openings))
        openings = found.openings
        merged = f" ({found.num_merged} merged)" if found.num_merged else ""
        words += f", {len(openings)} openings of {arguments.openings}{merged}"
    if arguments.adjudicate:
        words += ", adjudicated by exact values"
    clock = () if arguments.clock is None else clock_of(arguments.clock)
    return MatchRules(openings, clock, bool(arguments.adjudicate), words)


def budget_of(arguments: argparse.Namespace, default: str) -> tuple[Equal, str]:
    """The budget of --equal or --clock, and how it is told; RecipeError where both are given."""
    if arguments.clock is None:
        equal = Equal.from_text(arguments.equal or default)
        return equal, str(equal)
    if arguments.equal is not None or arguments.odds is not None:
        raise RecipeError("--clock: it is the budget; leave out --equal and --odds")
    base, added = clock_of(arguments.clock)
    return Equal("seconds", base), f"{base:g} s and {added:g} s a move on a clock"


def with_odds(
    arguments: argparse.Namespace, entrants: tuple[Entrant, ...], equal: Equal
) -> tuple[Entrant, ...]:
    """The entrants with their shares of the budget, named so; RecipeError for no such shares."""
    if arguments.odds is None:
        return entrants
    try:
        shares = [float(share) for share in arguments.odds.split(",")]
    except ValueError:
        shares = []
    if len(shares) != len(entrants) or not all(0.0 < share <= 1.0 for share in shares):
        raise RecipeError(
            f"--odds: {arguments.odds!r} is not valid; give a share from 0 to 1 for each of the "
            f"{len(entrants)} entrants, such as {','.join(['1'] * (len(entrants) - 1) + ['0.5'])}"
        )
    return tuple(
        entrant if share == 1.0 else _shared(entrant, equal, share)
        for entrant, share in zip(entrants, shares, strict=True)
    )


def _shared(entrant: Entrant, equal: Equal, share: float) -> Entrant:
    amount = equal.amount * share
    part = Equal(equal.by, max(1.0, round(amount)) if equal.by == "iterations" else amount)
    label = f"{entrant.label} with {share:g} of the budget"
    return Entrant(label, entrant.recipe.with_parameters(part.parameters))
