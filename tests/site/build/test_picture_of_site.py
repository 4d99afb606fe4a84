"""What stands in the place of a view until Python runs."""

import pytest
from bokeh.models import Div, Plot, Row

from build import figure, picture


def test_a_text_has_its_own_style_sheets() -> None:
    text = Div(text="&lt;b&gt;why&lt;/b&gt;", stylesheets=["b { color: red }"])
    html = picture.view(text, {}, True)
    content = "<style>b { color: red }</style><b>why</b>"
    assert f'<template shadowrootmode="open">{content}</template>' in html


def test_without_a_browser_there_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure, "svg", lambda plot, name, width, colors: f"<svg {name} {width}>")
    root = Row(Plot(), name="scrub")
    assert picture.view(root, {}, True) == f"<svg scrub {picture.WIDTH}>"
    assert picture.view(root, {}, False) == ""
