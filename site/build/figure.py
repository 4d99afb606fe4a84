"""A figure as SVG, drawn by Bokeh itself in a browser, for a page whose scripts have yet to run."""

import re
from typing import Any

from bokeh.io.export import get_layout_html
from bokeh.resources import INLINE

from build import capture

IDLE = "window.Bokeh?.documents[0]?.is_idle"
DRAWN = 'Array.from(Bokeh.index, (view) => view.export("svg").ctx.get_serialized_svg(true))[0]'

CLIP = re.compile(r'<clipPath id="(\w+)">(.*?)</clipPath>')
COLOR = re.compile(r'"(?:#[0-9A-Fa-f]{6,8}|rgba?\((\d+), *(\d+), *(\d+)[^)]*\))"')
NUMBER = re.compile(r"\d+\.\d{3,}(?=[^<>]*>)")  # in a tag, and not in a text
UNSEEN = re.compile(r'<text fill="none"[^>]* stroke-opacity="0"[^>]*>[^<]*</text>')
"""The outline that Bokeh writes of a text that has none."""
DEFAULTS = re.compile(
    r' (?:stroke="none"(?: paint-order="stroke")?|paint-order="fill"|(?:fill|stroke)-opacity="1"'
    r'|font-(?:style|weight)="normal"|text-decoration="normal"|text-anchor="start"'
    r'|dominant-baseline="alphabetic")'
)
"""Attributes that say what holds without them."""


def svg(figure: Any, name: str, width: int, colors: dict[str, str]) -> str:
    """A figure as an `svg` element that is as wide as its place, and as high as the figure.

    figure: a plot, which may stretch
    name: what the ids in it begin with
    width: pixels for which it is laid out
    colors: what stands for a colour, such as a variable, by its `#RRGGBB`

    Raises `CaptureError` without a browser.
    """
    html = get_layout_html(figure, resources=INLINE)
    with capture.new_page("picture") as page:
        page.set_viewport_size({"width": width, "height": figure.height})
        page.set_content(html)
        page.wait_for_function(IDLE)
        drawn = str(page.evaluate(DRAWN))
    style = f"display: block; height: {figure.height}px; width: 100%"
    head = f'<svg viewBox="0 0 {width} {figure.height}" style="{style}">'
    return _recolored(_shortened(re.sub("<svg[^>]*>", head, drawn), name), colors)


def _shortened(drawn: str, name: str) -> str:
    """The same drawing in fewer bytes; each of its clips once, with a name of ours."""
    names: dict[str, str] = {}
    for old, path in CLIP.findall(drawn):
        new = names.setdefault(path, f"{name}-clip-{len(names) + 1}")
        drawn = drawn.replace(f"url(#{old})", f"url(#{new})")
    clips = (f'<clipPath id="{new}">{path}</clipPath>' for path, new in names.items())
    drawn = CLIP.sub("", drawn).replace("<defs>", f"<defs>{''.join(clips)}")
    drawn = NUMBER.sub(lambda number: str(round(float(number[0]), 2)), drawn)
    return DEFAULTS.sub("", UNSEEN.sub("", drawn))


def _recolored(drawn: str, colors: dict[str, str]) -> str:
    def variable(color: re.Match[str]) -> str:
        code = color[0].strip('"')
        if color[1] is not None:  # Bokeh has the opacity in an attribute of its own
            code = "#{:02X}{:02X}{:02X}".format(*map(int, color.groups()))
        return f'"{colors.get(code.upper(), code)}"'

    return COLOR.sub(variable, drawn)
