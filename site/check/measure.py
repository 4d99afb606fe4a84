"""Measure how the built site starts, on this machine: `python site measure [FOLDER ...]`.

Each number is the median of some visits with a fresh browser profile to a server on localhost
that compresses as hosts of static sites do.  A cold visit loads everything; a warm one is a
later visit of a profile, answered by the service worker.  Several sites, of two builds say, are
visited in turn: other programs slow all of them down.  `--megabits` and `--delay` give the server a
line as a visitor's may be; the browser's own throttling leaves out what workers load.  `--plain` is
a server that compresses nothing.  `--slowdown` is the browser's: it makes the page's own thread so
many times slower, not its workers.
"""

import argparse
import gzip
import io
import math
import os
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize, sync_playwright

from check.preview import DEFAULT, SiteHandler

TARGETS = {
    "first paint, s": 0.3,
    "ready cold, s": 2.2,
    "ready warm, s": 1.2,
    "transferred, MB": 15.5,
    "longest pause, s": 0.3,
}
SIZE: ViewportSize = {"width": 1440, "height": 900}
PATIENCE_SECONDS = 120.0
AFTERWARDS_SECONDS = 3.0  # of the opening's motion, in which a pause would be seen as well
COMPRESSIBLE = {".html", ".js", ".mjs", ".css", ".json", ".wasm", ".svg", ".txt", ".webmanifest"}

WATCH = """
window.measured = { pauses: [], steps: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.measured.pauses.push([entry.startTime, entry.duration]);
  }
}).observe({ type: "longtask", buffered: true });
new MutationObserver(() => {
  const now = performance.now();
  const step = document.querySelector("#loading [data-text]")?.textContent.split(",")[0];
  const { steps } = window.measured;
  if (step && step !== steps.at(-1)?.[0]) steps.push([step, now]);
  if (document.documentElement.dataset.ready) window.measured.ready ??= now;
}).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
"""
RESULT = """({
  ...window.measured,
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
})"""
KEEP = "window.site.keep(0)"
PIECE = 1 << 14  # bytes that go over the line at a time


class Line:
    """What all answers go over: so many bits a second, each begun after a delay in seconds."""

    def __init__(self, bits_a_second: float = math.inf, delay: float = 0.0) -> None:
        self.delay = delay
        self._seconds_a_byte = 8 / bits_a_second
        self._free_at = 0.0
        self._lock = threading.Lock()

    def wait_for(self, num_bytes: int) -> None:
        """Until so many more have gone."""
        with self._lock:
            begin = max(self._free_at, time.monotonic())
            self._free_at = begin + num_bytes * self._seconds_a_byte
        time.sleep(max(0.0, self._free_at - time.monotonic()))


