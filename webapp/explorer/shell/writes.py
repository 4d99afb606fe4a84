"""Sends what Panel leaves behind on a busy connection.

A message that comes while another is written is put aside, and a task of Panel's sends it. When one
such task ends after the next was asked for and before it has begun, it takes away the mark by which
the next knows of its work (Panel 1.9): the message then waited for whatever the visitor did next.
Panel has no public place for this, and no issue of its own tells of it; the nearest are
holoviz/panel#6603 and #7128. It goes once `test_writes.py` passes without it.
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
