"""The unit tests of what has changed: `python tests/changed.py [BASE]` prints their files.

BASE is what the change is made on, `origin/main` where there is one. The tests mirror the source
tree: a module's are those that begin with its name in the mirrored folder, or, where none does, all
that stand in that folder, or in the nearest one above it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
MIRRORS = {"core/mcsearch": "tests/core", "webapp/explorer": "tests/webapp"}
ALWAYS = "tests/test_imports.py"


def changed_files(base: str = "") -> list[str]:
    """Files that differ from the base or are new, by their addresses below the root."""
    if not base:
        known = _git("branch", "--remotes", "--list", "origin/main")
        base = _git("merge-base", "HEAD", "origin/main")[0] if known else "HEAD"
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", base), *new})


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line]


def mirrored(files: Iterable[str], root: Path = ROOT) -> list[str]:
    """The files of tests that belong to some files, sorted."""
    found = {test for file in files for test in _mirrored(PurePosixPath(file), root)}
    return sorted(test.relative_to(root).as_posix() for test in found)


def _mirrored(file: PurePosixPath, root: Path) -> list[Path]:
    for source, mirror in MIRRORS.items():
        if file.is_relative_to(mirror):
            folder = root / file.parent
            is_test = file.match("test_*.py")
            return list(folder.glob(file.name if is_test else "test_*.py"))
        if file.is_relative_to(source):
            folder = root / mirror / file.relative_to(source).parent
            own = list(folder.glob(f"test_{file.stem.strip('_')}*.py"))
            while not own:
                own = list(folder.glob("test_*.py"))
                folder = folder.parent
            return own
    return []


if __name__ == "__main__":
    print(*[ALWAYS, *mirrored(changed_files(*sys.argv[1:]))], sep="\n")
