"""The recipe card: a control for every value of the recipe, made from its declarations.

`card()` describes the controls as plain values, which `form.js` turns into the browser's own
inputs; `set()` takes what the visitor chose. No control is known by name in the browser.
"""

from __future__ import annotations

from typing import Any

from explorer.cards.recipe.stops import stops, value_text
from explorer.look.text import number, plural
from explorer.session.edits import differences, fitting_searches, recipe_for, values_of, with_change
from explorer.session.limits import LIMITS
from explorer.session.session import Session
from mcsearch import Recipe, RecipeError
from mcsearch.parameter import Parameter
from mcsearch.recipe import GAMES, SEARCHES
from mcsearch.rules import RULES

_BOARD, _SEARCH, _RUN, _MORE = "Board", "Search", "Run", "More settings"
_RUN_NAMES = ("iterations",)
_SHOWN_NAMES = ("level", "memory")  # of a search's own parameters; the others are folded away ...
_FOLDED_NAMES = ("epsilon", "pick")  # ... and these of rules and policies too
# a search stopped by a clock can't be walked back to the same moment; the page shows one tree
_HIDDEN_NAMES = ("seconds", "trees")

_SHORT_CHOICES = 22  # letters that fit side by side as a segmented control
_FEW_WHOLE = 5  # whole numbers that do

_SIDES = (4, 5, 6, 8, 10, 12, 15, 20)
_COLOURS = Parameter("colours", "int", 5, "Colours", "of the board's tiles", low=2, high=9)
_BOARD_BY = "board-by"
_SEED, _PASTE = "seed", "paste"

Form = dict[str, Any]  # a description for form.js


