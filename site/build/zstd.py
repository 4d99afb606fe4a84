"""Zstandard: packs what Python is made of, a quarter smaller than gzip does; and its decoder.

Browsers do not unpack it everywhere: the decoder is a small WebAssembly, taken out of the module
of an npm package that carries it as base64.
"""

import base64
import hashlib
import re
import tarfile
import tempfile
from pathlib import Path

import zstandard

LEVEL = 19
WINDOW_BITS = 26
"""What repeats itself is found up to 64 MB apart: the memory is full of that."""

KEPT = Path(__file__).resolve().parents[2] / "build" / "packed"
MOST_KEPT = 12  # two builds' files

_CODE = re.compile(r'^const wasm = "([A-Za-z0-9+/=]+)";$', re.MULTILINE)


def compress(content: bytes) -> bytes:
    """One frame that tells its content's size; the same content gives the same bytes."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        LEVEL,
        source_size=len(content),
        window_log=min(WINDOW_BITS, _bits(len(content))),
        write_checksum=True,
    )
    return zstandard.ZstdCompressor(compression_params=parameters).compress(content)


def compress_once(content: bytes, kept: Path = KEPT) -> bytes:
    """The same, from `kept` where it was packed before: packing takes half of a build's time."""
    how = repr((zstandard.ZSTD_VERSION, LEVEL, WINDOW_BITS)).encode()
    packed = kept / f"{hashlib.sha256(how + content).hexdigest()[:32]}.zst"
    kept.mkdir(parents=True, exist_ok=True)
    if not packed.exists():
        with tempfile.TemporaryDirectory(dir=kept) as name:
            Path(name, packed.name).write_bytes(compress(content))
            Path(name, packed.name).rename(packed)
    packed.touch()
    for old in sorted(kept.glob("*.zst"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
    return packed.read_bytes()


def _bits(size: int) -> int:
    """Of the smallest window that holds so much; Zstandard knows none below 1 kB."""
    return max(10, (size - 1).bit_length())


def decompress(packed: bytes) -> bytes:
    """The content of a frame."""
    return zstandard.ZstdDecompressor(max_window_size=1 << WINDOW_BITS).decompress(packed)


def size(packed: bytes) -> int:
    """How many bytes a frame holds."""
    return zstandard.frame_content_size(packed)


def decoder(module: Path) -> bytes:
    """The WebAssembly in the npm package's module."""
    found = _CODE.search(module.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{module} holds no decoder")
    return base64.b64decode(found[1])


def decoder_license(package: Path) -> str:
    """The licence text of the npm package."""
    with tarfile.open(package) as archive:
        content = archive.extractfile("package/LICENSE")
        if content is None:
            raise ValueError(f"{package} holds no licence")
        return content.read().decode()
