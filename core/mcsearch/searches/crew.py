"""Threads that play the leaves of a batch of descents out, without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
    from cython.cimports.mcsearch.searches.crew import count, give_way, load, store, swap
    from cython.cimports.mcsearch.searches.cutoff import CutOff
    from cython.cimports.mcsearch.searches.descent import Descent
else:
    from mcsearch.searches.cutoff import CutOff
    from mcsearch.searches.descent import Descent

_COUNT = cython.declare(cython.longlong, 0xFFFF)
_OFFERED = cython.declare(cython.int, 16)  # bits below
_BATCH = cython.declare(cython.int, 32)
_LOOKS = cython.declare(cython.int, 200)  # before a thread that waits lets others have its core


@cython.cclass
class Crew:
    """Plays batches of descents, one for each of a tree search's, as many at once as have joined.

    A descent is offered as soon as it has come to its leaf, so that it is played out while the next
    one is chosen. Who plays it counts it as begun; the number of the batch beside that count keeps
    a thread that comes late from taking what is none of its batch. What a playout returns depends
    on its descent alone, and on no thread.
    """

    def __init__(self, descents: list, cut_off: CutOff) -> None:
        i: cython.int
        self._descents = descents
        self._cut_off = cut_off
        self._open = 0
        self._done = 0
        self._is_over = 1
        if cython.compiled:
            self._at = cython.cast(
                cython.pp_void, PyMem_Malloc(len(descents) * cython.sizeof(cython.p_void))
            )
            if self._at == cython.NULL:
                raise MemoryError(f"no memory for {len(descents)} descents")
            for i in range(len(descents)):
                self._at[i] = cython.cast(cython.p_void, descents[i])
        else:
            self._at = descents

    def __dealloc__(self):
        if cython.compiled:
            PyMem_Free(self._at)

    # --- C level ---

    def begin(self):
        """Begin a batch."""
        if cython.compiled:
            self._done = 0
            store(cython.address(self._open), ((self._open >> _BATCH) + 1) << _BATCH)

    def offer(self):
        """Let the next descent be played out by whoever has joined."""
        known: cython.longlong
        if cython.compiled:
            known = load(cython.address(self._open))
            while not swap(cython.address(self._open), known, known + (1 << _OFFERED)):
                known = load(cython.address(self._open))

    def finish(self, size):
        """Play what is left of the batch's descents with the others, and wait for all."""
        i: cython.int
        looks: cython.int = 0
        if cython.compiled:
            while self._play_next(self._cut_off):
                pass
            while load(cython.address(self._done)) < size:
                looks += 1
                if looks > _LOOKS:
                    give_way()
        else:
            for i in range(size):
                cython.cast(Descent, self._at[i]).play(self._cut_off)

    def _play_next(self, cut_off):
        """Play a descent that nobody has begun; False when there is none."""
        known: cython.longlong
        if cython.compiled:
            known = load(cython.address(self._open))
            if known & _COUNT >= (known >> _OFFERED) & _COUNT:
                return False
            if swap(cython.address(self._open), known, known + 1):
                cython.cast(Descent, self._at[known & _COUNT]).play(cut_off)
                count(cython.address(self._done))
            return True
        return False

    def _serve(self, cut_off):
        looks: cython.int = 0
        if cython.compiled:
            while load(cython.address(self._is_over)) == 0:
                if self._play_next(cut_off):
                    looks = 0
                    continue
                looks += 1
                if looks > _LOOKS:
                    give_way()

    # --- Python level ---

    def serve(self) -> None:
        """Play with the others until all is over; what a thread does."""
        with cython.nogil:
            self._serve(self._cut_off)

    @contextmanager
    def at_work(self, num_threads: int) -> Iterator[None]:
        """So many threads, with the one that calls, play meanwhile."""
        if num_threads < 2:
            yield
            return
        self._is_over = 0
        threads = [Thread(target=self.serve, daemon=True) for _ in range(num_threads - 1)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stop()
            for thread in threads:
                thread.join()

    def _stop(self) -> None:
        if cython.compiled:
            store(cython.address(self._is_over), 1)

    def copy_from(self, other: Any) -> None:
        """Become equal to the descents of another search of the same recipe."""
        crew: Crew = other
        for mine, its in zip(self._descents, crew._descents, strict=True):
            mine.copy_from(its)
