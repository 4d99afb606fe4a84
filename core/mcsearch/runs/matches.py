"""A table of matches for two players: what the stored games of each say, from a TOML file.

    title = "Two players: against UCT"
    about = "what is asked, in a sentence"
    pairs = 400                                         # of games, where a match gives no other
    seed = 1125                                         # of their openings and games

    [[matches]]                                         # one for each game and each budget
    game = ["connect4", "yavalath"]
    equal = "iterations=200"                            # of a move, as for `mcsearch race`
    entrants = ["uct:label=UCT", "uct:selection=grave,label=GRAVE"]
    note = "what is to be known of it"
    pairs = 200

The games are those of `mcsearch race` with the same entrants, pairs and seed: its database has
them, `mcsearch report FILE --database DATABASE` tells the results, and the command of a match that
is not over. The document keeps of each pair what its games gave and a digest of their moves, so
that any pair can be played again and compared bit for bit.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.wording import counted
from mcsearch.recipe import MAX_SEED
from mcsearch.runs.experiment import checked_table, fields_of
from mcsearch.runs.numbers import whole_numbers
from mcsearch.runs.race import MAX_PAIRS
from mcsearch.runs.store import Store
from mcsearch.runs.stored_match import Match, counted_pairs, told

_FIELDS = ("title", "about", "pairs", "seed", "matches")
_MATCH_FIELDS = ("game", "equal", "entrants", "note", "pairs")


@dataclass(frozen=True)
class Matches:
    """A table's matches, in the order of its file."""

    title: str
    about: str
    matches: tuple[Match, ...]


def is_table(file: str) -> bool:
    """Whether a TOML file is a table of matches, and no experiment; RecipeError for no TOML."""
    return "matches" in fields_of(file)


def load(file: str) -> Matches:
    """The table of a file; RecipeError names the value, the place and the remedy."""
    try:
        return parse(fields_of(file))
    except RecipeError as error:
        raise RecipeError(f"{file}: {error}") from None


def parse(fields: Mapping[str, Any]) -> Matches:
    """The table of a file's fields."""
    checked_table("field", fields, _FIELDS)
    pairs = _pairs(fields, 100)
    (seed,) = whole_numbers("seed", [fields.get("seed", 1)], 0, MAX_SEED)
    entries = fields["matches"]
    if not isinstance(entries, list) or not entries:
        raise RecipeError("matches: there is none; give at least one [[matches]]")
    found: list[Match] = []
    for number, entry in enumerate(entries, 1):
        try:
            for match in _matches(checked_table("field", entry, _MATCH_FIELDS), pairs, seed):
                match.race()
                if match in found:
                    raise RecipeError(f"{match.command!r} is there twice; leave one out")
                found.append(match)
        except RecipeError as error:
            raise RecipeError(f"matches, number {number}: {error}") from None
    title, about = (str(fields.get(name, "")) for name in ("title", "about"))
    return Matches(title, about, tuple(found))


def _matches(entry: Mapping[str, Any], pairs: int, seed: int) -> Iterator[Match]:
    games, budgets, entrants = (_texts(name, entry) for name in ("game", "equal", "entrants"))
    pairs = _pairs(entry, pairs)
    for game, equal in itertools.product(games, budgets):
        yield Match(game, equal, entrants, pairs, seed, str(entry.get("note", "")))


def _pairs(fields: Mapping[str, Any], default: int) -> int:
    (pairs,) = whole_numbers("pairs", [fields.get("pairs", default)], 1, MAX_PAIRS)
    return pairs


def _texts(name: str, entry: Mapping[str, Any]) -> tuple[str, ...]:
    value = entry.get(name)
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(each, str) for each in values):
        raise RecipeError(f"{name}: {value!r} is not valid; give a text, or a list of texts")
    return tuple(values)


# --- what its games say ---


def document(table: Matches, store: Store) -> dict[str, Any]:
    """The table with the stored pairs of each match, up to the first that is not whole."""
    rows = {row["fixture"]: row for row in store.rows("games")}
    return {
        "kind": "matches",
        "title": table.title,
        "about": table.about,
        "matches": [_document(match, store, rows) for match in table.matches],
    }


def _document(match: Match, store: Store, rows: Mapping[str, Any]) -> dict[str, Any]:
    race = match.race()
    results, digests, last = "", [], {"build": "", "commit_id": "", "finished": ""}
    for number in range(match.pairs):
        keys = [fixture.to_json() for fixture in race.fixtures(number)]
        games = [store.find_game(key) for key in keys]
        if None in games:
            break
        digits, moves = told(*(game for game in games if game is not None))
        results += digits
        digests.append(moves)
        last = max((rows[key] for key in keys), key=lambda row: str(row["finished"]))
    return {
        "game": match.game,
        "equal": match.equal,
        "entrants": list(match.entrants),
        "pairs": match.pairs,
        "seed": match.seed,
        "note": match.note,
        "build": last["build"],
        "commit": last["commit_id"],
        "finished": last["finished"],
        "results": results,
        "digests": digests,
    }


def text(table: Matches, found: Mapping[str, Any]) -> str:
    """A document's results for a person: a line a match."""
    lines = [table.title]
    for match, row in zip(table.matches, found["matches"], strict=True):
        first, second = (entrant.label for entrant in match.race().entrants)
        pairs = counted_pairs(row["results"])
        low, high = pairs.elo_interval
        lines.append(
            f"{second} against {first}, {match.game}, {match.equal} a move: "
            f"Elo {pairs.elo:+.0f} ({low:+.0f} to {high:+.0f}), {100 * pairs.score:.1f} % of "
            f"{counted(2 * pairs.num_pairs, 'game')}"
            if pairs.num_pairs
            else f"{second} against {first}, {match.game}, {match.equal} a move: no pair is stored"
        )
        if pairs.num_pairs < match.pairs:
            lines.append(f"  {match.pairs - pairs.num_pairs} pairs to play: {match.command}")
    return "\n".join(lines)
