"""Runs in parallel: processes of this machine or a Dask cluster, through the same executor loop.

A run is handed out when a worker is free and stored when it comes back, so whatever ends the
program, finished runs are stored and the others are made at the next start. Runs whose worker was
lost are handed out again.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import itertools
import logging
import multiprocessing
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, TypeVar

from mcsearch.runs.worker import prepare

_Result = TypeVar("_Result")

logger = logging.getLogger(__name__)

_MAX_LOSSES = 5  # of workers, without a finished run in between
_PATIENCE_SECONDS = 20.0  # for a scheduler that does not answer
_POLL_SECONDS = 0.5


class PoolError(RuntimeError):
    """The workers can't go on; the message tells why and what to do."""


class Local:
    """A pool of processes, with a new one when a process was lost."""

    def __init__(self, num_workers: int) -> None:
        self.num_workers = num_workers
        self.executor: Executor
        self._open()

    def _open(self) -> None:
        context = multiprocessing.get_context("spawn")
        # what the processes read ends when this program closes it or ends itself
        self._read, self._write = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            self.num_workers, context, initializer=prepare, initargs=(self._read,)
        )

    def submit(self, function: Callable[[str], _Result], job: str) -> Future[_Result]:
        """Hand out a run; BrokenExecutor when a process was lost."""
        return self.executor.submit(function, job)

    def renew(self) -> None:
        """Replace the processes after a loss."""
        self.close()
        self._open()

    def is_ready(self) -> bool:
        """Processes of this machine wait for no scheduler."""
        return True

    def close(self) -> None:
        """End the processes at once, whatever they are doing."""
        self._write.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self._read.close()


