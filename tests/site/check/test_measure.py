"""The line that the measured site goes over."""

import threading
import time

from check.measure import Line


def test_what_goes_at_the_same_time_shares_the_line() -> None:
    line = Line(bits_a_second=8e6)
    begin = time.monotonic()
    threads = [threading.Thread(target=line.wait_for, args=(100_000,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - begin >= 0.3


def test_a_line_without_a_limit_lets_everything_through_at_once() -> None:
    line = Line()
    line.wait_for(10**15)
    assert line._free_at <= time.monotonic()
