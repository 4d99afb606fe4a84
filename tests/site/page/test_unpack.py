"""The page's worker unpacks, piece by piece, what the build has packed."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from build import zstd

ROOT = Path(__file__).resolve().parents[3]
UNPACK = ROOT / "site" / "page" / "unpack.js"
RUN = """
import { readFileSync } from "node:fs";
const [decoder, script, packed, bytes, ...ends] = process.argv.slice(1);
const Unpacking = new Function(`${readFileSync(script, "utf8")}; return Unpacking;`)();
const unpacking = new Unpacking(new WebAssembly.Module(readFileSync(decoder)), Number(bytes));
const content = readFileSync(packed);
let place = 0;
let answer;
try {
  for (const end of [...ends.map(Number), content.length]) {
    unpacking.push(new Uint8Array(content.subarray(place, end)));
    place = end;
  }
  answer = Buffer.from(unpacking.end()).toString("hex");
} catch (error) {
  answer = String(error);
}
console.log(JSON.stringify(answer));
"""
# of little, and more than the decoder is given at once
SMALL = b"a tree of playouts " * 40
LARGE = random.Random(1).randbytes(300_000) + bytes(1_000_000) + SMALL


@pytest.fixture(scope="module")
def decoder(fetched: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    code = (
        "from build import parts; from pathlib import Path;"
        f"print(parts.fetch(parts.load()['zstddec'], Path({str(ROOT / 'build' / 'parts')!r})))"
    )
    path = tmp_path_factory.mktemp("decoder") / "zstd.wasm"
    path.write_bytes(zstd.decoder(Path(fetched(code))))
    return path


@pytest.fixture
def unpack(decoder: Path, tmp_path: Path) -> Callable[..., bytes | str]:
    """What comes of a packed file that is pushed in pieces, or the error's text."""

    def run(packed: bytes, num_bytes: int, *ends: int) -> bytes | str:
        (tmp_path / "packed").write_bytes(packed)
        given = [decoder, UNPACK, tmp_path / "packed", num_bytes, *ends]
        command = ["node", "--input-type=module", "--eval", RUN, *map(str, given)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout)
        return answer if answer.startswith("Error") else bytes.fromhex(answer)

    return run


@pytest.mark.parametrize("content", [SMALL, LARGE], ids=["small", "large"])
def test_what_is_packed_comes_out_again_however_it_arrives(unpack, content: bytes) -> None:
    packed = zstd.compress(content)
    assert zstd.compress(content) == packed
    assert zstd.size(packed) == len(content)
    assert zstd.decompress(packed) == content
    assert unpack(packed, len(content)) == content
    assert unpack(packed, len(content), 1, 2, len(packed) // 2, len(packed) - 1) == content


def test_what_was_packed_before_is_kept_and_the_oldest_is_not(tmp_path: Path, monkeypatch) -> None:
    contents = [str(number).encode() * 100 for number in range(zstd.MOST_KEPT + 1)]
    packed = [zstd.compress_once(contents[0], tmp_path)]
    os.utime(next(tmp_path.iterdir()), (0, 0))
    packed += [zstd.compress_once(content, tmp_path) for content in contents[1:]]
    assert packed == [zstd.compress(content) for content in contents]
    assert len(list(tmp_path.iterdir())) == zstd.MOST_KEPT
    monkeypatch.setattr(zstd, "compress", lambda content: b"packed anew")
    assert zstd.compress_once(contents[-1], tmp_path) == packed[-1]
    assert zstd.compress_once(contents[0], tmp_path) == b"packed anew"


def test_what_is_damaged_is_no_content(unpack) -> None:
    packed = zstd.compress(LARGE)
    changed = bytearray(packed)
    changed[len(packed) // 2] ^= 1
    assert unpack(bytes(changed), len(LARGE)) == "Error: it cannot be unpacked"
    assert unpack(packed[:-9], len(LARGE)) == "Error: it is not all there"
    assert unpack(packed, len(LARGE) + 1) == "Error: it is not all there"
    assert unpack(packed, len(LARGE) - 1) == "Error: it cannot be unpacked"
