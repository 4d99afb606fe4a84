"""A program that is running: it is asked lines and answers a line, or is found out."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_LONGEST_LINE = 10_000
_MOST_LINES = 10_000  # of one answer
_MOST_WAITING = 100  # lines that nobody has asked for; then the program waits
_TOLD = 200  # characters of its own words


class ProgramError(RuntimeError):
    """A program that can't be started, has died, is silent or has answered what is no move."""


class Answer(NamedTuple):
    """What a program has answered: the move as it writes it, and what it tells of itself."""

    move: str
    told: Mapping[str, str]


class Program:
    """A command that runs, started without a shell."""

    def __init__(self, words: Sequence[str]) -> None:
        """ProgramError when it can't be started."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the program
        try:
            # of a session of its own: Ctrl-C is for the race, and what it has started ends with it
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"can't be started ({error.strerror or error})") from None
        self._lines: queue.Queue[bytes] = queue.Queue(_MOST_WAITING)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Pass on its lines, and b"" when it has closed its output."""
        output = self._process.stdout
        assert output is not None
        with contextlib.suppress(ValueError, OSError):  # it is closed here
            while line := output.readline(_LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def ask(self, lines: Sequence[str], seconds: float) -> Answer:
        """Its answer to lines, within so many seconds; ProgramError for none.

        It is ended where it fails, as what it says after that is no answer to anything.
        """
        try:
            return self._asked(lines, time.monotonic() + seconds, seconds)
        except BaseException:
            self.end()
            raise

    def _asked(self, lines: Sequence[str], until: float, seconds: float) -> Answer:
        given = self._process.stdin
        assert given is not None
        try:
            given.write("".join(f"{line}\n" for line in lines).encode())
            given.flush()
        except OSError:
            raise self._died() from None
        told: dict[str, str] = {}
        for _ in range(_MOST_LINES):
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise ProgramError(f"no move after {seconds:.3g} s") from None
            if not line:
                raise self._died()
            if not line.endswith(b"\n") and len(line) == _LONGEST_LINE:
                raise ProgramError(f"a line of more than {_LONGEST_LINE} bytes")
            word, _, rest = line.decode(errors="replace").strip().partition(" ")
            if word == "move":
                return Answer(rest.strip(), told)
            if word and not word.startswith("#"):
                told[word[:_TOLD]] = rest.strip()[:_TOLD]
        raise ProgramError(f"{_MOST_LINES} lines without a move")

    def _died(self) -> ProgramError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        code = self._process.poll()
        how = "has closed its output" if code is None else f"has ended with code {code}"
        self._errors.seek(0)
        words = self._errors.read().decode(errors="replace").strip().splitlines()
        return ProgramError(f"{how}: {words[-1][:_TOLD]}" if words else how)

    def end(self) -> None:
        """End it at once with all that it has started, whatever they are doing."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            with contextlib.suppress(OSError, ValueError):
                stream.close()  # type: ignore[union-attr]

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None


_running: dict[tuple[tuple[str, ...], int], Program] = {}


def program_of(words: tuple[str, ...]) -> Program:
    """The running program of a command: one for each thread, started when it is first asked."""
    place = words, threading.get_ident()
    found = _running.get(place)
    if found is None or not found.is_running:
        found = _running[place] = Program(words)
    return found


def end_programs() -> None:
    """End every program that this process has started."""
    while _running:
        _running.popitem()[1].end()


atexit.register(end_programs)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # they are the parent's
