"""Build the wasm wheel of mcsearch for Pyodide: `python site wheel`.

Needs Python, Node.js 20, npm, and the packages ziglang, cython, setuptools and build; no
Emscripten.  Two builds of the same sources with the same tools give the same bytes.
"""

import argparse
import ast
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

from build import parts, toolchain

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
LIBRARY = "mcsearch/_library.abi3.so"
"""What has all compiled modules in the wheel, see one_library.py."""

# What the sources need to become a wheel; nothing else of the checkout can leak into it.
SOURCES = (
    "core",
    "webapp",
    "setup.py",
    "site/build/__init__.py",
    "site/build/one_library.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.egg-info", "build")

EPOCH = "315532800"
"""1980-01-01, the earliest time a zip file can hold: the default SOURCE_DATE_EPOCH."""


class WheelError(RuntimeError):
    """The wheel could not be built, or is not fully compiled."""


def imports_cython(source: Path) -> bool:
    """Whether a module is meant to be compiled: it says `import cython` at its top level."""
    statements = ast.parse(source.read_text(encoding="utf-8"), str(source)).body
    return any(
        isinstance(statement, ast.Import) and any(name.name == "cython" for name in statement.names)
        for statement in statements
    )


def compiled_modules(core: Path) -> list[str]:
    """Archive names, without suffix, of the modules that must be compiled in the wheel."""
    sources = sorted(core.glob("mcsearch/**/*.py"))
    return [
        source.relative_to(core).with_suffix("").as_posix()
        for source in sources
        if imports_cython(source)
    ]


def compilation_key(root: Path) -> str:
    """A hash of all that decides what the compiler makes: compiled sources, set-up and tools."""
    core = root / "core"
    inputs = [core / f"{module}.py" for module in compiled_modules(core)]
    inputs += sorted(core.glob("mcsearch/**/*.pxd"))
    inputs += [root / name for name in ("setup.py", "pyproject.toml", "site/build/one_library.py")]
    inputs.append(Path(toolchain.__file__))
    key = hashlib.sha256(sys.version.encode())
    for tool in ("cython", "setuptools", "ziglang"):
        key.update(f"{tool} {version(tool)}\n".encode())
    for path in inputs:
        name = path.name if path.is_relative_to(Path(__file__).parent) else path.relative_to(root)
        key.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return key.hexdigest()[:12]


def stage(folder: Path, root: Path = ROOT) -> None:
    """Copy the sources into a clean folder, without anything a native build left beside them.

    Objects compiled there from the same compilation inputs stay, which saves most of the time
    when only Python files or data have changed.
    """
    for path in [*folder.glob("*"), *folder.glob("build/*")]:
        if path.name in ("build", "cython", "one_library") or path.name.startswith("temp"):
            continue
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for name in SOURCES:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=LEFT_OUT)
        elif source.exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)


def build(staged: Path, environment: dict[str, str], out: Path) -> Path:
    """Compile the staged sources; return the wheel, the only one in `out`."""
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    log = staged.with_suffix(".log")
    with log.open("w") as output:
        code = subprocess.call(
            command, cwd=staged, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    if code:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-30:])
        raise WheelError(f"the wasm build failed; the end of {log}:\n{tail}")
    (wheel,) = out.glob("*.whl")
    return wheel


def check_compiled(wheel: Path, modules: list[str]) -> None:
    """Raise `WheelError` unless every module is compiled and no generated source is left."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        library = archive.read(LIBRARY) if LIBRARY in names else b""
    uncompiled = [
        module for module in modules if module.replace("/", ".").encode() + b"\0" not in library
    ]
    if uncompiled:
        raise WheelError(f"{wheel.name}: not compiled: {', '.join(uncompiled)}")
    generated = sorted(name for name in names if name.endswith((".c", ".cpp", ".h")))
    if generated:
        raise WheelError(f"{wheel.name} holds generated sources: {', '.join(generated)}")


def check_tag(wheel: Path) -> None:
    """Raise `WheelError` unless the wheel says what it is."""
    platform = toolchain.PLATFORM.replace("-", "_")
    if not wheel.name.endswith(f"-cp311-abi3-{platform}.whl"):
        raise WheelError(f"{wheel.name} is not tagged cp311-abi3-{platform}")


def build_wheel(root: Path = ROOT, out: Path = BUILD / "wheel") -> Path:
    """All steps: parts, tool chain, compilation, checks."""
    pyodide = parts.fetch(parts.load()["pyodide"], BUILD / "parts")
    work = BUILD / "wasm" / compilation_key(root)
    for old in [path for path in work.parent.glob("*") if path != work]:
        shutil.rmtree(old)
    environment = toolchain.write(work / "toolchain", pyodide)
    environment.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    environment |= {
        "MCSEARCH_LIMITED_API": "0x030B0000",
        "MCSEARCH_ONE_LIBRARY": "1",
        "MCSEARCH_REQUIRE_COMPILED": "1",
        "ZIG_GLOBAL_CACHE_DIR": os.fspath(work / "zig"),
    }
    stage(work / "source", root)
    modules = compiled_modules(work / "source" / "core")
    print(f"compiling {len(modules)} modules to WebAssembly", flush=True)
    wheel = build(work / "source", environment, out)
    check_compiled(wheel, modules)
    check_tag(wheel)
    print(f"{wheel} ({wheel.stat().st_size / 1e6:.2f} MB)")
    return wheel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=BUILD / "wheel", help="folder for the wheel")
    arguments = parser.parse_args()
    try:
        build_wheel(out=arguments.out.resolve())
    except (WheelError, parts.PartError) as error:
        sys.exit(f"error: {error}")
