"""A stored run opened in Explore."""

from __future__ import annotations

from collections.abc import Callable

from explorer.pages.results import tables
from explorer.session.browser import Browser
from explorer.session.limits import within
from explorer.session.session import Session
from mcsearch import RecipeError


def connect(browser: Browser, session: Session, loaded: Callable[[], None]) -> None:
    """Let the event of a row's button load its run; `loaded` is called before it is."""

    def open_run(names: dict[str, str]) -> None:
        """Start a stored run's recipe, with no larger budget than the page takes."""
        try:
            recipe, cut = within(
                tables.stored().recipe(names["table"], names["line"], names["board"])
            )
        except RecipeError as error:
            session.say(str(error))
            return
        loaded()
        session.load(recipe, tables.preset_of(recipe))
        session.open()
        if cut:
            session.say(f"Explore has a smaller budget: {cut}.", is_error=False)

    browser.on("open-result", open_run)
