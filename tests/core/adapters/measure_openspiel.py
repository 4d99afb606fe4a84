"""Playouts a second beside OpenSpiel's MCTSBot, which is C++, on the games that both have.

Both search from the empty board, with random playouts, one a new leaf: UCT here, and there
`MCTSBot` with one rollout an evaluation and without its solver. They take turns, and each turn's
ratio counts: the median of the ratios is printed with the smallest and the largest, and the load of
the machine, which what else runs on it changes alike for both.

    python tests/core/adapters/measure_openspiel.py [turns] [playouts]
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median

import pyspiel

from mcsearch import Recipe

GAMES = {
    "connect4": "connect_four",
    "tictactoe": "tic_tac_toe",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "hex": "hex(board_size=7)",
}
_MEMORY = 2_000  # megabytes of their tree: no limit


def ours(game: str, playouts: int, seed: int) -> float:
    """Playouts a second of a search from the empty board."""
    search = Recipe(game, parameters={"iterations": playouts, "nodes": playouts + 1}, seed=seed)
    built = search.build()
    begin = time.process_time()
    built.run()
    return built.iterations / (time.process_time() - begin)


def theirs(game: str, playouts: int, seed: int) -> float:
    loaded = pyspiel.load_game(GAMES[game])
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(loaded, rollouts, 1.41, playouts, _MEMORY, False, seed, False)
    state = loaded.new_initial_state()
    begin = time.process_time()
    bot.step(state)
    return playouts / (time.process_time() - begin)


def main(turns: str = "7", playouts: str = "100000") -> None:
    for game in GAMES:
        rates = [
            (ours(game, int(playouts), seed), theirs(game, int(playouts), seed))
            for seed in range(int(turns))
        ]
        ratios = sorted(mine / its for mine, its in rates)
        mine, its = (median(column) for column in zip(*rates, strict=True))
        print(
            f"{game:10} {mine:12,.0f} here {its:12,.0f} there, ratio {median(ratios):.1f} "
            f"({ratios[0]:.1f} to {ratios[-1]:.1f}), load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
