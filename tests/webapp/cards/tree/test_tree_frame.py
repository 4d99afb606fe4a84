"""The drawn tree: which nodes, where they stand, and that every number is the search's own."""

import dataclasses

import numpy as np
import pytest

from explorer.cards.tree.frame import scale_of
from explorer.cards.tree.layout import GAP, PILL_WIDTH, row_heights
from explorer.look.sizes import MAX_RADIUS
from explorer.moment.branches import Branches
from explorer.moment.detail import Detail
from explorer.session.frames import make_frame
from mcsearch import Recipe, search_for
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.examples.pig import Pig
from mcsearch.presets import PRESETS
from mcsearch.problem.numbered import in_numbers

CASES = {
    "samegame": (PRESETS["spmcts-uct"].recipe.replace(
        parameters={"scoring": "plain", "exploration": 100.0}), 1400),
    "deep": (PRESETS["spmcts-uct"].recipe, 4000),
    "top": (PRESETS["spmcts-uct-top"].recipe, 300),
    "tictactoe": (PRESETS["tictactoe-uct"].recipe, 900),
    "nmcs": (PRESETS["nmcs"].recipe, 120),
}  # fmt: skip


@pytest.fixture(
    scope="module", params=[(case, phase) for case in CASES for phase in range(5)], ids=str
)
def search(request):
    case, phases = request.param
    recipe, iterations = CASES[case]
    search = recipe.build()
    search.run(iterations)
    for _ in range(phases):
        search.advance()
    return search


def samegame(num_iterations, **parameters):
    recipe = Recipe("samegame", "8x8x4:3", "spmcts", {"exploration": 50.0, **parameters}, seed=1)
    search = recipe.build()
    search.run(num_iterations)
    return search


def nodes_of(search, tree):
    return [search.find(list(actions)) for actions in tree.actions]


def test_every_drawn_node_is_in_the_tree_once_and_has_its_numbers(search):
    tree = make_frame(search).tree
    nodes = nodes_of(search, tree)
    assert NONE not in nodes
    assert len(set(nodes)) == len(nodes)
    assert tree.visits.tolist() == [search.tree.visits_of(node) for node in nodes]
    for i, node in enumerate(nodes):
        mean = search.tree.mean(node)
        if search.root.num_players == 2 and len(tree.actions[i]) % 2 == 0:
            mean = 1 - mean
        assert tree.mean[i] == pytest.approx(mean, nan_ok=True)
        assert tree.top[i] == pytest.approx(search.tree.top(node), nan_ok=True)


def test_parents_are_drawn_before_and_are_the_parents(search):
    tree = make_frame(search).tree
    assert tree.parent[0] == -1
    assert tree.actions[0] == ()
    for i in range(1, len(tree.actions)):
        assert tree.parent[i] < i
        assert tree.actions[tree.parent[i]] == tree.actions[i][:-1]


def test_names_are_the_games(search):
    tree = make_frame(search).tree
    for i in range(1, len(tree.actions), 7):
        state = search.root
        for action in tree.actions[i][:-1]:
            state = state.play(action)
        assert tree.names[i] == state.action_name(tree.actions[i][-1])


def test_siblings_stand_in_the_order_of_their_actions(search):
    tree = make_frame(search).tree
    for parent in range(len(tree.actions)):
        below = np.flatnonzero(tree.parent == parent)
        last = [tree.actions[i][-1] for i in below]
        assert [last[i] for i in np.argsort(tree.x[below])] == sorted(last)


