"""What a class gets from one server: `python tests/e2e/measure_class.py [--visitors 30] ...`.

Starts `panel serve webapp --num-procs 2` and lets visitors come, who speak to it as the page's
script does: they fetch the document, open its line, play as fast as it goes, acknowledge every
frame when a screen would have drawn it, and click now and then. Prints the frames a second that
each got, how long a click took to be heard, the same while one of them sends as much as it can,
and the server's memory before and after visitors who came and left.

Nothing is checked: other programs on the machine slow it down, and so do the visitors themselves,
who need a share of the processors.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

ROOT = Path(__file__).parents[2]
PAINT_SECONDS = 0.016
CLICK_SECONDS = (1.0, 2.5)  # from one click of a visitor to the next
HELLO = {
    "theme": "light",
    "still": False,
    "resting": False,
    "query": "",
    "size": {"board": 300, "tree": [766, 624]},
}
READY = {  # as BokehJS tells that all is drawn; from then on a frame's changes are one message
    "kind": "MessageSent",
    "msg_type": "bokeh_event",
    "msg_data": {"type": "event", "name": "document_ready", "values": {"type": "map"}},
}
FLOOD = 800  # events in one message
LEAVING = 20  # visitors at a time who come and go


class Visitor:
    """One browser tab, as far as the server can tell."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.num_frames = 0
        self.clicks: list[float] = []  # seconds until each was heard
        self._bus = ""
        self._writing = asyncio.Lock()
        self._number = 0
        self._events: list[list[Any]] = []
        self._sent_at: dict[int, float] = {}
        self._connection: WebSocketClientConnection
        self._listening: asyncio.Task[None]

    async def come(self) -> None:
        """Fetch the page and open the line; raises RuntimeError when the server lets nobody in."""
        answer = await AsyncHTTPClient().fetch(self.url, request_timeout=120)
        token = re.search(r'"token":"([^"]+)"', answer.body.decode())
        if token is None:
            raise RuntimeError("the server has no room")
        self._connection = await websocket_connect(
            self.url.replace("http", "ws") + "/ws",
            subprotocols=["bokeh", token[1]],
            max_message_size=1 << 28,
        )
        await self._message()
        await self._write("PULL-DOC-REQ", {})
        self._bus = _model(await self._message(), "bus-explore")
        self._listening = asyncio.create_task(self._listen())
        await self._write("PATCH-DOC", {"events": [READY]})
        await self.send("hello", HELLO)

    async def send(self, name: str, value: Any = None) -> None:
        """An event, as `line.js` sends it."""
        self._number += 1
        self._sent_at[self._number] = time.monotonic()
        self._events = [*self._events, [self._number, name, value]]
        await self._set("events", json.dumps(self._events))

    async def flood(self) -> None:
        """So many events in one message as no page sends."""
        first = self._number + 1
        self._number += FLOOD
        events = [[first + i, "select-child", None] for i in range(FLOOD)]
        await self._set("events", json.dumps(events))

    async def flood_for(self, seconds: float) -> int:
        """Flood as fast as the server lets it; how many events that were."""
        first, end = self._number, time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.flood(), end - time.monotonic())
        return self._number - first

    async def _listen(self) -> None:
        """Acknowledge what comes, until the line is closed."""
        while True:
            for event in (await self._message()).get("events", []):
                if event.get("attr") == "status":
                    status = json.loads(event["new"])
                    self._take(status)
                    await asyncio.sleep(PAINT_SECONDS)
                    await self._set("painted", status["frame"])

    def _take(self, status: dict[str, Any]) -> None:
        self.num_frames += 1
        heard = status["heard"]
        for number in [n for n in self._sent_at if n <= heard]:
            self.clicks.append(time.monotonic() - self._sent_at.pop(number))
        self._events = [event for event in self._events if event[0] > heard]

    def leave(self) -> None:
        self._listening.cancel()
        self._connection.close()

    async def _set(self, name: str, value: Any) -> None:
        event = {"kind": "ModelChanged", "model": {"id": self._bus}, "attr": name, "new": value}
        await self._write("PATCH-DOC", {"events": [event]})

    async def _write(self, kind: str, content: dict[str, Any]) -> None:
        head = {"msgid": f"{id(self)}-{time.monotonic_ns()}", "msgtype": kind}
        async with self._writing:  # the parts of a message follow each other
            for part in (head, {}, content):
                await self._connection.write_message(json.dumps(part))

    async def _message(self) -> dict[str, Any]:
        """The content of the server's next message."""
        head = json.loads(await self._read())
        await self._read()
        content: dict[str, Any] = json.loads(await self._read())
        for _ in range(2 * head.get("num_buffers", 0)):
            await self._read()
        return content

    async def _read(self) -> str | bytes:
        part = await self._connection.read_message()
        if part is None:
            raise RuntimeError("the server has closed the line")
        return part


def _model(content: Any, name: str) -> str:
    """The id of the model of a name in a document."""
    if isinstance(content, dict):
        if content.get("attributes", {}).get("name") == name:
            return str(content["id"])
        content = list(content.values())
    if isinstance(content, list):
        return next((found for each in content if (found := _model(each, name))), "")
    return ""


