"""The text of code that is run while it is typed: every attribute is asked for, and set, by a call.

`asking` makes the text so; `reaching` tells what of it cannot be made so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

GET, WRITABLE, CHANGED = " get", " writable", " changed"
"""What is called to read an attribute, to set one, and for both. No text can have such names."""

_NAMES = frozenset(("__name__", "__file__", "__doc__", "__class__", "__debug__"))
_NOT_RUN = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
_SYNTAX: dict[type, str] = dict.fromkeys(_NOT_RUN, "async") | {ast.comprehension: "async"}
_INTERPRETERS = frozenset(
    ("__builtins__", "__import__", "__build_class__", "__loader__", "__spec__")
)
_CLASS_VARIABLES = frozenset(("__slots__", "__match_args__", "__hash__", "__test__"))


def reaching(tree: ast.AST) -> str:
    """A name of the interpreter's own, or syntax that asks for attributes itself; "" for none."""
    for node in ast.walk(tree):
        for name in _names(node):
            if name[:2] == "__" == name[-2:] and not _is_usual(node, name):
                return name
        if isinstance(node, _NOT_RUN) or _asks(node):
            return _SYNTAX.get(type(node), "a pattern")
    return ""


def asking(tree: ast.Module) -> ast.Module:
    """The text with a call of `GET`, `WRITABLE` or `CHANGED` for every attribute."""
    asked: ast.Module = _Asking(tree).visit(tree)
    return ast.fix_missing_locations(asked)


def _names(node: ast.AST) -> Iterator[str]:
    """The names that a node binds or asks for, but for attributes."""
    for field, value in ast.iter_fields(node):
        if field in ("name", "id", "asname", "rest") and isinstance(value, str):
            yield value
        elif field == "names" and isinstance(node, ast.Global | ast.Nonlocal):
            yield from value


def _is_usual(node: ast.AST, name: str) -> bool:
    """Of a name with two underscores on each side."""
    if isinstance(node, ast.FunctionDef):
        return name not in _INTERPRETERS
    if isinstance(node, ast.Name):
        return name in _CLASS_VARIABLES or (name in _NAMES and isinstance(node.ctx, ast.Load))
    return False


def _asks(node: ast.AST) -> bool:
    """Whether Python itself would ask for attributes here, or wait."""
    if isinstance(node, ast.MatchClass):
        return bool(node.patterns or node.kwd_attrs)
    if isinstance(node, ast.MatchValue):
        return any(isinstance(each, ast.Attribute) for each in ast.walk(node))
    return isinstance(node, ast.comprehension) and bool(node.is_async)


class _Asking(ast.NodeTransformer):
    """Every attribute is asked for by `get`, and set on what is `writable`."""

    def __init__(self, tree: ast.Module) -> None:
        self._classes: list[str] = []
        self._are_annotations_text = any(
            isinstance(each, ast.ImportFrom)
            and each.module == "__future__"
            and each.level == 0
            and any(alias.name == "annotations" for alias in each.names)
            for each in tree.body
        )

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        name = ast.Constant(self._mangled(node.attr))
        is_read = isinstance(node.ctx, ast.Load)
        asked = ast.Call(ast.Name(GET if is_read else WRITABLE, ast.Load()), [value, name], [])
        made = asked if is_read else ast.Attribute(asked, node.attr, node.ctx)
        return ast.copy_location(made, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.target, ast.Attribute):  # Python reads it, too
            asked: Any = node.target.value
            asked.func.id = CHANGED
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not self._are_annotations_text:
            return super().generic_visit(node)
        # nobody evaluates them
        kept = {
            name: getattr(node, name) for name in ("annotation", "returns") if hasattr(node, name)
        }
        for name in kept:
            setattr(node, name, None)
        super().generic_visit(node)
        for name, value in kept.items():
            setattr(node, name, value)
        return node

    def _mangled(self, name: str) -> str:
        """As Python itself changes private names in a class."""
        owner = self._classes[-1].lstrip("_") if self._classes else ""
        is_private = name.startswith("__") and not name.endswith("__")
        return f"_{owner}{name}" if is_private and owner else name
