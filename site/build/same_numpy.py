"""Compare the re-published NumPy with Pyodide's own, file by file: `python site numpy`.

Where only package registries can be reached the site is built with a NumPy that somebody else has
published again.  Here both wheels are fetched, and every file's hash in the one is compared with
that in the other.  What is said goes into the workflow's summary; another content fails it.
"""

import hashlib
import sys
import zipfile
from pathlib import Path

from build import parts

CACHE = Path(__file__).resolve().parents[2] / "build" / "parts"
ABOUT = (".dist-info/WHEEL", ".dist-info/RECORD")
"""What names a wheel's platform, and lists the hashes: of another name, no file of NumPy's."""


def digests(wheel: Path) -> dict[str, str]:
    """The SHA-256 of each file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        files = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in files}


def compare(official: Path, republished: Path) -> tuple[list[str], list[str]]:
    """The files that both wheels have with the same bytes, and a line for each other file."""
    one, other = digests(official), digests(republished)
    same = [name for name in sorted(one) if one[name] == other.get(name)]
    different = []
    for name in sorted(one | other):
        if name not in other:
            different.append(f"{name}: only in the official wheel")
        elif name not in one:
            different.append(f"{name}: only in the re-published wheel")
        elif one[name] != other[name]:
            different.append(f"{name}: {one[name]} official, {other[name]} re-published")
    return same, different


def main() -> None:
    locked = parts.load()
    try:
        official = parts.fetch(locked["numpy"], CACHE)
        republished = parts.fetch(locked["numpy-republished"], CACHE)
    except parts.PartError as error:
        sys.exit(f"error: {error}")
    same, different = compare(official, republished)
    print(f"{official.name} (official) and {republished.name} (re-published):")
    print(f"{len(same)} files are the same, {len(different)} are not")
    for line in different:
        print(f"  {line}")
    if any(not line.partition(":")[0].endswith(ABOUT) for line in different):
        sys.exit("error: the re-published NumPy is not the official one")
