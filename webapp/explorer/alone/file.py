"""A search as one file that needs nothing else: no Python, no network, no graphviz."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import jinja2

from explorer.alone.moments import packed
from explorer.look.component import read
from explorer.look.icons import ICONS
from explorer.look.palette import css_variables
from explorer.look.scripts import joined
from explorer.look.text import plural
from explorer.moment.path import counted, is_recorded
from mcsearch.problem.numbered import in_numbers

_STYLES = (
    *("look/base.css", "shell/style.css", "cards/tree/tree.css", "cards/transport/transport.css"),
    *("look/position.css", "cards/board/board.css", "cards/strip/strip.css"),
    "cards/lanes/nested.css",
    *("cards/lanes/nrpa.css", "alone/file.css"),
)


def save(search: Any, path: str | PathLike[str], most_moments: int | None) -> None:
    """Write a search to one HTML file, as `explorer.save` says."""
    file = Path(path)
    if not file.parent.is_dir():
        raise FileNotFoundError(f"{file}: there is no folder {file.parent}; make it first")
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder; give the name of a file in it")
    # before the work: what cannot be written is told at once
    with file.open("a", encoding="utf-8"):
        pass
    try:
        text = page(search, most_moments)
    except BaseException:
        if not file.stat().st_size:
            file.unlink()
        raise
    file.write_text(text, encoding="utf-8", errors="xmlcharrefreplace")


def page(search: Any, most_moments: int | None) -> str:
    """The HTML of the file."""
    moments = b64encode(packed(search, most_moments)).decode()
    script = joined("alone/file.js", read)
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)

    def filled(address: str, **values: Any) -> str:
        return environment.from_string(read(address)).render(icons=ICONS, prefix="", **values)

    styles = css_variables() + "".join(map(read, _STYLES))
    return filled(
        "alone/file.html",
        title=escape(_title(search)),
        about=escape(_about(search)),
        styles=styles,
        policy=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
        zoom=filled("cards/tree/zoom.html"),
        stage=filled("cards/tree/stage.html", label="Search tree"),
        transport=filled("cards/transport/transport.html", end_label="To the end"),
        moments=moments,
        script=script,
    )


def _title(search: Any) -> str:
    if is_recorded(search):
        return "Search tree"
    root = in_numbers(search).root
    return f"{type(getattr(root, 'problem', root)).__name__}, searched by {search.title}"


def _about(search: Any) -> str:
    if is_recorded(search):
        return plural(search.tree.size, "node")
    return f"{plural(search.iterations, counted(search))}, seed {search.seed}"
