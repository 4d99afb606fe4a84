from concurrent.futures import BrokenExecutor, Future

import pytest

from mcsearch.pool import Cluster, PoolError, outcomes
from mcsearch.worker import Outcome, solve


def outcome_of(recipe: str) -> Outcome:
    return Outcome(recipe, 0.0, [], 1, 1, 0.1, "iterations", "none")


class Flaky:
    """Workers in name only: one handing-out fails, and the first result of "b" never comes, since
    the connection is lost; a moment later it is there again."""

    num_workers = 2

    def __init__(self, fails_at: int) -> None:
        self.fails_at = fails_at
        self.handed_out: list[str] = []
        self.silent = 0  # so many more questions

    def is_ready(self) -> bool:
        self.silent -= 1
        return self.silent < 0

    def submit(self, function, recipe: str) -> Future[Outcome]:
        self.handed_out.append(recipe)
        if len(self.handed_out) == self.fails_at:
            raise BrokenExecutor("lost")
        future: Future[Outcome] = Future()
        if recipe == "b" and self.handed_out.count("b") == 1:
            self.silent = 2
        else:
            future.set_result(function(recipe))
        return future

    def renew(self) -> None:
        pass


@pytest.mark.parametrize("fails_at", [1, 2, 3, 4])
def test_what_a_lost_connection_takes_with_it_is_handed_out_again(monkeypatch, fails_at):
    monkeypatch.setattr("mcsearch.pool._POLL_SECONDS", 0.01)
    workers = Flaky(fails_at)
    done = [outcome.recipe for outcome in outcomes("abcd", workers, outcome_of)]
    assert sorted(done) == list("abcd")
    assert workers.handed_out.count("b") == 2


def test_workers_that_are_lost_again_and_again_end_the_runs():
    class Lost(Flaky):
        def submit(self, function, recipe: str) -> Future[Outcome]:
            raise BrokenExecutor("lost")

    with pytest.raises(PoolError, match="were lost one after the other"):
        list(outcomes("abcd", Lost(0), outcome_of))


def test_a_client_that_is_closed_is_a_scheduler_that_is_gone():
    distributed = pytest.importorskip("distributed")
    nobody = {"n_workers": 0, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**nobody) as scheduler:
        workers = Cluster(scheduler.scheduler_address)
        future = workers.submit(solve, "{}")
        # as it closes itself when it has tried long enough
        workers._client.sync(workers._client._close)
        with pytest.raises(BrokenExecutor):
            workers.submit(solve, "{}")
        with pytest.raises(PoolError, match="is gone"):
            workers.is_ready()
        workers.close()
    assert not future.done() or future.cancelled()