class Handler(SiteHandler):
    """Serves compressed what is worth it over a line, and counts the bytes that it sends."""

    sent = 0
    line = Line()
    is_plain = False  # compresses nothing

    def do_GET(self) -> None:  # noqa: N802 - the name is the base class's
        time.sleep(self.line.delay)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if self.is_plain or path.suffix not in COMPRESSIBLE or not path.exists():
            Handler.sent += path.stat().st_size if path.exists() else 0
            super().do_GET()
            return
        content = compressed(path)
        Handler.sent += len(content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.copyfile(io.BytesIO(content), self.wfile)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(PIECE):
            self.line.wait_for(len(piece))
            outputfile.write(piece)


@cache
def compressed(path: Path) -> bytes:
    """A file as it goes over the line."""
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the folder's server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=os.fspath(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def visit(context: BrowserContext, address: str, slowdown: float) -> tuple[dict[str, Any], Page]:
    """Open the page and wait until it is ready and has moved for a while."""
    page = context.new_page()
    throttle = context.new_cdp_session(page)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.add_init_script(WATCH)
    page.goto(address)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate("Boolean(window.measured.ready)"):
        if time.monotonic() > deadline:
            sys.exit(f"error: the page was not ready within {PATIENCE_SECONDS:.0f} s")
        time.sleep(0.1)
    time.sleep(AFTERWARDS_SECONDS)
    return page.evaluate(RESULT), page


Numbers = dict[str, list[float]]


def measure(folders: list[Path], visits: int, slowdown: float) -> list[tuple[Numbers, Numbers]]:
    """Of each site the numbers of all visits, and the seconds that each cold step took."""
    found: list[tuple[Numbers, Numbers]] = [({name: [] for name in TARGETS}, {}) for _ in folders]
    with sync_playwright() as playwright:
        system = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox"])
        for folder in folders:
            compress_all(folder)
        for _ in range(visits):
            for folder, numbers in zip(folders, found, strict=True):
                with served(folder) as address:
                    context = browser.new_context(viewport=SIZE)
                    visit_thrice(context, address, slowdown, *numbers)
                    context.close()
        browser.close()
    return found


def visit_thrice(
    context: BrowserContext, address: str, slowdown: float, found: Numbers, steps: Numbers
) -> None:
    """A cold visit and two later ones of the same profile, of which the second is measured."""
    Handler.sent = 0
    cold, page = visit(context, address, slowdown)
    found["transferred, MB"].append(Handler.sent / 1e6)
    page.evaluate(KEEP)
    page.close()
    # The second visit lets the browser keep the compiled code, the third has it.
    for _ in range(2):
        warm, page = visit(context, address, slowdown)
        page.close()
    found["first paint, s"].append(cold["paint"] / 1000)
    found["ready cold, s"].append(cold["ready"] / 1000)
    found["ready warm, s"].append(warm["ready"] / 1000)
    longest = max((length for _, length in cold["pauses"]), default=0.0)
    found["longest pause, s"].append(longest / 1000)
    ends = [begin for _, begin in cold["steps"][1:]] + [cold["ready"]]
    for (name, begin), end in zip(cold["steps"], ends, strict=True):
        steps.setdefault(name, []).append((end - begin) / 1000)


def compress_all(folder: Path) -> None:
    """Beforehand, so that no visit waits for it."""
    for path in folder.rglob("*"):
        if path.suffix in COMPRESSIBLE:
            compressed(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="*", default=[DEFAULT], metavar="FOLDER")
    parser.add_argument("--visits", type=int, default=5, help="the median is of so many")
    parser.add_argument("--megabits", type=float, default=math.inf, help="a second, of the line")
    parser.add_argument("--delay", type=float, default=0.0, help="of the line, in milliseconds")
    parser.add_argument("--plain", action="store_true", help="the server compresses nothing")
    parser.add_argument("--slowdown", type=float, default=1.0, help="of the page's own thread")
    arguments = parser.parse_args()
    Handler.is_plain = arguments.plain
    Handler.line = Line(arguments.megabits * 1e6, arguments.delay / 1000)
    for folder in arguments.folders:
        if not (folder / "index.html").exists():
            sys.exit(f"error: {folder} holds no site; run python site build first")
    folders = [folder.resolve() for folder in arguments.folders]
    found = measure(folders, arguments.visits, arguments.slowdown)
    for folder, numbers in zip(folders, found, strict=True):
        print(folder)
        tell(*numbers)


def tell(found: Numbers, steps: Numbers) -> None:
    """Print the medians beside what they should be."""
    visits = len(found["ready cold, s"])
    print(f"{'median of ' + str(visits):<24}{'found':>8}{'target':>8}")
    for name, values in found.items():
        median = statistics.median(values)
        met = "" if median <= TARGETS[name] else "  not met"
        print(f"{name:<24}{median:8.2f}{TARGETS[name]:8.1f}{met}")
    print("\nwhere a cold start's time goes, s")
    for name, values in steps.items():
        print(f"  {name:<22}{statistics.median(values):8.2f}")
