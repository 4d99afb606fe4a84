"""What `panel serve webapp` checks and tells beyond Panel: of every connection, not of pages alone.

Session ids are signed, so that nobody chooses one. The editor is for who has the server's secret,
who shows it again with every connection to a page that may edit, and so is the database. A process
has so many open lines as it takes visitors; each has its share of the process's time. No answer has
a traceback.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urljoin, urlsplit

import bokeh.server.server
import bokeh.server.tornado
import panel.io.server
from bokeh.server.tornado import BokehTornado
from bokeh.util.token import (
    check_token_signature,
    generate_secret_key,
    get_token_payload,
)
from tornado import process
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler

from explorer.shell import crowd, template
from explorer.shell.allowance import Allowance
from explorer.shell.own_code import (
    CHECKED,
    DATABASE,
    EDIT,
    EDIT_FROM_NETWORK,
    EDITS,
    NO_OPTIONS,
    Options,
)
from explorer.shell.secret import ARGUMENT, Secret, without

logger = logging.getLogger(__name__)

_GIVEN_ID = ("bokeh-session-id", "bokeh-token")
_TRY_AGAIN_LATER = 1013  # RFC 6455's registry of close codes
_FAILED = "the server can't do this; its log says why"


class Server(BokehTornado):
    """Bokeh's part that answers requests; `guard` has `panel serve` make this one."""

    options = NO_OPTIONS

    def __init__(self, applications: Mapping[str, Any], **kwargs: Any) -> None:
        self.secret = Secret() if self.options.needs_secret else None
        self.embedders = embedders()
        # before Tornado makes several processes, which all take it
        key = kwargs.pop("secret_key", None) or generate_secret_key().encode()
        super().__init__(applications, **{**kwargs, "secret_key": key, "sign_sessions": True})

    def start(self) -> None:
        if self.secret is not None:
            self._begin_owning(self.secret)
        super().start()

    def _begin_owning(self, secret: Secret) -> None:
        where = [each for each in listening() if not is_loopback(each)]
        if where and (self.options.database or not self.options.from_network):
            open_to = f"and this server is open to other machines ({', '.join(where)}): add"
            if self.options.database:
                _refuse(f"{DATABASE} opens your file, {open_to} --address localhost before --args.")
            _refuse(
                f"{EDIT} runs code as you, {open_to} --address localhost before --args, or say "
                f"{EDIT_FROM_NETWORK} behind it."
            )
        if process.task_id():
            return  # the first of several processes has said it
        for path in self.app_paths:
            base = urljoin(self._absolute_url or "", self.prefix + path)
            what = "The editor" if self.options.edit else "The database"
            print(f"{what}, for you alone: {secret.address(base)}", file=sys.stderr, flush=True)

    def holds_secret(self, handler: RequestHandler) -> bool:
        """Whether a request has the secret and comes from a page of this server."""
        return self.secret is not None and self.secret.take(handler.request)

    def is_own_page(self, handler: RequestHandler) -> bool:
        """Whether no other page made the browser ask, as far as it says; a wildcard names none."""
        origin = handler.request.headers.get("Origin")
        if origin is None:
            return True
        name = urlsplit(origin).netloc.lower()
        return name == handler.request.host.lower() or name in self.websocket_origins


def guard(options: Options) -> None:
    """Have `panel serve` make this server, with these options; ValueError for a wrong setting."""
    crowd.most_visitors()
    embedders()
    Server.options = options
    # where Panel puts its own, too
    vars(bokeh.server.server)["BokehTornado"] = Server
    patterns: Any = bokeh.server.tornado.per_app_patterns
    patterns[:] = [(route, _CHECKED.get(known, known), *rest) for route, known, *rest in patterns]


def token_of(request: Any) -> dict[str, Any]:
    """What the token of a page says that was asked for by this request."""
    return {EDITS: True} if getattr(request, EDITS, False) else {}


def embedders() -> str:
    """The sites that may show the explorer in a frame, besides its own.

    `MCSEARCH_FRAME_ANCESTORS` has them, as a Content-Security-Policy does. ValueError for what
    would be more than a list of sites.
    """
    sites = os.environ.get("MCSEARCH_FRAME_ANCESTORS", "")
    if not re.fullmatch(r"[\w.:/*\[\] -]*", sites, re.ASCII):
        raise ValueError(
            f"MCSEARCH_FRAME_ANCESTORS is {sites!r}; "
            "give sites with spaces between them, as https://example.org"
        )
    return " ".join(["'self'", *sites.split()])


