"""The page's first picture: what its views and texts show, written into the page's HTML.

The reader has something to look at long before Python runs; page.js replaces each picture by the
live view in the same place.  Texts in `data-text` elements are filled in as the page's script does
later; the boards, the tree and the recipe's controls it draws itself, in the picture as in the
live page.
"""

import json
import re
from html import escape, unescape
from typing import Any

from bokeh.document import Document
from bokeh.models import Plot

from build import rewrite
from build.draw import Drawing

PAGE = "explore"
"""What the visitor sees first."""

WIDTHS = {"scrub": 1174.0}
"""Of the cards whose figures stretch, in pixels, when the page is 1440 wide."""
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


def view(model: Any, width: float, colors: dict[str, str]) -> str:
    """A Bokeh layout as HTML: figures as SVG, texts in shadow roots with their own styles."""
    if not model.visible:
        return ""
    stretch = model.sizing_mode or ""
    if isinstance(model, Plot):
        figure: Any = model
        across = width if stretch else float(figure.width)
        style = f"width: {'100%' if stretch else f'{across}px'}; height: {figure.height}px"
        return Drawing(figure, across, float(figure.height), colors).svg(style)
    styles = dict(model.styles)
    margin = model.margin or 0
    sides = margin if isinstance(margin, tuple) else (margin,) * 4
    styles["margin"] = " ".join(f"{side}px" for side in sides)
    if stretch == "stretch_both":
        styles["height"] = "100%"
    if hasattr(model, "children"):
        row = type(model).__name__ == "Row"
        styles |= {"display": "flex", "flex-direction": "row" if row else "column"}
        inside = "".join(view(child, width, colors) for child in model.children)
    else:
        sheets = "".join(sheet for sheet in model.stylesheets if isinstance(sheet, str))
        content = unescape(model.text) if "text" in model.properties() else ""
        inside = f'<template shadowrootmode="open"><style>{sheets}</style>{content}</template>'
    text = "; ".join(f"{name}: {value}" for name, value in styles.items())
    return f'<div style="{text}">{inside}</div>'


def fill(page: str, document: Document, colors: dict[str, str]) -> str:
    """The page with the pictures and texts of a document in it."""
    for root in document.roots:
        if not str(root.name).startswith("bus-"):
            html = view(root, WIDTHS.get(str(root.name), 0.0), colors)
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
