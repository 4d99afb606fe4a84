"""The live cards of a search put together, where a Python runs behind them."""

from __future__ import annotations

import asyncio
import math
import sys
import uuid
from html import escape
from typing import Any

import panel as pn
from panel.io.callbacks import PeriodicCallback

from explorer.alone.file import page
from explorer.alone.foreign import is_recorded
from explorer.cards.board.card import BoardCard
from explorer.cards.transport.card import TransportCard
from explorer.cards.tree.card import TreeCard
from explorer.cards.why.card import WhyCard
from explorer.moment.source import SearchSource
from explorer.moment.steps import PHASES, steps_of
from explorer.session.frames import make_frame
from explorer.session.player import AT_ONCE_SECONDS
from explorer.session.walk import (
    Jump,
    Walk,
    aim_of,
    jump_to_budget,
    jump_to_iteration,
    jump_to_next_best,
    jump_to_steps,
)
from explorer.words.narration import announce_jump, conclude, moment_title, narrate

SAVED_MOMENTS = 404
"""Of the saved form in a notebook: every phase of 101 iterations of a short search."""

_MOST_ITERATIONS = 1_000_000  # of a jump
_HEIGHT = 810  # pixels of the saved form
_TREE = {"width": 540, "height": 590}  # pixels: beside the cards in the cell of a usual notebook
_SIDE = 440  # pixels, width of the cards beside the tree
_SCORES = 270  # pixels, height
_SLICE_SECONDS = 0.025  # of a jump; a copy for the way back may come on top
_TURN_MS = 40  # from one slice to the next, the slice included: the rest is everybody else's


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
        self._walk = Walk(_Again(search), search.copy())
        self._jump: Jump | None = None
        self._turns: Any = None  # the periodic callback of a jump on its way
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
        """Show the end of an iteration, on or back; 0: the beginning.

        It is there when this returns. What a visitor asks for is walked in slices, beside whatever
        else the process has to do.
        """
        self._leave_off()
        jump = jump_to_iteration(self._walk, max(0, min(iterations, _MOST_ITERATIONS)))
        jump.go(math.inf)
        self._arrive(jump)

    def __panel__(self) -> Any:
        return pn.Column(
            pn.FlexBox(
                self._tree,
                pn.Column(self._board, self._why, width=_SIDE),
                flex_wrap="wrap",
            ),
            *([self._transport] if self._end or not is_recorded(self.search) else []),
            sizing_mode="stretch_width",
            max_width=_TREE["width"] + _SIDE + 24,
            margin=(8, 12),
        )

    # -- what the visitor does -----------------------------------------------------------------

    def _heard(self, name: str, value: Any) -> None:
        if name == "stop":
            self._leave_off()
            self._show()
            return
        left = self._jump
        self._leave_off()
        steps = self._walk.steps
        here, back = steps // PHASES, aim_of(left, steps) - 1
        jumps = {
            "step-phase": lambda: jump_to_steps(self._walk, steps + 1),
            "back-phase": lambda: jump_to_steps(self._walk, max(back, 0)),
            "step-iteration": lambda: jump_to_iteration(self._walk, here + 1),
            "back-iteration": lambda: jump_to_iteration(self._walk, max(back // PHASES, 0)),
            "reset": lambda: jump_to_iteration(self._walk, 0),
            "run-on": lambda: jump_to_iteration(self._walk, here + _whole(value, self._end)),
            "jump": lambda: jump_to_iteration(self._walk, _whole(value, self._end)),
            "next-best": lambda: jump_to_next_best(self._walk),
            "to-budget": lambda: jump_to_budget(self._walk, self._end),
        }
        if name in jumps:
            self._start(jumps[name]())

    # -- moving --------------------------------------------------------------------------------

    def _start(self, jump: Jump) -> None:
        """Begin a jump; a short one is over when this returns, and any where no loop runs."""
        if jump.go(AT_ONCE_SECONDS if _has_loop() else math.inf):
            self._arrive(jump)
            return
        self._jump = jump
        self._show_way(jump)
        self._turns = PeriodicCallback(callback=self._go_on, period=_TURN_MS)
        self._turns.start()

    async def _go_on(self) -> None:
        """A slice of the jump that is on its way."""
        jump = self._jump
        if jump is None:
            return
        try:
            has_arrived = jump.go(_SLICE_SECONDS)
        except Exception:  # of a person's problem
            self._leave_off()
            self._show()
            raise
        await asyncio.sleep(0)  # others come between a slice and its picture, too
        if self._jump is not jump:
            return
        if has_arrived:
            self._leave_off()
            self._arrive(jump)
        else:
            self._show_way(jump)

    def _leave_off(self) -> None:
        """No jump is on its way: one forward ends where it is, one back is dropped."""
        jump, turns = self._jump, self._turns
        self._jump = self._turns = None
        if turns is not None:
            turns.stop()
        if jump is not None and jump.walk.steps >= self._walk.steps:
            self._walk = jump.walk

    def _arrive(self, jump: Jump) -> None:
        self._walk = jump.walk
        self._show()

    def _show_way(self, jump: Jump) -> None:
        """How far a jump has come; the cards stay as they are meanwhile."""
        search, progress = jump.walk.search, jump.progress
        sentence = announce_jump(search, jump.label, progress)
        self._transport.param.update(
            sentence=[list(piece) for piece in sentence], progress=progress or 0.0
        )

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
        if is_recorded(search):
            disabled = [*disabled, "step-phase", "back-phase"]
        self._transport.param.update(
            told={
                "iteration": moment_title(search, frame.iteration),
                "phase-of": f"phase {frame.phase} of {PHASES}" if frame.phase else "",
            },
            sentence=[list(piece) for piece in tell(search, frame)],
            phase=frame.phase,
            iteration=frame.iteration,
            end=max(self._end, frame.iteration),
            disabled=disabled,
            hidden=[] if frame.has_best else ["next-best"],
            moment=steps,
            progress=None,
        )

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
