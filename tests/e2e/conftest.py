"""A real browser on the real page, served by Python and as the static site."""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from explorer_page import FIRST_PRESET, ExplorerPage
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "test-results"
_SERVER_PROBLEMS = (
    "error handling message",
    "Error running",
    "Exception in callback",
    "unknown event",
)
# not among them: a tab closed in the middle of a frame, which Tornado logs as an error
HOST, FOLDER = "explorer.localhost", "/pages/of/somebody/"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
expect.set_options(timeout=60_000)  # two browsers search at once: what is awaited comes late


def chromium(playwright) -> str:
    """The system's Chromium, or the one Playwright has installed."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    pytest.exit(
        "The page's tests need Chromium and found none. Install the system's package `chromium`, "
        "or run `python -m playwright install chromium`.",
        returncode=3,
    )


UNUSED_FEATURES = (
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
    *("WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"),
)
"""What Playwright leaves out of Chromium, and the pages behind the address bar of every window.

Of two such lists the last counts. Those pages take a fifth of the processor's time of an arrival.
"""


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser of the tests and of what measures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(playwright),
            args=["--no-sandbox", f"--disable-features={','.join(UNUSED_FEATURES)}"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def served_page(
    port: int = 0,
    app: str = "webapp",
    command: tuple[str, ...] = ("-m", "panel", "serve"),
    arguments: tuple[str, ...] = (),
    may_have_problems: bool = False,
) -> Iterator[str]:
    """`panel serve webapp`, as a visitor starts it, or another app, at a port of its own."""
    port = port or free_port()
    url = f"http://localhost:{port}/{Path(app).stem}"
    log = log_of(url)
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, *command, app, "--port", str(port), *arguments],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            answering(url, server, log)
            yield url
        finally:
            server.terminate()
            server.wait(timeout=60)
    if not may_have_problems:
        problem = re.search("|".join(_SERVER_PROBLEMS), log.read_text())
        assert problem is None, _around(problem)


def _around(problem: re.Match[str]) -> str:
    """What a server wrote before and after the first problem, its traceback too."""
    start, end = problem.span()
    return problem.string[max(0, start - 1000) : end + 5000]


def log_of(url: str) -> Path:
    """What a server at this address has written."""
    return PICTURES / f"served-{urlsplit(url).port}.log"


def editor_address(url: str) -> str:
    """What a server that was started with `--edit` or `--database` has printed for its owner."""
    log = log_of(url).read_text()
    found = re.search(r"^The \w+, for you alone: (\S+)$", log, re.MULTILINE)
    assert found is not None, log
    return found[1]


class _SiteHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - the base class declares it like this
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass

    def translate_path(self, path: str) -> str:
        if not path.startswith(FOLDER):
            path = "/nowhere"
        return super().translate_path("/" + path.removeprefix(FOLDER))


@contextmanager
def site_page(site: Path = ROOT / "build" / "site") -> Iterator[str]:
    """The built site, from an ordinary file server, at a host and in a folder of its own.

    At the root of a host it is visited by the tests of how the site starts.
    """
    handler = functools.partial(_SiteHandler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}{FOLDER}"
    server.shutdown()
    server.server_close()  # whoever comes later is refused, and does not wait


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    with served_page() as url:
        yield url


@pytest.fixture
def serve() -> Callable[[str], AbstractContextManager[str]]:
    """Serves an app of the tests, a folder below this one or a file."""
    return lambda app: served_page(app=str(Path(__file__).with_name(app)))


@pytest.fixture
def start_server() -> Callable[[], AbstractContextManager[str]]:
    """Starts a server, whenever it is called at the same port; leaving it stops the server."""
    return functools.partial(served_page, free_port())


def answering(url: str, server: subprocess.Popen, log: Path) -> None:
    """Come back as soon as a server answers; without an answer the test fails with its log."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=30).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"what was started does not answer:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="session")
def static(static_site: Path) -> Iterator[str]:
    with site_page(static_site) as url:
        yield url


@pytest.fixture(params=["served", "static"])
def url(request: pytest.FixtureRequest) -> str:
    """Every test runs on both."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def axe(fetched: Callable[[str], str]) -> str:
    """axe-core's script, fetched and verified as the parts of the site are."""
    code = (
        "from build import parts; from pathlib import Path;"
        f"locked = parts.load(Path({str(Path(__file__).with_name('parts.json'))!r}));"
        f"print(parts.fetch(locked['axe'], Path({str(ROOT / 'build' / 'parts')!r})))"
    )
    return Path(fetched(code)).read_text(encoding="utf-8")