def test_nothing_overlaps_and_nothing_leaves_the_card(search):
    detail = Detail()
    tree = make_frame(search, detail=detail).tree
    half = np.append(tree.radius, np.full(len(tree.pill_x), PILL_WIDTH / 2))
    x, y = np.append(tree.x, tree.pill_x), np.append(tree.y, tree.pill_y)
    assert tree.height < detail.height or search.root.num_players == 2
    for row in np.unique(y):
        at = np.flatnonzero(y == row)
        at = at[np.argsort(x[at])]
        free = (x[at[1:]] - half[at[1:]]) - (x[at[:-1]] + half[at[:-1]])
        assert (free >= GAP - 1e-6).all()
    assert (x - half >= 20).all()
    assert (x + half <= tree.width - 8).all()
    assert (y - np.append(tree.radius, np.zeros(len(tree.pill_x))) >= 28).all()
    assert (y <= tree.height - 20).all()
    steps = np.diff(tree.row_y)
    assert (2 * tree.radius.max() <= steps.min() + 1e-9) or tree.radius.max() == pytest.approx(3.2)


def test_the_path_is_drawn_as_far_as_it_is_recorded(search):
    tree = make_frame(search).tree
    drawn = [tree.actions[i] for i in tree.path]
    path = tuple(search.path_actions)
    assert drawn == [path[:depth] for depth in range(len(drawn))]
    if search.name != "nmcs":
        assert len(drawn) == len(path) + 1
        assert [search.find(list(actions)) for actions in drawn] == search.path
    else:
        assert len(drawn) >= 1


def test_the_best_sequence_is_drawn_as_far_as_the_tree_has_it(search):
    tree = make_frame(search).tree
    best = tuple(search.best_sequence)
    drawn = [tree.actions[i] for i in tree.best]
    assert drawn == [best[:depth] for depth in range(len(drawn))]
    assert len(drawn) > 1
    assert len(drawn) - 1 == len(best) or search.find(list(best[: len(drawn)])) == NONE


def test_the_new_node_is_drawn_from_expansion_on(search):
    tree = make_frame(search).tree
    drawn = {tree.actions[i] for i in tree.new}
    new = {tuple(search.actions_to(node)) for node in search.new_nodes}
    # where all children are expanded at once, a wide node shows some, the one played out included
    assert drawn <= new
    assert drawn or not new
    if new:
        assert tuple(search.path_actions) in drawn or search.phase < 2


def test_the_limits_of_the_detail_hold(search):
    detail = Detail()
    tree = make_frame(search, detail=detail).tree
    kept = {*tree.path.tolist(), *tree.best.tolist(), *tree.new.tolist(), tree.selected}
    assert len(tree.actions) <= detail.max_nodes + len(kept)
    depth = np.asarray([len(actions) for actions in tree.actions])
    optional = np.asarray([i not in kept for i in range(len(depth))])
    for row in np.unique(depth):
        assert np.count_nonzero(optional & (depth == row)) <= detail.max_row
    for i in range(len(depth)):
        below = [c for c in np.flatnonzero(tree.parent == i) if optional[c]]
        assert len(below) <= (detail.root_children if i == 0 else detail.other_children)


def test_a_pill_counts_the_children_that_are_not_drawn(search):
    tree = make_frame(search).tree
    for parent, actions, shown in zip(
        tree.pill_parent, tree.pill_actions, tree.pill_text, strict=True
    ):
        assert tree.actions[parent] == actions
        drawn = np.count_nonzero(tree.parent == parent)
        children = search.tree.children(search.find(list(actions)))
        assert shown == f"+{len(children) - drawn}"
    for i, actions in enumerate(tree.actions):
        missing = len(search.tree.children(search.find(list(actions)))) > np.count_nonzero(
            tree.parent == i
        )
        if missing and i in tree.path and np.diff(tree.row_y).min() > 20:
            assert i in tree.pill_parent


def test_a_pill_has_room_below_its_node(search):
    tree = make_frame(search).tree
    assert (tree.pill_y - tree.y[tree.pill_parent] >= 20).all()


def test_drawing_changes_nothing_and_is_repeatable(search):
    before = [getattr(search.tree, name).copy() for name in ("visits", "value_sum", "parent")]
    first, second = make_frame(search).tree, make_frame(search).tree
    after = [getattr(search.tree, name) for name in ("visits", "value_sum", "parent")]
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    for field in dataclasses.fields(first):
        one, two = getattr(first, field.name), getattr(second, field.name)
        if isinstance(one, np.ndarray):
            assert np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
        else:
            assert one == two


