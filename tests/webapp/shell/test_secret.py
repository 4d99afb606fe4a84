"""The secret of a served editor, in addresses and cookies."""

from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from explorer.shell import template
from explorer.shell.own_code import Options
from explorer.shell.secret import Secret, without


def request(uri="/webapp", host="localhost:5006", cookie=""):
    headers = HTTPHeaders({"Host": host, **({"Cookie": cookie} if cookie else {})})
    return HTTPServerRequest(headers=headers, start_line=RequestStartLine("GET", uri, "HTTP/1.1"))


def given(secret, host="localhost:5006"):
    """As a browser sends it."""
    [morsel] = SimpleCookie(secret.cookie(request(host=host), "/")).values()
    return f"{morsel.key}={morsel.value}"


def test_the_printed_address_has_the_secret_and_no_two_servers_have_the_same():
    secret = Secret()
    address = secret.address("http://localhost:5006/webapp")
    [text] = parse_qs(urlsplit(address).query)["secret"]
    assert secret.is_same(text)
    assert len(text) >= 43  # 256 bits
    assert not Secret().is_same(text)
    for wrong in ("", text[:-1], text + "x", text.swapcase(), "é", "\udc80"):
        assert not secret.is_same(wrong)


def test_the_cookie_is_for_this_server_s_pages_alone():
    secret = Secret()
    [morsel] = SimpleCookie(secret.cookie(request(), "/prefix")).values()
    assert morsel["httponly"]
    assert morsel["samesite"] == "Strict"
    assert morsel["path"] == "/prefix"
    assert not morsel["max-age"] + morsel["expires"]  # until the browser is closed
    assert not morsel["secure"]
    encrypted = request()
    encrypted.protocol = "https"
    [morsel] = SimpleCookie(secret.cookie(encrypted, "/")).values()
    assert morsel["secure"]


@pytest.mark.parametrize("host", ["localhost:5006", "localhost", "[::1]:80", "x:y"])
def test_a_request_is_let_in_by_its_cookie_which_nobody_sees_afterwards(host):
    secret = Secret()
    asked = request(host=host, cookie=f"a=b; {given(secret, host)}; c=d")
    assert secret.take(asked)
    assert asked.headers["Cookie"] == "a=b; c=d"
    assert sorted(asked.cookies) == ["a", "c"]
    assert not secret.take(asked)
    alone = request(host=host, cookie=given(secret, host))
    assert secret.take(alone)
    assert "Cookie" not in alone.headers


def test_another_port_s_cookie_and_another_secret_let_nobody_in():
    secret = Secret()
    assert not secret.take(request(cookie=given(secret, "localhost:5007")))
    other = request(cookie=given(Secret()))
    assert not secret.take(other)
    assert "Cookie" not in other.headers


def test_the_address_goes_on_without_the_secret():
    assert without(request("/webapp?secret=x")) == "/webapp"
    assert without(request("/webapp?game=nim&secret=x&position=a%26b")) == (
        "/webapp?game=nim&position=a%26b"
    )


@pytest.mark.parametrize("is_same", [True, False])
@pytest.mark.parametrize(
    ("options", "named", "unnamed"),
    [
        (Options(edit=True), "editor", "database"),
        (Options(database="results.sqlite"), "database", "editor"),
    ],
)
def test_who_opens_the_address_is_told_what_it_opens(options, named, unnamed, is_same):
    told = {"is_same": is_same, "next": "/", "options": options}
    page = template.template("shell/secret.html").render({**template.variables([]), **told})
    words = page[page.index("<main") :]
    assert named in words
    assert unnamed not in words
    assert ("run code" in words) == (is_same and options.edit)
