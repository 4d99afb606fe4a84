"""The board as it is drawn: it is the frame, and what is outlined lies above the pieces."""

import dataclasses
import re
from xml.etree.ElementTree import tostring

import drawn
import numpy as np
import pytest
from begun import samegame, tictactoe

from explorer.cards.board.frame import show_position
from explorer.cards.board.picture import board_picture
from explorer.look.marks import MARKS
from explorer.schema import pack
from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.presets import PRESETS


def names(drawing):
    """The names of rows and columns, and the sentence of the edges."""
    return [each for each in drawing.iter("text") if each.get("fill") == "var(--ink2)"]


def crosses(drawing):
    """Middles of the signs of where nothing may be put."""
    found = [each for each in drawing.findall("path") if each.get("stroke") == "var(--ink2)"]
    return [(x + 0.1, y + 0.1) for each in found for x, y in drawn.starts(each)[:1]]


def candidate_boxes(drawing):
    """Dashed boxes where a domino may be put."""
    return [each for each in drawing.iter("rect") if each.get("stroke-dasharray")]


@pytest.mark.parametrize("side", [193, 286, 420])
@pytest.mark.parametrize("preset", ["tictactoe-uct", "connect4-engine", "yavalath-engine"])
def test_the_names_of_rows_and_columns_are_on_the_picture(preset, side):
    search = PRESETS[preset].recipe.build()
    search.run(3)
    frame = make_frame(search).board
    drawing = drawn.board(frame, side=side)
    labels = names(drawing)
    assert [each.text for each in labels] == [name for _, _, name in frame.board.labels]
    assert labels
    cell, left, top = drawn.pixels(drawing, side)
    places = [drawn.place(each) for each in labels]
    at = [(left + cell * x, top + cell * y) for x, y in places]
    # of a name half is on each side of its place: 4 pixels and some of a digit or a letter
    assert np.min(at) >= 5
    assert np.max(at) <= side - 5


@pytest.mark.parametrize("side", [160, 193, 286, 420])
def test_the_sentence_of_the_edges_is_as_wide_as_the_picture_at_most(side):
    frame = make_frame(Recipe("hex", search="uct").build()).board
    drawing = drawn.board(frame, side=side)
    lines = [each.text for each in names(drawing)[len(frame.board.labels) :]]
    assert " ".join(map(str.strip, lines)) == "Blue joins left and right, orange top and bottom"
    assert max(map(len, lines)) * 5.8 <= side  # pixels of a letter, on the average
    assert len(lines) == (1 if side > 280 else 2)
    cell, _, top = drawn.pixels(drawing, side)
    assert all(5 <= top + cell * drawn.place(each)[1] <= side - 5 for each in names(drawing))
    edges = drawing.findall("polyline")
    assert len(edges) == len(frame.board.edges)
    assert {each.get("vector-effect") for each in edges} == {"non-scaling-stroke"}
    assert max(float(each.get("stroke-width")) for each in edges) <= 5


def test_cells_have_their_texts_and_the_names_beside_them():
    search = Recipe("2048", "2 . / 4 16", seed=1).build()
    drawing = drawn.board(make_frame(search).board)
    assert drawn.texts(drawing) == ["2", "4", "16", "a", "b", "1", "2"]
    fills = [each.get("style") for each in drawn.named(drawing, "themed-fill")]
    assert len(set(fills[::2])) == 3  # each cell, and the text on it


def test_stones_on_crossings_and_the_points_where_none_may_be_put():
    search = Recipe("nogo", ".xo / xo. / ...", "uct", {"side": 3}, seed=1).build()
    search.run(60)
    frame = make_frame(search).board
    drawing = drawn.board(frame)
    crossings = drawn.named(drawing, "crossing")
    lines = [line for each in crossings for line in each.findall("path")]
    # from each point half a line to each neighbour, none beyond the outermost ones
    ways = "".join(line.get("d") for line in lines)
    across = re.findall(r"M(-?[\d.]+) ([\d.]+)H([\d.]+)", ways)
    along = re.findall(r"M([\d.]+) (-?[\d.]+)V([\d.]+)", ways)
    assert len({y for _, y, _ in across}) == len({x for x, _, _ in along}) == 3
    assert (min(float(x) for x, _, _ in across), max(float(x) for _, _, x in across)) == (0.5, 2.5)
    assert (min(float(y) for _, y, _ in along), max(float(y) for _, _, y in along)) == (0.5, 2.5)
    assert (len(crossings), len(drawn.named(drawing, "cell"))) == (9, 0)
    barred = search.root.forbidden_cells()
    assert list(frame.forbidden_cells) == barred == [7]
    assert crosses(drawing) == [pytest.approx(drawn.middle(frame, 7))]
    assert pack.plain(board_picture(frame, (0.0, 1.0)))["moment"]["forbidden"] == barred
    other = drawn.board(make_frame(tictactoe()).board)
    assert not drawn.named(other, "crossing") + crosses(other)


