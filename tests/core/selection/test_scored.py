"""The rules that score a child by its own formula, against the same rules in plain Python."""

from __future__ import annotations

import random

import pytest
import reference_rules
from exact_values import Table
from problems import Draws
from reference_search import UctWithOptions, Way

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.numerics.rng import Rng
from mcsearch.selection import RULES
from mcsearch.selection.scored import ScoredRule

NAMES = list(reference_rules.RULES)


class EvaluatedTable(Table):
    """A random game whose evaluation is a number that its position alone decides."""

    def evaluation(self):
        return random.Random(f"{self.at}").random()


def same_graph(search, node: int, way: Way) -> int:
    """Compare what is below a node with the reference's; return the number of nodes."""
    tree, position = search.tree, way.position
    assert tree.visits_of(node) == way.visits
    assert tree.value_sum_of(node) == pytest.approx(way.value_sum, abs=1e-9)
    if tree.keeps_bounds:
        bounds = (position.lower, position.upper)  # 1 - (1 - x) may not be x
        assert tree.bounds_of(node)[:2] == pytest.approx(bounds, abs=1e-12)
    if tree.twin_of(node) != NONE:
        return 1
    children = tree.children(node)
    assert [tree.action_of(child) for child in children] == list(position.children)
    below = zip(children, position.children.values(), strict=True)
    return 1 + sum(same_graph(search, child, way) for child, way in below)


def configuration(name, draw):
    """Random values of all that a rule's search can be given."""
    rule = {p.name: round(draw.uniform(0.0, 2.0), 3) for p in RULES[name].parameters}
    if name in ("grave", "rave"):
        rule["amaf_bias"] = draw.choice((0.0, 1e-5, 0.1))
    if name == "grave":
        rule["ref"] = draw.choice((0, 1, 5, 20, 400))
    if name == "implicit-minimax":
        rule["minimax_weight"] /= 2.0
    if name == "puct":
        rule["root_noise"] = draw.choice((0.0, 0.25, 1.0))
        rule["noise_shape"] = draw.choice((0.03, 0.3, 2.0))
        rule["unvisited"] /= 2.0
    if name == "gumbel":
        rule["considered"] = draw.choice((1, 2, 3, 5, 16))
        rule["gumbel_noise"] = draw.random() < 0.6
        rule["visit_weight"] = draw.choice((0.0, 5.0, 50.0))
    options = {
        "expansion": draw.choice(("one", "all")),
        "solver": draw.random() < 0.5 or name == "proof-number",
        "tree_plies": draw.choice((0, 0, 0, 1, 2)),
        "decisive": draw.random() < 0.3,
        "transpositions": draw.random() < 0.4 and not RULES[name].not_shared,
    }
    return rule, options


def test_every_rule_with_its_own_formula_has_a_slow_twin():
    scored = {name for name, rule in RULES.items() if issubclass(rule, ScoredRule)}
    assert scored | {"puct"} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_thirty_configurations_grow_the_tree_of_the_plain_program(name):
    sizes = 0
    for seed in range(30):
        draw = random.Random(f"{name} {seed}")
        rule, options = configuration(name, draw)
        parameters = {"selection": name, "iterations": 150, **rule, **options}
        if issubclass(reference_rules.RULES[name], reference_rules.ProgressiveBias) or seed % 3 > 1:
            options["transpositions"] = parameters["transpositions"] = False
            search = search_for(EvaluatedTable(seed), "uct", parameters, seed)
        else:
            game, position = (("tictactoe", "x.. / .o. / ..."), ("connect4", "4x4:1122"))[seed % 2]
            search = Recipe(game, position, "uct", parameters, seed).build()
        twin = reference_rules.RULES[name](**rule)
        twin.shares = options["transpositions"]
        expected = UctWithOptions(
            search.root,
            search.policy,
            seed,
            0.0,
            rule=twin,
            **options,
        )
        expected.run(150)
        search.run(expected.iterations)
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert search.rng.state == expected.rng.state
        sizes += search.tree.size
    assert sizes > 400


