"""A program as the entrant that a text names, with options after the command."""

from __future__ import annotations

import re

from mcsearch.recipe import Recipe
from mcsearch.runs.programs.recipe import ProgramRecipe
from mcsearch.runs.race import Entrant

HOW = (
    "a program of your own, in any language, as a command: 'program:python3 my_bot.py'; it gets "
    "the position and the limit in lines and answers its move, see mcsearch.runs.programs"
)
_OPTIONS = re.compile(r"(?:,\s*(?:label|patience)=[^,]*)*$")


def entrant_of(text: str, game: str, own: Recipe | None = None) -> Entrant:
    """The program of a command, such as "python3 my_bot.py,label=mine,patience=5"."""
    options = _OPTIONS.search(text)
    assert options is not None, "no option is one, too"
    given = {
        name.strip(): value.strip()
        for name, _, value in (part.partition("=") for part in options[0].split(",")[1:])
    }
    command = text[: options.start()].strip()
    label = given.pop("label", None) or command
    return Entrant(label, ProgramRecipe.from_command(command, game, own, **given))
