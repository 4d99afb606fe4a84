"""Calls of a person's code that do not come back are ended.

Where Python has threads, one of them looks after the others. In a browser it has none: there every
line of code that is `traced` asks the clock, which is too slow for searching; while a search runs,
the page watches the worker that Python runs in.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

LIMIT_SECONDS = 2.0
_LOOK_SECONDS = 0.2
_WATCHED = (
    *("legal_actions", "play", "is_terminal", "returns", "chance_outcomes", "prior", "evaluation"),
    *("heuristic", "key", "playout", "code", "action_name", "picture"),
)
HAS_THREADS = sys.platform != "emscripten"

Wrapper = Callable[[Callable[..., Any]], Callable[..., Any]]

_lock = threading.Lock()
_running: dict[int, tuple[str, float]] = {}  # by the thread: what it calls, and since when
_watcher: threading.Thread | None = None
_traced_seconds = 0.0  # of a call that is traced; 0: none is


class SlowCodeError(RuntimeError):
    """A person's code did not return in time."""


class _Stop(BaseException):
    """Raised inside a call from outside; nobody's `except Exception` is to catch it."""


def call(name: str, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a function of a person's code returns; SlowCodeError after LIMIT_SECONDS without.

    Where it is traced the limit is that of `traced`.

    Calls from inside such a call belong to it. Only Python code is ended: a call of the
    interpreter's own that takes long is, too, but not before it returns.
    """
    thread = threading.get_ident()
    if thread in _running or not (HAS_THREADS or _traced_seconds):
        return function(*arguments, **options)
    if HAS_THREADS:
        _watch()
    else:
        _trace()
    try:
        with _lock:
            _running[thread] = (name, time.monotonic())
        try:
            return function(*arguments, **options)
        finally:
            if not HAS_THREADS:
                sys.settrace(None)
            with _lock:  # while it is held nobody is stopped: afterwards it is too late to
                _running.pop(thread, None)
    except _Stop as stopped:
        _running.pop(thread, None)
        seconds = LIMIT_SECONDS if HAS_THREADS else _traced_seconds
        raise SlowCodeError(f"{name} did not return within {seconds:g} s") from stopped


@contextmanager
def traced(seconds: float = 0.0) -> Iterator[None]:
    """Calls from inside are ended without threads too, and are some times slower without them.

    `seconds` is the limit without threads, 0 for LIMIT_SECONDS.
    """
    global _traced_seconds
    _traced_seconds = seconds or LIMIT_SECONDS
    try:
        yield
    finally:
        _traced_seconds = 0.0


def guard(each: type, inside: Wrapper = lambda function: function) -> None:
    """Let the methods of a class that searches and pictures call be watched.

    inside: makes of a method what is called in its place
    """
    for name in _WATCHED:
        function = vars(each).get(name)
        if inspect.isfunction(function):
            setattr(each, name, _guarded(name, inside(function)))


def _guarded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def watched(*arguments: Any, **options: Any) -> Any:
        return call(name, function, *arguments, **options)

    return watched


def _trace() -> None:
    """Every line asks the clock, also that of a loop in one line (in Python 3.12 and later)."""
    end = time.monotonic() + _traced_seconds

    def look(*_: Any) -> Any:
        if time.monotonic() > end:
            raise _Stop  # with which Python ends the tracing, too
        return look

    sys.settrace(look)


def _watch() -> None:
    global _watcher
    if _watcher is None or not _watcher.is_alive():
        _watcher = threading.Thread(target=_look, name="guard", daemon=True)
        _watcher.start()


def _look() -> None:
    import ctypes  # only where there are threads: a browser's Python may lack it

    while True:
        time.sleep(_LOOK_SECONDS)
        with _lock:
            for thread, (_, since) in _running.items():
                if time.monotonic() - since > LIMIT_SECONDS:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(_Stop)
                    )
