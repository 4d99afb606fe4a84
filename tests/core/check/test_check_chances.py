"""Counts and their intervals."""

from mcsearch.check.chances import wilson
from mcsearch.check.example import visits
from mcsearch.check.strength import _share


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


def test_shares_are_all_or_none_only_where_they_are():
    shares = [_share(kept, 400) for kept in (0, 1, 200, 399, 400)]
    assert shares == ["0%", "0.2%", "50%", "99.8%", "100%"]


def test_visits_are_counted():
    assert [visits(count) for count in (0.0, 1.0, 2.5)] == ["0 visits", "1 visit", "2.5 visits"]
