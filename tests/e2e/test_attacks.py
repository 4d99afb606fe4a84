"""What was tried to get in, to run code as somebody else or to learn what is no visitor's business.

A table of attacks, each with its refusal, driven from outside a real server, which stands as open
as its owner can leave it: on every address, to every origin, with the editor.
"""

from __future__ import annotations

import asyncio
import base64
import http.server
import json
import re
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest
from attacker import CHOSEN, Line, Target, outside, token_of
from attacks import FILES, HEADS, LINKS, MESSAGES
from bokeh.util.token import generate_jwt_token
from playwright.sync_api import Browser
from tornado.httpclient import HTTPClientError

from conftest import ROOT, editor_address, log_of, served_page

VISITORS = 3
FOREIGN = "http://foreign.example"


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MCSEARCH_VISITORS", str(VISITORS))
        arguments = ("--allow-websocket-origin", "*", "--args", "--edit-from-network")
        with served_page(arguments=arguments, may_have_problems=True) as url:
            written = tmp_path_factory.mktemp("written") / "file"
            yield Target(url, editor_address(url), written)


def test_the_attack_runs_code_for_who_has_the_secret(target: Target) -> None:
    """Else the refusals below would say nothing."""

    async def attack() -> str:
        return await target.runs_code(await target.page(**target.cookie), **target.cookie)

    assert outside(attack) == "the code ran"


def _decoded(token: str) -> str:
    content = token.partition(".")[0]
    return base64.urlsafe_b64decode(content + "=" * (-len(content) % 4)).decode()


# -- getting into the editor ------------------------------------------------------------------

Attack = Callable[[Target], Awaitable[object]]


async def chosen_id_by_a_page(target: Target) -> object:
    """Any page that the owner opens asks for it, with the owner's cookies if need be."""
    status, _ = await target.get(f"?bokeh-session-id={CHOSEN}", **target.cookie)
    return status, await target.runs_code(token_of(CHOSEN))


async def chosen_id_in_a_header(target: Target) -> object:
    status, _ = await target.get(**target.cookie, **{"Bokeh-Session-Id": CHOSEN})
    return status, await target.runs_code(token_of(CHOSEN))


async def signed_id_of_an_own_page(target: Target) -> object:
    """The server has signed it: the owner is to make a page with it that may edit."""
    token = await target.page()
    session = json.loads(_decoded(token))["session_id"]
    status, _ = await target.get(f"?bokeh-session-id={session}", **target.cookie)
    again, _ = await target.get(f"?bokeh-token={token}", **target.cookie)
    return status, again, await target.runs_code(token)


async def token_of_own_making(target: Target) -> object:
    return await target.runs_code(token_of("never-asked-for", edits=True))


async def changed_token(target: Target) -> object:
    content, signature = (await target.page()).split(".")
    fields = json.loads(_decoded(content)) | {"edits": True}
    session = fields.pop("session_id")
    return await target.runs_code(token_of(session, **fields) + "." + signature)


async def no_token(target: Target) -> object:
    return await target.runs_code("x"), await target.runs_code("e30"), await target.runs_code("")


async def page_without_the_secret(target: Target) -> object:
    return await target.runs_code(await target.page())


async def token_of_the_owner_s_page(target: Target) -> object:
    return await target.runs_code(await target.page(**target.cookie))


async def wrong_cookies(target: Target) -> object:
    name, _, secret = target.cookie["Cookie"].partition("=")
    wrong = ["", "x", secret[:-1], secret + "x", secret.swapcase(), "é"]
    token = await target.page(**target.cookie)
    return {await target.runs_code(token, Cookie=f"{name}={each}") for each in wrong}


async def token_of_another_server(target: Target) -> object:
    """Signed, and by a key of one's own; with the owner's cookie, too."""
    token = generate_jwt_token(
        "made-elsewhere", secret_key=b"another", signed=True, extra_payload={"edits": True}
    )
    return await target.runs_code(token), await target.runs_code(token, **target.cookie)


async def cookie_of_another_server(target: Target) -> object:
    """Browsers send it to all ports of a host; and the owner's own by another name."""
    name, _, secret = target.cookie["Cookie"].partition("=")
    token = await target.page(**target.cookie)
    others = (f"{name}0={secret}", f"mcsearch-secret={secret}", f"{name}={secret[::-1]}")
    return {await target.runs_code(token, Cookie=each) for each in others}


async def wrong_secret(target: Target) -> object:
    answers = {await target.get(f"?secret={each}") for each in ("", "x", "%00", "%C3%A9")}
    return {status for status, _ in answers}


async def another_port_s_page(target: Target) -> object:
    """Its requests carry the owner's strict cookie: another port is the same site."""
    token = await target.page(**target.cookie)
    return {
        await target.runs_code(token, **target.cookie, Origin=origin)
        for origin in ("http://localhost:1", FOREIGN, "null", "http://127.0.0.1")
    }


async def script_for_another_page(target: Target) -> object:
    """It may be read from any page, and so may its token."""
    _, script = await target.get("/autoload.js?bokeh-autoload-element=x", **target.cookie)
    token = script.partition('"token":"')[2].partition('"')[0]
    return bool(token), await target.runs_code(token, **target.cookie)