def test_the_scale_covers_the_means_of_nodes_that_count():
    search = samegame(300)
    tree = make_frame(search).tree
    known = tree.mean[tree.visits >= 3]
    assert tree.low <= known.min()
    assert tree.high >= known.max()
    step = (tree.high - tree.low) / 40
    assert known.min() - tree.low < 4 * step
    assert tree.has_means


def test_the_most_visited_children_are_drawn(search):
    tree = make_frame(search).tree
    kept = {*tree.path.tolist(), *tree.best.tolist(), *tree.new.tolist(), tree.selected}
    for i, actions in enumerate(tree.actions):
        drawn = np.flatnonzero(tree.parent == i)
        optional = [tree.visits[c] for c in drawn if c not in kept]
        names = {tree.actions[c] for c in drawn}
        left_out = [
            search.tree.visits_of(child)
            for child in search.tree.children(search.find(list(actions)))
            if tuple(search.actions_to(child)) not in names
        ]
        if optional and left_out:
            assert min(optional) >= max(left_out)


def test_an_empty_tree_is_its_root():
    frame = make_frame(Recipe("samegame", "6x6x3:1", "spmcts").build())
    assert (frame.iteration, frame.phase, frame.num_nodes, frame.num_drawn) == (0, 0, 1, 1)
    tree = frame.tree
    assert tree.actions == ((),)
    assert not tree.has_means
    assert tree.path.size == tree.pill_x.size == 0
    assert tree.caption == "no playouts yet"
    assert 0 < tree.x[0] < tree.width


def test_the_wanted_node_is_selected_or_its_nearest_ancestor():
    search = samegame(200)
    tree = search.tree
    child = max(tree.children(0), key=tree.visits_of)
    grandchild = tree.children(child)[-1]
    actions = tuple(search.actions_to(grandchild))
    frame = make_frame(search, selected=actions)
    assert frame.selected == actions
    assert frame.tree.actions[frame.tree.selected] == actions
    frame = make_frame(search, selected=(*actions, 999))
    assert frame.selected == actions


def test_opening_a_pill_shows_ten_more_children():
    search = samegame(2000)
    before = make_frame(search).tree
    index = before.pill_actions.index(())
    num_drawn = np.count_nonzero(before.parent == 0)
    opened = frozenset({before.pill_openings[index]})
    after = make_frame(search, branches=Branches(opened)).tree
    num_children = len(search.tree.children(0))
    assert num_children > num_drawn + 10
    assert np.count_nonzero(after.parent == 0) == num_drawn + 10
    opened |= {after.pill_openings[after.pill_actions.index(())]}
    last = make_frame(search, branches=Branches(opened)).tree
    assert np.count_nonzero(last.parent == 0) == min(num_children, num_drawn + 20)


def test_radius_grows_with_visits():
    tree = make_frame(samegame(1500)).tree
    order = np.argsort(tree.visits, kind="stable")
    assert (np.diff(tree.radius[order]) >= 0).all()
    assert tree.radius[0] == tree.radius.max() <= MAX_RADIUS + 1e-9
    assert tree.radius.max() > 2 * tree.radius.min()


def test_what_climbs_is_the_playouts_return():
    search = samegame(50)
    assert search.phase == 4
    assert make_frame(search).tree.result.replace("\u202f", "") == str(int(search.playout_return))
    search.advance()
    assert make_frame(search).tree.result == ""


@pytest.mark.parametrize(("position", "to_play"), [("", 0), ("x../.../...", 1)])
def test_two_players_see_the_win_rate_of_the_search(position, to_play):
    """The search of whoever moves at the root: its own share of the playouts at every node."""
    search = Recipe("tictactoe", position, "uct", seed=3).build()
    assert search.root.to_play == to_play
    won = []
    for _ in range(60):
        for _ in range(4):
            search.advance()
        won.append(search.playout_return if to_play == 0 else 1 - search.playout_return)
    frame = make_frame(search)
    assert frame.tree.mean[0] == pytest.approx(np.mean(won))
    assert frame.mean == pytest.approx(np.mean(won))
    assert frame.tree.percent


