"""Running a person's search: in a process of its own with a time limit, or here where none can be.

What it raises, an endless call and its death are `RunError`s; the process is begun anew after one.
"""

from __future__ import annotations

import _tracemalloc  # what tracemalloc is made of: that is a file, which a page would have to fetch
import atexit
import contextlib
import copy
import gc
import inspect
import io
import os
import random
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mcsearch.check.game import Game, Position
from mcsearch.check.node import NONE, Node
from mcsearch.check.reading import action_of, read, root_of, why_no_root
from mcsearch.check.shape import Shape, ShapeError, guessed
from mcsearch.engine import checks

LIMIT_SECONDS = 10.0
_RECURSION = 20_000
_NO_THREADS = (
    "run starts a thread, and Python in a browser has none: examine it with mcsearch check, "
    "in a terminal"
)
_OUR_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class RunError(RuntimeError):
    """A call that gave nothing: `kind` is "raised", "endless", "died", "threads" or "unread".

    "threads": it starts one where Python has none. `line` is where in the file of the search it
    was, from 1; 0 where that is not known.
    """

    def __init__(self, kind: str, message: str, details: str = "", line: int = 0) -> None:
        super().__init__(kind, message, details, line)
        self.kind = kind
        self.message = message
        self.details = details
        self.line = line

    def __str__(self) -> str:
        return self.message


class StoppedError(RuntimeError):
    """Who asked for an answer does not want it any more."""


@dataclass(frozen=True)
class Answer:
    """What a call has given.

    `tree`: None where it gave an action alone, or where none was asked for. `action`: its place,
    NONE where the search gave a root alone. `changed`: what it changed in the state it was given.
    `printed`: how many characters. `threads`: how many more there are now. `memory`: the bytes of
    what the call has left, 0 where they were not counted.
    """

    tree: Node | None
    action: int
    seconds: float
    cpu_seconds: float
    changed: str = ""
    printed: int = 0
    threads: int = 0
    shape: Shape | None = None
    unread: str = ""
    memory: int = 0


class Runner:
    """Calls `run(state, iterations, seed)` for positions of a game.

    `run` may also take (state, iterations), or state alone, for a search whose iterations are its
    own. Python's and numpy's generators are seeded before each call, for a search that takes no
    seed. `seconds` is the limit of a call in a process of its own.
    """

    def __init__(
        self,
        run: Callable[..., Any],
        game: Game,
        shape: Shape | None,
        seconds: float = LIMIT_SECONDS,
        own_process: bool | None = None,
    ) -> None:
        self.run = run
        self.game = game
        self.shape = Shape() if shape is None else shape
        self.is_shape_known = False
        self.seconds = seconds
        can_fork = hasattr(os, "fork") and sys.platform not in ("emscripten", "win32")
        self.own_process = can_fork if own_process is None else own_process and can_fork
        self._takes = _num_arguments(run)
        self._process: Any = None
        self._pipe: Any = None
        self._is_stopped = False
        self.calls = 0

    def answer(self, position: Position, iterations: int, seed: int, part: str = "tree") -> Answer:
        """One call; `part` is what is read: "tree", "root" (with its children), or "action".

        "memory" is "tree" and counts the bytes of Python's objects, which takes twice the time.

        Raises RunError, and StoppedError after `stop`.
        """
        self.calls += 1
        if self._is_stopped:
            raise StoppedError
        if not self.own_process:
            here = self._found(position, iterations, seed, part)
            self._learn(here)
            return here
        if self._process is None or not self._process.is_alive():
            self._begin()
        asked = position.path, iterations, seed, part, self.shape, self.is_shape_known
        try:
            self._pipe.send(asked)
            if not self._pipe.poll(self.seconds):
                self.end()
                raise RunError(
                    "endless",
                    f"run({position.text!r}, {iterations}, {seed}) was stopped after "
                    f"{self.seconds:g} s",
                )
            found = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(1.0)
            code = self._process.exitcode
            self.end()
            if self._is_stopped:
                raise StoppedError from None
            raise RunError("died", f"the process of run ended with code {code}") from None
        if isinstance(found, RunError):
            raise found
        self._learn(found)
        return found

    def _learn(self, found: Answer) -> None:
        if found.shape is not None and not self.is_shape_known:
            self.shape = found.shape
            self.is_shape_known = True

    def _begin(self) -> None:
        import multiprocessing  # which no page has

        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=self._serve, args=(theirs,), daemon=False)
        process.start()
        theirs.close()
        self._process = process
        atexit.register(self.stop)  # or its end would be waited for
        if self._is_stopped:  # meanwhile
            _kill(process)

    def _serve(self, pipe: Any) -> None:
        """In the process: answer until the other end is closed."""
        self._pipe.close()
        os.setsid()  # what a search begins ends with it
        own = os.getpid()
        sys.setrecursionlimit(_RECURSION)
        gc.freeze()  # what the parent holds is not to be copied by going through it
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        while True:
            try:
                path, iterations, seed, part, self.shape, self.is_shape_known = pipe.recv()
            except (EOFError, KeyboardInterrupt):
                os._exit(0)
            position = self.game.start.at(path)
            assert position is not None
            try:
                found: Any = self._found(position, iterations, seed, part)
            except RunError as error:
                found = error
            if os.getpid() != own:  # run has forked: one of them answers
                os._exit(0)
            pipe.send(found)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            self._pipe.close()
            _kill(process)
            process.join()
            atexit.unregister(self.stop)

    def stop(self) -> None:
        """Let every call from now on, and the one that is waited for, raise StoppedError.

        Another thread may call it.
        """
        self._is_stopped = True
        process = self._process
        if process is not None:
            _kill(process)

    def _found(self, position: Position, iterations: int, seed: int, part: str) -> Answer:
        try:
            return self._here(position, iterations, seed, part)
        except RunError:
            raise
        except Exception as error:  # of the game, or of a tree that can't be read
            raise _told("unread", _words(error), error, self.run) from None

    def _here(self, position: Position, iterations: int, seed: int, part: str) -> Answer:
        given = _copy(position.given)
        before = _stored(given)
        threads = threading.active_count()
        random.seed(seed)
        with contextlib.suppress(ImportError):  # a page's numpy has no generators
            np.random.seed(seed % 2**32)
        said = _Counted()
        began, cpu = time.perf_counter(), time.process_time()
        try:
            with (
                contextlib.redirect_stdout(said),
                contextlib.redirect_stderr(said),
                _counted_memory(part == "memory") as left,
            ):
                result = self.run(*(given, iterations, seed)[: self._takes])
                memory = left()
        except (KeyboardInterrupt, RunError):
            raise
        except BaseException as error:
            if sys.platform == "emscripten" and "can't start new thread" in str(error):
                raise _told("threads", _NO_THREADS, error, self.run) from None
            raise _told("raised", f"run raised {_words(error)}", error, self.run) from None
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu
        now = _stored(given)
        tree, shape, unread = self._read(result, position, iterations, part)
        return Answer(
            tree=tree,
            action=action_of(result, shape, position),
            seconds=seconds,
            cpu_seconds=cpu_seconds,
            changed="" if now == before else f"it was {before[:80]}, is {now[:80]}",
            printed=said.count,
            threads=max(0, threading.active_count() - threads),
            shape=shape,
            unread=unread,
            memory=memory,
        )

    def _read(
        self, result: Any, position: Position, iterations: int, part: str
    ) -> tuple[Node | None, Shape | None, str]:
        if part == "action" and action_of(result, None, position) != NONE:
            return None, None, ""
        try:
            root = root_of(result, self.shape)
            if root is None:
                return None, None, why_no_root(result, self.shape, position)
            shape = self.shape
            if not self.is_shape_known:
                shape = guessed(root, self.shape, iterations)
            if part in ("root", "action"):
                return read(root, shape, position, depth=1), shape, ""
            return read(root, shape, position), shape, ""
        except ShapeError as error:
            return None, None, str(error)


