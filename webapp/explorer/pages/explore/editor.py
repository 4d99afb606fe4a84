"""The board editor's questions and their answers.

The browser paints tiles by itself and asks here what a text means, what a stone leads to, and to
use a position; a wrong text leaves everything as it is and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.cards.editor.frame import Plain, board_after, board_of
from explorer.session.browser import Browser
from explorer.session.session import Session
from mcsearch import RecipeError


class Editor:
    """Answers the editor's questions; `use` takes a position over into the recipe."""

    def __init__(self, session: Session, browser: Browser, use: Callable[[str], None]) -> None:
        self._session = session
        self._browser = browser
        self._use = use
        browser.on("editor-open", lambda value: self._answer(lambda: self._present()))
        browser.on("editor-text", lambda text: self._answer(lambda: self._board(text)))
        browser.on("editor-stone", lambda value: self._answer(lambda: self._stone(value)))
        browser.on("editor-use", lambda text: self._answer(lambda: self._used(text)))

    def _answer(self, ask: Callable[[], Plain]) -> None:
        try:
            self._browser.answer("editor", **ask(), error="")
        except RecipeError as error:
            self._browser.answer("editor", error=str(error))

    def _present(self) -> Plain:
        recipe = self._session.recipe
        return {**board_of(recipe, recipe.position), "opened": True, "game": recipe.game}

    def _board(self, text: Any) -> Plain:
        return board_of(self._session.recipe, str(text))

    def _stone(self, value: Any) -> Plain:
        return board_after(self._session.recipe, str(value["text"]), int(value["action"]))

    def _used(self, text: Any) -> Plain:
        board = self._board(text)
        self._use(board["text"])
        return {"used": True}
