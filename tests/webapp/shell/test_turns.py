"""Sessions of one server work in turn."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from explorer.shell.turns import Turns


class Worker:
    """Notes its turns; each takes some rounds of the loop, or does not end."""

    def __init__(self, name, notes, ends=True, due=0.0, most=100):
        self.name, self.notes, self.ends, self.due, self.most = name, notes, ends, due, most
        self.shares = []

    def begin_turn(self, share):
        self.notes.append(self.name)
        self.shares.append(share)
        turn = asyncio.get_running_loop().create_future()
        if self.ends:
            asyncio.get_running_loop().call_later(0.001, turn.set_result, None)
        if len(self.shares) == self.most:
            Turns.here().leave(self)
        return turn


def worked(*workers, seconds=0.3):
    """Let the workers take turns for a while."""

    async def work():
        for worker in workers:
            Turns.here().join(worker)
        await asyncio.sleep(seconds)

    # a thread of its own: the browser of other tests has a loop in this one
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_everyone_has_a_turn_before_anyone_has_the_next():
    notes = []
    worked(*(Worker(name, notes, most=3) for name in "abcd"))
    assert notes == list("abcd") * 3


def test_one_whose_turn_does_not_end_holds_nobody_up():
    notes = []
    worked(Worker("slow", notes, ends=False), Worker("a", notes, most=3), Worker("b", notes))
    assert notes[:3] == ["slow", "a", "b"]
    assert notes.count("slow") == 1
    assert notes.count("a") == 3
    assert notes.count("b") > 3


def test_the_next_turn_waits_until_it_is_due():
    notes = []
    late = Worker("late", notes, due=time.perf_counter() + 3600)
    worked(late, Worker("a", notes, most=2))
    assert notes == ["a", "a"]


def test_whoever_joins_when_all_have_left_has_turns():
    notes = []
    first = Worker("first", notes, most=1)

    async def work():
        Turns.here().join(first)
        await asyncio.sleep(0.1)
        Turns.here().join(Worker("next", notes, most=2))
        await asyncio.sleep(0.1)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()
    assert notes == ["first", "next", "next"]


def test_many_search_for_a_shorter_time_each():
    few = [Worker("few", [], most=1) for _ in range(3)]
    worked(*few)
    assert few[0].shares == [1.0]
    many = [Worker("many", [], most=1) for _ in range(12)]
    worked(*many)
    assert many[0].shares == [0.25]


def test_one_that_can_not_take_its_turn_leaves_the_others_theirs():
    notes = []

    class Gone(Worker):
        def begin_turn(self, share):
            super().begin_turn(share)
            raise RuntimeError("the document is gone")

    worked(Gone("gone", notes), Worker("a", notes, most=3))
    assert notes == ["gone", "a", "a", "a"]
