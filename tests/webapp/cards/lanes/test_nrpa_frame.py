"""The lanes of NRPA: their probabilities, weights and scores are the engine's and add up."""

import math

import pytest

from explorer.cards.lanes.nrpa_view import nrpa_lanes
from explorer.moment.detail import Detail
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from explorer.words.narration import narrate
from explorer.words.spoken import in_words
from mcsearch import Recipe
from mcsearch.presets import PRESETS

BIASED = {"tabu_bias": -4.0, "size_bias": 0.25}


def build(position="6x6x4:7", seed=3, **parameters):
    values = {"scoring": "plain", "level": 2, "repeats": 6, **parameters}
    return Recipe("samegame", position, "nrpa", values, seed).build()


def play(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def text_of(pieces):
    return "".join(piece for piece, _ in pieces)


def biases(search, state):
    """Tabu and size bias of every legal action, from the rules alone."""
    cells = search.root.cells().tolist()
    tabu = max(sorted(set(cells) - {0}), key=cells.count)
    found = {}
    for action in state.legal_actions():
        size = len(state.action_cells(action))
        is_tabu = int(state.cells()[action]) == tabu
        found[action] = (
            search.values["tabu_bias"] * is_tabu,
            search.values["size_bias"] * min(size - 2, 8),
        )
    return found


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("parameters", [{}, BIASED], ids=["nrpa", "gnrpa"])
def test_every_score_shown_is_the_replayed_score_of_the_sequence_shown(level, parameters):
    search = build(level=level, repeats=4, **parameters)
    checked = set()
    for _ in range(700):
        if search.advance() == 0:
            break
        nrpa = make_frame(search).nrpa
        assert [lane.level for lane in nrpa.lanes] == [*range(level, 0, -1)]
        for lane in nrpa.lanes:
            assert (lane.memory is None) == math.isnan(lane.best_score)
            if lane.memory:
                checked.add((lane.best_score, lane.memory.sequence))
                assert lane.memory.score == lane.best_score
        if search.phase >= 3:
            checked.add((nrpa.playout.score, nrpa.playout.sequence))
    assert len(checked) > 2
    for score, sequence in checked:
        end = play(search, sequence)
        assert end.is_terminal()
        assert end.returns() == score


@pytest.mark.parametrize("parameters", [{}, BIASED], ids=["nrpa", "gnrpa"])
def test_probabilities_add_up_and_are_the_softmax_of_weights_and_biases(parameters):
    search = build(**parameters)
    positions = 0
    while search.advance():
        policy = make_frame(search).nrpa.policy
        total = math.fsum(move.probability for move in policy.moves) + policy.rest_probability
        assert total == pytest.approx(1.0) or not policy.moves
        if policy.num_rest or not policy.moves:
            continue
        positions += 1
        state = play(search, policy.actions)
        expected = biases(search, state)
        shares = [math.exp(move.weight + sum(expected[move.actions[-1]])) for move in policy.moves]
        assert policy.total == pytest.approx(sum(shares))
        for move, share in zip(policy.moves, shares, strict=True):
            tabu, size = expected[move.actions[-1]]
            if parameters:
                assert move.biases == pytest.approx((tabu, size), abs=1e-6)
            assert move.probability == pytest.approx(share / sum(shares), abs=1e-9)
        old = math.fsum(move.old_probability for move in policy.moves)
        assert old == pytest.approx(1.0)
    assert positions > 50


@pytest.mark.parametrize("parameters", [{}, {"alpha": 0.5, "stability": 2, **BIASED}])
def test_an_adaptation_shows_the_weights_before_and_after(parameters):
    search = build(level=3, repeats=4, **parameters)
    levels = set()
    while search.advance():
        if search.phase == 3:
            before = {level: search.policy_at(search.root, level) for level in (1, 2, 3)}
        if search.phase != 4 or not search.adapted:
            continue
        levels.add(search.adapted)
        nrpa = make_frame(search, pinned=()).nrpa
        policy = nrpa.policy
        assert policy.adapted
        assert policy.pinned
        assert policy.level == search.adapted
        old = {choice.action: choice for choice in before[policy.level]}
        new = {choice.action: choice for choice in search.policy_at(search.root, policy.level)}
        for move in policy.moves:
            action = move.actions[-1]
            assert move.old_weight == pytest.approx(old[action].weight, abs=1e-9)
            assert move.weight == new[action].weight
            assert move.old_probability == pytest.approx(old[action].probability, abs=1e-9)
            steps = math.fsum(step.change for step in move.adjustments)
            assert move.change == pytest.approx(steps, abs=1e-9)
        # the lane of the level shows the sequence that it has moved towards
        (lane,) = [lane for lane in nrpa.lanes if lane.level == search.adapted]
        assert lane.climbed
        marked = policy.marked
        assert marked is None or marked.actions == lane.memory.sequence[:1]
    assert levels == {1, 2, 3}


def test_by_default_the_policy_is_shown_where_the_phase_is_at_work():
    search = build()
    search.run(20)
    while search.advance():
        nrpa = make_frame(search).nrpa
        policy = nrpa.policy
        line = (*search.path_actions, *search.playout_actions)
        assert not policy.pinned
        if search.phase == 4:
            best = search.nesting[2 - search.adapted].best_sequence
            assert policy.actions == tuple(best[: len(policy.actions)])
            gains = [
                step
                for steps in search.adjustments().values()
                for step in steps
                if step.chosen
            ]  # fmt: skip
            (here,) = [step for step in gains if step.ply == len(policy.actions)]
            assert here.change == max(step.change for step in gains)
            continue
        assert policy.level == 1
        assert policy.drawn
        if not line:
            assert policy.actions == ()
            assert policy.marked is None
            continue
        ply = len(policy.actions)
        assert policy.actions == line[:ply]
        assert policy.marked.actions == line[: ply + 1]
        assert policy.marked.probability == pytest.approx(search.drawn[ply], abs=1e-9)
        if search.phase < 3:
            assert ply == len(line) - 1


def test_the_playout_can_be_followed_move_by_move():
    search = build()
    search.run(7)
    while search.advance() != 3 or len(search.playout_actions) < 3:
        pass
    line = (*search.path_actions, *search.playout_actions)
    for move in range(len(search.playout_actions)):
        nrpa = make_frame(search, playout_move=move).nrpa
        place = len(search.path_actions) + move
        assert nrpa.policy.actions == nrpa.playout.at == line[:place]
        assert [m.shown for m in nrpa.playout.moves].index(True) == place
        pending = [m.pending for m in nrpa.playout.moves]
        assert pending == [ply > place for ply in range(len(line))]
        assert math.isnan(nrpa.playout.score) == any(pending)
        assert nrpa.playout.group == tuple(play(search, line[:place]).action_cells(line[place]))


def test_the_playouts_moves_have_the_probabilities_they_were_drawn_with():
    search = build(**BIASED)
    for _ in range(150):
        search.advance()
        lane = make_frame(search).nrpa.playout
        assert [move.probability for move in lane.moves] == search.drawn
        line = (*search.path_actions, *search.playout_actions)
        names = [play(search, line[:i]).action_name(line[i]) for i in range(len(line))]
        assert [move.name for move in lane.moves] == names
        phases = [move.phase for move in lane.moves]
        assert phases == sorted(phases)
        assert phases.count(1) == lane.num_followed
        assert phases.count(2) == lane.num_new == (len(search.new_nodes) if search.phase > 1 else 0)
        assert phases.count(3) == len(search.playout_actions)
        if search.phase >= 3:
            assert sum(move.points for move in lane.moves) == lane.score


def test_lanes_count_results_and_tell_what_came_of_the_last():
    search = build(repeats=5)
    expected = {1: [], 2: []}
    while search.advance():
        nrpa = make_frame(search).nrpa
        if 1 in search.entered and search.phase == 1:
            expected[1] = []
        if search.phase == 4:
            expected[1].append(search.playout_return)
            if search.completed:
                expected[2].append(max(expected[1]))
        for lane in nrpa.lanes:
            scores = expected[lane.level]
            assert [result.score for result in lane.results] == scores
            assert lane.done == len(scores)
            assert lane.climbed == (
                search.phase == 4 and (lane.level == 1 or search.completed != [])
            )
            earlier = scores[:-1]
            if lane.climbed:
                assert lane.improved == (scores[-1] >= max(earlier, default=-1))
                assert lane.before == max(earlier) if earlier else math.isnan(lane.before)


def test_the_course_has_a_row_for_each_adaptation_and_the_present():
    search = build(level=1, repeats=100)
    search.run(40)
    course = make_frame(search).nrpa.course
    assert course.level == 1
    assert [row.number for row in course.rows] == [*range(17, 41)]
    state = search.root
    for action, name, probability in zip(
        course.sequence, course.names, course.now, strict=True
    ):  # fmt: skip
        (choice,) = [c for c in search.policy_at(state, 1) if c.action == action]
        assert probability == pytest.approx(choice.probability, abs=1e-9)
        assert name == state.action_name(action)
        state = state.play(action)
    here = make_frame(search, pinned=course.sequence[:3]).nrpa
    assert here.course.here == 3
    assert here.policy.marked.actions == course.sequence[:4]


def test_the_policy_sharpens():
    search = build(level=1, repeats=20)
    search.run()
    course = make_frame(search).nrpa.course
    assert [row.number for row in course.rows] == [*range(1, 21)]
    assert math.prod(course.now) > 5 * math.prod(course.rows[0].probabilities)


def test_many_moves_are_shown_as_far_as_there_is_room_the_marked_one_among_them():
    search = Recipe("samegame", "15x15x5:5", "nrpa", {"level": 2, "repeats": 9}, 3).build()
    search.run(14)
    for width, room in ((1190, 10), (374, 7)):
        for _ in range(4):
            search.advance()
            policy = make_frame(search, detail=Detail(width=width)).nrpa.policy
            legal = play(search, policy.actions).legal_actions()
            assert len(policy.moves) + policy.num_rest == len(legal)
            assert len(policy.moves) <= room - 1 or len(legal) <= room
            assert sum(move.marked for move in policy.moves) == bool(policy.played)
            shown = math.fsum(move.probability for move in policy.moves)
            assert shown + policy.rest_probability == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["nrpa", "gnrpa"])