def test_dominoes_and_the_candidates_that_do_not_overlap():
    search = Recipe("domineering", "a1-a2 b1-c1", "uct", {"side": 4}, seed=1).build()
    search.run(400)
    board = make_frame(search, selected=()).board
    drawing = drawn.board(board)
    stones = [stone.find("rect") for stone in drawn.named(drawing, "stone")]
    wide, tall = ([float(stone.get(side)) for stone in stones] for side in ("width", "height"))
    assert [wide[0] < tall[0], wide[1] < tall[1]] == [True, False]
    root = search.root
    legal = {action: set(root.action_cells(action)) for action in root.legal_actions()}
    shown = [legal[action] for action in board.child_actions]
    assert sum(map(len, shown)) == len(set().union(*shown))
    hidden = [legal[action] for action in legal if action not in board.child_actions]
    assert hidden
    assert all(any(cells & other for other in shown) for cells in hidden)
    assert search.best_action() in board.child_actions
    assert ("Candidates", f"{len(legal)}, {len(shown)} drawn") in board.facts
    pills = drawn.named(drawing, "child")
    boxes = candidate_boxes(drawing)
    assert len(pills) == len(boxes) == len(shown)
    # each candidate is where pointing means it
    places = dict(zip(board.meant.at.tolist(), zip(*board.meant.places, strict=True), strict=True))
    middles = list(zip(board.child_x, board.child_y, strict=True))
    assert [places[action] for action in board.child_actions] == middles
    for drawn_there in (pills, boxes):
        at = [drawn.place(each) for each in drawn_there]
        assert at == [pytest.approx((x, board.height - y)) for x, y in middles]
    other = drawn.board(make_frame(tictactoe()).board)
    assert {stone.find("rect") for stone in drawn.named(other, "stone")} <= {None}
    assert not candidate_boxes(other)


@pytest.mark.parametrize("make", [samegame, tictactoe])
def test_the_same_frame_gives_the_same_picture(make):
    """`Page.show` sends no text again; each moment is told in its own words alone."""
    once, again, later = (make_frame(make(num)).board for num in (200, 200, 201))
    ends = (0.0, 1.0)
    first, second, third = (
        pack.text(pack.packed(board_picture(each, ends))) for each in (once, again, later)
    )
    assert first == second != third
    assert tostring(drawn.board(once)) == tostring(drawn.board(again))


@pytest.mark.parametrize("make", [samegame, tictactoe])
def test_the_ground_is_around_the_cells_and_within_the_picture(make):
    drawing = drawn.board(make_frame(make()).board, side=300)
    (ground,) = drawn.named(drawing, "ground")
    cell, left, top = drawn.pixels(drawing, 300)
    for at, origin, extent in (("x", left, "width"), ("y", top, "height")):
        start, long = origin + cell * float(ground.get(at)), cell * float(ground.get(extent))
        assert 200 < long <= 301
        assert start >= -1
        assert start + long <= 301
    assert drawing[0] is ground


