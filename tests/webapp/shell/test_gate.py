"""A session runs no further ahead than its screen can draw."""

from types import SimpleNamespace

import pytest

from explorer.session.session import Session
from explorer.shell.gate import FRAMES_IN_FLIGHT, PATIENCE_SECONDS, SLOW_SECONDS, FrameGate

FAR = 1e9


@pytest.fixture
def clock():
    return SimpleNamespace(now=100.0)


@pytest.fixture
def gate():
    return FrameGate()


@pytest.fixture
def session(gate, clock):
    return Session("spmcts-uct", lambda: clock.now, gate.is_open)


def test_the_gate_holds_ticks_back_until_frames_are_painted(session, gate, clock):
    session.set_speed(FAR)
    session.play()
    frames = []
    for _ in range(4):
        clock.now += 0.016
        if session.tick(clock.now):
            frames.append(gate.send(clock.now))
    assert len(frames) == FRAMES_IN_FLIGHT
    gate.painted(frames[0], clock.now)
    clock.now += 0.016
    assert session.tick(clock.now)


def test_a_slow_screen_gets_one_frame_at_a_time(session, gate, clock):
    session.set_speed(1000)
    session.play()
    clock.now += 0.016
    assert session.tick(clock.now)
    frame = gate.send(clock.now)
    clock.now += 2 * SLOW_SECONDS
    gate.painted(frame, clock.now)
    assert gate.frame_seconds == pytest.approx(2 * SLOW_SECONDS)
    assert session.tick(clock.now)
    frame = gate.send(clock.now)
    clock.now += 0.016
    assert not session.tick(clock.now)
    gate.painted(frame, clock.now)  # quick again
    for _ in range(FRAMES_IN_FLIGHT):
        clock.now += 0.016
        assert session.tick(clock.now)
        gate.send(clock.now)


def test_a_frame_that_has_waited_for_the_one_before_is_not_slow(session, gate, clock):
    frames = [gate.send(clock.now) for _ in range(FRAMES_IN_FLIGHT)]
    for frame in frames:
        clock.now += 0.75 * SLOW_SECONDS
        gate.painted(frame, clock.now)
    gate.send(clock.now)
    assert gate.is_open(clock.now)


def test_a_hidden_tab_does_not_stop_the_search_for_good(session, gate, clock):
    session.set_speed(FAR)
    session.play()
    for _ in range(FRAMES_IN_FLIGHT):
        gate.send(clock.now)
    clock.now += PATIENCE_SECONDS / 2
    assert not session.tick(clock.now)
    clock.now += PATIENCE_SECONDS / 2
    assert session.tick(clock.now)