def test_thirty_configurations_of_widening_grow_the_tree_of_the_plain_program():
    sizes = 0
    for seed in range(30):
        draw = random.Random(f"widening {seed}")
        options = {
            "widening": draw.choice((0.3, 1.0, 1.5, 4.0)),
            "widening_power": draw.choice((0.0, 0.3, 0.5, 1.0)),
            "solver": draw.random() < 0.5,
            "decisive": draw.random() < 0.3,
            "transpositions": draw.random() < 0.4,
        }
        parameters = {"iterations": 150, "exploration": 0.7, **options}
        game, position = (("tictactoe", "x.. / .o. / ..."), ("connect4", "4x4:1122"))[seed % 2]
        search = Recipe(game, position, "uct", parameters, seed).build()
        plain = reference_rules.Plain(exploration=0.7)
        expected = UctWithOptions(search.root, search.policy, seed, 0.7, rule=plain, **options)
        expected.run(150)
        search.run(expected.iterations)
        assert same_graph(search, ROOT, expected.root) == search.tree.size
        assert search.rng.state == expected.rng.state
        if not options["transpositions"]:
            visited = [ROOT]
            for node in visited:
                count = len(search.tree.children(node))
                visited += search.tree.children(node)
                most = (
                    options["widening"] * search.tree.visits_of(node) ** options["widening_power"]
                )
                assert options["solver"] or count <= max(most, 0) + 1
        sizes += search.tree.size
    assert sizes > 400


def test_widening_is_refused_where_children_come_all_at_once():
    for more in ({"expansion": "all"}, {"selection": "grave"}):
        with pytest.raises(RecipeError, match=r"widening: .* gives a leaf all its children"):
            Recipe("connect4", "", "uct", {"widening": 1.0, **more}).build()
    with pytest.raises(RecipeError, match="widening: can't be used where chance acts"):
        search_for(Draws(4, 1), parameters={"widening": 1.0})


def test_tuned_klucb_and_ucbv_by_hand():
    """Scores worked out with a calculator: 20 visits of 100, of which 15 are won."""
    for name, parameters, score in (
        ("ucb1-tuned", {"exploration": 1.0}, 0.98993),
        ("ucb-v", {"zeta": 1.0, "range_weight": 0.0}, 1.04385),
        ("kl-ucb", {"exploration": 1.0}, 0.95121),
    ):
        found = reference_rules.RULES[name](**parameters).score(
            Way(position=None, visits=20), 0.75, 100, None
        )
        assert found == pytest.approx(score, abs=1e-5)


def test_thompson_draws_are_those_of_the_beta_distribution():
    search = Recipe("connect4", "44", "uct", {"selection": "thompson"}, seed=3).build()
    search.run(300)
    tree, rule = search.tree, search.rule
    child = tree.children(ROOT)[0]
    n, mean = tree.visits_of(child), tree.mean(child)
    drawn = []
    for seed in range(2000):
        twin = reference_rules.Thompson()
        drawn.append(twin.score(Way(position=None, visits=n), mean, 300, Rng(seed)))
    a, b = 1 + n * mean, 1 + n * (1 - mean)
    expected, variance = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    average = sum(drawn) / len(drawn)
    assert abs(average - expected) < 4 * (variance / len(drawn)) ** 0.5
    spread = sum((x - average) ** 2 for x in drawn) / len(drawn)
    assert spread == pytest.approx(variance, rel=0.2)
    assert rule.terms(tree, ROOT).names == ("mean", "draw")


def test_first_play_urgency_leaves_siblings_unvisited():
    def unvisited(urgency):
        parameters = {"selection": "uct-first-play", "urgency": urgency, "exploration": 0.3}
        search = Recipe("connect4", "", "uct", parameters, seed=2).build()
        search.run(30)
        return sum(child.visits == 0 for child in search.root_children())

    assert unvisited(1000.0) == 0
    assert unvisited(0.0) > 0


