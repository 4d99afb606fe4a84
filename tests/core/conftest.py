import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import mcsearch
from mcsearch.runs import experiment
from mcsearch.runs.store import Store
from mcsearch.runs.worker import solve

# machines that are busy with other things are slow at times
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def data() -> Path:
    """The folder of the tests' data."""
    return Path(__file__).parent.parent / "data"


@pytest.fixture(scope="session")
def run_interpreted(tmp_path_factory) -> Callable[..., tuple[str, str]]:
    """Runs Python where mcsearch is the same sources without compiled modules; (out, err)."""
    folder = tmp_path_factory.mktemp("interpreted")
    only_sources = shutil.ignore_patterns("*.so", "*.pyd", "*.pxd", "__pycache__")
    sources = Path(mcsearch.__file__).parent
    shutil.copytree(sources, folder / "mcsearch", ignore=only_sources)
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments: str) -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    return run


EXPERIMENT = """
title = "A table"
about = "What is compared?"
boards = {file = "boards.txt"}
seeds = [0, 1]
published = {file = "scores.csv", origin = "a paper"}

[[recipes]]
label = "tree"
search = "spmcts"
parameters = {iterations = 200}
published = "theirs"
"""
BOARDS = "1221\n2112\n1221\n\n1122\n2211\n1122\n\n3213\n1232\n2131\n"


@pytest.fixture
def plan(tmp_path):
    """A small experiment with published scores; its file is `tmp_path / "experiment.toml"`."""
    (tmp_path / "boards.txt").write_text(BOARDS)
    (tmp_path / "scores.csv").write_text("board,theirs\n1,10\n2,30\n4,99\ntotal,139\n")
    (tmp_path / "experiment.toml").write_text(EXPERIMENT)
    return experiment.load(str(tmp_path / "experiment.toml"))


@pytest.fixture
def store(tmp_path, plan):
    """The small experiment's runs, in `tmp_path / "results.sqlite"`."""
    with Store(tmp_path / "results.sqlite") as store:
        for run in plan.runs:
            store.add(solve(run.recipe.to_json()))
        yield store
