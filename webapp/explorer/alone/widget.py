"""A search as a widget of every notebook that knows anywidget: VS Code, marimo, Colab, JupyterLab.

It is the saved form in a frame, whose place in the search is a trait on both sides. The live cards
of `live`, which ask Python at every step, need Panel's own way into a notebook.
"""

from __future__ import annotations

from typing import Any

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'a widget needs anywidget; install it by: pip install "mcsearch[app,notebooks]"',
        name=error.name,
    ) from error

from explorer.alone.file import page
from explorer.look.component import read
from explorer.moment.steps import steps_of

THEMES = ("auto", "light", "dark")
HEIGHT = 810
"""Pixels that the saved form needs in the cell of a usual notebook."""


class SearchWidget(anywidget.AnyWidget):
    """A search with its tree, board and every phase; `explorer.widget` makes one.

    `steps` is the moment on show, in phases that are done (4 an iteration), and `selected` the
    actions from the root to the selected node: both follow the reader, and lead him where they are
    set. Of a moment that is not among those kept, the last one before it is shown. `height`:
    pixels. `theme`: "auto" (the notebook's own), "light" or "dark".
    """

    _esm = read("alone/widget.js")
    _page = traitlets.Unicode().tag(sync=True)
    steps = traitlets.Int().tag(sync=True)
    selected = traitlets.List(traitlets.Int()).tag(sync=True)
    height = traitlets.Int(HEIGHT, min=1).tag(sync=True)
    theme = traitlets.Enum(THEMES, "auto").tag(sync=True)

    def __init__(self, search: Any, most_moments: int, theme: str = "auto") -> None:
        self._search = search.copy()
        self._most_moments = most_moments
        super().__init__(
            _page=page(self._search, most_moments), steps=steps_of(self._search), theme=theme
        )

    @property
    def search(self) -> Any:
        """The widget's own search, at its end."""
        return self._search

    def run(self, iterations: int) -> int:
        """Go on by so many iterations and show the new end; returns how many were run.

        Fewer than asked for: the search has stopped.
        """
        done = int(self._search.run(iterations))
        with self.hold_sync():
            self._page = page(self._search, self._most_moments)
            self.steps = steps_of(self._search)
        return done
