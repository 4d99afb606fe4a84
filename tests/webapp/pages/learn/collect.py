"""Collects what the chapters tell: counts with seeds 1 to 1,000, and 200 blocks of fresh seeds.

    .venv/bin/python tests/webapp/pages/learn/collect.py [chapter ...]

One process; what is stored already is kept, unless its searches have changed. The counts go to
`evidence.json` of the Learn page, the fresh seeds, 1,001 to 5,000, to
`tests/data/learn_blocks.json`, where the tests ask how often the page would refuse a true claim,
and how often it refuses one whose cure was taken away.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from reading import finished

from explorer.pages.learn.chapter import Chapter, Row, all_chapters
from explorer.pages.learn.checking import BLOCK, work_of
from explorer.pages.learn.evidence import FILE, SEEDS, digest, packed
from explorer.pages.learn.measures import MEASURES

BLOCKS_FILE = Path(__file__).parents[3] / "data" / "learn_blocks.json"
NUM_BLOCKS = 200
_AT_ONCE = 1000  # seeds, before they are stored


def _dots(chapter: Chapter, first: int) -> list[str]:
    """Of each row of a claim, for the seeds from `first` on."""
    every = [finished(work_of(chapter, seed)) for seed in range(first, first + _AT_ONCE)]
    return [packed(list(mine)) for mine in zip(*every, strict=True)]


def _rows(chapter: Chapter, known: dict, first: int, count: int) -> dict:
    """What is known of the rows, with up to `_AT_ONCE` seeds more until there are `count`."""
    rows = chapter.claim.rows
    fresh = {row.name: {"of": digest(chapter, row), "dots": ""} for row in rows}
    if {name: each["of"] for name, each in known.items()} != {
        name: each["of"] for name, each in fresh.items()
    }:
        known = fresh
    num_known = 4 * len(known[rows[0].name]["dots"])
    if num_known >= count:
        return known
    more = _dots(chapter, first + num_known)
    return {
        row.name: {**known[row.name], "dots": known[row.name]["dots"] + dots}
        for row, dots in zip(rows, more, strict=True)
    }


def happened(chapter: Chapter, row: Row, seed: int) -> bool:
    """Whether the event happened in one search."""
    measure = MEASURES[row.measure](chapter.recipe_of(row, seed), row.arguments)
    return row.event.happened(finished(measure))


def _facts(chapter: Chapter, known: dict) -> dict:
    found = {}
    for name, fact in chapter.facts.items():
        of = digest(chapter, fact.row)
        stored = known.get(name)
        if stored and (stored["of"], stored["seeds"]) == (of, fact.num_seeds):
            found[name] = stored
            continue
        count = sum(happened(chapter, fact.row, seed) for seed in SEEDS[: fact.num_seeds])
        found[name] = {"of": of, "seeds": fact.num_seeds, "count": count}
    return found


def _read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _write(path: Path, values: dict) -> None:
    text = json.dumps(dict(sorted(values.items())), indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def main(names: list[str]) -> None:
    """Each chapter's counts, stored as they get known; the fresh seeds after all others."""
    chapters = [each for each in all_chapters() if not names or each.name in names]
    for chapter in chapters:
        stored = _read(FILE)
        mine = stored.get(chapter.name, {})
        rows = _rows(chapter, mine.get("rows", {}), SEEDS[0], len(SEEDS))
        stored[chapter.name] = {"rows": rows, "facts": mine.get("facts", {})}
        _write(FILE, stored)
        stored[chapter.name]["facts"] = _facts(chapter, mine.get("facts", {}))
        _write(FILE, stored)
        print(chapter.name, flush=True)
    for count in range(_AT_ONCE, NUM_BLOCKS * BLOCK + 1, _AT_ONCE):
        for chapter in chapters:
            blocks = _read(BLOCKS_FILE)
            known = blocks.get(chapter.name, {})
            blocks[chapter.name] = _rows(chapter, known, SEEDS[-1] + 1, count)
            _write(BLOCKS_FILE, blocks)
            print(chapter.name, count // BLOCK, "blocks", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
