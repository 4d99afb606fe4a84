"""Openings of a file, and how balanced the openings of a match are."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, NamedTuple

from mcsearch.engine.parameter import RecipeError
from mcsearch.games import SOLVERS
from mcsearch.play.record import words_of
from mcsearch.play.setting import Setting
from mcsearch.play.values import action_of
from mcsearch.recipe import Recipe
from mcsearch.runs.match import known_return
from mcsearch.runs.positions import position_key
from mcsearch.runs.race import MatchRace
from mcsearch.runs.statistics.pairs import Z_95


class OpeningFile(NamedTuple):
    """The openings of a file, without those that lead to a position that is there already."""

    openings: list[tuple[int, ...]]
    num_merged: int


def openings_in(recipe: Recipe, text: str) -> OpeningFile:
    """The openings of a text: one a line, as the game writes moves; "#" begins a comment.

    Of those that lead to one position, or to its mirror image, the first counts. RecipeError names
    the line.
    """
    setting = Setting.of(recipe)
    found: dict[Hashable, tuple[int, ...]] = {}
    num_lines = 0
    for number, line in enumerate(text.splitlines(), 1):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        num_lines += 1
        state, opening = recipe.start(), []
        for word in words_of(setting, moves):
            try:
                opening.append(action_of(state, word))
                state = state.play(opening[-1])
            except ValueError as error:
                raise RecipeError(
                    f"--openings, line {number}: move {len(opening) + 1}, {word[:20]!r}: {error}"
                ) from None
        if state.is_terminal():
            raise RecipeError(f"--openings, line {number}: the game is over; leave moves out")
        found.setdefault(position_key(recipe, state), tuple(opening))
    if not found:
        raise RecipeError("--openings: the file has none; give one a line, such as 4453")
    return OpeningFile(list(found.values()), num_lines - len(found))


class Balance(NamedTuple):
    """What the openings of the pairs that count do to who begins (player 0)."""

    num_pairs: int
    num_positions: int  # different ones, mirrors merged
    score: float  # of player 0, 0 to 1
    error: float  # of the score, 95 %, from the pairs
    num_one_sided: int  # pairs whose games were won by one side, whoever played it
    exact: tuple[int, int, int, int] | None  # positions won, drawn, lost by player 0, not known
    num_plies: int  # of the longest opening


def balance_of(race: MatchRace) -> Balance:
    """How balanced the openings of a match were; ValueError before there is a pair."""
    count = race.pairs.num_pairs
    if not count:
        raise ValueError("no pair has been played")
    recipe = race.entrants[0].recipe
    positions: dict[Hashable, Any] = {}
    scores: list[float] = []
    num_one_sided = num_plies = 0
    for number in range(count):
        one, _ = race.fixtures(number)
        num_plies = max(num_plies, len(one.opening))
        state = recipe.start()
        for action in one.opening:
            state = state.play(action)
        positions.setdefault(position_key(recipe, state), state)
        first, second = race.returns_of(number)
        scores.append((first + second) / 2.0)
        num_one_sided += first == second != 0.5
    mean = sum(scores) / count
    variance = sum((score - mean) ** 2 for score in scores) / max(count - 1, 1)
    exact: tuple[int, int, int, int] | None = None
    if recipe.game in SOLVERS:
        known = [known_return(recipe, state) for state in positions.values()]
        won, drawn, lost, unknown = (known.count(value) for value in (1.0, 0.5, 0.0, None))
        exact = won, drawn, lost, unknown
    return Balance(
        count,
        len(positions),
        mean,
        Z_95 * math.sqrt(variance / count) if count > 1 else math.nan,
        num_one_sided,
        exact,
        num_plies,
    )


def balance_text(found: Balance) -> str:
    """One line for a person."""
    positions = f"{found.num_positions} different positions, mirrors merged"
    words = (
        f"Openings: {positions if found.num_plies else 'none'}, in {found.num_pairs} pairs; who "
        f"begins scores {100 * found.score:.1f} % +/- {100 * found.error:.1f}; one side won both "
        f"games of {found.num_one_sided} pairs"
    )
    if found.exact is not None and any(found.exact[:3]):
        won, drawn, lost, unknown = found.exact
        words += f"; by exact values {won} are won by who begins, {drawn} drawn, {lost} lost"
        words += f", {unknown} not known" if unknown else ""
    return f"{words}."