def test_what_looks_at_evaluations_refuses_what_it_cannot_be_used_with():
    for name in ("progressive-bias", "implicit-minimax"):
        with pytest.raises(RecipeError, match=f"selection: '{name}' can't be used where chance"):
            search_for(Draws(4, 1), parameters={"selection": name})


def test_rules_that_cannot_share_positions_say_why():
    refused = {name for name, rule in RULES.items() if rule.not_shared}
    assert refused == {"implicit-minimax", "proof-number", "shot"}
    for name in refused:
        parameters = {"selection": name, "transpositions": True}
        with pytest.raises(RecipeError, match=f"transpositions: can't be used with '{name}', .*;"):
            Recipe("connect4", "", "uct", parameters).build()


@pytest.mark.parametrize("name", NAMES)
def test_the_win_is_found_in_a_small_pool_and_after_reuse(name):
    final = "max" if name == "uniform" else "robust"
    parameters = {"selection": name, "nodes": 60, "iterations": 800, "final_move": final}
    search = Recipe("tictactoe", "xx. / oo. / ...", "uct", parameters, seed=1).build()
    search.run()
    assert search.root.action_name(search.best_action()) == "c3"
    game = Recipe("tictactoe", "x.. / .o. / ...", "uct", {"selection": name}, seed=1).build()
    game.run(300)
    kept = game.advance_root(game.best_action())
    assert kept > 10
    game.run(300)
    terms = game.rule.terms(game.tree, ROOT)
    assert game.tree.visits_of(ROOT) > 300 or game.stopped == "proven"
    assert terms.values.shape[0] == len(game.tree.children(ROOT))


def test_sequential_halving_plays_its_rounds():
    """Seven columns and 1,000 playouts: 3 rounds of 47, 83 and 166 playouts each, seven, four and
    two columns; the rest to the last one."""
    parameters = {"selection": "sequential-halving", "iterations": 1000}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run()
    visits = sorted(child.visits for child in search.root_children())
    last = 1000 - 3 * 47 - 2 * (47 + 83) - (47 + 83 + 166)
    assert visits == [47, 47, 47, 130, 130, 296, last]
    assert search.best_action() == max(search.root_children(), key=lambda c: c.visits).action
    kept = search.advance_root(search.best_action())
    before = {child.action: child.visits for child in search.root_children()}
    search.run()
    added = sorted(c.visits - before.get(c.action, 0) for c in search.root_children())
    assert kept > 100
    assert added[-1] > 300 > 100 > added[2]
    assert sum(added) == 1000


