import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import mcsearch

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
