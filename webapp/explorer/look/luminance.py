"""How bright a colour is."""

from __future__ import annotations

import numpy as np


def luminance(rgb: np.ndarray) -> np.ndarray:
    """Relative luminance (WCAG 2.1) of colours, float64 [..., 3] in 0..255."""
    linear = rgb / 255
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    return linear @ np.asarray([0.2126, 0.7152, 0.0722])
