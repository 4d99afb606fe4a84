"""The live cards of a search put together, where a Python runs behind them."""

from __future__ import annotations

import math
import sys
import uuid
from html import escape
from typing import Any, cast

import panel as pn

from explorer.alone.file import page
from explorer.cards.board.card import BoardCard
from explorer.cards.transport.card import TransportCard
from explorer.cards.tree.card import TreeCard
from explorer.cards.why.card import WhyCard
from explorer.look.text import number
from explorer.moment.path import counted
from explorer.moment.source import SearchSource
from explorer.moment.steps import PHASES, steps_of
from explorer.session.frames import make_frame
from explorer.session.walk import (
    Jump,
    Walk,
    jump_to_budget,
    jump_to_iteration,
    jump_to_next_best,
    jump_to_steps,
)
from explorer.words.narration import conclude, narrate
from mcsearch import Recipe

SAVED_MOMENTS = 404
"""Of the saved form in a notebook: every phase of 101 iterations of a short search."""

_MOST_ITERATIONS = 1_000_000  # of a jump
_HEIGHT = 810  # pixels of the saved form
_TREE = {"width": 540, "height": 590}  # pixels: beside the cards in the cell of a usual notebook
_SIDE = 440  # pixels, width of the cards beside the tree
_SCORES = 270  # pixels, height


class _Again:
    """Builds what a walk back begins with: the same search before its first iteration."""

    def __init__(self, search: Any) -> None:
        self._search = search

    def build(self) -> Any:
        return self._search.beginning()


class SearchView(pn.viewable.Viewer):
    """A search with its tree, board, scores and transport; `show` of the package makes one.

    It has a search of its own, which goes on from where the given one is. `search` is the one at
    the moment shown, `go_to` leads to another. In a notebook without a kernel stands the saved
    form.
    """

    def __init__(self, search: Any, theme: str = "light") -> None:
        super().__init__()
        self._given = search
        self._walk = Walk(cast(Recipe, _Again(search)), search.copy())
        self._end = max(int(search.values["iterations"]), search.iterations)
        self._tree = TreeCard(self.search, theme=theme, **_TREE)
        self._board = BoardCard(self.search, theme=theme)
        self._why = WhyCard(self.search, height=_SCORES, theme=theme)
        for card in (self._board, self._why):
            self._tree.link(card, selected="selected", bidirectional=True)
        self._transport = TransportCard(self._heard, theme=theme)
        self._mark = f"live-{uuid.uuid4().hex}"
        self._show()

    @property
    def search(self) -> Any:
        """The search at the moment that is shown."""
        return self._walk.search

    def go_to(self, iterations: int) -> None:
        """Show the end of an iteration, on or back; 0: the beginning."""
        self._jump(jump_to_iteration(self._walk, max(0, min(iterations, _MOST_ITERATIONS))))

    def __panel__(self) -> Any:
        return pn.Column(
            pn.FlexBox(
                self._tree,
                pn.Column(self._board, self._why, width=_SIDE),
                flex_wrap="wrap",
            ),
            self._transport,
            sizing_mode="stretch_width",
            max_width=_TREE["width"] + _SIDE + 24,
            margin=(8, 12),
        )

    # -- what the visitor does -----------------------------------------------------------------

    def _heard(self, name: str, value: Any) -> None:
        steps = self._walk.steps
        here, within = divmod(steps, PHASES)
        jumps = {
            "step-phase": lambda: jump_to_steps(self._walk, steps + 1),
            "back-phase": lambda: jump_to_steps(self._walk, max(steps - 1, 0)),
            "step-iteration": lambda: jump_to_iteration(self._walk, here + 1),
            "back-iteration": lambda: jump_to_iteration(self._walk, max(here - (not within), 0)),
            "reset": lambda: jump_to_iteration(self._walk, 0),
            "run-on": lambda: jump_to_iteration(self._walk, here + _whole(value, self._end)),
            "jump": lambda: jump_to_iteration(self._walk, _whole(value, self._end)),
            "next-best": lambda: jump_to_next_best(self._walk),
            "to-budget": lambda: jump_to_budget(self._walk, self._end),
        }
        if name in jumps:
            self._jump(jumps[name]())

    # -- moving --------------------------------------------------------------------------------

    def _jump(self, jump: Jump) -> None:
        jump.go(math.inf)
        self._walk = jump.walk
        self._show()

    def _show(self) -> None:
        search, source = self.search, SearchSource(self.search)
        for card in (self._tree, self._board, self._why):
            card.source = source
            card.refresh()
        frame = make_frame(search, max_rows=0)
        tell = conclude if search.stopped else narrate
        steps = steps_of(search)
        disabled = ["reset", "back-phase", "back-iteration"] if not steps else []
        if search.stopped:
            disabled += ["step-phase", "step-iteration", "run-on", "next-best", "to-budget"]
        self._transport.param.update(
            told={
                "iteration": f"{counted(search).capitalize()} {number(frame.iteration)}",
                "phase-of": f"phase {frame.phase} of {PHASES}" if frame.phase else "",
            },
            sentence=[list(piece) for piece in tell(search, frame)],
            phase=frame.phase,
            iteration=frame.iteration,
            end=max(self._end, frame.iteration),
            disabled=disabled,
            hidden=[] if frame.has_best else ["next-best"],
            moment=steps,
        )

    # -- in a notebook -------------------------------------------------------------------------

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        found = super()._repr_mimebundle_(include, exclude)
        bundle, meta = found if isinstance(found, tuple) else (found or {}, {})
        if steps_of(self.search):
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


def _whole(value: Any, high: int) -> int:
    """A number from the browser within its bounds."""
    wanted = float(value)
    return min(high, max(0, int(wanted))) if math.isfinite(wanted) else 0


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


def _has_kernel() -> bool:
    """Whether this is a notebook's cell."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None
