"""Code that is checked while it is typed: only where what is half written can do no harm.

It is its author's own code, so this is no fence against who means harm. It keeps a line that is not
finished yet from files, processes and the network; Run runs whatever it is given.
"""

from __future__ import annotations

import ast

from explorer.session.code import Code, fault

_MODULES = frozenset(
    {
        *("__future__", "abc", "bisect", "cmath", "collections", "copy", "dataclasses", "decimal"),
        *("enum", "fractions", "functools", "heapq", "itertools", "math", "mcsearch", "numbers"),
        *("numpy", "operator", "random", "re", "statistics", "string", "textwrap", "typing"),
    }
)
_NAMES = frozenset(
    ("__builtins__", "__import__", "breakpoint", "compile", "eval", "exec", "input", "open")
)


def reach(code: Code) -> str:
    """What the code uses that reaches beyond it, "" for nothing. CodeError when it is no Python."""
    try:
        tree = ast.parse(code.text, code.file)
    except (SyntaxError, ValueError) as error:
        raise fault(error, code) from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            used = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            used = [node.module or "."]
        else:
            used = []
        far = [name for name in used if name.partition(".")[0] not in _MODULES]
        if isinstance(node, ast.Name) and node.id in _NAMES:
            far = [node.id]
        if far:
            return far[0]
    return ""
