"""What stands in the board's place where there are no cells: a drawing, or the position's text."""

from __future__ import annotations

from html import escape

from explorer.cards.board.frame import BoardFrame
from explorer.look.palette import FONT, Palette
from explorer.look.svg import drawing

STYLES = """
.stand-in { align-items: center; background: var(--empty-cell); border-radius: 6px;
  box-sizing: border-box; display: flex; justify-content: center; overflow: auto; }
.stand-in img { display: block; }
.stand-in pre { color: var(--ink); font-family: var(--code-font); line-height: 1.4; margin: auto;
  overflow-wrap: anywhere; padding: 12px; tab-size: 4; white-space: pre-wrap; }
"""
_PAD = 5
_FONTS = (11.0, 22.0)  # pixels, of a long and of a short text
_CHARACTER, _LINE = 0.62, 1.4  # width and height of a character, of its font's size
_TEXT_PAD = 12


def stand_in(frame: BoardFrame, side: int, palette: Palette) -> str:
    """The HTML of a square of so many pixels; "" where a board is drawn."""
    if len(frame.values):
        return ""
    box = f'<div class="stand-in" style="width:{side}px;height:{side}px">'
    if frame.svg:
        image = drawing(frame.svg)
        scale = (side - 2 * _PAD) / max(image.width, image.height)
        return (
            f'{box}<img src="{image.address(palette.ink, FONT)}" alt="{escape(frame.text)}" '
            f'width="{scale * image.width:.0f}" height="{scale * image.height:.0f}" '
            'decoding="sync"></div>'
        )
    size = f"font-size:{_font(frame.text, side):.1f}px"
    return f'{box}<pre style="{size}">{escape(frame.text)}</pre></div>'


def _font(text: str, side: int) -> float:
    """The size at which a text fills the square, between one to be read and one for a title."""
    lines = text.splitlines() or [""]
    room = side - 2 * _TEXT_PAD
    wanted = min(
        room / (_CHARACTER * max(map(len, lines), default=1) + 1e-9), room / (_LINE * len(lines))
    )
    return min(max(wanted, _FONTS[0]), _FONTS[1])
