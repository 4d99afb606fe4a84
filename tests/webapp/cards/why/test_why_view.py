"""The table and the formula as they are drawn: the frame's words and numbers."""

import dataclasses
import math
import re
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from begun import samegame

from explorer.cards.why.view import WhyView, axis
from explorer.look.palette import LIGHT
from explorer.session.frames import make_frame
from mcsearch.presets import PRESETS


def selection_rules(preset):
    """The names of all rules that a preset's search can select with."""
    (choice,) = [p for p in PRESETS[preset].recipe.declarations if p.name == "selection"]
    return list(choice.choices)


def test_the_table_has_a_row_for_each_child_and_says_which_is_chosen():
    search = samegame(phases=1)
    view, frame = WhyView(LIGHT), make_frame(search)
    view.show(frame.why)
    html = view.root.object
    rows = re.findall(r'<tr data-actions="([\d,]+)"( class="chosen")?', html)
    assert [actions for actions, _ in rows] == [
        ",".join(map(str, row.actions)) for row in frame.why.rows
    ]
    assert [bool(chosen) for _, chosen in rows] == [row.chosen for row in frame.why.rows]
    for label in frame.why.labels:
        assert f"</span>{label}</th>" in html
    assert html.count("<math") == 2 * len(frame.why.formula)
    head = html[: html.index("</thead>")]
    assert head.count("<th ") + head.count("<td") == len(frame.why.labels) + 4
    assert '<th scope="col"></th>' not in head  # what has no words heads nothing


def test_pointing_at_a_row_does_not_redraw_the_table():
    frame = make_frame(samegame(phases=1))
    view = WhyView(LIGHT)
    view.show(frame.why)
    before = view.root.object
    view.show(dataclasses.replace(frame, hovered=frame.why.rows[1].actions).why)
    assert view.root.object == before


def test_names_in_the_table_are_escaped():
    search = samegame(phases=1)
    frame = make_frame(search)
    row = dataclasses.replace(frame.why.rows[0], name="<img src=x>")
    why = dataclasses.replace(frame.why, rows=(row,), labels=("<b>", "&", "x"), message="<i>")
    view = WhyView(LIGHT)
    view.show(why)
    assert "<img" not in view.root.object
    assert "<b></th>" not in view.root.object
    assert "&lt;i&gt;" in view.root.object


RULES = [(name, rule) for name in ("spmcts-uct", "tictactoe-uct") for rule in selection_rules(name)]


def written_number(cell):
    text = re.sub(r"<[^>]+>", "", cell).replace("\u202f", "").replace("−", "-")
    return math.inf if text == "∞" else math.nan if text == "–" else Decimal(text)


@pytest.mark.parametrize(("preset", "rule"), RULES)
@pytest.mark.parametrize("iterations", [3, 60, 700])
def test_the_written_terms_of_a_row_add_up_to_its_written_score(preset, rule, iterations):
    recipe = PRESETS[preset].recipe
    search = recipe.replace(parameters={"selection": rule}).build()
    search.run(iterations)
    search.advance()
    view, frame = WhyView(LIGHT), make_frame(search)
    view.show(frame.why)
    rows = re.findall(r"<tr data.*?</tr>", view.root.object)
    assert len(rows) == len(frame.why.rows) > 0
    # where rounds are played the root's rows have no terms, see why/test_rounds.py
    for row in rows if frame.why.rows[0].standing is None else []:
        _, *cells, _ = re.findall(r"<td>(.*?)</td>", row)
        _, *terms, score = map(written_number, cells)
        if any(not isinstance(term, Decimal) for term in terms):
            assert score == math.inf
        else:
            assert sum(terms).quantize(score, ROUND_HALF_EVEN) == score
    if frame.why.formula:
        *terms, score = re.findall(r"<b>([^<]*)</b>", view.root.object.split('class="card"')[1])
        total = sum(map(written_number, terms))
        assert total.quantize(written_number(score), ROUND_HALF_EVEN) == written_number(score)


def test_the_bars_fill_the_axis():
    rows = make_frame(samegame(phases=1)).why.rows
    start, end = axis(rows)
    assert end == max(row.total for row in rows)
    assert start <= min(row.terms[0] for row in rows)
    assert (start == 0) or start > 0.3 * end
    assert axis(()) == (0.0, 1.0)


def test_without_a_rule_the_table_has_results():
    search = PRESETS["nmcs"].recipe.build()
    search.run(50)
    view = WhyView(LIGHT)
    view.show(make_frame(search).why)
    assert "top score" in view.root.object
    assert "<math" not in view.root.object
