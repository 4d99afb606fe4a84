"""The page's first picture: what its views and texts show, written into the page's HTML.

The reader has something to look at long before Python runs; page.js replaces each picture by the
live view in the same place.  Texts in `data-text` elements are filled in as the page's script does
later; the boards, the tree and the recipe's controls it draws itself, in the picture as in the
live page.  Bokeh's figures are drawn by Bokeh, in the browser of the build.
"""

import json
import re
from html import escape, unescape
from typing import Any

from bokeh.document import Document
from bokeh.models import Plot

from build import figure, rewrite

PAGE = "explore"
"""What the visitor sees first."""

WIDTH = 1174
"""Of the scrub bar, in pixels, when the page is 1440 wide."""
DRAWN = ("card", "strip", "board", "tree")
"""What the page's script draws itself, in the picture as in the live page."""


def color_variables(styles: str) -> dict[str, str]:
    """`var(--name)` by the light theme's colour, so that a picture follows the reader's theme."""
    light = styles.split("}")[0]
    found = re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6,8});", light)
    names: dict[str, str] = {}
    for name, color in found:
        names.setdefault(color.upper(), f"var(--{name})")
    return names


def view(root: Any, colors: dict[str, str], with_figures: bool) -> str:
    """What stands in a root's place: its figure as SVG, or its text in a shadow root."""
    plot = root.select_one({"type": Plot})
    if plot is not None:
        return figure.svg(plot, root.name, WIDTH, colors) if with_figures else ""
    sheets = "".join(sheet for sheet in root.stylesheets if isinstance(sheet, str))
    inside = f"<style>{sheets}</style>{unescape(root.text)}"
    return f'<div style="height: 100%"><template shadowrootmode="open">{inside}</template></div>'


def fill(page: str, document: Document, colors: dict[str, str], with_figures: bool) -> str:
    """The page with the pictures and texts of a document in it; a browser draws the figures."""
    for root in document.roots:
        if not str(root.name).startswith("bus-"):
            html = view(root, colors, with_figures)
            page = _into(page, rf'<div id="root-{root.name}"[^>]*>', html)
    bus: Any = document.get_model_by_name(f"bus-{PAGE}")
    status, card = json.loads(bus.status), json.loads(bus.card)
    for name, text in (status["texts"] | card["texts"]).items():
        page = _into(
            page, rf'<(\w+)[^>]*\bdata-text="{re.escape(name)}"[^>]*>(?=</\1>)', escape(text)
        )
    for number, text in enumerate(status["code"], start=1):
        page = _into(page, rf'<li [^>]*data-code-line="{number}".*?<code>', escape(text))
    current = rf'(data-(?:phase-chip|code-line)="{status["phase"]}")'
    page = re.sub(current, r'\1 aria-current="step"', page)
    sentence = "".join(
        f'<{"b" if style == "strong" else "span"} class="{style}">{escape(text)}</'
        f"{'b' if style == 'strong' else 'span'}>"
        for text, style in status["narration"]
    )
    page = _into(page, r"<span data-narration>", sentence)
    # the shell's script reads this where it starts
    drawn = json.dumps({"page": PAGE, "pictures": {name: getattr(bus, name) for name in DRAWN}})
    page = rewrite.insert_after(page, r"<body\b[^>]*>\s*", rewrite.data_script("picture", drawn))
    return re.sub(r'(<main [^>]*data-phase=)"0"', rf'\1"{status["phase"]}"', page)


def _into(page: str, opening: str, content: str) -> str:
    """Put content behind the first match of an opening tag."""
    match = re.search(opening, page, re.DOTALL)
    return page if match is None else page[: match.end()] + content + page[match.end() :]
