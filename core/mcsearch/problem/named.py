"""A person's problem by its name, "module:Class" or "file.py:Class"."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.problem.numbered_recipe import NumberedRecipe
from mcsearch.problem.own_recipe import game_of
from mcsearch.recipe import Recipe


def load(name: str) -> Any:
    """The problem of "module:Class" or "file.py:Class", looked for from the current folder first.

    A class or a function is called without arguments; any other object is the problem itself.
    """
    return _maker(name)[0]()


@cache
def recipe_named(name: str) -> NumberedRecipe:
    """A recipe, in numbers, of the problem of a name as of `load`, which its game goes by.

    That name ends in a digest of the source, such as "file.py:Tour@1f0c2d3e", so that what is
    stored of other code is never taken for this one's; of what the file imports it knows nothing.
    With the digest given, RecipeError where the source is another one now.
    """
    plain, _, wanted = name.partition("@")
    make, file = _maker(plain)
    digest = blake2b(Path(file).read_bytes(), digest_size=4).hexdigest()
    if wanted and wanted != digest:
        raise RecipeError(f"--problem: {file} has changed since this was begun; begin it again")
    game = game_of(f"{plain}@{digest}", plain.rpartition(":")[2], make)
    return NumberedRecipe(game.name, own=game)


def read_recipe(fields: Any) -> Recipe:
    """The recipe of a mapping as from `Recipe.to_dict`, whose game may be one that `load` finds.

    That runs the code that the name says: never of a mapping that somebody else has made.
    """
    game = fields.get("game") if isinstance(fields, Mapping) else None
    if isinstance(game, str) and ":" in game:
        return recipe_named(game).replace(**{**fields, "game": recipe_named(game).game})
    return Recipe.from_dict(fields)


def named(name: str, flag: str, example: str) -> tuple[Any, ModuleType]:
    """What "module:name" or "file.py:name" names, and its module, from the current folder first.

    RecipeError, which begins with the flag, where there is none; `example` is a name of the kind.
    """
    place, _, attribute = name.rpartition(":")
    if not place or not attribute:
        raise RecipeError(
            f"{flag}: {name!r} is not valid; give module:{example} or file.py:{example}, such as "
            f"my_module:{example}"
        )
    module = _module(place, flag)
    if not hasattr(module, attribute):
        known = [known for known in vars(module) if not known.startswith("_")]
        close = difflib.get_close_matches(attribute, known, n=1)
        remedy = f"did you mean {close[0]}?" if close else "give a name that is in it"
        raise RecipeError(f"{flag}: {place} has no {attribute!r}; {remedy}")
    return getattr(module, attribute), module


def _maker(name: str) -> tuple[Callable[[], Any], str]:
    """What makes the problem of a name, and the file that it is in."""
    found, module = named(name, "--problem", "Class")
    place, _, attribute = name.rpartition(":")
    file = str(module.__file__)
    if not inspect.isclass(found) and not inspect.isroutine(found):
        return lambda: found, file
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        raise RecipeError(
            f"--problem: {attribute} needs arguments ({error}); give them defaults, or name an "
            f"object or a function of {place} that makes one"
        ) from None
    return found, file


def _module(place: str, flag: str) -> ModuleType:
    try:
        if place.endswith(".py"):
            return _file(Path(place), flag)
        # as `python -m` has it; the installed program has its own folder there
        sys.path.insert(0, os.getcwd())
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{place}.".startswith(f"{error.name}."):
            raise RecipeError(
                f"{flag}: no module {error.name!r} is found from here; go to its folder, or "
                "give its file as file.py:Class"
            ) from None
        raise _broken(place, error, flag) from None
    except (ImportError, SyntaxError) as error:
        raise _broken(place, error, flag) from None


def _broken(place: str, error: Exception, flag: str) -> RecipeError:
    reason = f"{error.msg}, line {error.lineno}" if isinstance(error, SyntaxError) else str(error)
    return RecipeError(f"{flag}: can't import {place} ({reason}); correct it there")


def _file(path: Path, flag: str) -> ModuleType:
    """The module of a file; what lies beside it can be imported, as when Python runs it."""
    if not path.is_file():
        raise RecipeError(f"{flag}: can't read {str(path)!r} (no such file); give a Python file")
    # no import has such a name, so that the file hides no module of its name
    name = f"problem in {path.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    return module
