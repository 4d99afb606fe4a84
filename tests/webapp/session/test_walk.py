"""A search that is walked along in slices of time."""

import itertools
from types import SimpleNamespace

import pytest

from explorer.session.walk import PHASES, Walk
from mcsearch.presets import PRESETS


@pytest.fixture
def walk(monkeypatch):
    """Where the machine is busy elsewhere: seconds pass between any two looks at the clock."""
    times = itertools.count(step=10.0)
    monkeypatch.setattr(
        "explorer.session.walk.time", SimpleNamespace(perf_counter=lambda: next(times))
    )
    return Walk(PRESETS["spmcts-uct"].recipe)


def test_every_slice_goes_on(walk):
    seen = [0]
    for _ in range(20):
        assert not walk.go_to(PHASES * 10_000, 0.02)
        seen.append(walk.search.iterations)
    assert all(before < after for before, after in itertools.pairwise(seen))


def test_every_slice_goes_on_to_the_next_best(walk):
    seen = [0]
    for _ in range(20):
        walk.go_to_next_best(0.02)
        seen.append(walk.search.iterations)
    assert all(before < after for before, after in itertools.pairwise(seen))
