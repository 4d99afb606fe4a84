"""The views: what reaches the canvas is the frame, once, and clicks come back as actions."""

import dataclasses
import re

import numpy as np
import pytest
from bokeh.events import Tap
from bokeh.models import ColumnDataSource

from explorer.board_view import BoardView
from explorer.canvas import Source
from explorer.frame import History, make_frame
from explorer.palette import DARK, LIGHT
from explorer.scrub_view import ScrubView
from explorer.tree_view import TreeView
from explorer.why_view import WhyView, axis
from mcsearch import Recipe
from mcsearch.presets import PRESETS


def samegame(num_iterations=300, phases=3):
    search = Recipe(
        "samegame", "9x7x4:3", "spmcts", {"exploration": 50.0, "scoring": "plain"}, seed=1
    ).build()
    search.run(num_iterations)
    for _ in range(phases):
        search.advance()
    return search


def tictactoe(num_iterations=200, phases=1):
    search = PRESETS["tictactoe-uct"].recipe.build()
    search.run(num_iterations)
    for _ in range(phases):
        search.advance()
    return search


def sources(view):
    return list(view.root.get_root().select({"type": ColumnDataSource}))


def written(view, frame):
    """How often `show` writes each data source."""
    counts = {}
    watched = sources(view)
    for source in watched:
        counts[source.id] = 0

        def count(attr, old, new, name=source.id):
            counts[name] += 1

        source.on_change("data", count)
    view.show(frame)
    return list(counts.values())


@pytest.mark.parametrize("view", [TreeView, BoardView])
def test_each_source_is_written_at_most_once_a_frame(view):
    view = view(LIGHT)
    assert max(written(view, make_frame(samegame()))) == 1
    assert max(written(view, make_frame(tictactoe()))) == 1


@pytest.mark.parametrize("view", [TreeView, BoardView])
def test_the_same_frame_again_sends_nothing(view):
    view = view(LIGHT)
    frame = make_frame(samegame())
    assert sum(written(view, frame)) > 5
    assert sum(written(view, frame)) == 0
    assert sum(written(view, make_frame(samegame()))) == 0


def test_a_source_sends_numbers_in_single_precision_and_only_changes():
    source = Source("x", "lines")
    lines = [np.asarray([1.0, 2.0]), np.asarray([3.0])]
    source.write(np.asarray([1.0, np.nan]), lines)
    assert source.model.data["x"].dtype == np.float32
    first = source.model.data
    source.write(np.asarray([1.0, np.nan]), [line.copy() for line in lines])
    assert source.model.data is first
    source.write(np.asarray([1.0, np.nan]), [lines[0], np.asarray([4.0])])
    assert source.model.data is not first
    source.clear()
    assert all(len(column) == 0 for column in source.model.data.values())


def width_shown(view):
    x_range = view._canvas.plot.x_range
    return x_range.end - x_range.start


# -- tree ------------------------------------------------------------------------------------


def tree_data(view, column):
    """The data of the source that has this column."""
    (source,) = [source for source in sources(view) if column in source.data]
    return source.data


def test_the_tree_on_the_canvas_is_the_frames():
    view, frame = TreeView(LIGHT), make_frame(samegame())
    view.show(frame)
    nodes = tree_data(view, "mean_text")
    tree = frame.tree
    assert nodes["x"] == pytest.approx(tree.x, abs=1e-3)
    assert nodes["size"] == pytest.approx(2 * tree.radius, abs=1e-4)
    assert nodes["mean"] == pytest.approx(tree.mean, nan_ok=True, rel=1e-6)
    best = [line == LIGHT.best for line in nodes["line"]]
    assert [i for i, is_best in enumerate(best) if is_best] == sorted(tree.best[1:].tolist())
    assert nodes["visits"][0].replace("\u2009", "") == str(tree.visits[0])


def test_the_phase_colours_the_path():
    search = samegame(phases=0)
    view = TreeView(LIGHT)
    for _ in range(4):
        phase = search.advance()
        view.show(make_frame(search))
        colors = {glyph.line_color for glyph in (view._canvas.path_edge, view._canvas.ring.glyph)}
        assert colors == {LIGHT.phases[phase - 1].color}
    view.set_palette(DARK)
    assert view._canvas.path_edge.line_color == DARK.phases[3].color
    assert tree_data(view, "mean_text")["line"][0] == DARK.node_line


