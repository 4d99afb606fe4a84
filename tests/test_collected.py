"""Every file of tests is one that pytest finds."""

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_no_folder_with_tests_is_passed_over(pytestconfig):
    files = [file.relative_to(ROOT) for file in (ROOT / "tests").rglob("test_*.py")]
    folders = {folder.name for file in files for folder in file.parents}
    assert {"core", "build"} <= folders
    left_out = pytestconfig.getini("norecursedirs")
    assert not [name for name in folders for pattern in left_out if fnmatch(name, pattern)]