def test_stepping_and_running_give_the_same_lanes(name):
    recipe = PRESETS[name].recipe
    stepped, ran = recipe.build(), recipe.build()
    for _ in range(4 * 60):
        stepped.advance()
    ran.run(60)
    for _ in range(6):
        assert plain(nrpa_lanes(make_frame(stepped).nrpa)) == plain(
            nrpa_lanes(make_frame(ran).nrpa)
        )
        stepped.advance()
        ran.advance()


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("position", ["4x4x2:1", "12;21", "5x4x3:9"])
@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {**BIASED, "restarts": True, "tabu": True},
        {"beam": 2, "beam_level": 0, "restarts": True, "warm": 2},
    ],
)
def test_the_lanes_are_plain_json_at_every_moment(level, position, parameters):
    search = build(position, level=level, repeats=3, **parameters)
    for _ in range(160):
        frame = make_frame(search)
        sent = plain(nrpa_lanes(frame.nrpa))
        assert text_of(narrate(search, frame))
        assert set(in_words(search, frame)) >= {"told-policy", "told-path"}
        for lane in sent["lanes"]:
            assert 0 <= lane["share"] <= lane["now"] <= 1
            assert all(0 <= share <= 1 and 0 <= best <= 1 for share, _, best in lane["points"])
        if search.advance() == 0:
            break


