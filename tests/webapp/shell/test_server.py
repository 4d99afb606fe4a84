"""What a server checks before its first visitor."""

import asyncio
import socket
from types import SimpleNamespace

import pytest
from bokeh.document import Document
from bokeh.document.events import TitleChangedEvent
from bokeh.protocol import Protocol
from bokeh.server.connection import ServerConnection
from bokeh.server.protocol_handler import ProtocolHandler

from explorer.shell import server
from explorer.shell.own_code import EDITS


@pytest.mark.parametrize(
    ("sites", "policy"),
    [
        ("", "'self'"),
        ("https://example.org", "'self' https://example.org"),
        ("https://*.example.org  http://[::1]:80", "'self' https://*.example.org http://[::1]:80"),
    ],
)
def test_those_who_embed_the_explorer_are_named(monkeypatch, sites, policy):
    monkeypatch.setenv("MCSEARCH_FRAME_ANCESTORS", sites)
    assert server.embedders() == policy


@pytest.mark.parametrize("sites", ["x; script-src *", "x\r\nSet-Cookie: a=b", "x, y", "é"])
def test_what_is_more_than_a_list_of_sites_is_refused(monkeypatch, sites):
    monkeypatch.setenv("MCSEARCH_FRAME_ANCESTORS", sites)
    with pytest.raises(ValueError, match="give sites with spaces between them"):
        server.embedders()


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.7", "::1"])
def test_only_this_machine_reaches_a_loopback_address(address):
    assert server.is_loopback(address)


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "::", "192.168.1.20", "/run/socket", "", "fe80::1%0"]
)
def test_others_may_reach_every_other_address(address):
    assert not server.is_loopback(address)


def test_the_addresses_are_those_of_the_sockets_themselves():
    async def listens():
        waiting = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        [listener] = waiting.sockets
        other = socket.socket()
        loop = SimpleNamespace(handlers={1: (listener._sock, None), 2: (other, None), 3: (3, None)})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.IOLoop, "current", lambda: loop)
            found = server.listening()
        other.close()
        waiting.close()
        return found

    assert asyncio.run(listens()) == ["127.0.0.1"]


def test_a_token_tells_of_the_editor_only_where_the_request_was_let_in():
    assert server.token_of(SimpleNamespace()) == {}
    assert server.token_of(SimpleNamespace(**{EDITS: False})) == {}
    assert server.token_of(SimpleNamespace(**{EDITS: True})) == {EDITS: True}


@pytest.mark.parametrize("has_left", [False, True], ids=["there", "has left"])
def test_what_was_on_its_way_when_a_tab_was_closed_is_no_error(caplog, has_left):
    handled = []
    session = SimpleNamespace(
        subscribe=lambda connection: None,
        unsubscribe=lambda connection: None,
        _handle_patch=lambda message, connection: asyncio.sleep(0, handled.append(message)),
    )
    line = object.__new__(server.Line)
    line.handler = ProtocolHandler()
    line.connection = connection = ServerConnection(Protocol(), line, None, session)
    line.ws_connection = SimpleNamespace(is_closing=lambda: has_left)
    message = Protocol().create("PATCH-DOC", [TitleChangedEvent(Document(), "")])

    if has_left:
        connection.detach_session()
    assert asyncio.run(line._handle(message)) is None
    assert handled == ([] if has_left else [message])
    assert "error" not in caplog.text