def test_rows_are_even_until_the_tree_is_very_deep():
    assert np.ptp(np.diff(row_heights(np.full(20, 5), 516))) < 1e-9
    deep = row_heights(np.where(np.arange(51) > 45, 12, 0), 516)
    steps = np.diff(deep)
    assert deep[-1] == pytest.approx(row_heights(np.full(20, 5), 516)[-1])
    assert steps[46] > 2 * steps[10]
    assert row_heights(np.zeros(1), 516).size == 1


def test_a_line_that_the_search_prefers_runs_straight_down():
    """Its nodes are often the first of their siblings: once, each stood left of the one above."""
    search = CASES["deep"][0].build()
    search.run(1000)
    frame = make_frame(search).tree
    way = [0]
    while True:
        below = np.flatnonzero(frame.parent == way[-1])
        if not below.size or frame.visits[below].max() < 0.9 * frame.visits[way[-1]]:
            break
        way.append(int(below[np.argmax(frame.visits[below])]))
    assert len(way) > 3
    assert np.abs(np.diff(frame.x[way])).max() < 12  # pixels; a node's radius
    # and the others have the width of the card
    assert np.ptp(frame.x) > 0.8 * frame.width


def test_a_small_card_gets_a_small_tree():
    search = samegame(1500)
    tree = make_frame(search, detail=Detail(width=350, height=300)).tree
    assert tree.width == 350
    assert (tree.x + tree.radius).max() < 350
    assert not tree.captioned


def test_a_stopped_search_can_be_drawn():
    search = samegame(50, iterations=50)
    search.advance()
    frame = make_frame(search)
    assert frame.stopped == "iterations"
    assert frame.iteration == 50
    assert frame.num_drawn > 1


def test_below_a_collapsed_node_there_is_nothing():
    search = samegame(600)
    best = tuple(search.best_sequence[:2])
    closed = Branches(collapsed=frozenset({best}))
    frame = make_frame(search, selected=(*best, search.best_sequence[2]), branches=closed)
    tree = frame.tree
    assert best in tree.actions
    assert not any(len(name) > 2 and name[:2] == best for name in tree.actions)
    assert tree.actions[tree.selected] == best
    assert tree.is_collapsed
    opening = next(o for o in tree.pill_openings if o.actions == best)
    hidden = search.tree.num_children[search.find(list(best))]
    assert tree.pill_text[tree.pill_openings.index(opening)] == f"+{hidden}"
    whole = make_frame(search).tree
    assert any(len(name) > 2 and name[:2] == best for name in whole.actions)


@pytest.mark.parametrize("level", [1, 2])
def test_a_closer_look_draws_more_of_the_tree_in_a_larger_drawing(level):
    search = samegame(3000)
    whole = make_frame(search).tree
    near = make_frame(search, detail=Detail(level=level)).tree
    assert near.width > whole.width
    assert len(whole.actions) < len(near.actions) <= 1000
    assert set(whole.actions[:5]) <= set(near.actions)
    assert near.tiles[1:].min() >= 1
    state = search.root
    first = near.actions[1]
    assert near.tiles[1] == state.cells()[first[0]]


def test_the_closest_look_has_the_positions_of_the_path():
    search = samegame(300)
    search.advance()
    tree = make_frame(search, detail=Detail(level=2)).tree
    assert [node for node, _ in tree.boards] == tree.path.tolist()
    for node, cells in tree.boards:
        state = search.root
        for action in tree.actions[node]:
            state = state.play(action)
        assert np.array_equal(cells, state.cells())
    assert make_frame(search, detail=Detail(level=1)).tree.boards == ()


def test_an_end_below_a_collapsed_node_is_not_drawn():
    search = samegame(300)
    search.advance()
    assert make_frame(search).tree.ends == (True, True)
    first = {tuple(search.path_actions[:1]), tuple(search.best_sequence[:1])}
    closed = Branches(collapsed=frozenset(first))
    assert make_frame(search, branches=closed).tree.ends == (False, False)


