"""The facts beside a board: its score, its candidates, what lies on it."""

from __future__ import annotations

from html import escape

from explorer.cards.board.frame import BoardFrame
from explorer.look import signs

_LARGE = 6  # characters of a number that fit beside a board in the largest size


def facts(frame: BoardFrame) -> str:
    """The HTML of what a position has to say; its styles are in board.css."""
    parts = []
    for index, (title, fact) in enumerate(frame.facts):
        if index == 2 and frame.tile_counts:
            parts.append(_counts(frame))
        is_large = any(map(str.isdigit, fact)) and len(fact) <= _LARGE
        kind = ("large" if is_large else "name") if index == 0 else ""
        parts.append(f'<dt>{escape(title)}</dt><dd class="{kind}">{escape(fact)}</dd>')
    if frame.num_players == 2 and frame.board.num_cells and frame.board.pieces == "stones":
        mark, other = (
            frame.board.marks[frame.search_player],
            frame.board.marks[1 - frame.search_player],
        )
        parts.append(
            "<dt>Stones</dt><dd><ul>"
            f"<li>{signs.disc(mark, True)}search</li>"
            f"<li>{signs.disc(other, False)}opponent</li></ul></dd>"
        )
    return f'<div class="facts"><dl>{"".join(parts)}</dl></div>'


def _counts(frame: BoardFrame) -> str:
    rows = "".join(
        f"<li>{signs.tile(tile)}<span>{count}</span>"
        f"{'<b>tabu</b>' if tile == frame.tabu else ''}</li>"
        for tile, count in frame.tile_counts
    )
    return f"<dt>Cells left</dt><dd><ul>{rows}</ul></dd>"
