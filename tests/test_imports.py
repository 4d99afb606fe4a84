"""The directions of imports: the engine knows no front end, and views know no session."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMAND_LINE = {"__main__.py", "solve.py", "run.py"}  # the modules that may draw a progress bar
FRONT_END = {"panel", "bokeh", "param", "explorer", "js", "pyodide"}


def imported(file: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def packages(file: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(file)}


@pytest.mark.parametrize("file", sorted((ROOT / "core").rglob("*.py")), ids=lambda f: f.name)
def test_the_engine_imports_no_front_end(file):
    assert not packages(file) & FRONT_END
    if file.name not in COMMAND_LINE:
        others = packages(file) - sys.stdlib_module_names - {"__future__"}
        if file.name == "pool.py":
            others -= {"distributed"}  # only when a cluster is asked for
        assert others <= {"mcsearch", "cython", "numpy"}


@pytest.mark.parametrize("file", sorted((ROOT / "webapp").rglob("*.py")), ids=lambda f: f.name)
def test_the_page_does_not_import_how_it_is_built(file):
    assert not packages(file) & {"site", "tests", "tqdm", "ziglang"}
    if file.name == "view.py" or file.name.endswith("_view.py"):
        assert not {name for name in imported(file) if name.startswith("explorer.session")}
        assert not {name for name in imported(file) if name.startswith("mcsearch")}
    if file.name == "frame.py" or file.name.endswith("_frame.py"):
        assert not packages(file) & {"panel", "bokeh", "param"}


def test_importing_the_engine_loads_no_front_end():
    code = "import sys, mcsearch, mcsearch.presets; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    loaded = {name.split(".")[0] for name in ast.literal_eval(done.stdout)}
    assert not loaded & (FRONT_END | {"tqdm", "distributed", "tornado"})
