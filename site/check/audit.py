"""Check that the built site asks no other site for anything: `python site audit FOLDER`.

Looks where addresses get loaded from: elements of the page, its JSON, style sheets, and the
scripts written in this project.  Plain links that a reader may click are allowed.
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

ABSOLUTE = re.compile(r"^\s*(https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
IN_SCRIPT = re.compile(r"""["'`]((?:https?:)?//(?!www\.w3\.org/)[^"'`\s]+)""")
"""Texts in scripts that begin like an address; those of www.w3.org name XML vocabularies."""

# Scripts of Bokeh, Panel and Pyodide, and those of the guides, hold addresses for features that the
# pages do not use; the policy in a page forbids them, and the end-to-end tests watch the requests.
# Those of JupyterLab lead to other sites whoever asks for it, as a cell may.
FOREIGN = (("bokeh",), ("panel",), ("pyodide",), ("guides", "assets"), ("notebooks",))


class AuditError(RuntimeError):
    """The site would ask another site for something."""


class PageAddresses(HTMLParser):
    """Collects the absolute addresses a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.element = ""
        self.kind = ""
        self.content: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.element, self.kind = tag, attributes.get("type", "")
        for name in ("src", "srcset", "href", "xlink:href", "poster", "data", "action"):
            if tag != "a" and ABSOLUTE.match(attributes.get(name, "")):
                self.found.append(f"<{tag} {name}={attributes[name]!r}>")
        self.found += IN_STYLE.findall(attributes.get("style", ""))

    def handle_data(self, data: str) -> None:
        if self.element in ("script", "style"):
            self.content.append(data)

    def handle_endtag(self, tag: str) -> None:
        content = "".join(self.content)
        if tag == "style":
            self.found += IN_STYLE.findall(content)
        elif tag == "script" and "json" in self.kind:
            self.found += json_addresses(json.loads(content)) if content else []
        elif tag == "script":
            self.found += IN_SCRIPT.findall(content)
        self.element = ""
        self.content.clear()


def json_addresses(value: object) -> list[str]:
    """Texts in a JSON value that are nothing but an absolute address, or a style that loads one."""
    if isinstance(value, dict):
        return [found for item in value.values() for found in json_addresses(item)]
    if isinstance(value, list):
        return [found for item in value for found in json_addresses(item)]
    if isinstance(value, str):
        if ABSOLUTE.match(value) and " " not in value.strip():
            return [value]
        return IN_STYLE.findall(value)
    return []


def addresses(path: Path, foreign: bool) -> list[str]:
    """The absolute addresses that a file of the site would load."""
    if path.suffix == ".html":
        page = PageAddresses()
        page.feed(path.read_text(encoding="utf-8"))
        return page.found
    if path.suffix == ".css":
        return IN_STYLE.findall(path.read_text(encoding="utf-8"))
    if path.suffix in (".js", ".mjs") and not foreign:
        return IN_SCRIPT.findall(path.read_text(encoding="utf-8"))
    return []


def audit(site: Path) -> None:
    """Raise `AuditError` with every absolute address found."""
    problems = []
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site)
        foreign = any(name.parts[: len(folder)] == folder for folder in FOREIGN)
        if path.is_file():
            for address in addresses(path, foreign):
                problems.append(f"{name}: {address}")
    if problems:
        raise AuditError(
            "the site would load from other sites; serve these from the site itself:\n  "
            + "\n  ".join(problems)
        )


def main() -> None:
    try:
        audit(Path(sys.argv[1]))
    except AuditError as error:
        sys.exit(f"error: {error}")
