"""The changes of a sequence as they are drawn: the engine's numbers, every board a replayed one."""

import math

from explorer.cards.lanes.improvement_view import improvement_of
from explorer.cards.lanes.improvement_words import told
from explorer.cards.lanes.nrpa_view import nrpa_lanes
from explorer.look.boards import shown_of
from explorer.moment.detail import Detail
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from explorer.session.session import Session
from explorer.words.spoken import in_words
from mcsearch import Recipe

GIVEN = {"level": 1, "repeats": 3, "changes": 40, "threshold": 8.0}
RECIPE = Recipe("samegame", "6x6x3:7", "threshold-accepting", GIVEN, 1)


def build(iterations=3):
    search = RECIPE.build()
    search.run(iterations)
    return search


def play(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def test_nothing_is_changed_before_nrpa_is_over():
    search = build(0)
    for _ in range(4 * 3):
        assert make_frame(search).nrpa.improvement is None
        assert plain(nrpa_lanes(make_frame(search).nrpa))["improvement"] is None
        search.advance()
    # the run of NRPA ends in this very phase: the cut of a change is not known yet
    assert search.improvement is not None
    assert make_frame(search).nrpa.improvement is None
    assert search.advance() == 1
    assert make_frame(search).nrpa.improvement is not None


def test_a_search_that_changes_no_sequence_has_no_changes_to_show():
    search = Recipe("samegame", "6x6x3:7", "nrpa", {"level": 1, "repeats": 9}, 1).build()
    for _ in range(30):
        search.advance()
        assert make_frame(search).nrpa.improvement is None


def test_a_change_is_open_until_it_is_accepted_or_refused():
    search = build()
    outcomes = set()
    for number in range(1, 41):
        before = search.improvement.score
        for phase in (1, 2, 3, 4):
            assert search.advance() == phase
            shown = make_frame(search).nrpa.improvement
            now = search.improvement
            assert (shown.number, shown.num_changes) == (number, 40)
            assert shown.before == before
            assert shown.cut.kept == now.cut
            assert shown.threshold == now.threshold
            assert math.isnan(shown.result) == (phase < 3)
            assert phase < 3 or shown.result == search.playout_return
            assert (shown.cut.outcome == "open") == (phase < 4)
        outcomes.add(shown.cut.outcome)
        least = before - 8.0 * (41 - number) / 40
        accepted = search.playout_return >= least
        assert shown.cut.outcome == ("accepted" if accepted else "refused")
    assert outcomes == {"accepted", "refused"}


def test_changes_and_gains_stand_at_the_plies_where_they_began():
    search = build()
    begun, gains = {}, {}
    best = search.improvement.score
    for _ in range(40):
        search.run(1)
        shown = make_frame(search).nrpa.improvement
        at = shown.cut.kept
        begun[at] = begun.get(at, 0) + 1
        if shown.cut.outcome == "accepted" and shown.result > best:
            gains[at] = gains.get(at, 0.0) + shown.result - best
            best = shown.result
        plies = range(len(shown.sequence))
        assert list(shown.begun) == [begun.get(ply, 0) for ply in plies]
        assert list(shown.gains) == [gains.get(ply, 0.0) for ply in plies]
    assert sum(gains.values()) > 0


def test_the_boards_are_positions_of_the_sequence_from_its_beginning_to_its_end():
    search = build()
    for _ in range(4 * 40):
        search.advance()
        for width in (1190, 374):
            shown = make_frame(search, detail=Detail(width=width)).nrpa.improvement
            assert shown.sequence == tuple(search.improvement.sequence)
            plies = [len(board.actions) for board in shown.boards]
            assert plies == sorted(set(plies))
            assert (plies[0], plies[-1]) == (0, len(shown.sequence))
            assert 3 <= len(plies) <= 8
            for board in shown.boards:
                assert board.actions == shown.sequence[: len(board.actions)]
                assert board.cells == shown_of(play(search, board.actions))


def test_a_link_and_the_way_back_show_the_same_changes():
    session = Session("nrpa")
    session.load(RECIPE)
    for _ in range(4 * 9 + 2):
        session.step_phase()
    shown = plain(nrpa_lanes(session.frame().nrpa))["improvement"]
    place = session.place()
    for _ in range(3):
        session.step_phase()
    assert plain(nrpa_lanes(session.frame().nrpa))["improvement"] != shown
    for _ in range(3):
        session.back_phase()
    assert plain(nrpa_lanes(session.frame().nrpa))["improvement"] == shown
    other = Session("nrpa")
    other.go_to(place)
    other.tick(math.inf)
    assert other.steps == 4 * 9 + 2
    assert plain(nrpa_lanes(other.frame().nrpa))["improvement"] == shown


def test_what_is_drawn_is_plain_and_told():
    search = build()
    for _ in range(4 * 40):
        search.advance()
        frame = make_frame(search)
        shown = frame.nrpa.improvement
        sent = plain(improvement_of(shown))
        assert (sent["outcome"], sent["cut"]) == (shown.cut.outcome, shown.cut.kept)
        assert sent["told"] == told(shown)
        assert told(shown) in in_words(search, frame)["told-policy"]
        assert f"after {shown.cut.kept} of {len(shown.sequence)} move" in sent["told"]
        assert len(sent["begun"]) == len(sent["gains"]) == sent["plies"]


def test_a_longer_run_says_how_many_changes_it_tries():
    growing = {**GIVEN, "restarts": True, "growth": 50}
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", growing, 1).build()
    search.run(3 + 40 + 3)
    assert search.advance() == 1
    assert make_frame(search).nrpa.improvement.num_changes == 60
    assert improvement_of(make_frame(search).nrpa.improvement).of == "of 60"
