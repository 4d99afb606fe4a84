"""The check of a claim as an errand: started, stopped, failed, and how long it takes here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.pages.learn.chapter import Chapter
from explorer.pages.learn.checking import Check, LearnCheck, trial
from explorer.pages.learn.errands import Errand, Errands

_CHECKED, _ESTIMATED = 2, 0  # how urgent: before steps made ahead, and after


@dataclass(frozen=True, slots=True)
class LearnChecked:
    """How the check of a chapter's claim stands."""

    chapter: str
    seconds: float  # that it takes here; 0: not known yet
    running: bool
    problem: str
    check: LearnCheck | None


class Checker:
    """Checks one chapter's claim at a time; `told` is called when there is more to show."""

    def __init__(self, errands: Errands, told: Callable[[], None]) -> None:
        self._errands = errands
        self._told = told
        self._check: Check | None = None
        self._errand: Errand | None = None
        self._problem = ""
        self._seconds: dict[str, float] = {}  # that a chapter's check takes; 0: not known yet

    def start(self, chapter: Chapter) -> None:
        """With as many seeds more; a press that was stopped or failed is brought to its end."""
        self.stop()
        self._problem = ""
        if self._check is None:
            self._check = Check(chapter)
        check, shown = self._check, self._check.num_done

        def progressed() -> None:
            nonlocal shown
            if check.num_done > shown:
                shown = check.num_done
                self._told()

        self._errand = Errand(
            check.work(), lambda _: self._end(""), _CHECKED, progressed, failed=self._fail
        )
        self._errands.add(self._errand)
        self._told()

    def stop(self) -> None:
        """Leave the check where it is; its dots stay."""
        if self._errand is not None:
            self._errands.drop(self._errand)
            self._end("")

    def clear(self) -> None:
        """Another chapter is shown."""
        self.stop()
        self._check, self._problem = None, ""

    def _fail(self, error: Exception) -> None:
        self._end(str(error) or type(error).__name__)

    def _end(self, problem: str) -> None:
        self._errand, self._problem = None, problem
        self._told()

    def estimate(self, chapter: Chapter) -> None:
        """Find out how long the check takes here, by one seed of it."""
        name = chapter.name
        if name in self._seconds:
            return
        self._seconds[name] = 0.0

        def known(seconds: float) -> None:
            self._seconds[name] = seconds
            self._told()

        def unknown(error: Exception) -> None:
            del self._seconds[name]  # the check itself will say what is wrong

        self._errands.add(Errand(trial(chapter), known, _ESTIMATED, failed=unknown))

    def frame(self, chapter: Chapter) -> LearnChecked:
        """What the page draws."""
        return LearnChecked(
            chapter=chapter.name,
            seconds=self._seconds.get(chapter.name, 0.0),
            running=self._errand is not None,
            problem=self._problem,
            check=None if self._check is None else self._check.frame(),
        )
