"""What `picture()` of a problem may give, and what is said when it gives something else."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable
from typing import Any

from mcsearch.engine.picture import CELL_MARKS, COLOURS, EMPTY, Cell, Picture
from mcsearch.engine.problem_error import ProblemError

_MOST_CELLS = 100  # in a row, and rows
_MOST_TEXT = 4  # characters in a cell
_MOST_SVG = 1_000_000  # characters
_CELL = "give None, a number, a short text, or (text, colour) or (text, colour, mark)"


def picture(name: str, value: Any) -> Picture:
    """What `picture` of a problem of this name gave; ProblemError when that is no picture."""
    if isinstance(value, str):
        return Picture(svg=_drawing(name, value))
    if not isinstance(value, Iterable) or isinstance(value, (bytes, dict, set, frozenset)):
        raise ProblemError(
            f"picture() of {name} gave {_short(value)}; give a list of rows of cells, or an SVG "
            "text"
        )
    rows = tuple(_row(name, place, row) for place, row in enumerate(value, 1))
    if not rows or not rows[0]:
        raise ProblemError(f"picture() of {name} gave no cells; give a row with a cell at least")
    for place, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ProblemError(
                f"picture() of {name} gave row {place} of {len(row)} cells after a first row of "
                f"{len(rows[0])}; give rows of one length, None for a cell that is empty"
            )
    if max(len(rows), len(rows[0])) > _MOST_CELLS:
        raise ProblemError(
            f"picture() of {name} gave {len(rows)} rows of {len(rows[0])} cells; give up to "
            f"{_MOST_CELLS} of each, or an SVG text"
        )
    return Picture(rows=rows)


def _drawing(name: str, text: str) -> str:
    svg = text.strip()
    # what drawing programs put first: <?xml ...?>, <!DOCTYPE ...>, <!-- ... -->
    while svg.startswith(("<?", "<!")):
        end = "-->" if svg.startswith("<!--") else ">"
        svg = svg.partition(end)[2].lstrip()
    if not svg.startswith("<svg"):
        raise ProblemError(
            f"picture() of {name} gave the text {_short(text)}; a text must be SVG and begin with "
            "<svg, anything else is given as a list of rows"
        )
    if len(svg) > _MOST_SVG:
        raise ProblemError(
            f"picture() of {name} gave an SVG text of {len(svg)} characters; give up to {_MOST_SVG}"
        )
    return svg


def _row(name: str, place: int, row: Any) -> tuple[Cell, ...]:
    if not isinstance(row, Iterable) or isinstance(row, (bytes, dict, set, frozenset)):
        raise ProblemError(
            f"picture() of {name} gave {_short(row)} as row {place}; give a list of cells"
        )
    return tuple(_cell(name, f"row {place}, cell {at}", cell) for at, cell in enumerate(row, 1))


def _cell(name: str, where: str, value: Any) -> Cell:
    if value is None:
        return EMPTY
    if not isinstance(value, tuple):
        text, number = _text(name, where, value, value)
        return Cell(text, number=number) if text else EMPTY
    if len(value) not in (2, 3):
        raise ProblemError(f"picture() of {name} gave {_short(value)} in {where}; {_CELL}")
    text = "" if value[0] is None else _text(name, where, value, value[0])[0]
    return Cell(
        text,
        _colour(name, where, value[1]),
        _mark(name, where, value[2]) if len(value) == 3 else "",
    )


def _text(name: str, where: str, cell: Any, value: Any) -> tuple[str, float | None]:
    """What stands in a cell, and the number that it says, None for a text."""
    number: float | None = None
    if isinstance(value, str):
        text = value.strip()
    elif isinstance(value, numbers.Real) and not isinstance(value, bool):
        number = float(value)
        if not math.isfinite(number):
            raise ProblemError(
                f"picture() of {name} gave the number {value!r} in {where}; give a finite one, or "
                "None for a cell that is empty"
            )
        text = str(value) if isinstance(value, numbers.Integral) else f"{number:.3g}"
    else:
        raise ProblemError(f"picture() of {name} gave {_short(cell)} in {where}; {_CELL}")
    if number is None and len(text) > _MOST_TEXT:
        raise ProblemError(
            f"picture() of {name} gave the text {_short(text)} in {where}; give up to "
            f"{_MOST_TEXT} characters"
        )
    return text, number


def _colour(name: str, where: str, value: Any) -> int:
    if value is None:
        return 0
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not is_whole or not 1 <= int(value) <= COLOURS:
        raise ProblemError(
            f"picture() of {name} gave the colour {_short(value)} in {where}; give a number from 1 "
            f"to {COLOURS}, or None for none"
        )
    return int(value)


def _mark(name: str, where: str, value: Any) -> str:
    if value is None:
        return ""
    if value not in CELL_MARKS:
        raise ProblemError(
            f"picture() of {name} gave the mark {_short(value)} in {where}; give one of "
            f"{', '.join(CELL_MARKS)}, or None for none"
        )
    return str(value)


def _short(value: Any) -> str:
    printed = repr(value)
    return printed if len(printed) <= 60 else f"{printed[:57]}..."
