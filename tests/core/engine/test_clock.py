"""The clock of processor time."""

import time

from mcsearch.engine.clock import processor_clock, processor_seconds


def test_in_a_browser_it_does_not_end_after_36_minutes():
    assert processor_clock("emscripten") is time.perf_counter


def test_sleep_is_no_computing():
    before = processor_seconds()
    time.sleep(0.2)
    slept = processor_seconds()
    sum(range(1_000_000))
    assert slept - before < 0.1
    assert processor_seconds() > slept
