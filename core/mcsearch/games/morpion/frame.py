"""The frame in which other programs count: columns to the right and rows down, 0 and 0 at the upper
left corner of the square around the cross."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mcsearch.engine.parameter import RecipeError
from mcsearch.games.morpion.grid import SIDE, cross, place_of, point_at
from mcsearch.games.morpion.state import Morpion

DIRECTIONS = ("H", "V", "DP", "DN")  # right, down, to the upper right, to the lower right
_VERTICAL = DIRECTIONS.index("V")
_NUM_TOLD = 6  # legal moves in a message


class FramedMove(NamedTuple):
    """A new point, the direction of its line and which of the line's points it is, from its first:
    the left one, of an upright line the upper one."""

    column: int
    row: int
    direction: int  # in DIRECTIONS
    place: int


def framed(state: Morpion, action: int) -> FramedMove:
    """An action as others tell it."""
    left, top = _corner(state.length)
    point, direction, place = _parts(state, action)
    column, row = place_of(point)
    return FramedMove(column - left, top - row, direction, _turned(state, direction, place))


def played(
    start: Morpion, moves: Iterable[tuple[str, FramedMove]], kind: str
) -> tuple[Morpion, tuple[str, ...]]:
    """The state after moves, each with the words that tell where it stands, and their names.

    RecipeError, which begins with the `kind` of file, for the first that is not legal.
    """
    state, names = start, []
    left, top = _corner(start.length)
    for number, (where, move) in enumerate(moves, 1):
        column, row = left + move.column, top - move.row
        inside = 0 <= column < SIDE and 0 <= row < SIDE and 0 <= move.place < start.length
        place = _turned(start, move.direction, move.place)
        action = start.action_at(point_at(column, row), move.direction, place) if inside else -1
        legal = state.legal_actions()
        if action not in legal:
            told = ", ".join(map(_told, (framed(state, each) for each in legal[:_NUM_TOLD])))
            raise RecipeError(
                f"{kind}, {where}: move {number}, {_told(move)}, is not legal in {start.variant} "
                f"here; legal are {told or 'none, the game is over'}"
                f"{', ...' if len(legal) > _NUM_TOLD else ''}. Correct the move or the variant"
            )
        names.append(state.action_name(action))
        state = state.play(action)
    return state, tuple(names)


def _corner(length: int) -> tuple[int, int]:
    """Column and row, on the game's grid, of the frame's 0 and 0."""
    places = [place_of(point) for point in cross(length)]
    return min(column for column, _ in places), max(row for _, row in places)


def _parts(state: Morpion, action: int) -> tuple[int, int, int]:
    point, rest = divmod(action, 4 * state.length)
    return point, *divmod(rest, state.length)


def _turned(state: Morpion, direction: int, place: int) -> int:
    """The place in a line from its other end where the line is upright: our rows go upwards."""
    return state.length - 1 - place if direction == _VERTICAL else place


def _told(move: FramedMove) -> str:
    return f"({move.column},{move.row}) {DIRECTIONS[move.direction]} {move.place}"
