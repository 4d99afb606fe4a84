"""Boards as text for a terminal, with colours where it has them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, TextIO

_PLAYERS = ("\033[1;36m", "\033[1;33m")
_TILES = (41, 44, 43, 42, 45, 46, 47, 100, 101)
_MARKED, _DIM, _PLAIN = "\033[7m", "\033[2m", "\033[0m"
_STONES = ".xo"
_SIGNS = {  # of the marks in a person's picture
    "circle": "●", "cross": "✕", "diamond": "◆", "hex": "⬢", "plus": "+", "ring": "○",
    "square": "■", "star": "★", "triangle": "▲",
}  # fmt: skip


def has_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal with colours whose user has not declined them."""
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"
    )


def picture(state: Any, start: Any, colours: bool, marked: Iterable[int] = ()) -> list[str]:
    """The lines of a board, the top row first, with the names of rows and columns around it.

    Stones are x for who moves first and o, tiles the numbers of their colours. `start` is the
    position that the game began from, whose moves tell the names of rows and columns; `marked` are
    cells to be picked out, such as that of the last move.
    """
    board = state.board
    if board is None:
        return str(state).splitlines()
    if board.pieces == "cells":
        return _cells(state, colours, {*marked})
    column_of = [round(2 * x) for x in board.x.tolist()]
    heights = [round(float(y), 6) for y in board.y.tolist()]
    is_tiles = board.pieces == "tiles"
    values = state.cells().tolist()
    rows, above, below = _names(start, column_of, heights)
    chosen = set(marked)
    width = max((len(name) for name in rows.values()), default=0)
    lines = _line_of(above, width)
    for height in sorted(set(heights), reverse=True):
        line = [" "] * (max(column_of) + 1)
        for cell, (place, y) in enumerate(zip(column_of, heights, strict=True)):
            if y == height:
                line[place] = _cell(values[cell], is_tiles, colours, cell in chosen)
        lines.append(rows.get(height, "").rjust(width) + "".join(line).rstrip())
    return lines + _line_of(below, width)


def _line_of(names: dict[int, str], indent: int) -> list[str]:
    """The line with the names of columns at their places; [] without names."""
    if not names:
        return []
    line = [" "] * (max(names) + 1)
    for place, name in names.items():
        line[place] = name
    return [" " * indent + "".join(line)]


def _cells(state: Any, colours: bool, marked: set[int]) -> list[str]:
    """The rows of a person's picture, with brackets around what the last move has changed."""
    board, cells = state.board, state.shown_cells
    texts = [cell.text or _SIGNS.get(cell.mark, "") or str(cell.colour or ".") for cell in cells]
    width = max(map(len, texts))
    lines: dict[float, list[str]] = {}
    for i in sorted(range(len(cells)), key=lambda i: (-board.y[i], board.x[i])):
        text = texts[i].rjust(width)
        if colours and cells[i].colour:
            text = f"\033[30;{_TILES[cells[i].colour - 1]}m{text}{_PLAIN}"
        edges = "[]" if i in marked else "  "
        lines.setdefault(float(board.y[i]), []).append(f"{edges[0]}{text}{edges[1]}")
    return ["".join(line).rstrip() for line in lines.values()]


def _cell(value: int, is_tiles: bool, colours: bool, is_marked: bool) -> str:
    text = ("." if value == 0 else str(value)) if is_tiles else _STONES[value]
    if not colours:
        return text
    if value == 0:
        return f"{_DIM}{text}{_PLAIN}"
    if is_tiles:
        return f"\033[30;{_TILES[value - 1]}m{text}{_PLAIN}"
    return f"{_PLAYERS[value - 1]}{_MARKED if is_marked else ''}{text}{_PLAIN}"


def _names(
    start: Any, column_of: list[int], heights: list[float]
) -> tuple[dict[float, str], dict[int, str], dict[int, str]]:
    """The names of rows, and of columns above and below the board.

    They are the board's, or those that the names of moves share.
    """
    board = start.board
    if board.labels:
        beside = {round(y, 6): name for _, y, name in board.labels if 0.0 < y < board.height}
        above = {round(2 * x): name for x, y, name in board.labels if y >= board.height}
        below = {round(2 * x): name for x, y, name in board.labels if y <= 0.0}
        return beside, above, below
    if board.pieces == "tiles":
        rows = {height: str(number) for number, height in enumerate(sorted(set(heights)), 1)}
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return rows, {}, dict(zip(sorted(set(column_of)), letters, strict=False))
    in_row: dict[float, list[str]] = {}
    in_column: dict[int, list[str]] = {}
    for action in start.legal_actions():
        if not (cells := start.action_cells(action)):
            continue
        cell = cells[0]
        name = start.action_name(action)
        in_row.setdefault(heights[cell], []).append(name)
        in_column.setdefault(column_of[cell], []).append(name)
    is_square = board.shape == "square"
    columns = {place: _shared(names) for place, names in in_column.items() if is_square}
    return {height: _shared(names) for height, names in in_row.items()}, {}, columns


def _shared(names: list[str]) -> str:
    """The character that all names have in common at its place, "" when there is none."""
    return next((found[0] for found in zip(*names, strict=False) if len(set(found)) == 1), "")
