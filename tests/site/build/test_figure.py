"""A figure as SVG: Bokeh's own drawing, in the page's colours, the same from time to time."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build import capture

ROOT = Path(__file__).resolve().parents[3]

CODE = """
import json
from bokeh.models import ColumnDataSource, Line, Plot, Range1d, Scatter, Text
from build import figure
bare = dict(min_border=0, toolbar_location=None, background_fill_color=None)
bare |= dict(border_fill_color=None, outline_line_color=None)
ranges = dict(x_range=Range1d(start=0, end=600), y_range=Range1d(start=0, end=1))
plot = Plot(height=72, sizing_mode="stretch_width", **ranges, **bare)
source = ColumnDataSource({"x": [100, 300], "y": [0.25, 0.75], "text": ["a < b", "7.0625 #1A1C21"]})
glyphs = [
    Line(x="x", y="y", line_color="#4549C4"),
    Scatter(x="x", y="y", size=10, fill_color="#1A1C21", fill_alpha=0.35, line_color=None),
    Text(x="x", y="y", text="text", text_color="#C0FFEE"),
]
for glyph in glyphs:
    plot.add_glyph(source, glyph)
colors = {"#4549C4": "var(--accent)", "#1A1C21": "var(--ink)"}
print(json.dumps([figure.svg(plot, "one", 1200, colors) for _ in range(2)]))
"""


@pytest.fixture(scope="module")
def drawn() -> list[str]:
    """The same figure twice, each by a browser of its own.

    In a process of its own: one that tests pages has Playwright at work.
    """
    if not any(map(shutil.which, capture.BROWSERS)):
        pytest.skip("needs a browser")
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, cwd=ROOT / "site", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def svg(drawn: list[str]) -> str:
    return drawn[0]


def test_it_is_what_bokeh_draws(svg: str) -> None:
    dots = re.findall(r'<path fill="var\(--ink\)"[^>]* d="M ([\d.]+) ([\d.]+) A', svg)
    # a circle's path begins at its right; Bokeh has the middle of a pixel for its beginning
    places = [(200 + 5 + 0.5, 54 + 0.5), (600 + 5 + 0.5, 18 + 0.5)]
    assert [(float(x), float(y)) for x, y in dots] == places
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert texts == ["a &lt; b", "7.0625 #1A1C21"]  # and no outline that nobody sees


def test_the_same_figure_gives_the_same_bytes(drawn: list[str]) -> None:
    assert drawn[0] == drawn[1]


def test_it_stretches_as_the_card_does(svg: str) -> None:
    head = '<svg viewBox="0 0 1200 72" style="display: block; height: 72px; width: 100%">'
    assert svg.startswith(head)


def test_colours_that_the_page_knows_follow_the_theme(svg: str) -> None:
    assert 'stroke="var(--accent)"' in svg
    assert 'fill-opacity="0.35"' in svg
    assert set(re.findall(r'"(#[0-9A-F]{6}|rgba?\([^)]*\))"', svg)) == {"#C0FFEE"}


def test_its_ids_are_its_own(svg: str) -> None:
    names = re.findall(r' id="([^"]*)"', svg)
    assert names == ["one-clip-1"]  # of the frame, however many are clipped by it
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) == set(names)


def test_it_says_no_more_than_it_has_to(svg: str) -> None:
    assert not re.findall(r"[ \"]\d+\.\d{3}", svg)
    assert 'stroke="none"' not in svg
