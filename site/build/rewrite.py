"""Turn the page that Panel renders into the site's index.html."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from explorer.look.scripts import undocumented
from explorer.shell.model_scripts import MODELS, ScriptError

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>\s*", re.DOTALL)
SOURCE = re.compile(r'\bsrc="([^"]*)"')
TYPE = re.compile(r'\btype="([^"]*)"')
JAVASCRIPT = ("", "text/javascript", "module")
MAIN = re.compile(r'(<div class="page"[^>]*(?<! hidden)>\s*)<main ')
"""Of the page that is there at the beginning."""

LATER = "keep-"
"""So begin the names of scripts that the page starts without when they do not come."""

RESOURCE = re.compile(r'<(?:script|link rel="stylesheet")[^>]*? (?:src|href)="(?P<address>[^":]+)"')

_MODELS = re.compile(r"<script data-models>(.*?)</script>\s*", re.DOTALL)


def take_models(page: str) -> tuple[str, str]:
    """The page without the script of its models, and that script.

    ScriptError when the page has all scripts, as one with a model of another kind has.
    """
    match = _MODELS.search(page)
    if match is None:
        known = ", ".join(MODELS)
        raise ScriptError(
            f"of Panel's models the site has {known} alone: a page asks for others, or the "
            "installed scripts are not what they were"
        )
    return page[: match.start()] + page[match.end() :], match[1]


def defer_scripts(page: str) -> str:
    """Let no script with an address hold up the first paint; their order stays."""

    def replace(match: re.Match[str]) -> str:
        attributes = match[1]
        if not SOURCE.search(attributes) or "defer" in attributes:
            return match[0]
        return match[0].replace("<script", "<script defer", 1)

    return SCRIPT.sub(replace, page)


def data_script(name: str, content: str) -> str:
    """A script element that holds JSON; a `<` in it must not end the element."""
    escaped = content.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{escaped}</script>\n'


def add_security_policy(page: str) -> str:
    """The page with its Content-Security-Policy, as the first thing in it.

    Nothing from other sites; of inline scripts only those of this build, by their hashes.  Bokeh
    needs inline styles.  Python's worker, made from a blob, is bound by the same policy: it
    compiles WebAssembly, but no text.
    """
    hashes = []
    for attributes, content in SCRIPT.findall(page):
        kind = TYPE.search(attributes)
        if not SOURCE.search(attributes) and (kind[1] if kind else "") in JAVASCRIPT:
            hashes.append(f"'{integrity(content.encode())}'")
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", "'wasm-unsafe-eval'", *hashes]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = "; ".join(f"{name} {value}" for name, value in policy.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">\n'
    return insert_after(page, r"<meta charset=[^>]*>\s*", meta)


def insert_before(page: str, mark: str, text: str) -> str:
    """Insert text before the last occurrence of a mark."""
    position = page.rindex(mark)
    return page[:position] + text + page[position:]


def insert_after(page: str, pattern: str, text: str) -> str:
    """Insert text after the first match of a pattern."""
    match = re.search(pattern, page)
    if match is None:
        raise ValueError(f"the page has no {pattern}")
    return page[: match.end()] + text + page[match.end() :]


def add_integrity(page: str, site: Path) -> str:
    """Let the browser refuse a script or style sheet that is not the one of this build."""

    def replace(match: re.Match[str]) -> str:
        digest = integrity((site / match["address"]).read_bytes())
        return f'{match[0]} integrity="{digest}"'

    return RESOURCE.sub(replace, page)


def integrity(content: bytes) -> str:
    """A hash as browsers compare it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def index_page(page: str, settings: Mapping[str, object], scripts: list[str], parts: Path) -> str:
    """The finished page, but for the hashes.

    page: what `convert` wrote, with relative addresses
    settings: what start.js needs: files, worker, main
    scripts: the addresses of the page's own scripts, in their order
    parts: folder with what becomes part of the page: start.js, loading.html, .css and .js
    """

    def part(name: str) -> str:
        text = (parts / name).read_text(encoding="utf-8")
        return undocumented(text) if name.endswith(".js") else text

    page = defer_scripts(page)
    head = data_script("site-files", json.dumps(settings))
    head += f"<script>{part('start.js')}</script>\n<style>{part('loading.css')}</style>\n"
    head += part("head.html")
    page = insert_after(page, r"<meta charset=[^>]*>\s*", head)
    # Nothing of the picture can be used, or is read out.
    page = MAIN.sub(r'\1<main inert aria-busy="true" ', page, count=1)
    page = insert_after(page, r"<body\b[^>]*>\s*", part("loading.html"))
    tail = f"<script>{part('loading.js')}</script>\n"
    for address in scripts:
        # the page starts without what it needs afterwards only
        later = "data-later " if address.startswith(LATER) else ""
        tail += f'<script defer {later}src="{address}"></script>\n'
    return insert_before(page, "</body>", tail)
