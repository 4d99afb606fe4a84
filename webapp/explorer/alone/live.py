"""The live cards of a search put together, where a Python runs behind them."""

from __future__ import annotations

import asyncio
import sys
import time
import uuid
from html import escape
from typing import Any

import panel as pn
from panel.io.callbacks import PeriodicCallback

from explorer.alone.file import page
from explorer.cards.board.card import BoardCard
from explorer.cards.transport.card import TransportCard
from explorer.cards.tree.card import TreeCard
from explorer.cards.why.card import WhyCard
from explorer.moment.path import is_recorded
from explorer.moment.steps import steps_of
from explorer.session.live_search import LiveSearch
from explorer.session.walk import Jump

SAVED_MOMENTS = 404
"""Of the saved form in a notebook: every phase of 101 iterations of a short search."""

_HEIGHT = 810  # pixels of the saved form
_TREE = {"width": 540, "height": 590}  # pixels: beside the cards in the cell of a usual notebook
_SIDE = 440  # pixels, width of the cards beside the tree
_SCORES = 270  # pixels, height
_TURN_MS = 64  # from one slice of a jump to the next, JUMP_SECONDS included: the rest is others'


class SearchView(pn.viewable.Viewer):
    """A search with its tree, board, scores and transport; `show` of the package makes one.

    It has a search of its own, which goes on from where the given one is. `search` is the one at
    the moment shown, `go_to` leads to another. In a notebook without a kernel stands the saved
    form.
    """

    def __init__(self, search: Any, theme: str = "light") -> None:
        super().__init__()
        self._live = LiveSearch(search)
        self._jump: Jump | None = None  # that is on its way
        self._turns: Any = None  # its periodic callback
        source = self._live.source
        self._tree = TreeCard(source, theme=theme, **_TREE)
        self._board = BoardCard(source, theme=theme)
        self._why = WhyCard(source, height=_SCORES, theme=theme)
        for card in (self._board, self._why):
            self._tree.link(card, selected="selected", bidirectional=True)
        self._transport = TransportCard(self._heard, theme=theme)
        self._mark = f"live-{uuid.uuid4().hex}"
        self._live.watch(self._follow)
        self._live.show(self._transport, self._tree, self._board, self._why)

    @property
    def search(self) -> Any:
        """The search at the moment that is shown."""
        return self._live.search

    def go_to(self, iterations: int) -> None:
        """Show the end of an iteration, on or back; 0: the beginning.

        It is there when this returns. What a visitor asks for is walked in slices, beside whatever
        else the process has to do.
        """
        self._live.press("jump", iterations)
        self._finish()
        if self._live.error is not None:
            raise self._live.error

    def __panel__(self) -> Any:
        return pn.Column(
            pn.FlexBox(
                self._tree,
                pn.Column(self._board, self._why, width=_SIDE),
                flex_wrap="wrap",
            ),
            *([self._transport] if self._live.end or not is_recorded(self.search) else []),
            sizing_mode="stretch_width",
            max_width=_TREE["width"] + _SIDE + 24,
            margin=(8, 12),
        )

    # -- what the visitor does -----------------------------------------------------------------

    def _heard(self, name: str, value: Any) -> None:
        self._live.press(name, value)
        if not _has_loop():
            self._finish()

    def _finish(self) -> None:
        """Go on to the end of a jump, with nobody else having a turn."""
        while self._live.busy:
            try:
                self._live.tick(time.perf_counter())
            except Exception as error:
                self._live.fail(error)

    def _follow(self) -> None:
        """Have turns while a jump is on its way: those of the document where it was asked for."""
        if self._live.jump is self._jump:
            return
        self._jump = self._live.jump
        if self._turns is not None:
            self._turns.stop()
            self._turns = None
        if self._jump is not None and _has_loop():
            self._turns = PeriodicCallback(callback=self._go_on, period=_TURN_MS)
            self._turns.start()

    async def _go_on(self) -> None:
        """A slice of the jump that is on its way."""
        work = self._live.begin_slice(time.perf_counter())
        if work is None:
            return
        try:
            work()
        except Exception as error:  # of a person's problem
            self._live.fail(error)
            raise
        await asyncio.sleep(0)  # others come between a slice and its picture, too
        self._live.end_slice()

    # -- in a notebook -------------------------------------------------------------------------

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        found = super()._repr_mimebundle_(include, exclude)
        bundle, meta = found if isinstance(found, tuple) else (found or {}, {})
        if steps_of(self.search) or is_recorded(self.search):
            bundle = {**bundle, "text/html": self._either(bundle.get("text/html", ""))}
        return bundle, meta

    def _either(self, live: str) -> str:
        """The saved form, and the live cards out of sight until a kernel has answered."""
        saved = escape(page(self.search, SAVED_MOMENTS))
        return (
            f"<style>#{self._mark}:not(.alive) > .live {{ height: 0; overflow: hidden }}"
            f"#{self._mark}.alive > iframe {{ display: none }}</style>"
            f'<div id="{self._mark}"><iframe title="The search, saved" srcdoc="{saved}" '
            f'style="border: 0; height: {_HEIGHT}px; width: 100%"></iframe>'
            f'<div class="live">{live}</div></div>'
            f"<script>document.getElementById('{self._mark}').addEventListener('search-alive', "
            "(event) => event.currentTarget.classList.add('alive'))</script>"
        )


def show(search: Any, theme: str) -> SearchView:
    """The live cards of a search, as `explorer.show` says."""
    search.beginning()  # that it has one
    in_notebook = _has_kernel()
    if in_notebook and not pn.extension._loaded:
        pn.extension()
    view = SearchView(search, theme)
    if not in_notebook and pn.state.curdoc is None:
        pn.serve(lambda: view, title="A search", show=True)
    return view


def _has_loop() -> bool:
    """Whether others wait for their turn while this works: a server's visitors, a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _has_kernel() -> bool:
    """Whether this is a notebook's cell."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None
