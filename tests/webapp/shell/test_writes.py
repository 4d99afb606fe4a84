"""No message stays behind on a connection that is busy with another."""

import asyncio
from types import SimpleNamespace

import panel.io.document as panel_writes
import pytest
from bokeh.document import Document

from explorer.shell.writes import leave_nothing_behind


class Socket:
    """Writes when it is told to."""


@pytest.fixture
def write(monkeypatch):
    """Writes three messages of which the second has just left when the third comes; those sent."""
    document, sent = Document(), []

    def send(connection, msg):
        written = asyncio.get_running_loop().create_future()
        sent.append((msg, written))
        return [written]

    monkeypatch.setitem(panel_writes.extra_socket_handlers, Socket, send)

    async def write_three():
        for number in (1, 2, 3):
            protocol = SimpleNamespace(create=lambda kind, events, number=number: number)
            connection.protocol = protocol
            if number == 3:
                sent[-1][1].set_result(None)
            panel_writes.schedule_write_events(document, [connection], [])
            if number < 3:
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        for _, written in sent:
            if not written.done():
                written.set_result(None)
        await asyncio.sleep(0.01)
        return [number for number, _ in sent]

    class Connection(SimpleNamespace):
        __hash__ = object.__hash__

    connection = Connection(_socket=Socket())
    return lambda: asyncio.run(write_three())


def test_a_message_is_sent_though_the_task_before_it_takes_its_mark_away(write):
    leave_nothing_behind()
    assert write() == [1, 2, 3]