BEAM = {"beam": 3, "diversity": "scores"}


def lane_of(search):
    """The plain lane of level 1."""
    return plain(nrpa_lanes(make_frame(search).nrpa))["lanes"][-1]


def test_a_lane_has_its_beam_best_first_and_the_element_at_work():
    search = build(repeats=8, **BEAM)
    assert lane_of(search)["beam"] is None
    seen = set()
    while search.advance():
        beam, shown = search.beam(1), lane_of(search)["beam"]
        if len(beam) < 2:
            assert shown is None
            continue
        assert shown["rest"] == 0
        assert [e["score"][0] for e in shown["elements"]] == [f"{e.score:.0f}" for e in beam]
        for place, (mark, element) in enumerate(zip(shown["elements"], beam, strict=True), 1):
            assert (mark["current"], mark["new"]) == (element.is_current, element.is_new)
            assert mark["title"].startswith(f"{place} of {len(beam)}: {element.score:.0f} points")
            assert mark["title"].endswith("at work") == mark["current"]
            seen.add((mark["current"], mark["new"]))
    assert seen == {(False, False), (False, True), (True, False)}


def test_of_a_wide_beam_the_best_are_shown_and_the_one_at_work():
    search = build(level=1, repeats=9, beam=20)
    last = []
    while search.run(1):
        beam = search.beam(1)
        if len(beam) <= 4:
            continue
        shown = lane_of(search)["beam"]
        assert shown["rest"] == len(beam) - 4
        assert any(e["current"] for e in shown["elements"]) == any(e.is_current for e in beam)
        scores = [e["score"][0] for e in shown["elements"]]
        assert scores[:3] == [f"{e.score:.0f}" for e in beam[:3]]
        assert len(scores) == 4
        last.append(shown["elements"][3]["title"].split(" of ")[0])
    assert {"4", "5", "15"} < {*last}


