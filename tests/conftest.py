"""Fixtures for all tests: what is built once and kept in `build/`, and rooms put back in order."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

import mcsearch
from mcsearch.games import GAMES
from mcsearch.playout import POLICIES
from mcsearch.searches import SEARCHES
from mcsearch.selection import RULES

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"

SET_UP = ("setup.py", "site/build/one_library.py", "pyproject.toml")
WHEEL = tuple(
    f"site/build/{name}" for name in ("build_wheel.py", "toolchain.py", "parts.py", "parts.json")
)
NOT_INPUTS = ("__pycache__", "node_modules", "*.so", "*.pyc", "*.egg-info")


def pytest_configure() -> None:
    # a shell that runs the tests in the background has them ignore Ctrl-C, and all that they start
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def inputs_digest(names: Iterable[str]) -> str:
    """A hash of the files that decide what a build makes, by folder or file name."""
    digest = hashlib.sha256(sys.version.encode())
    for name in names:
        top = ROOT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and not any(path.match(p) or p in path.parts for p in NOT_INPUTS):
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def one_at_a_time() -> FileLock:
    """Held by the one test process that fetches or builds; the others find what it has made."""
    BUILD.mkdir(exist_ok=True)
    return FileLock(BUILD / "tests.lock")


def build_once(name: str, inputs: tuple[str, ...], command: list[str], product: Path) -> None:
    """Run a build command unless its product is there and was made from the same inputs."""
    stamp = BUILD / f"{name}.inputs"
    digest = inputs_digest(inputs)
    with one_at_a_time():
        if product.exists() and stamp.exists() and stamp.read_text() == digest:
            return
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(
                f"{' '.join(command[1:])} failed:\n{done.stdout}{done.stderr}", pytrace=False
            )
        stamp.write_text(digest)


@pytest.fixture(scope="session")
def wasm_wheel() -> Path:
    """The wheel of mcsearch for Pyodide: MCSEARCH_WASM_WHEEL, or the one of the light route."""
    given = os.environ.get("MCSEARCH_WASM_WHEEL")
    if given:
        return Path(given).resolve()
    folder = BUILD / "wheel"
    command = [sys.executable, "site", "wheel"]
    build_once("wheel", ("core", "webapp", *WHEEL, *SET_UP), command, folder)
    (wheel,) = folder.glob("mcsearch-*.whl")
    return wheel


@pytest.fixture(scope="session")
def static_site(request: pytest.FixtureRequest) -> Path:
    """The folder of the static site: MCSEARCH_SITE, or one that is built here."""
    given = os.environ.get("MCSEARCH_SITE")
    if given:
        return Path(given).resolve()
    wasm_wheel: Path = request.getfixturevalue("wasm_wheel")
    folder = BUILD / "site"
    command = [sys.executable, "site", "build", "--wheel", str(wasm_wheel)]
    build_once("site", ("core", "webapp", "site", *SET_UP), command, folder)
    return folder


@pytest.fixture(scope="session")
def fetched() -> Callable[[str], str]:
    """Runs code with the modules of `site`, to fetch parts; answers the last line it prints."""

    def run(code: str) -> str:
        command = [sys.executable, "-c", code]
        with one_at_a_time():
            done = subprocess.run(
                command, cwd=ROOT / "site", capture_output=True, text=True, check=False
            )
        if done.returncode:
            pytest.fail(f"fetching the parts failed:\n{done.stderr}", pytrace=False)
        return done.stdout.splitlines()[-1]

    return run


@pytest.fixture(scope="session")
def node_parts(fetched: Callable[[str], str]) -> dict[str, str]:
    """What a run in Node.js needs: the folder of Pyodide and the wheel of NumPy for it."""
    code = (
        "import json; from build import packages, parts; from pathlib import Path;"
        "locked = parts.load();"
        f"build = Path({str(BUILD)!r}); cache = build / 'parts';"
        "pyodide = packages.extract_pyodide(parts.fetch(locked['pyodide'], cache), build);"
        "numpy, _ = parts.fetch_numpy(locked, cache, False);"
        "print(json.dumps({'pyodide': str(pyodide), 'numpy': str(numpy)}))"
    )
    return json.loads(fetched(code))


@pytest.fixture
def rooms_as_they_were() -> Iterator[None]:
    """Puts back what there was of rules, policies, searches and games, and their folders."""
    kept = [(r, dict(r), r._added) for r in (RULES, POLICIES, SEARCHES, GAMES)]
    rooms = (mcsearch.selection, mcsearch.playout, mcsearch.games)
    paths = [(room, list(room.__path__)) for room in rooms]
    yield
    for registry, things, added in kept:
        registry.clear()
        registry.update(things)
        registry._added = added
    for room, path in paths:
        room.__path__[:] = path


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A jump of a session is over when it returns, however busy the machine is."""
    from explorer.session import player

    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 60.0)
