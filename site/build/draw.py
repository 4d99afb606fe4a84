"""Draw a chart of Bokeh's as SVG, without a browser.

Only what the scrub bar consists of: its glyphs, grid lines and axis labels, with the properties of
lines, fills and texts.  It need not equal BokehJS's canvas to the pixel.
"""

import math
import sys
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from bokeh.core.property.vectorization import Field, Value
from bokeh.models import Grid, LinearAxis
from bokeh.models.renderers import GlyphRenderer

BASELINE = {"middle": 0.35, "top": 0.8, "hanging": 0.8, "bottom": -0.2}
"""How far below its anchor the baseline of a text lies, in font sizes."""

ANCHOR = {"left": "start", "center": "middle", "right": "end"}

LEVELS = ["image", "underlay", "glyph", "guide", "annotation", "overlay"]  # from back to front
STROKES = {"dash": "M-.5 0H.5"}


class Drawing:
    """One figure, `width` x `height` pixels; `colors` may rename colours, to variables say."""

    def __init__(self, figure: Any, width: float, height: float, colors: dict[str, str]) -> None:
        self.figure = figure
        self.width, self.height = width, height
        self.colors = colors
        self._left = figure.min_border_left or 0
        self._top = figure.min_border_top or 0
        self._inside = (
            width - self._left - (figure.min_border_right or 0),
            height - self._top - (figure.min_border_bottom or 0),
        )

    # -- coordinates --------------------------------------------------------------------------

    def x(self, value: float) -> float:
        """Pixels from the left."""
        range_ = self.figure.x_range
        share = (value - range_.start) / (range_.end - range_.start)
        return self._left + self._inside[0] * share

    def y(self, value: float) -> float:
        """Pixels from the top."""
        range_ = self.figure.y_range
        share = (range_.end - value) / (range_.end - range_.start)
        return self._top + self._inside[1] * share

    # -- the picture --------------------------------------------------------------------------

    def svg(self, style: str = "") -> str:
        """The figure as an `svg` element."""
        frame = [item for item in self.figure.center if isinstance(item, Grid) and item.visible]
        axes = [axis for axis in self.figure.axis if axis.visible]
        parts = [*map(self._grid, frame), *map(self._axis, axes)]
        renderers = [r for r in self.figure.renderers if isinstance(r, GlyphRenderer) and r.visible]
        for renderer in sorted(renderers, key=lambda renderer: LEVELS.index(renderer.level)):
            parts += self._renderer(renderer)
        return (
            f'<svg viewBox="0 0 {_number(self.width)} {_number(self.height)}"'
            f' style="{style}; overflow: visible">'
            f"{''.join(parts)}</svg>"
        )

    def _renderer(self, renderer: GlyphRenderer) -> Iterator[str]:
        glyph: Any = renderer.glyph
        kind = type(glyph).__name__
        draw = GLYPHS.get(kind)
        if draw is None:
            print(
                f"  the first picture goes without {kind} glyphs: draw.py has none", file=sys.stderr
            )
            return
        data: Any = renderer.data_source
        lengths = [len(column) for column in data.data.values()]
        rows = Rows(self, glyph, data.data, max(lengths, default=0))
        yield from draw(self, rows)

    def _grid(self, grid: Grid) -> str:
        color = self.color(grid.grid_line_color)
        right = _number(self._left + self._inside[0])
        ticks = getattr(grid.ticker, "ticks", [])
        lines = "".join(f"M{_number(self._left)} {_number(self.y(t))}H{right}" for t in ticks)
        return f'<path d="{lines}" stroke="{color}" fill="none"/>' if lines else ""

    def _axis(self, axis: LinearAxis) -> str:
        """The labels of an axis, below or to the left."""
        below = axis in self.figure.below
        size = str(axis.major_label_text_font_size)
        gap = axis.major_label_standoff
        labels = []
        for tick in getattr(axis.ticker, "ticks", []):
            label = axis.major_label_overrides.get(tick, f"{tick:g}")
            if below:
                place = (self.x(tick), self._top + self._inside[1] + gap + 9, "middle")
            else:
                place = (self._left - gap, self.y(tick) + 4, "end")
            labels.append(
                f'<text x="{_number(place[0])}" y="{_number(place[1])}" text-anchor="{place[2]}">'
                f"{escape(str(label))}</text>"
            )
        color = self.color(axis.major_label_text_color)
        return f'<g fill="{color}" font-size="{size}">{"".join(labels)}</g>'

    def color(self, color: Any) -> str:
        """A colour as SVG wants it."""
        return "none" if color is None else self.colors.get(str(color).upper(), str(color))


