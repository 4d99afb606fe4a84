"""The cut of a sequence that is changed, on its own and counted along the line on show."""

from explorer.moment.cut import Cut, cut_of
from explorer.moment.gather import gather
from mcsearch import Recipe

GIVEN = {"level": 1, "repeats": 3, "changes": 30, "threshold": 8.0}


def test_only_a_change_of_a_sequence_has_a_cut():
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", GIVEN, 1).build()
    for _ in range(4 * 3):
        assert cut_of(search) is None
        search.advance()
    assert cut_of(search) is None
    other = Recipe("samegame", "6x6x3:7", "spmcts").build()
    other.run(3)
    assert cut_of(other) is None


def test_a_cut_is_open_until_the_change_is_accepted_or_refused():
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", GIVEN, 1).build()
    search.run(3)
    for _ in range(30):
        for _ in range(3):
            search.advance()
            assert cut_of(search) == Cut(search.improvement.cut, "open")
        search.advance()
        outcome = "accepted" if search.improvement.accepted else "refused"
        assert cut_of(search) == Cut(search.improvement.cut, outcome)


def test_along_the_playout_the_moves_before_a_cut_are_those_of_the_sequence():
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", GIVEN, 1).build()
    search.run(3)
    for _ in range(30):
        sequence = tuple(search.improvement.sequence)
        for phase in (1, 2, 3, 4):
            search.advance()
            moment = gather(search)
            if phase < 3:
                assert moment.cut is None
                continue
            line = (*moment.start, *moment.line.actions)
            kept = len(moment.start) + moment.cut.kept
            assert line[:kept] == sequence[:kept]
