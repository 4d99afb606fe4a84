"""Strength: moves that keep the exact outcome, with more and more iterations, beside our own."""

from __future__ import annotations

from collections.abc import Sequence

from mcsearch.check import example
from mcsearch.check.chances import sign_test, wilson
from mcsearch.check.evidence import Evidence, ours
from mcsearch.check.final_move import played
from mcsearch.check.game import Position
from mcsearch.check.node import NONE
from mcsearch.check.positions import with_something_to_lose
from mcsearch.check.report import (
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
    Point,
)
from mcsearch.engine.wording import counted

HEADING = Heading("strength", "Strength", "the-trap")
BUDGETS = (100, 1_000, 10_000)
_FEWEST = 8
_LEVEL = 0.01


def examine(
    evidence: Evidence, budgets: Sequence[int] = BUDGETS, seconds: float = 20.0
) -> tuple[Line, tuple[Point, ...]]:
    """The same positions at each budget as far as time allows, each with a seed of its own.

    Comparisons are paired by positions and exact; with several of them, the level is divided by
    their number (Bonferroni).
    """
    if evidence.errors:
        return HEADING.not_examined(evidence.errors[0].message), ()
    positions = with_something_to_lose(evidence.game, evidence.seed)
    if len(positions) < _FEWEST:
        return HEADING.not_examined(
            f"{counted(len(positions), 'position')} with exact values found"
        ), ()
    results: dict[int, list[tuple[bool, bool]]] = {}
    blunders: list[Counterexample] = []
    for budget in budgets:
        cost = max(evidence.seconds_an_iteration, 1e-7) * budget
        if cost > evidence.runner.seconds * 0.8:
            break
        count = min(len(positions), int(seconds / len(budgets) / cost))
        if count < _FEWEST:
            break
        rows = []
        for number, position in enumerate(positions[:count]):
            seed = evidence.seed + number
            row = _kept(evidence, position, budget, seed, blunders)
            if row is None:
                break
            rows.append(row)
        if evidence.errors:
            return HEADING.not_examined(evidence.errors[-1].message), ()
        if len(rows) < _FEWEST:
            return HEADING.not_examined("no move was told"), ()
        results[budget] = rows
    if not results:
        return HEADING.not_examined("an iteration takes too long"), ()
    points = tuple(_point(budget, rows) for budget, rows in results.items())
    return _line(results, points, tuple(blunders[-20:])), points


def _kept(
    evidence: Evidence, position: Position, budget: int, seed: int, blunders: list[Counterexample]
) -> tuple[bool, bool] | None:
    """Whether theirs and ours keep the exact outcome; None where theirs tells no move."""
    answer = evidence.call(position, budget, seed, "root" if evidence.trees else "action")
    if answer is None:
        return None
    place = played(position, answer.tree, answer.action)
    if place == NONE:
        return None
    values = position.values
    worth = [value for value in values if value is not None]
    own, _ = ours(position, budget, seed)
    best = max(worth)
    if values[place] != best and len(blunders) < 200:
        right = values.index(best)
        rows = (
            example.moves_table(position, answer.tree, evidence.convention, budget, seed)
            if answer.tree is not None
            else ()
        )
        blunders.append(
            example.at(
                position,
                f"after {budget} iterations {position.name(place)} is played, which does not keep "
                f"the outcome; {position.name(right)} does",
                columns=example.COLUMNS if rows else (),
                rows=rows,
                marked=example.row_of(rows, position, place) if rows else NONE,
                yours=position.name(place),
                right=position.name(right),
                iterations=budget,
                seed=seed,
            )
        )
    return values[place] == best, own != NONE and values[own] == best


def _point(budget: int, rows: list[tuple[bool, bool]]) -> Point:
    yours, own = (sum(row[i] for row in rows) for i in (0, 1))
    return Point(budget, len(rows), yours, *wilson(yours, len(rows)), own, *wilson(own, len(rows)))


def _share(kept: int, positions: int) -> str:
    """In per cent; 100% are all of them and 0% are none."""
    share = kept / positions
    is_near = round(share, 2) in (0.0, 1.0) and 0 < kept < positions
    return f"{share:.1%}" if is_near else f"{share:.0%}"


def _line(
    results: dict[int, list[tuple[bool, bool]]],
    points: tuple[Point, ...],
    blunders: tuple[Counterexample, ...],
) -> Line:
    tests = 2 * len(results) - 1
    level = _LEVEL / max(1, tests)
    said = ", ".join(
        f"{_share(point.yours, point.positions)} at {point.iterations}" for point in points
    )
    last = points[-1]
    beside = f"ours {_share(last.ours, last.positions)}, {last.positions} positions"
    figures = {f"yours_{point.iterations}": point.yours / point.positions for point in points}
    first = next(iter(results.values()))
    for budget, rows in list(results.items())[1:]:
        pairs = list(zip(first, rows, strict=False))
        better = sum(after[0] and not before[0] for before, after in pairs)
        worse = sum(before[0] and not after[0] for before, after in pairs)
        if worse > better and sign_test(better, worse) < level:
            return HEADING.line(
                WRONG,
                f"falls: {said} ({beside}); with more iterations {worse} positions are lost that "
                f"were kept, {better} are won",
                blunders,
                "more iterations make a mistake worse: see the lines above",
                figures,
            )
        del budget
    for budget, rows in results.items():
        mine = sum(own and not yours for yours, own in rows)
        theirs = sum(yours and not own for yours, own in rows)
        if mine > theirs and sign_test(mine, theirs) < level:
            return HEADING.line(
                SUSPICIOUS,
                f"below ours: {said}; at {budget} ours keeps {mine} that yours loses, and yours "
                f"{theirs} that ours loses",
                blunders,
                "see the lines above; a larger or smaller C than fits the game does it, too",
                figures,
            )
    return HEADING.line(RIGHT, f"{said}; {beside}", blunders, "", figures)
