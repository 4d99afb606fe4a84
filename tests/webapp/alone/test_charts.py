"""Charts of the command line's documents: files that say what the documents do, or an error."""

import io
import json
import shutil
import subprocess
import sys

import pytest

from explorer.alone import charts
from mcsearch.cli.main import main

TUNING = {
    "kind": "tuning",
    "search": "uct",
    "default": {"exploration": 1.41},
    "axes": [{"name": "exploration", "low": 0.1, "high": 3.0, "log": True}],
    "trials": 3,
    "unit": "pairs of games",
    "measure": "score",
    "places": [
        {"values": {"exploration": x}, "trials": n, "mean": m, "expected": 0.5, "deviation": 0.1}
        for x, n, m in ((0.1, 1, 0.25), (0.6, 2, 0.75), (3.0, 0, None))
    ],
    "best": {"values": {"exploration": 0.6}},
}
BOARDS = {
    "kind": "boards",
    "differences": [{"first": "nmcs", "second": "uct", "mean": 2.0, "low": -1.0, "high": 5.0}],
}


def test_html_holds_the_results(tmp_path):
    """Written by a program of its own: where Panel is imported, Bokeh adds its scripts."""
    file = tmp_path / "chart.html"
    command = [sys.executable, "-m", "explorer.alone.charts", str(file)]
    subprocess.run(command, input=json.dumps(TUNING), text=True, check=True)
    text = file.read_text(encoding="utf-8")
    assert "exploration of uct: 3 pairs of games against the default" in text
    assert "best, 0.6; dashed: the default, 1.41" in text
    assert "<script src=" not in text
    assert "<link" not in text
    charts.write(str(file), BOARDS)
    assert "nmcs over uct" in file.read_text(encoding="utf-8")


@pytest.mark.skipif(not any(map(shutil.which, charts._BROWSERS)), reason="needs a browser")
def test_svg_and_png_are_drawn_by_a_browser(tmp_path, monkeypatch):
    svg, png = tmp_path / "chart.svg", tmp_path / "chart.png"
    monkeypatch.setattr(sys, "argv", ["charts", str(svg)])
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(TUNING)))
    assert charts.main() == 0
    text = svg.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "exploration of uct" in text
    charts.write(str(png), BOARDS)
    assert png.read_bytes().startswith(b"\x89PNG")


def test_the_course_of_a_match_ends_where_the_command_does(tmp_path, capsys):
    line = (
        "race uct uct:solver=on --game tictactoe --pairs 12 --equal iterations=20 --sprt 0 50 "
        f"--database {tmp_path / 'r.sqlite'} --workers 1 --quiet --json"
    )
    assert main(line.split()) == 0
    found = json.loads(capsys.readouterr().out)
    drawn = charts.match(found)
    elo, ratios = drawn.children
    data = next(r.data_source.data for r in elo.renderers if "elo" in r.data_source.data)
    assert data["x"][-1] == found["pairs"]
    assert data["elo"][-1] == found["elo"]
    assert all(low < high for low, high in zip(data["low"], data["high"], strict=True))
    course = next(r.data_source.data["y"] for r in ratios.renderers if "y" in r.data_source.data)
    assert len(course) == found["pairs"]
    assert course[-1] == found["sprt"]["ratio"]
    charts.write(str(tmp_path / "chart.html"), found)
    assert charts.match({**found, "sprt": None}).title.text == "uct:solver=on against uct"
    if any(map(shutil.which, charts._BROWSERS)):
        charts.write(str(tmp_path / "chart.svg"), found)
        text = (tmp_path / "chart.svg").read_text(encoding="utf-8")
        assert "accepts H1 (50 nElo)" in text
        assert "the 95 % interval" in text


def test_the_axis_holds_whole_intervals():
    """Drawn as glyphs, which an axis is made for."""
    drawn = charts.boards(BOARDS).renderers
    ends = [renderer.data_source.data for renderer in drawn if renderer.glyph.name is None]
    assert any((end["low"], end["high"]) == ([-1.0], [5.0]) for end in ends)
    assert "Segment" in {type(renderer.glyph).__name__ for renderer in drawn}


@pytest.mark.parametrize(
    ("file", "document", "message"),
    [
        ("a.pdf", TUNING, "ends in .html, .svg or .png"),
        ("a.html", {"kind": "play"}, "a play has no chart"),
        ("a.html", {"kind": "match", "games": []}, "no pair has an interval"),
        ("a.html", {"kind": "tuning"}, "nothing to draw yet"),
        ("a.html", {**TUNING, "places": []}, "nothing to draw yet"),
        ("a.html", {"kind": "boards", "differences": []}, "no difference has an interval"),
    ],
)
def test_what_can_not_be_drawn_is_told(tmp_path, file, document, message):
    with pytest.raises(charts.ChartError, match=message):
        charts.write(str(tmp_path / file), document)
    assert not list(tmp_path.iterdir())


def test_the_program_says_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["charts", "a.html"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("no JSON"))
    assert charts.main() == 1
    assert "Expecting value" in capsys.readouterr().err
