"""The moments of a search in few bytes: each says what differs from the one before it.

A node is told once, then known by its number. Of what a moment draws, whole numbers are written as
differences, other values as their places in a list of all that have been seen. `unpack.js` reads
it.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

import numpy as np

from explorer.alone.interned import Interned
from explorer.cards.tree.frame import TreeFrame
from explorer.cards.tree.view import at_moment
from explorer.look.text import NARROW_SPACE
from explorer.schema.pack import listed, packed

HALF, TENTH = 2, 10
COLUMNS = {"x": HALF, "y": HALF, "radius": TENTH, "edge_width": TENTH, "visits": 1}
"""[num_drawn] whole numbers of each node, and parts of one that are written."""

EXACT = ("mean", "top")
"""[num_drawn] floats that are written out, so that they read as on the page."""

LANES = "lanes"

_OF_NODES = frozenset({"parent", "action", "names", "tiles", *COLUMNS, *EXACT})
_OF_PILLS = frozenset({"pill_parent", "pill_x", "pill_y", "pill_text", "pill_opens"})
_GZIP_LEVEL = 9


class Packing:
    """Packs moments in their order; `packed` is all of them."""

    def __init__(self) -> None:
        self.num_moments = 0
        self._numbers: dict[tuple[int, ...], int] = {(): 0}  # of a node, by its actions
        self._nodes: list[list[Any]] = [[-1, -1, "root", 0]]  # parent, action, name, tile
        self._drawn: list[int] = []
        self._ints: dict[str, bytearray] = {}
        self._last: dict[str, dict[int, float]] = {}
        self._floats = bytearray()
        self._tables: dict[str, dict[str, int]] = {}
        self._values: dict[str, Any] = {}
        self._interned = Interned()

    @property
    def nodes(self) -> list[tuple[int, ...]]:
        """The actions to every node that was drawn, in the order of their numbers."""
        return list(self._numbers)

    def add(
        self,
        tree: TreeFrame,
        steps: int,
        more: dict[str, Any],
        lanes: dict[str, Any] | None = None,
    ) -> None:
        """The next moment: its tree, and whatever else is drawn of it, as plain values.

        Either all moments of a search have lanes or none.
        """
        values = packed(at_moment(tree, False, steps, 0.0))
        drawn = self._known(tree)
        self._write_drawn(drawn)
        for name, parts in COLUMNS.items():
            self._write_column(name, drawn, np.round(np.asarray(values[name]) * parts))
        for name in EXACT:
            self._write_exact(name, drawn, values[name])
        self._write_pills(drawn, tree)
        for name, value in values.items():
            if name not in _OF_NODES | _OF_PILLS:
                self._write_value(name, value)
        for name, value in more.items():
            self._write_value(name, value)
        if lanes is not None:
            self._write(LANES, [self._interned.number(lanes)])
        self.num_moments += 1

    def packed(self, **more: Any) -> bytes:
        """All moments, and `more` plain values, compressed."""
        parts = [*self._ints.items(), ("floats", self._floats)]
        head = {
            "moments": self.num_moments,
            "columns": COLUMNS,
            "exact": EXACT,
            "nodes": self._nodes,
            "tables": {
                name: [json.loads(text) for text in table] for name, table in self._tables.items()
            },
            "parts": self._interned.parts,
            "streams": [[name, len(stream)] for name, stream in parts],
            **more,
        }
        # half a surrogate pair, which a name may hold, is written as JSON does
        plain = json.dumps(head, separators=(",", ":"), ensure_ascii=False)
        text = plain.encode(errors="backslashreplace")
        bytes_ = len(text).to_bytes(4, "little") + text + b"".join(stream for _, stream in parts)
        # without a time: the same search makes the same file
        return gzip.compress(bytes_, _GZIP_LEVEL, mtime=0)

    def _known(self, tree: TreeFrame) -> list[int]:
        """The numbers of the drawn nodes; those that are new get theirs."""
        for i, actions in enumerate(tree.actions):
            if actions not in self._numbers:
                self._numbers[actions] = len(self._nodes)
                parent = self._numbers[actions[:-1]]
                self._nodes.append([parent, actions[-1], tree.names[i], int(tree.tiles[i])])
        return [self._numbers[actions] for actions in tree.actions]

    def _write_drawn(self, drawn: list[int]) -> None:
        """Which nodes are drawn: who of the last moment's has gone, who comes in, and where."""
        here = set(drawn)
        gone = [i for i, node in enumerate(self._drawn) if node not in here]
        stayed = [node for node in self._drawn if node in here]
        before = set(stayed)
        if [node for node in drawn if node in before] != stayed:
            # never of one root, whose siblings stand in the order of their actions
            gone, before = [*range(len(self._drawn))], set()
        new = [(i, node) for i, node in enumerate(drawn) if node not in before]
        self._write("gone", [len(gone), *_steps(gone)])
        self._write("new", [len(new), *_steps([i for i, _ in new])])
        self._write("who", [node for _, node in new])
        self._drawn = drawn

    def _write_column(self, name: str, drawn: list[int], values: np.ndarray) -> None:
        last = self._last.setdefault(name, {})
        known = np.asarray([last.get(node, 0) for node in drawn])
        self._write(name, (values - known).astype(np.int64).tolist())
        last.update(zip(drawn, values.tolist(), strict=True))

    def _write_exact(self, name: str, drawn: list[int], values: np.ndarray) -> None:
        last = self._last.setdefault(name, {})
        # nan, what is not known yet, stands for itself
        told = np.where(np.isnan(values), np.inf, values).tolist()
        new = [
            (i, node, value)
            for i, (node, value) in enumerate(zip(drawn, told, strict=True))
            if last.get(node) != value
        ]
        self._write(name, [len(new), *_steps([i for i, _, _ in new])])
        last.update((node, value) for _, node, value in new)
        self._floats += np.asarray([value for *_, value in new], dtype="<f8").tobytes()

    def _write_pills(self, drawn: list[int], tree: TreeFrame) -> None:
        numbers = [len(tree.pill_text)]
        for parent, x, y, text in zip(
            tree.pill_parent.tolist(),
            tree.pill_x.round(1).tolist(),
            tree.pill_y.round(1).tolist(),
            tree.pill_text,
            strict=True,
        ):
            last = self._last.setdefault(f"pill {drawn[parent]}", {})
            hidden = int(text[1:].replace(NARROW_SPACE, ""))
            now = {0: round(HALF * x), 1: round(HALF * y), 2: hidden}
            numbers += [parent, *(now[i] - int(last.get(i, 0)) for i in now)]
            last.update(now)
        self._write("pills", numbers)

    def _write_value(self, name: str, value: Any) -> None:
        """0: as at the last moment, else the place in the list of this name, from 1."""
        if isinstance(value, np.ndarray):
            value = value.tolist()
        stream = f"={name}"
        if name in self._values and self._values[name] == value:
            self._write(stream, [0])
            return
        self._values[name] = value
        text = json.dumps(value, separators=(",", ":"), default=listed, allow_nan=False)
        table = self._tables.setdefault(name, {})
        self._write(stream, [table.setdefault(text, len(table) + 1)])

    def _write(self, name: str, numbers: list[int]) -> None:
        """Whole numbers, each in as few bytes as it needs, seven bits a byte."""
        stream = self._ints.setdefault(name, bytearray())
        for number in numbers:
            rest = 2 * number if number >= 0 else -2 * number - 1
            while rest > 127:
                stream.append(rest & 127 | 128)
                rest >>= 7
            stream.append(rest)


def _steps(places: list[int]) -> list[int]:
    """How far each place is from the one before it."""
    return [place - before for before, place in zip([0, *places], places, strict=False)]
