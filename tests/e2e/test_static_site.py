"""What only the static site does: show a picture, load Python, say what is wrong, work offline."""

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "site"))

from check.preview import SiteHandler, make_server

# a document that has just come has no element for a moment
READY = "document.documentElement?.dataset.ready === 'true'"
MOVING = "Number(document.querySelector('#status')?.dataset.steps) > 0"
KEEP = "window.site.keep(0)"
CACHES = "caches.keys()"
KEPT = "async () => (await (await caches.open((await caches.keys())[0])).keys()).length"
TELL = """window.told = [];
    new MutationObserver(() => {
        const text = document.querySelector("#loading [data-text]")?.textContent;
        if (text && text !== window.told.at(-1)) window.told.push(text);
    }).observe(document, { childList: true, characterData: true, subtree: true });"""

# the worker also answers what a test asks its Python
PROBE = """
self.addEventListener("message", async ({ data }) => {
    if (data.type === "probe") {
        let found;
        try {
            const scope = (await loaded).link.__func__.__globals__;
            found = scope.get("__builtins__").get("eval")(data.code, scope);
        } catch (error) {
            found = error;
        }
        self.postMessage({ type: "probed", found: String(found) });
    }
});"""
ASK = """(code) => new Promise((resolve) => {
    window.site.on({ probed: ({ found }) => resolve(found) });
    window.site.worker.postMessage({ type: "probe", code });
})"""


@pytest.fixture
def folder(static_site: Path, tmp_path: Path) -> Path:
    """A copy of the site for a test that changes it."""
    return Path(shutil.copytree(static_site, tmp_path / "site"))


@pytest.fixture
def server(static_site: Path) -> Iterator[ThreadingHTTPServer]:
    """The site as `make preview` serves it; a test may shut it down."""
    yield from serve(static_site)


def serve(folder: Path) -> Iterator[ThreadingHTTPServer]:
    yield from running(make_server(folder))


