"""Charts of what the command line has found, as a file: HTML, or SVG and PNG by a browser.

    mcsearch tune ... --json > tuning.json
    python -m explorer.alone.charts chart.svg < tuning.json

The HTML needs nothing from elsewhere. Bokeh draws in a browser alone: for SVG and PNG one that is
installed (Chromium, Chrome or Edge) opens the chart without a window.
"""

from __future__ import annotations

import base64
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from bokeh.embed import file_html
from bokeh.models import ColumnDataSource, FactorRange, HoverTool
from bokeh.models.annotations import Band, Span, Title
from bokeh.plotting import figure
from bokeh.resources import INLINE

from explorer.look.palette import CANVAS_FONT, LIGHT

_WIDTH, _HEIGHT = 900, 480  # pixels
_Z = 1.96
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
_PATIENCE_SECONDS = 120
_SIZES = (4.0, 16.0)  # of the marks, pixels
# writes the drawing into the document, where --dump-dom finds it
_EXPORT = """
<pre id="drawing"></pre>
<script>
  const timer = setInterval(() => {
    const [view] = Object.values(Bokeh.index.roots ?? Bokeh.index)
    if (view === undefined || !view.has_finished()) return
    clearInterval(timer)
    const layer = view.export("%s")
    const text = "%s" === "svg" ? layer.ctx.get_serialized_svg(true) : layer.canvas.toDataURL()
    document.getElementById("drawing").textContent = text
  }, 50)
</script>
"""


class ChartError(RuntimeError):
    """A chart that can't be drawn or written; the message names the remedy."""


def tuning(found: Mapping[str, Any]) -> Any:
    """The response over the first parameter: results at each value, the model with its band."""
    axis = found["axes"][0]
    places = sorted(found["places"], key=lambda place: place["values"][axis["name"]])
    best = found["best"]
    is_line = len(found["axes"]) == 1
    plot = _plot(
        f"{', '.join(a['name'] for a in found['axes'])} of {found['search']}: {found['trials']} "
        f"{found['unit']} against the default",
        axis["name"],
        f"{found['measure']} against the default",
        "log" if axis["log"] else "linear",
    )
    if axis["log"]:
        plot.xaxis.ticker = _ticks(axis["low"], axis["high"])
    x = [place["values"][axis["name"]] for place in places]
    if is_line:
        expected = [place["expected"] for place in places]
        reach = [_Z * place["deviation"] for place in places]
        source = ColumnDataSource(
            {
                "x": x,
                "expected": expected,
                "low": [e - r for e, r in zip(expected, reach, strict=True)],
                "high": [e + r for e, r in zip(expected, reach, strict=True)],
            }
        )
        plot.add_layout(
            Band(
                base="x",
                lower="low",
                upper="high",
                source=source,
                fill_color=LIGHT.accent,
                fill_alpha=0.15,
                line_color=None,
            )
        )
        plot.line("x", "expected", source=source, color=LIGHT.accent, line_width=2)
    tried = [place for place in places if place["trials"]]
    most = max(place["trials"] for place in tried)
    small, large = _SIZES
    marks = plot.scatter(
        "x",
        "mean",
        size="size",
        source=ColumnDataSource(
            {
                "x": [place["values"][axis["name"]] for place in tried],
                "mean": [place["mean"] for place in tried],
                "trials": [place["trials"] for place in tried],
                "size": [small + (large - small) * (p["trials"] / most) ** 0.5 for p in tried],
            }
        ),
        color=LIGHT.entrants[0].color,
        fill_alpha=0.5,
    )
    plot.add_tools(
        HoverTool(
            renderers=[marks],
            tooltips=[(axis["name"], "@x"), ("mean", "@mean{0.000}"), ("trials", "@trials")],
        )
    )
    for value, dash, color in (
        (best["values"][axis["name"]], "solid", LIGHT.best),
        (found["default"][axis["name"]], "dashed", LIGHT.ink3),
    ):
        plot.add_layout(
            Span(location=value, dimension="height", line_color=color, line_dash=dash, line_width=2)
        )
    plot.add_layout(
        _note(
            f"solid: best, {best['values'][axis['name']]:g}; dashed: the default, "
            f"{found['default'][axis['name']]:g}; band: 95 %"
        ),
        "below",
    )
    return plot


