"""Steps made ready as errands: the one that the reader waits for first, then those beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.pages.learn.chapter import Chapter
from explorer.pages.learn.errands import Errand, Errands
from explorer.pages.learn.moments import Key, Ready, Shelf, prepare
from explorer.session.permalink import Place


class Maker:
    """Makes steps ready; `told` is called with each that is, and with each that has failed."""

    def __init__(
        self, errands: Errands, chapters: Sequence[Chapter], told: Callable[[Key], None]
    ) -> None:
        self._errands = errands
        self._chapters = {chapter.name: chapter for chapter in chapters}
        self._told = told
        self._shelf = Shelf()
        self._making: dict[Key, Errand] = {}
        self._problems: dict[Key, str] = {}

    def get(self, key: Key) -> Ready | None:
        """A step, None when it is not ready."""
        return self._shelf.get(key)

    def problem(self, key: Key) -> str:
        """Why a step could not be made, "" when it has not failed."""
        return self._problems.get(key, "")

    def make(self, key: Key, urgency: int) -> None:
        """See to it that a step gets ready; one that has failed is tried again."""
        if self._shelf.get(key) is not None:
            return
        making = self._making.get(key)
        if making is None:
            chapter, index = self._chapters[key[0]], key[1]
            step = chapter.steps[index]
            earlier = self._shelf.earlier(Place(chapter.recipes[step.recipe], steps=step.steps))
            making = Errand(
                prepare(chapter, index, earlier),
                lambda ready: self._is_made(key, ready),
                urgency,
                failed=lambda error: self._has_failed(key, error),
            )
            self._making[key] = making
            self._problems.pop(key, None)
            self._errands.add(making)
        making.urgency = max(making.urgency, urgency)

    def _is_made(self, key: Key, ready: Ready) -> None:
        del self._making[key]
        self._shelf.put(key, ready)
        self._told(key)

    def _has_failed(self, key: Key, error: Exception) -> None:
        del self._making[key]
        self._problems[key] = str(error) or type(error).__name__
        self._told(key)
