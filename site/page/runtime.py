"""The Python side of the page's worker: set Panel up, run the app, exchange patches.

Runs inside Pyodide only.  `panel.io.pyodide` holds the parts that know Bokeh's protocol; what is
here differs from Panel's own worker in that one message carries all changes of one tick, and that
the app sees the address of the page from the start.
"""

import asyncio
import functools
import html
import json
import os
from urllib.parse import parse_qs, urlsplit

import js
import pyodide.ffi

# Panel builds the addresses of its style sheets from this when it is imported.
os.environ["PANEL_CDN_ROOT"] = js.siteRoot + "panel/"

from bokeh.document import Document
from bokeh.document.events import DocumentChangedEvent
from bokeh.events import DocumentReady
from panel.io import pyodide as bridge
from panel.io.document import MockSessionContext, Request
from panel.io.location import Location
from panel.io.state import state
from panel.util import HTML_SANITIZER, edit_readonly

# nh3, the sanitizer Panel uses, has no build for Pyodide: escape instead, which is stricter.
HTML_SANITIZER._sanitize = html.escape


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


def run(main: str, address: str) -> str:
    """Run the app in the file `main`; return its document as JSON for `page.js`."""
    bridge.init_doc()
    document = state.curdoc
    context = PageContext(document, address)
    document._session_context = lambda: context
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
    state._locations[document] = location
    with open(main, encoding="utf-8") as source:
        exec(compile(source.read(), main, "exec"), {"__name__": "__main__", "__file__": main})
    template = state._templates.get(document)
    if template is not None and document not in template._documents:
        template.server_doc(title=template.title, location=True, doc=document)
    documents, items, _ = bridge._doc_json(document)
    roots = {root.name: root.id for root in document.roots}
    return json.dumps(
        {"documents": json.loads(documents), "items": json.loads(items), "roots": roots}
    )


def link() -> None:
    """Send every change of the document to the page from now on, and report it as loaded."""
    document = state.curdoc
    pending: list[DocumentChangedEvent] = []

    def flush() -> None:
        events, pending[:] = pending[:], []
        patch, buffers = bridge._process_document_events(document, events)
        js.sendPatch(
            pyodide.ffi.to_js(patch, dict_converter=bridge._dict_converter),
            js.Map.new(js.Object.entries(pyodide.ffi.to_js(buffers))),
        )

    def collect(event: DocumentChangedEvent) -> None:
        if getattr(event, "setter", None) == "js":
            return
        if not pending:
            asyncio.get_running_loop().call_soon(flush)
        pending.append(event)

    document.on_change(collect)
    document.unhold()
    document.on_event("document_ready", functools.partial(state._schedule_on_load, document))
    document.callbacks.trigger_event(DocumentReady())


def receive(patch: pyodide.ffi.JsProxy) -> None:
    """Apply a change that the reader made on the page."""
    state.curdoc.apply_json_patch(bridge._convert_json_patch(patch), setter="js")
