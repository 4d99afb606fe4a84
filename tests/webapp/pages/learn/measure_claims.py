"""Does Learn refuse what is true, or believe what is false? `measure_claims.py [chapter ...]`.

    PYTHONPATH=webapp .venv/bin/python tests/webapp/pages/learn/measure_claims.py --first 5001

Checks each claim as the page does with blocks of fresh seeds, from `--first` on, and prints in how
many blocks the page says "does not hold": of the claim itself, of the claim with the blocks added
up as presses (ten each), and with the cure taken away, by contrast.
"""

from __future__ import annotations

import argparse

from reading import finished

from explorer.pages.learn import evidence
from explorer.pages.learn.chapter import Chapter, all_chapters
from explorer.pages.learn.checking import BLOCK, FAILS, Dots, pairs_in, verdict, work_of

PRESSES = 10


def blocks_of(chapter: Chapter, first: int, num_blocks: int) -> list[Dots]:
    """The dots of the rows, by block, of seeds from `first` on."""
    seeds = range(first, first + num_blocks * BLOCK)
    rows = zip(*(finished(work_of(chapter, seed)) for seed in seeds), strict=True)
    dots = [list(row) for row in rows]
    starts = range(0, len(seeds), BLOCK)
    return [[row[start : start + BLOCK] for row in dots] for start in starts]


def refused(chapter: Chapter, blocks: list[Dots]) -> int:
    """In how many blocks the page says that the claim does not hold."""
    claimed = evidence.pairs(chapter)
    assert claimed is not None
    said = [verdict(pairs_in(chapter, dots), claimed, 1) for dots in blocks]
    return said.count(FAILS)


def refused_once(chapter: Chapter, blocks: list[Dots]) -> int:
    """In how many visits of PRESSES presses the page says so after at least one of them."""
    claimed, found = evidence.pairs(chapter), 0
    assert claimed is not None
    for start in range(0, len(blocks), PRESSES):
        pooled: Dots = [[] for _ in chapter.claim.rows]
        said = []
        for look, dots in enumerate(blocks[start : start + PRESSES], 1):
            pooled = [before + more for before, more in zip(pooled, dots, strict=True)]
            said.append(verdict(pairs_in(chapter, pooled), claimed, look))
        found += FAILS in said
    return found


def without_cure(chapter: Chapter, blocks: list[Dots]) -> list[list[Dots]]:
    """By contrast: the blocks with the searches of the trap in both of its rows."""
    taken = []
    for each in chapter.claim.contrasts:
        trap = each.less if chapter.claim.rows[each.less].is_trap else each.more
        taken.append(
            [
                [dots[trap] if i in (each.more, each.less) else row for i, row in enumerate(dots)]
                for dots in blocks
            ]
        )
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description="Are Learn's verdicts right?")
    parser.add_argument("names", nargs="*", help="chapters; all by default")
    parser.add_argument("--first", type=int, default=5001, help="seed; up to 5000 all are known")
    parser.add_argument("--blocks", type=int, default=200)
    arguments = parser.parse_args()
    for chapter in all_chapters():
        if arguments.names and chapter.name not in arguments.names:
            continue
        blocks = blocks_of(chapter, arguments.first, arguments.blocks)
        cures = [refused(chapter, each) for each in without_cure(chapter, blocks)]
        print(
            f"{chapter.name}: of {len(blocks)} blocks {refused(chapter, blocks)} refused, of "
            f"{-(-len(blocks) // PRESSES)} visits of {PRESSES} presses "
            f"{refused_once(chapter, blocks)}; without the cure {cures}",
            flush=True,
        )


if __name__ == "__main__":
    main()
