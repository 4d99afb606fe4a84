"""Programs under test: waiting for them, their worker processes, and a small Dask cluster."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest


def wait_for(condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)
    return found


def children(pid) -> list[int]:
    """The worker processes of a process."""
    found = []
    with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children") as file:
        for child in file.read().split():
            with contextlib.suppress(OSError), open(f"/proc/{child}/cmdline") as command:
                if "spawn_main" in command.read():
                    found.append(int(child))
    return found


def is_running(pid) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextlib.contextmanager
def cluster() -> Iterator[tuple[str, subprocess.Popen, list[subprocess.Popen]]]:
    """A Dask scheduler with two workers, each in its own process."""
    pytest.importorskip("distributed")
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10"}
    own = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    scheduler = subprocess.Popen([*dask, "scheduler", *own], env=environment, **quiet)
    assert scheduler.stderr is not None
    address = ""
    while "Scheduler at:" not in address:
        address = scheduler.stderr.readline()
        assert address, "the scheduler ended"
    address = address.split("Scheduler at:")[1].strip()
    single = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    workers = [
        subprocess.Popen(
            [*dask, "worker", address, *single],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        for _ in range(2)
    ]
    try:
        yield address, scheduler, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
        scheduler.stderr.close()
