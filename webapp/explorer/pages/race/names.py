"""What entrants are called on the page, and what they are in a few words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from mcsearch import RecipeError
from mcsearch.games import Game
from mcsearch.presets import PRESETS
from mcsearch.recipe import SEARCHES, fitting_searches
from mcsearch.runs.race import Entrant

_SHORT = {"spmcts": "SP-MCTS", "uct": "UCT", "nmcs": "NMCS", "nrpa": "NRPA"}


class EntrantName(NamedTuple):
    """An entrant on the page."""

    name: str
    about: str
    is_changed: bool
    """Whether it differs from the preset or the search that it is named after."""

    @property
    def short(self) -> str:
        """The name where there is little room."""
        return (
            self.name.replace(" level ", " ").replace(" with ", " + ").replace("deviation", "dev.")
        )


@dataclass(frozen=True, slots=True)
class RaceChoice:
    """A preset or search that an entrant may be made from."""

    value: str
    text: str
    group: str


def base_of(text: str) -> str:
    """The preset or search of an entrant's text; "" for a recipe."""
    base = text.partition(":")[0]
    return base if base in PRESETS or base in SEARCHES else ""


def split(text: str) -> tuple[str, str, str]:
    """An entrant's text as its preset or search, its changes and its own name."""
    base, _, rest = text.partition(":")
    if not base_of(text):
        return text, "", ""
    changes = [change for change in rest.split(",") if change]
    own = [change.partition("=")[2] for change in changes if change.startswith("label=")]
    kept = [change for change in changes if not change.startswith("label=")]
    return base, ",".join(kept), own[-1] if own else ""


def joined(base: str, changes: str, name: str) -> str:
    """The text of `split`; RecipeError for a name that no text can hold."""
    if "," in name:
        raise RecipeError(f"name: {name!r} has a comma; give one without")
    parts = [change.strip() for change in changes.split(",") if change.strip()]
    if name.strip():
        parts.append(f"label={name.strip()}")
    return f"{base}:{','.join(parts)}" if parts else base


def names_of(texts: tuple[str, ...], entrants: tuple[Entrant, ...]) -> list[EntrantName]:
    """The names of a race's entrants, no two alike."""
    named = [_named(text, entrant) for text, entrant in zip(texts, entrants, strict=True)]
    counts = Counter(each.name for each in named)
    found: list[EntrantName] = []
    for place, each in enumerate(named):
        short, *others = each.about.split(", ") if each.about else [""]
        if counts[each.name] > 1 and others:
            each = EntrantName(f"{each.name}, {others[-1]}", short, each.is_changed)
        if each.name in (other.name for other in found):
            each = each._replace(name=f"{each.name} ({place + 1})")
        found.append(each)
    return found


def _named(text: str, entrant: Entrant) -> EntrantName:
    recipe = entrant.recipe
    base, changes, own = split(text)
    # the preset GNRPA searches with NRPA, and keeps its own name
    short = (
        base.upper()
        if base == "gnrpa"
        else _SHORT.get(recipe.search, SEARCHES[recipe.search].title)
    )
    values = recipe.values
    policy = str(values.get("policy", ""))
    if own or not base_of(text):
        name = own or entrant.label
    elif "level" in values:
        name = f"{short} level {values['level']}"
    elif base in PRESETS:
        title = PRESETS[base].title
        for beginning in (f"{short}, ", f"{SEARCHES[recipe.search].title}, "):
            title = title.removeprefix(beginning)
        title = title.replace(f", {policy} playouts", "")
        name = title[0].upper() + title[1:]
    else:
        name = short
    about = [short if short not in name else "", policy]
    shown = (
        re.sub(r"=-(?=\d)", " \u2212", changes)
        .replace("_", " ")
        .replace("=", " ")
        .replace("policy ", "")
        .split(",")
    )
    about += [change for change in shown if change and change not in about]
    if name == short and changes and not own:
        name = f"{short}, {about[-1]}"
        about = about[:-1]
    told = ", ".join(filter(None, about)) or "learns its policy"
    return EntrantName(name, told, bool(changes))


def choices(game: Game) -> tuple[RaceChoice, ...]:
    """Presets and searches that an entrant may be made from."""
    presets = [
        RaceChoice(preset.name, preset.title, "Presets")
        for preset in PRESETS.values()
        if preset.recipe.game == game.name
    ]
    searches = [
        RaceChoice(name, f"{SEARCHES[name].title}, defaults", "Searches")
        for name in fitting_searches(game.searched_as, game.has_chance)
    ]
    return *presets, *searches
