"""Counterexamples of positions, and the table of a position's moves: theirs, ours, exact."""

from __future__ import annotations

from typing import Any

from mcsearch.check.convention import Convention
from mcsearch.check.evidence import ours
from mcsearch.check.game import Position
from mcsearch.check.node import NONE, Node
from mcsearch.check.report import Counterexample

COLUMNS = ("move", "your visits", "mean", "our visits", "mean", "exact")


def at(position: Position, sentence: str, **more: Any) -> Counterexample:
    """A counterexample at a position."""
    return Counterexample(
        position=position.text,
        moves=position.moves,
        to_play=position.to_play,
        sentence=sentence,
        **more,
    )


def visits(count: float) -> str:
    """ "1 visit", "2.5 visits"."""
    return f"{count:g} visit{'' if count == 1.0 else 's'}"


def moves_table(
    position: Position, root: Node | None, convention: Convention, iterations: int, seed: int
) -> tuple[tuple[Any, ...], ...]:
    """A row for each legal move, the most visited of theirs first; values 0 to 1, of who moves."""
    _, children = ours(position, iterations, seed)
    own = {child.place: child for child in children}
    values = position.values
    rows = []
    for place in range(len(position.legal)):
        child = root.child(place) if root else None
        visits = int(child.visits) if child else 0
        mean = float("nan")
        if child and child.visits and convention.has_value:
            seen = convention.seen_by(
                position.to_play, convention.mean(child), position.to_play, position.to_play
            )
            mean = convention.share(seen)
        other = own.get(place)
        exact = values[place]
        rows.append(
            (
                position.name(place),
                visits,
                round(mean, 4),
                other.visits if other else 0,
                round(other.mean, 4) if other else float("nan"),
                float("nan") if exact is None else exact,
            )
        )
    return tuple(sorted(rows, key=lambda row: -row[1]))


def row_of(rows: tuple[tuple[Any, ...], ...], position: Position, place: int) -> int:
    """The row of a move; NONE where it is not there."""
    name = position.name(place)
    return next((i for i, row in enumerate(rows) if row[0] == name), NONE)
