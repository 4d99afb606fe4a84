"""What is made for the screen, kept for as long as nothing that it is made of has changed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any


class Kept:
    """Things by their names, each with the values that it was made of."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._made: dict[str, tuple[tuple[Any, ...], float, Any]] = {}
        self._clock = clock

    def get(
        self, name: str, make: Callable[[], Any], *values: Any, seconds: float = math.inf
    ) -> Any:
        """What `make` has made of these values; anew for other values, and after so many seconds.

        As long as it is kept it is the same object.
        """
        now = self._clock()
        made = self._made.get(name)
        if made is None or made[0] != values or now - made[1] >= seconds:
            made = self._made[name] = values, now, make()
        return made[2]
