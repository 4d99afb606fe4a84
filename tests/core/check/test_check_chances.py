"""Counts and their intervals."""

from mcsearch.check.chances import wilson


def test_an_interval_has_its_share_in_it_for_every_count():
    for count in range(1, 200):
        for hits in range(count + 1):
            low, high = wilson(hits, count)
            assert 0.0 <= low <= hits / count <= high <= 1.0


def test_the_interval_of_a_known_example():
    # 15 of 20 in the closed form, with z = 1.959964
    low, high = wilson(15, 20)
    assert abs(low - 0.5312991) < 1e-7
    assert abs(high - 0.8881383) < 1e-7