def boards(found: Mapping[str, Any]) -> Any:
    """The differences of a race on boards with their intervals."""
    known = [d for d in found["differences"] if None not in (d["low"], d["high"])]
    if not known:
        raise ValueError("no difference has an interval")
    rows = [f"{d['first']} over {d['second']}" for d in known]
    plot = _plot(
        "Differences with 95 % intervals", "points", "", "linear", FactorRange(factors=rows[::-1])
    )
    source = ColumnDataSource(
        {
            "row": rows,
            "mean": [d["mean"] for d in known],
            "low": [d["low"] for d in known],
            "high": [d["high"] for d in known],
        }
    )
    # a glyph, which the range of the axis takes in, as it does no annotation
    ends = {"x0": "low", "x1": "high", "y0": "row", "y1": "row"}
    plot.segment(**ends, source=source, color=LIGHT.accent, line_width=2)
    plot.scatter("mean", "row", size=10, source=source, color=LIGHT.accent)
    plot.add_layout(Span(location=0, dimension="height", line_color=LIGHT.ink3, line_dash="dashed"))
    return plot


def curves(found: Mapping[str, Any]) -> Any:
    """Mean best-so-far of each entrant over the iterations of a run."""
    plot = _plot("Best so far, mean of all runs", found["axis"], "score", "log")
    for entrant, look in zip(found["curves"], LIGHT.entrants, strict=False):
        plot.line(
            entrant["x"],
            entrant["mean"],
            color=look.color,
            line_width=2,
            legend_label=entrant["label"],
        )
    plot.add_layout(plot.legend[0], "below")
    return plot


_KINDS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "tuning": tuning,
    "boards": boards,
    "curves": curves,
}


def _plot(title: str, x: str, y: str, x_scale: Any, y_range: Any = None) -> Any:
    plot = figure(
        width=_WIDTH,
        height=_HEIGHT,
        title=title,
        x_axis_label=x,
        y_axis_label=y,
        x_axis_type=x_scale,
        tools="pan,wheel_zoom,box_zoom,reset,save",
        **({} if y_range is None else {"y_range": y_range}),
    )
    plot.toolbar.logo = None
    plot.background_fill_color = plot.border_fill_color = LIGHT.surface
    plot.outline_line_color = None
    for part in (plot.title, *plot.axis):
        for name in part.properties():
            if name.endswith("text_font"):
                setattr(part, name, CANVAS_FONT)
            elif name.endswith("text_color"):
                setattr(part, name, LIGHT.ink)
    plot.grid.grid_line_color = LIGHT.line
    return plot


def _ticks(low: float, high: float) -> list[float]:
    """1, 2 and 5 times the powers of ten of a range."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = (float(f"{digit}e{power}") for power in powers for digit in (1, 2, 5))
    return [tick for tick in found if low <= tick <= high]


def _note(text: str) -> Any:
    return Title(
        text=text,
        text_font=CANVAS_FONT,
        text_color=LIGHT.ink2,
        text_font_style="normal",
        align="center",
    )


def write(file: str, found: Mapping[str, Any]) -> None:
    """Draw a document of the command line into a file, as its name's end says.

    ChartError for a document or a file that can't be drawn.
    """
    kind = found.get("kind")
    if kind not in _KINDS:
        raise ChartError(f"a {kind} has no chart; give one of {', '.join(_KINDS)}")
    path, suffix = Path(file), Path(file).suffix
    if suffix not in (".html", ".svg", ".png"):
        raise ChartError(f"{file!r} is no chart; give a name that ends in .html, .svg or .png")
    try:
        plot = _KINDS[kind](found)
    except (KeyError, IndexError, ValueError) as error:
        raise ChartError(f"nothing to draw yet ({error})") from None
    page = file_html(plot, INLINE, title=plot.title.text)
    if suffix == ".html":
        path.write_text(page, encoding="utf-8")
        return
    if suffix == ".svg":
        plot.output_backend = "svg"
        page = file_html(plot, INLINE)
    drawn = _drawn(page.replace("</body>", f"{_EXPORT % ((suffix[1:],) * 2)}</body>"))
    if suffix == ".svg":
        path.write_text(drawn, encoding="utf-8")
    else:
        path.write_bytes(base64.b64decode(drawn.partition(",")[2]))


def _drawn(page: str) -> str:
    """What a browser has drawn of a page with `_EXPORT`."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise ChartError("SVG and PNG need Chromium, Chrome or Edge; install one, or write .html")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "chart.html")
        file.write_text(page, encoding="utf-8")
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # who has no sandbox there
        command = [browser, "--headless", "--disable-gpu", f"--user-data-dir={folder}/profile"]
        command += ["--no-sandbox"] if is_root else []
        command += ["--virtual-time-budget=20000", "--dump-dom", file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_SECONDS)
    found = re.search(r'<pre id="drawing">(.+?)</pre>', done.stdout, re.DOTALL)
    if found is None:
        raise ChartError(f"{browser} has drawn nothing; write .html and save it from there")
    return unescape(found[1])


def main() -> int:
    """Read a document from standard input and draw it into the file of the one argument."""
    try:
        (file,) = sys.argv[1:]
        write(file, json.load(sys.stdin))
    except (ChartError, OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
