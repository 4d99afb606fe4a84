"""UCT for two players against exact values, and what it keeps from move to move."""

import numpy as np
import pytest
from exact_values import connect4_positions, rows
from hypothesis import given
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.final_move import FINAL_MOVES, RootChild
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.presets import PRESETS

OPTIONS = {
    "plain": {},
    "solver": {"solver": True},
    "all": {"expansion": "all"},
    "graph": {"transpositions": True},
    "graph, solver": {"transpositions": True, "solver": True},
    "graph, all, solver": {"transpositions": True, "solver": True, "expansion": "all"},
    "decisive": {"decisive": True, "solver": True, "policy": "decisive"},
    "cut-off": {"cutoff_plies": 4, "cutoff_lead": 0.4},
}


def build(game="connect4", position="", seed=1, **parameters):
    return Recipe(game, position, "uct", parameters, seed).build()


def reachable(tree):
    """The number of nodes that the root leads to."""
    nodes = [ROOT]
    for node in nodes:
        nodes += tree.children(node)
    return len(nodes)


# --- exact values ---


def plies_to_win(moves, score):
    """Plies to the shortest win, from a score: k for a win with the k-th last of 21 stones."""
    stones = 22 - abs(score) - (len(moves) + (score < 0)) // 2
    return 2 * stones - (score > 0)


ALL_PROOFS = {"solver": True, "transpositions": True, "decisive": True, "nodes": 150_000}


@pytest.mark.parametrize(
    ("options", "least"),
    [({}, 0.95), ({"expansion": "all"}, 0.95), (ALL_PROOFS, 0.98)],
    ids=["one", "all", "solver"],
)
def test_connect_four_against_the_exact_values(options, least):
    num_optimal = 0
    for moves, scores in connect4_positions():
        search = build(position=moves, iterations=100_000, **options)
        search.run()
        found, best = scores[search.best_action()], max(s for s in scores if s is not None)
        assert (found > 0) - (found < 0) == (best > 0) - (best < 0), moves
        num_optimal += found == best
    assert num_optimal >= least * 140


def test_what_the_solver_proves_of_connect_four_is_true():
    num_proven = num_settled = 0
    for moves, scores in connect4_positions():
        search = build(position=moves, iterations=20_000, solver=True)
        search.run()
        best = max(score for score in scores if score is not None)
        if search.proven:
            num_proven += 1
            assert search.proven == ("draw" if best == 0 else "win" if best > 0 else "loss")
        if search.stopped == "proven" and best != 0:
            num_settled += 1
            assert search.bounds.plies == plies_to_win(moves, best)
        for child in search.root_children():
            exact = scores[child.action]
            value = 0.5 + 0.5 * ((exact > 0) - (exact < 0))
            assert child.bounds.lower <= value <= child.bounds.upper
    assert num_proven > 50
    assert num_settled > 50


@pytest.mark.parametrize(
    ("moves", "first", "shortest"),
    [("6616374132146574335135135675524147", 7, 5), ("47126616646675152277455541752", 9, 7)],
)
def test_a_proven_win_is_searched_on_until_no_shorter_one_is_possible(moves, first, shortest):
    search = build(position=moves, seed=25, solver=True)
    while not search.proven:
        search.run(1)
    assert (search.bounds.plies, search.stopped) == (first, "")
    twin = search.copy()
    search.run()
    assert (search.bounds.plies, search.stopped) == (shortest, "proven")
    assert len(search.best_sequence) == shortest
    twin.run()
    assert (twin.iterations, twin.bounds) == (search.iterations, search.bounds)


def test_a_move_played_on_the_way_to_the_shortest_win_is_no_obstacle():
    search = build(position="47126616646675152277455541752", seed=25, solver=True)
    while not search.proven:
        search.run(1)
    plies = search.bounds.plies
    while plies > 1:
        search.advance_root(search.best_action())
        search.run()
        assert search.stopped == "proven"
        assert search.bounds.plies < plies
        plies = search.bounds.plies
    assert search.proven == "win"


def test_tic_tac_toe_against_itself_draws():
    for seed in range(100):
        state = Recipe("tictactoe").start()
        while not state.is_terminal():
            search = build("tictactoe", str(state), seed, iterations=2000)
            search.run()
            state = state.play(search.best_action())
        assert state.returns() == 0.5


def wins_at_once(state):
    return [a for a in state.legal_actions() if state.play(a).returns_to_mover() == 0.0]


def wins_in_three_plies(state, action):
    """Whether after the action every reply loses at once or allows a win at once."""
    after = state.play(action)
    if after.is_terminal() or wins_at_once(after):
        return False
    replies = [after.play(reply) for reply in after.legal_actions()]
    return all(
        reply.returns_to_mover() == 1.0 if reply.is_terminal() else wins_at_once(reply)
        for reply in replies
    )


