"""The marks of tiles and entrants, which say the same as their colours: told here alone.

A person's picture asks for them by `marker`, texts have `glyph`; all drawings have `corners`. The
scripts have them from `marks.js`, which this module writes: `python -m explorer.look.marks`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).with_name("marks.js")


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a tile's colour, in cell widths around the middle of its cell, y downwards."""

    name: str  # of the colour
    marker: str  # the name of the shape
    glyph: str  # the same shape as a character
    radius: float = 0.0  # of a circle
    corners: tuple[tuple[float, float], ...] = ()  # of any other shape


def _star() -> tuple[tuple[float, float], ...]:
    turns = [(0.1 if corner % 2 else 0.24, corner * math.pi / 5) for corner in range(10)]
    return tuple((round(r * math.sin(at), 4), round(-r * math.cos(at), 4)) for r, at in turns)


def _box(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((-x, -y), (x, -y), (x, y), (-x, y))


MARKS = (
    Mark("coral", "circle", "●", radius=0.17),
    Mark("blue", "diamond", "◆", corners=((0, -0.24), (0.2, 0), (0, 0.24), (-0.2, 0))),
    Mark("sand", "square", "■", corners=_box(0.16, 0.16)),
    Mark("mint", "triangle", "▲", corners=((0, -0.2), (0.22, 0.18), (-0.22, 0.18))),
    Mark(
        *("pink", "plus", "✚"),
        corners=(
            *((-0.07, -0.22), (0.07, -0.22), (0.07, -0.07), (0.22, -0.07), (0.22, 0.07)),
            *((0.07, 0.07), (0.07, 0.22), (-0.07, 0.22), (-0.07, 0.07), (-0.22, 0.07)),
            *((-0.22, -0.07), (-0.07, -0.07)),
        ),
    ),
    Mark("violet", "star", "★", corners=_star()),
    Mark(
        *("olive", "hex", "⬢"),
        corners=((0, -0.22), (0.19, -0.11), (0.19, 0.11), (0, 0.22), (-0.19, 0.11), (-0.19, -0.11)),
    ),
    Mark("grey", "inverted_triangle", "▼", corners=((0, 0.2), (0.22, -0.18), (-0.22, -0.18))),
    Mark("sky", "dash", "▬", corners=_box(0.22, 0.07)),
)
"""Of the cell values 1 to 9: `MARKS[value - 1]`."""


def _pin() -> tuple[tuple[float, float], ...]:
    """A square whose sides are drawn in: four points, to the sides."""
    turns = [(0.15 if corner % 2 else 0.5, corner * math.pi / 4) for corner in range(8)]
    return tuple((round(r * math.sin(at), 4), round(-r * math.cos(at), 4)) for r, at in turns)


def _cross(reach: float, half: float) -> tuple[tuple[float, float], ...]:
    """Two strokes from corner to corner, of twice `half` across."""
    a, b = reach - half, half
    straight = (
        *((-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b)),
        *((b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)),
    )
    turn = math.sqrt(0.5)
    return tuple((round(turn * (x - y), 4), round(turn * (x + y), 4)) for x, y in straight)


ENTRANTS = (
    Mark("first", "circle", "●", radius=0.42),
    Mark("second", "square", "■", corners=_box(0.38, 0.38)),
    Mark("third", "x", "✕", corners=_cross(0.66, 0.12)),
    Mark("fourth", "square_pin", "✦", corners=_pin()),
)
"""Of the slots of a race; in widths of the mark."""


def path(mark: Mark, x: float, y: float, scale: float) -> str:
    """The mark as the data of an SVG path around (x, y), with so many units a cell width."""
    if mark.radius:
        r = round(scale * mark.radius, 2)
        return f"M{x - r:g} {y:g}a{r} {r} 0 1 0 {2 * r:g} 0a{r} {r} 0 1 0 -{2 * r:g} 0z"
    points = ((round(x + scale * dx, 2), round(y + scale * dy, 2)) for dx, dy in mark.corners)
    return f"M{'L'.join(f'{px:g} {py:g}' for px, py in points)}z"


def script() -> str:
    """The text of `marks.js`, as the scripts' formatter would write it."""
    return (
        "// The marks of tiles and of entrants, written by marks.py.\n\n"
        "/** @type {Mark[]} */\n"
        f"export const MARKS = [\n{_entries(MARKS)}];\n\n"
        "/** @type {Mark[]} of the slots of a race, in widths of the mark */\n"
        f"export const ENTRANTS = [\n{_entries(ENTRANTS)}];\n"
    )


def _entries(marks: tuple[Mark, ...]) -> str:
    entries = []
    for mark in marks:
        facts = (
            f"name: {json.dumps(mark.name)}, glyph: {json.dumps(mark.glyph, ensure_ascii=False)}"
        )
        if not mark.corners:
            entries.append(f"  {{ {facts}, radius: {mark.radius:g}, corners: [] }},\n")
            continue
        corners = "".join(f"      [{x:g}, {y:g}],\n" for x, y in mark.corners)
        lines = facts.replace(", ", ",\n    ")
        entries.append(
            f"  {{\n    {lines},\n    radius: 0,\n    corners: [\n{corners}    ],\n  }},\n"
        )
    return "".join(entries)


if __name__ == "__main__":
    SCRIPT.write_text(script(), encoding="utf-8")
