"""SVG texts of anybody's as images: what is not known to be harmless is left out.

An image runs no scripts and loads nothing wherever it is shown; this is a second fence, and the
same picture in every browser. Elements, attributes and values are let through by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any
from xml.parsers import expat

INK = "#010203"  # stands for the ink of the theme, which the scripts know: look/boards.js
_NAMESPACE = "http://www.w3.org/2000/svg"
_MOST_DEEP = 100
_ELEMENTS = frozenset(
    {"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"}
    | {"tspan", "title", "desc", "defs", "linearGradient", "radialGradient", "stop", "clipPath"}
)
_SHAPES = frozenset(
    {"x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "d", "points"}
    | {"dx", "dy", "rotate", "width", "height", "viewBox", "preserveAspectRatio", "transform"}
    | {"id", "offset", "pathLength", "gradientUnits", "gradientTransform", "spreadMethod"}
    | {"clipPathUnits", "textLength", "lengthAdjust"}
)
_STYLES = frozenset(
    {"fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"}
    | {"stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"}
    | {"stroke-dashoffset", "opacity", "color", "display", "visibility", "clip-path", "clip-rule"}
    | {"stop-color", "stop-opacity", "font-family", "font-size", "font-style", "font-weight"}
    | {"text-anchor", "dominant-baseline", "letter-spacing", "paint-order", "vector-effect"}
)
# no url() but to what is in the text itself, nothing that could be read as more than a value
_VALUE = re.compile(r"[\w\s.,:;#%()+*/'\"-]*")
_LOCAL = re.compile(r"url\(\s*['\"]?#[\w.-]+['\"]?\s*\)")
_FOREIGN = re.compile(r"url|import|expression|script|data:|//|/\*", re.IGNORECASE)
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)(?:px)?\s*")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A harmless SVG text, without the attributes of its root that depend on the theme."""

    attributes: tuple[tuple[str, str], ...]  # of the root
    inside: str
    width: float  # in its own units
    height: float

    def text(self, ink: str, font: str) -> str:
        """The image; what has no colour of its own is in ink."""
        said = dict(self.attributes)
        said = {"color": ink, "fill": "currentColor", "font-family": font, **said}
        return f'<svg xmlns="{_NAMESPACE}"{_written(said)}>{self.inside}</svg>'


@lru_cache(maxsize=512)
def drawing(text: str) -> Drawing:
    """The harmless part of an SVG text; ValueError, with the remedy, for one that can't be read."""
    reader = _Reader()
    try:
        reader.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise ValueError(
            f"picture(): the SVG text is broken in line {error.lineno}, column {error.offset + 1} "
            f"({reason}); close every element and write & as &amp; and < as &lt;"
        ) from None
    attributes = dict(reader.root)
    box = attributes.get("viewBox", "").replace(",", " ").split()
    sides = [_LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
    try:
        _, _, width, height = map(float, box)
    except ValueError:
        width, height = (float(side.group(1)) if side else 0.0 for side in sides)
        attributes["viewBox"] = f"0 0 {width:g} {height:g}"
    if not (0.0 < width < 1e6 and 0.0 < height < 1e6):
        raise ValueError(
            "picture(): the SVG text does not say how large it is; give its root a viewBox, such "
            "as viewBox='0 0 100 100'"
        )
    # browsers draw on a canvas only what has a size of its own
    attributes.update(width=f"{width:g}", height=f"{height:g}")
    return Drawing(tuple(attributes.items()), "".join(reader.parts), width, height)


class _Reader:
    """Writes again what it knows of an SVG text as the parser goes through it."""

    def __init__(self) -> None:
        self.root: dict[str, str] = {}
        self.parts: list[str] = []
        self._open: list[str] = []
        self._left_out = 0  # how deep inside an element that is left out
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        self.parser = parser

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        known = local in _ELEMENTS and namespace in ("", _NAMESPACE)
        if self._left_out or not known or len(self._open) >= _MOST_DEEP:
            self._left_out += 1
            return
        kept = {key: value for key, given in attributes.items() if (value := _kept(key, given))}
        if not self._open:
            self.root = kept
        else:
            self.parts.append(f"<{local}{_written(kept)}>")
        self._open.append(local)

    def _end(self, name: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        local = self._open.pop()
        if self._open:
            self.parts.append(f"</{local}>")

    def _characters(self, text: str) -> None:
        if not self._left_out and self._open[-1:] not in ([], ["svg"], ["g"], ["defs"]):
            self.parts.append(escape(text))

    def _entity(self, name: str, *_: Any) -> None:
        raise ValueError(
            f"picture(): the SVG text declares an entity {name!r}; write out what it stands for"
        )


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


def _kept(name: str, value: str) -> str:
    """What is left of an attribute, "" for nothing."""
    if name == "style":
        pairs = (declaration.partition(":") for declaration in value.split(";"))
        kept = ((key.strip(), _kept(key.strip(), given)) for key, _, given in pairs)
        return ";".join(f"{key}:{given.strip()}" for key, given in kept if given and key in _STYLES)
    if name not in _SHAPES and name not in _STYLES:
        return ""
    rest = _LOCAL.sub("", value)
    return value if _VALUE.fullmatch(value) and not _FOREIGN.search(rest) else ""
