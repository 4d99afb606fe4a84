"""The lock of parts: fetching, verifying, and what is said when something is wrong."""

import hashlib
import json
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from build import parts
from build.parts import Part, PartError

CONTENT = b"a wheel"
PART = Part(
    name="thing",
    version="1.2",
    origin="pypi thing 1.2",
    file="thing-1.2-py3-none-any.whl",
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)


def test_lock_names_packages_and_hashes() -> None:
    locked = parts.load()
    assert {"pyodide", "numpy", "bokeh", "panel"} <= set(locked)
    for part in locked.values():
        client, *rest = part.origin.split()
        assert client in parts.CLIENTS
        assert rest
        assert len(part.sha256) == 64
        assert "//" not in part.origin + part.file


def test_cached_part_is_verified(tmp_path: Path) -> None:
    (tmp_path / PART.file).write_bytes(CONTENT)
    assert parts.fetch(PART, tmp_path) == tmp_path / PART.file


def test_wrong_hash_names_part_and_remedy(tmp_path: Path) -> None:
    (tmp_path / PART.file).write_bytes(b"something else")
    with pytest.raises(PartError, match=r"thing.*sha256.*Delete .*thing-1\.2.*build again"):
        parts.fetch(PART, tmp_path)


def test_failed_fetch_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def client(part: Part, folder: Path) -> None:
        (folder / "other.whl").write_bytes(CONTENT)

    monkeypatch.setitem(parts.CLIENTS, "pypi", client)
    with pytest.raises(PartError, match=r"lock names thing-1\.2.*other\.whl"):
        parts.fetch(PART, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_missing_client_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    part = replace(PART, origin="npm thing 1.2", file="thing-1.2.tgz")
    with pytest.raises(PartError, match=r"npm, which is not installed; install Node"):
        parts.fetch(part, tmp_path)


def test_member_of_an_archive(tmp_path: Path) -> None:
    inner = tmp_path / "inner.whl"
    inner.write_bytes(CONTENT)
    archive = tmp_path / "cache" / "thing-1.2.tgz"
    archive.parent.mkdir()
    with tarfile.open(archive, "w:gz") as bundle:
        bundle.add(inner, "package/inner.whl")
    part = replace(
        PART,
        file=archive.name,
        sha256=hashlib.sha256(archive.read_bytes()).hexdigest(),
        member="package/inner.whl",
        member_sha256=hashlib.sha256(CONTENT).hexdigest(),
    )
    assert parts.fetch(part, archive.parent).read_bytes() == CONTENT
    with pytest.raises(PartError, match="sha256"):
        parts.fetch(replace(part, member_sha256="0" * 64), archive.parent)


def test_numpy_falls_back_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(part: Part, folder: Path) -> None:
        raise PartError("Pyodide's release files cannot be reached")

    monkeypatch.setitem(parts.CLIENTS, "pyodide", unreachable)
    again = replace(PART, name="numpy-republished")
    (tmp_path / again.file).write_bytes(CONTENT)
    locked = {"numpy": replace(PART, origin="pyodide 1", file="n.whl"), again.name: again}
    assert parts.fetch_numpy(locked, tmp_path, insist_official=False)[1] == again
    with pytest.raises(PartError, match="cannot be reached"):
        parts.fetch_numpy(locked, tmp_path, insist_official=True)


def test_numpy_is_the_one_pyodide_locks(node_parts: dict[str, str]) -> None:
    lock = json.loads((Path(node_parts["pyodide"]) / "pyodide-lock.json").read_text())
    official, numpy = lock["packages"]["numpy"], parts.load()["numpy"]
    assert (official["file_name"], official["sha256"]) == (numpy.file, numpy.sha256)
