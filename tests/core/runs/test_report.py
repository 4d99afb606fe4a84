import dataclasses
import math
import statistics

import pytest

from mcsearch.runs import report
from mcsearch.runs.experiment import Total
from mcsearch.runs.store import Store


def test_the_table_compares_on_the_same_boards(plan, store):
    (line,) = report.table(plan, store)
    means = [
        statistics.fmean(store.find(run.recipe).score for run in plan.runs if run.board == board)
        for board in ("1", "2", "3")
    ]
    assert (line.boards, line.runs, line.missing) == (3, 6, 0)
    assert line.mean == pytest.approx(statistics.fmean(means))
    assert line.total == pytest.approx(sum(means))
    assert (line.published_boards, line.published, line.published_total) == (2, 20.0, 40.0)
    assert line.difference == pytest.approx((means[0] - 10 + means[1] - 30) / 2)
    assert line.interval == pytest.approx(4.3027 * statistics.stdev(means) / math.sqrt(3), rel=1e-3)


def test_missing_runs_are_told(plan, store, tmp_path):
    with Store(tmp_path / "empty.sqlite") as empty:
        (line,) = report.table(plan, empty)
        assert (line.boards, line.missing) == (0, 6)
        assert "tree: 6 runs are not stored yet" in report.text(plan, [line])


def test_what_the_scores_are_that_ours_stand_beside_is_told(plan, store):
    assert "  published  " in report.text(plan, report.table(plan, store))
    plan = dataclasses.replace(plan, called="most known", origin="a paper")
    text = report.text(plan, report.table(plan, store))
    assert "  most known  " in text.splitlines()[1]
    assert text.endswith("Most known, on the same boards: a paper")
    assert report.document(plan, store)["called"] == "most known"


def test_published_totals_are_told(plan, store):
    plan = dataclasses.replace(plan, totals=(Total("them", 40.5, "a paper"), Total("web", 7, "x")))
    text = report.text(plan, report.table(plan, store))
    assert text.endswith("Published total, them: 40 (a paper)\nPublished total, web: 7 (x)")
    assert report.document(plan, store)["totals"] == [
        {"label": "them", "total": 40.5, "origin": "a paper"},
        {"label": "web", "total": 7, "origin": "x"},
    ]


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (5, 2.57058), (19, 2.09302), (249, 1.96954)],
)
def test_students_quantiles(freedom, quantile):
    assert report.student(freedom) == pytest.approx(quantile, rel=2e-3)


def test_one_value_has_no_interval():
    assert math.isnan(report.interval([3.0]))


def test_the_json_of_nothing_stored_says_so(plan, tmp_path):
    with Store(tmp_path / "empty.sqlite") as empty:
        found = report.document(plan, empty)
    (line,) = found["lines"]
    assert (line["boards"], line["mean"], line["interval"], line["rows"]) == (0, None, None, [])
    assert found["positions"] == {}
