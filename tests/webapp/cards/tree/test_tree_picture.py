"""The tree as it is sent: the frame's, by the names that the browser knows."""

import json
import math

import pytest
from begun import samegame, tictactoe

from explorer.cards.tree.view import picture
from explorer.session.frames import make_frame


def drawn(frame, steps=0, pace_ms=0.0):
    has_playout = frame.strip is not None and frame.strip.phase > 0
    return json.loads(picture(frame.tree, has_playout, steps, pace_ms))


def test_the_picture_of_the_tree_is_the_frames():
    frame = make_frame(samegame())
    tree = frame.tree
    shown = drawn(frame, 77, 250.0)
    assert shown["x"] == pytest.approx(tree.x, abs=0.06)
    assert shown["radius"] == pytest.approx(tree.radius, abs=0.006)
    assert shown["visits"] == tree.visits.tolist()
    means = [math.nan if mean is None else mean for mean in shown["mean"]]
    assert means == pytest.approx(tree.mean, abs=0.06, nan_ok=True)
    assert shown["path"] == tree.path.tolist()
    assert shown["best"] == tree.best.tolist()
    assert (shown["steps"], shown["pace"], shown["phase"]) == (77, 250.0, frame.phase)
    # the browser names a node by its parent's name and its action
    names = [()]
    for parent, action in zip(shown["parent"][1:], shown["action"][1:], strict=True):
        names.append((*names[parent], action))
    assert tuple(names) == tree.actions


def test_the_pills_of_the_picture_open_what_the_frame_says():
    frame = make_frame(samegame(600))
    assert frame.tree.pill_openings
    shown = drawn(frame)
    parents = [frame.tree.actions[parent] for parent in shown["pill_parent"]]
    opens = zip(parents, shown["pill_opens"], strict=True)
    assert list(opens) == list(frame.tree.pill_openings)


def test_the_playout_hangs_on_the_strip_only_while_there_is_one():
    assert drawn(make_frame(samegame(phases=3)))["connector"] is not None
    assert drawn(make_frame(samegame(phases=1)))["connector"] is None
    assert drawn(make_frame(tictactoe(phases=3)))["connector"] is not None
    assert drawn(make_frame(tictactoe(phases=1)))["connector"] is None