def test_tiles_are_drawn_as_their_values():
    search = samegame()
    frame = make_frame(search).board
    drawing = drawn.board(frame)
    for value, mark in enumerate(MARKS, 1):
        mine = np.flatnonzero(frame.values == value).tolist()
        tiles = [at for each in drawn.named(drawing, f"tile-{value}") for at in drawn.starts(each)]
        marks = [at for each in drawn.named(drawing, f"glyph-{value}") for at in drawn.starts(each)]
        assert len(tiles) == len(marks) == len(mine)
        middles = [drawn.middle(frame, cell) for cell in mine]
        assert [(round(x + 0.31, 6), round(y + 0.45, 6)) for x, y in tiles] == middles
        dx, dy = mark.corners[0] if mark.corners else (-mark.radius, 0)
        assert marks == [pytest.approx((x + dx, y + dy), abs=0.006) for x, y in middles]
    (gone,) = drawn.named(drawing, "gone")
    empty = np.flatnonzero(frame.values == 0).tolist()
    assert [(x, y) for x, y, _ in drawn.circles(gone)] == [
        pytest.approx(drawn.middle(frame, cell)) for cell in empty
    ]
    assert not drawn.named(drawing, "stone") + drawn.named(drawing, "cell")
    assert drawn.texts(drawing) == [frame.played_text]


def test_bars_are_in_the_order_of_the_points():
    frame = make_frame(samegame()).board
    drawing = drawn.bars(frame)
    bars = drawing.findall("rect")
    heights = np.asarray([float(bar.get("height")) for bar in bars])
    assert np.array_equal(np.argsort(heights, kind="stable"), np.argsort(frame.bars, kind="stable"))
    assert heights.max() == pytest.approx(10)
    assert {float(bar.get("y")) + float(bar.get("height")) for bar in bars} == {10}
    opaque = [place for place, bar in enumerate(bars) if bar.get("opacity") == "1"]
    assert opaque == [frame.bar_current]
    (sign,) = drawing.findall("path")
    assert int(drawn.starts(sign)[0][0]) == frame.bar_current
    assert drawn.used(frame).bars
    assert not drawn.used(make_frame(tictactoe(phases=3)).board).bars


def test_stones_are_drawn_with_the_signs_of_their_players():
    search = tictactoe(phases=3)
    frame = make_frame(search).board
    drawing = drawn.board(frame)
    stones = drawn.named(drawing, "stone")
    assert [int(stone.get("data-cell")) for stone in stones] == np.flatnonzero(
        frame.values
    ).tolist()
    signs = ["ring" if len(stone.findall("circle")) == 2 else "cross" for stone in stones]
    assert signs == [["cross", "ring"][value - 1] for value in frame.values[frame.values > 0]]
    colors = [stone.find("circle").get("fill") for stone in stones]
    assert colors == [
        f"var(--disc-{'search' if value == frame.search_player + 1 else 'opponent'})"
        for value in frame.values[frame.values > 0]
    ]
    plies = [each for each in drawing.iter("text") if each.get("fill") == "var(--ink)"]
    assert [each.text for each in plies] == [
        str(ply) for ply in range(1, len(search.playout_actions) + 1)
    ]
    assert [drawn.place(each) for each in plies] == [
        pytest.approx(drawn.middle(frame, cell)) for cell in search.playout_actions
    ]
    assert len(drawn.named(drawing, "cell")) == 9
    assert not drawn.named(drawing, "tile-1")


def names_of(drawing):
    """What the parts of a drawing are called, in the order in which they are painted."""
    parts = [
        part
        for each in drawing
        for part in (each if each.tag == "g" and len(each) == 1 else [each])
    ]
    return [each.get("class", each.tag).split()[0] for each in parts]


def test_what_lies_upon_the_pieces_is_drawn_after_them():
    action = samegame().root.legal_actions()[2]
    shown = make_frame(samegame(phases=1)).board
    tiles = drawn.used(shown, ("link", (action,))).drawing
    order = [name for name in names_of(tiles) if not name.startswith(("tile", "glyph"))]
    outlines = ["candidate", "casing", "played"]
    assert order == ["ground", "gone", *outlines, "badge-ground", "text", "hovered"]
    last = max(i for i, name in enumerate(names_of(tiles)) if name.startswith(("tile", "glyph")))
    assert last < names_of(tiles).index("candidate")
    search = Recipe("tictactoe", "x../.o./...", "uct", seed=1).build()
    search.run(200)
    search.advance()
    stones = names_of(drawn.used(make_frame(search).board, ("link", (1,))).drawing)
    assert stones[-1] == "hovered"
    pieces = max(stones.index(name) for name in ("ground", "cell", "stone"))
    assert pieces < min(stones.index(name) for name in ("child", "taken"))


