"""A match of a stored table, and what the table keeps of its games; a page can read it, too."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.match import Played, play, results_of_pair
from mcsearch.runs.race import Equal, MatchRace, prepared
from mcsearch.runs.statistics.pairs import Pairs


@dataclass(frozen=True)
class Match:
    """Two entrants, counted as the second sees them."""

    game: str
    equal: str
    entrants: tuple[str, ...]
    pairs: int
    seed: int
    note: str = ""

    def race(self) -> MatchRace:
        """The race of its games; RecipeError for entrants that can't play each other."""
        equal = Equal.from_text(self.equal)
        ready = prepared(entrants_of(self.entrants, self.game), equal, "", {})
        return MatchRace(ready, self.pairs, self.seed)

    @property
    def command(self) -> str:
        """The line that plays it, or goes on with it, in a terminal."""
        flags = {"game": self.game, "equal": self.equal, "pairs": self.pairs, "seed": self.seed}
        words = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
        return shlex.join(["mcsearch", "race", *self.entrants, *words])


def digest(first: Sequence[int], second: Sequence[int]) -> str:
    """A digest of the moves of a pair's two games, openings and all."""
    text = json.dumps([list(first), list(second)])
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def told(first: Played, second: Played) -> tuple[str, str]:
    """A pair as a document has it: what its games gave, and the digest of their moves.

    The results are two digits, of the game that the second entrant began and of the other: 2 for a
    win of that entrant, 1 for a draw, 0 for a loss.
    """
    results = results_of_pair(first.returns, second.returns, entrant=2)
    digits = "".join(str(round(2 * result)) for result in results)
    return digits, digest(first.actions, second.actions)


def played_again(race: MatchRace, number: int) -> tuple[str, str]:
    """A pair of a match, from 0, played anew, as `told`."""
    first, second = map(play, race.fixtures(number))
    return told(first, second)


def counted_pairs(results: str) -> Pairs:
    """The counts of a document's results; ValueError for what are none."""
    pairs = Pairs()
    for first, second in zip(results[::2], results[1::2], strict=True):
        pairs = pairs.with_pair(int(first) / 2, int(second) / 2)
    return pairs
