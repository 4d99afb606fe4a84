"""The board editor's questions and their answers.

The browser paints tiles by itself and asks here what a text means, what a stone leads to, and to
use a position; a wrong text leaves everything as it is and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from explorer.cards.editor.frame import EditedBoard, EditorNote, board_after, board_of
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

    def _answer(self, ask: Callable[[], EditedBoard | EditorNote]) -> None:
        try:
            self._browser.answer(ask())
        except RecipeError as error:
            self._browser.answer(EditorNote(str(error)))

    def _present(self) -> EditedBoard:
        recipe = self._session.recipe
        return replace(board_of(recipe, recipe.position), opened=True)

    def _board(self, text: Any) -> EditedBoard:
        return board_of(self._session.recipe, str(text))

    def _stone(self, value: Any) -> EditedBoard:
        return board_after(self._session.recipe, str(value["text"]), int(value["action"]))

    def _used(self, text: Any) -> EditorNote:
        self._use(self._board(text).text)
        return EditorNote(used=True)
