"""The wheel and the archive of the sources as a release has them, made from this checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOP = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff")
_BUILT = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", "node_modules")


def checkout(folder: Path) -> Path:
    """The sources as a new user has them, nothing built."""
    for name in ("core", "webapp", "site"):
        shutil.copytree(ROOT / name, folder / name, ignore=_BUILT)
    for name in TOP:
        shutil.copy2(ROOT / name, folder)
    return folder


def wheel(folder: Path) -> Path:
    """A wheel of a checkout in an empty folder; what is compiled here already is taken as it is.

    The compiler is asked for nothing that is newer in the libraries than in the sources: this
    takes seconds where compiling takes minutes.
    """
    sources = checkout(folder / "sources")
    generated = ROOT / "build" / "cython"
    if generated.is_dir():
        shutil.copytree(generated, sources / "build" / "cython")
    ready = sources / "build" / "ready"
    for library in (ROOT / "core").rglob("*.so"):
        target = ready / library.relative_to(ROOT / "core")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", str(ready)]
    command += ["bdist_wheel", "--dist-dir", str(folder)]
    run(command, sources, MCSEARCH_REQUIRE_COMPILED="1")
    (made,) = folder.glob("*.whl")
    return made


def archive(sources: Path, folder: Path) -> Path:
    """The archive of a checkout's sources."""
    run([sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(folder)], sources)
    (made,) = folder.glob("*.tar.gz")
    return made


def run(command: list[str], folder: Path, **environment: str) -> str:
    """What a command prints; AssertionError with all it said when it fails."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}{done.stderr}"
    return done.stdout