async def played(visitor: Visitor, seconds: float, start: float) -> None:
    """A visitor plays as fast as it goes, and clicks on and off a node now and then."""
    await visitor.send("speed", 1e6)
    await visitor.send("play")
    await asyncio.sleep(start)
    visitor.num_frames = 0
    visitor.clicks.clear()
    pause, end = CLICK_SECONDS[0] + start, time.monotonic() + seconds
    while time.monotonic() + pause < end:
        await asyncio.sleep(pause)
        await visitor.send("select-child")
        pause = sum(CLICK_SECONDS) - pause
    await asyncio.sleep(max(0.0, end - time.monotonic()))


async def playing(url: str, count: int, seconds: float, floods: bool) -> tuple[list[Visitor], int]:
    """Visitors who play, and how many events one more has sent meanwhile."""
    visitors = [Visitor(url) for _ in range(count)]
    for visitor in visitors:
        await visitor.come()
    work = [played(visitor, seconds, i / count) for i, visitor in enumerate(visitors)]
    if not floods:
        await asyncio.gather(*work)
        return visitors, 0
    # in a process of its own, so that it delays nobody but by way of the server
    command = (sys.executable, __file__, "--flood", url, "--seconds", str(seconds))
    loud = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    await asyncio.gather(*work)
    told, _ = await loud.communicate()
    return visitors, int(told)


async def flooding(url: str, seconds: float) -> None:
    """One visitor who floods; prints how many events that were."""
    visitor = Visitor(url)
    await visitor.come()
    print(await visitor.flood_for(seconds))
    visitor.leave()


async def came_and_went(url: str, count: int) -> None:
    for first in range(0, count, LEAVING):
        visitors = [Visitor(url) for _ in range(min(LEAVING, count - first))]
        for visitor in visitors:
            await visitor.come()
        await asyncio.sleep(1)
        for visitor in visitors:
            visitor.leave()


def memory(server: int) -> float:
    """MB of a server's processes."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            group = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[2])
            pages = int((folder / "statm").read_text().split()[1])
        except (OSError, ValueError):
            continue
        total += pages if group == server else 0
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


async def answering(url: str) -> None:
    for _ in range(300):
        try:
            await AsyncHTTPClient().fetch(url, request_timeout=30)
            return
        except OSError:
            await asyncio.sleep(0.2)
    raise SystemExit("the server does not answer")


async def measure(url: str, server: int, arguments: argparse.Namespace) -> None:
    await answering(url)
    AsyncHTTPClient.configure(None, max_clients=100)
    print(f"{memory(server):.0f} MB at first")
    before = 0.0
    for _ in range(
        2 if arguments.leaving else 0
    ):  # Python keeps pages that the first visitors have filled in part
        await came_and_went(url, arguments.leaving)
        await asyncio.sleep(arguments.rest)
        after = memory(server)
        than = f" ({after / before - 1:+.1%})" if before else ""
        print(f"{after:.0f} MB after {arguments.leaving} visitors came and left{than}")
        before = after
    for floods in (False, True):
        visitors, sent = await playing(url, arguments.visitors, arguments.seconds, floods)
        print(f"{len(visitors)} visitors playing, {arguments.procs} processes, ", end="")
        print(f"load {os.getloadavg()[0]:.1f}, {memory(server):.0f} MB", end="")
        print(f", one more sends {sent:,} events" if floods else "")
        report(visitors, arguments.seconds)
        for visitor in visitors:
            visitor.leave()
        await asyncio.sleep(arguments.rest)
        print(f"  {memory(server):.0f} MB when they have left")


def report(visitors: list[Visitor], seconds: float) -> None:
    rates = sorted(visitor.num_frames / seconds for visitor in visitors)
    # who was not heard at the end has waited so long
    now = time.monotonic()
    waiting = [now - at for visitor in visitors for at in visitor._sent_at.values()]
    clicks = sorted([wait for visitor in visitors for wait in visitor.clicks] + waiting)
    print(f"  frames a second: {statistics.median(rates):.1f}, least {rates[0]:.1f}")
    if clicks:
        print(
            f"  a click is heard after {1000 * statistics.median(clicks):.0f} ms, 95 % within "
            f"{1000 * clicks[int(0.95 * (len(clicks) - 1))]:.0f} ms, all within "
            f"{1000 * clicks[-1]:.0f} ms ({len(clicks)} clicks, {len(waiting)} not heard)"
        )
    else:
        print("  no click was heard")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20.0, help="of playing")
    parser.add_argument("--procs", type=int, default=2, help="processes of the server")
    parser.add_argument("--leaving", type=int, default=100, help="visitors who come and go")
    parser.add_argument("--rest", type=float, default=60.0, help="until all is given back")
    parser.add_argument("--flood", metavar="URL", help="only send to a server what it takes")
    arguments = parser.parse_args()
    if arguments.flood:
        asyncio.run(flooding(arguments.flood, arguments.seconds))
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by way of the server's end
    command = ["-m", "panel", "serve", "webapp", "--num-procs", str(arguments.procs)]
    with subprocess.Popen(
        [sys.executable, *command, "--port", str(port), "--log-level", "error"],
        cwd=ROOT,
        start_new_session=True,
    ) as server:
        try:
            url = f"http://localhost:{port}/webapp"
            asyncio.run(measure(url, server.pid, arguments))
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # it waits for its visitors otherwise


if __name__ == "__main__":
    main()
