"""The board for scripts that draw it without Bokeh (drawing.js): a position as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from explorer.cards.board.cells import font_of
from explorer.cards.board.facts import facts
from explorer.cards.board.frame import BoardFrame
from explorer.look.boards import plain_board
from explorer.look.canvas import mean_colors, text_on_mean
from explorer.look.cells import fills, inks
from explorer.look.marks import MARKS, path
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import drawing
from mcsearch.engine.picture import Cell

_MARKS = {mark.marker: path(mark, 0, 0, 1.0) for mark in MARKS}
_STROKES = {
    "cross": "M-.15-.15L.15 .15M-.15 .15L.15-.15",
    "ring": "M-.19 0a.19 .19 0 1 0 .38 0a.19 .19 0 1 0-.38 0z",
}
_INK = "#010203"  # stands for the ink of the theme, which the script knows


def plain_table(frame: BoardFrame) -> dict[str, Any]:
    """What is the same at all moments of a search."""
    return {
        "board": plain_board(frame.board),
        "drops": frame.board.drops,
        "searchPlayer": frame.search_player,
        "labels": [[x, frame.height - y, name] for x, y, name in frame.board.labels],
        "ink": _INK,
    }


def plain_position(frame: BoardFrame) -> dict[str, Any]:
    """What lies on the board, in the order of its cells."""
    found: dict[str, Any] = {"cells": "", "looks": [], "svg": "", "text": ""}
    if frame.cells:
        found["looks"] = looks(frame.cells)
    elif len(frame.values):
        found["cells"] = "".join(map(str, frame.values.tolist()))
    elif frame.svg:
        found["svg"] = drawing(frame.svg).text(_INK, FONT)
    else:
        found["text"] = frame.text
    found["last"] = frame.last_cell
    found["ending"] = list(frame.ending_cells)
    return found


def plain_frame(frame: BoardFrame, ends: tuple[float, float]) -> dict[str, Any]:
    """A moment on the board; `ends`: of the scale of means. The legal groups are not in it."""
    return {
        **plain_position(frame),
        "played": outlines(frame, frame.played_xs, frame.played_ys),
        "playedText": frame.played_text,
        "playedAt": [frame.played_at[0], frame.height - frame.played_at[1]],
        "phase": frame.phase,
        "ghosts": [
            {"cell": cell, "player": player, "ply": ply}
            for cell, player, ply in zip(
                frame.ghost_cells.tolist(),
                frame.ghost_players.tolist(),
                frame.ghost_plies,
                strict=True,
            )
        ],
        "children": _children(frame, ends),
        "bars": frame.bars.tolist(),
        "bar": frame.bar_current,
        "facts": facts(frame),
        "context": frame.context,
        "badge": frame.badge,
    }


def outlines(frame: BoardFrame, xs: Iterable[np.ndarray], ys: Iterable[np.ndarray]) -> str:
    """Lines in cell widths as the data of an SVG path, y downwards."""
    lines = []
    for line_xs, line_ys in zip(xs, ys, strict=True):
        points = zip(line_xs.tolist(), (frame.height - line_ys).tolist(), strict=True)
        lines.append("M" + "L".join(f"{x:g} {y:g}" for x, y in points))
    return "".join(lines)


def looks(cells: tuple[Cell, ...]) -> list[dict[str, Any]]:
    """[num_cells] how each cell of a person's picture looks, in the light and in the dark."""
    light, dark = (fills(palette, cells) for palette in (LIGHT, DARK))
    inks_light, inks_dark = inks(LIGHT, cells, light), inks(DARK, cells, dark)
    found = []
    for i, cell in enumerate(cells):
        look: dict[str, Any] = {}
        if light[i]:
            look["fill"] = [light[i], dark[i]]
        name = cell.mark or (MARKS[cell.colour - 1].marker if cell.colour and not cell.text else "")
        if cell.text or name:
            look["ink"] = [inks_light[i], inks_dark[i]]
        if cell.text:
            look["text"] = cell.text
            look["font"] = round(font_of(cell.text, cell.number is not None, 1.0), 3)
        if name in _STROKES:
            look["stroke"] = _STROKES[name]
        elif name:
            look["mark"] = _MARKS[name]
        found.append(look)
    return found


def _children(frame: BoardFrame, ends: tuple[float, float]) -> list[dict[str, Any]]:
    """The candidates of two players: where, how good, how often (their size)."""
    if not len(frame.child_x):
        return []
    largest = max(frame.child_share.max(initial=0.0), 1e-9)
    return [
        {
            "x": x,
            "y": frame.height - y,
            "color": color,
            "size": size,
            "text": text,
            "ink": ink,
            "chosen": i == frame.child_chosen,
        }
        for i, (x, y, color, size, text, ink) in enumerate(
            zip(
                frame.child_x.tolist(),
                frame.child_y.tolist(),
                mean_colors(frame.child_mean, *ends),
                np.round(0.34 + 0.44 * np.sqrt(frame.child_share / largest), 3).tolist(),
                frame.child_text,
                text_on_mean(frame.child_mean, *ends),
                strict=True,
            )
        )
    ]
