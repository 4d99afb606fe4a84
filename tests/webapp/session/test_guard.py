"""Calls that do not come back are ended, and nothing else is."""

import sys
import threading

import pytest

from explorer.session import guard
from explorer.session.code import Code, define, fault

LOOPING = """
class Stuck:
    def legal_actions(self):
        return [1]

    def play(self, action):
        try:
            while True:
                pass
        except Exception:
            return self

    def is_terminal(self):
        return False

    def returns(self):
        return 0
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(guard, "LIMIT_SECONDS", 0.3)


@pytest.mark.parametrize("has_threads", [True, False])
def test_an_endless_loop_is_ended_and_its_line_is_known(monkeypatch, has_threads):
    monkeypatch.setattr(guard, "HAS_THREADS", has_threads)
    code = Code(LOOPING)
    (stuck,) = define(code)
    guard.guard(stuck)
    before = sys.gettrace()
    with guard.traced(), pytest.raises(guard.SlowCodeError) as raised:
        stuck().play(1)
    assert sys.gettrace() is before
    wrong = fault(raised.value, code)
    assert wrong.line in (8, 9)
    assert str(wrong) == "play did not return within 0.3 s"
    assert stuck().legal_actions() == [1]


def test_other_threads_and_later_calls_go_on():
    ended = []

    def endless():
        try:
            guard.call("loop", lambda: [None for _ in iter(int, 1)])
        except guard.SlowCodeError as error:
            ended.append(str(error))

    thread = threading.Thread(target=endless)
    thread.start()
    while thread.is_alive():
        assert guard.call("quick", lambda: 1) == 1
    assert ended == ["loop did not return within 0.3 s"]


def test_an_exception_of_the_code_itself_passes():
    with pytest.raises(ZeroDivisionError):
        guard.call("bad", lambda: 1 / 0)
    assert guard.call("outer", lambda: guard.call("inner", lambda: 2)) == 2
