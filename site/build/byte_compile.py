"""Runs inside Pyodide under Node.js: replace every module of a folder by its bytecode.

The bytecode lies where the source was (`module.pyc`, not in `__pycache__`), so it is imported
without it; optimization 2 leaves docstrings and asserts out.  The page must then run with
PYTHONOPTIMIZE=2 as well: NumPy adds its docstrings at import unless told that there are none.

Bokeh and Param take the documentation of a property as an argument, which no optimization leaves
out: the keywords named after the folder are left out as well where a text is given for them.
"""

import ast
import importlib.util
import marshal
import sys
from pathlib import Path

folder = Path("/host" + sys.argv[1])
unread = sys.argv[2:]
UNCHECKED_HASH = 1  # the flags of bytecode that is used without a look at its source


def is_unread(keyword: ast.keyword) -> bool:
    text = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
    return keyword.arg in unread and isinstance(text, str)


for source in sorted(folder.rglob("*.py")):
    content = source.read_bytes()
    tree = ast.parse(content)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            call.keywords = [keyword for keyword in call.keywords if not is_unread(keyword)]
    name = source.relative_to(folder).as_posix()
    code = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH.to_bytes(4, "little")
    compiled = head + importlib.util.source_hash(content) + marshal.dumps(code)
    source.with_suffix(".pyc").write_bytes(compiled)
    source.unlink()
