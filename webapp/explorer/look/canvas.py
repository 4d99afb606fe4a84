"""What the Bokeh views share: bare figures, data sources that send only what changed, colours."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, LinearColorMapper, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.glyphs import Text
from bokeh.plotting import figure

from explorer.look.palette import MEANS

_SHADES = 256


def bare_figure(x_range: tuple[float, float], y_range: tuple[float, float], **options: Any) -> Any:
    """A figure that is nothing but its glyphs, on whatever the card's background is.

    Any: Bokeh's type hints lack some of the glyphs' properties, such as a text's outline.
    """
    plot = figure(
        x_range=Range1d(start=x_range[0], end=x_range[1]),
        y_range=Range1d(start=y_range[0], end=y_range[1]),
        tools="",
        toolbar_location=None,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
        min_border=0,
        margin=0,
        **options,
    )
    plot.axis.visible = False
    plot.grid.visible = False
    return plot


def set_range(range_: Range1d, start: float, end: float) -> None:
    """Move a range only when it differs: a write is a message to the browser."""
    if (range_.start, range_.end) != (start, end):
        range_.update(start=start, end=end)


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return old.dtype == new.dtype and np.array_equal(old, new, equal_nan=old.dtype.kind == "f")
    if isinstance(old, np.ndarray) or isinstance(new, np.ndarray):
        return False
    if isinstance(new, list) and new and isinstance(new[0], np.ndarray):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new)


class Source:
    """A data source with fixed columns, written as a whole and only when something changed."""

    def __init__(self, *columns: str) -> None:
        self.model = ColumnDataSource(data={column: [] for column in columns})
        self._columns = columns

    def write(self, *values: Any) -> bool:
        """The columns' new values, in the order of the constructor; numpy numbers as float32.

        Whether any differs from the old ones.
        """
        new: dict[str, Any] = {}
        for column, value in zip(self._columns, values, strict=True):
            if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
                new[column] = value.astype(np.float32)
            else:
                new[column] = list(value)
        old = self.model.data
        changed = not all(_same(old[column], new[column]) for column in self._columns)
        if changed:
            self.model.data = new
        return changed

    def clear(self) -> None:
        self.write(*([] for _ in self._columns))


def glyph(
    plot: Any, kind: type[Glyph], source: Source | None, level: str = "glyph", **properties: Any
) -> Any:
    """Add a glyph to a figure; the figure's own methods make three, for selections never made."""
    model = ColumnDataSource() if source is None else source.model
    return plot.add_glyph(model, kind(**properties), level=level).glyph


def halo_text(plot: Any, source: Source, **properties: Any) -> tuple[Any, Any]:
    """The glyphs of a text's halo and of the text: one glyph would paint its outline last."""
    outline: dict[str, Any] = {"text_color": None, "text_outline_width": 4}
    halo = glyph(plot, Text, source, **properties, **outline)
    return halo, glyph(plot, Text, source, **properties)


_NOWHERE = float("nan")  # one object, so that lists of it compare as equal


class TextSource(Source):
    """Texts with a colour each: BokehJS fails where there are suddenly fewer colours than texts.

    So there are never fewer rows than there were; those too many have no place.
    """

    def write(self, *values: Any) -> bool:
        """As of a source; the first column is a place."""
        rows = len(values[0])
        missing = len(self.model.data[self._columns[0]]) - rows
        if missing <= 0:
            return super().write(*values)
        padded: list[Any] = []
        for column, value in zip(self._columns, values, strict=True):
            if isinstance(value, np.ndarray):
                padded.append(np.append(value, np.full(missing, np.nan)))
            elif column in ("x", "y"):
                padded.append([*value, *[_NOWHERE] * missing])
            else:
                padded.append([*value, *self.model.data[column][rows:]])
        return super().write(*padded)


def _channels(color: str) -> np.ndarray:
    return np.asarray([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def _shades() -> np.ndarray:
    """float64 [_SHADES, 3], 0..255: MEANS, interpolated."""
    anchors = np.stack([_channels(color) for color in MEANS])
    at = np.linspace(0, len(MEANS) - 1, _SHADES)
    return np.stack([np.interp(at, np.arange(len(MEANS)), channel) for channel in anchors.T], 1)


SHADES = _shades()


def luminance(rgb: np.ndarray) -> np.ndarray:
    """Relative luminance (WCAG 2.1) of colours, float64 [..., 3] in 0..255."""
    linear = rgb / 255
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    return linear @ np.asarray([0.2126, 0.7152, 0.0722])


_DARK_TEXT = luminance(SHADES) > 0.26


def _shade_of(mean: np.ndarray, low: float, high: float) -> np.ndarray:
    """int [...] the places of means among the shades."""
    place = np.nan_to_num((mean - low) / (high - low)) * (_SHADES - 1)
    return np.clip(place, 0, _SHADES - 1).astype(int)


def text_on_mean(mean: np.ndarray, low: float, high: float) -> list[str]:
    """The colour of a text on a node: dark on light shades, else white; ink where n = 0."""
    return ["#10131A" if dark else "#FFFFFF" for dark in _DARK_TEXT[_shade_of(mean, low, high)]]


def mean_colors(mean: np.ndarray, low: float, high: float) -> list[str]:
    """The colours of nodes with these means."""
    return [_hex(row) for row in SHADES[_shade_of(mean, low, high)]]


def _hex(rgb: np.ndarray) -> str:
    return "#{:02X}{:02X}{:02X}".format(*rgb.round().astype(int).tolist())


def mean_mapper() -> LinearColorMapper:
    """The colour scale of means; the view sets its ends."""
    palette = [_hex(row) for row in SHADES]
    return LinearColorMapper(palette=palette, low=0.0, high=1.0, nan_color="rgba(0,0,0,0)")