def test_a_click_on_a_node_selects_it():
    view, frame = TreeView(LIGHT), make_frame(samegame())
    view.show(frame)
    selected = []
    view.on_select(selected.append)
    tree = frame.tree
    for i in (0, len(tree.x) // 2, len(tree.x) - 1):
        view._tapped(Tap(None, x=float(tree.x[i]) + 2, y=float(tree.y[i]) - 2))
    assert selected == [tree.actions[i] for i in (0, len(tree.x) // 2, len(tree.x) - 1)]
    view._tapped(Tap(None, x=5.0, y=5.0))
    assert len(selected) == 3


def test_a_click_on_a_pill_opens_it():
    view, frame = TreeView(LIGHT), make_frame(samegame(600))
    view.show(frame)
    selected, opened = [], []
    view.on_select(selected.append)
    view.on_open(opened.append)
    tree = frame.tree
    assert tree.pill_openings
    for x, y in zip(tree.pill_x, tree.pill_y, strict=True):
        view._tapped(Tap(None, x=float(x) + 9, y=float(y)))
    assert tuple(opened) == tree.pill_openings
    assert selected == []


def test_the_view_keeps_its_zoom_until_the_card_changes():
    view, search = TreeView(LIGHT), samegame()
    view.show(make_frame(search))
    whole = width_shown(view)
    view.zoom(2.0)
    view.show(make_frame(search))
    assert width_shown(view) == pytest.approx(whole / 2)
    view.fit()
    assert width_shown(view) == pytest.approx(whole)


def test_the_strip_shows_when_there_is_one():
    view = TreeView(LIGHT)
    view.show(make_frame(samegame()))
    assert view._strip.plot.visible
    view.show(make_frame(tictactoe()))
    assert not view._strip.plot.visible


# -- board -----------------------------------------------------------------------------------


def test_tiles_on_the_canvas():
    search = samegame()
    view, frame = BoardView(LIGHT), make_frame(search)
    view.show(frame)
    values = frame.board.values
    tiles = tree_data(view, "marker")
    assert tiles["marker"] == [LIGHT.tiles[v - 1].marker for v in values[values > 0]]
    assert view._cells.model.data["color"] == [LIGHT.tiles[v - 1].color for v in values[values > 0]]
    x, y = view._cells.model.data["x"], view._cells.model.data["y"]
    step = np.unique(np.round(np.diff(np.unique(x)), 2))
    assert len(step) == 1
    order = np.argsort(frame.board.x[values > 0] * 100 + frame.board.y[values > 0])
    assert (np.diff(x[order] * 100 + y[order]) > 0).all()
    assert len(view._discs.model.data["x"]) == 0
    assert view._badge.model.data["text"] == [frame.board.played_text]


def test_bars_are_in_the_order_of_the_points():
    view, frame = BoardView(LIGHT), make_frame(samegame())
    view.show(frame)
    heights = view._bars.model.data["top"]
    points = frame.board.bars
    assert np.array_equal(np.argsort(heights, kind="stable"), np.argsort(points, kind="stable"))
    assert heights.max() == pytest.approx(1)
    assert view._current.model.data["x"].tolist() == [frame.board.bar_current]


def test_stones_on_the_canvas():
    search = tictactoe(phases=3)
    view, frame = BoardView(LIGHT), make_frame(search)
    view.show(frame)
    values = frame.board.values
    assert len(view._discs.model.data["x"]) == np.count_nonzero(values)
    assert len(view._crosses.model.data["x"]) == np.count_nonzero(values == 1)
    assert len(view._rings.model.data["x"]) == np.count_nonzero(values == 2)
    assert view._plies.model.data["text"] == [
        str(ply) for ply in range(1, len(search.playout_actions) + 1)
    ]
    assert len(view._cells.model.data["x"]) == 0
    view.show(make_frame(samegame()))
    assert len(view._fields.model.data["x"]) == 0


def test_the_board_changes_its_theme():
    view, frame = BoardView(LIGHT), make_frame(samegame())
    view.show(frame)
    view.set_palette(DARK)
    assert view._cells.model.data["color"][0] in {tile.color for tile in DARK.tiles}
    assert view._ground.fill_color == DARK.empty_cell


# -- table and formula -----------------------------------------------------------------------


def test_the_table_has_a_row_for_each_child_and_says_which_is_chosen():
    search = samegame(phases=1)
    view, frame = WhyView(LIGHT), make_frame(search)
    view.show(frame)
    html = view.root.object
    rows = re.findall(r'<tr data-actions="([\d,]+)"( class="chosen")?', html)
    assert [actions for actions, _ in rows] == [
        ",".join(map(str, row.actions)) for row in frame.why.rows
    ]
    assert [bool(chosen) for _, chosen in rows] == [row.chosen for row in frame.why.rows]
    for label in frame.why.labels:
        assert f"</span>{label}</th>" in html
    assert html.count("<math") == 2 * len(frame.why.formula)
    assert html.count('<th scope="col">') == len(frame.why.labels) + 4


def test_names_in_the_table_are_escaped():
    search = samegame(phases=1)
    frame = make_frame(search)
    row = dataclasses.replace(frame.why.rows[0], name="<img src=x>")
    why = dataclasses.replace(frame.why, rows=(row,), labels=("<b>", "&", "x"), message="<i>")
    view = WhyView(LIGHT)
    view.show(dataclasses.replace(frame, why=why))
    assert "<img" not in view.root.object
    assert "<b></th>" not in view.root.object
    assert "&lt;i&gt;" in view.root.object


def test_the_bars_fill_the_axis():
    rows = make_frame(samegame(phases=1)).why.rows
    start, end = axis(rows)
    assert end == max(row.total for row in rows)
    assert start <= min(row.terms[0] for row in rows)
    assert (start == 0) or start > 0.3 * end
    assert axis(()) == (0.0, 1.0)


def test_without_a_rule_the_table_has_results():
    search = PRESETS["nmcs"].recipe.build()
    search.run(50)
    view = WhyView(LIGHT)
    view.show(make_frame(search))
    assert "top score" in view.root.object
    assert "<math" not in view.root.object


# -- scrub bar -------------------------------------------------------------------------------


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
    points = list(zip(line["x"].tolist(), line["y"].tolist(), strict=True))
    assert points[:3] == [(1, 100), (20, 100), (20, 300)]
    assert set(points[3:]) <= {(20, 300)}


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


def test_win_rates_have_a_line_and_percents():
    view = ScrubView(LIGHT)
    view.show(history(100, percent=True))
    assert view._plot.yaxis[0].major_label_overrides == {0.0: "0%", 0.5: "50%", 1.0: "100%"}
    assert len(view._best.model.data["x"]) == 100
    assert view._best_label.model.data["text"] == ["best move 100%"]


def test_an_empty_course():
    empty = np.zeros(0)
    view = ScrubView(LIGHT)
    view.show(History(empty, empty, empty, empty, empty, empty, empty, 0, 20))
    assert view._best_label.model.data["text"] == []
    assert view._plot.yaxis[0].ticker.ticks == [0.0]
