"""Installing without a C compiler: the package runs interpreted; a wheel that must not fails."""

import json
import os
import subprocess
import sys
import tarfile

import pytest

import released
from released import ROOT

NO_COMPILER = {**os.environ, "CC": "false"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return released.checkout(tmp_path_factory.mktemp("sources"))


def files_below(folder):
    """Names of the files that a package is made of: modules, scripts, styles, template, tables."""
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {name.as_posix() for name in names if "__pycache__" not in name.parts}


def packaged(sources):
    """What is installed of the page, the application for `mcsearch serve` included.

    What only the type checker of the scripts reads is not.
    """
    application = {"webapp/main.py", "webapp/app_hooks.py"}
    below = files_below(sources / "webapp" / "explorer")
    return {name for name in below if not name.endswith(".d.ts")} | application


def build(folder, environment):
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-base", "build"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_without_a_compiler_the_installed_package_runs_interpreted(sources):
    done = build(sources, NO_COMPILER)
    assert done.returncode == 0, done.stderr
    (installed,) = (sources / "build").glob("lib*")
    assert not list(installed.rglob("*.so"))
    assert files_below(installed / "explorer") == packaged(sources)
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


def test_the_archive_of_the_sources_has_what_builds_the_wheels_and_no_tests(sources, tmp_path):
    with tarfile.open(released.archive(sources, tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        archive.extractall(tmp_path, filter="data")
    assert {f"site/{name}" for name in files_below(ROOT / "site")} <= names
    assert {*released.TOP, "webapp/main.py", "webapp/app_hooks.py"} <= names
    assert not [name for name in names if name.startswith("tests") or "/test_" in name]
    # complete: a wheel of it has all that one of the checkout has
    (unpacked,) = tmp_path.glob("mcsearch-*/")
    done = build(unpacked, {**NO_COMPILER, "MCSEARCH_COMPILE_LATER": "1"})
    assert done.returncode == 0, done.stderr
    (installed,) = (unpacked / "build").glob("lib*")
    assert files_below(installed / "explorer") == packaged(sources)
    assert files_below(installed / "mcsearch") == files_below(sources / "core" / "mcsearch")
