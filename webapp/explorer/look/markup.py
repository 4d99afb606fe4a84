"""HTML of ours within a card."""

from __future__ import annotations

from html import escape
from typing import Any

import panel as pn


class Markup(pn.pane.HTML):
    """Says its HTML as it is; of a change only the new text goes to the browser.

    Panel's own pane sets all its properties anew, style sheets included, for every text.
    """

    def __init__(self, object: str = "", **options: Any) -> None:
        super().__init__(object, sanitize_html=False, **options)

    def _update(self, ref: str, model: Any) -> None:
        model.text = escape(self.object)
