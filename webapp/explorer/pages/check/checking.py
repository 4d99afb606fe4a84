"""One examination at a time: in a thread of its own on a server, else a part of it a slice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from explorer.session.code import Code, CodeError
from explorer.session.searches import LIMIT_SECONDS, run_of
from explorer.session.work import Work
from mcsearch.check import Examination, Report, Shape, StoppedError, offered
from mcsearch.check.offered import DEFAULT_GAME

State = Literal["idle", "running", "done", "stopped", "failed"]
IDLE: Final = "idle"
RUNNING: Final = "running"
DONE: Final = "done"
STOPPED: Final = "stopped"
FAILED: Final = "failed"
SECONDS = 20
OFFERED_SECONDS = (5, SECONDS, 60)
"""About how long one takes: what is usual, and what a visitor chooses from."""
_AT_ONCE = threading.BoundedSemaphore(2)
"""Of all visitors of a server; the others wait."""


@dataclass(frozen=True)
class Job:
    """What is to be examined: code, and the game by its name; and what is told of its nodes.

    `seconds`: about how long it may take.
    `number`: the browser counts what it asks for, as Python may have begun anew.
    """

    code: Code
    game: str = DEFAULT_GAME
    seed: int = 1
    tree: Shape | None = None
    number: int = 1
    seconds: int = SECONDS


class Run:
    """An examination on its way; `examination` is there once the code has been read."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.state: State = RUNNING
        self.stage = "waiting for its turn"
        self.report: Report | None = None
        self.examination: Examination | None = None
        self.error: CodeError | None = None
        self._is_stopped = False

    def steps(self) -> Iterator[None]:
        """Everything, a part between two yields; never raises for what the code does."""
        try:
            self.stage = "reading the code"
            yield
            run = run_of(self.job.code)
            self.examination = Examination(
                run,
                offered(self.job.game),
                tree=self.job.tree,
                seed=self.job.seed,
                limit=LIMIT_SECONDS,
                seconds=float(self.job.seconds),
            )
            for done in self.examination.lines():
                self.report = self.examination.report
                self.stage = done if isinstance(done, str) else ""
                yield
                if self._is_stopped:
                    raise StoppedError
            self.report = self.examination.report
            self.state = DONE
        except StoppedError:
            self.state = STOPPED
        except CodeError as error:
            self.error, self.state = error, FAILED
        self.stage = ""

    def stop(self) -> None:
        """Another thread may call it."""
        self._is_stopped = True
        if self.examination is not None:
            self.examination.stop()


class Checking(Work):
    """The latest examination; `is_threaded` where Python has threads."""

    def __init__(self, is_threaded: bool) -> None:
        super().__init__()
        self.run: Run | None = None
        self._is_threaded = is_threaded
        self._steps: Iterator[None] = iter(())
        self._news = threading.Event()

    @property
    def state(self) -> State:
        return IDLE if self.run is None else self.run.state

    @property
    def busy(self) -> bool:
        return self.state == RUNNING or self._news.is_set()

    def start(self, job: Job) -> None:
        """Examine it, and nothing else any more."""
        self.stop()
        self.run = run = Run(job)
        self._news = news = threading.Event()
        if self._is_threaded:
            work = threading.Thread(target=_in_thread, args=(run, news), daemon=True)
            work.start()
        else:
            self._steps = run.steps()
        self._changed()

    def stop(self) -> None:
        if self.run is not None and self.run.state == RUNNING:
            self.run.stop()

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        if not self._is_threaded:
            return self._step
        if not self._news.is_set():
            return None
        return self._news.clear

    def _step(self) -> None:
        next(self._steps, None)

    def end_slice(self) -> bool:
        self._changed()
        return True

    def fail(self, error: Exception) -> None:
        if self.run is not None:
            self.run.error = CodeError(f"{type(error).__name__}: {error}")
            self.run.state = FAILED
        self._changed()


def _in_thread(run: Run, news: threading.Event) -> None:
    try:
        with _AT_ONCE:
            for _ in run.steps():
                news.set()
    except Exception as error:  # of the game, or of what nobody has thought of
        run.error = CodeError(f"{type(error).__name__}: {error}")
        run.state = FAILED
    finally:
        news.set()