def test_what_becomes_of_a_result_of_a_beam_is_told():
    search = build("8x8x4:1", repeats=20, level=1, **BEAM)
    told = []
    while search.advance():
        frame = make_frame(search)
        if search.phase != 4 or len(search.beam(1)) < 2:
            continue
        (lane,) = frame.nrpa.lanes
        line = [*search.path_actions, *search.playout_actions]
        assert lane.kept == any(element.sequence == line for element in search.beam(1))
        text = text_of(narrate(search, frame))
        assert (" and stays in its beam" in text) == (lane.kept and not lane.improved)
        more = plain(nrpa_lanes(frame.nrpa))["lanes"][0]["more"]
        assert (more == "stays in the beam") == (
            lane.kept and not lane.improved and not lane.completed
        )
        policies = f"{len(search.beam(1))} policies move towards their sequences"
        assert (policies in text) == bool(search.adapted)
        assert ("its policies adapt after more playouts" in text) == (not search.adapted)
        levels = in_words(search, frame)["told-policy"]
        assert f"beam of {len(search.beam(1))}: {search.best_score:.0f} points in" in levels
        told.append((lane.kept, lane.improved))
    assert {*told} == {(True, True), (True, False), (False, False)}


def test_without_a_beam_no_lane_speaks_of_one():
    search = build(repeats=9)
    while search.advance():
        frame = make_frame(search)
        assert all(lane["beam"] is None for lane in plain(nrpa_lanes(frame.nrpa))["lanes"])
        assert "beam" not in text_of(narrate(search, frame))
        assert "beam" not in str(in_words(search, frame))


def test_other_searches_learn_no_policy():
    search = Recipe("samegame", "5x5x3:1", "nmcs").build()
    assert make_frame(search).nrpa is None


def test_the_numbers_of_the_formulas_add_up():
    search = build(**BIASED)
    search.run(17)
    sent = plain(nrpa_lanes(make_frame(search, pinned=()).nrpa))["policy"]
    softmax = sent["softmax"]
    share = float(softmax["share"]) / float(softmax["total"])
    assert softmax["chance"] == f"{100 * share:.1f}%"
    found = sent["adaptation"]["sums"]
    assert found
    for line in found:
        sum_ = line["sum"].replace("−", "-").replace("·", "*")
        assert eval(sum_) == pytest.approx(float(line["new"].replace("−", "-")), abs=0.02)
    widths = [move["share"] for move in sent["moves"]] + (
        [sent["rest"]["share"]] if sent["rest"] else []
    )
    assert sum(widths) == pytest.approx(1.0, abs=1e-3)


def test_the_narration_has_the_numbers_of_each_phase():
    search = build(repeats=9)
    search.run(9)
    search.advance()
    frame = make_frame(search)
    told = text_of(narrate(search, frame))
    assert "begins with a copy of level 2's" in told
    assert "playout 1 of 9" in told
    search.advance()
    frame = make_frame(search)
    move = frame.nrpa.policy.marked
    told = text_of(narrate(search, frame))
    assert move.name in told
    assert f"{100 * move.probability:.1f}%" in told
    search.advance()
    assert f"{search.playout_return:.0f} points" in text_of(narrate(search, make_frame(search)))
    search.advance()
    frame = make_frame(search)
    told = text_of(narrate(search, frame))
    assert f"{search.playout_return:.0f} is the first result at level 1" in told
    move = frame.nrpa.policy.marked
    assert f"weight {move.old_weight:.2f} → {move.weight:.2f}".replace("-", "−") in told
    words = in_words(search, frame)["told-policy"]
    assert "Level 2: 1 of 9 searches" in words
    assert "Level 1: 1 of 9 playouts" in words
    assert f"Policy of level 1 after {len(frame.nrpa.policy.actions)} move" in words
