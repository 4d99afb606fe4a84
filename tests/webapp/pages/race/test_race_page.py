"""What the page of a race sends, and when."""

from itertools import pairwise

from racing import Racer

from explorer.pages.race.kept import Kept


def test_a_racing_chart_is_sent_now_and_then_and_at_rest_as_it_is():
    now = [0.0]
    racer = Racer()
    racer.page._kept = Kept(lambda: now[0])
    racer.send("start")
    charts, states = {}, set()
    while len(states) < 100:
        now[0] += 0.02
        racer.contest.tick(0.0)  # one slice
        racer.page._draw()
        assert racer.contest.busy
        charts.setdefault(racer.line.model.chart, now[0])
        states.add(racer.status["at"])
    times = [*charts.values()]
    assert len(times) > 10
    assert min(b - a for a, b in pairwise(times)) > 0.09  # one of five, 20 ms apart
    racer.send("pause")
    racer.page._draw()
    assert not racer.contest.busy
    assert racer.shown("chart")["at"] == racer.contest.shown.at
    racer.send("board", 1)
    assert racer.shown("chart")["at"] == racer.contest.shown.at
