"""The course of a search as it is drawn: its lines, their labels and what the axes reach over."""

import dataclasses

import numpy as np
import pytest
from bokeh.models.glyphs import Text

from explorer.cards.scrub.view import ScrubView
from explorer.look import text
from explorer.look.palette import DARK, LIGHT
from explorer.moment.course import History


def history(playhead=60, percent=False):
    iterations = np.arange(1, 101)
    improvements = np.asarray([1, 20, 80])
    improved = np.asarray([100.0, 300.0, 400.0])
    best = improved[np.searchsorted(improvements, iterations, side="right") - 1]
    return History(
        iterations=iterations,
        best=best / 400 if percent else best,
        mean=best / 2 / (400 if percent else 1),
        return_iterations=iterations[::10],
        returns=best[::10] / (400 if percent else 1),
        improvements=improvements,
        improved=improved,
        playhead=playhead,
        end=120,
        percent=percent,
        best_name="best move" if percent else "best",
    )


def test_the_line_steps_where_the_best_score_rose():
    view = ScrubView(LIGHT)
    view.show(history())
    line = view._best.model.data
    assert list(zip(line["x"], line["y"], strict=True)) == [
        (1, 100), (20, 100), (20, 300), (60, 300)
    ]  # fmt: skip
    ahead = view._best_ahead.model.data
    assert list(zip(ahead["x"], ahead["y"], strict=True)) == [
        (60, 300),
        (80, 300),
        (80, 400),
        (100, 400),
    ]
    assert view._head.model.data["x"] == [60]
    assert view._best_label.model.data["text"] == ["best 300"]
    assert view._mean_label.model.data["text"] == ["mean 150"]


def test_at_a_new_best_the_line_ends_with_its_step():
    view = ScrubView(LIGHT)
    view.show(history(20))
    line = view._best.model.data
    points = list(zip(line["x"], line["y"], strict=True))
    assert points[:3] == [(1, 100), (20, 100), (20, 300)]
    assert set(points[3:]) <= {(20, 300)}


def test_labels_never_lie_on_a_line_that_is_near():
    view = ScrubView(LIGHT)
    for best, mean in ((2755.0, 2100.0), (2755.0, 500.0), (90.0, 80.0)):
        course = dataclasses.replace(
            history(), best=np.full(100, best), mean=np.full(100, mean), improved=np.full(3, best)
        )
        view.show(course)
        pixel = (view._plot.y_range.end - view._plot.y_range.start) / 55
        best_y = view._best_label.model.data["y"][0]
        assert best_y + 7 * pixel <= view._plot.y_range.end
        assert abs(best_y - best) >= 8 * pixel
        assert abs(best_y - mean) >= 8 * pixel


def test_a_label_has_room_beside_the_moment_on_a_phone():
    width, longest = 320, 85  # pixels: of the plot on a phone, and of "best move 100%"
    view = ScrubView()
    sides = set()
    for playhead in range(1, 121):
        view.show(history(playhead))
        (side,) = view._best_label.model.data["align"]
        left = width * playhead / view._plot.x_range.end
        assert (left if side == "right" else width - left) >= longest
        sides.add(side)
    assert sides == {"left", "right"}


@pytest.mark.parametrize("playhead", [0, 1, 50, 100, 120])
def test_the_whole_course_is_drawn_wherever_the_playhead_is(playhead):
    view = ScrubView(LIGHT)
    view.show(history(playhead))
    behind, ahead = view._mean.model.data["x"], view._mean_ahead.model.data["x"]
    assert sorted({*behind, *ahead}) == list(range(1, 101))
    assert all(x <= playhead for x in behind)


def test_axes_reach_over_everything():
    view = ScrubView(LIGHT)
    view.show(history())
    assert view._plot.x_range.end == 120
    assert view._plot.y_range.end >= 400
    assert view._plot.yaxis[0].ticker.ticks == [0, 200, 400]
    assert set(view._plot.xaxis[0].major_label_overrides.values()) >= {"0", "100"}