class Rows:
    """The glyphs of one renderer: the value of each property for each row of its data."""

    def __init__(self, drawing: Drawing, glyph: Any, data: Any, count: int) -> None:
        self.drawing, self.glyph, self.data, self.count = drawing, glyph, data, count

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.count))

    def get(self, name: str, row: int) -> Any:
        """A property's value, from the column that it names or the same for all rows."""
        spec = self.glyph.lookup(name).get_value(self.glyph)
        if isinstance(spec, Value):
            return spec.value
        if not isinstance(spec, Field):
            return spec
        return self.data[spec.field][row]

    def pair(self, x: str, y: str, row: int) -> tuple[float, float]:
        """A point of the data in pixels."""
        return self.drawing.x(self.get(x, row)), self.drawing.y(self.get(y, row))

    def line(self, row: int, prefix: str = "line") -> str:
        """The attributes of a stroke."""
        color = self.drawing.color(self.get(f"{prefix}_color", row))
        if color == "none" or not self.get(f"{prefix}_alpha", row):
            return ""
        text = f' stroke="{color}" stroke-width="{_number(self.get(f"{prefix}_width", row))}"'
        alpha = self.get(f"{prefix}_alpha", row)
        dash = self.get(f"{prefix}_dash", row)
        if alpha < 1:
            text += f' stroke-opacity="{_number(alpha)}"'
        if dash and not isinstance(dash, str):
            text += f' stroke-dasharray="{" ".join(map(str, dash))}"'
        for name in ("cap", "join"):
            value = self.get(f"{prefix}_{name}", row)
            if value == "round":
                text += f' stroke-line{name}="round"'
        return text

    def fill(self, row: int) -> str:
        """The attributes of an area."""
        color = self.drawing.color(self.get("fill_color", row))
        alpha = self.get("fill_alpha", row)
        return f' fill="{color}"' + (f' fill-opacity="{_number(alpha)}"' if alpha < 1 else "")

    def visible(self, row: int) -> bool:
        """Whether a row's area or line leaves any trace."""
        filled = self.get("fill_color", row) is not None and self.get("fill_alpha", row) > 0
        return filled or bool(self.line(row))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if abs(value) >= 1 else f"{value:.2g}"


def _points(points: Any) -> str:
    return " ".join(f"{_number(x)} {_number(y)}" for x, y in points)


def segment(drawing: Drawing, rows: Rows) -> Iterator[str]:
    for row in rows:
        if stroke := rows.line(row):
            ends = [rows.pair("x0", "y0", row), rows.pair("x1", "y1", row)]
            yield f'<path d="M{_points(ends)}" fill="none"{stroke}/>'


def line(drawing: Drawing, rows: Rows) -> Iterator[str]:
    points = [rows.pair("x", "y", row) for row in rows]
    if points:
        yield f'<path d="M{_points(points)}" fill="none"{rows.line(0)}/>'


def scatter(drawing: Drawing, rows: Rows) -> Iterator[str]:
    for row in rows:
        if not rows.visible(row):
            continue
        x, y = rows.pair("x", "y", row)
        size, marker = float(rows.get("size", row)), rows.get("marker", row)
        look = rows.fill(row) + rows.line(row)
        if marker in STROKES:
            turn = -math.degrees(rows.get("angle", row))
            place = f"translate({_points([(x, y)])})" + (f"rotate({_number(turn)})" if turn else "")
            look += ' vector-effect="non-scaling-stroke"'
            place += f"scale({_number(size)})"
            yield f'<path d="{STROKES[marker]}" transform="{place}"{look}/>'
        else:
            yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(size / 2)}"{look}/>'


def text(drawing: Drawing, rows: Rows) -> Iterator[str]:
    for row in rows:
        content = str(rows.get("text", row))
        x, y = rows.pair("x", "y", row)
        x, y = x + rows.get("x_offset", row), y + rows.get("y_offset", row)
        size = float(str(rows.get("text_font_size", row)).removesuffix("px"))
        align = rows.get("text_align", row)
        weight = ' font-weight="bold"' if rows.get("text_font_style", row) == "bold" else ""
        look = f' fill="{drawing.color(rows.get("text_color", row))}"'
        outline = rows.get("text_outline_color", row)
        if outline is not None:
            width = _number(rows.get("text_outline_width", row))
            look += f' stroke="{drawing.color(outline)}" stroke-width="{width}"'
        baseline = y + size * BASELINE.get(rows.get("text_baseline", row), 0.0)
        yield (
            f'<text x="{_number(x)}" y="{_number(baseline)}" font-size="{_number(size)}"{weight}'
            f' text-anchor="{ANCHOR[align]}"{look}>{escape(content)}</text>'
        )


GLYPHS: dict[str, Callable[[Drawing, Rows], Iterator[str]]] = {
    "Line": line,
    "Scatter": scatter,
    "Segment": segment,
    "Text": text,
}