def traps():
    for line in rows("yavalath_traps.txt"):
        moves, best = line.split(";")
        yield moves.strip(), best.split()


def test_the_solver_sees_the_traps_of_yavalath_that_plain_uct_does_not():
    positions = list(traps())
    assert len(positions) >= 12
    num_missed = 0
    for moves, best in positions:
        state = Recipe("yavalath", moves).start()
        assert not wins_at_once(state)
        winning = [a for a in state.legal_actions() if wins_in_three_plies(state, a)]
        assert [state.action_name(action) for action in winning] == best
        plain = build("yavalath", moves, iterations=20_000)
        plain.run()
        num_missed += plain.best_action() not in winning
        parameters = {**PRESETS["yavalath-engine"].recipe.parameters, "iterations": 20_000}
        solver = build("yavalath", moves, **parameters)
        solver.run()
        assert solver.proven == "win", moves
        assert solver.best_score == 1.0
    assert num_missed > 0


# --- the tree from move to move ---


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("game", ["tictactoe", "connect4", "yavalath"])
def test_the_played_branch_is_kept_and_everything_else_is_free_again(game, options):
    search = build(game, iterations=1500, nodes=4000, **options)
    tree = search.tree
    for _ in range(6):
        search.run()
        assert reachable(tree) == tree.size <= tree.capacity
        if search.root.is_terminal():
            break
        action = search.best_action()
        child = tree.child_by(ROOT, action)
        before = {
            (tree.action_of(node), tree.visits_of(node), tree.value_sum_of(node))
            for node in tree.children(tree.twin_of(child) if tree.twin_of(child) >= 0 else child)
        }
        kept = search.advance_root(action)
        assert kept == tree.size == reachable(tree)
        assert not tree.full
        assert {
            (tree.action_of(node), tree.visits_of(node), tree.value_sum_of(node))
            for node in tree.children(ROOT)
        } == before
        assert search.iterations == 0


def used_slots(tree):
    """Slots of the root and of every run of children, reserved ones included."""
    total = 1
    nodes = [ROOT]
    for node in nodes:
        children = tree.children(node)
        nodes += children
        length = 2
        while length < len(children):
            length *= 2
        total += min(length, tree.num_legal_of(node)) if children else 0
    return total


