"""How often an SPRT calls one of two equal entrants stronger, in a game with dice: run by hand.

    python tests/core/runs/measure_equal_entrants.py [PAIRS] [MATCHES]

Plays pairs of games of `problems.Dash` between equal searches as a match does, both games of a pair
on the same draws; then runs the SPRT (0, 100 Elo, risks 5 %) on matches whose pairs are drawn from
them, and on those pairs one after another. Prints how often H1 is accepted, which is wrong, and how
the two games of a pair go together, beside games on draws of their own.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from problems import Dash

from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import game_of, recipe_of
from mcsearch.runs.match import play, results_of_pair
from mcsearch.runs.race import Entrant, Equal, MatchRace, prepared
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.statistics.sprt import Sprt

SPRT = Sprt(0, 100)
MOST = 2000


def verdict_of(results):
    """What the test says of pairs in their order, and after how many; "" where they run out."""
    pairs = Pairs()
    for pair in results:
        pairs = pairs.with_pair(*pair)
        said = SPRT.accepts(SPRT.ratio(pairs.by_points), pairs.num_pairs)
        if said:
            return said, pairs.num_pairs
    return "", pairs.num_pairs


def main(num_pairs, num_matches):
    recipe = numbered(recipe_of(game_of("dash", "Dash", Dash)))
    entrants = prepared(
        [Entrant("one", recipe), Entrant("two", recipe)], Equal("iterations", 12), "", {}
    )
    race = MatchRace(entrants, num_pairs, 1)
    returns, apart = [], []
    for number in range(num_pairs):
        first, second = race.fixtures(number)
        returns.append((play(first).returns, play(second).returns))
        if number < num_pairs // 4:
            other = play(replace(second, chance=first.chance + 1)).returns
            apart.append((returns[-1][0], other))
    for told, games in (("the same draws", returns), ("draws of their own", apart)):
        found = np.array(games)
        points = np.array([results_of_pair(*pair, entrant=2) for pair in games]).mean(1)
        print(
            f"{len(games)} pairs on {told}: correlation of player 0's results "
            f"{np.corrcoef(found.T)[0, 1]:.2f}, variance of a pair's points {points.var():.4f}"
        )
    results = [results_of_pair(*pair, entrant=2) for pair in returns]
    rng = np.random.default_rng(1)
    said = [
        verdict_of(results[i] for i in rng.integers(0, len(results), MOST))
        for _ in range(num_matches)
    ]
    wrong = sum(verdict == "H1" for verdict, _ in said)
    count = np.median([number for _, number in said])
    print(f"drawn matches: H1 in {wrong} of {num_matches}, {count:.0f} pairs in the median")
    at, one_by_one = 0, []
    while at < len(results):
        verdict, number = verdict_of(results[at:])
        at += number
        one_by_one.append(verdict)
    print(f"one after another: H1 in {one_by_one.count('H1')} of {len(one_by_one) - 1}")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*given, *(2000, 2000)[len(given) :])
