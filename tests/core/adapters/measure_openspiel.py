"""Playouts a second beside OpenSpiel, which is C++, on the games that both have.

Both search from the beginning, with random playouts, one a new leaf: UCT here, and there `MCTSBot`
with one rollout an evaluation and without its solver. With "rollouts" no search grows: its
`RandomRolloutEvaluator` makes half of the rollouts from the beginning and half after one move, as
`MCTSBot` asks it for two evaluations, and UCT with room for two nodes plays as many. They take
turns, and each turn's ratio counts: the median of the ratios is printed with the smallest and the
largest, and the load of the machine, which what else runs on it changes alike for both.

    python tests/core/adapters/measure_openspiel.py [turns] [playouts] [rollouts]
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


def ours(game: str, playouts: int, nodes: int, seed: int) -> float:
    """Playouts a second of a search from the beginning, with room for so many nodes."""
    search = Recipe(game, parameters={"iterations": playouts, "nodes": nodes}, seed=seed).build()
    begin = time.process_time()
    search.run()
    return search.iterations / (time.process_time() - begin)


def theirs(game: str, simulations: int, rollouts: int, seed: int) -> float:
    """The same of a search with so many rollouts in each of its simulations."""
    loaded = pyspiel.load_game(GAMES[game])
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(loaded, evaluator, 1.41, simulations, _MEMORY, False, seed, False)
    state = loaded.new_initial_state()
    begin = time.process_time()
    bot.step(state)
    return simulations * rollouts / (time.process_time() - begin)


def main(turns: str = "7", playouts: str = "100000", what: str = "searches") -> None:
    count = int(playouts)
    nodes, simulations, rollouts = (
        (2, 2, count // 2) if what == "rollouts" else (count + 1, count, 1)
    )
    for game in GAMES:
        rates = [
            (ours(game, count, nodes, seed), theirs(game, simulations, rollouts, seed))
            for seed in range(int(turns))
        ]
        ratios = sorted(mine / its for mine, its in rates)
        mine, its = (median(column) for column in zip(*rates, strict=True))
        print(
            f"{game:12} {mine:12,.0f} here {its:12,.0f} there, ratio {median(ratios):.1f} "
            f"({ratios[0]:.1f} to {ratios[-1]:.1f}), load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