class Tab:
    """A browser tab with the page, noting everything that a clean page never does."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        context: BrowserContext | None = None,
        at_rest: bool = False,
        **options,
    ) -> None:
        """`at_rest`: it is asked for little motion."""
        self.context = context or browser.new_context(**{"viewport": DESKTOP, **options})
        if context is None:
            # Keeping the site for later visits takes the time of a processor that the tests
            # need; test_static_site.py looks at it.
            self.context.add_init_script(
                "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
            )
        self.page = self.context.new_page()
        self.ask_for_rest(at_rest)
        self.page.set_default_timeout(120_000)  # as long as a busy machine may need to answer
        self.problems: list[str] = []
        self._origin = url.split("/")[2]
        page = self.page
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("requestfailed", lambda r: self.problems.append(f"failed: {r.url} {r.failure}"))
        page.on("request", self._requested)
        page.on("response", self._answered)
        page.goto(url)
        self.explorer = ExplorerPage(page)

    def ask_for_rest(self, is_wanted: bool) -> None:
        self.page.emulate_media(reduced_motion="reduce" if is_wanted else "no-preference")

    def _said(self, message) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _requested(self, request) -> None:
        if not request.url.startswith(("data:", "blob:")) and self._origin not in request.url:
            self.problems.append(f"request to another origin: {request.url}")

    def _answered(self, response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status} for {response.url}")

    def finish(self, test: pytest.Item, number: int = 0) -> list[str]:
        """The problems since the last test; a picture of the tab if the test has failed."""
        if getattr(test, "failed", False):
            PICTURES.mkdir(exist_ok=True)
            name = test.name.replace(os.sep, "-").replace("[", "-").rstrip("]")
            self.page.screenshot(path=PICTURES / f"{name}-{number}.png")
        problems, self.problems = self.problems, []
        return problems

    def leave(self) -> BrowserContext:
        """Close the tab; of all that its visitor has stored the browser's own cache stays."""
        session = self.context.new_cdp_session(self.page)
        clear = {"origin": self.page.evaluate("location.origin"), "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", clear)
        self.page.close()
        return self.context


def is_at_rest(test: pytest.Item) -> bool:
    """Whether a test looks only at what is at rest, which it says by a mark.

    Drawing the way there takes a quarter of the processor's time.
    """
    return test.get_closest_marker("at_rest") is not None


@pytest.fixture(scope="session")
def visitors() -> defaultdict[str, list[BrowserContext]]:
    """Browser contexts that nobody uses now, by their options.

    A script that was compiled once is not again: half of the processor's time of an arrival.
    """
    return defaultdict(list)


@pytest.fixture
def open_page(
    browser: Browser,
    url: str,
    visitors: defaultdict[str, list[BrowserContext]],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., ExplorerPage]]:
    """Opens the page for visitors who have nothing stored; checks that the pages stayed clean."""
    tabs: list[tuple[Tab, list[BrowserContext]]] = []

    def open_(at: str = "", **options) -> ExplorerPage:
        idle = visitors[repr(sorted(options.items()))]
        context = idle.pop() if idle else None
        tab = Tab(browser, at or url, context, is_at_rest(request.node), **options)
        tabs.append((tab, idle))
        return tab.explorer

    yield open_
    problems = [
        problem
        for number, (tab, _) in enumerate(tabs)
        for problem in tab.finish(request.node, number)
    ]
    for tab, idle in tabs:
        if problems or getattr(request.node, "failed", False):
            tab.context.close()
        else:
            idle.append(tab.leave())
    assert not problems, problems


@pytest.fixture(scope="session")
def kept_tabs() -> Iterator[dict[str, Tab]]:
    """A tab for each address and device, used by test after test: arriving takes long."""
    tabs: dict[str, Tab] = {}
    yield tabs
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture
def first_preset() -> str:
    """The preset that a test begins with; one that begins with another names it as a parameter."""
    return FIRST_PRESET


@pytest.fixture
def explorer(
    browser: Browser,
    url: str,
    kept_tabs: dict[str, Tab],
    request: pytest.FixtureRequest,
    first_preset: str,
) -> Iterator[ExplorerPage]:
    """The page, paused and at the empty tree of `first_preset`."""
    yield from _begin_afresh(kept_tabs, url, lambda: Tab(browser, url), request.node, first_preset)


@pytest.fixture
def on_phone(
    browser: Browser, url: str, kept_tabs: dict[str, Tab], request: pytest.FixtureRequest
) -> Iterator[ExplorerPage]:
    """The same on a phone."""
    make = functools.partial(Tab, browser, url, **PHONE)
    yield from _begin_afresh(kept_tabs, f"{url} on a phone", make, request.node)


def _begin_afresh(
    tabs: dict[str, Tab],
    name: str,
    make: Callable[[], Tab],
    test: pytest.Item,
    preset: str = FIRST_PRESET,
) -> Iterator[ExplorerPage]:
    """In the kept tab of this name; one in which a test has failed is given up."""
    if name not in tabs:
        tabs[name] = make()
        tabs[name].explorer.wait_until_moving()
    tab = tabs[name]
    tab.ask_for_rest(is_at_rest(test))
    tab.explorer.start_afresh(preset)
    yield tab.explorer
    problems = tab.finish(test)
    if problems or getattr(test, "failed", False):
        tabs.pop(name).context.close()
    else:
        tab.explorer.pause()  # a search that played on would take the processor from other tests
    assert not problems, problems


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if outcome.get_result().failed:
        item.failed = True
