"""SVG texts of anybody's: what is harmless is kept, all else is left out or named."""

import re
from xml.etree import ElementTree

import pytest

from explorer.look.svg import drawing

NAMESPACE = "http://www.w3.org/2000/svg"


def shown(inside, root="viewBox='0 0 10 10'"):
    """The image that is shown of a text, as an element."""
    return ElementTree.fromstring(drawing(f"<svg {root}>{inside}</svg>").text("#123456", "Serif"))


def kept(inside):
    """The names of the elements inside the root, and the attributes of all of them."""
    elements = [*shown(inside).iter()][1:]
    return [each.tag.removeprefix(f"{{{NAMESPACE}}}") for each in elements], {
        name: value for each in elements for name, value in each.attrib.items()
    }


def test_shapes_and_texts_stay_as_they_are():
    inside = (
        "<defs><linearGradient id='a'><stop offset='0' stop-color='red'/></linearGradient></defs>"
        "<g transform='translate(1 2) rotate(-3)'><path d='M0 0L1e-1,2z' fill='url(#a)'/>"
        "<text x='1' style='font-size: 3px; fill:rgb(1, 2, 3)'>a &lt; b<tspan>&amp;</tspan></text>"
        "</g>"
    )
    names, attributes = kept(inside)
    assert names == ["defs", "linearGradient", "stop", "g", "path", "text", "tspan"]
    assert attributes["fill"] == "url(#a)"
    assert attributes["transform"] == "translate(1 2) rotate(-3)"
    assert attributes["style"] == "font-size:3px;fill:rgb(1, 2, 3)"
    assert "".join(shown(inside).itertext()) == "a < b&"


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<g><script href='https://example.org/a.js'/></g>",
        "<style>@import 'https://example.org/a.css';</style>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><b>x</b></body></foreignObject>",
        "<image href='https://example.org/a.png'/>",
        "<use href='https://example.org/a.svg#b'/>",
        "<a href='javascript:alert(1)'><rect/></a>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<set attributeName='onclick' to='alert(1)'/>",
        "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>",
        "<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://example.org'/>",
        "<feImage href='https://example.org/a.png'/>",
        "<!-- <script>alert(1)</script> -->",
        "<?xml-stylesheet href='https://example.org/a.css'?>",
    ],
)
def test_what_runs_or_loads_is_left_out_with_all_that_is_in_it(inside):
    text = ElementTree.tostring(shown(f"{inside}<rect width='1'/>")).decode()
    names, _ = kept(f"{inside}<rect width='1'/>")
    assert names in (["rect"], ["g", "rect"])
    assert not re.search("script|example|alert|import|style", text)


@pytest.mark.parametrize(
    "attribute",
    [
        "onload='alert(1)'",
        "onclick='alert(1)'",
        "ONMOUSEOVER='alert(1)'",
        "href='https://example.org'",
        "xlink:href='https://example.org'",
        "xml:base='https://example.org'",
        "class='a'",
        "fill='url(https://example.org/a.svg#b)'",
        "fill='url(#a) url(//example.org)'",
        "clip-path='url(data:image/svg+xml,x)'",
        "style='fill:url(https://example.org)'",
        "style='background:url(https://example.org)'",
        r"style='fill:\75\72\6c(x)'",
        "style='fill:u/**/rl(x)'",
        "style='behavior:expression(alert(1))'",
        "filter='url(https://example.org#a)'",
        "fill='&lt;script&gt;'",
    ],
)
def test_attributes_that_run_or_load_are_left_out(attribute):
    names, attributes = kept(
        f"<rect xmlns:xlink='http://www.w3.org/1999/xlink' {attribute} width='1'/>"
    )
    assert names == ["rect"]
    assert {name: value for name, value in attributes.items() if value} == {"width": "1"}


def test_the_root_is_held_to_the_same_and_takes_the_themes_ink():
    root = shown("", "viewBox='0 0 20 10' onload='alert(1)' stroke='red'")
    assert root.tag == f"{{{NAMESPACE}}}svg"
    assert root.attrib == {
        "viewBox": "0 0 20 10",
        "width": "20",
        "height": "10",
        "stroke": "red",
        "color": "#123456",
        "fill": "currentColor",
        "font-family": "Serif",
    }
    assert shown("", "viewBox='0 0 1 1' fill='none'").attrib["fill"] == "none"


def test_a_size_stands_for_a_view_box():
    drawn = drawing("<svg width='30px' height='12.5'/>")
    assert (drawn.width, drawn.height) == (30.0, 12.5)
    assert dict(drawn.attributes)["viewBox"] == "0 0 30 12.5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<svg><rect></svg>", r"broken in line 1, column \d+ \(mismatched tag\); close every"),
        ("<svg viewBox='0 0 1 1'>a & b</svg>", r"write & as &amp; and < as &lt;"),
        ("<svg viewBox='0 0 1 1'>&nbsp;</svg>", r"undefined entity"),
        ("<svg/>", r"does not say how large it is; give its root a viewBox, such as"),
        ("<svg width='100%' height='100%'/>", r"does not say how large it is"),
        ("<svg viewBox='0 0 0 nan'/>", r"does not say how large it is"),
        (
            "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><svg>&b;</svg>",
            r"declares an entity 'a'; write out what it stands for",
        ),
    ],
)
def test_what_can_not_be_read_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        drawing(text)


def test_depth_is_bounded():
    text = f"<svg viewBox='0 0 1 1'>{'<g>' * 5000}<rect/>{'</g>' * 5000}</svg>"
    assert drawing(text).inside.count("<g>") < 200
