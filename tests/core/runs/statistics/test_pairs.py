"""Elo and what goes with it: public figures from their counts, and cases known by heart."""

import math

import numpy as np
import pytest

from mcsearch.runs.race_report import block
from mcsearch.runs.statistics.pairs import Outcomes, Pairs, elo_of, score_of
from mcsearch.runs.statistics.sprt import Sprt

# figures that fastchess has printed, from public pull requests; the counts give all of them
PRINTED = {
    "cutechess form, as its users know it": (
        (277, 48, 51),
        Sprt(0, 5, beta=0.1),
        """\
Elo: 241.40 +/- 37.08, nElo: 312.12 +/- 35.12
LOS: 100.00 %, DrawRatio: 23.94 %, PairsRatio: 19.43
Games: 376, Wins: 277, Losses: 51, Draws: 48, Points: 301.0 (80.05 %)
Ptnml(0-2): [1, 6, 45, 38, 98], WL/DD Ratio: 21.50
LLR: 2.90 (100.5%) (-2.25, 2.89) [0.00, 5.00]""",
    ),
    "brunocodutra/cinder 836": (
        (15367, 27393, 15016),
        Sprt(0, 3, beta=0.1),
        """\
Elo: 2.11 +/- 1.70, nElo: 3.52 +/- 2.83
LOS: 99.25 %, DrawRatio: 45.40 %, PairsRatio: 1.04
Games: 57776, Wins: 15367, Losses: 15016, Draws: 27393, Points: 29063.5 (50.30 %)
Ptnml(0-2): [835, 6884, 13116, 7201, 852], WL/DD Ratio: 0.97
LLR: 2.89 (100.1%) (-2.25, 2.89) [0.00, 3.00]""",
    ),
    "brunocodutra/cinder 795": (
        (29545, 56756, 29117),
        Sprt(0, 3, beta=0.1),
        """\
Elo: 1.29 +/- 1.18, nElo: 2.19 +/- 2.00
LOS: 98.39 %, DrawRatio: 45.81 %, PairsRatio: 1.03
Games: 115418, Wins: 29545, Losses: 29117, Draws: 56756, Points: 57923.0 (50.19 %)
Ptnml(0-2): [1447, 13972, 26437, 14412, 1441], WL/DD Ratio: 0.86
LLR: 1.98 (68.5%) (-2.25, 2.89) [0.00, 3.00]""",
    ),
    "brunocodutra/cinder 820": (
        (4450, 7593, 4325),
        Sprt(-3, 1, beta=0.1),
        """\
Elo: 2.65 +/- 3.24, nElo: 4.36 +/- 5.32
LOS: 94.56 %, DrawRatio: 44.35 %, PairsRatio: 1.05
Games: 16368, Wins: 4450, Losses: 4325, Draws: 7593, Points: 8246.5 (50.38 %)
Ptnml(0-2): [244, 1980, 3630, 2067, 263], WL/DD Ratio: 1.05
LLR: 2.90 (100.5%) (-2.25, 2.89) [-3.00, 1.00]""",
    ),
    "lynx-chess/Lynx 1899": (
        (3025, 5355, 3060),
        Sprt(-5, 0, beta=0.1, model="logistic"),
        """\
Elo: -1.06 +/- 4.05, nElo: -1.67 +/- 6.37
LOS: 30.33 %, DrawRatio: 44.07 %, PairsRatio: 0.98
Games: 11440, Wins: 3025, Losses: 3060, Draws: 5355, Points: 5702.5 (49.85 %)
Ptnml(0-2): [235, 1384, 2521, 1341, 239], WL/DD Ratio: 0.92
LLR: 1.69 (58.3%) (-2.25, 2.89) [-5.00, 0.00]""",
    ),
    "Disservin/fastchess 882": (
        (0, 10, 154),
        None,
        """\
Elo: -600.97 +/- 118.46, nElo: -1409.98 +/- 53.17
LOS: 0.00 %, DrawRatio: 0.00 %, PairsRatio: 0.00
Games: 164, Wins: 0, Losses: 154, Draws: 10, Points: 5.0 (3.05 %)
Ptnml(0-2): [72, 10, 0, 0, 0], WL/DD Ratio: nan""",
    ),
    "Disservin/fastchess 807": (
        (30, 6, 84),
        None,
        """\
Elo: -168.40 +/- 73.37, nElo: -170.08 +/- 62.16
LOS: 0.00 %, DrawRatio: 30.00 %, PairsRatio: 0.17
Games: 120, Wins: 30, Losses: 84, Draws: 6, Points: 33.0 (27.50 %)
Ptnml(0-2): [30, 6, 18, 0, 6], WL/DD Ratio: inf""",
    ),
}


def counts_in(text: str) -> tuple[int, ...]:
    """The pairs by points of a printed block."""
    return tuple(map(int, text.split("Ptnml(0-2): [")[1].split("]")[0].split(",")))


@pytest.mark.parametrize("origin", PRINTED)
def test_counts_give_the_figures_that_were_printed(origin):
    games, sprt, text = PRINTED[origin]
    pairs = Pairs(counts_in(text), Outcomes(*games), Outcomes(0, 0, 0))
    assert block(pairs, sprt) == text


def test_pairs_are_counted_one_by_one():
    pairs = Pairs()
    for first, second in ((1.0, 1.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.5), (1.0, 0.5)):
        pairs = pairs.with_pair(first, second)
    assert pairs.by_points == (0, 1, 2, 1, 1)
    assert pairs.moving_first == (2, 1, 2)
    assert pairs.moving_second == (2, 3, 0)
    assert pairs.games == (4, 4, 2)
    assert (pairs.points, pairs.score) == (6.0, 0.6)
    assert pairs.num_drawn_twice == 1
    assert pairs.won_and_lost_ratio == 1.0


def test_a_result_that_is_none():
    with pytest.raises(ValueError, match=r"result 0\.7 is not valid"):
        Pairs().with_pair(0.7, 1.0)


def test_the_other_side_of_elo():
    for score in (0.1, 0.5, 0.75, 0.99):
        assert score_of(elo_of(score)) == pytest.approx(score)
    assert elo_of(10 / 11) == pytest.approx(400.0)
    assert str(elo_of(0.5)) == "0.0"
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_of_games_without_pairs_nothing_is_known():
    pairs = Pairs()
    assert all(math.isnan(value) for value in (pairs.score, pairs.elo_error, pairs.draw_ratio))
    assert pairs.points == 0.0


def test_elo_of_nothing_but_wins_is_infinite():
    pairs = Pairs((0, 0, 0, 0, 9), Outcomes(9, 0, 0), Outcomes(9, 0, 0))
    assert (pairs.elo, pairs.normalized_elo, pairs.superiority) == (math.inf, math.inf, 1.0)
    assert math.isnan(pairs.elo_error)


def test_an_interval_of_equal_entrants_contains_0_as_often_as_it_says():
    """5,000 matches of 100 pairs between equals, with few and with many draws."""
    rng = np.random.default_rng(1)
    for shares in ((0.25, 0.0, 0.5, 0.0, 0.25), (0.05, 0.2, 0.5, 0.2, 0.05)):
        contained = 0
        for counts in rng.multinomial(100, shares, 5000):
            pairs = Pairs(tuple(counts.tolist()))
            contained += abs(pairs.score - 0.5) <= pairs.score_error
        assert 0.93 <= contained / 5000 <= 0.97