class Cluster:
    """The workers of a Dask cluster; they must have mcsearch of the same version."""

    def __init__(self, scheduler: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise PoolError(
                "--scheduler needs the package distributed; install mcsearch[runs]"
            ) from None
        self.scheduler = scheduler
        # what the library's many loggers say about a lost connection is told in one message
        for name in list(logging.root.manager.loggerDict):
            if name.split(".")[0] in ("distributed", "tornado", "asyncio", "concurrent"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client: Any = Client(scheduler, timeout=_PATIENCE_SECONDS, set_as_default=False)
        except Exception as error:  # the library raises what it likes
            raise PoolError(
                f"--scheduler: nothing answers at {scheduler!r} ({error}); check the address and "
                "start `dask scheduler` and `dask worker`"
            ) from None
        self.executor: Executor = self._client.get_executor(pure=False)
        self.num_workers = 1  # threads of the workers, as `is_ready` has seen them; at least 1
        self._silent_since: float | None = None
        self._idle_since: float | None = None

    def submit(self, function: Callable[[str], _Result], job: str) -> Future[_Result]:
        """Hand out a run; BrokenExecutor when the connection is lost."""
        with self._connected():
            return self.executor.submit(function, job)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        """A lost connection shows in many exceptions, also before the client's status tells."""
        try:
            yield
        except Exception as error:
            if isinstance(error, OSError) or self._client.status != "running":
                raise concurrent.futures.BrokenExecutor(str(error)) from error
            raise

    def renew(self) -> None:
        """The cluster replaces lost workers itself; it gets a moment for it."""
        time.sleep(_POLL_SECONDS)

    def is_ready(self) -> bool:
        """Whether the scheduler answers; PoolError when it has not for a while.

        A cluster may get its workers later, so their absence is only told.
        """
        if self._client.status == "running":
            self._silent_since = None
            with contextlib.suppress(concurrent.futures.BrokenExecutor):
                self._count_workers()
            return True
        now = time.monotonic()
        self._silent_since = self._silent_since or now
        if self._client.status == "closed" or now - self._silent_since > _PATIENCE_SECONDS:
            raise PoolError(f"the scheduler at {self.scheduler} is gone")
        return False

    def _count_workers(self) -> None:
        with self._connected():
            workers = self._client.scheduler_info(n_workers=-1).get("workers", {})
        threads = sum(worker["nthreads"] for worker in workers.values())
        self.num_workers = max(threads, 1)
        now = time.monotonic()
        if threads > 0:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = now
        elif now - self._idle_since > _PATIENCE_SECONDS:
            self._idle_since = float("inf")  # told until there are workers again
            logger.warning(
                "the scheduler at %s has no workers; waiting for one: start `dask worker %s`",
                *(self.scheduler, self.scheduler),
            )

    def close(self) -> None:
        """Withdraw what is not finished and leave the cluster, if it is still there."""
        # a client that has lost its scheduler raises what it likes, and it is no use to anybody
        with contextlib.suppress(Exception):
            self.executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)


Failed = Callable[[str, Exception], None]


def _end(job: str, error: Exception) -> None:
    raise PoolError(f"a run fails ({type(error).__name__}: {error}): {job}") from error


def outcomes(
    jobs: Iterable[str],
    workers: Local | Cluster,
    function: Callable[[str], _Result],
    failed: Failed = _end,
) -> Iterator[_Result]:
    """Do every job (a recipe or a fixture, JSON) once and yield its outcome when it comes.

    Outcomes come in any order. Jobs are asked for when there is a worker for them, no sooner. A run
    that fails is told to `failed` with its exception, and the others go on.

    PoolError when a run fails and nobody is to be told, workers are lost again and again or the
    scheduler vanishes; what has come back until then is yielded before. Close the workers
    afterwards.
    """
    pending: dict[Future[_Result], str] = {}
    try:
        yield from _outcomes(jobs, workers, function, failed, pending)
    except (PoolError, KeyboardInterrupt):
        for future in pending:
            if future.done() and not future.cancelled() and future.exception() is None:
                yield future.result()
        raise


def _outcomes(
    jobs: Iterable[str],
    workers: Local | Cluster,
    function: Callable[[str], _Result],
    failed: Failed,
    pending: dict[Future[_Result], str],
) -> Iterator[_Result]:
    coming = iter(jobs)
    waiting: deque[str] = deque(itertools.islice(coming, 1))  # and what was lost
    losses = 0
    lost_with: Counter[str] = Counter()
    reason: Exception | None = None
    while waiting or pending:
        ready = workers.is_ready()
        broken = False
        try:
            # one more than there are workers, so that none waits for the next run
            while ready and waiting and len(pending) <= workers.num_workers:
                future = workers.submit(function, waiting[0])
                pending[future] = waiting.popleft()
                waiting.extend(itertools.islice(coming, not waiting))
        except concurrent.futures.BrokenExecutor as error:
            broken, reason = True, error
        done, _ = concurrent.futures.wait(
            pending, timeout=_POLL_SECONDS, return_when=concurrent.futures.FIRST_COMPLETED
        )
        for future in done:
            job = pending.pop(future)
            try:
                outcome = future.result()
            except (concurrent.futures.CancelledError, concurrent.futures.BrokenExecutor) as error:
                broken, reason = True, error
                waiting.append(job)
            except Exception as error:
                if type(error).__name__ != "KilledWorker":  # of distributed, perhaps not installed
                    failed(job, error)
                    continue
                broken, reason = True, error
                waiting.append(job)
                lost_with[job] += 1
            else:
                losses = 0
                yield outcome
        if broken:
            losses += workers.is_ready()  # a vanished scheduler is not a lost worker
            for job, count in lost_with.items():
                if count > _MAX_LOSSES:
                    raise PoolError(
                        f"a run has lost its worker {count} times ({reason}); is there enough "
                        f"memory? give it fewer nodes: {job}"
                    )
            if losses > _MAX_LOSSES:
                raise PoolError(
                    f"{losses} workers were lost one after the other ({reason}); is there enough "
                    "memory? use fewer workers or fewer nodes"
                )
            if isinstance(workers, Local):
                waiting.extend(pending.values())
                pending.clear()
            workers.renew()
        if not ready:
            # what was handed out is lost with the connection
            waiting.extend(pending.values())
            pending.clear()
            time.sleep(_POLL_SECONDS)
