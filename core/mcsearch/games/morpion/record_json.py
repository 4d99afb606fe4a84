"""Morpion Solitaire Record, "MSR", version 0.1: a game as a JSON object, all four variants.

Its fields by the specification at https://morpion-solitaire.io/spec/0.1/msr.md: `version`,
`variant`, `moves` (each `x`, `y`, `dir` and `pos`, in the frame of `frame`) and `score`, which is
how many there are; the others tell where a game comes from and are not read. The same in short is
"MS1:" and the object, deflated (RFC 1951), in base64 for addresses without padding (RFC 4648, 5).
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator
from typing import Any

import mcsearch
from mcsearch.engine.parameter import RecipeError
from mcsearch.games.file_format import FileFormat
from mcsearch.games.morpion.frame import DIRECTIONS, FramedMove, framed, played
from mcsearch.games.morpion.state import Morpion, beginning

_SHORT = "MS1:"
_VERSION = "0.1"
_MOST_BYTES = 1_000_000  # of an unpacked object; the longest game known has 10,000
_KIND = "Morpion Solitaire Record"
_SHOWN = 40  # characters of a wrong value in a message


def _is_like(text: str) -> bool:
    text = text.lstrip("\ufeff").strip()
    if text.startswith("MS") and text[2:3].isdigit() and ":" in text[:5]:
        return True
    return text.startswith("{") and '"variant"' in text and '"moves"' in text


def _read(text: str) -> tuple[str, tuple[str, ...]]:
    fields = _fields(text.lstrip("\ufeff").strip())
    version = fields.get("version", _VERSION)
    # bare numbers are of before the first version
    if not isinstance(version, int) and str(version).partition(".")[0] != "0":
        raise _error(f"version {_short(version)} is not known; give a record of version {_VERSION}")
    start = beginning(_variant(fields.get("variant")))
    moves = fields.get("moves")
    if not isinstance(moves, list):
        raise _error(f"moves {_short(moves)} are no list; give one of x, y, dir and pos each")
    if "score" in fields and fields["score"] != len(moves):
        raise _error(
            f"score {_short(fields['score'])} is not the number of its moves, {len(moves)}; "
            "give the whole file, or correct the score"
        )
    _, names = played(start, _moves(moves), _KIND)
    return start.variant, names


def _fields(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        text = _unpacked(text)
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _error(f"{_short(text)} is no JSON ({error}); copy it whole") from None
    if not isinstance(fields, dict):
        raise _error(f"{_short(text)} is no object; give named fields")
    return fields


def _unpacked(text: str) -> str:
    if not text.startswith(_SHORT):
        raise _error(f"{text[:4]!r} is not known; give one that begins with {_SHORT!r}, or JSON")
    packed = text.removeprefix(_SHORT).strip()
    unpack = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        data = unpack.decompress(found, _MOST_BYTES)
        if not unpack.eof:
            raise _error(
                f"what {_SHORT!r} packs has no end within {_MOST_BYTES:,} bytes; copy it whole"
            )
        return data.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeError, ValueError) as error:
        if isinstance(error, RecipeError):
            raise
        raise _error(f"{_short(text)} can't be unpacked ({error}); copy it whole") from None


def _variant(value: Any) -> str:
    code = str(value).upper()
    for known in ("5T", "5D", "4T", "4D"):
        if code in (known, known[::-1]):
            return known
    raise _error(f"variant {_short(value)} is not known; give 5T, 5D, 4T or 4D")


def _moves(moves: list[Any]) -> Iterator[tuple[str, FramedMove]]:
    for number, move in enumerate(moves, 1):
        given = move if isinstance(move, dict) else {}
        numbers: list[Any] = [given.get(name) for name in ("x", "y", "pos")]
        direction = given.get("dir")
        whole = all(type(value) is int for value in numbers)
        if not whole or direction not in DIRECTIONS:
            raise _error(
                f"move {number}, {_short(move)}, is none; give whole numbers x, y and pos, and dir "
                f"{', '.join(DIRECTIONS)}"
            )
        x, y, pos = numbers
        yield f"moves[{number - 1}]", FramedMove(x, y, DIRECTIONS.index(direction), pos)


def _error(message: str) -> RecipeError:
    return RecipeError(f"{_KIND}: {message}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _write(state: Morpion) -> str:
    moves = [framed(state, action) for action in state.played()]
    fields = {
        "version": _VERSION,
        "variant": state.variant,
        "score": len(moves),
        "producer": f"mcsearch/{mcsearch.__version__}",
        "available_moves": len(state.legal_actions()),
        "terminal": state.is_terminal(),
        "moves": [
            {"x": move.column, "y": move.row, "dir": DIRECTIONS[move.direction], "pos": move.place}
            for move in moves
        ],
    }
    return json.dumps(fields, indent=1) + "\n"


RECORD_JSON = FileFormat("msr", "Record, JSON (MSR)", ".msr", _is_like, _read, _write)