def test_a_game_with_reuse_leaks_no_node():
    search = build(iterations=30_000, nodes=400_000)
    tree = search.tree
    num_moves = 0
    while not search.root.is_terminal() and num_moves < 40:
        search.run()
        # a loser's move now and then, so that the game is long
        children = sorted(search.root_children(), key=lambda child: -child.visits)
        search.advance_root(children[len(children) // 2].action)
        num_moves += 1
        assert reachable(tree) == tree.size
        assert used_slots(tree) + tree.num_free_slots == tree.num_slots
    assert num_moves > 7


def test_a_move_that_was_not_searched_begins_a_new_tree():
    search = build(iterations=3)
    search.run()
    assert search.advance_root(0) == 0
    assert search.tree.size == 1
    search.run()
    assert search.tree.visits_of(ROOT) == 3


def test_an_illegal_move_changes_nothing():
    search = build("tictactoe", "x.. / ... / ...", iterations=50)
    search.run()
    with pytest.raises(ValueError, match="not legal"):
        search.advance_root(0)
    assert search.tree.visits_of(ROOT) == 50


# --- copies ---


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("phases", [0, 401, 402, 403, 2000])
def test_a_copy_goes_on_as_the_search_does(options, phases):
    search = build(iterations=3000, nodes=1500, **options)
    for _ in range(phases):
        search.advance()
    copy = search.copy()
    assert (copy.path, copy.phase) == (search.path, search.phase)
    search.run()
    untouched = copy.iterations
    assert untouched <= phases // 4 + 1
    copy.run()
    assert copy.root_children() == search.root_children()
    assert copy.best_sequence == search.best_sequence
    assert copy.tree.visits.tolist() == search.tree.visits.tolist()


# --- transpositions ---


def test_nodes_of_the_same_position_share_children_and_mean():
    search = build("tictactoe", iterations=8000, transpositions=True)
    search.run()
    tree = search.tree
    twins = [node for node in walk(tree) if tree.twin_of(node) != NONE]
    assert len(twins) > 100
    for node in twins:
        home = tree.twin_of(node)
        assert str(search.state_of(node)) == str(search.state_of(home))
        assert tree.children(node) == []
        assert tree.mean(node) == tree.mean(home)
    positions = [str(search.state_of(n)) for n in walk(tree) if tree.twin_of(n) == NONE]
    assert len(set(positions)) == len(positions) == tree.positions.count


def walk(tree):
    nodes = [ROOT]
    for node in nodes:
        nodes += tree.children(node)
    return nodes


# --- phases ---


def test_expanding_all_adds_every_child_and_plays_out_one():
    search = build("tictactoe", expansion="all", iterations=100)
    search.advance()
    search.advance()
    assert len(search.new_nodes) == 9
    assert search.path[-1] in search.new_nodes
    assert search.tree.action_of(search.path[-1]) == search.path_actions[-1]


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [({"cutoff_plies": 3}, "plies"), ({"cutoff_lead": 0.3}, "evaluation"), ({}, "")],
)
def test_playouts_are_cut_off(parameters, reason):
    search = build(iterations=200, **parameters)
    reasons = set()
    while search.advance():
        if search.phase == 3:
            reasons.add(search.cut_off)
            if search.cut_off == "plies":
                assert len(search.playout_actions) == 3
            state = search.state_of(search.path[-1])
            for action in search.playout_actions:
                state = state.play(action)
            assert state.is_terminal() == (search.cut_off == "")
            assert 0.0 <= search.playout_return <= 1.0
    assert reason in reasons


def test_decisive_moves_are_the_only_children():
    search = build("tictactoe", "xx. / oo. / ...", decisive=True, iterations=100)
    search.run()
    assert [c.action for c in search.root_children()] == [2]


# --- final moves ---


def test_final_moves_choose_by_their_measure():
    children = [RootChild(0, 100, 55.0), RootChild(1, 60, 36.0), RootChild(2, 3, 2.7)]
    chosen = {
        name: rule(**{p.name: p.default for p in rule.parameters}).choose(children).action
        for name, rule in FINAL_MOVES.items()
    }
    assert chosen == {"robust": 0, "max": 2, "max-robust": 0, "secure": 0, "drawn": 0}
    assert not FINAL_MOVES["max-robust"]().is_settled(children)
    assert FINAL_MOVES["max-robust"]().is_settled(children[:1])


def test_the_secure_child_of_few_visits_is_the_one_that_promises_most():
    children = [RootChild(0, 2, 0.0), RootChild(1, 9, 8.0), RootChild(2, 4, 2.0)]
    secure = FINAL_MOVES["secure"](4.0)
    assert secure.choose(children).action == 1
    certain = RootChild(3, 2, 1.0, Bounds(0.3, 1.0))
    assert secure.choose([*children, certain]).action == 3


@pytest.mark.parametrize(
    ("temperature", "drawn"),
    [
        (0.0, [0, 0, 0, 0]),
        (0.5, [0, 0, 1, 1]),  # 0.7347 of 1.3469 is the first's, 0.2645 the second's
        (1.0, [0, 0, 1, 2]),
        (100.0, [0, 0, 2, 2]),  # the third has 0.97 of what the first has
    ],
)
def test_a_move_is_drawn_by_visits_and_temperature(temperature, drawn):
    children = [RootChild(0, 100, 0.0), RootChild(1, 60, 0.0), RootChild(3, 0, 0.0)]
    children.append(RootChild(2, 3, 0.0))
    final = FINAL_MOVES["drawn"](temperature)
    found = []
    for dice in (0.0, 0.33, 0.75, 0.99):
        final.dice = dice
        found.append(final.choose(children).action)
    assert found == drawn


@pytest.mark.parametrize("temperature", [0.25, 0.5, 1.0, 3.0])
def test_moves_are_drawn_with_the_stated_probabilities(temperature):
    """Chi square over 2,000 seeds at 1 in 1,000; a search without a random ply differs in nothing.

    Seven columns have six degrees of freedom. The second move is drawn after the first, whichever.
    """
    parameters = {"selection": "puct", "leaf": "evaluation", "iterations": 60}
    parameters |= {"final_move": "drawn", "move_temperature": temperature}
    counts = np.zeros((2, 7))
    for seed in range(2000):
        search = Recipe("connect4", "4453", "uct", parameters, seed=seed).build()
        search.run()
        counts[0, search.best_action()] += 1
        search.advance_root(3)
        search.run()
        counts[1, search.best_action()] += 1
    search = Recipe("connect4", "4453", "uct", parameters, seed=0).build()
    for observed in counts:
        search.run()
        weights = np.zeros(7)
        for child in search.root_children():
            weights[child.action] = child.visits ** (1 / temperature)
        expected = 2000 * weights / weights.sum()
        likely = expected >= 5
        far = ((observed - expected)[likely] ** 2 / expected[likely]).sum()
        rest = (observed - expected)[~likely].sum() ** 2 / max(expected[~likely].sum(), 1.0)
        assert far + rest < 22.5
        search.advance_root(3)


def test_a_drawn_move_draws_nothing_from_the_search():
    searches = [
        build("connect4", "44", final_move=name, iterations=200) for name in ("robust", "drawn")
    ]
    for search in searches:
        search.run()
        assert search.best_action() == search.best_sequence[0] == search.copy().best_action()
        search.advance_root(3)
        search.run()
    robust, drawn = searches
    assert robust.rng.state == drawn.rng.state
    assert robust.root_children() == drawn.root_children()


@given(
    st.permutations(
        [
            RootChild(0, 100, 90.0, Bounds(0.0, 0.0, 2)),
            RootChild(1, 2, 0.5, Bounds(1.0, 1.0, 3)),
            RootChild(2, 9, 4),
        ]
    )
)
def test_proven_children_come_first_or_last(children):
    for rule in FINAL_MOVES.values():
        final = rule(**{p.name: p.default for p in rule.parameters})
        assert final.choose(children).action == 1
        assert final.choose([c for c in children if c.action != 1]).action == 2


@pytest.mark.parametrize("name", FINAL_MOVES)
def test_what_is_proven_counts_for_more_than_means(name):
    rule = FINAL_MOVES[name]
    final = rule(**{p.name: p.default for p in rule.parameters})

    def plays(*children):
        return final.choose([RootChild(i, *child) for i, child in enumerate(children)]).action

    # a sure draw with a stale mean of 0.2 beats 0.48
    assert plays((50, 24.0), (50, 10.0, Bounds(0.5, 0.5, 4))) == 1
    assert plays((50, 24.0), (50, 10.0, Bounds(0.5, 1.0))) == 1
    # what may be worth 0.4 at most is not played where something is worth that for sure
    assert plays((900, 800.0, Bounds(0.0, 0.4)), (4, 1.0, Bounds(0.4, 0.9))) == 1
    # a mean of 1 is no proof
    assert plays((100, 100.0), (3, 2.0, Bounds(1.0, 1.0, 5))) == 1
    # the shortest win, the longest loss
    assert plays((9, 9.0, Bounds(1.0, 1.0, 5)), (1, 1.0, Bounds(1.0, 1.0, 3))) == 1
    assert plays((9, 0.0, Bounds(0.0, 0.0, 2)), (1, 0.0, Bounds(0.0, 0.0, 4))) == 1
    # known without a visit: its position is proven on another way
    assert plays((9, 4.0), (0, 0.0, Bounds(1.0, 1.0, 1))) == 1


def test_max_robust_searches_on_until_both_agree():
    settled = {}
    for seed in range(30):
        search = build(iterations=300, final_move="max-robust", seed=seed)
        search.run()
        assert 300 <= search.iterations <= 600
        settled[search.iterations > 300] = True
    assert settled == {True: True, False: True}


def test_max_robust_ends_at_the_same_iteration_however_the_search_is_sliced():
    longer = 0
    for seed in range(12):
        whole = build(iterations=300, final_move="max-robust", seed=seed)
        whole.run()
        for size in (1, 7, 40):
            sliced = build(iterations=300, final_move="max-robust", seed=seed)
            while not sliced.stopped:
                sliced.run(size)
            assert sliced.iterations == whole.iterations
        stepped = build(iterations=300, final_move="max-robust", seed=seed)
        while stepped.advance():
            pass
        assert stepped.iterations == whole.iterations
        longer += whole.iterations > 300
    assert longer


# --- ends ---


def test_every_end_has_a_reason():
    assert ended("tictactoe", "xxx / oo. / ...", iterations=50) == ("over", 1)
    assert ended("tictactoe", "xox / oox / x.o", iterations=50)[0] == "iterations"
    assert ended("connect4", "", iterations=500, nodes=50, when_full="stop")[0] == "nodes"
    assert ended("connect4", "", iterations=500, nodes=50) == ("iterations", 500)
    assert ended("tictactoe", "xx. / oo. / ...", iterations=500, solver=True)[0] == "proven"


def ended(game, position, **parameters):
    search = build(game, position, **parameters)
    search.run()
    return search.stopped, search.iterations


def test_counters_at_their_limit_end_the_search():
    search = build(iterations=1000)
    search.run(10)
    search.tree.visits[ROOT] = 2**31 - 6
    search.run()
    assert search.stopped == "counters"
    assert search.iterations == 15
    assert search.tree.visits_of(ROOT) == 2**31 - 1


def test_transpositions_need_keys():
    from mcsearch import search_for

    class Coin:
        num_players = 2

        def legal_actions(self):
            return []

        def play(self, action):
            return self

        def is_terminal(self):
            return True

        def returns(self):
            return 1.0

    with pytest.raises(RecipeError, match="has no keys"):
        search_for(Coin(), search="uct", parameters={"transpositions": True})