def behind_a_proxy(**headers: str) -> Attack:
    async def attack(target: Target) -> object:
        return await target.runs_code(await target.page(**headers), **headers)

    return attack


EDITOR = [
    (chosen_id_by_a_page, (403, "403")),
    (chosen_id_in_a_header, (403, "403")),
    (signed_id_of_an_own_page, (403, 403, "nothing ran")),
    (token_of_own_making, "403"),
    (changed_token, "403"),
    (no_token, ("403", "403", "403")),
    (page_without_the_secret, "nothing ran"),
    (token_of_the_owner_s_page, "403"),
    (token_of_another_server, ("403", "403")),
    (wrong_cookies, {"403"}),
    (cookie_of_another_server, {"403"}),
    (wrong_secret, {403}),
    (another_port_s_page, {"403"}),
    (script_for_another_page, (True, "nothing ran")),
    *(
        (behind_a_proxy(**headers), "nothing ran")
        for headers in (
            {"X-Forwarded-Proto": "https"},
            {"Cf-Connecting-Ip": "192.0.2.7"},
            {"X-Forwarded-For": "127.0.0.1"},
            {"Host": "explorer.example"},
        )
    ),
]


@pytest.mark.parametrize(("attack", "refusal"), EDITOR)
def test_nobody_else_gets_into_the_editor(target: Target, attack: Attack, refusal: object) -> None:
    assert outside(lambda: attack(target)) == refusal


