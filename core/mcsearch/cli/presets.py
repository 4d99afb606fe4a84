"""The command `mcsearch presets`: the named recipes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mcsearch.engine.wording import text_of
from mcsearch.presets import PRESETS


def add_command(commands: Any) -> None:
    """Add `presets` to the command line."""
    parser = commands.add_parser("presets", help="list the named recipes", description="List them.")
    parser.add_argument("--json", action="store_true", help="as JSON, with complete recipes")
    parser.set_defaults(command=_presets)


def _presets(arguments: argparse.Namespace) -> int:
    if arguments.json:
        rows = [
            {
                "name": preset.name,
                "title": preset.title,
                "origin": preset.origin,
                "recipe": preset.recipe.to_dict(),
            }
            for preset in PRESETS.values()
        ]
        print(json.dumps(rows))
        return 0
    for preset in PRESETS.values():
        recipe = preset.recipe
        values = ", ".join(f"{name} {text_of(value)}" for name, value in recipe.values.items())
        print(f"{preset.name}: {preset.title}")
        print(f"    {preset.origin}")
        print(f"    {recipe.search} on {recipe.game}: {values}")
    return 0
