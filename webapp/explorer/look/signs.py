"""Small signs in HTML: a tile with its glyph, a disc with its mark. Colours are CSS variables."""

from __future__ import annotations

from functools import cache

from explorer.look.marks import MARKS, path

_MARK_SCALE = 16.0  # pixels a cell width: the mark is a little larger than the tile
_DISC_MARKS = {
    "cross": '<path d="M4.6 4.6l4.8 4.8M9.4 4.6L4.6 9.4"/>',
    "ring": '<circle cx="7" cy="7" r="3.2"/>',
}


@cache
def tile(value: int) -> str:
    """A tile of a colour (1..9), 14 px wide."""
    shape = path(MARKS[value - 1], 7, 7, _MARK_SCALE)
    return (
        '<svg class="sign" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        f'<rect width="14" height="14" rx="3" fill="var(--tile-{value})"/>'
        f'<path fill="var(--tile-{value}-glyph)" d="{shape}"/></svg>'
    )


@cache
def disc(mark: str, is_search: bool) -> str:
    """A disc, 14 px wide: the mark tells the player, the colour whose it is."""
    who = "search" if is_search else "opponent"
    return (
        '<svg class="sign" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        f'<circle cx="7" cy="7" r="7" fill="var(--disc-{who})"/>'
        f'<g fill="none" stroke="var(--disc-{who}-mark)" stroke-width="1.6">'
        f"{_DISC_MARKS[mark]}</g></svg>"
    )