@pytest.mark.parametrize(
    ("shift", "ticks", "names"),
    [
        (-2000.0, [-2000, -1800, -1600], ["−2.0k", "−1.8k", "−1.6k"]),
        (-401.0, [-450, -300, -150, 0], ["−450", "−300", "−150", "0"]),
        (-200.0, [-150, 0, 150, 300], ["−150", "0", "150", "300"]),
        (-12_300.0, [-13_000, -12_000, -11_000], ["−13k", "−12k", "−11k"]),
    ],
)
def test_negative_scores_fill_the_plot(shift, ticks, names):
    course = history()
    names_of = ("best", "mean", "returns", "improved")
    moved = {name: getattr(course, name) + shift for name in names_of}
    moved["mean"] = np.full(100, 100 + shift)
    view = ScrubView(LIGHT)
    view.show(dataclasses.replace(course, **moved))
    axis, y_range = view._plot.yaxis[0], view._plot.y_range
    assert [round(tick) for tick in axis.ticker.ticks] == ticks
    assert [*axis.major_label_overrides.values()] == names
    assert y_range.start < ticks[0] < min(view._best.model.data["y"])
    assert y_range.end > ticks[-1] >= max(view._best_ahead.model.data["y"])
    height = y_range.end - y_range.start
    lines = [*view._best.model.data["y"], *view._best_ahead.model.data["y"]]
    assert np.ptp(lines) > (0.4 if shift > -10_000 else 0.1) * height
    assert view._best_label.model.data["text"] == [f"best {text.score(300 + shift)}"]


def test_win_rates_have_a_line_and_percents():
    view = ScrubView(LIGHT)
    view.show(history(100, percent=True))
    assert view._plot.yaxis[0].major_label_overrides == {0.0: "0%", 0.5: "50%", 1.0: "100%"}
    assert len(view._best.model.data["x"]) == 100
    assert view._best_label.model.data["text"] == ["best move 100%"]


def test_published_scores_are_lines_and_the_axis_reaches_them():
    view = ScrubView(LIGHT)
    view.show(dataclasses.replace(history(100), marks=(("record", 820.0), ("by hand", 680.0))))
    assert view._marks.model.data["y"] == [820.0, 680.0]
    assert view._mark_label.model.data["text"] == ["record 820, by hand 680"]
    assert view._mark_label.model.data["align"] == ["left"]
    room = view._plot.y_range.end - view._mark_label.model.data["y"][0]
    assert room > 6 * (view._plot.y_range.end - view._plot.y_range.start) / 55
    view.show(dataclasses.replace(history(5), marks=(("record", 820.0),)))
    assert view._mark_label.model.data["align"] == ["right"]  # the best's label is on the left
    view.show(history())
    assert view._marks.model.data["y"] == view._mark_label.model.data["text"] == []


def test_an_empty_course():
    empty = np.zeros(0)
    view = ScrubView(LIGHT)
    view.show(History(empty, empty, empty, empty, empty, empty, empty, 0, 20))
    assert view._best_label.model.data["text"] == []
    assert view._plot.yaxis[0].ticker.ticks == [0.0]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_label_s_halo_has_the_ground_s_colour(palette):
    """Bokeh draws no text, and no outline of it, whose colour is none."""
    view = ScrubView(palette)
    glyphs = [renderer.glyph for renderer in view._plot.renderers]
    texts = [glyph for glyph in glyphs if isinstance(glyph, Text)]
    halos = [glyph for glyph in texts if glyph.text_outline_width == 4]
    assert len(halos) == 3
    assert {halo.text_color for halo in halos} == {palette.surface}
    assert {halo.text_outline_color for halo in halos} == {palette.surface}


@pytest.mark.parametrize(
    ("most", "ticks", "names"),
    [
        (0.048, [0.0, 0.025, 0.05], ["0", "0.025", "0.05"]),
        (2.9e-4, [0.0, 1.5e-4, 3e-4], ["0", "1.5e−4", "3e−4"]),
        (1.0, [0.0, 1.0, 2.0], ["0", "1", "2"]),
    ],
)
def test_small_scores_fill_the_plot_and_whole_ones_have_whole_steps(most, ticks, names):
    course = history()
    values = {name: np.where(np.isnan(getattr(course, name)), np.nan, most) for name in
              ("best", "mean", "returns", "improved")}  # fmt: skip
    view = ScrubView(LIGHT)
    view.show(dataclasses.replace(course, **values))
    axis = view._plot.yaxis[0]
    assert axis.ticker.ticks == pytest.approx(ticks)
    assert [*axis.major_label_overrides.values()] == names
