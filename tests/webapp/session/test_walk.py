"""A search that is walked along in slices of time."""

import itertools
from types import SimpleNamespace

from explorer.session.walk import PHASES, Walk
from mcsearch.presets import PRESETS


def test_every_slice_goes_on_though_the_machine_was_busy_elsewhere(monkeypatch):
    times = itertools.count(step=10.0)  # seconds pass between any two looks at the clock
    monkeypatch.setattr(
        "explorer.session.walk.time", SimpleNamespace(perf_counter=lambda: next(times))
    )
    walk = Walk(PRESETS["spmcts-uct"].recipe)
    seen = [0]
    for _ in range(20):
        assert not walk.go_to(PHASES * 10_000, 0.02)
        seen.append(walk.search.iterations)
    assert all(before < after for before, after in itertools.pairwise(seen))
