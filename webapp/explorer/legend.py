"""The legends over the tree, as HTML; their colours are the page's CSS variables."""

from __future__ import annotations

from html import escape

from explorer import text
from explorer.tree_frame import TreeFrame

_STYLE = (
    "font: 11.5px/18px var(--font); color: var(--ink2); font-variant-numeric: tabular-nums;"
    " pointer-events: none; white-space: nowrap; background: var(--surface); padding: 1px 4px;"
    " border-radius: 6px;"
)


def means(tree: TreeFrame) -> str:
    """The colour scale of the nodes with its ends; "" before the first result."""
    if not tree.has_means:
        return ""
    low, high = (escape(text.result(value, tree.percent)) for value in (tree.low, tree.high))
    return (
        f'<div style="{_STYLE} align-items: center; display: flex; gap: 7px">'
        f"{escape(tree.mean_title)} <span>{low}</span>"
        '<span style="width: 110px; height: 8px; border-radius: 4px; background: var(--means)">'
        f"</span><span>{high}</span></div>"
    )


_SIGNS = (
    ('<path d="M1 8L31 3v10z" fill="var(--edge)"/>', "visits"),
    (
        '<path d="M1 8h30" stroke="var(--best)" stroke-width="1.8"/>'
        '<circle cx="16" cy="8" r="4.5" fill="#51C56A" stroke="var(--best)" stroke-width="2.2"/>',
        "best",
    ),
    (
        '<path d="M1 8h30" stroke="var(--phase-now)" stroke-width="3"/>'
        '<circle cx="16" cy="8" r="4.5" fill="var(--surface)" stroke="var(--phase-now)"'
        ' stroke-width="2.4"/>',
        "current path",
    ),
    (
        '<circle cx="16" cy="8" r="6" fill="none" stroke="var(--accent)" stroke-width="1.8"'
        ' stroke-dasharray="3.4 2.4"/>',
        "selected",
    ),
)


def key(phase: str, best_title: str) -> str:
    """What the lines and rings mean; `phase` is the CSS name of the phase on show."""
    names = {"best": best_title}
    signs = "".join(
        '<span style="align-items: center; display: flex; gap: 6px">'
        f'<svg width="32" height="16" aria-hidden="true">{sign}</svg>'
        f"{escape(names.get(name, name))}</span>"
        for sign, name in _SIGNS
    )
    return (
        f'<div style="{_STYLE} --phase-now: var(--{phase}); display: flex; gap: 14px">{signs}</div>'
    )
