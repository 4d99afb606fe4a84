"""What the stage plays by itself after the right answer, so that the reader sees why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from explorer.session.work import Work

Beats = Iterator[float]
"""Does something whenever it is resumed, and yields for how many seconds that is to be seen."""


class Sequel(Work):
    """Beats in their time, until they are over or something else is done."""

    _beats: Beats | None = None
    _due = 0.0

    @property
    def busy(self) -> bool:
        return self._beats is not None

    def start(self, beats: Beats) -> None:
        self._beats = beats
        self._due = self._clock()
        self._changed()

    def stop(self) -> None:
        self._beats = None
        self._changed()

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        return _nothing if self._beats is not None and now >= self._due else None

    def end_slice(self) -> bool:
        """The next beat."""
        beats = self._beats
        if beats is None:
            return False
        seconds = next(beats, None)
        if self._beats is beats:
            if seconds is None:
                self.stop()
            else:
                self._due = self._clock() + seconds
        return True

    def fail(self, error: Exception) -> None:
        """Leave it at what is shown: the answer is given without it."""
        self.stop()


def _nothing() -> None:
    """What is shown is touched between slices only."""
