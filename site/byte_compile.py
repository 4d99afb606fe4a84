"""Runs inside Pyodide under Node.js: replace every module of a folder by its bytecode.

The bytecode lies where the source was (`module.pyc`, not in `__pycache__`), so it is imported
without it; optimization 2 leaves docstrings and asserts out.  The page must then run with
PYTHONOPTIMIZE=2 as well: NumPy adds its docstrings at import unless told that there are none.
"""

import py_compile
import sys
from pathlib import Path

folder = Path("/host" + sys.argv[1])
for source in sorted(folder.rglob("*.py")):
    py_compile.compile(
        str(source),
        cfile=str(source.with_suffix(".pyc")),
        dfile=source.relative_to(folder).as_posix(),
        doraise=True,
        optimize=2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    source.unlink()
