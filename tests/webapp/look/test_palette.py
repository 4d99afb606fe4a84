"""The colours: readable in both themes, and the stylesheet has exactly those of the canvas."""

import re

import numpy as np
import pytest

from explorer.look.luminance import luminance
from explorer.look.palette import MEANS, PALETTES, css_variables
from explorer.look.shades import SHADES, text_on_mean

TEXT, LARGE = 4.5, 3.0  # WCAG 2.1 AA


def rgb(color):
    assert re.fullmatch("#[0-9A-F]{6}", color), color
    return np.asarray([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def contrast(one, other):
    bright, dark = sorted((float(luminance(rgb(c))) for c in (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.fixture(params=sorted(PALETTES))
def palette(request):
    return PALETTES[request.param]


def test_contrast_of_black_and_white():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("ink", ["ink", "ink2", "ink3", "accent", "error"])
@pytest.mark.parametrize("ground", ["surface", "surface2"])
def test_text_is_readable(palette, ink, ground):
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= TEXT


def test_text_on_the_accent(palette):
    assert contrast(palette.on_accent, palette.accent) >= TEXT
    assert contrast(palette.ink, palette.accent_bg) >= TEXT


def test_phases_are_readable_on_their_ground_and_as_badges(palette):
    for phase in palette.phases:
        assert contrast(phase.color, phase.background) >= TEXT
        assert contrast(phase.color, palette.surface) >= LARGE
        assert contrast(palette.surface, phase.color) >= TEXT  # the text of a badge


def test_phases_differ_in_colour_and_in_shape(palette):
    for key in ("color", "marker", "glyph", "css_name"):
        assert len({getattr(phase, key) for phase in palette.phases}) == 4


def test_tiles_differ_in_colour_and_in_shape_and_their_glyphs_show(palette):
    assert len(palette.tiles) == 9
    for key in ("color", "marker", "glyph", "name"):
        assert len({getattr(tile, key) for tile in palette.tiles}) == 9
    for tile in palette.tiles:
        assert contrast(tile.glyph_color, tile.color) >= LARGE


def test_numbers_show_on_every_shade_of_a_node():
    low, high = 100.0, 2_000.0
    means = np.linspace(low, high, len(SHADES))
    for shade, color in zip(SHADES, text_on_mean(means, low, high), strict=True):
        background = "#{:02X}{:02X}{:02X}".format(*shade.round().astype(int))
        assert contrast(color, background) >= LARGE


def test_shades_run_through_the_colours_of_the_scale():
    assert np.allclose(SHADES[0], rgb(MEANS[0]))
    assert np.allclose(SHADES[-1], rgb(MEANS[-1]))
    assert (np.diff(luminance(SHADES)) > 0).all()


def test_means_outside_the_scale_and_unknown_ones_have_a_text_colour():
    assert len(text_on_mean(np.asarray([-1e9, np.nan, 1e9]), 0.0, 1.0)) == 3


def blocks():
    css = css_variables()
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", css)
    return {
        selector.strip(): dict(re.findall(r"--([a-z0-9-]+): ([^;]+);", body))
        for selector, body in found
    }


def test_the_stylesheet_has_the_colours_of_the_canvas():
    themes = blocks()
    for selector, name in ((":root", "light"), (':root[data-theme="dark"]', "dark")):
        palette, variables = PALETTES[name], themes[selector]
        assert variables["ink2"] == palette.ink2
        assert variables["accent-bg"] == palette.accent_bg
        assert variables["simulate"] == palette.phases[2].color
        assert variables["backprop-bg"] == palette.phases[3].background
        assert variables["term-4"] == palette.terms[3]
        assert variables["tile-5-glyph"] == palette.tiles[4].glyph_color
        assert variables["disc-opponent"] == palette.discs[1].color


def test_both_themes_define_the_same_colours():
    themes = blocks()
    light, dark = themes[":root"], themes[':root[data-theme="dark"]']
    assert set(light) - {"font", "code-font", "means"} == set(dark)
