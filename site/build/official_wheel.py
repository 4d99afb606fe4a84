"""Build the wasm wheel with Pyodide's own tools: `python site official-wheel`.

The official route: pyodide-build brings Pyodide's cross-build environment and Emscripten, which
come from GitHub; `pip install ".[pyodide]"` in a Python of the version that Pyodide runs. The
light route, `python site wheel`, needs package registries alone and is the one for every day.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from build import build_wheel, parts

BUILD = build_wheel.BUILD
ENVIRONMENT = {
    # -O3 here, as Pyodide's compiler would optimize for size
    "CFLAGS": "-O3",
    "MCSEARCH_REQUIRE_COMPILED": "1",
    "MCSEARCH_ONE_LIBRARY": "1",
    "MCSEARCH_LIMITED_API": "0x030B0000",
}


class ToolError(build_wheel.WheelError):
    """A tool of the official route is not there, or has failed."""


def python_of(package: Path) -> str:
    """The version of Python in Pyodide's npm package, as 3.13."""
    with tarfile.open(package) as archive:
        lock = archive.extractfile("package/pyodide-lock.json")
        assert lock is not None, package
        version = json.load(lock)["info"]["python"]
    return ".".join(version.split(".")[:2])


def program() -> str:
    """The `pyodide` beside this Python, or ToolError that says how it gets there."""
    found = shutil.which("pyodide", path=str(Path(sys.executable).parent))
    if found is None:
        raise ToolError(
            "pyodide-build is not installed beside this Python; "
            'run: pip install ".[pyodide]" (Python 3.12 or later)'
        )
    return found


def commands(pyodide: str, version: str, out: Path) -> list[list[str]]:
    """What is run, in this order: tools of exactly the Pyodide that the site ships."""
    return [
        [pyodide, "xbuildenv", "install", version],
        [pyodide, "xbuildenv", "use", version],
        [pyodide, "xbuildenv", "install-emscripten"],
        [pyodide, "build", ".", "--outdir", str(out)],
    ]


def build(out: Path) -> Path:
    """Build the wheel into a folder; ToolError where that is not possible, and why."""
    pyodide = program()
    part = parts.load()["pyodide"]
    wanted = python_of(parts.fetch(part, BUILD / "parts"))
    if wanted != ".".join(map(str, sys.version_info[:2])):
        raise ToolError(
            f"Pyodide {part.version} runs Python {wanted} and this is "
            f"{sys.version.split()[0]}; run the command with Python {wanted}"
        )
    staged = BUILD / "official"
    build_wheel.stage(staged)
    shutil.rmtree(out, ignore_errors=True)
    for command in commands(pyodide, part.version, out):
        words = " ".join(["pyodide", *command[1:]])
        print(f"$ {words}", flush=True)
        code = subprocess.call(command, cwd=staged, env=os.environ | ENVIRONMENT)
        if code:
            raise ToolError(f"{words} ended with {code}")
    (wheel,) = out.glob("*.whl")
    build_wheel.check_compiled(wheel, build_wheel.compiled_modules(build_wheel.ROOT / "core"))
    return wheel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--out", type=Path, default=BUILD.parent / "wheelhouse", help="folder for the wheel"
    )
    try:
        print(build(parser.parse_args().out.resolve()))
    except (build_wheel.WheelError, parts.PartError) as error:
        sys.exit(f"error: {error}")
