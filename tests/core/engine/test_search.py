import threading
import time

import pytest

from mcsearch import Recipe
from mcsearch.engine.search import BACKPROPAGATION, SELECTION

KINDS = [("samegame", "15x15x5:1", "spmcts"), ("tictactoe", "", "uct"), ("samegame", "", "nmcs")]


def build(game, position, search, **parameters):
    return Recipe(game, position, search, parameters, seed=3).build()


@pytest.mark.parametrize("kind", KINDS)
def test_the_budget_of_iterations_is_exact(kind):
    search = build(*kind, iterations=777)
    assert search.run() == 777
    assert search.stopped == "iterations"
    assert search.run() == 0
    assert search.advance() == 0
    assert search.iterations == search.playouts == 777


@pytest.mark.parametrize("kind", KINDS)
def test_run_finishes_an_iteration_that_advance_began(kind):
    search = build(*kind)
    assert search.advance() == SELECTION
    assert search.run(10) == 10
    assert search.phase == BACKPROPAGATION
    assert search.iterations == 10


@pytest.mark.parametrize("kind", KINDS)
def test_results_do_not_depend_on_how_the_work_is_cut(kind):
    whole, cut = build(*kind), build(*kind)
    whole.run(1000)
    for size in (1, 499, 7, 493):
        cut.run(size)
    assert whole.best_sequence == cut.best_sequence
    assert (whole.tree.visits == cut.tree.visits).all()
    assert whole.improvements == cut.improvements


@pytest.mark.parametrize("kind", KINDS)
def test_a_deadline_ends_the_search(kind):
    search = build(*kind, seconds=0.2, iterations=2_000_000_000)
    began = time.perf_counter()
    search.run()
    assert search.stopped in ("seconds", "finished")
    # a slice of work is about 10 ms; the rest is for a machine that is busy with other things
    assert time.perf_counter() - began < 2.0


@pytest.mark.parametrize("kind", KINDS)
def test_cancel_from_another_thread_ends_the_search(kind):
    search = build(*kind, iterations=2_000_000_000, **({"level": 4} if "nmcs" in kind else {}))
    threading.Timer(0.1, search.cancel).start()
    began = time.perf_counter()
    search.run()
    assert search.stopped == "cancelled"
    assert time.perf_counter() - began < 2.0
    assert search.best_sequence


def test_run_for_a_time_returns_and_goes_on():
    search = build("samegame", "15x15x5:1", "spmcts", iterations=2_000_000_000)
    first = search.run(seconds=0.05)
    assert first > 0
    assert not search.stopped
    assert search.run(seconds=0.05) > 0


def test_a_target_ends_the_search_at_once():
    search = build("samegame", "10x10x4:1", "spmcts", target=200)
    search.run()
    assert search.stopped == "target"
    assert search.best_score >= 200
    assert search.improvements[-1] == (search.iterations, search.best_score)
    assert all(score < 200 for _, score in search.improvements[:-1])


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]])
def test_run_to_the_next_best_stops_right_there(kind):
    whole, search = build(*kind), build(*kind)
    whole.run(5000)
    for expected in whole.improvements:
        search.run(to_next_best=True)
        assert search.improvements[-1] == expected
        assert search.iterations == expected[0]
    assert search.run(3, to_next_best=True) <= 3


def test_searches_with_other_seeds_differ():
    scores = {
        tuple(Recipe("samegame", "9x9x4:1", "nmcs", {"level": 1}, seed=seed).build().root.cells())
        for seed in (1, 2)
    }
    assert len(scores) == 1
    sequences = set()
    for seed in range(4):
        search = Recipe("samegame", "9x9x4:1", "nmcs", {"level": 1}, seed=seed).build()
        search.run()
        sequences.add(tuple(search.best_sequence))
    assert len(sequences) > 1
