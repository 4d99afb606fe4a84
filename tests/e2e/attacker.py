"""Somebody who speaks to a server as no page does: requests and messages made by hand."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    websocket_connect,
)

Result = TypeVar("Result")
CHOSEN = "chosen-by-somebody-else"
LONG_ENOUGH = 120.0  # for a server beside the other tests


def outside(work: Callable[[], Awaitable[Result]]) -> Result:
    """What the work returns, away from the browser of the tests, which has a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()  # type: ignore[arg-type]


def token_of(session: str, **fields: Any) -> str:
    """A token as Bokeh's without a signature, which was all that it took."""
    content = {"session_id": session, "session_expiry": int(time.time()) + 300, **fields}
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


@dataclass
class Target:
    """A server, and what its owner knows."""

    url: str
    address: str = ""  # with the secret
    written: Path = Path("written")  # by code that ran

    @property
    def cookie(self) -> dict[str, str]:
        """The owner's."""
        secret = parse_qs(urlsplit(self.address).query)["secret"][0]
        return {"Cookie": f"mcsearch-secret-{urlsplit(self.url).port}={secret}"}

    @property
    def code(self) -> str:
        return f"open({str(self.written)!r}, 'w').write('here')\n"

    async def get(self, path: str = "", **headers: str) -> tuple[int, str]:
        request = HTTPRequest(self.url + path, headers=headers, request_timeout=120)
        answer = await AsyncHTTPClient().fetch(request, raise_error=False)
        return answer.code, answer.body.decode()

    async def page(self, **headers: str) -> str:
        """The token of a page that is asked for."""
        _, body = await self.get(**headers)
        found = re.search(r'"token":"([^"]+)"', body)
        assert found is not None, "no page, but:\n" + body[:500]
        return found[1]

    async def connect(self, token: str, **headers: str) -> Line:
        """Raises HTTPClientError where the server opens no line."""
        request = HTTPRequest(self.url.replace("http", "ws", 1) + "/ws", headers=headers)
        connection = await websocket_connect(
            request, subprotocols=["bokeh", token], max_message_size=1 << 28
        )
        return Line(connection)

    async def runs_code(self, token: str, **headers: str) -> str:
        """What becomes of code that is sent over a line of one's own making."""
        self.written.unlink(missing_ok=True)
        try:
            line = await self.connect(token, **headers)
        except HTTPClientError as refused:
            return str(refused.code)
        try:
            bus = await line.bus("bus-explore")
            value = {"text": self.code, "name": "edited"}
            await line.set(bus, "events", json.dumps([[1, "code-run", value]]))
            await line.ask("PULL-DOC-REQ")  # is answered behind the code
        except EOFError:
            return "closed"
        finally:
            line.close()
        for _ in range(10):
            if self.written.exists():
                return "the code ran"
            await asyncio.sleep(0.1)
        return "nothing ran"


class Line:
    """A connection to a server, message by message."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self._said: list[str] = []

    async def bus(self, name: str) -> str:
        """The id of the model of a name, which a page asks for first; EOFError without a line."""
        await self.read()
        return find(await self.ask("PULL-DOC-REQ"), name)

    async def ask(self, kind: str, content: Any = None) -> Any:
        """Send a message; the content of the answer to it."""
        self._number += 1
        name = f"message-{self._number}"
        for part in ({"msgid": name, "msgtype": kind}, {}, content or {}):
            await self.send(json.dumps(part))
        while True:
            head, answer = await self.read()
            if head.get("reqid") == name:
                return answer

    async def set(self, model: str, name: str, value: Any) -> Any:
        event = {"kind": "ModelChanged", "model": {"id": model}, "attr": name, "new": value}
        return await self.ask("PATCH-DOC", {"events": [event]})

    async def hear(self, *parts: str) -> str:
        """All that the server says to the parts of a message, until it answers the next one."""
        self._said.clear()
        try:
            for part in parts:
                await self._connection.write_message(part)
            await self.ask("SERVER-INFO-REQ")
        except (EOFError, WebSocketClosedError) as closed:
            self._said.append(str(closed))
        except TimeoutError:
            self.close()
        return "\n".join(self._said)

    @property
    def is_closed(self) -> bool:
        return self._connection.protocol is None or self._connection.close_code is not None

    async def send(self, part: str | bytes) -> None:
        await self._connection.write_message(part, binary=isinstance(part, bytes))

    async def read(self) -> tuple[dict[str, Any], Any]:
        """The header and the content of the next message; EOFError when the server closes."""
        head = json.loads(await self._part())
        await self._part()
        content = json.loads(await self._part())
        for _ in range(2 * head.get("num_buffers", 0)):
            await self._part()
        return head, content

    async def _part(self) -> str | bytes:
        part = await asyncio.wait_for(self._connection.read_message(), LONG_ENOUGH)
        if part is None:
            raise EOFError(self._connection.close_reason or "closed")
        self._said.append(str(part))
        return part

    def close(self) -> None:
        self._connection.close()


def find(content: Any, name: str) -> str:
    """The id of the model of a name in a document."""
    if isinstance(content, dict):
        if content.get("attributes", {}).get("name") == name:
            return str(content["id"])
        content = list(content.values())
    if isinstance(content, list):
        return next((found for each in content if (found := find(each, name))), "")
    return ""
