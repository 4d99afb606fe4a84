"""Why this child: the rule's own terms, adding up, and the formula that gives them."""

import math

import pytest

from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.presets import PRESETS

CASES = [("spmcts-uct", 700), ("spmcts-uct-top", 300), ("tictactoe-uct", 250)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def search(request):
    name, iterations = request.param
    search = PRESETS[name].recipe.build()
    search.run(iterations)
    search.advance()
    return search


def value(expression, variables):
    """The expression by Python itself, on nothing but numbers and two functions."""
    names = {"sqrt": lambda x: math.sqrt(max(x, 0.0)), "log": math.log, "__builtins__": {}}
    return eval(expression, names, dict(variables))


def test_rows_have_the_rules_terms_and_their_sum(search):
    why = make_frame(search).why
    terms = search.rule.terms(search.tree, 0)
    assert why.labels == tuple(terms.names)
    children = {tuple(search.actions_to(c)): i for i, c in enumerate(search.tree.children(0))}
    assert len(why.rows) == 5
    for row in why.rows:
        index = children[row.actions]
        assert row.terms == tuple(terms.values[index])
        assert row.total == pytest.approx(sum(row.terms))
        child = search.tree.children(0)[index]
        assert row.visits == search.tree.visits_of(child)
        assert row.mean == search.tree.mean(child)
        assert row.name == search.root.action_name(row.actions[-1])


def test_rows_are_the_best_in_order(search):
    why = make_frame(search).why
    totals = [row.total for row in why.rows]
    assert totals == sorted(totals, reverse=True)
    everything = search.rule.terms(search.tree, 0).total
    assert totals == pytest.approx(sorted(everything, reverse=True)[:5])


def test_the_child_on_the_path_is_chosen_and_the_formula_is_its(search):
    why = make_frame(search).why
    (chosen,) = [row for row in why.rows if row.chosen]
    assert chosen.actions == tuple(search.path_actions[:1])
    assert tuple(term.value for term in why.formula) == chosen.terms
    assert why.total == pytest.approx(chosen.total)
    # selection has just taken it, so it has the largest total
    assert chosen.total == max(row.total for row in why.rows)


def test_the_formula_gives_the_terms(search):
    why = make_frame(search).why
    assert len(why.formula) == len(why.labels) > 1
    for term in why.formula:
        assert value(term.expression, why.variables) == pytest.approx(term.value, rel=1e-12)
    assert why.variables["n_p"] == search.tree.visits_of(0)


def test_at_every_step_of_the_path(search):
    path = tuple(search.path_actions)
    for depth in range(len(path)):
        why = make_frame(search, selected=path[:depth]).why
        (chosen,) = [row for row in why.rows if row.chosen]
        assert chosen.actions == path[: depth + 1]
        assert f"step {depth + 1} of {len(path)}" in why.context
        assert why.previous == (path[: depth - 1] if depth else None)
        assert why.following == path[: depth + 1]


def test_off_the_path_the_best_total_is_chosen():
    search = (
        PRESETS["spmcts-uct"]
        .recipe.replace(parameters={"exploration": 100.0, "scoring": "plain"})
        .build()
    )
    search.run(600)
    tree = search.tree
    taken = search.path[1]
    other = max((c for c in tree.children(0) if c != taken), key=lambda c: len(tree.children(c)))
    assert tree.children(other)
    why = make_frame(search, selected=tuple(search.actions_to(other))).why
    totals = search.rule.terms(tree, other).total
    (chosen,) = [row for row in why.rows if row.chosen]
    assert chosen.total == pytest.approx(max(totals))
    assert "off the path" in why.context


def test_a_chosen_child_that_is_not_among_the_best_is_shown_all_the_same():
    search = (
        PRESETS["spmcts-uct"]
        .recipe.replace(parameters={"exploration": 500.0, "scoring": "plain"})
        .build()
    )
    search.run(600)
    found = 0
    for _ in range(200):
        search.advance()
        why = make_frame(search, max_rows=2).why
        assert len(why.rows) == 2
        (chosen,) = [row for row in why.rows if row.chosen]
        assert chosen.actions == tuple(search.path_actions[:1])
        found += search.phase == 4 and chosen is why.rows[-1]
    assert found


def test_without_children_the_table_says_why():
    search = Recipe("samegame", "6x6x3:1", "spmcts").build()
    why = make_frame(search).why
    assert why.rows == why.formula == ()
    assert why.labels == tuple(term.name for term in search.rule.terms_in_order)
    assert why.message == "No child has been tried here yet."
    assert why.following is None
    won = Recipe("tictactoe", "xxx / oo. / ...", "uct").build()
    assert make_frame(won).why.message == "No moves: the position is over."


def test_an_unvisited_child_comes_first_and_has_no_terms():
    search = PRESETS["tictactoe-uct"].recipe.build()
    seen = 0
    for _ in range(60):
        search.advance()
        why = make_frame(search).why
        new = [row for row in why.rows if row.visits == 0]
        for row in new:
            seen += 1
            assert row.total == math.inf
            assert why.rows.index(row) < len(new)
            assert all(math.isnan(term) for term in row.terms)
    assert seen


def test_a_nested_search_has_results_instead_of_terms():
    search = PRESETS["nmcs"].recipe.build()
    search.run(100)
    why = make_frame(search).why
    assert why.labels == why.formula == ()
    tops = [row.top for row in why.rows]
    assert tops == sorted(tops, reverse=True)
    for row in why.rows:
        node = search.find(list(row.actions))
        assert (row.visits, row.mean, row.top) == (
            search.tree.visits_of(node),
            search.tree.mean(node),
            search.tree.top(node),
        )
    assert tops[0] == search.best_score


def test_tiles_of_the_rows():
    search = PRESETS["spmcts-uct"].recipe.build()
    search.run(300)
    for row in make_frame(search).why.rows:
        cells = search.root.action_cells(row.actions[-1])
        assert row.cells == len(cells)
        assert {int(search.root.cells()[cell]) for cell in cells} == {row.tile}


def test_two_players_are_told_whose_results_these_are():
    search = PRESETS["tictactoe-uct"].recipe.build()
    search.run(200)
    assert make_frame(search).why.context.endswith("search moves")
    below = make_frame(search, selected=tuple(search.path_actions[:1])).why
    assert below.context.endswith("opponent moves")
    assert (below.mover, below.search_player) == (1, 0)
