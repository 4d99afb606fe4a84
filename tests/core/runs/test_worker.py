import time

import pytest

from mcsearch import Recipe
from mcsearch.runs import worker

VALUES = {"iterations": 2_000_000_000, "nodes": 1000}


def test_a_limit_of_seconds_is_processor_time(monkeypatch):
    monkeypatch.setattr(worker, "processor_seconds", lambda: 100 * time.perf_counter())
    recipe = Recipe("samegame", "15x15x5:1", "spmcts", {"seconds": 10.0, **VALUES})
    started = time.perf_counter()
    outcome = worker.solve(recipe.to_json())
    assert time.perf_counter() - started < 5.0
    assert outcome.stopped == "seconds"
    assert outcome.seconds >= 10.0


@pytest.mark.parametrize("search", ["spmcts", "nmcs", "nrpa"])
def test_processor_time_of_every_search_comes_to_its_limit(search):
    values = {"seconds": 0.2} if search == "nrpa" else {"seconds": 0.2, "nodes": 1000}
    if search == "spmcts":
        values["iterations"] = 2_000_000_000
    started = time.thread_time()
    outcome = worker.solve(Recipe("samegame", "20x20x5:1", search, values).to_json())
    assert outcome.stopped == "seconds"
    assert 0.2 <= outcome.seconds <= time.thread_time() - started


def test_a_limit_of_several_trees_is_time_on_the_wall(monkeypatch):
    # the thread that waits for the trees hardly works
    monkeypatch.setattr(worker, "processor_seconds", lambda: 0.0)
    recipe = Recipe("samegame", "15x15x5:1", "spmcts", {"seconds": 0.3, "trees": 3, **VALUES})
    started = time.perf_counter()
    outcome = worker.solve(recipe.to_json())
    assert outcome.stopped == "seconds"
    assert 0.3 <= outcome.seconds <= time.perf_counter() - started
