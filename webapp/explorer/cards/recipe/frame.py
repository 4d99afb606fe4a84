"""The recipe card: a control for every value of the recipe, made from its declarations.

The controls are plain values, which `form.js` turns into the browser's own inputs. No control is
known by name in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Literal

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

Values = dict[str, Any]  # by the names of the fields


@dataclass(frozen=True, slots=True)
class FormField:
    """What every control has."""

    name: str
    label: str
    help: str
    _: KW_ONLY
    layout: str = ""
    changed: bool = False  # its value is not what it is compared with
    error: str = ""


@dataclass(frozen=True, slots=True)
class FormSlider(FormField):
    """A slider."""

    stops: tuple[tuple[float, str], ...]  # values and their texts
    value: int  # the place among these
    tick: int  # that of the value that it is compared with
    kind: Literal["slider"] = "slider"


@dataclass(frozen=True, slots=True)
class FormChoice(FormField):
    """One of several, side by side or in a list."""

    options: tuple[tuple[str, str | int | tuple[int, int]], ...]  # titles and values
    value: str | int | tuple[int, int]
    kind: Literal["segments", "select"]


@dataclass(frozen=True, slots=True)
class FormAction(FormField):
    """A button."""

    text: str
    action: str  # the name in `data-client`
    kind: Literal["action"] = "action"


@dataclass(frozen=True, slots=True)
class FormText(FormField):
    """A text of one line or of several, or one that can't be changed."""

    value: str
    kind: Literal["text", "area", "fact"] = "text"
    rows: int = 1
    dice: bool = False  # a button beside it draws another number
    hint: str = ""


Control = FormSlider | FormChoice | FormAction | FormText


