"""Firefox and WebKitGTK, driven by what their own packages bring: no tool is fetched for them.

Both speak the commands of W3C WebDriver: WebKitGTK through its driver's HTTP, Firefox through
Marionette, a socket of its own.  A browser is headless, or has a screen of Xvfb's.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser"
SIZE = {"width": 1440, "height": 900}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of a reference to an element, as the standard has it."""
PATIENCE = 120.0
LOOK_SECONDS = 0.02


class BrowserError(RuntimeError):
    """What a browser or its driver has answered instead of a value."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Tab:
    """The tab that a driver is at.

    command: method, path below the session's and body of a WebDriver command to its value
    """

    name = ""

    def __init__(self, command: Callable[[str, str, dict[str, Any]], Any]) -> None:
        self._command = command

    def goto(self, url: str) -> None:
        self._command("POST", "url", {"url": url})

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        """What an expression of JavaScript gives, in which `arguments` are the given ones."""
        body = {"script": f"return ({expression})", "args": list(arguments)}
        return self._command("POST", "execute/sync", body)

    def wait(self, expression: str, seconds: float = PATIENCE) -> float:
        """Until an expression is true; the seconds it took."""
        begin = time.monotonic()
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > begin + seconds:
                pytest.fail(f"{self.name}: not within {seconds:.0f} s: {expression}")
            time.sleep(LOOK_SECONDS)
        return time.monotonic() - begin

    def click(self, selector: str) -> None:
        found = self._command("POST", "element", {"using": "css selector", "value": selector})
        self._command("POST", f"element/{found[ELEMENT]}/click", {})

    def press(self, key: str) -> None:
        """One key on whatever has the focus."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": strokes}
        self._command("POST", "actions", {"actions": [source]})

    def click_at(self, x: float, y: float) -> None:
        """A click at a place of the window, in pixels of CSS."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"}
        strokes = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        source = {"type": "pointer", "id": "mouse", "actions": [move, *strokes]}
        self._command("POST", "actions", {"actions": [source]})

    def another(self) -> None:
        """Go on in a new tab, and close the one before: its search would go on."""
        made = self._command("POST", "window/new", {"type": "tab"})
        self._command("DELETE", "window", {})
        self._command("POST", "window", {"handle": made["handle"]})

    def resize(self, width: int, height: int) -> None:
        self._command("POST", "window/rect", {"width": width, "height": height})

    def screenshot(self) -> str:
        """A PNG of what is in sight, in base 64."""
        return self._command("GET", "screenshot", {})


@contextmanager
def running(command: list[str], **environment: str) -> Iterator[subprocess.Popen]:
    """A program that is ended with all that it has started."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=20)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait(timeout=20)


def attempt(step: Callable[[], Any], seconds: float = 30.0) -> Any:
    """What a step gives as soon as it does not fail for want of who answers it."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return step()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@contextmanager
def screen() -> Iterator[str]:
    """The name of a display that nobody sees."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1600x1000x24",
        "-nolisten",
        "tcp",
    ]
    process = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def webkit_missing() -> str:
    """Why WebKitGTK cannot be driven here, or nothing."""
    if mini_browser() and shutil.which("WebKitWebDriver") and shutil.which("Xvfb"):
        return ""
    return "no WebKitGTK with its driver (Debian: webkit2gtk-driver, xvfb)"


def mini_browser() -> str:
    found = [path for name in MINI_BROWSERS for path in Path("/").glob(name.removeprefix("/"))]
    return str(found[0]) if found else ""


@contextmanager
def webkit(profile: Path) -> Iterator[Tab]:
    """WebKitGTK with a profile folder of its own."""
    port = free_port()
    homes = {name: str(profile / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    with ExitStack() as stack:
        display = stack.enter_context(screen())
        command = ["WebKitWebDriver", f"--port={port}"]
        stack.enter_context(running(command, DISPLAY=display, **homes))

        def send(method: str, path: str, body: dict[str, Any]) -> Any:
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/{path}",
                method=method,
                data=json.dumps(body).encode() if method == "POST" else None,
            )
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise BrowserError(error.read().decode()) from None

        options = {"binary": mini_browser(), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = attempt(lambda: send("POST", "session", {"capabilities": wanted}))
        session = f"session/{made['sessionId']}"
        tab = Tab(lambda method, path, body: send(method, f"{session}/{path}", body))
        tab.name = f"WebKitGTK {made['capabilities']['browserVersion']}"
        tab.resize(**SIZE)
        yield tab
        with suppress(BrowserError, OSError):
            send("DELETE", session, {})


def firefox_missing() -> str:
    """Why Firefox cannot be driven here, or nothing."""
    return "" if firefox_path() else "no Firefox (Debian: firefox-esr)"


def firefox_path() -> str:
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), "")


MARIONETTE = {
    ("POST", "url"): "WebDriver:Navigate",
    ("POST", "execute/sync"): "WebDriver:ExecuteScript",
    ("POST", "element"): "WebDriver:FindElement",
    ("POST", "actions"): "WebDriver:PerformActions",
    ("POST", "window/new"): "WebDriver:NewWindow",
    ("POST", "window"): "WebDriver:SwitchToWindow",
    ("DELETE", "window"): "WebDriver:CloseWindow",
    ("POST", "window/rect"): "WebDriver:SetWindowRect",
    ("GET", "screenshot"): "WebDriver:TakeScreenshot",
}
"""Marionette's names of WebDriver's commands."""


class Marionette:
    """Firefox's own socket: each message is its length, a colon and a JSON array."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._file = self._socket.makefile("rb")
        self._read()  # who it is

    def _read(self) -> Any:
        size = b""
        while (byte := self._file.read(1)) != b":":
            if not byte:
                raise BrowserError("Firefox has closed its socket")
            size += byte
        return json.loads(self._file.read(int(size)))

    def send(self, name: str, body: dict[str, Any]) -> Any:
        message = json.dumps([0, 1, name, body]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._read()
        if error:
            raise BrowserError(f"{name}: {error['message']}")
        return result

    def command(self, _method: str, path: str, body: dict[str, Any]) -> Any:
        if path.startswith("element/"):
            result = self.send("WebDriver:ElementClick", {"id": path.split("/")[1]})
        else:
            result = self.send(MARIONETTE[_method, path], body)
        return result["value"] if isinstance(result, dict) and "value" in result else result


@contextmanager
def firefox(profile: Path) -> Iterator[Tab]:
    """Firefox with a profile folder of its own, headless."""
    port = free_port()
    profile.mkdir(parents=True, exist_ok=True)
    settings = {"marionette.port": port, "browser.shell.checkDefaultBrowser": False}
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [
        firefox_path(),
        "--headless",
        "--marionette",
        "--no-remote",
        "--profile",
        str(profile),
    ]
    with running(command, HOME=str(profile)):
        browser = attempt(lambda: Marionette(port), 60.0)
        made = browser.send("WebDriver:NewSession", {})
        tab = Tab(browser.command)
        tab.name = f"Firefox {made['capabilities']['browserVersion']}"
        tab.resize(**SIZE)
        yield tab


BROWSERS = {"firefox": (firefox_missing, firefox), "webkit": (webkit_missing, webkit)}
