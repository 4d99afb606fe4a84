"""The page's icons as inline SVG: nothing is fetched for them, and they take the text's colour."""

from __future__ import annotations

_STROKE = (
    'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" '
    'stroke-linejoin="round"'
)


def _icon(body: str, size: int = 16) -> str:
    return (
        f'<svg class="icon" width="{size}" height="{size}" viewBox="0 0 16 16" '
        f'aria-hidden="true" focusable="false">{body}</svg>'
    )


def _line(path: str) -> str:
    return f'<path {_STROKE} d="{path}"/>'


def _solid(path: str) -> str:
    return f'<path fill="currentColor" d="{path}"/>'


_LEFT = "M10.5 4.2v7.6a.6.6 0 0 1-.95.48L4.4 8.48a.6.6 0 0 1 0-.96l5.15-3.8a.6.6 0 0 1 .95.48z"
_RIGHT = "M5.5 4.2v7.6a.6.6 0 0 0 .95.48l5.15-3.8a.6.6 0 0 0 0-.96L6.45 3.72a.6.6 0 0 0-.95.48z"

ICONS = {
    "first": _icon(
        _line("M3.5 3.5v9")
        + _solid(
            "M13 4.2v7.6a.6.6 0 0 1-.95.48L6.9 8.48a.6.6 0 0 1 0-.96l5.15-3.8a.6.6 0 0 1 .95.48z"
        )
    ),
    "back-iteration": _icon(
        _solid(
            "M8 4.5v7a.5.5 0 0 1-.8.4L2.5 8.4a.5.5 0 0 1 0-.8l4.7-3.5a.5.5 0 0 1 .8.4z"
            "M14 4.5v7a.5.5 0 0 1-.8.4L8.5 8.4a.5.5 0 0 1 0-.8l4.7-3.5a.5.5 0 0 1 .8.4z"
        )
    ),
    "back-phase": _icon(_solid(_LEFT)),
    "step-phase": _icon(_solid(_RIGHT)),
    "step-iteration": _icon(
        _solid(
            "M8 4.5v7a.5.5 0 0 0 .8.4l4.7-3.5a.5.5 0 0 0 0-.8L8.8 4.1a.5.5 0 0 0-.8.4z"
            "M2 4.5v7a.5.5 0 0 0 .8.4l4.7-3.5a.5.5 0 0 0 0-.8L2.8 4.1a.5.5 0 0 0-.8.4z"
        )
    ),
    "play": _icon(
        _solid("M4.5 3.2v9.6a.6.6 0 0 0 .92.5l7.5-4.8a.6.6 0 0 0 0-1L5.42 2.7a.6.6 0 0 0-.92.5z")
    ),
    "pause": _icon(_solid("M4 3h2.6v10H4zM9.4 3H12v10H9.4z")),
    "star": _icon(
        _solid("M8 1.8l1.86 3.94 4.14.6-3 3.05.7 4.31L8 11.66 4.3 13.7l.7-4.31-3-3.05 4.14-.6z")
    ),
    "budget": _icon(
        _solid("M3 4.2v7.6a.6.6 0 0 0 .95.48l5.15-3.8a.6.6 0 0 0 0-.96l-5.15-3.8A.6.6 0 0 0 3 4.2z")
        + _line("M12.5 3.5v9")
    ),
    "undo": _icon(_line("M3 6.2h6.2a3.6 3.6 0 0 1 0 7.2H7M3 6.2l3-3M3 6.2l3 3"), 14),
    "moon": _icon(_line("M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z")),
    "sun": _icon(
        f'<circle {_STROKE} cx="8" cy="8" r="2.8"/>'
        + _line(
            "M8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M3.3 12.7l1-1"
            "M11.7 4.3l1-1"
        )
    ),
    "close": _icon(_line("M4 4l8 8M12 4l-8 8")),
    "recipe": _icon(
        _line("M2.5 4.5h6M12 4.5h1.5M2.5 11.5H5M8.5 11.5h5")
        + f'<circle {_STROKE} cx="10.2" cy="4.5" r="1.7"/>'
        + f'<circle {_STROKE} cx="6.8" cy="11.5" r="1.7"/>'
    ),
    "link": _icon(
        _line(
            "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.9.9"
            "M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.9-.9"
        )
    ),
    "download": _icon(_line("M8 2.5v7.2M4.8 6.8L8 10l3.2-3.2M2.8 12.2v1.3h10.4v-1.3")),
    "menu": _icon(_line("M2.5 4.5h11M2.5 8h11M2.5 11.5h11")),
    "minus": _icon(_line("M3.5 8h9")),
    "plus": _icon(_line("M3.5 8h9M8 3.5v9")),
    "fit": _icon(_line("M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10")),
    "tick": _icon(_line("M3.8 8.4l2.8 2.8 5.6-6.2")),
    "previous": _icon(_line("M10 3.5L5.5 8l4.5 4.5")),
    "next": _icon(_line("M6 3.5L10.5 8 6 12.5")),
    "dice": _icon(
        f'<rect {_STROKE} x="2.2" y="2.2" width="11.6" height="11.6" rx="2.4"/>'
        + "".join(
            f'<circle fill="currentColor" cx="{x}" cy="{y}" r="1.1"/>'
            for x, y in ((5.4, 5.4), (10.6, 5.4), (8, 8), (5.4, 10.6), (10.6, 10.6))
        )
    ),
    "copy": _icon(
        f'<rect {_STROKE} x="5.5" y="5.5" width="8" height="8" rx="1.6"/>'
        + _line("M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5")
    ),
    "upload": _icon(_line("M8 10.5V3M4.8 6L8 2.8 11.2 6M2.5 11v2.5h11V11")),
    "open": _icon(
        _line(
            "M6.5 3.5H4A1.5 1.5 0 0 0 2.5 5v7A1.5 1.5 0 0 0 4 13.5h7a1.5 1.5 0 0 0 1.5-1.5V9.5"
            "M9 2.5h4.5V7M13.2 2.8L7.5 8.5"
        )
    ),
    # the four phases, told by shape as well as by colour
    "phase-1": _icon(_solid("M2.6 4h10.8L8 13z"), 12),
    "phase-2": _icon(_solid("M6.2 2h3.6v4.2H14v3.6H9.8V14H6.2V9.8H2V6.2h4.2z"), 12),
    "phase-3": _icon(_solid("M8 1.6L14.4 8 8 14.4 1.6 8z"), 12),
    "phase-4": _icon(_solid("M2.6 12h10.8L8 3z"), 12),
}

LOGO = (
    '<svg class="logo" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">'
    '<path fill="none" stroke="var(--ink)" stroke-width="1.8" '
    'd="M13 5.5L7 13.5 4 20.5M7 13.5l4 7"/>'
    '<path fill="none" stroke="var(--accent)" stroke-width="2.6" d="M13 5.5l6 8 3 7"/>'
    '<g fill="var(--ink)"><circle cx="13" cy="5.5" r="3.2"/><circle cx="7" cy="13.5" r="2.4"/>'
    '<circle cx="4" cy="20.8" r="2"/><circle cx="11" cy="20.8" r="2"/></g>'
    '<g fill="var(--accent)"><circle cx="19" cy="13.5" r="2.8"/><circle cx="22" cy="20.8" r="2.6"/>'
    "</g></svg>"
)