def running(server: ThreadingHTTPServer) -> Iterator[ThreadingHTTPServer]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def address(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def wait(page: Page, condition: str, seconds: float = 120) -> None:
    """Until a JavaScript expression holds; asked from outside, as the page forbids eval."""
    deadline = time.monotonic() + seconds
    while not holds(page, condition):
        if time.monotonic() > deadline:
            told = page.locator("#loading, #problem").filter(visible=True).all_inner_texts()
            raise AssertionError(f"not within {seconds} s: {condition}; the page tells {told}")
        time.sleep(0.05)


def holds(page: Page, condition: str) -> bool:
    try:
        return page.evaluate(condition)
    except Error as error:
        if "navigation" in error.message:
            return False
        raise


def problem(page: Page) -> str:
    """The text of the card that says what is wrong, once it is there."""
    card = page.locator("#problem")
    expect(card).to_be_visible(timeout=120_000)
    assert page.locator("#loading").is_hidden()
    return card.inner_text()


# -- the picture ----------------------------------------------------------------------------------


def test_a_finished_search_is_shown_before_any_script(
    browser: Browser, server: ThreadingHTTPServer
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address(server))
    assert page.locator("#scrub svg path").count() > 5
    assert page.locator("#why table tbody tr").count() >= 5
    assert page.locator("#explore [data-text='iteration']").inner_text() == "Iteration 600"
    assert "switch JavaScript on" in page.locator("noscript").inner_text()
    context.close()


PLACES = """[...document.querySelectorAll("#explore :is([id^='root-'], .board-square, .strip) svg")]
  .filter((drawn) => drawn.closest(".covered > :not(.example)") === null)
  .map((drawn) => JSON.stringify(drawn.getBoundingClientRect()))"""


def test_neither_the_picture_nor_the_document_looks_ready(
    page: Page, server: ThreadingHTTPServer
) -> None:
    held: list[Route] = []
    page.route("**/modules-*.bundle", lambda route: None)  # never answered
    page.route("**/state-*.json", lambda route: held.append(route))
    page.goto(address(server))
    wait(page, "document.querySelectorAll('#recipe [data-form] input').length > 3")
    wait(page, "document.querySelectorAll('#tree [data-spots] button').length > 5")
    check_that_nothing_looks_ready(page)
    assert page.locator("#status").get_attribute("data-steps") is None
    before = page.evaluate(PLACES)
    # the document is there before Python is, and the picture stays in its place
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    wait(page, "document.querySelectorAll('.covered > .example').length === 2")
    wait(page, "document.querySelectorAll('.covered > :not(.example)').length === 2")
    assert page.locator("#explore .strip .position").count() >= 5
    assert page.locator("#board .position .played").count() == 1
    assert page.locator("#explore [data-text='iteration']").inner_text() == "Iteration 600"
    assert page.evaluate(PLACES) == before
    check_that_nothing_looks_ready(page)
    assert not page.evaluate(MOVING)


def test_the_picture_gives_way_when_python_has_something_to_show(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.goto(address(server))
    wait(page, MOVING)
    assert page.locator(".example, .covered").count() == 0
    assert page.locator("#root-scrub svg").count() == 0  # the live one is in a shadow root
    assert page.locator("#explore [data-text='iteration']").inner_text() != "Iteration 600"


@pytest.mark.parametrize(
    ("query", "name"),
    [("?preset=nmcs", "NMCS, level 2"), ("?preset=none", "The search of this link")],
)
def test_a_link_to_another_search_shows_its_name_and_not_the_example(
    page: Page, server: ThreadingHTTPServer, query: str, name: str
) -> None:
    held: list[Route] = []
    page.route("**/modules-*.bundle", lambda route: held.append(route))
    page.goto(address(server) + query)
    expect(page.locator("[data-linked]")).to_have_text(name)
    expect(page.locator("[data-linked]")).to_be_visible()
    for part in ("[data-form] label", "[data-spots] button", "[data-narration]", ".stage"):
        expect(page.locator(f"#explore {part}").first).to_be_hidden()
    for root in page.locator("#explore [id^='root-']").all():
        assert root.evaluate("root => getComputedStyle(root).display") == "contents"
        # its own child: a locator also looks into the views, whose parts have an opacity of 1
        shown = "root => getComputedStyle(root.firstElementChild).opacity"
        assert root.evaluate(shown) == "0"
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("[data-linked]")).to_be_hidden(timeout=120_000)
    expect(page.locator("#explore [data-narration]").first).to_be_visible()
    assert page.locator("html[data-arrival]").count() == 0


def check_that_nothing_looks_ready(page: Page) -> None:
    main = page.locator("#explore")
    assert main.get_attribute("aria-busy") == "true"
    assert main.evaluate("element => element.inert")
    assert page.locator("#loading").is_visible()
    read_out = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = {node["name"]["value"] for node in read_out if node.get("name") and not node["ignored"]}
    assert "Loading" in names
    assert "Step one phase" not in names
    announcer = page.locator("#announcer")
    assert announcer.inner_text() == "" or announcer.get_attribute("aria-busy") == "true"


# -- what can go wrong ----------------------------------------------------------------------------


def missing(route: Route) -> None:
    route.fulfill(status=404)


def unreachable(route: Route) -> None:
    route.abort()


def cut_short(route: Route) -> None:
    body = route.fetch().body()
    route.fulfill(body=body[: len(body) // 2])


def outdated(page: str, route: Route) -> None:
    route.fulfill(body=page, content_type="text/html")


def changed(route: Route) -> None:
    body = bytearray(route.fetch().body())
    body[len(body) // 2] ^= 1
    kind = "application/wasm" if route.request.url.endswith("wasm") else "text/javascript"
    route.fulfill(body=bytes(body), content_type=kind)


MEMORY = "**/python-*.memory"

# what the worker fetches: what is done to each file, one after the other, and how it is then named
BROKEN_PARTS = {
    "**/packages-*.bundle": ([missing, changed], "The packages NumPy, Bokeh and Panel"),
    "**/application-*.bundle": ([cut_short], "The explorer"),
    "**/library-*.bundle": ([unreachable], "Python's library"),
    "**/modules-*.bundle": ([changed], "The compiled modules"),
    "**/zstd-*.wasm": ([missing], "The decoder"),
    "**/pyodide.asm.wasm": ([missing, cut_short], "pyodide.asm.wasm"),
    "**/pyodide.mjs": ([missing], "pyodide.mjs"),
}
BROKEN_SCRIPTS = {
    "**/worker-*.js": (missing, "worker-"),
    "**/bokeh.min.js": (changed, "bokeh.min.js"),
    "**/page-*.js": (missing, "page-"),
}


def test_each_broken_part_is_named_and_tried_again(page: Page, server: ThreadingHTTPServer) -> None:
    """All at once: what is named is mended, and the next one is named, until the page is there."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/")[-1]))
    page.route("**/worker-*.js", with_probe)
    page.route(MEMORY, missing)
    broken = {files: list(harms) for files, (harms, _) in BROKEN_PARTS.items()}
    for files, harms in broken.items():
        page.route(files, harms[0])
    page.goto(address(server))
    while broken:
        text = problem(page)
        assert "Try again" in text
        named = [files for files in broken if BROKEN_PARTS[files][1] in text]
        assert len(named) == 1, text
        (files,) = named
        harm = broken[files].pop(0)
        said = {missing: "404", changed: "is not the file that was published"}
        assert said.get(harm, "") in text
        page.unroute(files)
        if broken[files]:
            page.route(files, broken[files][0])
        else:
            del broken[files]
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#problem")).to_be_hidden()
    wait(page, READY)
    wait(page, MOVING)
    assert page.locator("#problem").is_hidden()
    # what no start imports, of the packages and, where others of it are there, of Python's library
    assert [name for name in asked if name.startswith("late-")] == []
    assert page.evaluate(ASK, "__import__('bokeh.util.hex').util.hex.__name__") == "bokeh.util.hex"
    assert page.evaluate(ASK, "__import__('json.tool').tool.__name__") == "json.tool"
    assert len([name for name in asked if name.startswith("late-")]) == 1


def test_each_broken_script_is_named_and_tried_again(
    page: Page, server: ThreadingHTTPServer
) -> None:
    for files, (harm, said) in BROKEN_SCRIPTS.items():
        page.route(files, harm)
        page.goto(address(server))
        text = problem(page)
        assert said in text
        assert "Try again" in text
        page.unroute(files)
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#problem")).to_be_hidden()
        wait(page, READY)
        wait(page, MOVING)
        assert page.locator("#problem").is_hidden()


def test_missing_webassembly_is_told(page: Page, server: ThreadingHTTPServer) -> None:
    page.add_init_script("delete window.WebAssembly")
    page.goto(address(server))
    assert "no WebAssembly" in problem(page)
    assert page.get_by_role("button", name="Try again").count() == 0
    picture = page.get_by_role("link", name="See a picture of the page")
    assert page.request.get(address(server) + picture.get_attribute("href")).ok


@pytest.mark.parametrize("lacks", ["delete window.Worker", "window.Worker = class { #no = no() }"])
def test_missing_workers_are_told(page: Page, server: ThreadingHTTPServer, lacks: str) -> None:
    page.add_init_script(lacks)
    page.goto(address(server))
    assert "lets the page start no worker" in problem(page)
    assert page.get_by_role("button", name="Try again").count() == 0


def test_the_page_starts_without_what_keeps_it_for_later(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.route("**/keep-*.js", missing)
    page.goto(address(server))
    wait(page, READY)
    wait(page, MOVING)
    assert page.locator("#problem").is_hidden()


LACKED = (
    "WebAssembly.Exception",
    "Array.prototype.toReversed",
    "HTMLElement.prototype.popover",
)


def test_an_old_browser_is_told(page: Page, server: ThreadingHTTPServer) -> None:
    for lacks in LACKED:
        tab = page.context.new_page()
        tab.add_init_script(f"delete {lacks}")
        tab.goto(address(server))
        text = problem(tab)
        assert "too old" in text
        assert "Firefox 125, Chrome 114, Safari 17" in text
        tab.close()


# -- what a visitor does meanwhile ----------------------------------------------------------------


def test_what_is_given_while_python_loads_is_taken_when_it_runs(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})  # wider, the presets wait, too
    held: list[Route] = []
    page.route("**/modules-*.bundle", lambda route: held.append(route))
    page.goto(address(server) + "?preset=nmcs&at=20.0")
    page.get_by_label("Preset").filter(visible=True).select_option("connect4-engine")
    page.get_by_role("button", name="Export and import").click()
    page.get_by_role("button", name="Board, game or trace").click()
    page.locator("#import-text").fill("4453")
    page.locator("#import").get_by_role("button", name="Import", exact=True).click()
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#import")).to_be_hidden(timeout=120_000)
    preset = page.get_by_label("Preset").filter(visible=True).locator("option:checked")
    assert preset.get_attribute("value") == "connect4-engine"
    expect(page.locator("#recipe").get_by_label("Position", exact=True)).to_have_value("4453")


# -- the second visit -----------------------------------------------------------------------------


def test_the_site_can_be_installed_and_a_second_visit_needs_no_network(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.goto(address(server))
    wait(page, READY)
    page.evaluate(KEEP)
    assert page.evaluate(KEPT) > 20
    page.reload()
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert "Monte Carlo Search Explorer" in manifest["data"]
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # a tab of the tests is incognito, where nothing can be installed
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    server.shutdown()
    server.server_close()
    failed: dict[str, str | None] = {}
    page.on("requestfailed", lambda request: failed.update({request.url: request.failure}))
    assert arrive(page, address(server) + "?")
    # the page itself gives up on the way that turns out to be the slower one
    assert set(failed.values()) <= {"net::ERR_ABORTED"}, failed
    page.reload()
    wait(page, READY)
    for kept in ("reference/index.html", "reference/mcsearch/recipe.html", "licenses.txt"):
        assert page.goto(address(server) + kept).ok
    # a visitor may have come by the other name of a page
    for query in ("reference/", "index.html", "index.html?view=play"):
        assert page.goto(address(server) + query).from_service_worker
        assert page.reload().from_service_worker
    wait(page, READY)


def test_a_broken_part_of_a_later_visit_is_tried_again(page: Page, folder: Path) -> None:
    for server in serve(folder):
        page.goto(address(server))
        wait(page, READY)
        page.evaluate(KEEP)
        page.evaluate(
            """async () => {
                const cache = await caches.open((await caches.keys())[0]);
                const part = (await cache.keys()).find(({ url }) => url.includes("/modules-"));
                await cache.put(part, new Response("broken"));
            }"""
        )
        # as long as the published file is what it was, that is taken instead
        (modules,) = folder.glob("modules-*.bundle")
        published = modules.read_bytes()
        modules.write_bytes(b"broken, too")
        page.goto(address(server) + "?")
        assert "The compiled modules" in problem(page)
        modules.write_bytes(published)
        page.get_by_role("button", name="Try again").click()
        wait(page, READY)
        wait(page, MOVING)


def test_an_update_is_offered_and_taken_as_a_whole(page: Page, folder: Path) -> None:
    for server in serve(folder):
        page.goto(address(server))
        wait(page, READY)
        page.evaluate(KEEP)
        (first,) = page.evaluate(CACHES)

        publish_another_version(folder)
        page.goto(address(server))
        assert page.title() != "Another version"
        wait(page, READY)
        wait(page, "!document.querySelector('#update').hidden")
        assert len(page.evaluate(CACHES)) == 2
        page.locator("#update").get_by_role("button", name="Reload").click()
        wait(page, "document.title === 'Another version'")
        wait(page, READY)
        (second,) = page.evaluate(CACHES)
        assert second != first


WITHOUT_PYTHON = """window.Worker = class {
    constructor(address, options) { options?.type; }
    postMessage() { }
    terminate() { }
};"""
# ... and whose first visit has left a service worker; `change` is what the browser does with the
# next one
REGISTERED = """window.next = new EventTarget();
    next.postMessage = (message) => { next.heard = message; };
    window.change = (state) => {
        next.state = state;
        next.dispatchEvent(new Event("statechange"));
    };
    const registration = Object.assign(new EventTarget(), { active: {}, installing: next });
    const container = Object.assign(new EventTarget(), {
        register: async () => registration, ready: Promise.resolve(), controller: null,
    });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { value: container });"""


def test_an_update_that_is_under_way_is_offered_to_a_page_that_was_reloaded_past_the_worker(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.add_init_script(WITHOUT_PYTHON + REGISTERED)
    page.goto(address(server))
    update = page.locator("#update")
    page.evaluate(KEEP)
    expect(update).to_be_hidden()
    page.evaluate("change('installed')")
    expect(update).to_be_visible()
    update.get_by_role("button", name="Reload").click()
    assert page.evaluate("next.heard") == "take over"
    with page.expect_navigation():
        page.evaluate("setTimeout(() => change('activated'))")


def test_tabs_of_the_version_before_an_update_keep_their_files(page: Page, folder: Path) -> None:
    other = page.context.new_page()
    for tab in (page, other):
        tab.add_init_script(WITHOUT_PYTHON)
    for server in serve(folder):
        page.goto(address(server))
        page.evaluate(KEEP)
        other.goto(address(server))
        (first,) = page.evaluate(CACHES)

        gone = publish_another_version(folder, move="modules-*.bundle")
        page.goto(address(server) + "?")
        page.evaluate(KEEP)
        wait(page, "!document.querySelector('#update').hidden")
        page.locator("#update").get_by_role("button", name="Reload").click()
        wait(page, "document.title === 'Another version'")
        for tab in (page, other):
            assert tab.evaluate(f"async () => (await fetch('{gone}')).status") == 200
        assert len(page.evaluate(CACHES)) == 2
        other.close()
        page.reload()
        wait(page, "caches.keys().then((names) => names.length === 1)")
        assert page.evaluate(CACHES) != [first]


@pytest.mark.parametrize("is_kept", [False, True], ids=["first visit", "later visit"])
def test_a_page_whose_files_have_been_replaced_is_fetched_anew(
    page: Page, folder: Path, is_kept: bool
) -> None:
    for server in serve(folder):
        if is_kept:
            page.goto(address(server))
            wait(page, READY)
            page.evaluate(KEEP)
        stale = (folder / "index.html").read_text(encoding="utf-8")
        gone = publish_another_version(folder, move="modules-*.bundle")
        if is_kept:
            page.evaluate(
                """async (gone) => {
                    await (await caches.open((await caches.keys())[0])).delete(gone);
                }""",
                gone,
            )
        else:
            # as a browser does that was here some minutes ago
            page.route(address(server), partial(outdated, stale))
        page.goto(address(server))
        assert "404" in problem(page)
        page.unroute(address(server))
        page.get_by_role("button", name="Try again").click()
        wait(page, "document.title === 'Another version'")
        wait(page, READY)


def publish_another_version(folder: Path, move: str = "") -> str:
    """Change the page, as another build would: its title, and with it the list of hashes.

    The file of the pattern `move` gets another name. Returns the one that it had.
    """
    from build import build_site

    index = folder / "index.html"
    text = index.read_text(encoding="utf-8")
    gone = ""
    if move:
        (file,) = folder.glob(move)
        gone = file.name
        other = file.with_name(move.replace("*", "another"))
        file.rename(other)
        text = text.replace(gone, other.name)
    assert "<title>" in text
    start, end = text.index("<title>") + 7, text.index("</title>")
    index.write_text(text[:start] + "Another version" + text[end:], encoding="utf-8")
    (folder / "service-worker.js").unlink()
    worker = build_site.service_worker(folder)
    (folder / "service-worker.js").write_text(worker, encoding="utf-8")
    return gone


# -- the memory of the build ----------------------------------------------------------------------


def arrive(page: Page, at: str) -> bool:
    """Open the page and let it move; whether it went on from the memory of the build."""
    page.add_init_script(TELL)
    page.goto(at)
    wait(page, READY)
    wait(page, MOVING)
    assert page.locator("#loading").is_hidden()
    assert page.locator("#problem").is_hidden()
    return "Building the page" not in [text.split(",")[0] for text in page.evaluate("told")]


def altered(before: str, after: str, route: Route) -> None:
    """The worker, with other code."""
    code = route.fetch().text()
    assert code.count(before) == 1
    route.fulfill(body=code.replace(before, after), content_type="text/javascript")


# an engine that has more functions of its own
OTHER_ENGINE = partial(altered, ".wasmTable.length }", ".wasmTable.length + 1 }")
# an engine without room for so large a memory
NO_ROOM = partial(altered, "settings.INITIAL_MEMORY = kept?.bytes", "kept ? 65536 : undefined")
FAILS_LATE = partial(altered, "page.restored(address)", "page.failed()")


UNFIT = (
    (MEMORY, missing),
    (MEMORY, cut_short),
    (MEMORY, changed),
    ("**/state-*.json", changed),
    ("**/worker-*.js", OTHER_ENGINE),
    ("**/worker-*.js", NO_ROOM),
)


# what only a normal start says: one that goes on from the memory has nothing of it to do
NORMAL_START = (
    "/^(Unp|Loading (N|B|Pa)|Build)/.test(document.querySelector('#loading p')?.textContent ?? '')"
)


def test_a_memory_that_does_not_fit_is_done_without(
    page: Page, server: ThreadingHTTPServer
) -> None:
    for files, harm in UNFIT:
        page.route(files, harm)
        with page.expect_request("**/application-*.bundle", timeout=120_000):
            page.goto(address(server))
        wait(page, NORMAL_START)
        assert page.locator("#problem").is_hidden()
        page.unroute(files)
        page.evaluate("window.name = ''")  # as a new tab has it
        # what may be better the next time is no verdict on the browser
        verdict = page.evaluate("localStorage.getItem('unfit memory')")
        assert bool(verdict) == (harm is OTHER_ENGINE)
        page.evaluate("localStorage.clear()")


def test_a_browser_whose_memory_does_not_fit_tries_once(
    page: Page, server: ThreadingHTTPServer
) -> None:
    context = page.context
    context.route("**/worker-*.js", OTHER_ENGINE)
    with page.expect_request("**/application-*.bundle", timeout=120_000):
        page.goto(address(server))
    page.close()
    asked: list[str] = []
    tab = context.new_page()
    tab.on("request", lambda request: asked.append(request.url.rsplit("/")[-1]))
    with tab.expect_request("**/application-*.bundle", timeout=120_000):
        tab.goto(address(server))
    assert not [name for name in asked if name.startswith(("state-", "python-"))]


def test_the_memory_fits_whatever_language_the_reader_speaks(
    browser: Browser, server: ThreadingHTTPServer
) -> None:
    for language in ("de-DE", "pt"):
        context = browser.new_context(locale=language)
        page = context.new_page()
        assert arrive(page, address(server)), language
        assert page.evaluate("navigator.language") == language
        context.close()


def test_a_page_that_fails_to_go_on_comes_back_without_the_memory(
    page: Page, server: ThreadingHTTPServer
) -> None:
    page.route("**/worker-*.js", FAILS_LATE)
    assert not arrive(page, address(server))
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload"


def test_visits_go_on_from_the_memory_each_with_its_own_chances(
    page: Page, server: ThreadingHTTPServer
) -> None:
    asked: list[str] = []
    tabs = [page, page.context.new_page()]
    for tab in tabs:
        tab.route("**/worker-*.js", with_probe)
        tab.on("request", lambda request: asked.append(request.url.rsplit("/")[-1]))
        tab.goto(address(server), wait_until="domcontentloaded")  # both load at once
    found = []
    for tab in tabs:
        wait(tab, MOVING)
        assert tab.evaluate("window.site.unfit") is False
        found.append([tab.evaluate(ASK, code) for code in CHANCES])
        passed = time.time() - float(tab.evaluate(ASK, "__import__('time').time()"))
        assert abs(passed) < 60
    assert not set(found[0]) & set(found[1])
    packed = ("library-", "packages-", "application-", "late-")
    assert [name for name in asked if name.startswith(packed)] == []
    # what no page needs, of Python's library and of the packages
    assert page.evaluate(ASK, "__import__('csv').__name__") == "csv"
    assert page.evaluate(ASK, "__import__('bokeh.util.hex').util.hex.__name__") == "bokeh.util.hex"
    assert len([name for name in asked if name.startswith(packed)]) == len(packed)
    page.reload()
    wait(page, "document.querySelector('#loading [data-text]')?.textContent !== undefined")
    assert arrive(page, address(server) + "?preset=connect4-engine&at=20.0")
    wait(page, "document.querySelector('#status').dataset.steps === '80'")
    page.get_by_label("Preset").filter(visible=True).select_option("nmcs")
    wait(page, "document.querySelector('#lanes').children.length > 0")


def test_a_moment_looks_the_same_to_the_last_pixel_however_python_has_started(
    browser: Browser, server: ThreadingHTTPServer
) -> None:
    """Of two first visits that go on from the memory, and one that starts normally."""
    pictures = []
    for has_memory in (True, True, False):
        context = browser.new_context(viewport={"width": 1000, "height": 800})
        page = context.new_page()
        if not has_memory:
            page.route(MEMORY, missing)
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(address(server) + "?preset=spmcts-uct&at=3.3")
        wait(page, "document.querySelector('#status')?.dataset.steps === '15'")
        assert has_memory is not any("/application-" in url for url in asked)
        # all is painted anew: else lines tell how often they were painted on themselves
        page.set_viewport_size({"width": 1440, "height": 900})
        pictures.append(at_rest(page))
        context.close()
    assert len(set(pictures)) == 1


def at_rest(page: Page) -> bytes:
    """The page as soon as nothing on it changes any more."""
    pictures = [page.screenshot()]
    while len(pictures) < 4 or len(set(pictures[-4:])) > 1:
        time.sleep(0.5)
        pictures.append(page.screenshot())
    return pictures[-1]


def with_probe(route: Route) -> None:
    route.fulfill(body=route.fetch().text() + PROBE, content_type="text/javascript")


CHANCES = (
    "__import__('random').random()",
    "__import__('uuid').uuid4()",
    "__import__('os').urandom(8)",
    "__import__('time').monotonic()",
)


class SlowHandler(SiteHandler):
    """Sends less than a megabyte in a second, at first, of all but the page itself."""

    slow_bytes = 3_000_000  # that are still to be sent so

    def copyfile(self, source, output) -> None:
        is_page = self.path == "/"
        while content := source.read(16_384):
            output.write(content)
            if SlowHandler.slow_bytes > 0 and not is_page:
                SlowHandler.slow_bytes -= len(content)
                time.sleep(0.1)


def test_a_slow_line_brings_a_normal_start(page: Page, static_site: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SlowHandler, directory=str(static_site)))
    for slow in running(server):
        with page.expect_request("**/application-*.bundle", timeout=120_000):
            page.goto(address(slow))
        assert page.evaluate("window.site.unfit") is False


# -- the policy -----------------------------------------------------------------------------------


def test_loading_is_told_and_scripts_come_from_this_build_only(
    page: Page, server: ThreadingHTTPServer
) -> None:
    """Neither an inline script, nor a handler, nor eval, nor another origin gets through."""
    origins = set()
    page.on("request", lambda request: origins.add(request.url.split("/")[2]))
    page.add_init_script(TELL)
    page.goto(address(server))
    wait(page, READY)
    told = page.evaluate("window.told")
    assert any(" of " in text and text.endswith("MB") for text in told)
    assert "Starting Python" in [text.split(",")[0] for text in told]
    assert page.locator("#loading").is_hidden()
    assert page.locator("#explore").get_attribute("aria-busy") is None
    # the live view, in shadow roots, takes its place with what Python shows first
    wait(page, "document.querySelectorAll('#root-scrub > div > svg').length === 0")
    assert origins == {f"127.0.0.1:{server.server_port}"}
    violations = page.evaluate(
        """async () => {
            const found = [];
            document.addEventListener("securitypolicyviolation",
                (event) => found.push(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.broken = true";
            document.body.append(script);
            document.body.setAttribute("onclick", "window.broken = true");
            document.body.click();
            // later, as DevTools lets what it evaluates itself do so
            setTimeout(() => { try { window.eval("window.broken = true"); } catch { } });
            await fetch("https://example.org/").catch(() => null);
            new Image().src = "https://example.org/picture.png";
            for (let waited = 0; waited < 5000 && new Set(found).size < 5; waited += 50) {
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            return [...found, window.broken === undefined];
        }"""
    )
    assert violations[-1] is True
    assert {"script-src-elem", "script-src-attr", "script-src", "connect-src", "img-src"} <= set(
        violations[:-1]
    )
