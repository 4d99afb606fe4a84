"""The recipe card: a control for every value of the recipe, made from its declarations.

`card()` describes the controls as plain values, which `form.js` turns into the browser's own
inputs; `set()` takes what the visitor chose. No control is known by name in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from explorer.session import LIMITS, Session
from explorer.stops import stops, value_text
from explorer.text import number, plural
from mcsearch import Recipe, RecipeError
from mcsearch.parameter import Parameter
from mcsearch.recipe import GAMES
from mcsearch.selection import RULES

_BOARD, _SEARCH, _RUN, _MORE = "Board", "Search", "Run", "More settings"
_RUN_NAMES = ("iterations",)
_MORE_NAMES = ("epsilon", "nodes", "when_full", "target", "ties")  # seldom changed: folded away
_HIDDEN_NAMES = ("seconds",)  # a search stopped by a clock can't be walked back to the same moment

_SHORT_CHOICES = 22  # letters that fit side by side as a segmented control
_FEW_WHOLE = 5  # whole numbers that do

_SIDES = (4, 5, 6, 8, 10, 12, 15, 20)
_COLOURS = Parameter("colours", "int", 5, "Colours", "of the board's tiles", low=2, high=9)
_SEEDED = re.compile(r"\s*(\d+)x(\d+)x(\d+):(\d+)\s*")

Form = dict[str, Any]  # a description for form.js


class Controls:
    """Describes the session's recipe as a form and loads a new one for every change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._error: tuple[str, str, Any] | None = None  # field, message, what was given
        self._made: tuple[Any, ...] = ()
        self._card: dict[str, Any] = {}

    def card(self) -> dict[str, Any]:
        """What the recipe card shows; the same object as long as nothing in it has changed."""
        session = self._session
        made = (session.recipe, session.preset, self._error)
        # by identity: comparing recipes at every frame would cost more than the frame
        if [id(part) for part in made] != [id(part) for part in self._made]:
            self._made = made
            notice, more = _notice(session.recipe, session.preset_recipe)
            self._card = {
                "preset": session.preset,
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
        values, originals = _values_of(recipe), _values_of(session.preset_recipe)
        sections: dict[str, list[Form]] = {title: [] for title in (_BOARD, _SEARCH, _RUN, _MORE)}

        def add(section: str, name: str, label: str, help: str, **control: Any) -> None:
            original = originals.get(name, values[name])
            field = {"name": name, "label": label, "help": help, **control}
            field["changed"] = values[name] != original
            if self._error is not None and self._error[0] == name:
                _, field["error"], field["value"] = self._error
            sections[section].append(field)

        if "board-seed" in values:
            seed = str(values["board-seed"])
            add(
                _BOARD,
                "board-seed",
                "Seed",
                "another number, another board",
                kind="text",
                value=seed,
                dice=True,
                layout="half",
            )
            sides = sorted({*_SIDES, *values["size"]})
            options = [[f"{n} × {n}", [n, n]] for n in sides]
            if values["size"][0] != values["size"][1]:
                options.append([" × ".join(map(str, values["size"])), values["size"]])
            add(
                _BOARD,
                "size",
                "Size",
                "columns and rows",
                kind="select",
                options=options,
                value=values["size"],
                layout="half",
            )
            add(
                _BOARD,
                "colours",
                _COLOURS.label,
                _COLOURS.help,
                **_number(_COLOURS, values["colours"], originals.get("colours", 5)),
            )
        else:
            add(
                _BOARD,
                "position",
                "Position",
                GAMES[recipe.game].position_help,
                kind="text",
                value=values["position"],
                hint="empty board",
            )
        for parameter in recipe.declarations:
            if parameter.name in _HIDDEN_NAMES:
                continue
            name = parameter.name
            control = _control(parameter, values[name], originals.get(name, values[name]))
            add(_section(recipe, name), name, parameter.label, parameter.help, **control)
        add(
            _RUN,
            "seed",
            "Random seed",
            "another number, other playouts",
            kind="text",
            value=str(values["seed"]),
            dice=True,
            layout="inline",
        )
        return [
            {"title": title, "folded": title == _MORE, "fields": fields}
            for title, fields in sections.items()
            if fields
        ]

    def set(self, name: str, value: Any) -> None:
        """Load the recipe with one value changed; on an error keep everything and say so."""
        session = self._session
        self._error = None
        try:
            session.load(_CHANGES.get(name, with_parameter)(session.recipe, name, value))
        except RecipeError as error:
            self._error = (name, str(error), value)
        session.touch()

    def clear_error(self) -> None:
        self._error = None


def game_text(recipe: Recipe, root: Any) -> str:
    """ "SameGame 15 × 15" """
    game = GAMES[recipe.game]
    if game.kind != "tiles":
        return game.title
    return f"{game.title} {number(root.geometry.width)} × {number(root.geometry.height)}"


def _notice(recipe: Recipe, preset: Recipe) -> tuple[str, str]:
    """What differs from the preset: the first difference in words, then how many more."""
    changes = _changes(recipe, preset)
    if not changes:
        return "", ""
    label, value, original = changes[0]
    more = f"And {plural(len(changes) - 1, 'more change')}. " if len(changes) > 1 else ""
    return f"{label} is {value}, the preset has {original}.", f"{more}The search restarted at 0."


def _changes(recipe: Recipe, preset: Recipe) -> list[tuple[str, str, str]]:
    """Label, value and the preset's value of everything that differs."""
    labels = {parameter.name: parameter.label for parameter in recipe.declarations}
    originals = preset.values
    changes = [
        (labels[name], value_text(value), value_text(originals[name]))
        for name, value in recipe.values.items()
        if name in originals and value != originals[name]
    ]
    if recipe.position != preset.position:
        changes.append(("Board", recipe.position, preset.position))
    if recipe.seed != preset.seed:
        changes.append(("Random seed", str(recipe.seed), str(preset.seed)))
    return changes


def _control(parameter: Parameter, value: Any, original: Any) -> Form:
    """The kind of control that suits a declared parameter."""
    if parameter.kind == "bool":
        return {"kind": "segments", "options": [["on", True], ["off", False]], "value": value}
    if parameter.kind == "choice":
        titles = {rule.name: rule.title for rule in RULES.values()}
        options = [[titles.get(choice, choice), choice] for choice in parameter.choices]
        if len(options) == 1:
            return {"kind": "fact", "value": options[0][0]}
        short = sum(len(title) for title, _ in options) <= _SHORT_CHOICES
        return {"kind": "segments" if short else "select", "options": options, "value": value}
    return _number(parameter, value, original)


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
    if name in _MORE_NAMES:
        return _MORE
    if name in _RUN_NAMES:
        return _RUN
    in_game = any(parameter.name == name for parameter in GAMES[recipe.game].parameters)
    return _BOARD if in_game else _SEARCH


def _values_of(recipe: Recipe) -> dict[str, Any]:
    """Everything the form shows, by field name."""
    position = recipe.position or GAMES[recipe.game].default_position
    values: dict[str, Any] = {**recipe.values, "seed": recipe.seed}
    match = _SEEDED.fullmatch(position)
    if match is None:
        return {**values, "position": position}
    width, height, colours, seed = (int(group) for group in match.groups())
    return {**values, "board-seed": seed, "size": [width, height], "colours": colours}


def _whole(name: str, value: Any) -> int:
    try:
        return int(str(value).strip())
    except ValueError:
        raise RecipeError(f"{name}: {str(value)!r} is not valid; give a whole number") from None


def _with_seed(recipe: Recipe, name: str, value: Any) -> Recipe:
    return recipe.replace(seed=_whole("seed", value))


def _with_position(recipe: Recipe, name: str, value: Any) -> Recipe:
    return recipe.replace(position=value)


def _with_board(recipe: Recipe, name: str, value: Any) -> Recipe:
    values = _values_of(recipe)
    values[name] = value
    width, height = (_whole("size", side) for side in values["size"])
    seed = _whole("board seed", values["board-seed"])
    return recipe.replace(position=f"{width}x{height}x{values['colours']}:{seed}")


def with_parameter(recipe: Recipe, name: str, value: Any) -> Recipe:
    """The recipe with one parameter changed; what its new rule or policy lacks is dropped."""
    given = {**recipe.parameters, name: value}
    choices = {parameter.name for parameter in recipe.declarations if parameter.kind == "choice"}
    chosen = {k: v for k, v in given.items() if k in choices or k == name}
    declared = {parameter.name for parameter in recipe.replace(parameters=chosen).declarations}
    return recipe.replace(parameters={k: v for k, v in given.items() if k in declared})


_CHANGES: dict[str, Callable[[Recipe, str, Any], Recipe]] = {
    "seed": _with_seed,
    "position": _with_position,
    "board-seed": _with_board,
    "size": _with_board,
    "colours": _with_board,
}
