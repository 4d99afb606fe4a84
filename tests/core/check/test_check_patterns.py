"""Patterns of public programs, each in a small search of our own: what is right passes.

A search of evaluations, unvisited moves that count as a loss, positions that share their numbers,
children that are all played out at once, fields that mean something else, actions that only print.
"""

import math
import random
import zlib
from itertools import pairwise

import pytest

from mcsearch import check
from mcsearch.examples import plain_mcts


def report_of(run, game=None, **more):
    more = {"strong": False, "seconds": 1_000.0, "trees": 30, **more}
    return check.search(run, game or check.offered("tictactoe"), **more)


def not_right(report):
    return {line.name: line.verdict for line in report.lines if line.verdict != check.RIGHT}


class Node:
    def __init__(self, prior, total=0.0):
        self.prior, self.visit_count, self.value_sum, self.children = prior, 0, total, {}


def evaluated(state):
    """Priors and a value for the player to move, -1 to 1, the same for the same position."""
    rng = random.Random(zlib.crc32(f"{state} {state.to_play}".encode()))
    weights = [rng.random() + 0.1 for _ in state.legal_actions()]
    return [w / sum(weights) for w in weights], math.tanh(rng.gauss(0.0, 0.3))


def evaluating(urgency="draw", table=None):
    """PUCT on evaluations; `urgency`: what an unvisited move is worth; `table` shares positions."""

    def run(state, iterations, seed):
        root = Node(1.0)
        nodes = {} if table is None else table()

        def score(node, kid):
            exploration = 2.0 * kid.prior * math.sqrt(node.visit_count) / (1 + kid.visit_count)
            mean = kid.value_sum / max(1, kid.visit_count)
            if urgency == "loss":
                mean = (1 + mean) / 2 if kid.visit_count else 0.0
            elif urgency == "parent" and not kid.visit_count:
                mean = -node.value_sum / max(1, node.visit_count)
            elif urgency == "one visit more":
                mean = kid.value_sum / (1 + kid.visit_count)
            return mean + exploration

        for _ in range(iterations):
            node, here, way = root, state, [root]
            while node.children:
                action = max(node.children, key=lambda a: score(node, node.children[a]))
                node, here = node.children[action], here.play(action)
                node.children = nodes.get(here, node.children)
                way.append(node)
            if here.is_terminal():
                value = 2.0 * here.returns() - 1.0
                value = value if here.to_play == 0 else -value
            else:
                priors, value = evaluated(here)
                kids = dict(zip(here.legal_actions(), map(Node, priors), strict=True))
                node.children = kids
                if table is not None:
                    nodes[here] = kids
            for node in reversed(way):
                value = -value
                node.visit_count += 1
                node.value_sum += value
        return root

    return run


@pytest.mark.parametrize("urgency", ["draw", "loss", "parent", "one visit more"])
def test_a_search_of_evaluations_is_not_taken_for_playouts(urgency):
    report = report_of(evaluating(urgency))
    assert not_right(report) == {"playouts": check.NOT_EXAMINED, "unvisited": check.NOT_EXAMINED}
    assert "estimate" in report.line("playouts").summary
    assert report.line("selection").figures["form"].startswith("puct")
    span = 1.0 if urgency == "loss" else 0.5  # its means are on half of the scale of its values
    assert report.line("selection").figures["c"] == pytest.approx(4.0 * span, rel=0.1) or (
        report.line("selection").figures["c_low"]
        <= 4.0 * span
        <= report.line("selection").figures["c_high"]
    )


def test_positions_that_share_their_numbers_are_told():
    def fresh(node):
        """The same as a tree, as one writes it out of a table."""
        kids = {action: fresh(kid) for action, kid in node.children.items()}
        return {"children": kids, "visits": node.visit_count, "value": node.value_sum}

    run = evaluating(table=dict)
    report = report_of(lambda *asked: fresh(run(*asked)), trees=90)
    assert report.named(check.WRONG) == ()
    for name in ("visits", "backpropagation"):
        assert "share their numbers" in report.line(name).summary


