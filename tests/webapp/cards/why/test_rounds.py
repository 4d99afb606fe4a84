"""At the root of a search that plays rounds the table tells how far each action has come."""

import re

import pytest

from explorer.cards.why.view import WhyView
from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.engine.tree import ROOT


@pytest.mark.parametrize("rule", ["gumbel", "sequential-halving", "shot"])
def test_rows_have_the_standing_of_the_rounds_in_its_order(rule):
    parameters = {"selection": rule, "iterations": 1008}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run(800)
    why = make_frame(search, max_rows=7).why
    rounds = search.rule.rounds(search.tree).rounds
    known = {e.action: (n, e) for n, each in enumerate(rounds, start=1) for e in each.entries}
    places = []
    for row in why.rows:
        number, entry = known[row.actions[0]]
        assert (row.standing.last, row.standing.rank) == (number, entry.rank)
        assert row.standing.playouts == entry.playouts
        assert (row.standing.note == "out") == (rounds[number - 1].is_over and not entry.stays)
        places.append((-number, entry.rank))
    assert places == sorted(places)
    assert {row.standing.note for row in why.rows} == {"playing", "out"}
    view = WhyView()
    view.show(why)
    header = re.findall(r"<th[^>]*>(.*?)</th>", view.root.object)
    assert [re.sub("<[^>]*>", "", name) for name in header] == [
        *("action", "visits", "mean", "round", "rank"),
    ]
    assert "<b>1</b> out" in view.root.object
    assert "<td>1st</td>" in view.root.object


def test_below_the_root_and_without_rounds_the_table_has_the_rules_terms():
    parameters = {"selection": "gumbel", "iterations": 1008}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run(800)
    child = max(search.tree.children(ROOT), key=search.tree.visits_of)
    why = make_frame(search, selected=tuple(search.actions_to(child))).why
    assert all(row.standing is None for row in why.rows)
    assert why.labels == ("improved policy", "visits")
