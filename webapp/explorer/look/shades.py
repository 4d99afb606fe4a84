"""The colours that stand for means, and those of a text on them."""

from __future__ import annotations

import numpy as np

from explorer.look.luminance import luminance
from explorer.look.palette import MEANS

_SHADES = 256


def _channels(color: str) -> np.ndarray:
    return np.asarray([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def _shades() -> np.ndarray:
    """float64 [_SHADES, 3], 0..255: MEANS, interpolated."""
    anchors = np.stack([_channels(color) for color in MEANS])
    at = np.linspace(0, len(MEANS) - 1, _SHADES)
    return np.stack([np.interp(at, np.arange(len(MEANS)), channel) for channel in anchors.T], 1)


SHADES = _shades()


_DARK_TEXT = luminance(SHADES) > 0.26


def _shade_of(mean: np.ndarray, low: float, high: float) -> np.ndarray:
    """int [...] the places of means among the shades."""
    place = np.nan_to_num((mean - low) / (high - low)) * (_SHADES - 1)
    return np.clip(place, 0, _SHADES - 1).astype(int)


def text_on_mean(mean: np.ndarray, low: float, high: float) -> list[str]:
    """The colour of a text on a node: dark on light shades, else white; ink where n = 0."""
    return ["#10131A" if dark else "#FFFFFF" for dark in _DARK_TEXT[_shade_of(mean, low, high)]]


def mean_colors(mean: np.ndarray, low: float, high: float) -> list[str]:
    """The colours of nodes with these means."""
    return [hex_of(row) for row in SHADES[_shade_of(mean, low, high)]]


def hex_of(rgb: np.ndarray) -> str:
    """#RRGGBB of float64 [3], 0..255."""
    return "#{:02X}{:02X}{:02X}".format(*rgb.round().astype(int).tolist())
