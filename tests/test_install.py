"""Installing without a C compiler: the package runs interpreted; a wheel that must not fails."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NO_COMPILER = {**os.environ, "CC": "false"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The sources as a new user has them, nothing built."""
    folder = tmp_path_factory.mktemp("sources")
    built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", "node_modules")
    for name in ("core", "webapp"):
        shutil.copytree(ROOT / name, folder / name, ignore=built)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def files_below(folder):
    """Names of the files that a package is made of: modules, scripts, styles, template, tables."""
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {name.as_posix() for name in names if "__pycache__" not in name.parts}


def build(folder, environment):
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-base", "build"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_without_a_compiler_the_installed_package_runs_interpreted(sources):
    done = build(sources, NO_COMPILER)
    assert done.returncode == 0, done.stderr
    (installed,) = (sources / "build").glob("lib*")
    assert not list(installed.rglob("*.so"))
    assert files_below(installed / "explorer") == files_below(sources / "webapp" / "explorer")
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mcsearch",
            "solve",
            "--size",
            "5x5",
            "--iterations",
            "20",
            "--json",
        ],
        cwd=sources,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout)["compiled"] is False
    assert run.stderr.count("install a C compiler") == 1


def test_a_wheel_that_must_be_compiled_is_not_built_without_a_compiler(sources):
    done = build(sources, {**NO_COMPILER, "MCSEARCH_REQUIRE_COMPILED": "1"})
    assert done.returncode != 0
    assert "false" in done.stderr


def test_the_compilation_can_be_left_for_later(sources):
    must = {**NO_COMPILER, "MCSEARCH_REQUIRE_COMPILED": "1"}
    done = build(sources, {**must, "MCSEARCH_COMPILE_LATER": "1"})
    assert done.returncode == 0, done.stderr