def test_halving_in_the_tree_divides_what_a_node_is_granted():
    """Of 47 visits a child's own playout is one: of 46 its seven have 2, 5 and 12 after three
    rounds, and the last one what is left. One that is granted more begins with all seven again."""
    parameters = {"selection": "shot", "iterations": 1000}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run()
    tree, rule = search.tree, search.rule
    children = sorted(tree.children(ROOT), key=tree.visits_of)
    last = 1000 - 3 * 47 - 2 * (47 + 83) - (47 + 83 + 166)
    assert [tree.visits_of(child) for child in children] == [47, 47, 47, 130, 130, 296, last]
    for child in children[:3]:
        visits = sorted(map(tree.visits_of, tree.children(child)))
        assert visits == [2, 2, 2, 5, 5, 12, 46 - 3 * 2 - 2 * 5 - 12]
        assert rule.remark(tree, child) == "1 of 7 actions are left, 47 visits are granted"
        most = max(tree.children(child), key=tree.visits_of)
        assert rule.variables(tree, child, most)["j"] == 1
    granted = [rule.begun_at(tree, child)[0] for child in children]
    assert granted == [47, 47, 47, 130, 130, 296, last]
    visits = sorted(map(tree.visits_of, tree.children(children[3])))
    assert sum(visits) == 129
    assert visits[:3] == [129 // 21] * 3  # the second grant's first round


def test_sequential_halving_needs_a_number_of_playouts():
    parameters = {"selection": "sequential-halving", "seconds": 1.0}
    with pytest.raises(RecipeError, match="iterations: 'sequential-halving' divides their number"):
        Recipe("connect4", "", "uct", parameters).build()


def test_a_flat_search_has_the_actions_of_the_root_alone_in_equal_shares():
    parameters = {"selection": "uniform", "tree_plies": 1, "final_move": "max", "iterations": 701}
    search = Recipe("connect4", "", "uct", parameters, seed=1).build()
    search.run()
    assert search.tree.size == 8
    assert sorted(child.visits for child in search.root_children()) == [100] * 6 + [101]
    best = max(search.root_children(), key=lambda child: child.mean)
    assert search.best_action() == best.action


def amaf_of_lines(lines, depth, root):
    """(visits, mean) by player and cell of the moves below a depth of lines from a position."""
    found = {}
    for actions, value in lines:
        state, seen = root, set()
        for ply, action in enumerate(actions):
            move = state.to_play, state.action_cells(action)[0]
            if ply >= depth and move not in seen:
                seen.add(move)
                count, total = found.get(move, (0, 0.0))
                found[move] = count + 1, total + (value if move[0] == 0 else 1 - value)
            state = state.play(action)
    return {move: (count, total / count) for move, (count, total) in found.items()}


@pytest.mark.parametrize("options", [{}, {"nodes": 120}, {"transpositions": True, "solver": True}])
def test_amaf_values_are_those_of_the_lines_in_a_small_pool_and_after_reuse(options):
    parameters = {"selection": "grave", "ref": 10, **options}
    search = Recipe("tictactoe", "x.. / .o. / ...", "uct", parameters, seed=4).build()
    first, played, lines = search.root, [], []
    for _ in range(3):
        for _ in range(150):
            while search.advance() not in (0, 4):
                pass
            actions = [*played, *search.path_actions, *search.playout_actions]
            lines.append((actions, search.playout_return))
        below = [(a, v) for a, v in lines if a[: len(played)] == played]
        known = amaf_of_lines(below, len(played), first)
        compared = 0
        for child in search.tree.children(ROOT):
            action = search.tree.action_of(child)
            move = search.root.to_play, search.root.action_cells(action)[0]
            if "transpositions" not in options:  # else lines of other orders of moves count, too
                found = search.rule.amaf_of(search.tree, ROOT, child)
                assert found == pytest.approx(known.get(move, (0, float("nan"))), nan_ok=True)
                compared += 1
        assert compared or "transpositions" in options
        if search.stopped:
            break
        played.append(search.best_action())
        search.advance_root(played[-1])
    assert search.tree.size <= options.get("nodes", 10**6)


def test_statistics_are_lent_by_the_nearest_node_with_enough_visits():
    parameters = {"selection": "grave", "ref": 40, "iterations": 400}
    search = Recipe("tictactoe", "", "uct", parameters, seed=1).build()
    search.run()
    tree, rule = search.tree, search.rule
    nodes, lent = [ROOT], 0
    for node in nodes:
        nodes += tree.children(node)
        lender = rule.lender_of(tree, node)
        above = node
        while above not in (lender, ROOT):
            assert tree.visits_of(above) <= 40
            above = tree.parent_of(above)
        assert above == lender
        assert lender == ROOT or tree.visits_of(lender) > 40
        lent += lender not in (node, ROOT)
        assert str(tree.visits_of(lender)) in rule.remark(tree, node)
    assert lent > 50
    assert rule.remark(tree, ROOT) == "AMAF values: of this node's own 400 visits"
    once = Recipe("tictactoe", "", "uct", {"selection": "grave", "iterations": 1}).build()
    once.run()
    assert once.rule.remark(once.tree, ROOT) == "AMAF values: of this node's own 1 visit"
    child = max(tree.children(ROOT), key=tree.visits_of)
    below = min(tree.children(child), key=tree.visits_of)
    assert "1 ply above" in rule.remark(tree, below)


def test_where_chance_acts_grave_is_refused():
    with pytest.raises(RecipeError, match="selection: 'grave' can't be used where chance"):
        search_for(Draws(4, 1), parameters={"selection": "grave"})
