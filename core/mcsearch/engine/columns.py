"""The pool of a tree's slots: named columns of arrays, a row a slot."""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

_SCORES = [("square_sum", np.float64), ("top_score", np.float32)]


@cython.cclass
class Columns:
    """Columns of so many slots; the scores' are empty unless `keeps_scores`.

    Slots up to `_num_used` have been written to.
    """

    def __init__(self, slots: int, keeps_scores: bool) -> None:
        self._num_slots = slots
        self._num_used = 1
        # fresh zeroed arrays take no memory before they are written to
        self._records = [
            _aligned(slots, np.dtype(fields, align=True)) for fields in _records(keeps_scores)
        ]
        self._columns = {name: rows[name] for rows in self._records for name in rows.dtype.names}
        for name, kind in _SCORES:
            self._columns.setdefault(name, np.zeros(0, kind))

    def _add_column(self, name: str, kind: type) -> np.ndarray:
        self._columns[name] = np.zeros(self._num_slots, kind)
        self._records.append(self._columns[name])
        return self._columns[name]

    def _check(self, node: int) -> None:
        """IndexError for a number that is no slot's that has been written to."""
        if not 0 <= node < self._num_used:
            raise IndexError(f"no node {node}; indexes are from 0 to {self._num_used - 1}")

    @property
    def base(self) -> np.ndarray:
        """float32 [slots], what the selection rule has stored"""
        return self._columns["base"]

    @property
    def visits(self) -> np.ndarray:
        """int32 [slots]"""
        return self._columns["visits"]

    @property
    def value_sum(self) -> np.ndarray:
        """float64 [slots], returns for the player who moved into the node, or scores"""
        return self._columns["value_sum"]

    @property
    def square_sum(self) -> np.ndarray:
        """float64 [slots], squared scores; empty for two players"""
        return self._columns["square_sum"]

    @property
    def top_score(self) -> np.ndarray:
        """float32 [slots], the best score of a playout through the node; empty for two players"""
        return self._columns["top_score"]

    @property
    def parent(self) -> np.ndarray:
        """int32 [slots], NONE for the root"""
        return self._columns["parent"]

    @property
    def first(self) -> np.ndarray:
        """int32 [slots], the first child; meaningful only where num_children > 0"""
        return self._columns["first"]

    @property
    def action(self) -> np.ndarray:
        """int16 [slots], the action that led into the node"""
        return self._columns["action"]

    @property
    def num_children(self) -> np.ndarray:
        """int16 [slots]"""
        return self._columns["num_children"]

    @property
    def num_legal(self) -> np.ndarray:
        """int16 [slots], legal actions in the node, NONE before they are known"""
        return self._columns["num_legal"]

    @property
    def plies(self) -> np.ndarray:
        """int16 [slots], plies to the end where the value is known, else NONE; needs its column"""
        return self._columns["plies"]

    @property
    def num_slots(self) -> int:
        """Slots in the pool."""
        return self._num_slots

    @property
    def num_bytes(self) -> int:
        """Bytes of all slots written to so far."""
        return self._num_used * sum(records.itemsize for records in self._records)

    @property
    def num_pool_bytes(self) -> int:
        """Bytes of all slots of the pool."""
        return self._num_slots * sum(records.itemsize for records in self._records)


def _aligned(slots: int, record: np.dtype) -> Any:
    """Zeroed records that begin at a cache line."""
    room = np.zeros(slots * record.itemsize + 64, np.uint8)
    begin = -room.ctypes.data % 64
    return room[begin : begin + slots * record.itemsize].view(record)


def _records(keeps_scores: bool) -> tuple:
    """The fields of the two records of a slot.

    Two players: what a descent needs of a child is half a cache line; a search that comes by reads
    that of few children, since the choice is kept. One player: nodes have many children, and
    scores change more with each visit; what a scan of them reads lies apart from the rest.
    """
    scanned = [("base", np.float32), ("visits", np.int32)]
    value_sum = [("value_sum", np.float64)]
    rest = [
        ("first", np.int32),
        ("bound", np.float32),
        ("action", np.int16),
        ("num_children", np.int16),
        ("num_legal", np.int16),
        ("choice", np.int16),
    ]
    parent = [("parent", np.int32)]
    if keeps_scores:
        return scanned, [*value_sum, *_SCORES, *rest, *parent]
    return [*scanned, *value_sum, *rest], parent