def solved_tictactoe(num_iterations):
    parameters = {"solver": True, "transpositions": True, "expansion": "all"}
    search = Recipe("tictactoe", "", "uct", parameters, seed=1).build()
    search.run(num_iterations)
    return search


def test_proven_nodes_are_marked_for_the_search():
    search = solved_tictactoe(1000)
    tree = make_frame(search, detail=Detail(level=1)).tree
    nodes = [search.find(list(name)) for name in tree.actions]
    proven = dict(tree.proven)
    assert set(proven.values()) >= {1, 3}
    for i, node in enumerate(nodes):
        bounds = search.tree.bounds_of(node)  # the search plays for player 0
        assert proven.get(i, 0) == (1 + 2 * bounds.lower if bounds.is_exact else 0)
    wins = [i for i, result in tree.proven if result == 3]
    assert all("win of the search" in tree.notes[i] for i in wins)
    assert all(tree.mean[i] > 0.5 for i in wins if tree.visits[i] > 3)


def test_a_position_reached_in_two_ways_is_linked_to_who_has_its_children():
    search = solved_tictactoe(400)
    tree = make_frame(search, detail=Detail(level=1)).tree
    twins = dict(tree.twins)
    assert any(other != NONE for other in twins.values())
    for i, other in twins.items():
        assert i not in tree.parent
        if other != NONE:
            state, twin = search.root, search.root
            for action in tree.actions[i]:
                state = state.play(action)
            for action in tree.actions[other]:
                twin = twin.play(action)
            assert np.array_equal(state.cells(), twin.cells())
        assert "the same position as after" in tree.notes[i]


@pytest.mark.parametrize(
    ("means", "ends"),
    [
        ([1.0], (0.95, 1.0)),
        ([0.0], (0.0, 0.05)),
        ([0.99, 1.0], (0.95, 1.0)),
        ([0.4, 0.4], (0.4, 0.45)),
        ([0.31, 0.98], (0.3, 1.0)),
    ],
)
def test_a_scale_of_win_rates_has_two_ends_between_none_and_all(means, ends):
    found = scale_of(np.array(means), np.full(len(means), 5), True)
    assert found == pytest.approx(ends)


@pytest.mark.parametrize(
    ("means", "ends"),
    [
        ([0.0], (0.0, 1.0)),
        ([0.0121, 0.0478], (0.012, 0.048)),
        ([3.41, 4.12], (3.4, 4.12)),
        ([3.4, 7.1], (3.0, 8.0)),
        ([1210.0, 1534.0], (1210.0, 1540.0)),
    ],
)
def test_a_scale_of_scores_is_as_fine_as_they_are(means, ends):
    found = scale_of(np.array(means), np.full(len(means), 5), False)
    assert found == pytest.approx(ends)


def test_win_rates_are_of_the_search_where_dice_fall_and_one_moves_twice_in_turn():
    search = search_for(Pig(), parameters={"iterations": 3000}, seed=1)
    search.run()
    search = in_numbers(search)
    drawn = make_frame(search).tree
    rates = dict(zip(drawn.actions, drawn.mean.tolist(), strict=True))
    throw = search.tree.children(ROOT)[0]
    outcomes = search.tree.children(throw)
    # all visits of a throw are of its outcomes: its rate is their mean
    total = sum(search.tree.visits_of(each) * search.tree.mean(each) for each in outcomes)
    assert total / search.tree.visits_of(throw) == pytest.approx(rates[()], abs=0.001)
    below = [actions for actions in rates if len(actions) == 2]
    assert len(below) > 2
    for actions in below:
        assert rates[actions] == search.tree.mean(search.find(list(actions)))
    for actions in [actions for actions in rates if len(actions) == 3]:
        mean = search.tree.mean(search.find(list(actions)))
        is_own = search.state_of(search.find(list(actions[:2]))).to_play == 0
        assert rates[actions] == (mean if is_own else 1.0 - mean)
