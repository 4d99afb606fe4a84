"""The strip as it is drawn: a board for each of the frame's, their captions, and a cut."""

import re
from pathlib import Path
from xml.etree.ElementTree import tostring

import drawn
import numpy as np
import pytest
from begun import samegame, tictactoe

import explorer
from explorer.cards.strip.picture import strip_picture
from explorer.moment.detail import FEW_SLOTS, SLOTS, THUMBNAIL
from explorer.schema.pack import packed, text
from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.presets import PRESETS

STYLES = (Path(explorer.__file__).parent / "cards/strip/strip.css").read_text()


def items(drawing):
    """The places of the strip's boards, without the cut."""
    return [each for each in drawing.findall("li") if "cut" not in each.get("class", "")]


def caption(item):
    """The name of a board, and what stands beside it."""
    name, *_ = item.findall("span")
    return name.text, "".join(each.text for each in name.findall("span"))


@pytest.mark.parametrize("make", [samegame, tictactoe])
def test_the_same_frame_gives_the_same_picture(make):
    once, again, later = (make_frame(make(200, phases)).strip for phases in (1, 1, 3))
    first, second, third = (
        text(packed(strip_picture(each, SLOTS))) for each in (once, again, later)
    )
    assert first == second != third
    one, other = drawn.strips([once, again])
    assert tostring(one) == tostring(other)


def test_each_board_is_the_position_of_its_move():
    frame = make_frame(samegame()).strip
    drawing = drawn.strip(frame)
    assert (drawing.get("aria-label"), drawing.get("class")) == ("Playout", "strip phase-3")
    assert len(items(drawing)) == len(frame.thumbnails)
    for item, thumbnail in zip(items(drawing), frame.thumbnails, strict=True):
        for value in np.unique(thumbnail.values[thumbnail.values > 0]).tolist():
            (tiles,) = drawn.named(item, f"tile-{value}")
            assert len(drawn.starts(tiles)) == np.count_nonzero(thumbnail.values == value)
        assert (item.get("class") == "current") is thumbnail.current
        played = drawn.named(item, "played")
        assert len(played) == bool(thumbnail.played)
        name, value = caption(item)
        assert name + value == thumbnail.caption
        assert item.find("svg").get("aria-label") == thumbnail.caption


def test_boards_that_have_not_come_yet_have_their_places():
    search = samegame()
    missing = drawn.strip(make_frame(search, playout_move=2).strip)
    known = ["missing" not in each.get("class", "") for each in items(missing)]
    assert known == sorted(known, reverse=True)
    assert caption(items(missing)[-1])[0] == "end"
    empty = drawn.strip(make_frame(Recipe("samegame", "6x6x3:1", "spmcts").build()).strip)
    assert [caption(each)[0] for each in items(empty)] == ["no playout yet"]


def test_a_cut_stands_between_the_boards_before_it_and_those_that_are_made_anew():
    given = {"level": 1, "repeats": 3, "changes": 30, "threshold": 8.0}
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", given, 1).build()
    search.run(2)
    frames, expected = [], []
    for _ in range(4 * 31):
        search.advance()
        strip = make_frame(search).strip
        frames.append(strip)
        if not search.is_change or search.phase < 3:  # the boards are the best sequence's
            expected.append(None)
            continue
        kept = search.improvement.cut - len(search.path_actions)
        names = [thumbnail.name for thumbnail in strip.thumbnails]
        moves = [0 if name == "new node" else int(name[5:]) - 1 for name in names[:-1]]
        before = sum(move <= kept for move in (*moves, len(search.playout_actions)))
        outcome = "accepted" if search.improvement.accepted else "refused"
        expected.append((before, "open" if search.phase == 3 else outcome))
    seen = set()
    for drawing, cut in zip(drawn.strips(frames), expected, strict=True):
        signs = drawn.named(drawing, "cut")
        if cut is None:
            assert signs == []
            continue
        (sign,) = signs
        before, outcome = cut
        count = len(items(drawing))
        place = {0: "first", count: "last"}.get(before, "between")
        assert sign.get("class") == f"cut {outcome} {place}"
        assert sign.get("style") == f"--slot: {before}"
        seen.add((outcome, len(sign.findall("svg/path"))))
    assert seen == {("open", 1), ("accepted", 1), ("refused", 2)}  # a cross in its head
    dotted, dashed = (
        re.search(rf"\.strip \.{which} {{ stroke-dasharray: ([\d ]+); }}", STYLES)[1]
        for which in ("open path", "refused path:first-child")
    )
    assert dotted != dashed
    assert ".accepted path" not in STYLES


def test_a_strip_of_stones_has_every_place_of_every_board():
    search = PRESETS["tictactoe-uct"].recipe.replace(game="yavalath").build()
    search.run(50)
    for _ in range(3):
        search.advance()
    frame = make_frame(search).strip
    drawing = drawn.strip(frame)
    boards = [t for t in frame.thumbnails if t is not None]
    places = drawn.named(drawing, "cell")
    assert len(places) == 61 * len(boards)
    assert {place.tag for place in places} == {"polygon"}  # six corners each
    assert {len(place.get("points").split()) for place in places} == {6}
    stones = drawn.named(drawing, "stone")
    assert len(stones) == sum(np.count_nonzero(t.values) for t in boards)
    colors = [stone.find("circle").get("fill") for stone in stones]
    own = sum(np.count_nonzero(t.values == 1 + frame.search_player) for t in boards)
    assert colors.count("var(--disc-search)") == own
    assert colors.count("var(--disc-opponent)") == len(stones) - own
    for item, thumbnail in zip(items(drawing), boards, strict=True):
        (ring,) = drawn.named(item, "last") or [None]
        assert (ring is None) == (thumbnail.cell < 0)
        if ring is not None:  # where the next stone is put
            x, y = float(thumbnail.board.x[thumbnail.cell]), thumbnail.board.y[thumbnail.cell]
            assert drawn.place(ring) == pytest.approx((x, thumbnail.board.height - y), abs=1e-3)


def test_a_narrow_strip_names_its_boards_only():
    """A style sheet leaves out what stands beside the names where boards are close together."""
    search = samegame()
    for _ in range(3):
        search.advance()
    drawing = drawn.strip(make_frame(search).strip)
    for item in items(drawing):
        name, value = caption(item)
        assert " · " not in name
        assert value.startswith(" · ")
        (beside,) = drawn.named(item, "value")
        assert beside.text == value
    for slots in (SLOTS, FEW_SLOTS):
        hidden = rf'\.strip\[data-slots="{slots}"\] \.value(?:, [^{{]*)? {{ display: none; }}'
        assert re.search(hidden, STYLES)
        shown = rf'@container \(min-width: (\d+)px\) {{ \.strip\[data-slots="{slots}"\] \.value'
        # from 96 pixels between the middles of two boards
        assert int(re.search(shown, STYLES)[1]) == 44 + THUMBNAIL + 96 * (slots - 1)
    assert drawing.get("data-slots") == str(SLOTS)
