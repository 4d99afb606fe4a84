"""What the cells of a person's picture look like, small and large."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.look.luminance import luminance
from explorer.look.palette import Palette
from mcsearch.engine.picture import Cell

_NUMBERED = 2  # the tile whose colour numbers shade
_PALEST = 0.28  # of that colour for the least number
_NUMBER, _TEXT = 0.38, 0.6  # of a font, in cell widths
_NUMBER_WIDTH, _TEXT_WIDTH = 1.25, 1.4  # the same by characters
_BRIGHT = 0.26  # relative luminance from which on a text on it is dark


def fills(palette: Palette, cells: Sequence[Cell]) -> list[str]:
    """[num_cells] the colour of each cell, "" of an empty one, and of one with a text or a mark
    alone.
    """
    numbers = [cell.number for cell in cells if cell.number is not None]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    found = []
    for cell in cells:
        if cell.colour:
            found.append(_shaded(palette, cell.colour, cell.shade))
        elif cell.number is None:
            found.append("")
        else:
            share = (cell.number - low) / (high - low) if high > low else 1.0
            found.append(_shaded(palette, _NUMBERED, share))
    return found


def _shaded(palette: Palette, colour: int, shade: float) -> str:
    """A tile's colour from pale, 0, to full, 1."""
    full = palette.tiles[colour - 1].color
    if shade == 1.0:
        return full
    return _mixed(palette.empty_cell, full, _PALEST + (1 - _PALEST) * shade)


def inks(palette: Palette, cells: Sequence[Cell], filled: Sequence[str]) -> list[str]:
    """[num_cells] the colour of a text or a mark on each cell of these colours."""
    found = []
    for cell, fill in zip(cells, filled, strict=True):
        if fill and luminance(_rgb(fill)) > _BRIGHT:
            found.append(palette.tiles[(cell.colour or _NUMBERED) - 1].glyph_color)
        else:
            found.append(palette.ink)
    return found


def _rgb(color: str) -> np.ndarray:
    return np.asarray([int(color[at : at + 2], 16) for at in (1, 3, 5)], dtype=float)


def _mixed(ground: str, color: str, share: float) -> str:
    mixed = (1 - share) * _rgb(ground) + share * _rgb(color)
    return "#{:02X}{:02X}{:02X}".format(*mixed.round().astype(int).tolist())


def font_of(text: str, is_number: bool, cell: float) -> float:
    """The size of a text in pixels, 0 of none."""
    if not text:
        return 0.0
    high, wide = (_NUMBER, _NUMBER_WIDTH) if is_number else (_TEXT, _TEXT_WIDTH)
    return cell * min(high, wide / len(text))
