"""Links to a moment: the recipe, how far it has come, the selected node and what is on show.

A link is an ordinary query: `preset` names what the recipe is compared with; `game`, `position`,
`search`, `seed` and the parameters by their names are the recipe; `at` is the moment, as
completed iterations and phases of the next one ("1400.3"); `node` the selected node's actions,
`open` what clicks on "+n" pills gave, `closed` the collapsed nodes, `view` the part of the tree
that is seen, `as` the picture ("tree" instead of a nested search's lanes), `pin` the position
whose policy is shown. Without `game` the recipe is the preset's with the link's changes. A link
to another page (`view=results`) never comes here: `pages.js` opens it, and takes `embed` away,
which says that one card is shown in a frame.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from explorer.game.line import Actions
from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import Opening
from explorer.moment.steps import PHASES
from explorer.session.limits import LIMITS, LINK_CHARACTERS, check
from explorer.session.problems import recipe_with
from mcsearch import Recipe, RecipeError
from mcsearch.playout import POLICIES
from mcsearch.presets import find_preset
from mcsearch.recipe import choose
from mcsearch.searches import SEARCHES

Window = tuple[float, float, float, float]
"""Left, top, right and bottom of what is seen of the tree, as shares of the whole drawing."""

LANES, TREE = "lanes", "tree"  # the two pictures of a search with levels

WHOLE: Window = (0.0, 0.0, 1.0, 1.0)

_RECIPE = ("game", "position", "search", "seed")
_MOMENT = ("at", "node", "open", "closed", "view", "as", "pin")
RESERVED = ("preset", *_RECIPE, *_MOMENT, "embed")
"""The names that a link uses itself: no parameter may have one of them."""

_MOST_ACTIONS = 500
_MOST_NODES = 50
_MOST_CHILDREN = 500
_LARGEST_VIEW = 100.0


@dataclass(frozen=True)
class Place:
    """A moment of a search as it is seen."""

    recipe: Recipe
    preset: str = ""
    steps: int = 0  # phases since the beginning
    selected: Actions = ()
    branches: Branches = UNTOUCHED
    window: Window = WHOLE
    shown: str = LANES  # how a search with levels is shown
    pinned: Actions | None = None  # the position whose policy is shown


def to_query(place: Place) -> str:
    """The link's query, without the question mark; no longer than the page takes.

    Of very many opened or collapsed nodes it names those nearest to the root, or none.
    """
    query = _query(place)
    if len(query) > LINK_CHARACTERS:
        query = _query(replace(place, branches=UNTOUCHED))
    return query


def _query(place: Place) -> str:
    recipe, moment = _recipe_query(place.recipe, place.preset), _moment_query(place)
    return f"{recipe}&{moment}" if moment else recipe


@functools.lru_cache(maxsize=64)  # a served page tells its link with every frame
def _recipe_query(recipe: Recipe, preset: str) -> str:
    fields: dict[str, Any] = {"preset": preset} if preset else {}
    fields |= {"game": recipe.game}
    if recipe.position:
        fields["position"] = recipe.position.strip()
    fields |= {"search": recipe.search, "seed": recipe.seed}
    fields |= {name: _text(value) for name, value in recipe.parameters.items()}
    return _encode(fields)


def _moment_query(place: Place) -> str:
    fields: dict[str, Any] = {}
    if place.steps:
        fields["at"] = f"{place.steps // PHASES}.{place.steps % PHASES}"
    if place.selected:
        fields["node"] = _dotted(place.selected)
    if place.branches.opened:
        nearest = sorted(place.branches.opened, key=lambda opening: (len(opening.actions), opening))
        fields["open"] = ",".join(
            f"{_dotted(opening.actions)}:{opening.num_children}"
            for opening in nearest[:_MOST_NODES]
        )
    if place.branches.collapsed:
        closed = sorted(place.branches.collapsed, key=lambda actions: (len(actions), actions))
        fields["closed"] = ",".join(map(_dotted, closed[:_MOST_NODES]))
    if place.window != WHOLE:
        fields["view"] = ",".join(f"{share:.4f}".rstrip("0").rstrip(".") for share in place.window)
    if place.shown != LANES:
        fields["as"] = place.shown
    if place.pinned is not None:
        fields["pin"] = _dotted(place.pinned)
    return _encode(fields)


def _encode(fields: dict[str, Any]) -> str:
    return urlencode(fields, safe=":,/;", quote_via=quote)


def from_query(query: str) -> Place | None:
    """The place that a query names, None for an empty one; RecipeError for a wrong one."""
    query = query.strip().lstrip("?#")
    if not query:
        return None
    if len(query) > LINK_CHARACTERS:
        raise RecipeError(f"link: {len(query):,} characters; give at most {LINK_CHARACTERS:,}")
    try:
        return _place(query)
    except RecipeError as error:
        raise RecipeError(f"link: {error}") from None


def _place(query: str) -> Place:
    fields: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name in fields:
            raise RecipeError(f"{name} is given twice; leave one out")
        fields[name] = value
    preset = fields.pop("preset", "")
    base = find_preset(preset).recipe if preset else Recipe()
    moment = {name: fields.pop(name) for name in _MOMENT if name in fields}
    changes: dict[str, Any] = {name: fields.pop(name) for name in _RECIPE if name in fields}
    if "seed" in changes:
        changes["seed"] = _whole("seed", changes["seed"])
    if preset and "game" not in changes:
        search = changes.get("search", base.search)
        given = _with_effect({**base.parameters, **fields}, search)
        recipe = base.replace(**changes, parameters=given)
    else:
        parameters = _with_effect(fields, changes.get("search", ""))
        recipe = recipe_with(**{"game": base.game, **changes}, parameters=parameters)
    check(recipe)
    closed = _parts("closed", moment.get("closed", ""))
    return Place(
        recipe,
        preset if recipe.game == base.game else "",
        _steps(moment.get("at", "0")),
        _actions("node", moment.get("node", "")),
        Branches(
            _openings(moment.get("open", "")),
            frozenset(_actions("closed", part) for part in closed),
        ),
        _window(moment["view"]) if "view" in moment else WHOLE,
        _shown(moment.get("as", LANES)),
        _actions("pin", moment["pin"]) if "pin" in moment else None,
    )


def _with_effect(parameters: dict[str, Any], search: str) -> dict[str, Any]:
    """Without what older links say of the playouts of a search that takes no policy."""
    if search not in SEARCHES or SEARCHES[search].uses_policy:
        return parameters
    of_policies = {p.name for policy in POLICIES.values() for p in policy.parameters}
    return {k: v for k, v in parameters.items() if k != "policy" and k not in of_policies}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _dotted(actions: Actions) -> str:
    return ".".join(map(str, actions))


def _whole(name: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,19}", text):
        raise RecipeError(f"{name}: {text[:40]!r} is not valid; give a whole number")
    return int(text)


def _steps(text: str) -> int:
    match = re.fullmatch(r"(\d{1,9})(?:\.(\d))?", text)
    phase = int(match[2] or 0) if match else PHASES
    if match is None or phase >= PHASES:
        raise RecipeError(
            f"at: {text[:40]!r} is not valid; give completed iterations and phases of the next "
            "one, such as 1400.3"
        )
    if int(match[1]) > LIMITS["iterations"]:
        raise RecipeError(f"at: {match[1]} is too far; give at most {LIMITS['iterations']}")
    return PHASES * int(match[1]) + phase


def _actions(name: str, text: str) -> Actions:
    parts = text.split(".") if text else []
    if len(parts) > _MOST_ACTIONS or not all(re.fullmatch(r"\d{1,9}", part) for part in parts):
        raise RecipeError(
            f"{name}: {text[:40]!r} is not valid; give actions, at most {_MOST_ACTIONS}, such as "
            "12.5.7"
        )
    return tuple(map(int, parts))


def _parts(name: str, text: str) -> list[str]:
    parts = text.split(",") if text else []
    if len(parts) > _MOST_NODES:
        raise RecipeError(f"{name}: {len(parts)} nodes; give at most {_MOST_NODES}")
    return parts


def _openings(text: str) -> frozenset[Opening]:
    found = []
    for part in _parts("open", text):
        actions, colon, count = part.rpartition(":")
        if not colon:
            raise RecipeError(f"open: {part[:40]!r} is not valid; give ACTIONS:NUMBER")
        shown = min(_whole("open", count), _MOST_CHILDREN)
        found.append(Opening(_actions("open", actions), shown))
    return frozenset(found)


def _shown(text: str) -> str:
    choose("as", text, (LANES, TREE))
    return text


def _window(text: str) -> Window:
    try:
        shares = [float(part) for part in text.split(",")]
    except ValueError:
        shares = []
    if len(shares) != 4 or not all(
        math.isfinite(share) and abs(share) <= _LARGEST_VIEW for share in shares
    ):
        raise RecipeError(
            f"view: {text[:40]!r} is not valid; give left, top, right and bottom as shares, such "
            "as 0,0,1,1"
        )
    left, top, right, bottom = shares
    if not (left < right and top < bottom):
        raise RecipeError(f"view: {text[:40]!r} is empty; give left < right and top < bottom")
    return (left, top, right, bottom)
