"""How much stronger each level of play is: `python tests/core/play/measure_levels.py [GAMES]`.

Plays each level against the one below it, in pairs of games from the same opening with the sides
swapped, and prints the points of the stronger one. All games for two players by default; --games
says how many a pair of levels plays, 200 by default, and --seed which openings and searches.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator

from mcsearch.play.levels import LEVELS, Level
from mcsearch.recipe import GAMES
from mcsearch.runs.match import book, fixtures_of_pair, play, results_of_pair
from mcsearch.runs.statistics.pairs import Pairs

GAMES_OF_TWO = [name for name, game in GAMES.items() if game.num_players == 2]


def measure(game: str, stronger: Level, weaker: Level, num_games: int, seed: int = 1) -> Pairs:
    """The results of the stronger level in so many games, two from each opening."""
    entrants = (stronger.recipe(game), weaker.recipe(game))
    pairs = Pairs()
    for number, opening in enumerate(itertools.islice(book(entrants[0], seed), num_games // 2)):
        first, second = fixtures_of_pair(entrants, opening, seed=1000 * seed + number)
        returns = (play(first).returns, play(second).returns)
        pairs = pairs.with_pair(*results_of_pair(*returns, entrant=1))
    return pairs


def neighbours() -> Iterator[tuple[Level, Level]]:
    """Each level after the one below it."""
    for weaker, stronger in itertools.pairwise(LEVELS.values()):
        yield stronger, weaker


def main() -> None:
    parser = argparse.ArgumentParser(description="How much stronger is each level of play?")
    parser.add_argument("names", nargs="*", help=", ".join(GAMES_OF_TWO))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for game in arguments.names or GAMES_OF_TWO:
        for stronger, weaker in neighbours():
            started = time.monotonic()
            pairs = measure(game, stronger, weaker, arguments.games, arguments.seed)
            games = pairs.games
            print(
                f"{game:<10} {stronger.name:>7} - {weaker.name:<7} {games.wins} won, "
                f"{games.draws} drawn, {games.losses} lost: {100 * pairs.score:.1f} % of the "
                f"points, {time.monotonic() - started:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
