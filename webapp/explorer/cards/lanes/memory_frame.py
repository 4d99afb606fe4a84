"""A sequence that a level of a search remembers, as a strip of boards with the points between."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.game.line import Actions, Line
from explorer.game.positions import Positions
from explorer.look import text
from explorer.look.boards import shown_of
from mcsearch.play.values import has_points


@dataclass(frozen=True, slots=True, eq=False)
class MemoryBoard:
    """A position of a remembered sequence and the move that is played there."""

    actions: Actions
    cells: str
    group: tuple[int, ...]  # () at the end
    points: float  # from here to the next board shown; nan where moves make none
    num_moves: int  # so many moves
    walked: bool  # the level has played that move already
    here: bool  # the level stands here


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """A remembered sequence as a strip of boards."""

    level: int
    score: float
    note: str  # "new best", "best", "before"
    sequence: Actions
    boards: tuple[MemoryBoard, ...]


def build_memory(
    positions: Positions,
    level: int,
    score: float,
    sequence: list[int],
    note: str,
    room: int,
    here: int = -1,
    walked: int = 0,
) -> Memory:
    """The strip of a sequence in so many boards; its level has `walked` moves and stands `here`."""
    actions = tuple(sequence)
    line = positions.line((), actions)
    boards = boards_at(line, _places(line, here, room), here, walked)
    return Memory(level, score, note, actions, boards)


def boards_at(
    line: Line, places: list[int], here: int = -1, walked: int = 0
) -> tuple[MemoryBoard, ...]:
    """The boards of a line after so many moves each, the last of them at or before its end."""
    actions, makes_points = line.actions, has_points(line.states[0])
    boards = []
    for place, following in zip(places, [*places[1:], len(actions)], strict=True):
        is_end = place == len(actions)
        boards.append(
            MemoryBoard(
                actions[:place],
                shown_of(line.states[place]),
                () if is_end else tuple(line.states[place].action_cells(actions[place])),
                float(line.points[place:following].sum()) if makes_points else math.nan,
                following - place,
                following <= walked,
                place == here,
            )
        )
    return tuple(boards)


def position_after(num_moves: int, score: float) -> str:
    """What a board's name says: "Position after 3 moves, 12 points"; nan: it has no points yet."""
    moves = f"Position after {text.plural(num_moves, 'move')}"
    return moves if math.isnan(score) else f"{moves}, {text.in_points(score)}"


def _places(line: Line, here: int, room: int) -> list[int]:
    """The moves of a line that are drawn: its ends, where the level stands, what scores most.

    Where all moves score the same they are evenly spaced.
    """
    count = len(line.actions)
    if count + 1 <= room:
        return list(range(count + 1))
    chosen = {0, count, *([min(here, count)] if here >= 0 else [])}
    if line.points.min() == line.points.max():
        order = np.linspace(0, count, room).round().astype(int).tolist()
    else:
        order = sorted(range(count), key=lambda move: (-line.points[move], move))
    for move in order:
        if len(chosen) >= room:
            break
        chosen.add(move)
    return sorted(chosen)
