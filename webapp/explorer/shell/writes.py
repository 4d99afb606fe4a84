"""Sends what Panel leaves behind on a busy connection.

A message that comes while another is written is put aside, and a task of Panel's sends it. When one
such task ends after the next was asked for and before it has begun, it takes away the mark by which
the next knows of its work (Panel 1.9): the message then waited for whatever the visitor did next.
Panel has no public place for this. Messages are put aside since holoviz/panel#6603; no issue of its
own was found for the mark, so this goes when `test_writes.py` fails without it no more.
"""

from __future__ import annotations

import functools

import panel.io.document as panel_writes
from bokeh.document import Document


@functools.cache
def leave_nothing_behind() -> None:
    """From now on a task that finds a message sends it, marked or not."""
    send = panel_writes._dispatch_msgs

    async def send_marked(document: Document) -> None:
        if document in panel_writes._WRITE_MSGS:
            panel_writes._WRITE_BLOCK[document] = True
        await send(document)

    panel_writes._dispatch_msgs = send_marked
