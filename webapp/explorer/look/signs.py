"""Small signs in HTML: a tile with its glyph, a disc with its mark. Colours are CSS variables."""

from __future__ import annotations

# Within a square from 0 to 14: the same nine shapes as the markers on the canvas.
_TILE_SHAPES = (
    '<circle cx="7" cy="7" r="2.9"/>',
    '<path d="M7 3.2L10.2 7 7 10.8 3.8 7z"/>',
    '<path d="M4.4 4.4h5.2v5.2H4.4z"/>',
    '<path d="M7 3.8l3.4 6H3.6z"/>',
    '<path d="M5.9 3.6h2.2v2.3h2.3v2.2H8.1v2.3H5.9V8.1H3.6V5.9h2.3z"/>',
    '<path d="M7 3l1.2 2.7 2.9.3-2.2 2 .6 2.9L7 9.4l-2.5 1.5.6-2.9-2.2-2 2.9-.3z"/>',
    '<path d="M7 3.5l3 1.75v3.5L7 10.5 4 8.75v-3.5z"/>',
    '<path d="M7 10.2l3.4-6H3.6z"/>',
    '<path d="M3.4 6h7.2v2H3.4z"/>',
)


def tile(value: int) -> str:
    """A tile of a colour (1..9), 14 px wide."""
    return (
        '<svg class="sign" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        f'<rect width="14" height="14" rx="3" fill="var(--tile-{value})"/>'
        f'<g fill="var(--tile-{value}-glyph)">{_TILE_SHAPES[value - 1]}</g></svg>'
    )


def disc(player: int, is_search: bool) -> str:
    """A disc, 14 px wide: player 0 has a cross, player 1 a ring; the colour tells whose it is."""
    who = "search" if is_search else "opponent"
    mark = (
        '<path d="M4.6 4.6l4.8 4.8M9.4 4.6L4.6 9.4"/>'
        if player == 0
        else '<circle cx="7" cy="7" r="3.2"/>'
    )
    return (
        '<svg class="sign" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        f'<circle cx="7" cy="7" r="7" fill="var(--disc-{who})"/>'
        f'<g fill="none" stroke="var(--disc-{who}-mark)" stroke-width="1.6">{mark}</g></svg>'
    )
