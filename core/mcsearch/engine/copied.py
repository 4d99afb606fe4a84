"""What positions and searches share as Python objects: the copy module copies them by `copy`."""

from __future__ import annotations

from typing import Any

import cython


@cython.cclass
class Copied:
    """Has a method `copy`; `not_pickled` says why it can't be pickled, and what to do instead."""

    not_pickled = "it can't be pickled"

    def copy(self) -> Any:
        """Another one, equal and independent."""
        raise TypeError(f"{type(self).__name__} does not define copy()")

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError(self.not_pickled)
