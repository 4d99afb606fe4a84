"""Searches that are copied at many moments: a copy must be equal, independent, and go on alike.

Run as a program in the interpreted build, where every field of every object can be seen, it prints
what of a copy differs; so a field that is added to a search and forgotten in its copy is found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
from problems import Draws, HintedNim, Pig

from mcsearch import Recipe, search_for, trace
from mcsearch.engine.state import State
from mcsearch.engine.transpositions import Positions
from mcsearch.engine.tree import ROOT, Tree
from mcsearch.presets import PRESETS

_SMALL: dict[str, dict[str, Any]] = {
    "samegame": {"position": "6x5x3:2", "nodes": 60},
    "tictactoe": {"position": "", "nodes": 60},
    "connect4": {"position": "44", "nodes": 90},
    "yavalath": {"position": "e5 d4", "nodes": 90},
    "nogo": {"position": "d4 c3", "nodes": 60},
    "2048": {"position": "3x3:1", "nodes": 60},
    "atarigo": {"position": "d4 c3", "nodes": 60},
    "hex": {"position": "d4 c5", "nodes": 60},
    "othello": {"position": "d3 c3", "nodes": 60},
    "domineering": {"position": "d4-d5 f4-g4", "nodes": 60},
    "morpion": {"position": "4D", "nodes": 60},
    "hp-folding": {"position": "20", "nodes": 60},
    "weak-schur": {"position": "3", "nodes": 60},
    "tsptw": {"position": "10", "nodes": 60},
}
_MORE: dict[str, dict[str, Any]] = {
    "restarts of the tree": {"search": "spmcts", "parameters": {"restart_after": 9}},
    "a drawn tabu": {"search": "spmcts", "parameters": {"policy": "tabu-random", "epsilon": 0.1}},
    "a batch of descents": {
        "game": "connect4",
        "search": "tree-parallel",
        "parameters": {"descents": 7, "solver": True, "policy": "decisive"},
    },
    "a drawn tabu in nmcs": {"search": "nmcs", "parameters": {"policy": "tabu-random"}},
    "level 3 without memory": {"search": "nmcs", "parameters": {"level": 3, "memory": False}},
    "exploration": {"search": "nmcs", "parameters": {"level": 2, "explore": 0.4, "nodes": 20}},
    "evaluations": {"search": "nmcs", "parameters": {"level": 3, "evaluations": 5, "ratio": 0.7}},
    "runs of nrpa": {
        "search": "nrpa",
        "parameters": {
            "level": 2,
            "repeats": 3,
            "restarts": True,
            "stability": 2,
            "tabu": True,
            "size_bias": 0.3,
        },
    },
    "beams of nrpa": {
        "search": "nrpa",
        "parameters": {
            "level": 2,
            "repeats": 3,
            "beam": 3,
            "beam_level": 0,
            "stability": 2,
            "restarts": True,
            "warm": 2,
        },
    },
    "a beam of nrpa, then changes": {
        "search": "threshold-accepting",
        "parameters": {
            "level": 2,
            "repeats": 3,
            "beam": 2,
            "diversity": "scores",
            "changes": 9,
            "restarts": True,
            "warm": 1,
        },
    },
    "alpha-beta": {
        "game": "connect4",
        "search": "alpha-beta",
        "parameters": {"table": 8, "nodes": 60, "depth": 5},
    },
    "trees": {"search": "spmcts", "parameters": {"trees": 3, "iterations": 80}},
    "trees of nmcs": {"search": "nmcs", "parameters": {"trees": 2, "level": 2}},
    "everything of uct": {
        "game": "connect4",
        "parameters": {
            "transpositions": True,
            "solver": True,
            "expansion": "all",
            "decisive": True,
            "cutoff_plies": 5,
            "policy": "decisive",
        },
    },
}


def _small(recipe: Recipe) -> Recipe:
    """The recipe on a small board and in a small pool."""
    small = _SMALL[recipe.game]
    given = {"nodes": small["nodes"], "iterations": 100, **recipe.parameters}
    given |= {"nodes": min(given["nodes"], small["nodes"])}
    given |= {"iterations": min(given["iterations"], 100)}
    return recipe.replace(position=small["position"], parameters=given)


RECIPES = {
    **{name: _small(preset.recipe) for name, preset in PRESETS.items()},
    **{name: _small(Recipe.from_dict({**fields, "seed": 4})) for name, fields in _MORE.items()},
}
SEARCHES: dict[str, Callable[[], Any]] = {
    **{name: recipe.build for name, recipe in RECIPES.items()},
    "chance, two players": lambda: search_for(Pig(), parameters={"iterations": 100}, seed=4),
    "chance, one player": lambda: search_for(Draws(), parameters={"iterations": 100}, seed=4),
    "priors with noise, a drawn move": lambda: search_for(
        HintedNim(),
        "uct",
        {"selection": "puct", "root_noise": 0.3, "final_move": "drawn", "iterations": 100},
        4,
    ),
    "priors": lambda: search_for(HintedNim(), "uct", {"selection": "puct", "iterations": 100}, 4),
}


def moment(search: Any) -> dict[str, Any]:
    """All that can be read of a search in any build, but for the seconds it took."""
    names = ("iterations", "playouts", "phase", "stopped", "path", "path_actions", "new_nodes")
    names += ("playout_actions", "playout_return", "best_score", "best_sequence", "best_moves")
    names += (
        "improvements",
        "cut_off",
        "proven",
        "entered",
        "completed",
        "levels",
        "steps",
        "drawn",
    )
    names += ("nesting", "runs", "adapted", "restarts", "walk_actions", "walk_score")
    found = {name: getattr(search, name) for name in names if hasattr(search, name)}
    found |= {"line": trace.phase_record(search), "children": search.root_children()}
    tabu = search.policy.avoided_kind(search.root) if search.policy is not None else None
    if hasattr(search, "beam"):
        found["beams"] = [search.beam(level.level) for level in search.nesting]
    found |= {"rng": search.rng.state, "size": search.tree.size, "tabu": tabu}
    return {name: repr(value) for name, value in found.items()}


# --- the interpreted build ---

# written to before it is read
_SCRATCH = {"search._episode", "search.policy._actions", "search.policy._changed"}
_SCRATCH |= {"search.policy._moves", "search.policy._scores", "search.policy._state"}
_SCRATCH |= {f"search._crew._descents[{i}].policy._actions" for i in range(8)}
_SCRATCH |= {"search.rule._before", "search.rule._line", "search.rule._priors"}
_SCRATCH |= {"search._replay._first", "search._replay._board._low", "search._replay._board._high"}
# one for each word of a board
_SCRATCH_LISTS = ("_first_of", "_count_of", "_same", "_group")
_SCRATCH |= {f"search._replay._board.{name}" for name in _SCRATCH_LISTS}


def content(thing: Any, where: str = "search", found: dict | None = None, seen: Any = None) -> dict:
    """Every field of every object that a search consists of, by the way to it."""
    found = {} if found is None else found
    seen = {} if seen is None else seen
    if id(thing) in seen or where.endswith((".seconds", "._searches")):
        found[where] = "" if where.endswith(".seconds") else seen.get(id(thing), "")
        return found
    if isinstance(thing, State):
        found[where] = (str(thing), thing.to_play, thing.legal_actions())
    elif isinstance(thing, (memoryview, np.ndarray)):
        found[where] = hashlib.sha256(np.asarray(thing).tobytes()).hexdigest()
    elif isinstance(thing, (list, tuple)):
        for place, part in enumerate(thing):
            content(part, f"{where}[{place}]", found, seen)
    elif isinstance(thing, dict):
        for name, part in thing.items():
            content(part, f"{where}[{name!r}]", found, seen)
    elif type(thing).__module__.startswith(("mcsearch", "__main__")):
        seen[id(thing)] = where
        used = _used(thing)
        for name, part in vars(thing).items():
            if name in ("_records", "_columns") or f"{where}.{name}" in _SCRATCH:
                continue  # the arrays that the fields are views of
            if used is not None and isinstance(part, (memoryview, np.ndarray)) and len(part) > 64:
                part = np.asarray(part)[used]
            content(part, f"{where}.{name}", found, seen)
    else:
        found[where] = repr(thing)
    return found


def _used(thing: Any) -> list[int] | None:
    """The indexes where an object's long arrays mean something, None: all."""
    if isinstance(thing, Tree):
        nodes = [ROOT]
        for node in nodes:
            nodes += thing.children(node)
        return nodes
    return list(range(thing.count)) if isinstance(thing, Positions) else None


def differences(build: Callable[[], Any], phases: int = 200, every: int = 20) -> list[str]:
    """What is wrong with the copies that are made of a search every so many phases."""
    search = build()
    wrong = []
    for step in range(phases):
        if step % every == 0:
            before = content(search)
            twin = search.copy()
            wrong += _unlike("is not copied", step, before, content(twin))
            for _ in range(every):
                twin.advance()
            wrong += _unlike("is shared", step, before, content(search))
            after = content(twin)
        if not search.advance():
            break
        if step % every == every - 1:
            wrong += _unlike("goes on otherwise", step, content(search), after)
    return wrong


def _unlike(what: str, step: int, one: dict, other: dict) -> list[str]:
    names = sorted({*one, *other})
    return [f"{name} {what}, phase {step}" for name in names if one.get(name) != other.get(name)]


if __name__ == "__main__":
    for name, build in SEARCHES.items():
        if name.startswith("spmcts") and name.endswith("random"):
            continue  # the variants of the report with other playouts
        for line in differences(build)[:10]:
            print(f"{name}: {line}")