def test_the_hovered_move_is_marked_on_the_board():
    search = samegame(phases=1)
    action = search.root.legal_actions()[2]
    frame = make_frame(search).board
    (mark,) = drawn.named(drawn.used(frame, ("link", (action,))).drawing, "hovered")
    assert len(drawn.starts(mark)) >= 4
    elsewhere = [[], [("link", (action,)), ("link", None)], [("link", (action, 1))]]
    for used in drawn.uses(frame, elsewhere):
        assert not drawn.named(used.drawing, "hovered")
    search = Recipe("yavalath", "", "uct").build()
    search.run(80)
    frame = make_frame(search).board
    (mark,) = drawn.named(drawn.used(frame, ("link", (17,))).drawing, "hovered")
    ((x, y, _),) = drawn.circles(mark)
    assert (x, y) == pytest.approx(drawn.middle(frame, 17), abs=0.01)


def test_a_board_takes_the_colours_of_the_theme_by_itself():
    """A style sheet says which, so that another theme draws nothing anew."""
    for search in (samegame(), tictactoe(phases=3)):
        drawing = tostring(drawn.board(make_frame(search).board)).decode()
        assert "--" in drawing or "tile-" in drawing
        assert not re.search(r"#[0-9A-Fa-f]{3}|rgb|hsl", drawing)


def test_a_board_fills_the_room_it_is_given():
    frame = make_frame(samegame()).board
    for side in (193, 286):
        drawing = drawn.board(frame, side=side)
        cell, left, _ = drawn.pixels(drawing, side)
        assert 2 * left + cell * frame.width == pytest.approx(side, abs=0.5)
        assert left == pytest.approx(5, abs=0.2)  # the ground around the cells
    assert drawn.used(frame, side=193).drawing.get("viewBox") == drawn.board(frame, side=193).get(
        "viewBox"
    )
    assert drawn.used(frame, side=0).drawing.tag == "nothing"  # a page not laid out yet


def test_a_bare_board_of_tiles_has_no_dots_where_none_are_left():
    board = make_frame(samegame()).board
    whole, bare = drawn.board(board), drawn.board(board, isBare=True)
    assert drawn.named(whole, "gone")
    assert not drawn.named(bare, "gone")


def test_the_path_rings_no_candidate_that_is_not_on_the_board():
    search = Recipe("breakthrough", "", "uct", seed=1).build()
    rings = 0
    for _ in range(120):
        search.advance()
        board = make_frame(search).board
        if not len(board.child_x):
            continue
        drawing = drawn.board(board)
        discs = {(each.get("cx"), each.get("cy")) for each in drawn.named(drawing, "child")}
        ringed = {(each.get("cx"), each.get("cy")) for each in drawn.named(drawing, "taken")}
        assert ringed <= discs
        rings += len(ringed)
    assert rings > 0


def test_a_swap_in_a_playout_lies_on_the_stone_that_it_takes_over():
    state = Recipe("yavalath", "", "uct", {"pie_rule": True}).start()
    state = state.play(7)
    swap = {"ghost_cells": np.array([7]), "ghost_players": np.array([1]), "ghost_plies": (1,)}
    assert "1" in drawn.texts(drawn.board(show_position(state, **swap)))
    own = {**swap, "ghost_players": np.array([0])}
    dashed = [
        len(drawn.board(show_position(state, **each)).findall("circle")) for each in (swap, own)
    ]
    assert dashed[0] > dashed[1]


def test_the_grounds_of_rings_in_a_row_lie_below_all_of_them():
    state = Recipe("tictactoe", "xxx/oo./...").start()
    drawing = drawn.board(show_position(state))
    order = [name for name in names_of(drawing) if name in ("casing", "ending")]
    assert order == ["casing"] * 3 + ["ending"] * 3


def test_actions_without_cells_crowd_no_board():
    board = make_frame(samegame(phases=1)).board
    few = dataclasses.replace(board, groups=(board.groups[0], *((),) * 14))
    (outline,) = drawn.named(drawn.board(few), "candidate")
    assert "crowded" not in outline.get("class")
    none = dataclasses.replace(board, groups=((), ()))
    assert not drawn.named(drawn.board(none), "candidate")
