"""The recipe card: a control for every value of the recipe, made from its declarations.

The controls are plain values, which `form.js` turns into the browser's own inputs. No control is
known by name in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType

from explorer.cards.recipe.stops import stops, value_text
from explorer.cards.recipe.values import differences, values_of
from explorer.look.text import number, plural
from mcsearch import Recipe
from mcsearch.engine.parameter import Parameter
from mcsearch.problem.own_recipe import KIND as OWN_KIND
from mcsearch.recipe import GAMES, SEARCHES, fitting_searches
from mcsearch.selection import RULES

_BOARD, _SEARCH, _RUN, _MORE = "Board", "Search", "Run", "More settings"
_RUN_NAMES = ("iterations",)
_SHOWN_NAMES = ("level", "memory")  # of a search's own parameters; the others are folded away ...
_FOLDED_NAMES = ("epsilon", "pick")  # ... and these of rules and policies too
# a search stopped by a clock can't be walked back to the same moment; the page shows one tree
_HIDDEN_NAMES = ("seconds", "trees")

_SHORT_CHOICES = 26  # letters that fit side by side, the room around each choice as two more
_FEW_WHOLE = 5  # whole numbers that do

_SIDES = (4, 5, 6, 8, 10, 12, 15, 20)
_COLOURS = Parameter("colours", "int", 5, "Colours", "of the board's tiles", low=2, high=9)
BOARD_BY = "board-by"
_SEED, PASTE = "seed", "paste"

Form = dict[str, Any]  # a description for form.js
FormSection = NewType("FormSection", Form)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A value that a recipe can't take, and why."""

    name: str  # of the field
    message: str
    given: Any


