"""A selection rule's formulas as MathML: once in symbols, once with the numbers filled in."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from html import escape

from explorer.look.text import large
from mcsearch.engine.formula import evaluate, parse

# What a rule measures; every other name in a formula is one of its parameters.
STATISTICS = frozenset(
    {"v", "n", "n_p", "S", "t", "h", "mu_0", "mu_i", "sigma_0", "sigma_i", "i", "N", "P", "r", "b"}
    | {"q", "x", "m", "j", "k", "a", "beta", "z", "g", "eta"}
)


def _upright(name: str) -> str:
    """An identifier; alone, a letter would be set in italics of another font."""
    return f'<mi mathvariant="normal">{escape(name)}</mi>'


_SYMBOLS = {
    "S": f"<mrow><mo>Σ</mo><msup>{_upright('r')}<mn>2</mn></msup></mrow>",
    "t": _upright("top"),
    "mu": _upright("μ"),
    "sigma": _upright("σ"),
    "alpha": _upright("α"),
    "beta": _upright("β"),
    "zeta": _upright("ζ"),
    "epsilon": _upright("ε"),
    "eta": _upright("η"),
}
_PRECEDENCE = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 4, ast.USub: 3, ast.Pow: 4}
_ATOM = 5


def symbols(expression: str) -> str:
    """The formula as it stands in the papers."""
    return _math(parse(expression), _symbol, lambda _: None)


def numbers(expression: str, variables: Mapping[str, float]) -> str:
    """The formula with its numbers.

    A sum of measured values alone, such as S - n v^2, becomes one number: its parts can be a
    thousand times larger than what they leave.
    """

    def constant(node: ast.expr) -> str | None:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
            return None
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        calls = any(isinstance(part, ast.Call) for part in ast.walk(node))
        if calls or (names & STATISTICS and names - STATISTICS):
            return None
        return _number(evaluate(ast.unparse(node), variables))

    return _math(parse(expression), lambda name: _number(variables[name]), constant)


def _number(value: float) -> str:
    return f"<mn>{escape(large(value))}</mn>"


def _symbol(name: str) -> str:
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    base, _, index = name.partition("_")
    letter = _SYMBOLS.get(base) or _upright(base)
    return f"<msub>{letter}{_upright(index)}</msub>" if index else letter


def _math(
    tree: ast.expr, name: Callable[[str], str], constant: Callable[[ast.expr], str | None]
) -> str:
    def build(node: ast.expr) -> tuple[str, int]:
        """MathML and how tightly it binds."""
        if (text := constant(node)) is not None:
            return text, _ATOM
        match node:
            case ast.Constant(value=int() | float() as value):
                return _number(value), _ATOM
            case ast.Name(id=identifier):
                return name(identifier), _ATOM
            case ast.UnaryOp(operand=operand):
                return f"<mo>−</mo>{bind(operand, 3)}", _PRECEDENCE[ast.USub]
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return f"<mfrac>{row(left)}{row(right)}</mfrac>", _PRECEDENCE[ast.Div]
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return f"<msup>{bind(left, _ATOM)}{row(right)}</msup>", _PRECEDENCE[ast.Pow]
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                before, after = bind(left, 2), bind(right, 3)
                # two numbers side by side would read as one
                digits = before.endswith("</mn></mrow>") and after.startswith("<mrow><mn>")
                times = "<mo>·</mo>" if digits else "<mo rspace='.15em'>\u2062</mo>"
                return f"{before}{times}{after}", _PRECEDENCE[ast.Mult]
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                sign = "+" if isinstance(op, ast.Add) else "−"
                return f"{bind(left, 1)}<mo>{sign}</mo>{bind(right, 2)}", _PRECEDENCE[type(op)]
            case ast.Call(func=ast.Name(id="sqrt"), args=[argument]):
                return f"<msqrt>{row(argument)}</msqrt>", _ATOM
            case ast.Call(func=ast.Name(id="exp"), args=[argument]):
                return f"<msup><mi>e</mi>{row(argument)}</msup>", _PRECEDENCE[ast.Pow]
            case ast.Call(func=ast.Name(id="log"), args=[argument]):
                return f"<mi>ln</mi><mspace width='.17em'/>{bind(argument, _ATOM)}", _ATOM
            case ast.Call(func=ast.Name(id="min"), args=[left, right]):
                both = f"{row(left)}<mo>,</mo>{row(right)}"
                return f"<mi>min</mi><mrow><mo>(</mo>{both}<mo>)</mo></mrow>", _ATOM
        raise ValueError(f"{ast.unparse(node)!r} cannot be drawn as a formula")

    def row(node: ast.expr) -> str:
        return f"<mrow>{build(node)[0]}</mrow>"

    def bind(node: ast.expr, tightness: int) -> str:
        text, precedence = build(node)
        if precedence < tightness:
            return f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>"
        return f"<mrow>{text}</mrow>"

    return f'<math displaystyle="true">{row(tree)}</math>'
