"""Random games against exhaustive minimax, as `test_bounds.py` plays them, in any number.

    python tests/core/searches/prove_random_games.py [games] [names, by commas]

For each selection rule with its own formula, each playout policy that learns, UCT with progressive
widening and UCT with leaves by evaluation: so many random games with any returns are searched with
score bounds, with or without transpositions, decisive moves, in small and in large pools, with the
tree kept from move to move. No bound may exclude the exact value. Printed are the games, the nodes
that were proven and the wrong bounds, of which there must be none.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from exact_values import Table, minimax
from searches.test_bounds import OPTIONS, play_and_check

from mcsearch import search_for
from mcsearch.playout import POLICIES
from mcsearch.playout.learned import LearnedPolicy
from mcsearch.selection import RULES
from mcsearch.selection.scored import ScoredRule


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, rule in RULES.items():
        if issubclass(rule, ScoredRule) or name == "puct":
            yield name, {"selection": name}
    for name, policy in POLICIES.items():
        if issubclass(policy, LearnedPolicy) and name != "ppaf":  # which needs a board
            yield name, {"policy": name}
    yield "widening", {"widening": 1.0}
    yield "evaluation", {"leaf": "evaluation"}


def main(games: str = "2000", names: str = "") -> None:
    for name, given in variants():
        if names and name not in names.split(","):
            continue
        num_proven = num_wrong = 0
        for seed in range(int(games)):
            game = Table(seed)
            draw = random.Random(f"{seed} {name}")
            options = dict(draw.choice(OPTIONS))
            options["transpositions"] = draw.random() < 0.5
            if name in ("implicit-minimax", "proof-number"):
                options["transpositions"] = False
            if name == "widening":
                options["expansion"] = "one"
                given = {"widening": draw.choice((0.3, 1.0, 2.0))}
            search = search_for(game, "uct", {**options, **given}, seed)
            try:
                num_proven += play_and_check(search, game, minimax(game), game.start, draw)
            except AssertionError as error:
                num_wrong += 1
                print(name, seed, error, flush=True)
        print(f"{name:20} {games} games, {num_proven} proven nodes, {num_wrong} wrong", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
