"""Differences over pairs of searches: their intervals, the test against a claim, and its error."""

import json
import math
from math import comb

import pytest
from collect import BLOCKS_FILE, NUM_BLOCKS
from reading import CHAPTERS

from explorer.pages.learn import evidence
from explorer.pages.learn.checking import BLOCK, FAILS, pairs_in, verdict
from explorer.pages.learn.contrasts import Pairs, chance_of_less, is_refused

STORED = json.loads(BLOCKS_FILE.read_text(encoding="utf-8"))
WITH_BLOCKS = pytest.mark.parametrize("name", sorted(STORED))


def test_every_chapter_has_blocks():
    assert set(STORED) == {chapter.name for chapter in CHAPTERS}


def test_pairs_are_counted():
    pairs = Pairs.of([True, True, False, False], [True, False, True, False])
    assert pairs == Pairs(1, 1, 4)
    assert Pairs(3, 1, 4).difference == 0.5


def test_agresti_and_mins_interval():
    # counted by hand with half a seed in each of the four cells: 54.5 - 26.5 of 602
    centre, spread = 28 / 602, 1.959964 * math.sqrt(81 - 28**2 / 602) / 602
    assert Pairs(54, 26, 600).interval() == pytest.approx((centre - spread, centre + spread))
    low, high = Pairs(20, 0, 20).interval()
    assert 0.7 < low < 1.0, "a sample without exceptions is not certain"
    assert high == 1.0


def test_an_interval_narrows_with_the_seeds():
    widths = [high - low for low, high in (Pairs(10 * n, 2 * n, 20 * n).interval() for n in (1, 4))]
    assert widths[1] == pytest.approx(widths[0] / 2, rel=0.1)


def test_the_two_sample_test_is_the_hypergeometric_of_one_kind():
    # without seeds that speak against it: Fisher's exact test, one-sided
    mine, claimed = Pairs(2, 0, 10), Pairs(7, 0, 10)
    fisher = sum(comb(9, i) * comb(11, 10 - i) for i in range(3)) / comb(20, 10)
    assert chance_of_less(mine, claimed) == pytest.approx(fisher)


def test_the_two_sample_test_of_two_kinds():
    mine, claimed = Pairs(1, 2, 5), Pairs(4, 1, 6)
    ahead, behind, rest = 5, 3, 3
    chance = sum(
        comb(ahead, i) * comb(behind, j) * comb(rest, 5 - i - j)
        for i in range(6)
        for j in range(6 - i)
        if i - j <= -1
    ) / comb(11, 5)
    assert chance_of_less(mine, claimed) == pytest.approx(chance)


def test_looking_again_and_again_is_paid_for():
    mine, claimed = Pairs(3, 0, 20), Pairs(500, 0, 1000)
    levels = [is_refused(mine, claimed, look, 1) for look in (1, 30)]
    assert levels == [True, False]


def by_name(name):
    return next(chapter for chapter in CHAPTERS if chapter.name == name)


def blocks_of(chapter):
    """The dots of the rows, by block of fresh seeds; none of other searches than the chapter's."""
    rows = []
    for row in chapter.claim.rows:
        entry = STORED[chapter.name][row.name]
        assert entry["of"] == evidence.digest(chapter, row), "run collect.py"
        rows.append(evidence.unpacked(entry["dots"], 4 * len(entry["dots"])))
    starts = range(0, len(rows[0]), BLOCK)
    return [[row[start : start + BLOCK] for row in rows] for start in starts]


@WITH_BLOCKS
def test_a_true_claim_is_hardly_ever_refused(name):
    """In 200 blocks of 20 seeds that no claim has seen."""
    chapter = by_name(name)
    claimed, blocks = evidence.pairs(chapter), blocks_of(chapter)
    assert len(blocks) == NUM_BLOCKS
    said = [verdict(pairs_in(chapter, dots), claimed, 1) for dots in blocks]
    assert said.count(FAILS) <= 0.02 * len(blocks), said.count(FAILS)


@WITH_BLOCKS
def test_a_claim_whose_cure_was_taken_away_is_refused(name):
    """The cure's row has the trap's searches instead, as the page would have them: same seeds."""
    chapter = by_name(name)
    claimed, blocks = evidence.pairs(chapter), blocks_of(chapter)
    for each in chapter.claim.contrasts:
        trap = each.less if chapter.claim.rows[each.less].is_trap else each.more
        refused = 0
        for dots in blocks:
            without = list(dots)
            without[each.more] = without[each.less] = dots[trap]
            refused += verdict(pairs_in(chapter, without), claimed, 1) == FAILS
        assert refused >= 0.95 * len(blocks), refused