def with_nodes(**methods):
    """The plain search with other fields or methods of its nodes."""
    names = dict(vars(plain_mcts))
    with open(plain_mcts.__file__, encoding="utf-8") as source:
        exec(compile(source.read(), plain_mcts.__file__, "exec"), names)
    for name, method in methods.items():
        setattr(names["Node"], name, method)
    return names["run"]


def test_a_winner_that_is_none_yet_is_not_taken_for_a_proof():
    report = report_of(with_nodes(outcome=0), exploration=1.41)
    assert not_right(report) == {}


def test_the_logarithm_of_a_ratio_is_named():
    def best_child(self, c=1.41):
        return max(
            self.children,
            key=lambda kid: (
                kid.wins / kid.visits + c * math.sqrt(math.log(self.visits / kid.visits))
            ),
        )

    line = report_of(with_nodes(best_child=best_child)).line("selection")
    assert line.verdict == check.WRONG
    assert "ln(N / n)" in line.summary
    assert "bracket of the logarithm" in line.cause


class Many:
    """Every child of the leaf is played out at once; one of an ended game gains nothing later."""

    def __init__(self, state, action=None):
        self.state, self.action, self.children, self.n, self.w = state, action, [], 0, 0.0


def all_at_once(is_stuck):
    def run(state, iterations, seed):
        rng = random.Random(seed)
        root = Many(state)

        def add(way, here):
            while not here.is_terminal():
                here = here.play(rng.choice(here.legal_actions()))
            for above, node in pairwise(way):
                node.n += 1
                node.w += here.returns() if above.state.to_play == 0 else 1 - here.returns()
            root.n += 1

        for _ in range(iterations):
            way = [root]
            while way[-1].children:
                up = way[-1]
                way.append(
                    max(up.children, key=lambda k: k.w / k.n + math.sqrt(math.log(up.n) / k.n))
                )
            here = way[-1].state
            if here.is_terminal() and not is_stuck:
                add(way, here)
            for action in here.legal_actions():
                kid = Many(here.play(action), action)
                way[-1].children.append(kid)
                add([*way, kid], kid.state)
        return root

    return run


def test_children_that_are_all_played_out_at_once_say_the_c():
    report = report_of(all_at_once(is_stuck=False))
    assert report.named(check.WRONG) == ()
    line = report.line("selection")
    assert line.verdict == check.RIGHT
    assert line.figures["c_low"] <= 1.0 <= line.figures["c_high"]
    assert "several paths" in report.line("backpropagation").summary


def test_an_ended_game_that_is_selected_for_good_is_told():
    line = report_of(all_at_once(is_stuck=True)).line("backpropagation")
    assert line.verdict == check.SUSPICIOUS
    assert "change nothing" in line.summary
    assert "ended game" in line.cause


class Sum:
    """One player: four picks of -1, 0 or 2; the nearer their sum to 3, the better."""

    num_players, to_play, max_plies, max_actions = 1, 0, 4, 3

    def __init__(self, picks=()):
        self.picks = picks

    def legal_actions(self):
        return [-1, 0, 2] if len(self.picks) < 4 else []

    def play(self, action):
        return Sum((*self.picks, action))

    def is_terminal(self):
        return len(self.picks) == 4

    def returns(self):
        return 1.0 - abs(sum(self.picks) - 3) / 8.0