def test_a_foreign_page_in_the_owner_s_browser_gets_nothing(
    browser: Browser, target: Target
) -> None:
    """An image, a frame, requests and a connection of a page that the owner opens."""
    page_of_ours = f"""<!DOCTYPE html><title>foreign</title>
        <img src="{target.url}?bokeh-session-id={CHOSEN}"><iframe src="{target.url}"></iframe>
        <script>
        const told = name => value => (window[name] = String(value));
        fetch("{target.url}", {{ credentials: "include" }}).then(told("page"), told("page"));
        const socket = new WebSocket(
          "{target.url.replace("http", "ws", 1)}/ws", ["bokeh", "{token_of(CHOSEN)}"]);
        socket.onopen = () => told("connection")("open");
        socket.onclose = () => told("connection")("closed");
        </script>"""

    class Foreign(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page_of_ours.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    owner = browser.new_context()
    try:
        page = owner.new_page()
        page.goto(target.address)
        page.locator("[data-client='run-code']").first.wait_for(state="attached", timeout=60_000)
        assert "secret" not in page.url
        [cookie] = owner.cookies()
        assert cookie["httpOnly"]
        assert cookie["sameSite"] == "Strict"
        page.close()
        # another site, and another port of the same one, whose requests carry the cookie
        for name in ("foreign.localhost", "localhost"):
            page = owner.new_page()
            before = log_of(target.url).read_text().count(f"?bokeh-session-id={CHOSEN} ")
            page.goto(f"http://{name}:{server.server_port}/")
            page.wait_for_function("window.connection && window.page")
            page.wait_for_load_state()
            asked = f"403 GET /webapp?bokeh-session-id={CHOSEN} "
            assert log_of(target.url).read_text().count(asked) == before + 1
            assert page.evaluate("[connection, page]") == ["closed", "TypeError: Failed to fetch"]
            [frame] = [each for each in page.frames if each != page.main_frame]
            assert frame.evaluate("document.querySelector('#explore') === null")
            assert outside(lambda: target.runs_code(token_of(CHOSEN))) == "403"
            page.close()
    finally:
        owner.close()
        server.shutdown()


@pytest.mark.parametrize("where", [(), ("--address", "0.0.0.0")])
def test_a_server_that_others_reach_does_not_start_with_the_editor(where: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "panel", "serve", "webapp", "--port", "0", *where]
    ended = subprocess.run(
        [*command, "--args", "--edit"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 1
    assert "this server is open to other machines (0.0.0.0" in ended.stderr
    assert "--address localhost" in ended.stderr
    assert "--edit-from-network" in ended.stderr
    assert "?secret=" not in ended.stderr


# -- more visitors than there is room for -----------------------------------------------------


def test_no_more_lines_are_opened_than_there_may_be_visitors(target: Target) -> None:
    """Pages that were asked for while there was room, and lines that are opened all at once."""

    async def attack() -> tuple[int, set[int], bool, bool]:
        tokens = [await target.page() for _ in range(VISITORS + 5)]
        opened = await asyncio.gather(*map(target.connect, tokens), return_exceptions=True)
        lines: list[Line] = [each for each in opened if isinstance(each, Line)]
        let_in = []
        for line in lines:
            try:
                await line.bus("bus-explore")
                let_in.append(line)
            except EOFError:
                pass
        refused = {each.code for each in opened if isinstance(each, HTTPClientError)}
        _, told = await target.get()
        for line in lines:
            line.close()
        for _ in range(100):
            await asyncio.sleep(0.1)
            _, again = await target.get()
            if "The explorer is full" not in again:
                break
        return len(let_in), refused, "The explorer is full" in told, "data-page-link" in again

    let_in, refused, is_full, is_there = outside(attack)
    assert let_in == VISITORS
    assert refused <= {503}
    assert is_full
    assert is_there


# -- messages as no page sends them -----------------------------------------------------------


TELLTALE = ("Traceback", 'File "', ".py", str(ROOT), "site-packages")


@pytest.fixture(scope="module")
def answers(target: Target) -> dict[str, str]:
    """All that is said to each message; "dead" instead if another visitor is not heard then."""

    async def attack() -> dict[str, str]:
        token, other = await target.page(), await target.connect(await target.page())
        await other.bus("bus-explore")
        line = await target.connect(token)
        bus = await line.bus("bus-explore")
        patch = json.dumps({"msgid": "1", "msgtype": "PATCH-DOC"})
        messages = {name: (patch, text.replace("BUS", bus)) for name, text in MESSAGES.items()}
        messages |= {name: (json.dumps(head), "{}") for name, head in HEADS.items()}
        said: dict[str, str] = {}
        for name, parts in messages.items():
            if line.is_closed:
                line = await target.connect(token)
                await line.bus("bus-explore")
            said[name] = await line.hear(parts[0], "{}", parts[1])
            try:
                await other.ask("SERVER-INFO-REQ")
            except EOFError:
                said[name] = "dead"
        line.close()
        other.close()
        return said

    return outside(attack)


@pytest.mark.parametrize("name", [*MESSAGES, *HEADS])
def test_no_message_stops_the_server_or_learns_of_it(answers: dict[str, str], name: str) -> None:
    said = answers[name]
    assert said != "dead"
    assert [sign for sign in TELLTALE if sign in said] == []


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("events that are deeply nested", "An action can't be read"),
        ("events that are no JSON", "An action can't be read"),
        ("events of too few", "An action can't be read"),
        ("an upload that is no pair", "What was given can't be read"),
        ("an upload that is deeply nested", "What was given can't be read"),
    ],
)
def test_what_can_t_be_read_gets_a_word(answers: dict[str, str], name: str, word: str) -> None:
    assert word in answers[name]


# -- files and links that somebody has made ----------------------------------------------------


WELCOME = {"theme": "light", "still": True, "resting": False}
SIZES = {"explore": {"board": 300, "tree": [800, 600]}, "play": [800, 600]}


@pytest.fixture(scope="module")
def given(target: Target) -> dict[str, str]:
    """All that is said to each file, then to each link; "dead" if nobody else is heard then."""

    async def attack() -> dict[str, str]:
        other = await target.connect(await target.page())
        await other.bus("bus-explore")
        said: dict[str, str] = {}

        async def give(
            name: str, line: Line, bus: str, change: dict[str, str], answer: str
        ) -> None:
            event = {"kind": "ModelChanged", "model": {"id": bus}, **change}
            head = json.dumps({"msgid": "1", "msgtype": "PATCH-DOC"})
            said[name] = await line.hear(head, "{}", json.dumps({"events": [event]}))
            for _ in range(100):  # it is read, or drawn, in turns with what others do
                if answer in said[name] or line.is_closed:
                    break
                await asyncio.sleep(0.1)
                said[name] += await line.hear()
            try:
                await other.ask("SERVER-INFO-REQ")
            except EOFError:
                said[name] = "dead"

        line = await target.connect(await target.page())
        bus = await line.bus("bus-explore")
        for number, (name, text) in enumerate(FILES.items(), 1):
            assert not line.is_closed, said
            upload = {"attr": "upload", "new": json.dumps([number, text])}
            await give(name, line, bus, upload, "imported")
        line.close()
        for page, links in LINKS.items():
            for link in links:
                line = await target.connect(await _room(target))
                events = [[1, "hello", {**WELCOME, "size": SIZES.get(page), "query": link}]]
                bus = await line.bus(f"bus-{page}")
                await give(link, line, bus, {"attr": "events", "new": json.dumps(events)}, "link: ")
                line.close()
        other.close()
        return said

    return outside(attack)


async def _room(target: Target) -> str:
    """The token of a page, as soon as those who have left are gone."""
    for _ in range(100):
        _, told = await target.get()
        if "The explorer is full" not in told:
            break
        await asyncio.sleep(0.1)
    return await target.page()


@pytest.mark.parametrize("name", FILES)
def test_no_file_stops_the_server_or_learns_of_it(given: dict[str, str], name: str) -> None:
    assert given[name] != "dead"
    assert [sign for sign in TELLTALE if sign in given[name]] == []
    [error] = re.findall(r'\\"error\\":\\"(.*)\\",\\"kind\\":\\"imported\\"}"', given[name])
    assert error


@pytest.mark.parametrize("link", [link for links in LINKS.values() for link in links])
def test_no_link_stops_the_server_or_learns_of_it(given: dict[str, str], link: str) -> None:
    assert given[link] != "dead"
    assert [sign for sign in TELLTALE if sign in given[link]] == []
    assert "link: " in given[link]
