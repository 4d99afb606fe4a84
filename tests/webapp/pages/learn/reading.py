"""Chapters as the tests read them: a step made ready at once, a claim checked at once."""

from collections.abc import Generator

from explorer.pages.learn.chapter import Chapter, all_chapters
from explorer.pages.learn.checking import Check
from explorer.pages.learn.moments import Ready, prepare

CHAPTERS = all_chapters()


def finished(work: Generator):
    """What a generator returns in the end."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            return stop.value


def ready(chapter: Chapter, index: int) -> Ready:
    return finished(prepare(chapter, index))


def checked(chapter: Chapter) -> Check:
    """After one press."""
    check = Check(chapter)
    finished(check.work())
    return check