@contextlib.contextmanager
def _counted_memory(is_counted: bool) -> Iterator[Callable[[], int]]:
    """Gives what counts the bytes of the objects that were made in it and are there still."""
    if not is_counted:
        yield lambda: 0
        return
    goes_on = _tracemalloc.is_tracing()  # the person's own
    _tracemalloc.start()
    before, _ = _tracemalloc.get_traced_memory()

    def left() -> int:
        gc.collect()
        return max(0, _tracemalloc.get_traced_memory()[0] - before)

    try:
        yield left
    finally:
        if not goes_on:
            _tracemalloc.stop()


class _Counted(io.TextIOBase):
    """Takes what is printed and keeps how many characters it was."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, text: str, /) -> int:
        self.count += len(text)
        return len(text)


def _kill(process: Any) -> None:
    with contextlib.suppress(OSError):  # there is no such group yet, or none any more
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def _told(kind: str, said: str, error: BaseException, run: Callable[..., Any]) -> RunError:
    """What is said of what was raised, and where: in the search's own file if that called it."""
    frames = traceback.extract_tb(error.__traceback__)
    code = getattr(inspect.unwrap(run), "__code__", None)
    file = "" if code is None or code.co_filename.startswith(_OUR_FOLDER) else code.co_filename
    own = [frame for frame in frames if frame.filename == file]
    last = (own or frames)[-1]
    return RunError(
        kind,
        said,
        f"{os.path.basename(last.filename)}, line {last.lineno}: {last.line}",
        (last.lineno or 0) if own else 0,
    )


def _num_arguments(run: Callable[..., Any]) -> int:
    """How many of (state, iterations, seed) a search takes."""
    try:
        parameters = inspect.signature(run).parameters.values()
    except (TypeError, ValueError):
        return 3
    if any(p.kind == p.VAR_POSITIONAL for p in parameters):
        return 3
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return min(3, len(places))


def _copy(given: Any) -> Any:
    """A state of its own, so that what a search changes is not there in the next call."""
    try:
        return copy.deepcopy(given)
    except Exception:
        return given


def _stored(given: Any) -> str:
    """A state as it prints with all it stores, so that a change is seen."""
    stored = getattr(given, "__dict__", None)
    text = checks.printed(stored) if stored is not None else ""
    if stored is None or type(given).__str__ is not object.__str__:
        text += str(given)
    return text
