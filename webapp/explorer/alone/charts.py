"""Charts of what the command line has found, as a file: HTML, or SVG and PNG by a browser.

    mcsearch tune ... --json > tuning.json   (or mcsearch race ... --json)
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
from bokeh.layouts import column
from bokeh.models import ColumnDataSource, FactorRange, HoverTool, Plot, Range1d
from bokeh.models.annotations import Band, Span, Title
from bokeh.plotting import figure
from bokeh.resources import INLINE

from explorer.look.palette import CANVAS_FONT, LIGHT
from mcsearch.runs.match import results_of_pair
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.statistics.sprt import MIN_PAIRS, Sprt

_WIDTH, _HEIGHT = 900, 480  # pixels
_Z = 1.96
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
_PATIENCE_SECONDS = 120
_OF_SPRT = ("elo0", "elo1", "alpha", "beta", "model")
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


def match(found: Mapping[str, Any]) -> Any:
    """The course of a match: Elo with its 95 % interval after every pair, and below it the SPRT's
    log-likelihood ratio between its bounds, where there is one."""
    games = [game["returns"] for game in found["games"]]
    pairs, counts = Pairs(), []
    for first, second in zip(games[::2], games[1::2], strict=True):
        pairs = pairs.with_pair(*results_of_pair(first, second, entrant=2))
        counts.append(pairs)
    known = [each for each in counts if all(map(math.isfinite, each.elo_interval))]
    if not known:
        raise ValueError("no pair has an interval")
    one, other = (entrant["label"] for entrant in found["entrants"])
    look = LIGHT.entrants[1]
    # the first intervals are as wide as the axis could ever be
    shown = [each.elo_interval for each in known if each.num_pairs >= MIN_PAIRS] or [
        each.elo_interval for each in known
    ]
    low, high = min(0.0, *(end.low for end in shown)), max(0.0, *(end.high for end in shown))
    room = 0.05 * (high - low)
    ends_of_axis = Range1d(start=low - room, end=high + room)
    elo = _plot(f"{other} against {one}", "pairs", "Elo", "linear", ends_of_axis)
    source = ColumnDataSource(
        {
            "x": [each.num_pairs for each in known],
            "elo": [each.elo for each in known],
            "low": [each.elo_interval.low for each in known],
            "high": [each.elo_interval.high for each in known],
        }
    )
    elo.varea("x", "low", "high", source=source, color=look.color, fill_alpha=0.2)
    elo.line("x", "elo", source=source, color=look.color, line_width=2)
    elo.add_layout(Span(location=0, dimension="width", line_color=LIGHT.ink3, line_dash="dashed"))
    elo.add_layout(_note("band: the 95 % interval, at each pair by itself"), "below")
    if found["sprt"] is None:
        return elo
    test = Sprt(**{name: found["sprt"][name] for name in _OF_SPRT})
    ratios = _plot("SPRT", "pairs", "log-likelihood ratio", "linear")
    ratios.x_range = elo.x_range
    x = [each.num_pairs for each in counts]
    y = [test.ratio(each.by_points) for each in counts]
    ratios.line(x, y, color=look.color, line_width=2)
    ends = {"x0": [1, 1], "x1": [x[-1]] * 2, "y0": [test.lower, test.upper]}
    bounds = ColumnDataSource({**ends, "y1": ends["y0"]})
    ratios.segment("x0", "y0", "x1", "y1", source=bounds, color=LIGHT.ink2, line_dash="dashed")
    unit = "nElo" if test.model == "normalized" else "Elo"
    told = found["sprt"]["verdict"] or "no verdict"
    ratios.add_layout(
        _note(
            f"dashed: {test.upper:.2f} accepts H1 ({test.elo1:g} {unit}), {test.lower:.2f} H0 "
            f"({test.elo0:g}); {told} after {x[-1]} pairs"
        ),
        "below",
    )
    for each in (elo, ratios):
        each.height = _HEIGHT * 2 // 3
    return column(elo, ratios)


_KINDS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "tuning": tuning,
    "boards": boards,
    "curves": curves,
    "match": match,
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
    title = next(iter(plot.select({"type": Plot}))).title.text
    page = file_html(plot, INLINE, title=title)
    if suffix == ".html":
        path.write_text(page, encoding="utf-8")
        return
    if suffix == ".svg":
        for part in plot.select({"type": Plot}):
            part.output_backend = "svg"
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
