from collections import Counter

import pytest

from mcsearch import Recipe
from mcsearch.playout import Random, TabuColorRandom
from mcsearch.rng import Rng


def state(position, game="samegame"):
    return Recipe(game, position).start()


@pytest.mark.parametrize(
    ("game", "position"),
    [
        # groups of very different size and shape, some with several tiles that begin them
        ("samegame", "1111121111;1222222221;1233333321;1234554321"),
        ("samegame", "11221;12212;22112;33333"),
        ("tictactoe", "x.. / .o. / ..."),
    ],
)
def test_every_action_is_equally_likely(game, position):
    start = state(position, game)
    legal = start.legal_actions()
    rng = Rng(1)
    draws = 3000 * len(legal)
    counts = Counter(Random().play_out(start, rng)[0][0] for _ in range(draws))
    assert sorted(counts) == legal
    chi_square = sum((count - 3000) ** 2 / 3000 for count in counts.values())
    assert chi_square < {3: 13.8, 4: 16.3, 5: 18.5, 6: 20.5, 7: 22.5}[len(legal)]  # p = 0.001


def test_the_tabu_colour_is_kept_for_last():
    start = state("9x9x4:3")
    policy = TabuColorRandom(epsilon=0.0)
    tabu = Counter(start.cells().tolist()).most_common(1)[0][0]
    assert policy.avoided_kind(start) == tabu
    for seed in range(50):
        position = start
        actions, end = policy.play_out(start, Rng(seed))
        for action in actions:
            kinds = {position.cells()[legal] for legal in position.legal_actions()}
            assert position.cells()[action] != tabu or kinds == {tabu}
            position = position.play(action)
        assert position.is_terminal()
        assert str(position) == str(end)


def test_epsilon_lets_the_tabu_be_ignored():
    start = state("9x9x4:3")
    ignored = 0
    for seed in range(200):
        actions, _ = TabuColorRandom(epsilon=0.5).play_out(start, Rng(seed))
        ignored += start.cells()[actions[0]] == TabuColorRandom(epsilon=0.0).avoided_kind(start)
    assert 5 < ignored < 80
