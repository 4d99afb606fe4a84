"""The secret of a served editor: who has it may run code as the owner of the server.

It is made anew at every start and printed with the address. Who opens that address gets it as a
cookie that neither scripts nor other sites can use, and an address without it.
"""

from __future__ import annotations

import hmac
import secrets
from http.cookies import Morsel
from urllib.parse import urlencode

from tornado.httputil import HTTPServerRequest

ARGUMENT = "secret"
_COOKIE = "mcsearch-secret"


class Secret:
    """One server's."""

    def __init__(self) -> None:
        self._text = secrets.token_urlsafe(32)

    def is_same(self, given: str) -> bool:
        """Takes as long whatever is given."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self._text.encode())

    def address(self, address: str) -> str:
        """An address of the server, with the secret."""
        return f"{address}?{urlencode({ARGUMENT: self._text})}"

    def cookie(self, request: HTTPServerRequest, path: str) -> str:
        """What keeps the secret in the browser that has sent this request, until it is closed."""
        morsel: Morsel[str] = Morsel()
        morsel.set(_name(request), self._text, self._text)
        morsel["path"] = path
        morsel["httponly"] = True
        morsel["samesite"] = "Strict"
        morsel["secure"] = request.protocol == "https"
        return morsel.OutputString()

    def take(self, request: HTTPServerRequest) -> bool:
        """Whether a request carries the secret as its cookie, which it does not any more then.

        What comes after would put all cookies into the page.
        """
        cookies = request.cookies
        morsel = cookies.pop(_name(request), None)
        if morsel is None:
            return False
        del request.headers["Cookie"]
        if cookies:
            rest = (f"{each.key}={each.coded_value}" for each in cookies.values())
            request.headers["Cookie"] = "; ".join(rest)
        return self.is_same(morsel.value)


def _name(request: HTTPServerRequest) -> str:
    """Browsers send cookies to all ports of a host; each server there has its own."""
    port = request.host.rpartition(":")[2]
    return f"{_COOKIE}-{port}" if port.isdecimal() else _COOKIE


def without(request: HTTPServerRequest) -> str:
    """The path and the arguments of a request, without the secret."""
    rest = [
        (name, value)
        for name, values in request.query_arguments.items()
        if name != ARGUMENT
        for value in values
    ]
    return request.path + (f"?{urlencode(rest)}" if rest else "")
