"""How large visits are drawn: radii of nodes and discs, widths of edges."""

from __future__ import annotations

import numpy as np

MIN_RADIUS = 3.2
MAX_RADIUS = 15.1


def radii(visits: np.ndarray, total: int, share: float = 1.0) -> np.ndarray:
    """float64, pixels: the area grows a little slower than the visits.

    A `share` below 1 takes that part of the differences only.
    """
    full = 2.6 + 12.5 * (visits / max(total, 1)) ** 0.42
    return MIN_RADIUS + share * np.maximum(full - MIN_RADIUS, 0.0)


def edge_widths(visits: np.ndarray, total: int, share: float = 1.0) -> np.ndarray:
    """float64, pixels."""
    return np.maximum(0.9, share * 11.0 * (visits / max(total, 1)) ** 0.62)


def path_widths(visits: np.ndarray, total: int, share: float = 1.0) -> np.ndarray:
    """float64, pixels."""
    return np.maximum(2.6, share * 9.0 * (visits / max(total, 1)) ** 0.62)