def test_a_game_of_one_player_with_a_best_mean_as_the_final_move():
    def run(state, iterations, seed):
        rng = random.Random(seed)
        root = Many(state)
        for _ in range(iterations):
            way = [root]
            while way[-1].children and len(way[-1].children) == len(way[-1].state.legal_actions()):
                up = way[-1]
                way.append(
                    max(up.children, key=lambda k: k.w / k.n + math.sqrt(math.log(up.n) / k.n))
                )
            up = way[-1]
            for action in up.state.legal_actions()[len(up.children) :][:1]:
                up.children.append(Many(up.state.play(action), action))
                way.append(up.children[-1])
            here = way[-1].state
            while not here.is_terminal():
                here = here.play(rng.choice(here.legal_actions()))
            for node in way:
                node.n += 1
                node.w += here.returns()
        return max(root.children, key=lambda kid: kid.w / kid.n).action, root

    report = report_of(run, Sum())
    assert report.named(check.WRONG) == ()
    assert report.line("selection").verdict == check.RIGHT
    assert report.line("final_move").verdict == check.SUSPICIOUS
    assert "best mean" in report.line("final_move").summary


class Move:
    """An action that is equal to itself only."""

    def __init__(self, cell):
        self.cell = cell

    def __repr__(self):
        return f"cell {self.cell}"


class Moves:
    """Tic-Tac-Toe with such actions."""

    num_players, max_plies, max_actions = 2, 9, 9

    def __init__(self, under=None):
        self.under = under or check.offered("tictactoe")
        self.to_play = self.under.to_play

    def legal_actions(self):
        return [Move(cell) for cell in self.under.legal_actions()]

    def play(self, action):
        return Moves(self.under.play(action.cell))

    def is_terminal(self):
        return self.under.is_terminal()

    def returns(self):
        return self.under.returns()

    def __str__(self):
        return str(self.under)


def test_our_own_search_plays_where_actions_only_print():
    report = report_of(plain_mcts.run, Moves(), strong=True, seconds=10.0, trees=20)
    assert report.strength[0].ours / report.strength[0].positions > 0.8
    assert report.strength[0].yours / report.strength[0].positions > 0.8


def test_names_with_dots_lead_to_what_a_node_holds():
    class Held:
        def __init__(self, node):
            self.kids = [Held(kid) for kid in node.children]
            self.stats = {"n": node.visits, "w": node.wins}
            self.holder = {"last": node.move}

    def run(*asked):
        return Held(plain_mcts.run(*asked))

    shape = check.Shape(children="kids", visits="stats.n", value="stats.w", action="holder.last")
    assert not_right(report_of(run, tree=shape)) == {}


def test_a_root_that_cannot_be_read_beside_an_action_says_what_is_missing():
    class Odd:
        def __init__(self, node):
            self.children = [Odd(kid) for kid in node.children]
            self.how_many = node.visits if node.parent else -1

    def run(state, iterations, seed):
        root = plain_mcts.run(state, iterations, seed)
        return root.children[0].move, Odd(root)

    assert "no field with the number of visits" in report_of(run).line("visits").summary


def test_nodes_that_begin_with_a_visit_and_a_search_that_widens_are_no_faults():
    def run(state, iterations, seed):
        rng = random.Random(seed)
        root = Many(state)
        root.n = 1
        for _ in range(iterations):
            way = [root]
            while not way[-1].state.is_terminal():
                up = way[-1]
                tried = {kid.action for kid in up.children}
                left = [action for action in up.state.legal_actions() if action not in tried]
                if left and (not up.children or rng.random() < 0.5):
                    action = rng.choice(left)
                    up.children.append(Many(up.state.play(action), action))
                    up.children[-1].n = 1
                    way.append(up.children[-1])
                    break
                way.append(
                    max(up.children, key=lambda k: k.w / k.n + math.sqrt(math.log(up.n) / k.n))
                )
            here = way[-1].state
            while not here.is_terminal():
                here = here.play(rng.choice(here.legal_actions()))
            root.n += 1
            for above, node in pairwise(way):
                node.n += 1
                node.w += here.returns() if above.state.to_play == 0 else 1 - here.returns()
        return root

    report = report_of(run)
    assert report.named(check.WRONG) == ()
    assert not_right(report) == {"visits": check.SUSPICIOUS, "unvisited": check.SUSPICIOUS}
    assert "begins with" in report.line("visits").summary
