"""Turn the page that Panel renders into the site's index.html."""

import base64
import hashlib
import json
import re
from pathlib import Path

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>\s*", re.DOTALL)
SOURCE = re.compile(r'\bsrc="([^"]*)"')
TYPE = re.compile(r'\btype="([^"]*)"')
JAVASCRIPT = ("", "text/javascript", "module")

# Scripts the page works without: WebGL output, TeX, and the set-up of modules from other sites.
UNUSED = ("bokeh-gl", "bokeh-mathjax", "es-module-shims")
UNUSED_INLINE = ("esms-options", "Bokeh.set_log_level")


def drop_unused(page: str) -> str:
    """Remove the scripts that the page works without."""

    def replace(match: re.Match[str]) -> str:
        attributes, content = match.groups()
        source = SOURCE.search(attributes)
        unused = (
            any(name in source[1] for name in UNUSED)
            if source
            else any(name in attributes + content for name in UNUSED_INLINE)
        )
        return "" if unused else match[0]

    return SCRIPT.sub(replace, page)


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


def security_policy(page: str) -> str:
    """The meta element with the page's Content-Security-Policy.

    Nothing from other sites; of inline scripts only those of this build, by their hashes.  Bokeh
    needs inline styles.  (A worker is not bound by the policy of the page that starts it.)
    """
    hashes = []
    for attributes, content in SCRIPT.findall(page):
        kind = TYPE.search(attributes)
        if not SOURCE.search(attributes) and (kind[1] if kind else "") in JAVASCRIPT:
            value = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            hashes.append(f"'sha256-{value}'")
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *hashes]),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = "; ".join(f"{name} {value}" for name, value in policy.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{text}">\n'


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


def index_page(page: str, document: str, files: dict[str, object], parts: Path) -> str:
    """The finished page.

    page, document: what `convert` wrote, with relative addresses
    files: the addresses of the page's own files: worker, script, style, and what start.js needs
    parts: folder with start.js and loading.html, which become part of the page
    """
    page = defer_scripts(drop_unused(page))
    settings = json.dumps({name: files[name] for name in ("worker", "files", "main")})
    head = data_script("site-files", settings)
    head += f"<script>{(parts / 'start.js').read_text()}</script>\n"
    head += f'<link rel="stylesheet" href="{files["style"]}">\n'
    page = insert_after(page, r"<meta charset=[^>]*>\s*", head)
    page = insert_after(page, r"<body\b[^>]*>\s*", (parts / "loading.html").read_text())
    tail = data_script("first-document", document)
    tail += f'<script defer src="{files["script"]}"></script>\n'
    page = insert_before(page, "</body>", tail)
    return insert_after(page, r"<meta charset=[^>]*>\s*", security_policy(page))
