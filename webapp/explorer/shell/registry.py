"""The pages there are, found by listing their folders, and the files that belong to them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import explorer.pages
from explorer.pages.page import Page
from mcsearch.engine.registry import Registry, named_classes

EXPLORER = Path(__file__).parent.parent
PARTS = ("header", "page", "menu", "dialogs", "help", "invitation")
"""The templates that a page may have, by where the shell puts them."""
_PAGES = "pages/"


class PageError(ValueError):
    """A page that can't be shown; the message says what it lacks."""


def _pages_in(module: ModuleType) -> Iterable[type[Page]]:
    """The page in a folder's `page.py`; modules beside the folders have none."""
    if not hasattr(module, "__path__"):
        return []
    return named_classes(Page)(importlib.import_module(f"{module.__name__}.page"))


def _check(page: type[Page]) -> None:
    folder = page.__module__.split(".")[-2]
    if page.name != folder:
        raise PageError(f"the page {page.name!r} is in the folder {folder!r}: name them alike")
    if not page.title:
        raise PageError(f"the page {page.name!r} has no title")
    if not find(_document(page)).is_file():
        raise PageError(f"the page {page.name!r} has no page.html")


def _document(page: type[Page]) -> str:
    return f"{_PAGES}{page.name}/page.html"


def module(page: type[Page]) -> str:
    """The address of a page's script, "" for a page that has none."""
    address = f"{_PAGES}{page.name}/page.js"
    return address if find(address).is_file() else ""


def find(address: str) -> Path:
    """A file by its address below the explorer; a page's folder may also be elsewhere."""
    if address.startswith(_PAGES):
        for folder in explorer.pages.__path__:
            path = Path(folder) / address.removeprefix(_PAGES)
            if path.is_file():
                return path
    return EXPLORER / address


def read(address: str) -> str:
    return find(address).read_text(encoding="utf-8")


def parts(page: type[Page]) -> dict[str, str]:
    """The addresses of the templates that a page has, by the names of the parts."""
    addresses = {part: f"{_PAGES}{page.name}/{part}.html" for part in PARTS}
    return {part: address for part, address in addresses.items() if find(address).is_file()}


def styles() -> list[str]:
    """The addresses of all style sheets, those that others may rely on first."""
    names = [
        _below(EXPLORER, path)
        for floor in ("look", "shell", "cards")
        for path in sorted((EXPLORER / floor).rglob("*.css"))
    ]
    for page in pages():
        folder = find(_document(page)).parent
        names += [f"{_PAGES}{page.name}/{path.name}" for path in sorted(folder.glob("*.css"))]
    return names


def _below(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def pages() -> list[type[Page]]:
    """All pages in the order of the header."""
    found: list[type[Page]] = sorted(PAGES.values(), key=lambda page: (page.order, page.name))
    homes = [page.name for page in found if page.is_home]
    if len(homes) != 1:
        raise PageError(f"the bare address must be one page's, it is that of {homes}")
    return found


PAGES: Any = Registry("explorer.pages", _pages_in, _check)
PAGES.load()
