"""What `picture()` of a problem may give: everything else is named, with the remedy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from problems import Nim

from mcsearch import ProblemError, search_for
from mcsearch.engine.picture import CELL_MARKS, EMPTY, Cell
from mcsearch.problem import state_of


def shown(value):
    """The picture of a problem whose method gives a value."""
    return state_of(type("Drawn", (Nim,), {"picture": lambda self: value})()).picture


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        (None, EMPTY),
        ("", EMPTY),
        (" ", EMPTY),
        (7, Cell("7", number=7.0)),
        (0, Cell("0", number=0.0)),
        (1024, Cell("1024", number=1024.0)),
        (0.123456, Cell("0.123", number=0.123456)),
        (np.int64(3), Cell("3", number=3.0)),
        ("♛", Cell("♛")),
        (("a", 3), Cell("a", 3)),
        ((5, 9), Cell("5", 9)),
        ((None, 1), Cell("", 1)),
        (("a", None), Cell("a")),
        ((None, 2, "ring"), Cell("", 2, "ring")),
        ((None, None, "star"), Cell("", 0, "star")),
        (("a", 2, None), Cell("a", 2)),
    ],
)
def test_a_cell_is_a_number_a_text_a_colour_a_mark_or_nothing(cell, read):
    assert shown([[cell]]).rows == ((read,),)


def test_rows_are_any_iterables_and_a_string_is_a_cell_a_character():
    picture = shown(iter([("x", "o", None), [None, "x", "o"], "x o"]))
    assert (picture.width, picture.height) == (3, 3)
    assert [[cell.text for cell in row] for row in picture.rows] == [
        ["x", "o", ""],
        ["", "x", "o"],
        ["x", "", "o"],
    ]
    assert shown(np.eye(2)).rows[0] == (Cell("1", number=1.0), Cell("0", number=0.0))


def test_a_text_is_a_drawing():
    svg = "<svg viewBox='0 0 1 1'></svg>"
    for text in (svg, f"\n {svg}", f"<?xml version='1.0'?><!-- made > by --><!DOCTYPE svg>\n{svg}"):
        picture = shown(text)
        assert (picture.svg, picture.rows, picture.width) == (svg, (), 0)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, r"picture\(\) of Drawn gave None; give a list of rows of cells, or an SVG text"),
        (7, r"gave 7; give a list of rows"),
        (b"<svg>", r"gave b'<svg>'; give a list of rows"),
        ({(0, 0): "x"}, r"gave \{\(0, 0\): 'x'\}; give a list of rows"),
        ([], r"gave no cells; give a row with a cell at least"),
        ([[]], r"gave no cells"),
        ([1, 2], r"gave 1 as row 1; give a list of cells"),
        ([[1], {2}], r"gave \{2\} as row 2"),
        ([[1, 2], [3]], r"gave row 2 of 1 cells after a first row of 2; give rows of one length"),
        ([[0] * 101], r"gave 1 rows of 101 cells; give up to 100 of each, or an SVG text"),
        ([[0]] * 101, r"gave 101 rows of 1 cells"),
        ([["queen"]], r"gave the text 'queen' in row 1, cell 1; give up to 4 characters"),
        ([[1], [float("nan")]], r"the number nan in row 2, cell 1; give a finite one, or None"),
        ([[True]], r"gave True in row 1, cell 1; give None, a number, a short text"),
        ([[[1, 2]]], r"gave \[1, 2\] in row 1, cell 1"),
        ([[("x",)]], r"gave \('x',\) in row 1, cell 1; give None, .* or \(text, colour, mark\)"),
        ([[("x", 0)]], r"the colour 0 in row 1, cell 1; give a number from 1 to 9, or None"),
        ([["y", ("x", 10)]], r"the colour 10 in row 1, cell 2"),
        ([[("x", 1.5)]], r"the colour 1.5 in"),
        ([[("x", "red")]], r"the colour 'red' in"),
        ([[("x", 1, "heart")]], r"the mark 'heart' in row 1, cell 1; give one of circle, cross, d"),
        ("3 heaps", r"gave the text '3 heaps'; a text must be SVG and begin with <svg"),
        ("<html></html>", r"must be SVG and begin with <svg"),
        ("<svg>" + " " * 1_000_000, r"gave an SVG text of \d+ characters; give up to 1000000"),
    ],
)
def test_everything_else_is_named(value, message):
    if value == "<svg>" + " " * 1_000_000:
        value += "</svg>"
    with pytest.raises(ProblemError, match=message):
        _ = shown(value)


def test_every_mark_may_be_given():
    assert [cell.mark for cell in shown([[(None, 1, m) for m in CELL_MARKS]]).rows[0]] == [
        *CELL_MARKS
    ]


@dataclass(frozen=True)
class Unseen(Nim):
    """Its picture can't be drawn."""

    def picture(self):
        raise RuntimeError("no paint")


def test_no_search_ever_asks_for_a_picture():
    search = search_for(Unseen(), seed=1)
    search.run(50)
    assert search.iterations == 50
    with pytest.raises(RuntimeError, match="no paint"):
        _ = search.root.picture
    search.run(10)
    assert search.iterations == 60


def test_a_problem_and_a_game_without_a_picture_have_none():
    assert search_for(Nim()).root.picture is None
