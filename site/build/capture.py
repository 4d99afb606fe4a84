"""The memory from which visits go on: Python's as it is when the page has been built.

A site without it is opened in a headless browser; `capture.js` says what is kept, and how chance
and time are fixed, so that the same site gives the same bytes.
"""

import json
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from build import zstd
from check.preview import SiteHandler

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = Path(__file__).resolve().parent
ADDRESS = "http://site.invalid/"
"""Where the site seems to be: no host's name may stand in the memory."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WORKER = "capture-worker.js"

START = """(message) => new Promise((resolve, reject) => {
    const worker = new Worker(message.worker, { type: "module" });
    worker.onmessage = ({ data }) => {
        if (data.type === "captured") resolve(null);
        if (data.type === "failed") reject(new Error(data.reason));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(message);
})"""


class CaptureError(RuntimeError):
    """There is no browser to make the memory, or it made none."""


class CaptureHandler(SiteHandler):
    """Serves a site and some files that are no part of it; keeps what the worker sends."""

    def __init__(
        self, *arguments: Any, added: Mapping[str, bytes], kept: dict[str, bytes], **options: Any
    ) -> None:
        self.added, self.kept = added, kept
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802 - the name is the base class's
        content = self.added.get(self.path)
        if content is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_PUT(self) -> None:  # noqa: N802 - as above
        self.kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()


@contextmanager
def serving(folder: Path, added: Mapping[str, bytes], kept: dict[str, bytes]) -> Iterator[int]:
    """The port at which a folder, and what is added to it, is served."""
    handler = partial(CaptureHandler, directory=str(folder), added=added, kept=kept)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@contextmanager
def new_page(wanted: str, *arguments: str) -> Iterator["Page"]:
    """A page of a Chromium that is started with some arguments, to make what is wanted.

    Raises `CaptureError` if there is no browser, or anything fails in it.
    """
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise CaptureError(
            "Playwright is not installed, which drives the browser that makes the site's memory;"
            " install it (pip install -e '.[dev]'), or build with --no-memory"
        ) from None
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        given = ["--no-sandbox", *arguments]
        try:
            browser = playwright.chromium.launch(executable_path=path, args=given)
        except Error as error:
            raise CaptureError(
                "no Chromium was found that can make the site's memory; install it (make browser),"
                f" or build with --no-memory\n{error}"
            ) from None
        try:
            yield browser.new_page()
        except Error as error:
            raise CaptureError(f"the page made no {wanted}: {error}") from None
        finally:
            browser.close()


def run_worker(port: int, message: Mapping[str, object]) -> None:
    """Open a page of the site at `ADDRESS`, which starts the worker; wait for its end."""
    rules = f"--host-resolver-rules=MAP site.invalid:80 127.0.0.1:{port}"
    with new_page("memory", rules) as page:
        page.goto(f"{ADDRESS}blank.html")
        page.evaluate(START, message)


def capture(site: Path, settings: Mapping[str, object], worker: bytes) -> tuple[bytes, bytes]:
    """What describes the memory, and its pages, both ready to be shipped.

    site: folder of the finished site but for the memory
    settings: the page's, with the files that a normal start needs
    worker: the page's worker
    """
    added = {
        "/blank.html": b"<!doctype html><link rel='icon' href='data:,'>",
        f"/{WORKER}": worker + (HERE / "capture.js").read_bytes(),
    }
    kept: dict[str, bytes] = {}
    message = json.loads(json.dumps(settings)) | {"worker": WORKER, "root": ADDRESS}
    with serving(site, added, kept) as port:
        run_worker(port, message)
    return kept["/state"], zstd.compress_once(kept["/memory"])
