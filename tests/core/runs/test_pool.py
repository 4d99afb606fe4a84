from concurrent.futures import BrokenExecutor, Future

import pytest

from mcsearch.runs.pool import Cluster, PoolError, outcomes
from mcsearch.runs.worker import Outcome, solve


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
    monkeypatch.setattr("mcsearch.runs.pool._POLL_SECONDS", 0.01)
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


class Ends(Flaky):
    """The run "a" fails or never comes back, and then the scheduler is gone."""

    num_workers = 4

    def __init__(self, fails: bool) -> None:
        super().__init__(0)
        self.fails = fails

    def submit(self, function, recipe: str) -> Future[Outcome]:
        self.handed_out.append(recipe)
        future: Future[Outcome] = Future()
        if recipe != "a":
            future.set_result(function(recipe))
        elif self.fails:
            future.set_exception(RuntimeError("no"))
        return future

    def is_ready(self) -> bool:
        if len(self.handed_out) == 4 and not self.fails:
            raise PoolError("gone")
        return True


@pytest.mark.parametrize(("fails", "message"), [(True, r"a run fails .*no.*: a$"), (False, "gone")])
def test_what_has_come_back_is_kept_when_the_runs_end_with_an_error(fails, message):
    found = outcomes("abcd", Ends(fails), outcome_of)
    assert sorted(next(found).recipe for _ in "bcd") == list("bcd")
    with pytest.raises(PoolError, match=message):
        next(found)


def test_a_run_that_loses_its_workers_again_and_again_is_named():
    killed = type("KilledWorker", (Exception,), {})  # as distributed has it

    class Deadly(Flaky):
        def submit(self, function, recipe: str) -> Future[Outcome]:
            future: Future[Outcome] = Future()
            if recipe == "b":
                future.set_exception(killed("b"))
            else:
                future.set_result(function(recipe))
            return future

    with pytest.raises(PoolError, match=r"a run has lost its worker 6 times .*: b$"):
        list(outcomes("abcd", Deadly(0), outcome_of))


def test_a_cluster_without_workers_is_told_once(monkeypatch, caplog):
    distributed = pytest.importorskip("distributed")
    nobody = {"n_workers": 0, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**nobody) as scheduler:
        workers = Cluster(scheduler.scheduler_address)
        assert workers.is_ready()
        monkeypatch.setattr("mcsearch.runs.pool._PATIENCE_SECONDS", -1.0)
        told = []
        for _ in range(3):
            caplog.clear()
            assert workers.is_ready()
            told += [said for said in caplog.messages if "no workers" in said]
        workers.close()
    (message,) = told
    assert f"{scheduler.scheduler_address} has no workers" in message
    assert "start `dask worker" in message


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
