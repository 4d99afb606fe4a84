"""The recipe of the session as the recipe card shows it, and what a visitor changes in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explorer.cards.recipe.frame import (
    BOARD_BY,
    PASTE,
    FormSection,
    RecipeForm,
    Refusal,
    game_text,
    notice,
)
from explorer.cards.recipe.values import values_of
from explorer.session.edits import recipe_for, with_change
from explorer.session.limits import LIMITS
from explorer.session.own_games import is_own
from explorer.session.problems import PROBLEMS, is_edited
from explorer.session.session import Session
from mcsearch import Recipe, RecipeError
from mcsearch.check.tree_recipe import TreeRecipe


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """The recipe as a form, and what the page says of its game."""

    preset: str
    game: str
    own: bool  # the code of a person
    is_played: bool  # Play may take it over
    text: str | None  # the code, where it may be shown
    title: str
    sections: tuple[FormSection, ...]
    texts: dict[str, str]  # by the name in `data-text`


class Controls:
    """Describes the session's recipe as a form and loads a new one for every change."""

    def __init__(self, session: Session, shows_code: bool = False) -> None:
        self._shows_code = shows_code
        self._session = session
        self._refusal: Refusal | None = None
        self._refused_at: Recipe | None = None  # the recipe that it would have changed
        self._pasting = False  # the board's rows are on show instead of its seed
        self._made: tuple[Any, ...] = ()
        self._card: ExploreCard | None = None

    def card(self) -> ExploreCard:
        """What the recipe card shows; the same object as long as nothing in it has changed."""
        session = self._session
        if session.recipe is not self._refused_at:
            self._refusal = None
        made = (session.recipe, session.preset, self._refusal, self._pasting)
        # by identity: comparing recipes at every frame would cost more than the frame
        known = [id(part) for part in self._made]
        if self._card is None or [id(part) for part in made] != known:
            self._made = made
            form = RecipeForm(
                session.recipe,
                session.preset_recipe,
                session.search.root,
                LIMITS,
                self._refusal,
                self._pasting,
                _own_games(session.recipe),
            )
            is_tree = isinstance(session.recipe, TreeRecipe)
            text, more = notice(session.recipe, session.preset_recipe, session.preset)
            self._card = ExploreCard(
                preset=session.preset,
                game=session.recipe.game,
                own=is_own(session.recipe) and not is_tree,
                is_played=not is_tree or session.recipe.record.num_players == 2,
                text=self._code(),
                title=session.recipe.record.title,
                sections=form.sections(),
                texts={
                    "notice": text,
                    "notice-more": more,
                    "game": game_text(session.recipe, session.search.root),
                },
            )
        return self._card

    def _code(self) -> str | None:
        """The text of a problem that has one to show."""
        problem = PROBLEMS.find(self._session.recipe.game) if self._shows_code else None
        return problem.text if problem else None

    def load(self, recipe: Recipe) -> None:
        """Load another recipe, which is no preset's."""
        self.clear_error()
        self._session.load(recipe, "")

    def use_position(self, text: str) -> None:
        """Load the recipe with another position, such as the board editor gives."""
        self.set("position", text)

    def set(self, name: str, value: Any) -> None:
        """Load the recipe with one value changed; on an error keep everything and say so."""
        session = self._session
        self._refusal = None
        try:
            if name == "game":
                if value != session.recipe.game:
                    session.load(*recipe_for(str(value)))
            elif name == BOARD_BY:
                self._choose_board_by(value)
            elif name in values_of(session.recipe):
                # else pressed in the form of the recipe before, which has been on show till now
                session.load(with_change(session.recipe, name, value))
        except RecipeError as error:
            self._refusal, self._refused_at = Refusal(name, str(error), value), session.recipe
        session.touch()

    def _choose_board_by(self, value: Any) -> None:
        self._pasting = value == PASTE
        session = self._session
        if not self._pasting and "board-seed" not in values_of(session.recipe):
            original = session.preset_recipe.position
            seeded = "board-seed" in values_of(session.preset_recipe)
            session.load(session.recipe.replace(position=original if seeded else ""))

    def clear_error(self) -> None:
        self._refusal = None
        self._pasting = False


def _own_games(recipe: Recipe) -> list[tuple[str, str]]:
    """Titles and names of the problems that the form offers: edited code only while it is there."""
    offered = [(problem.title, problem.name) for problem in PROBLEMS.offered()]
    is_listed = not (is_edited(recipe) or isinstance(recipe, TreeRecipe))
    return offered if is_listed else [*offered, (recipe.record.title, recipe.game)]
