"""How many nodes are proven with a rule or a policy in random games, and what minimax says.

Run it as `python tests/core/searches/measure_proofs.py NAME [GAMES]`; by default 2,000 games. A
proof that minimax refutes ends it with an error.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from test_bounds import play_random_games

if __name__ == "__main__":
    rule, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    proven = play_random_games(rule, range(10_000, 10_000 + games))
    print(f"{rule}: {games} random games, {proven} nodes proven, 0 wrong")
