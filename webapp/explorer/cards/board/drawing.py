"""The board for scripts that draw it without Bokeh (drawing.js): a position as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from explorer.cards.board.facts import facts
from explorer.cards.board.frame import BoardFrame, of_stone
from explorer.cards.board.plain import plain_position
from explorer.look.boards import joined_by_colours, plain_board
from explorer.look.shades import mean_colors, text_on_mean


def plain_table(frame: BoardFrame) -> dict[str, Any]:
    """What is the same at all moments of a search."""
    return {
        "board": plain_board(frame.board),
        "drops": frame.board.drops,
        "search_player": frame.search_player,
        "labels": [[x, frame.height - y, name] for x, y, name in frame.board.labels],
        "joined": joined_by_colours(frame.board, frame.search_player),
    }


def plain_frame(frame: BoardFrame, ends: tuple[float, float]) -> dict[str, Any]:
    """A moment on the board; `ends`: of the scale of means. The legal groups are not in it."""
    frame = of_stone(frame)
    return {
        **plain_position(frame),
        "played": outlines(frame.height, frame.played_xs, frame.played_ys),
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
        "toPlay": frame.to_play,
        "bars": frame.bars.tolist(),
        "bar": frame.bar_current,
        "facts": facts(frame),
        "context": frame.context,
        "badge": frame.badge,
    }


def outlines(height: float, xs: Iterable[np.ndarray], ys: Iterable[np.ndarray]) -> str:
    """Lines in cell widths as the data of an SVG path, y downwards."""
    lines = []
    for line_xs, line_ys in zip(xs, ys, strict=True):
        points = zip(line_xs.tolist(), (height - line_ys).tolist(), strict=True)
        lines.append("M" + "L".join(f"{x:g} {y:g}" for x, y in points))
    return "".join(lines)


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
