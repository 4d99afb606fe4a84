"""A person's code: what of it is a problem, and which line is to blame."""

import traceback

import pytest

from explorer.session.code import Code, CodeError, define, fault

COUNT = '''"""Counts."""

class Count:
    def __init__(self, n=0):
        self.n = n

    def legal_actions(self):
        return [1, 2]

    def play(self, action):
        return Count(self.n + action)

    def is_terminal(self):
        return self.n >= 5

    def returns(self):
        return self.n
'''


def test_the_classes_that_are_problems_are_found():
    text = COUNT + "\nclass Helper:\n    pass\n\nclass Twice(Count):\n    pass\n"
    assert [each.__name__ for each in define(Code(text))] == ["Count", "Twice"]


def test_a_dataclass_with_deferred_annotations_is_one():
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    text += "@dataclass(frozen=True)\n" + COUNT.split("\n\n", 1)[1].replace(
        "    def __init__(self, n=0):\n        self.n = n\n", "    n: int = 0\n"
    )
    (count,) = define(Code(text))
    assert count(3).play(2).is_terminal()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1\nclass A(:\n    pass\n", 2, "SyntaxError: invalid syntax"),
        ("x = 1\n\ny = x / 0\n", 3, "ZeroDivisionError: division by zero"),
        ("import nothing_of_that_name\n", 1, "ModuleNotFoundError: No module named"),
        ("x = 1\n", 0, "There is no class"),
        ("class A:\n    def play(self, a): ...\n", 0, "A has no legal_actions and no is_terminal"),
        (COUNT.replace("n=0", "n"), 0, r"Count\(\) needs arguments; give them defaults"),
        ("#" * 200_001, 0, "200,001 characters; give at most 200,000"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, line, message):
    with pytest.raises(CodeError, match=message) as raised:
        define(Code(text))
    assert raised.value.line == line


def test_the_last_line_of_the_code_itself_is_to_blame():
    code = Code(COUNT.replace("return [1, 2]", "return sorted(object())"))
    (count,) = define(code)
    with pytest.raises(TypeError) as raised:
        count().legal_actions()
    found = fault(raised.value, code)
    assert (found.line, str(found)) == (8, "TypeError: 'object' object is not iterable")
    assert "return sorted(object())" in "".join(traceback.format_exception(raised.value))


def test_a_value_that_breaks_the_contract_is_blamed_on_its_method():
    from mcsearch import search_for

    code = Code(COUNT.replace("return self.n\n", "return 'much'\n"))
    (count,) = define(code)
    with pytest.raises(ValueError, match="returns") as raised:
        search_for(count()).run(10)
    found = fault(raised.value, code)
    assert found.line == 16
    assert str(found).startswith("returns() of Count gave 'much'")


def test_asserts_are_asserted():
    with pytest.raises(CodeError, match="AssertionError: never"):
        define(Code("assert 1 == 2, 'never'\n"))
