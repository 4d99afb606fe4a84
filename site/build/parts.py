"""Fetch the parts of the static site with the ordinary package clients and verify them.

`parts.json` locks every part: where it comes from and the sha256 of its file.  A part's `from`
is `npm NAME VERSION`, `pypi NAME VERSION` or `pyodide VERSION` (a file of that Pyodide release).
Fetched files stay in a cache folder and are verified again each time they are used.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LOCK = Path(__file__).with_name("parts.json")

PYTHON = "313"
"""Pyodide's Python, whatever runs here."""

PYODIDE_RELEASE = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
"""Where Pyodide publishes the files of a release that its npm package leaves out."""

PYODIDE_RELEASE_SECONDS = 15
"""How long to wait for an answer there."""


class PartError(RuntimeError):
    """A part is missing, could not be fetched, or is not the locked one."""


@dataclass(frozen=True)
class Part:
    """One line of the lock."""

    name: str
    version: str
    origin: str
    """`npm NAME VERSION`, `pypi NAME VERSION` or `pyodide VERSION`."""
    file: str
    sha256: str
    member: str = ""
    """The one file taken out of the archive `file`; empty: the file itself is the part."""
    member_sha256: str = ""


def load(lock: Path = LOCK) -> dict[str, Part]:
    """The locked parts by name."""
    parts = {}
    for entry in json.loads(lock.read_text())["parts"]:
        part = Part(origin=entry.pop("from"), **entry)
        parts[part.name] = part
    return parts


def verify(path: Path, sha256: str, part: Part) -> None:
    """Raise `PartError` unless the file at `path` has the locked hash."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise PartError(
            f"part {part.name!r} ({part.origin}): {path.name} has sha256 {found}, but the lock says"
            f" {sha256}. Delete {path} and build again; if it still differs, find out why before"
            f" you change {LOCK.name}."
        )


def fetch(part: Part, cache: Path) -> Path:
    """The verified file of a part, fetched into `cache` unless it is there already."""
    archive = _cached(part, cache)
    if not part.member:
        return archive
    member = cache / Path(part.member).name
    if not member.exists():
        with tarfile.open(archive) as bundle:
            content = bundle.extractfile(part.member)
            if content is None:
                raise PartError(f"part {part.name!r}: {part.file} holds no file {part.member}")
            member.write_bytes(content.read())
    verify(member, part.member_sha256, part)
    return member


def fetch_numpy(parts: dict[str, Part], cache: Path, insist_official: bool) -> tuple[Path, Part]:
    """NumPy's wheel for Pyodide, and the part it was taken from.

    The official wheel is not on a package registry.  Where only registries can be reached, a
    re-published build for the same ABI serves, unless `insist_official`.
    """
    try:
        return fetch(parts["numpy"], cache), parts["numpy"]
    except PartError as error:
        if insist_official:
            raise
        fallback = parts["numpy-republished"]
        print(f"  {error}\n  using the re-published build from {fallback.origin} instead")
        return fetch(fallback, cache), fallback


def _cached(part: Part, cache: Path) -> Path:
    path = cache / part.file
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        print(f"  fetching {part.name} {part.version} ({part.origin})", flush=True)
        # Fetched beside its place and moved there complete, so an interrupted fetch leaves no
        # half file behind.
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            client = CLIENTS[part.origin.split()[0]]
            client(part, Path(folder))
            fetched = Path(folder) / part.file
            if not fetched.exists():
                names = sorted(file.name for file in Path(folder).iterdir())
                raise PartError(
                    f"part {part.name!r} ({part.origin}): the lock names {part.file}, but the"
                    f" client fetched {names or 'nothing'}; correct the file name in {LOCK.name}"
                )
            shutil.move(fetched, path)
    verify(path, part.sha256, part)
    return path


def _run(command: list[str], part: Part) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise PartError(
            f"part {part.name!r} ({part.origin}) is fetched with {command[0]}, which is not"
            " installed; install Node.js 20 or newer"
        ) from None
    if done.returncode:
        raise PartError(
            f"part {part.name!r} ({part.origin}) could not be fetched: `{' '.join(command)}`"
            f" failed. Check the network and try again.\n{done.stderr.strip()}"
        )


def _fetch_npm(part: Part, folder: Path) -> None:
    _, name, version = part.origin.split()
    _run(["npm", "pack", "--silent", "--pack-destination", str(folder), f"{name}@{version}"], part)


def _fetch_pypi(part: Part, folder: Path) -> None:
    _, name, version = part.origin.split()
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--python-version", PYTHON, "--dest", str(folder)]
    # A wheel with compiled parts is named for one platform: ask for that one, wherever this runs.
    # Only its Python files are used.
    _, abi, platform = part.file.removesuffix(".whl").split("-")[-3:]
    if platform != "any":
        command += ["--abi", abi, "--implementation", "cp"]
        for tag in platform.split("."):
            command += ["--platform", tag]
    _run([*command, f"{name}=={version}"], part)


def _fetch_pyodide(part: Part, folder: Path) -> None:
    _, version = part.origin.split()
    address = PYODIDE_RELEASE.format(version=version, file=part.file)
    try:
        with urllib.request.urlopen(address, timeout=PYODIDE_RELEASE_SECONDS) as response:
            (folder / part.file).write_bytes(response.read())
    except (urllib.error.URLError, TimeoutError) as error:
        raise PartError(
            f"part {part.name!r} ({part.origin}): Pyodide's release files cannot be reached from"
            f" here ({error})"
        ) from None


CLIENTS: dict[str, Callable[[Part, Path], None]] = {
    "npm": _fetch_npm,
    "pypi": _fetch_pypi,
    "pyodide": _fetch_pyodide,
}
