"""The changes of a sequence in words."""

import math

from explorer.cards.lanes.improvement_frame import ImprovementFrame
from explorer.cards.lanes.improvement_words import told, verdict
from explorer.moment.cut import Cut


def change(**given):
    values = {
        "number": 37,
        "num_changes": 2000,
        "cut": Cut(1, "refused"),
        "before": 812.0,
        "result": 790.0,
        "most": math.nan,
        "threshold": 12.345,
        "sequence": (4, 2, 9),
        "boards": (),
        "begun": (3, 7, 0),
        "gains": (0.0, 0.0, 0.0),
    }
    return ImprovementFrame(**{**values, **given})


def test_a_change_is_told_by_what_is_known_of_it():
    cut = change(cut=Cut(1, "open"), result=math.nan)
    assert verdict(cut) == ("Cut", "after 1 of 3 moves; the sequence has 812 points")
    replayed = change(cut=Cut(1, "open"))
    assert verdict(replayed) == ("Replayed", "790 after 812 points; cut after 1 of 3 moves")
    given_up = change(cut=Cut(1, "open"), result=240.0, most=798.0)
    assert verdict(given_up) == ("Given up", "at most 798 after 812 points; cut after 1 of 3 moves")
    refused = change(result=240.0, most=798.0)
    assert verdict(refused) == ("Refused", "at most 798 after 812 points; cut after 1 of 3 moves")
    assert verdict(change())[0] == "Refused"
    assert verdict(change(cut=Cut(1, "accepted")))[0] == "Accepted"


def test_the_bars_are_told_with_where_they_are_highest():
    assert told(change()) == (
        "Change 37 of 2\u202f000: refused 790 after 812 points; cut after 1 of 3 moves. "
        "Threshold 12.3. Changes have begun at 2 moves, most at move 2: 7. "
        "No points were gained."
    )
    gained = told(change(gains=(0.0, 0.0, 25.0)))
    assert gained.endswith("Points were gained at 1 move, most at move 3: 25.")
    assert "No change has begun." in told(change(begun=(0, 0, 0)))
