"""The tree as the browser draws it.

The scripts beside this file draw a frame on a canvas and lead smoothly from one to the next; what
is drawn, where, and with which numbers, is decided in `frame`.
"""

from __future__ import annotations

from dataclasses import replace

from explorer.cards.tree.frame import TreeFrame
from explorer.moment.detail import slot_centre
from explorer.schema import pack


def at_moment(tree: TreeFrame, has_playout: bool, steps: int, pace_ms: float) -> TreeFrame:
    """A tree at the moment after so many phases; `pace_ms` is the time until the next frame, which
    motion must not exceed.

    `has_playout`: the strip below shows a playout, which hangs on the path's end.
    """
    connector = slot_centre(0, tree.card_width) if has_playout and tree.ends[0] else None
    return replace(tree, steps=steps, pace=pace_ms, connector=connector)


def picture(tree: TreeFrame, has_playout: bool, steps: int, pace_ms: float) -> str:
    """A tree at a moment as JSON."""
    return pack.text(pack.packed(at_moment(tree, has_playout, steps, pace_ms)))
