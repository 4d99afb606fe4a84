"""What one visitor's messages may take of a server's time."""

import asyncio
from types import SimpleNamespace

import pytest

from explorer.shell.allowance import LONGEST_WAIT_SECONDS, SAVED_SECONDS, SHARE, Allowance


def test_who_has_been_silent_waits_for_nothing():
    allowance = Allowance(now=0.0)
    assert allowance.pay(SAVED_SECONDS, now=0.0) == 0
    # as long as it takes to save that up again
    assert allowance.pay(SAVED_SECONDS, now=SAVED_SECONDS / SHARE) == 0
    # and no more than that is saved
    assert allowance.pay(SAVED_SECONDS, now=1e6) == 0
    assert allowance.pay(SHARE, now=1e6) == pytest.approx(1)


def test_who_sends_without_an_end_gets_a_share():
    allowance, now, worked = Allowance(now=0.0), 0.0, 0.0
    while now < 1000:
        worked += 0.03
        now += 0.03
        now += allowance.pay(0.03, now)
    assert worked == pytest.approx(1000 * SHARE, abs=2 * SAVED_SECONDS)


def test_who_is_alone_waits_for_nobody():
    others = []
    allowance = Allowance(now=0.0, is_alone=lambda: not others)
    assert allowance.pay(1000.0, now=0.0) == 0
    others.append("a visitor")
    assert allowance.pay(1.0, now=LONGEST_WAIT_SECONDS) == pytest.approx(LONGEST_WAIT_SECONDS)


def test_what_it_waits_for_costs_nothing_and_what_it_raises_arrives(monkeypatch):
    clock = [0.0]
    now = SimpleNamespace(perf_counter=lambda: clock[0])
    monkeypatch.setattr("explorer.shell.allowance.time", now)
    allowance, turns = Allowance(), []

    async def work():
        clock[0] += SAVED_SECONDS / 2
        await asyncio.sleep(0)  # another has its turn
        clock[0] += SAVED_SECONDS / 2
        raise ValueError("too much")

    async def other():
        turns.append(clock[0])
        clock[0] += 100

    async def both():
        asyncio.get_running_loop().create_task(other())
        with pytest.raises(ValueError, match="too much"):
            await allowance.spend(work())

    asyncio.run(both())
    assert turns == [SAVED_SECONDS / 2]
    assert allowance.pay(SHARE / 10) == pytest.approx(0.1)


def test_nobody_waits_for_long():
    allowance = Allowance(now=0.0)
    assert allowance.pay(1000.0, now=0.0) == pytest.approx(LONGEST_WAIT_SECONDS)
    assert allowance.pay(0.0, now=LONGEST_WAIT_SECONDS) == pytest.approx(0)


def test_what_is_cancelled_ends():
    ended = []

    async def work():
        try:
            await asyncio.sleep(100)
        finally:
            ended.append(True)

    async def cancelled():
        task = asyncio.get_running_loop().create_task(Allowance().spend(work()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert ended == [True]