@dataclass(frozen=True, slots=True)
class FormSection:
    """A part of the form."""

    title: str
    folded: bool
    changed: bool
    fields: tuple[Control, ...]


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

    def sections(self) -> tuple[FormSection, ...]:
        """The sections of the form that have fields."""
        values, originals = values_of(self.recipe), values_of(self.original)
        found: dict[str, list[Control]] = {title: [] for title in (_BOARD, _SEARCH, _RUN, _MORE)}
        for section, control in self._controls(values, originals):
            name = control.name
            # a value without a preset's to compare with is as the search declares it
            changed = name in originals and _differ(values.get(name), originals[name])
            told: dict[str, Any] = {"changed": changed}
            if self.refusal is not None and self.refusal.name == name:
                told["error"] = self.refusal.message
                if not isinstance(control, FormSlider | FormAction):
                    told["value"] = self.refusal.given
            found[section].append(replace(control, **told))
        return tuple(
            FormSection(title, title == _MORE, any(each.changed for each in fields), tuple(fields))
            for title, fields in found.items()
            if fields
        )

    def _controls(self, values: Values, originals: Values) -> Iterator[tuple[str, Control]]:
        """Each control after its section, in the order of the form."""
        recipe = self.recipe
        game = recipe.record
        games = (*((each.title, each.name) for each in GAMES.values()), *self.own_games)
        about, chosen = "what is played", recipe.game
        yield _BOARD, FormChoice("game", "Game", about, games, chosen, "select", layout="narrow")
        if game.kind != OWN_KIND:
            yield from ((_BOARD, control) for control in self._board(values, originals))
        fitting = fitting_searches(game.searched_as, game.has_chance)
        searches = [(SEARCHES[name].title, name) for name in fitting]
        algorithm = recipe.algorithm
        if algorithm.name not in fitting:  # a tree of another program
            searches = [(algorithm.title, algorithm.name)]
        about = "how the game is searched"
        yield _SEARCH, _choice("search", "Algorithm", about, searches, algorithm.name, "bare")
        for parameter in recipe.declarations:
            name = parameter.name
            if name not in _HIDDEN_NAMES and self._matters(parameter, values[name]):
                original = originals.get(name, values[name])
                yield _section(recipe, name), self._control(parameter, values[name], original)
        if recipe.declarations:
            about, seed = "another number, other playouts", str(values["seed"])
            yield _RUN, FormText("seed", "Random seed", about, seed, dice=True, layout="inline")

    def _matters(self, parameter: Parameter, value: Any) -> bool:
        """Whether the position has what a parameter is about, or somebody has set it."""
        if not parameter.needs or value != parameter.default:
            return True
        if parameter.needs == "kinds":
            return self.recipe.record.has_kinds
        own = {each.needs for each in self.recipe.declarations}
        biases = set(self.root.bias_names)
        return bool(biases - own if parameter.needs == "bias" else parameter.needs in biases)

    def _board(self, values: Values, originals: Values) -> Iterator[Control]:
        yield from self._position(values, originals)
        if self.recipe.record.kind in ("drawing", "cells"):  # on which the editor puts nothing
            return
        tiles = self.recipe.record.kind == "tiles"
        about = "paint a board, or set a position up stone by stone"
        text = "Edit this board" if tiles else "Set up a position"
        yield FormAction("editor", "Editor", about, text, "edit", layout="bare")

    def _position(self, values: Values, originals: Values) -> Iterator[Control]:
        game = self.recipe.record
        if game.positions:
            name, about = "named-position", "where the game begins"
            offered = [(text or "another", text) for text in game.choices(self.recipe.position)]
            yield _choice(name, game.positions_label, about, offered, values[name])
        if game.kind != "tiles":
            text, hint = values["position"], game.default_position or "the beginning"
            yield FormText("position", "Position", game.position_help, text, hint=hint)
            return
        pasting = self.pasting or "board-seed" not in values
        about, chosen = "a seed, or rows of colours", PASTE if pasting else _SEED
        ways = (("Seed", _SEED), ("Paste", PASTE))
        yield FormChoice(BOARD_BY, "Board from", about, ways, chosen, "segments", layout="bare")
        if pasting:
            about, rows = "the top row first, '.' is empty", str(self.root)
            shown = min(8, 1 + rows.count("\n"))
            yield FormText("position", "Rows of colours", about, rows, "area", shown)
            return
        about, seed = "another number, another board", str(values["board-seed"])
        yield FormText("board-seed", "Seed", about, seed, dice=True, layout="half")
        width, height = values["size"]
        sides = [(n, n) for n in sorted({*_SIDES, width, height})]
        if width != height:
            sides.append((width, height))
        sizes = tuple((f"{w} × {h}", (w, h)) for w, h in sides)
        about = "columns and rows"
        yield FormChoice("size", "Size", about, sizes, (width, height), "select", layout="half")
        original = originals.get("colours", _COLOURS.default)
        yield self._number(_COLOURS, values["colours"], original)

    def _control(self, parameter: Parameter, value: Any, original: Any) -> Control:
        """The kind of control that suits a declared parameter."""
        named = parameter.name, parameter.label, parameter.help
        if parameter.kind == "bool":
            return FormChoice(*named, (("on", True), ("off", False)), value, "segments")
        if parameter.kind == "choice":
            titles = {rule.name: rule.title for rule in RULES.values()}
            choices = [(titles.get(choice, choice), choice) for choice in parameter.choices]
            return _choice(*named, choices, value)
        return self._number(parameter, value, original)

    def _number(self, parameter: Parameter, value: Any, original: Any) -> Control:
        named = parameter.name, parameter.label, parameter.help
        high = min(parameter.high, self.limits.get(parameter.name, parameter.high))
        if parameter.kind == "int" and high - parameter.low < _FEW_WHOLE:
            options = tuple((str(n), n) for n in range(int(parameter.low), int(high) + 1))
            return FormChoice(*named, options, value, "segments")
        values = stops(parameter, max(high, value), value, original)
        offered = tuple((stop, self._number_text(parameter, stop)) for stop in values)
        return FormSlider(*named, offered, values.index(value), values.index(original))

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


def _choice(
    name: str, label: str, help: str, options: list[tuple[str, str]], value: str, layout: str = ""
) -> Control:
    """Side by side when there is room, else a list; a choice of one is none."""
    if len(options) == 1:
        return FormText(name, label, help, options[0][0], "fact")
    short = sum(len(title) + 2 for title, _ in options) <= _SHORT_CHOICES
    kind: Literal["segments", "select"] = "segments" if short else "select"
    return FormChoice(name, label, help, tuple(options), value, kind, layout=layout)


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
