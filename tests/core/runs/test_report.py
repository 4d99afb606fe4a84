import dataclasses
import math
import statistics

import pytest

from mcsearch import Recipe
from mcsearch.runs import report
from mcsearch.runs.experiment import Experiment, Planned, Total
from mcsearch.runs.store import Store
from mcsearch.runs.worker import Outcome


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


def test_published_totals_are_told(plan, store):
    plan = dataclasses.replace(plan, totals=(Total("them", 40.5, "a paper"), Total("web", 7, "x")))
    text = report.text(plan, report.table(plan, store))
    assert text.endswith("Published total, them: 40 (a paper)\nPublished total, web: 7 (x)")
    assert report.document(plan, store)["totals"] == [
        {"label": "them", "total": 40.5, "origin": "a paper"},
        {"label": "web", "total": 7, "origin": "x"},
    ]


def test_a_fold_that_is_no_whole_one_is_marked_by_its_stored_sequence(tmp_path):
    """The walk that shuts itself in after 9 of 10 beads beside one that lays a line."""
    ends = {"shut in": [0, 1, 1, 2, 2, 3, 0], "line": [0] * 8}
    runs = tuple(
        Planned(label, "10", Recipe("hp-folding", "H" * 10, "nrpa", seed=seed))
        for seed, label in enumerate(ends)
    )
    plan = Experiment("folds", runs)
    with Store(tmp_path / "folds.sqlite") as store:
        for label, _, recipe in runs:
            state = recipe.start()
            for action in ends[label]:
                state = state.play(action)
            outcome = Outcome(
                recipe.to_json(), state.returns(), ends[label], 1, 1, 1.0, "finished", "compiled"
            )
            assert store.add(outcome)
        lines = report.table(plan, store)
        told = report.document(plan, store, with_best=True)
    assert [line.incomplete for line in lines] == [{"10": "9 of 10 beads"}, {}]
    assert [line.get("incomplete") for line in told["lines"]] == [{"10": "9 of 10 beads"}, None]
    assert told["best_line"]["incomplete"] == {"10": "9 of 10 beads"}, "it has more contacts"
    text = report.text(plan, lines)
    assert f"{lines[0].mean:.1f}*" in text
    assert text.endswith("* shut in: incomplete on board 10, 9 of 10 beads")


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
