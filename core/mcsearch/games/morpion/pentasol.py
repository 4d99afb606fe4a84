"""Pentasol's text, in which games of lines of five travel since the 2000s (morpionsolitaire.com).

Lines after "#" are comments. The first line is a reference point, the cross's inner corner at the
upper left, and each other one a move such as `(27,25) - +2`: column and row of the new point, rows
downwards, the direction `-`, `|`, `/` or `\\`, and how far the line's centre is from the point,
positive towards the right or the bottom: +2 where the point is the left or upper end. The format
has no word for the variant: a comment may name it, else it is 5D for a game that is legal there to
its end. Facts by the header of Rosetta Code's Morpion
Solitaire program, and by a program that replays C. Rosin's games of that site.

morpion-solitaire.io writes no reference point, counts from 1 at the corner of the cross's square
and gives the distance the other sign; that is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcsearch.engine.parameter import RecipeError
from mcsearch.games.file_format import FileFormat
from mcsearch.games.morpion.frame import FramedMove, framed, played
from mcsearch.games.morpion.state import Morpion, beginning

_SIGNS = "-|/\\"  # in the order of the directions
_CORNER = 3  # column and row of the reference point in the frame
_REFERENCE = (28, 28)  # that we write, as C. Rosin's files
_HALF = 2  # points of a line on one side of its centre
_NUMBERS = r"\(\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*\)"
_POINT = re.compile(_NUMBERS)
_MOVE = re.compile(_NUMBERS + r"\s*([-|/\\])\s*([+-]?\d{1,2})?")
_VARIANT = re.compile(r"\b(5[TD])\b", re.IGNORECASE)
_KIND = "Pentasol"


def _is_like(text: str) -> bool:
    lines = list(_lines(text))
    return (
        bool(lines)
        and bool(_POINT.match(lines[0][1]))
        and any(_MOVE.fullmatch(line) for _, line in lines[:2])
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """What is no comment, with the number of its line."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        bare = line.partition("#")[0].strip()
        if bare:
            yield number, bare


def _read(text: str) -> tuple[str, tuple[str, ...]]:
    moves = list(_moves(text))
    comments = " ".join(line.partition("#")[2] for line in text.splitlines())
    named = {variant.upper() for variant in _VARIANT.findall(comments)}
    variant = named.pop() if len(named) == 1 else _variant_of(moves)
    return variant, _played(variant, moves)[1]


def _played(variant: str, moves: list[tuple[str, FramedMove]]) -> tuple[Morpion, tuple[str, ...]]:
    return played(beginning(variant), moves, _KIND)


def _variant_of(moves: list[tuple[str, FramedMove]]) -> str:
    """5D for a game that is legal there to its end, as hardly one of 5T is; else 5T."""
    try:
        end, _ = _played("5D", moves)
    except RecipeError:
        return "5T"
    return "5D" if end.is_terminal() else "5T"


def _moves(text: str) -> Iterator[tuple[str, FramedMove]]:
    lines = list(_lines(text))
    reference = _POINT.fullmatch(lines[0][1])
    if reference:
        column, row = int(reference[1]) - _CORNER, int(reference[2]) - _CORNER
        sign = -1
    else:
        column = row = sign = 1
    for number, line in lines[1:] if reference else lines:
        move = _MOVE.fullmatch(line)
        distance = int(move[4] or 0) if move else 0
        if move is None or abs(distance) > _HALF:
            raise RecipeError(
                f"{_KIND}, line {number}: {line[:40]!r} is no move; give a point, one of {_SIGNS} "
                "and the distance to the line's centre, -2 to +2, such as '(27,25) - +2'"
            )
        yield (
            f"line {number}",
            FramedMove(
                int(move[1]) - column,
                int(move[2]) - row,
                _SIGNS.index(move[3]),
                _HALF + sign * distance,
            ),
        )


def _write(state: Morpion) -> str:
    if state.length != 2 * _HALF + 1:
        raise RecipeError(
            f"{_KIND}: it has no games of {state.variant}, but of lines of five; save as "
            "Morpion Solitaire Record, .msr"
        )
    column, row = _REFERENCE
    lines = [
        f"# Morpion Solitaire {state.variant}, {len(state.played())} moves, by mcsearch",
        "# (column,row) of the reference point, the cross's inner corner at the upper left",
        f"({column},{row})",
        "# (column,row), direction, distance to the line's centre: + to the right or down",
    ]
    for action in state.played():
        move = framed(state, action)
        distance = _HALF - move.place
        lines.append(
            f"({move.column - _CORNER + column},{move.row - _CORNER + row}) "
            f"{_SIGNS[move.direction]} {f'{distance:+d}' if distance else '0'}"
        )
    return "\n".join(lines) + "\n"


PENTASOL = FileFormat("pentasol", "Pentasol text", ".psol", _is_like, _read, _write)
