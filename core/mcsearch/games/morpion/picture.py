"""A Morpion Solitaire position as a drawing: the cross, the lines in their order, what is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcsearch.engine.picture import Picture

if TYPE_CHECKING:
    from mcsearch.games.morpion.state import Morpion

_CELL = 20  # units of the drawing
_ACCENT = "#5B5FD6"  # to be seen on light and on dark
_PALE, _FULL = 0.25, 0.8  # opacity of the first and of the last line


def picture_of(state: Morpion) -> Picture:
    """Points of the cross in ink; a played point has its number, a line is darker the later."""
    from mcsearch.games.morpion.state import cross, place_of

    played = [state.parts_of(action) for action in state.played()]
    legal = [state.parts_of(action) for action in state.legal_actions()]
    begun = cross(state.length)
    points = [place_of(point) for point in (*begun, *(p for parts in played + legal for p in parts))]
    left, right = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    low, high = min(y for _, y in points) - 1, max(y for _, y in points) + 1

    def at(point: int) -> tuple[int, int]:
        column, row = place_of(point)
        return (column - left) * _CELL, (high - row) * _CELL

    drawn: list[str] = []
    for _, first, last in legal:
        drawn.append(_line(at(first), at(last), stroke=_ACCENT, dash="1 3", width=1.2))
    for number, (_, first, last) in enumerate(played, 1):
        share = _PALE + (_FULL - _PALE) * number / len(played)
        is_last = number == len(played)
        width = 2.2 if is_last else 1.2
        drawn.append(_line(at(first), at(last), opacity=1 if is_last else share, width=width))
    drawn += [_disc(at(point), 3.4, fill="currentColor") for point in begun]
    for number, (point, _, _) in enumerate(played, 1):
        drawn.append(_numbered(at(point), number, number == len(played)))
    for point in sorted({point for point, _, _ in legal}):
        drawn.append(_disc(at(point), 3.4, fill="none", stroke=_ACCENT, dash="2 1.6"))
    size = f"0 0 {(right - left) * _CELL} {(high - low) * _CELL}"
    return Picture(svg=f'<svg viewBox="{size}">{"".join(drawn)}</svg>')


def _line(start: tuple[int, int], end: tuple[int, int], dash: str = "", **style: Any) -> str:
    colour = style.get("stroke", "currentColor")
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    (x, y), (to_x, to_y) = start, end
    return (
        f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}" stroke-linecap="round"'
        f' stroke-width="{style["width"]}" opacity="{style.get("opacity", 1):.2f}"{dashed}/>'
    )


def _disc(
    at: tuple[int, int], radius: float, fill: str, stroke: str = "none", dash: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<circle cx="{at[0]}" cy="{at[1]}" r="{radius}" fill="{fill}" stroke="{stroke}"{dashed}/>'


def _numbered(at: tuple[int, int], number: int, is_last: bool) -> str:
    """A played point: a white disc with its number, the last one in ink."""
    ink, paper = ("#FFFFFF", "#1A1C21") if is_last else ("#1A1C21", "#FFFFFF")
    disc = _disc(at, 5.6, fill=paper, stroke="#8B8E96")
    size = 6.4 if number < 100 else 5
    return (
        f'{disc}<text x="{at[0]}" y="{at[1] + 2.2}" font-size="{size}" text-anchor="middle" '
        f'fill="{ink}">{number}</text>'
    )
