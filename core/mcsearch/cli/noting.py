"""What `mcsearch race` tells its database of the race, so that the page can open it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from mcsearch.engine.parameter import Value
from mcsearch.engine.wording import text_of
from mcsearch.runs.entrants import PROGRAM
from mcsearch.runs.race import BoardRace, Equal, MatchRace, has_drawn_boards, usual_size
from mcsearch.runs.stored_races import StoredRace
from mcsearch.runs.tournament import Tournament

_BEYOND = ("problem", "odds", "openings", "clock", "adjudicate")


def noted_race(
    arguments: argparse.Namespace,
    game: str,
    equal: Equal,
    rules: Mapping[str, Value],
    race: BoardRace | MatchRace | Tournament,
) -> StoredRace:
    """The race of a command, defaults and all; `rules`: the game's own parameters."""
    given = vars(arguments)
    beyond = [f"--{name}" for name in _BEYOND if given.get(name) is not None]
    for text in arguments.entrants:
        if text.endswith(".json") or text.startswith(PROGRAM):
            beyond.append(text)
    fields = {"game": game, "equal": f"{equal.by}={equal.amount:.10g}"}
    fields |= {name.replace("_", "-"): text_of(value) for name, value in rules.items()}
    boards: dict[str, str] = {}
    record = race.entrants[0].recipe.record
    flags: tuple[str, ...]
    if isinstance(race, BoardRace):
        fields["seeds"] = arguments.seeds or "1-5"
        if arguments.board is not None:
            boards = race.boards
        elif arguments.problem is None and has_drawn_boards(record, arguments.position):
            fields["board-seeds"] = arguments.board_seeds or "1-10"
            fields["size"] = arguments.size or usual_size(record)
            if record.kind == "tiles":
                fields["colours"] = arguments.colours or "5"
        flags = ("scope", "target")
    else:
        fields["pairs"] = str(race.num_pairs)
        fields["seed"] = arguments.seed or "1"
        if arguments.sprt is not None:
            fields["sprt"] = ",".join(arguments.sprt)
        flags = ("opening_plies", "alpha", "beta", "model", "format")
    for name in flags:
        if given[name] is not None:
            fields[name.replace("_", "-")] = str(given[name])
    if getattr(arguments, "position", ""):
        fields["position"] = arguments.position
    return StoredRace(tuple(arguments.entrants), fields, boards, tuple(beyond))
