"""Where a command's work is done and kept: the flags, and the workers that they ask for."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass

from mcsearch.cli.flags import DATABASE, whole_number
from mcsearch.engine.parameter import RecipeError
from mcsearch.runs.pool import Cluster, Local

_ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:@]+):\d{1,5}")


@dataclass(frozen=True)
class Workers:
    """Processes of this machine, or those of the cluster whose scheduler has an address."""

    num_processes: int
    scheduler: str | None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Workers:
        """Those of the flags; RecipeError for flags that contradict each other."""
        count, scheduler = arguments.workers, arguments.scheduler
        if scheduler is not None and count is not None:
            raise RecipeError("--workers: the cluster has its own workers; leave out --workers")
        if scheduler is not None and not _ADDRESS.fullmatch(scheduler):
            raise RecipeError(
                f"--scheduler: {scheduler!r} is no address; give one as `dask scheduler` prints "
                "it, such as tcp://host:8786"
            )
        processors = os.cpu_count() or 1
        return cls(processors if count is None else whole_number("--workers", count, 1), scheduler)

    def start(self) -> Local | Cluster:
        """The pool, which the caller closes."""
        if self.scheduler is None:
            return Local(self.num_processes)
        return Cluster(self.scheduler)


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Give a parser the flags that `Workers.of` reads, that of the database and `--quiet`."""
    parser.add_argument("--database", default=DATABASE, help=f"by default {DATABASE}")
    parser.add_argument("--workers", metavar="N", help="processes, by default one a processor")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster: tcp://host:port")
    parser.add_argument("--quiet", action="store_true", help="no progress")