@dataclass(frozen=True, slots=True, eq=False)
class RecipeForm:
    """The form of a recipe; `sections` describes it."""

    recipe: Recipe
    original: Recipe  # what it is compared with
    root: Any  # the recipe's position
    limits: Mapping[str, int]  # the largest values of parameters that the page takes
    refusal: Refusal | None = None
    pasting: bool = False  # the board's rows are on show instead of its seed
    own_games: Sequence[tuple[str, str]] = ()  # titles and names of people's problems

    def sections(self) -> list[FormSection]:
        """The sections of the form, each a title and its fields."""
        recipe = self.recipe
        values, originals = values_of(recipe), values_of(self.original)
        sections: dict[str, list[Form]] = {title: [] for title in (_BOARD, _SEARCH, _RUN, _MORE)}

        def add(section: str, name: str, label: str, help: str, control: Form) -> None:
            field = {"name": name, "label": label, "help": help, **control}
            # a value without a preset's to compare with is as the search declares it
            field["changed"] = name in originals and _differ(values.get(name), originals[name])
            if self.refusal is not None and self.refusal.name == name:
                field["error"], field["value"] = self.refusal.message, self.refusal.given
            sections[section].append(field)

        games = [[game.title, game.name] for game in GAMES.values()]
        games += [[title, name] for title, name in self.own_games]
        add(
            _BOARD,
            "game",
            "Game",
            "what is played",
            {"kind": "select", "options": games, "value": recipe.game, "layout": "narrow"},
        )
        if recipe.record.kind != OWN_KIND:
            self._add_board(add, values, originals)
        game = recipe.record
        fitting = fitting_searches(game.searched_as, game.has_chance)
        searches = [[SEARCHES[name].title, name] for name in fitting]
        if recipe.algorithm.name not in fitting:  # a tree of another program
            searches = [[recipe.algorithm.title, recipe.algorithm.name]]
        algorithm = _choice(searches, recipe.algorithm.name)
        if algorithm["kind"] != "fact":
            algorithm["layout"] = "bare"
        add(_SEARCH, "search", "Algorithm", "how the game is searched", algorithm)
        for parameter in recipe.declarations:
            name = parameter.name
            if name not in _HIDDEN_NAMES and self._matters(parameter, values[name]):
                control = self._control(parameter, values[name], originals.get(name, values[name]))
                section = _section(recipe, name)
                add(section, name, parameter.label, parameter.help, control)
        if recipe.declarations:
            self._add_seed(add, values)
        return [
            FormSection(
                {
                    "title": title,
                    "folded": title == _MORE,
                    "changed": any(field["changed"] for field in fields),
                    "fields": fields,
                }
            )
            for title, fields in sections.items()
            if fields
        ]

    def _matters(self, parameter: Parameter, value: Any) -> bool:
        """Whether the position has what a parameter is about, or somebody has set it."""
        if not parameter.needs or value != parameter.default:
            return True
        if parameter.needs == "kinds":
            return self.recipe.record.has_kinds
        own = {each.needs for each in self.recipe.declarations}
        biases = set(self.root.bias_names)
        return bool(biases - own if parameter.needs == "bias" else parameter.needs in biases)

    def _add_seed(self, add: Any, values: Form) -> None:
        add(
            _RUN,
            "seed",
            "Random seed",
            "another number, other playouts",
            {"kind": "text", "value": str(values["seed"]), "dice": True, "layout": "inline"},
        )

    def _add_board(self, add: Any, values: Form, originals: Form) -> None:
        self._add_position(add, values, originals)
        if self.recipe.record.kind in ("drawing", "cells"):  # on which the editor puts nothing
            return
        tiles = self.recipe.record.kind == "tiles"
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
        game = self.recipe.record
        if game.positions:
            name = "named-position"
            offered = [[text or "another", text] for text in game.choices(self.recipe.position)]
            control = _choice(offered, values[name])
            add(_BOARD, name, game.positions_label, "where the game begins", control)
        if game.kind != "tiles":
            add(
                _BOARD,
                "position",
                "Position",
                game.position_help,
                {
                    "kind": "text",
                    "value": values["position"],
                    "hint": game.default_position or "the beginning",
                },
            )
            return
        pasting = self.pasting or "board-seed" not in values
        add(
            _BOARD,
            BOARD_BY,
            "Board from",
            "a seed, or rows of colours",
            {
                "kind": "segments",
                "options": [["Seed", _SEED], ["Paste", PASTE]],
                "value": PASTE if pasting else _SEED,
                "layout": "bare",
            },
        )
        if pasting:
            rows = str(self.root)
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
            self._number(_COLOURS, values["colours"], originals.get("colours", _COLOURS.default)),
        )

    def _control(self, parameter: Parameter, value: Any, original: Any) -> Form:
        """The kind of control that suits a declared parameter."""
        if parameter.kind == "bool":
            return {"kind": "segments", "options": [["on", True], ["off", False]], "value": value}
        if parameter.kind == "choice":
            titles = {rule.name: rule.title for rule in RULES.values()}
            return _choice(
                [[titles.get(choice, choice), choice] for choice in parameter.choices], value
            )
        return self._number(parameter, value, original)

    def _number(self, parameter: Parameter, value: Any, original: Any) -> Form:
        high = min(parameter.high, self.limits.get(parameter.name, parameter.high))
        if parameter.kind == "int" and high - parameter.low < _FEW_WHOLE:
            options = [[str(n), n] for n in range(int(parameter.low), int(high) + 1)]
            return {"kind": "segments", "options": options, "value": value}
        values = stops(parameter, max(high, value), value, original)
        return {
            "kind": "slider",
            "stops": [[stop, self._number_text(parameter, stop)] for stop in values],
            "value": values.index(value),
            "tick": values.index(original),
        }

    def _number_text(self, parameter: Parameter, value: Any) -> str:
        unlimited = parameter.name in self.limits and value == parameter.high == parameter.default
        return "no limit" if unlimited else value_text(value)


def game_text(recipe: Recipe, root: Any) -> str:
    """ "SameGame 15 × 15" """
    game = recipe.record
    if game.kind != "tiles":
        return game.title
    return f"{game.title} {number(root.board.width)} × {number(root.board.height)}"


def notice(recipe: Recipe, original: Recipe, preset: str) -> tuple[str, str]:
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


def _choice(options: list[list[str]], value: str) -> Form:
    """Side by side when there is room, else a list; a choice of one is none."""
    if len(options) == 1:
        return {"kind": "fact", "value": options[0][0]}
    short = sum(len(title) + 2 for title, _ in options) <= _SHORT_CHOICES
    return {"kind": "segments" if short else "select", "options": options, "value": value}


def _section(recipe: Recipe, name: str) -> str:
    """Where a parameter stands; what is seldom changed is folded away."""
    if name in _RUN_NAMES:
        return _RUN
    if any(parameter.name == name for parameter in recipe.record.parameters):
        return _BOARD
    own = any(parameter.name == name for parameter in recipe.algorithm.parameters)
    if name in _FOLDED_NAMES or (own and name not in _SHOWN_NAMES):
        return _MORE
    return _SEARCH
