"""Formulas as text: a selection rule states each of its terms once, for the engine's table of
terms, for the page's formula and for tests.

A formula is a Python expression of numbers, names, + - * / ** and the functions sqrt, log, exp and,
of two arguments, min.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import cache

_OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    # a sum of squares minus a square may round to just below zero
    "sqrt": lambda x: math.sqrt(max(x, 0.0)),
    "log": math.log,
    "exp": math.exp,
}


@cache
def parse(expression: str) -> ast.expr:
    """The expression's syntax tree; SyntaxError when it is no expression."""
    return ast.parse(expression, mode="eval").body


def evaluate(expression: str, variables: Mapping[str, float]) -> float:
    """The value of a formula; ValueError for anything but arithmetic."""
    return _evaluator(expression)(variables)


@cache
def _evaluator(expression: str) -> Callable[[Mapping[str, float]], float]:
    """The formula as a function of its variables: a page asks for hundreds of values a frame."""
    return _function(parse(expression))


def _function(node: ast.expr) -> Callable[[Mapping[str, float]], float]:
    match node:
        case ast.Constant(value=int() | float() as number):
            return lambda variables: number
        case ast.Name(id=name):
            return operator.itemgetter(name)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            return _applied(_OPERATORS[type(op)], _function(operand))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            operate, first, second = _OPERATORS[type(op)], _function(left), _function(right)
            return lambda variables: operate(first(variables), second(variables))
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name in _FUNCTIONS:
            return _applied(_FUNCTIONS[name], _function(argument))
        case ast.Call(func=ast.Name(id="min"), args=[left, right]):
            first, second = _function(left), _function(right)
            return lambda variables: min(first(variables), second(variables))
    raise ValueError(f"{ast.unparse(node)!r} is no arithmetic of a formula")


def _applied(
    function: Callable[..., float], argument: Callable[[Mapping[str, float]], float]
) -> Callable[[Mapping[str, float]], float]:
    return lambda variables: function(argument(variables))