class Controls:
    """Describes the session's recipe as a form and loads a new one for every change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._error: tuple[str, str, Any] | None = None  # field, message, what was given ...
        self._refused_at: Recipe | None = None  # ... and the recipe that it would have changed
        self._pasting = False  # the board's rows are on show instead of its seed
        self._made: tuple[Any, ...] = ()
        self._card: dict[str, Any] = {}

    def card(self) -> dict[str, Any]:
        """What the recipe card shows; the same object as long as nothing in it has changed."""
        session = self._session
        if session.recipe is not self._refused_at:
            self._error = None
        made = (session.recipe, session.preset, self._error, self._pasting)
        # by identity: comparing recipes at every frame would cost more than the frame
        if [id(part) for part in made] != [id(part) for part in self._made]:
            self._made = made
            notice, more = _notice(session.recipe, session.preset_recipe, session.preset)
            self._card = {
                "preset": session.preset,
                "game": session.recipe.game,
                "sections": self._form(),
                "texts": {
                    "notice": notice,
                    "notice-more": more,
                    "game": game_text(session.recipe, session.search.root),
                },
            }
        return self._card

    def _form(self) -> list[Form]:
        """The sections of the form, each a title and its fields."""
        session = self._session
        recipe = session.recipe
        values, originals = values_of(recipe), values_of(session.preset_recipe)
        sections: dict[str, list[Form]] = {title: [] for title in (_BOARD, _SEARCH, _RUN, _MORE)}

        def add(section: str, name: str, label: str, help: str, control: Form) -> None:
            field = {"name": name, "label": label, "help": help, **control}
            # a value without a preset's to compare with is as the search declares it
            field["changed"] = name in originals and _differ(values.get(name), originals[name])
            if self._error is not None and self._error[0] == name:
                _, field["error"], field["value"] = self._error
            sections[section].append(field)

        games = [[game.title, game.name] for game in GAMES.values()]
        add(
            _BOARD,
            "game",
            "Game",
            "what is played",
            {"kind": "select", "options": games, "value": recipe.game, "layout": "narrow"},
        )
        self._add_board(add, values, originals)
        searches = [[SEARCHES[name].title, name] for name in fitting_searches(recipe)]
        algorithm = _choice(searches, recipe.search)
        if algorithm["kind"] != "fact":
            algorithm["layout"] = "bare"
        add(_SEARCH, "search", "Algorithm", "how the game is searched", algorithm)
        for parameter in recipe.declarations:
            name = parameter.name
            if name not in _HIDDEN_NAMES:
                control = _control(parameter, values[name], originals.get(name, values[name]))
                section = _section(recipe, name)
                add(section, name, parameter.label, parameter.help, control)
        add(
            _RUN,
            "seed",
            "Random seed",
            "another number, other playouts",
            {"kind": "text", "value": str(values["seed"]), "dice": True, "layout": "inline"},
        )
        return [
            {
                "title": title,
                "folded": title == _MORE,
                "changed": any(field["changed"] for field in fields),
                "fields": fields,
            }
            for title, fields in sections.items()
            if fields
        ]

    def _add_board(self, add: Any, values: Form, originals: Form) -> None:
        self._add_position(add, values, originals)
        tiles = GAMES[self._session.recipe.game].kind == "tiles"
        add(
            _BOARD,
            "editor",
            "Editor",
            "paint a board, or set a position up stone by stone",
            {
                "kind": "action",
                "text": "Edit this board" if tiles else "Set up a position",
                "action": "edit",
                "layout": "bare",
            },
        )

    def _add_position(self, add: Any, values: Form, originals: Form) -> None:
        recipe = self._session.recipe
        game = GAMES[recipe.game]
        if game.kind != "tiles":
            add(
                _BOARD,
                "position",
                "Position",
                game.position_help,
                {"kind": "text", "value": values["position"], "hint": "empty board"},
            )
            return
        pasting = self._pasting or "board-seed" not in values
        add(
            _BOARD,
            _BOARD_BY,
            "Board from",
            "a seed, or rows of colours",
            {
                "kind": "segments",
                "options": [["Seed", _SEED], ["Paste", _PASTE]],
                "value": _PASTE if pasting else _SEED,
                "layout": "bare",
            },
        )
        if pasting:
            rows = str(self._session.search.root)
            add(
                _BOARD,
                "position",
                "Rows of colours",
                "the top row first, '.' is empty",
                {"kind": "area", "value": rows, "rows": min(8, 1 + rows.count("\n"))},
            )
            return
        add(
            _BOARD,
            "board-seed",
            "Seed",
            "another number, another board",
            {"kind": "text", "value": str(values["board-seed"]), "dice": True, "layout": "half"},
        )
        width, height = values["size"]
        options: list[Any] = [[f"{n} × {n}", [n, n]] for n in sorted({*_SIDES, width, height})]
        if width != height:
            options.append([f"{width} × {height}", [width, height]])
        add(
            _BOARD,
            "size",
            "Size",
            "columns and rows",
            {"kind": "select", "options": options, "value": values["size"], "layout": "half"},
        )
        add(
            _BOARD,
            "colours",
            _COLOURS.label,
            _COLOURS.help,
            _number(_COLOURS, values["colours"], originals.get("colours", _COLOURS.default)),
        )

    def use_position(self, text: str) -> None:
        """Load the recipe with another position, such as the board editor gives."""
        self.set("position", text)

    def set(self, name: str, value: Any) -> None:
        """Load the recipe with one value changed; on an error keep everything and say so."""
        session = self._session
        self._error = None
        try:
            if name == "game":
                session.load(*recipe_for(str(value)))
            elif name == _BOARD_BY:
                self._choose_board_by(value)
            else:
                session.load(with_change(session.recipe, name, value))
        except RecipeError as error:
            self._error, self._refused_at = (name, str(error), value), session.recipe
        session.touch()

    def _choose_board_by(self, value: Any) -> None:
        self._pasting = value == _PASTE
        session = self._session
        if not self._pasting and "board-seed" not in values_of(session.recipe):
            original = session.preset_recipe.position
            seeded = "board-seed" in values_of(session.preset_recipe)
            session.load(session.recipe.replace(position=original if seeded else ""))

    def clear_error(self) -> None:
        self._error = None
        self._pasting = False


def game_text(recipe: Recipe, root: Any) -> str:
    """ "SameGame 15 × 15" """
    game = GAMES[recipe.game]
    if game.kind != "tiles":
        return game.title
    return f"{game.title} {number(root.geometry.width)} × {number(root.geometry.height)}"


def _notice(recipe: Recipe, original: Recipe, preset: str) -> tuple[str, str]:
    """What differs from the preset: the first difference in words, then how many more."""
    changes = differences(recipe, original)
    if not changes:
        return "", ""
    label, value, before = changes[0]
    more = f"And {plural(len(changes) - 1, 'more change')}. " if len(changes) > 1 else ""
    whose = "the preset has" if preset else "by default"
    return f"{label} is {value}, {whose} {before}.", f"{more}The search restarted at 0."


def _differ(value: Any, original: Any) -> bool:
    if isinstance(value, str) and isinstance(original, str):
        return value.split() != original.split()  # line breaks of a board mean what spaces do
    return value is not None and value != original


def _control(parameter: Parameter, value: Any, original: Any) -> Form:
    """The kind of control that suits a declared parameter."""
    if parameter.kind == "bool":
        return {"kind": "segments", "options": [["on", True], ["off", False]], "value": value}
    if parameter.kind == "choice":
        titles = {rule.name: rule.title for rule in RULES.values()}
        return _choice(
            [[titles.get(choice, choice), choice] for choice in parameter.choices], value
        )
    return _number(parameter, value, original)


def _choice(options: list[list[str]], value: str) -> Form:
    """Side by side when there is room, else a list; a choice of one is none."""
    if len(options) == 1:
        return {"kind": "fact", "value": options[0][0]}
    short = sum(len(title) for title, _ in options) <= _SHORT_CHOICES
    return {"kind": "segments" if short else "select", "options": options, "value": value}


def _number(parameter: Parameter, value: Any, original: Any) -> Form:
    high = min(parameter.high, LIMITS.get(parameter.name, parameter.high))
    if parameter.kind == "int" and high - parameter.low < _FEW_WHOLE:
        options = [[str(n), n] for n in range(int(parameter.low), int(high) + 1)]
        return {"kind": "segments", "options": options, "value": value}
    values = stops(parameter, max(high, value), value, original)
    return {
        "kind": "slider",
        "stops": [[stop, _number_text(parameter, stop)] for stop in values],
        "value": values.index(value),
        "tick": values.index(original),
    }


def _number_text(parameter: Parameter, value: Any) -> str:
    unlimited = parameter.name in LIMITS and value == parameter.high == parameter.default
    return "no limit" if unlimited else value_text(value)


def _section(recipe: Recipe, name: str) -> str:
    """Where a parameter stands; what is seldom changed is folded away."""
    if name in _RUN_NAMES:
        return _RUN
    if any(parameter.name == name for parameter in GAMES[recipe.game].parameters):
        return _BOARD
    own = any(parameter.name == name for parameter in SEARCHES[recipe.search].parameters)
    if name in _FOLDED_NAMES or (own and name not in _SHOWN_NAMES):
        return _MORE
    return _SEARCH
