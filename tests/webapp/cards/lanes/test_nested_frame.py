"""The lanes of a nested search: whatever score they show is the replayed score of its sequence."""

import math

import pytest

from explorer.cards.lanes.nested_view import nested_lanes
from explorer.cards.lanes.nested_words import counted
from explorer.cards.lanes.sent import lanes_of
from explorer.moment.detail import Detail
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from mcsearch import Recipe


def build(position="6x6x4:7", seed=3, **parameters):
    values = {"scoring": "plain", **parameters}
    return Recipe("samegame", position, "nmcs", values, seed).build()


def end_of(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def cells(search, actions):
    return "".join(map(str, end_of(search, actions).cells().tolist()))


def scores(nested):
    """Every (score, sequence) on show."""
    for lane in nested.lanes:
        yield from ((mark.value, mark.sequence) for mark in lane.marks)
        if not math.isnan(lane.remembered):
            yield lane.remembered, lane.remembered_sequence
    for column in nested.columns:
        if column.result is not None:
            yield column.result, column.sequence
        yield from ((r.score, r.sequence) for r in column.replies if r.score is not None)
    for memory in nested.memories:
        yield memory.score, memory.sequence


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("memory", [True, False])
def test_every_score_shown_is_the_replayed_score_of_the_sequence_shown(level, memory):
    search = build(level=level, memory=memory)
    checked = set()
    for _ in range(600):
        if search.advance() == 0:
            break
        checked.update(scores(make_frame(search).nested))
    assert len(checked) > (10 if level else 0)
    for score, sequence in checked:
        end = end_of(search, sequence)
        assert end.is_terminal()
        assert end.returns() == score


def test_a_level_2_step_shows_its_whole_two_level_subtree_and_what_follows():
    search = build()
    steps = 0
    while search.advance():
        (step, *_) = search.steps
        if search.phase != 4 or step.chosen is None or not search.walk_actions:
            continue
        steps += 1
        nested = make_frame(search).nested
        (lane,) = nested.lanes
        position = end_of(search, step.path)
        assert nested.num_hidden == 0
        assert lane.cells == cells(search, step.path)
        assert [c.actions[-1] for c in nested.columns] == position.legal_actions()
        assert [mark.value for mark in lane.marks] == [c.result for c in nested.columns]
        for column in nested.columns[:-1]:  # the last one still shows its search's last step
            child = position.play(column.actions[-1])
            assert column.cells == cells(search, column.actions)
            assert [r.actions[-1] for r in column.replies] == child.legal_actions()
            assert all(r.sequence[: len(r.actions)] == r.actions for r in column.replies)
            if column.replies:
                assert column.walk[0] == max(r.score for r in column.replies)
                assert column.walk[-1] == column.result
        # the best result is remembered, and its next action is the one that is played
        memory = nested.memories[0]
        assert memory.score == max(*(mark.value for mark in lane.marks), step.best_score)
        assert memory.sequence[len(step.path)] == step.chosen
        assert f"plays {position.action_name(step.chosen)}" in lane.more
        assert search.walk_actions[len(step.path)] == step.chosen
    assert steps > 4


def test_phase_by_phase_the_present_playout_is_in_its_column():
    search = build()
    search.run(30)
    for phase in (1, 2, 3, 4):
        search.advance()
        nested = make_frame(search).nested
        (column,) = [c for c in nested.columns if c.now]
        level_1 = search.steps[-1]
        assert column.actions == tuple(level_1.path[: len(column.actions)])
        now = [r for r in column.replies if r.now]
        if phase == 1:
            assert now == []
            continue
        (reply,) = now
        assert reply.actions == tuple(search.path_actions)
        assert reply.score == (search.playout_return if phase > 2 else None)
        if phase > 2:
            line = (*search.path_actions, *search.playout_actions)
            assert reply.sequence == line


def test_a_new_best_is_set_against_the_one_it_beats():
    search = build()
    seen = 0
    while search.advance():
        step = search.steps[0]
        if search.phase != 4 or step.improved_at != search.iterations:
            continue
        nested = make_frame(search).nested
        lane = nested.lanes[0]
        assert lane.improved
        assert nested.memories[0].note == "new best"
        assert sum(mark.new for mark in lane.marks) == 1
        if math.isnan(step.replaced_score):
            assert lane.headline == f"{step.best_score:.0f} is the first result"
            continue
        seen += 1
        assert lane.remembered == step.replaced_score
        verb = "beats" if step.best_score > step.replaced_score else "equals"
        expected = f"{step.best_score:.0f} {verb} the remembered {step.replaced_score:.0f}"
        assert lane.headline == expected
        assert [m.score for m in nested.memories] == [step.best_score, step.replaced_score]
    assert seen > 0


def test_the_memory_strip_adds_up_and_marks_where_the_level_stands():
    search = build("9x9x4:2", level=1)
    search.run(60)
    nested = make_frame(search).nested
    memory = nested.memories[0]
    start = search.root.score
    assert start + sum(board.points for board in memory.boards) == memory.score
    assert sum(board.num_moves for board in memory.boards) == len(memory.sequence)
    assert memory.boards[0].actions == ()
    assert memory.boards[-1].actions == memory.sequence
    (here,) = [board for board in memory.boards if board.here]
    assert here.actions == memory.sequence[: len(search.steps[0].path)]
    for board in memory.boards:
        assert board.cells == cells(search, board.actions)


def test_only_so_many_columns_as_there_is_room_for_the_present_and_the_best_among_them():
    search = build("12x12x4:1")
    search.run(12_000)
    search.advance()
    step = search.steps[0]
    assert len(step.actions) > 12
    for width in (374, 766, 1180):
        nested = make_frame(search, detail=Detail(width=width)).nested
        assert len(nested.columns) + nested.num_hidden == len(step.actions)
        assert len(nested.columns) == {374: 6, 766: 6, 1180: 9}[width]
        actions = [column.actions[-1] for column in nested.columns]
        assert actions == sorted(actions, key=step.actions.index)
        assert step.tries[-1].action in actions
        assert step.best_sequence[len(step.path)] in actions
        assert len(nested.lanes[0].marks) == len(step.tries) - 1
    results = [t.result for t in step.tries[:-1]]
    assert max(results) in [column.result for column in nested.columns]


def test_the_scale_holds_every_score():
    search = build()
    for _ in range(300):
        search.advance()
        nested = make_frame(search).nested
        for score, _ in scores(nested):
            assert nested.low <= score <= nested.high


def test_other_searches_have_no_lanes():
    search = Recipe("samegame", "5x5x3:1", "spmcts").build()
    assert make_frame(search).nested is None
    assert lanes_of(None, None) is None


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("position", ["4x4x2:1", "12;21", "5x4x3:9"])
def test_the_lanes_are_plain_json_at_every_moment(level, position):
    search = build(position, level=level)
    for _ in range(160):
        frame = make_frame(search)
        sent = plain(nested_lanes(frame.nested))
        assert len(sent["lanes"]) == len(frame.nested.lanes)
        for lane in sent["lanes"]:
            assert all(0 <= mark["x"] <= 1 for mark in lane["marks"])
        if search.advance() == 0:
            break


def test_scores_are_drawn_with_their_text_and_colour():
    search = build()
    search.run(100)
    frame = make_frame(search)
    sent = plain(nested_lanes(frame.nested))
    for column, drawn in zip(frame.nested.columns, sent["columns"], strict=True):
        assert drawn["at"] == ",".join(map(str, column.actions))
        if column.result is not None:
            assert drawn["score"][0] == f"{column.result:.0f}"
        for reply, bar in zip(column.replies, drawn["replies"], strict=True):
            assert (bar["score"] or [""])[0] == (
                "" if reply.score is None else f"{reply.score:.0f}"
            )
    shades = {(bar["share"], bar["score"][1]) for d in sent["columns"] for bar in d["replies"]
              if bar["score"]}  # fmt: skip
    assert len({share for share, _ in shades}) == len(shades) > 1


def test_an_end_of_the_game_needs_no_level():
    search = build("12;21", level=2)
    nested = make_frame(search).nested
    assert nested.columns == ()
    assert nested.lanes[0].headline == "No moves: the position is over"


def test_numbers_in_words():
    assert counted(1, "action", "actions") == "one action"
    assert counted(7, "action", "actions") == "seven actions"
    assert counted(38, "action", "actions") == "38 actions"
