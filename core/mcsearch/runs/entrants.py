"""The entrants of a race as texts: a preset or a search with changes, a recipe, or its file."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES, SEARCHES, Recipe
from mcsearch.runs.race import Entrant, Equal
from mcsearch.runs.text_file import read_text

HOW = (
    "a preset or a search, with changes after a colon (spmcts-uct, uct:solver=on,label=solver), "
    "a recipe's file (mine.json), or its JSON"
)
PROGRAM = "program:"
"""What an entrant begins with that is a command, see `mcsearch.runs.programs`."""


def _read_file(name: str) -> str:
    return read_text("entrant", name)


def entrants_of(
    texts: Sequence[str],
    game: str | None,
    read: Callable[[str], str] = _read_file,
    own: Recipe | None = None,
    program: Callable[[str, str, Recipe | None], Entrant] | None = None,
) -> list[Entrant]:
    """The entrants that texts name; RecipeError says which text is none, and the remedy.

    A search plays `game`; without it, that of the first entrant with a game of its own. `read`:
    the text of a recipe's file by its name. `own`: any recipe of `game` where that is a person's
    own, which no name finds. `program`: the entrant of a command, which is started when it races:
    never for texts that somebody else has made, such as those of a link.
    """
    if program is None and any(map(_is_program, texts)):
        raise RecipeError(
            "entrant program: a program is raced from the command line alone; leave it out here, "
            "or give the same entrants to mcsearch race"
        )
    whose = game if own is None else own.game
    found_in_texts = [_recipe(text, whose, read, own) for text in texts]
    games = [recipe.game for recipe in found_in_texts if recipe is not None]
    chosen = game or (games[0] if games else _game_of(texts))
    entrants = []
    for text, recipe in zip(texts, found_in_texts, strict=True):
        try:
            if program is not None and _is_program(text):
                entrants.append(program(text.removeprefix(PROGRAM), chosen, own))
                continue
            found = recipe
            if found is None:
                found = _searching(text.partition(":")[0], chosen, own)
            if found.game != chosen:
                raise RecipeError(
                    f"it plays {found.game}, and the race is of {chosen}; give a search with its "
                    "parameters, such as uct:solver=on"
                )
            changes = _changes(text)
            label = changes.pop("label", None) or _label(text)
            entrants.append(Entrant(label, found.with_parameters(changes)))
        except RecipeError as error:
            raise RecipeError(f"entrant {text[:60]!r}: {error}") from None
    return entrants


def _is_program(text: str) -> bool:
    return text.startswith(PROGRAM)


def _searching(search: str, game: str, own: Recipe | None) -> Recipe:
    """A search with its defaults on a game."""
    if own is None:
        return Recipe(game, "", search)
    return own.replace(search=search, parameters={}, seed=0)


def _recipe(
    text: str, game: str | None, read: Callable[[str], str], own: Recipe | None
) -> Recipe | None:
    """The recipe of a preset, a file or JSON; None for a search or program, which need a game.

    A name that a preset and a search share is the search's where the preset plays another game.
    """
    name = text.partition(":")[0]
    if _is_program(text):
        return None
    if text.lstrip().startswith("{"):
        return _read(text, text, own)
    if text.endswith(".json"):
        return _read(text, read(text), own)
    preset = PRESETS.get(name)
    if preset is not None and (name not in SEARCHES or game in (None, preset.recipe.game)):
        return preset.recipe
    if name in SEARCHES:
        return None
    known = [*PRESETS, *SEARCHES]
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise RecipeError(f"entrant {text[:60]!r}: not known; {hint}give {HOW}")


def _read(text: str, content: str, own: Recipe | None) -> Recipe:
    try:
        return Recipe.from_json(content) if own is None else own.like(content)
    except RecipeError as error:
        raise RecipeError(f"entrant {text[:60]!r}: {error}") from None


def _changes(text: str) -> dict[str, str]:
    """The changes after the colon; "label" among them is what the entrant is called."""
    if text.lstrip().startswith("{") or text.endswith(".json"):
        return {}
    changes = {}
    for change in filter(None, text.partition(":")[2].split(",")):
        name, equals, value = change.partition("=")
        if not equals:
            raise RecipeError(f"{change!r} is no change; give name=value")
        changes[name.strip().replace("-", "_")] = value.strip()
    return changes


def given_by(text: str, recipe: Recipe) -> set[str]:
    """The parameters that somebody has chosen: a text's changes, or all that a recipe has."""
    if text.lstrip().startswith("{") or text.endswith(".json"):
        return set(recipe.parameters)
    return set() if _is_program(text) else set(_changes(text))


def common_rules(texts: Sequence[str], entrants: Sequence[Entrant]) -> dict[str, Value]:
    """One value for each rule of the game that the entrants differ in, such as the scoring.

    The one that a text gives, else the first entrant's; none where texts give several, which
    nobody can reconcile. `entrants`: as `entrants_of` has made them of `texts`.
    """
    found: dict[str, Value] = {}
    for parameter in entrants[0].recipe.record.parameters:
        name = parameter.name
        values = [entrant.recipe.values.get(name) for entrant in entrants]
        given = [
            value
            for text, (_, recipe), value in zip(texts, entrants, values, strict=True)
            if name in given_by(text, recipe)
        ]
        if len({*values}) > 1 and len({*given}) < 2:
            chosen = given[0] if given else values[0]
            if chosen is not None:
                found[name] = chosen
    return found


def own_budgets(
    texts: Sequence[str], entrants: Sequence[Entrant], equal: Equal, budget: str
) -> list[str]:
    """A sentence for each limit that an entrant's text or recipe gives, and the race does not use.

    `entrants`: as `entrants_of` has made them of `texts`; `budget`: the race's, in words. The
    budget that a preset comes with is nobody's wish, and is not told.
    """
    found = []
    for text, (label, recipe) in zip(texts, entrants, strict=True):
        used = recipe.with_parameters(equal.parameters)
        for name in ("iterations", "seconds"):
            own = recipe.values.get(name)
            if name in given_by(text, recipe) and own != used.values.get(name):
                found.append(
                    f"{label}: its own {name}={own:.10g} is not used: the race gives {budget}"
                )
    return found


def _label(text: str) -> str:
    if text.lstrip().startswith("{"):
        return str(json.loads(text).get("search", "recipe"))
    return Path(text).stem if text.endswith(".json") else text


def _game_of(texts: Sequence[str]) -> str:
    """The only game that the first search plays, or the only one with boards to draw among them;
    RecipeError when there are several."""
    searches = [SEARCHES[text.partition(":")[0]] for text in texts if not _is_program(text)]
    games = [
        name
        for name, game in GAMES.items()
        if not game.has_chance and (not searches or game.num_players in searches[0].num_players)
    ]
    drawn = [name for name in games if GAMES[name].kind == "tiles"]
    games = drawn if searches and len(drawn) == 1 else games
    if len(games) > 1:
        raise RecipeError(f"--game: which one? give one of {', '.join(games)}")
    return games[0]
