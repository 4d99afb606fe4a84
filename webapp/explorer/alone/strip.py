"""The strip of boards for a saved file (strip.js): its boards as plain values."""

from __future__ import annotations

from typing import Any

from explorer.cards.board.drawing import outlines
from explorer.cards.board.plain import plain_cells
from explorer.cards.strip.frame import StripFrame, Thumbnail


def plain_strip(strip: StripFrame) -> list[dict[str, Any]]:
    """Its boards, as `drawPosition` takes them, with their captions."""
    return [_plain(each) for each in strip.thumbnails if each is not None]


def _plain(each: Thumbnail) -> dict[str, Any]:
    return {
        **plain_cells(each.cells, each.values, each.svg),
        "played": outlines(each.board.height, each.outline_xs, each.outline_ys),
        "next": each.cell,
        "name": each.name,
        "value": each.value,
        "current": each.current,
    }
