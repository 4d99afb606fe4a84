"""What a contest asks of the database that its race is from.

`database` is what answers on a server; the site has neither files nor SQLite, and ships none of it.
"""

from __future__ import annotations

from typing import Any, Protocol

from mcsearch.runs.stored_races import StoredRace


class SourceError(RuntimeError):
    """The database can't be read or written; the message names the file and the remedy."""


class Source(Protocol):
    """A database as the rows of one race come from it, and go to it.

    What reads or writes raises SourceError.
    """

    race: StoredRace

    @property
    def name(self) -> str:
        """The file's, without its folder."""

    def is_due(self, now: float) -> bool:
        """Whether to look again for rows of other programs, `now` in seconds."""

    def read(self, run: Any, now: float) -> list[Any]:
        """The rows that the race has not got yet, for `take`; any thread may ask."""

    def take(self, run: Any, rows: list[Any], is_playing: bool) -> bool:
        """Give the race what `read` has found; whether there was anything."""

    def begin(self) -> None:
        """Open the file for writing, and note the race in it."""

    def end(self) -> None:
        """Nothing is written any more."""

    def keep(self, run: Any) -> bool:
        """Write what the race has made itself; whether all of it is what the file has now.

        Not so where another program was quicker and its clock has ended a search elsewhere. What
        could not be written is tried again the next time.
        """

    def anew(self) -> Source:
        """The same, of which nothing has been read yet."""
