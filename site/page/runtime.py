"""The Python side of the page's worker: set Panel up, run the app, exchange patches.

Runs inside Pyodide only.  `panel.io.pyodide` holds the parts that know Bokeh's protocol; what is
here differs from Panel's own worker in that one message carries all changes of one tick, and that
the app sees the address of the page from the start.
"""

import asyncio
import functools
import gc
import html
import json
import os
import random
import weakref
from typing import Any
from urllib.parse import parse_qs, urlsplit

import js
import pyodide.ffi

# Panel builds the addresses of its style sheets from this when it is imported.  They are relative
# to the page, so that its memory can be made at another address than where it is used.
os.environ["PANEL_CDN_ROOT"] = "panel/"

# Bokeh imports it when it sends an array for the first time, which may be after the memory is kept.
import numpy.ma  # noqa: F401
from bokeh.core.has_props import HasProps
from bokeh.core.property.bases import ParameterizedProperty
from bokeh.document import Document
from bokeh.document.events import DocumentChangedEvent
from bokeh.events import DocumentReady
from bokeh.plotting import _decorators, _renderer
from panel.io import pyodide as bridge
from panel.io.document import MockSessionContext, Request
from panel.io.location import Location
from panel.io.state import state
from panel.util import HTML_SANITIZER, edit_readonly

from mcsearch.selection import rule

# nh3, the sanitizer Panel uses, has a build for Pyodide on no package index: escape instead, which
# is stricter.
HTML_SANITIZER._sanitize = html.escape

SETTER: Any = "js"
"""Marks changes that came from the page, so that they are not sent back."""


def remember_defaults() -> None:
    """Let Bokeh remember what it works out anew at every read of a property that was never set.

    Both answers are fixed once a class is there; a third of the time to build the page was theirs.
    """
    properties: Any = ParameterizedProperty
    work_out = properties._may_have_unstable_default

    def may_have_unstable_default(self: Any) -> bool:
        if "_unstable" not in self.__dict__:
            self._unstable = work_out(self)
        return self._unstable

    properties._may_have_unstable_default = may_have_unstable_default
    models: Any = HasProps
    overridden: Any = functools.cache(models._overridden_defaults.__func__)
    models._overridden_defaults = classmethod(lambda cls: overridden(cls))


def share_glyphs() -> None:
    """Let a glyph stand for its data also when other data is selected, or muted: nothing ever is.

    `figure.scatter` and its like make two more glyphs each time; they were half of all models.
    """
    rendering: Any = _renderer
    decorators: Any = _decorators
    pop_visuals, create_renderer = rendering.pop_visuals, decorators.create_renderer

    def pop_wanted(glyph: Any, options: Any, *, prefix: str = "", **others: Any) -> Any:
        if prefix in ("nonselection_", "muted_"):
            return None
        return pop_visuals(glyph, options, prefix=prefix, **others)

    def create(*arguments: Any, **options: Any) -> Any:
        made = create_renderer(*arguments, **options)
        made.update(
            nonselection_glyph=made.glyph, selection_glyph=made.glyph, muted_glyph=made.glyph
        )
        return made

    rendering.pop_visuals, decorators.create_renderer = pop_wanted, create


class PageContext(MockSessionContext):
    """A session whose request is the address of the page."""

    def __init__(self, document: Document, address: str) -> None:
        super().__init__(document=document)
        self._arguments = {
            name: [value.encode() for value in values]
            for name, values in parse_qs(urlsplit(address).query).items()
        }

    @property
    def request(self) -> Request:
        return Request(headers={}, cookies={}, arguments=self._arguments)


def page_location(address: str) -> Location:
    """Panel's record of the page's address, filled in before the app asks for it."""
    parts = urlsplit(address)
    location = Location()
    with edit_readonly(location):
        location.param.update(
            href=address,
            hostname=parts.hostname or "",
            pathname=parts.path,
            protocol=f"{parts.scheme}:",
            port=str(parts.port or ""),
            search=f"?{parts.query}" if parts.query else "",
            hash=f"#{parts.fragment}" if parts.fragment else "",
        )
    return location


class Page:
    """The one document of the worker."""

    kept: "Page"
    """The page in a memory that the build has made."""

    def __init__(self, address: str) -> None:
        Page.kept = self
        remember_defaults()
        share_glyphs()
        bridge.init_doc()
        document = state.curdoc
        if document is None:
            raise RuntimeError("Panel made no document")
        self.document = document
        self._set_address(address)
        self._pending: list[DocumentChangedEvent] = []

    def _set_address(self, address: str) -> None:
        self._context = PageContext(self.document, address)
        self.document._session_context = weakref.ref(self._context)
        state._locations[self.document] = page_location(address)

    def leave(self) -> None:
        """Be kept in a memory, without what a visit works out sooner than it would arrive."""
        rule.clear_tables()

    def restored(self, address: str) -> None:
        """Go on in a visit: with its address, and with chances of its own."""
        rule.fill_tables()
        self._set_address(address)
        random.seed()

    def run(self, main: str) -> str:
        """Run the app in the file `main`; return its document as JSON for `page.js`."""
        with open(main, encoding="utf-8") as source:
            code = compile(source.read(), main, "exec")
        # Frozen: Bokeh looks for the document's models once, not again for every root.
        with self.document.models.freeze():
            exec(code, {"__name__": "__main__", "__file__": main})
            template = state._templates.get(self.document)
            if template is not None and self.document not in template._documents:
                template.server_doc(doc=self.document, title=getattr(template, "title", None))
        documents, items, _ = bridge._doc_json(self.document)
        roots = {root.name: root.id for root in self.document.roots}
        return json.dumps(
            {"documents": json.loads(documents), "items": json.loads(items), "roots": roots}
        )

    def link(self) -> None:
        """Send every change of the document to the page from now on; report it as loaded."""
        gc.freeze()  # what is there stays: later collections need not look at it
        gc.enable()
        document = self.document
        document.on_change(self._collect)
        document.unhold()
        document.on_event("document_ready", functools.partial(state._schedule_on_load, document))
        document.callbacks.trigger_event(DocumentReady())

    def receive(self, patch: pyodide.ffi.JsProxy) -> None:
        """Apply changes that the reader made on the page."""
        # Bokeh takes whatever models there are when a patch comes for known to the page
        self._flush()
        self.document.apply_json_patch(bridge._convert_json_patch(patch), setter=SETTER)

    def _collect(self, event: DocumentChangedEvent) -> None:
        if event.setter == SETTER:
            return
        if not self._pending:
            asyncio.get_running_loop().call_soon(self._flush)
        self._pending.append(event)

    def _flush(self) -> None:
        events, self._pending = self._pending, []
        if not events:
            return
        patch, buffers = bridge._process_document_events(self.document, events)
        js.sendPatch(
            pyodide.ffi.to_js(patch, dict_converter=bridge._dict_converter),
            js.Map.new(js.Object.entries(pyodide.ffi.to_js(buffers))),
        )
