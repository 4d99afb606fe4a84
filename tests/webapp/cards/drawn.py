"""Boards and strips as the page's scripts draw them, for tests to look at."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring

from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.picture import board_picture
from explorer.cards.strip.frame import StripFrame
from explorer.cards.strip.picture import strip_picture
from explorer.moment.detail import SLOTS
from explorer.schema.pack import plain

SCRIPT = Path(__file__).with_name("draw.mjs")
SIDE = 286  # pixels

Picture = BoardFrame | dict[str, Any]
"""A frame, or what is sent of it."""


def _answers(wanted: list[dict[str, Any]]) -> list[Any]:
    done = subprocess.run(
        ["node", str(SCRIPT)], input=json.dumps(wanted), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _sent(picture: Picture, ends: tuple[float, float] = (0.0, 1.0)) -> dict[str, Any]:
    return picture if isinstance(picture, dict) else plain(board_picture(picture, ends))


def boards(
    frames: Sequence[Picture], ends: tuple[float, float] = (0.0, 1.0), ink: str = "", **look: Any
) -> list[Element]:
    """The drawings of some boards; ink: of what is around them, where it has a theme of its own;
    look: what the card adds, as `drawPosition` takes it.
    """
    look = {"side": SIDE, **look}
    wanted = [
        {"kind": "board", "picture": _sent(frame, ends), "look": look, "ink": ink}
        for frame in frames
    ]
    return [fromstring(text) for text in _answers(wanted)]


def board(
    frame: Picture, ends: tuple[float, float] = (0.0, 1.0), ink: str = "", **look: Any
) -> Element:
    """The drawing of one board."""
    return boards([frame], ends, ink, **look)[0]


def bars(frame: Picture) -> Element:
    """The bars below a board."""
    return fromstring(_answers([{"kind": "bars", "picture": _sent(frame)}])[0])


def strips(
    frames: Sequence[StripFrame | dict[str, Any]], slots: int = SLOTS, ink: str = ""
) -> list[Element]:
    """The drawings of some strips."""
    pictures = [
        each if isinstance(each, dict) else plain(strip_picture(each, slots)) for each in frames
    ]
    wanted = [{"kind": "strip", "picture": picture, "ink": ink} for picture in pictures]
    return [fromstring(text) for text in _answers(wanted)]


def strip(frame: StripFrame | dict[str, Any], slots: int = SLOTS, ink: str = "") -> Element:
    """The drawing of a strip."""
    return strips([frame], slots, ink)[0]


def pointed(
    frame: Picture, points: Sequence[tuple[float, float]], lifted: int = -1
) -> list[tuple[int, int]]:
    """Place and action under each point, in cell widths from the upper left corner of the board;
    -1 for none. lifted: the cell of a stone that was taken in this position.
    """
    picture = _sent(frame)
    taken = {"selected": ",".join(map(str, picture["selected"])), "cell": lifted}
    wanted = {"kind": "pointed", "picture": picture, "points": list(points), "lifted": taken}
    return [(place, action) for place, action in _answers([wanted])[0]]


@dataclass(frozen=True, slots=True)
class Used:
    """A board card after its visitor has used it."""

    drawing: Element  # `nothing` on a page that has not been laid out yet
    facts: str  # HTML
    bars: tuple[Element, ...]
    selected: list[tuple[int, ...]]  # what was told by clicks
    hovered: list[tuple[int, ...] | None]  # and by pointing


def used(frame: Picture, *steps: tuple[Any, ...], side: int = SIDE, ink: str = "") -> Used:
    """A board card on which something is done: ("click", x, y) and ("move", x, y) on a place as
    `pointed` takes it, ("leave",), or ("link", the actions of a node pointed at anywhere or None).
    """
    return uses(frame, [steps], side, ink)[0]


def uses(
    frame: Picture, visitors: Sequence[Sequence[tuple[Any, ...]]], side: int = SIDE, ink: str = ""
) -> list[Used]:
    """The same card for several visitors, each of whom does something else on it."""
    shown = {"kind": "used", "picture": _sent(frame), "side": side, "ink": ink}
    answers = _answers([{**shown, "steps": steps} for steps in visitors])
    return [
        Used(
            drawing=fromstring(told["drawing"] or "<nothing/>"),
            facts=told["facts"],
            bars=tuple(map(fromstring, told["bars"])),
            selected=[tuple(actions) for actions in told["selected"]],
            hovered=[actions and tuple(actions) for actions in told["hovered"]],
        )
        for told in answers
    ]


def middle(frame: BoardFrame, cell: int) -> tuple[float, float]:
    """The middle of a cell, in cell widths from the upper left corner of the board."""
    return float(frame.x[cell]), frame.height - float(frame.y[cell])


def named(drawing: Element, *names: str) -> list[Element]:
    """The parts of a drawing whose look has all these names."""
    return [each for each in drawing.iter() if {*names} <= {*each.get("class", "").split()}]


def texts(drawing: Element) -> list[str]:
    """What is written on a drawing, in the order of its parts."""
    return [each.text or "" for each in drawing.iter("text")]


def starts(line: Element) -> list[tuple[float, float]]:
    """Where the parts of a path begin."""
    found = re.findall(r"M\s*(-?[\d.]+)[ ,](-?[\d.]+)", line.get("d", ""))
    return [(float(x), float(y)) for x, y in found]


def circles(line: Element) -> list[tuple[float, float, float]]:
    """Middles and radii of the circles that a path is made of."""
    found = re.findall(r"M(-?[\d.]+) (-?[\d.]+)a([\d.]+) ", line.get("d", ""))
    return [(float(x) + float(r), float(y), float(r)) for x, y, r in found]


def place(part: Element) -> tuple[float, float]:
    """The middle of a circle, a box or a text."""
    if part.tag == "circle":
        return float(part.get("cx", "")), float(part.get("cy", ""))
    x, y = float(part.get("x", "")), float(part.get("y", ""))
    if part.tag == "text":
        return x, y - 0.35 * float(part.get("font-size", ""))
    return x + float(part.get("width", "")) / 2, y + float(part.get("height", "")) / 2


def pixels(drawing: Element, side: float = SIDE) -> tuple[float, float, float]:
    """Pixels of a cell width in a square, and where the board's upper left corner is in it."""
    left, top, width, height = map(float, drawing.get("viewBox", "").split())
    cell = side / max(width, height)
    return cell, (side - cell * width) / 2 - cell * left, (side - cell * height) / 2 - cell * top


def image(drawing: Element) -> str:
    """The SVG text of an image."""
    kind, text = drawing.get("src", "").split(",", 1)
    assert (drawing.tag, kind) == ("img", "data:image/svg+xml")
    return unquote(text)
