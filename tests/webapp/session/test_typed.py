"""What of a code may be run while it is typed."""

import pytest

from explorer.session.code import Code, CodeError
from explorer.session.problems import PROBLEMS
from explorer.session.typed import reach


@pytest.mark.parametrize("problem", PROBLEMS.examples, ids=lambda problem: problem.name)
def test_the_examples_reach_nowhere(problem):
    assert reach(Code(problem.text)) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import os\n", "os"),
        ("import math, urllib.request\n", "urllib.request"),
        ("from shutil import rmtree\n", "shutil"),
        ("from . import beside\n", "."),
        ("class A:\n    def play(self, action):\n        open('a', 'w')\n", "open"),
        ("f = __import__\n", "__import__"),
        ("import numpy.random as r\nfrom collections.abc import Iterator\n", ""),
    ],
)
def test_what_reaches_beyond_the_code_is_named(text, name):
    assert reach(Code(text)) == name


@pytest.mark.parametrize("text", ["class A:\n    def\n", "x = 'a\n", "\0"])
def test_what_is_no_python_names_its_line(text):
    with pytest.raises(CodeError):
        reach(Code(text))
