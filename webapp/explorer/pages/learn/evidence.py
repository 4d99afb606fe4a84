"""What has been found with the seeds of the claims, 1 to 1,000: the counts that the chapters tell.

`evidence.json` is made by `tests/webapp/pages/learn/collect.py`, in one process and for hours if it
must; the page and the tests only read it. A row's searches are named by a digest of all that makes
them, so that a chapter that was changed cannot tell the counts of what it was.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from explorer.pages.learn.chapter import Chapter, Row
from explorer.pages.learn.contrasts import Pairs

SEEDS = range(1, 1001)
"""Of every claim; nobody has chosen them."""
FILE = Path(__file__).with_name("evidence.json")


def digest(chapter: Chapter, row: Row) -> str:
    """Names a row's searches and what is counted of them."""
    recipe = chapter.recipe_of(row, 1).to_dict()
    whole = [recipe, chapter.positions[row.recipe], row.measure, row.arguments, row.event.text]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:16]


def packed(dots: list[bool]) -> str:
    """Dots as hexadecimal digits, the first seed in the highest bit."""
    bits = "".join("1" if dot else "0" for dot in dots)
    return f"{int(bits, 2):0{-(-len(bits) // 4)}x}"


def unpacked(text: str, count: int) -> list[bool]:
    return [bit == "1" for bit in f"{int(text, 16):0{count}b}"]


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored


def _entry(chapter: Chapter, row: Row, kind: str) -> Any:
    """What is stored of a row; None where nothing is, or of other searches than the row's."""
    entry = _stored().get(chapter.name, {}).get(kind, {}).get(row.name)
    return entry if entry and entry["of"] == digest(chapter, row) else None


def dots_of(chapter: Chapter, row: Row) -> list[bool] | None:
    """For each of SEEDS whether the event happened; None where nobody has looked."""
    entry = _entry(chapter, row, "rows")
    return unpacked(entry["dots"], len(SEEDS)) if entry else None


def counts(chapter: Chapter) -> dict[str, tuple[int, int]]:
    """By the name of a row or a fact: in how many of how many searches the event happened."""
    found = {}
    for row in chapter.claim.rows:
        dots = dots_of(chapter, row)
        if dots is not None:
            found[row.name] = (sum(dots), len(dots))
    for name, fact in chapter.facts.items():
        entry = _entry(chapter, fact.row, "facts")
        if entry and entry["seeds"] == fact.num_seeds:
            found[name] = (entry["count"], fact.num_seeds)
    return found


def pairs(chapter: Chapter) -> list[Pairs] | None:
    """Of each contrast of a claim; None where nobody has looked."""
    rows = [dots_of(chapter, row) for row in chapter.claim.rows]
    found = []
    for contrast in chapter.claim.contrasts:
        more, less = rows[contrast.more], rows[contrast.less]
        if more is None or less is None:
            return None
        found.append(Pairs.of(more, less))
    return found