def listening() -> list[str]:
    """The addresses at which this process waits for visitors; a socket's path for one of Unix."""
    files = [file for file, _ in getattr(IOLoop.current(), "handlers", {}).values()]
    sockets = [file for file in files if isinstance(file, socket.socket)]
    waiting = [each for each in sockets if each.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)]
    names = [each.getsockname() for each in waiting]
    return [str(name[0] if isinstance(name, tuple) else name) for name in names]


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _refuse(words: str) -> None:
    print(f"ERROR: {words}", file=sys.stderr, flush=True)
    # of several processes one that ends with an error would be started anew
    raise SystemExit(1 if process.task_id() is None else 0)


class _Checked(RequestHandler):
    """What every request of a page goes through first."""

    application: Any  # a `Server`

    def set_default_headers(self) -> None:
        super().set_default_headers()
        policy = f"frame-ancestors {self.application.embedders}"
        self.set_header("Content-Security-Policy", policy)
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Content-Type-Options", "nosniff")

    async def prepare(self) -> None:
        self.check(self.application.holds_secret(self))
        setattr(self.request, CHECKED, True)
        prepared = super().prepare()
        if prepared is not None:
            await prepared

    def check(self, holds_secret: bool) -> None:
        """Raise HTTPError for a request that is not to be answered."""
        given = any(self.get_query_argument(name, None) is not None for name in _GIVEN_ID)
        if self.application.secret and (given or "Bokeh-Session-Id" in self.request.headers):
            raise HTTPError(403, reason="Session ids are not taken from visitors")


class Page(_Checked, panel.io.server.DocHandler):
    """The page: with the editor for who has the secret."""

    def check(self, holds_secret: bool) -> None:
        super().check(holds_secret)
        setattr(self.request, EDITS, holds_secret)

    async def get(self, *args: Any, **kwargs: Any) -> None:
        given, secret = self.get_query_argument(ARGUMENT, None), self.application.secret
        if secret is None or given is None:
            answer = super().get(*args, **kwargs)
            if answer is not None:  # as where somebody has to log in
                await answer
            return
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        is_same = secret.is_same(given)
        if is_same:
            path = self.application.prefix or "/"
            self.set_header("Set-Cookie", secret.cookie(self.request, path))
        else:
            self.set_status(403)
        # a page and no redirection: a strict cookie is not sent along where another site led here
        variables = {
            **template.variables([]),
            "is_same": is_same,
            "next": without(self.request),
            "options": self.application.options,
        }
        self.finish(template.template("shell/secret.html").render(variables))


class Script(_Checked, panel.io.server.AutoloadJsHandler):
    """The page for another site to put into itself; never with the editor."""


class Metadata(_Checked, bokeh.server.tornado.per_app_patterns[2][1]):  # type: ignore[misc]
    pass


class Line(_Checked, panel.io.server.WSHandler):
    """A page's connection."""

    def check(self, holds_secret: bool) -> None:
        super().check(holds_secret)
        app = self.application
        token = self.request.headers.get("Sec-WebSocket-Protocol", "").rpartition(",")[2].strip()
        try:
            is_signed = check_token_signature(token, app.secret_key, app.sign_sessions)
            edits = EDITS in get_token_payload(token)
        except Exception:  # whatever Bokeh's decoding raises for a text that is no token
            raise HTTPError(403, reason="A token of this server is needed") from None
        if not is_signed:
            raise HTTPError(403, reason="A token of this server is needed")
        if edits and not (holds_secret and app.is_own_page(self)):
            raise HTTPError(403, reason="The editor is for who has the server's secret")
        if crowd.is_all_taken():
            raise HTTPError(503, reason="The explorer is full")

    def open(self, *args: Any, **kwargs: Any) -> None:
        self._allowance = Allowance(is_alone=crowd.is_alone)
        if crowd.enter(self):
            super().open(*args, **kwargs)
        else:
            self.close(_TRY_AGAIN_LATER, "The explorer is full")

    def on_close(self) -> None:
        crowd.leave(self)
        super().on_close()

    async def on_message(self, fragment: str | bytes) -> None:
        # Tornado hands over the next message when this is done
        await self._allowance.spend(super().on_message(fragment))

    async def _handle(self, message: Any) -> Any:
        # what was still on its way has no session any more, which Bokeh takes for an error: since
        # the line was closed, or since a ping has found that it is
        if self.ws_connection is None or self.ws_connection.is_closing():
            return None
        return await super()._handle(message)

    async def send_message(self, message: Any) -> None:
        if message.msgtype == "ERROR":
            logger.error("a visitor's message has failed: %s", message.content["text"])
            message.content = {"text": _FAILED, "traceback": None}
        await super().send_message(message)


_CHECKED: dict[type, type] = {each.__bases__[1]: each for each in (Page, Script, Metadata, Line)}
