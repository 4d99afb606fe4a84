"""A race being run: in processes or on a cluster, into a database, with progress and an end."""

from __future__ import annotations

import argparse
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from tqdm import tqdm

from mcsearch.cli.solve import INTERRUPTED
from mcsearch.cli.workers import Workers
from mcsearch.runs import worker
from mcsearch.runs.pool import PoolError, outcomes
from mcsearch.runs.store import Store, StoreError
from mcsearch.runs.stored_races import StoredRace

FAILED = 1
_LINE_SECONDS = 5.0  # between two lines of progress on a pipe


class Running(ABC):
    """A race being run: what is stored is taken, the rest is made and stored."""

    command = "race"
    unit = ""
    noun = ""
    function: Callable[[str], Any]

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.workers = Workers.of(arguments)
        self.arguments = arguments
        self.num_new = 0
        self.noted: StoredRace | None = None
        """What the database is told of the race."""
        self.code = 0  # of the program, unless it is interrupted

    @abstractmethod
    def jobs(self, store: Store) -> Iterator[str]:
        """What is to be made, in order; takes what is stored on the way."""

    @abstractmethod
    def take(self, store: Store, outcome: Any) -> None:
        """Store what has come back and count it."""

    @abstractmethod
    def failed(self, job: str, error: Exception) -> None:
        """Name who has failed; PoolError when nobody is left to go on."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether enough has come back."""

    @abstractmethod
    def progress(self) -> tuple[int, int, str]:
        """How much counts, of how much, and what it says in a few words."""

    @abstractmethod
    def result(self, store: Store, as_json: bool) -> str:
        """What the race has shown so far."""

    def finish(self, store: Store) -> None:  # noqa: B027 - most have nothing to do
        """Do what is to be done with a result that has been told."""

    def go(self) -> int:
        """Run the race; the exit code."""
        code = 0
        arguments = self.arguments
        opened = Store(arguments.database)  # nothing is kept in a file that can't be opened
        try:
            with opened as store:
                if self.noted is not None:
                    store.add_race(self.noted)
                try:
                    self._run(store)
                except KeyboardInterrupt:
                    say(f"interrupted; {self._kept()}", self.command)
                    code = INTERRUPTED
                except PoolError as error:
                    say(f"error: {error}; {self._kept()}", self.command)
                    return FAILED
                print(self.result(store, arguments.json))
                self.finish(store)
                code = code or self.code
        except StoreError as error:
            say(f"error: {error}; {self._kept()}", self.command)
            return FAILED
        return code

    def _run(self, store: Store) -> None:
        coming = self.jobs(store)
        first = next(coming, None)  # workers are started for something to do only
        if first is None:
            return
        with closing(self.workers.start()) as pool, self._told() as tell:
            for outcome in outcomes(_chained(first, coming), pool, self.function, self.failed):
                self.take(store, outcome)
                tell()
                if self.is_over():
                    break

    def _kept(self) -> str:
        return (
            f"{self.num_new} new {self.noun} are in {self.arguments.database}, the same command "
            "goes on"
        )

    @contextmanager
    def _told(self) -> Iterator[Callable[[], None]]:
        """What is called after each outcome: a bar on a terminal, now and then a line on a pipe."""
        if self.arguments.quiet:
            yield lambda: None
        elif sys.stderr.isatty():
            done, total, _ = self.progress()
            with tqdm(total=total, initial=done, unit=self.unit, dynamic_ncols=True) as bar:

                def draw() -> None:
                    bar.n, _, words = self.progress()
                    bar.set_postfix_str(words, refresh=False)
                    bar.refresh()

                yield draw
        else:
            last = time.monotonic()

            def line() -> None:
                nonlocal last
                if time.monotonic() - last >= _LINE_SECONDS:
                    last = time.monotonic()
                    done, total, words = self.progress()
                    print(f"{self.unit} {done} of {total}: {words}", file=sys.stderr, flush=True)

            yield line


def _chained(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def say(message: str, command: str = "race") -> None:
    print(f"mcsearch {command}: {message}", file=sys.stderr)


class Games(Running):
    """Games in pairs, which a match or a tournament wants in an order of its own and counts."""

    unit = "pair"
    noun = "games"
    function = staticmethod(worker.play)
    race: Any  # a MatchRace or a Tournament

    def jobs(self, store: Store) -> Iterator[str]:
        for fixture in self.race.games():
            text = fixture.to_json()
            stored = store.find_game(text)
            if stored is None:
                yield text
            else:
                self.race.add(text, stored.returns)

    def take(self, store: Store, outcome: worker.GameOutcome) -> None:
        returns: float | None = outcome.returns
        if store.add_game(outcome):
            self.num_new += 1
        else:  # another program was quicker: what is stored counts, here as at the next start
            stored = store.find_game(outcome.fixture)
            returns = None if stored is None else stored.returns
        assert returns is not None, "what is not new is stored"
        self.race.add(outcome.fixture, returns)

    def is_over(self) -> bool:
        return self.race.is_over
