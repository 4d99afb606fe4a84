"""What a chart of Bokeh's is made of here: a bare figure, data sources that send what changed."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.core.serialization import Serializable, Serializer
from bokeh.models import ColumnDataSource, Plot, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.glyphs import Text


def bare_figure(x_range: tuple[float, float], y_range: tuple[float, float], **options: Any) -> Any:
    """A plot that is nothing but its glyphs, on whatever the card's background is.

    Any: Bokeh's type hints lack some of the glyphs' properties, such as a text's outline.
    """
    return Plot(
        x_range=Range1d(start=x_range[0], end=x_range[1]),
        y_range=Range1d(start=y_range[0], end=y_range[1]),
        toolbar_location=None,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
        min_border=0,
        margin=0,
        **options,
    )


def dress(model: Any, **properties: Any) -> None:
    """Set what differs of a model's properties: Bokeh works for long on every write."""
    if new := {name: to for name, to in properties.items() if getattr(model, name) != to}:
        model.update(**new)


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return old.dtype == new.dtype and old.tobytes() == new.tobytes()
    if isinstance(old, np.ndarray) or isinstance(new, np.ndarray):
        return False
    if isinstance(new, list) and new and isinstance(new[0], np.ndarray):
        return len(old) == len(new) and all(map(_same, old, new))
    return bool(old == new)


class Plain(list[Any], Serializable):
    """Numbers and texts that go to the browser as they are, within the words of a message.

    A numpy array goes beside them, in two more messages, which cost more than a short list; of any
    other list Bokeh looks at every entry.
    """

    def to_serializable(self, serializer: Serializer) -> list[Any]:
        return list(self)


_LONGEST_LIST = 400  # numbers; more go as a numpy array


def _to_send(value: Any) -> Any:
    """A column as it is given to Bokeh."""
    if isinstance(value, np.ndarray):
        # JSON has no word for a number that is none
        is_plain = value.size <= _LONGEST_LIST and bool(np.isfinite(value).all())
        return Plain(value.tolist()) if is_plain else value
    if value and isinstance(value[0], np.ndarray):
        lines = [_to_send(line) for line in value]
        return Plain(lines) if all(isinstance(line, Plain) for line in lines) else lines
    if all(isinstance(entry, str) for entry in value):
        return Plain(value)
    return value


class Source:
    """A data source with fixed columns, written as a whole and only when something changed."""

    def __init__(self, *columns: str) -> None:
        self.model = ColumnDataSource(data={column: [] for column in columns})
        self._columns = columns
        self._data: dict[str, Any] = dict(self.model.data)

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
        old, self._data = self._data, new
        changed = not all(_same(old[column], new[column]) for column in self._columns)
        if changed:
            self.model.data = {column: _to_send(value) for column, value in new.items()}
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
    """The glyphs of a text's halo and of the text: one glyph would paint its outline last.

    The halo needs both colours: Bokeh leaves out a text that has none of its own.
    """
    outline: dict[str, Any] = {"text_outline_width": 4}
    halo = glyph(plot, Text, source, **properties, **outline)
    return halo, glyph(plot, Text, source, **properties)
