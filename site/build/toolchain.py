"""The compiler set-up for the wasm wheel: zig's clang, described as Pyodide's Python.

Setuptools takes compiler, linker and headers from Python's `_sysconfigdata` module.  The real one
of Pyodide's Python lies in the npm package `pyodide`; this writes a variant of it whose compiler
is `python -m ziglang cc`, and the `pyconfig.h` that belongs to it (32-bit pointers and longs).
With the limited API of Python 3.11 the other headers of the building Python serve as they are.
"""

import os
import re
import shlex
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

PLATFORM = "pyemscripten-2025_0-wasm32"
"""Platform tag of the wheel: the ABI of Pyodide 0.28 and 0.29 (Python 3.13)."""

SYSCONFIG_MODULE = "_sysconfigdata__emscripten_wasm32-emscripten"

# -mcpu=generic: zig's default enables extended-const, which Node 20 rejects at load.
# -ffp-contract=off: a fused multiply-add would give other results than the native build.
COMPILE = (
    "cc -target wasm32-wasi -mcpu=generic -O3 -g0 -DNDEBUG -fno-sanitize=all -fPIC"
    " -ffp-contract=off"
)
LINK = (
    "wasm-ld -shared --experimental-pic --unresolved-symbols=import-dynamic --export-dynamic"
    " --strip-all"
)

# Variables of the Makefile that a stray pyconfig.h line could not be told from.
CONFIG_NAME = re.compile(
    r"(HAVE|SIZEOF|ALIGNOF|WITH|PY|Py|MVWDELCH|POSIX|PTHREAD|RETSIGTYPE|STDC|SYS|TIME|TM|USE"
    r"|VALGRIND|WINDOW|DOUBLE|ENABLE|EXTERNALS|FLOAT|GETPGRP|MAJOR|AC|AIX|ANDROID|FLOCK|_)\w*"
)


def zig(arguments: str) -> str:
    """The command line of a tool inside the `ziglang` package, as the Makefile would spell it."""
    return f"{shlex.quote(sys.executable)} -m ziglang {arguments}"


def build_time_vars(pyodide: Path) -> dict[str, str | int]:
    """Makefile and pyconfig.h variables of Pyodide's Python, from its npm package."""
    with tarfile.open(pyodide) as package:
        stdlib = package.extractfile("package/python_stdlib.zip")
        if stdlib is None:
            raise FileNotFoundError(f"{pyodide.name} holds no python_stdlib.zip")
        with zipfile.ZipFile(BytesIO(stdlib.read())) as modules:
            source = modules.read(f"{SYSCONFIG_MODULE}.py")
    namespace: dict[str, dict[str, str | int]] = {}
    exec(compile(source, SYSCONFIG_MODULE, "exec"), namespace)
    return namespace["build_time_vars"]


def pyconfig_header(variables: dict[str, str | int]) -> str:
    """`pyconfig.h` again from the variables that were once read out of it."""
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H"]
    for name in sorted(variables):
        value = variables[name]
        # sysconfig keeps `#undef NAME` as 0; texts are Makefile variables.
        if isinstance(value, int) and value and CONFIG_NAME.fullmatch(name):
            lines.append(f"#define {name} {value}")
    return "\n".join([*lines, "#endif", ""])


def write(folder: Path, pyodide: Path) -> dict[str, str]:
    """Write headers and sysconfig module into `folder`; return the environment that uses them."""
    variables = build_time_vars(pyodide)
    include = folder / "include"
    shutil.rmtree(folder, ignore_errors=True)
    # Debian's Python.h lies beside a platform-specific pyconfig.h: ours replaces it.
    shutil.copytree(sysconfig.get_path("include"), include)
    (include / "pyconfig.h").write_text(pyconfig_header(variables))

    compiler = zig(COMPILE)
    linker = zig(LINK)
    variables |= {
        "CC": compiler,
        "CXX": compiler,
        "CFLAGS": "",
        "PY_CFLAGS": "",
        "OPT": "",
        "CCSHARED": "",
        "LDSHARED": linker,
        "BLDSHARED": linker,
        "LDCXXSHARED": linker,
        "LDFLAGS": "",
        "AR": zig("ar"),
        "INCLUDEPY": str(include),
        "CONFINCLUDEPY": str(include),
    }
    text = f"build_time_vars = {variables!r}\n"
    (folder / f"{SYSCONFIG_MODULE}.py").write_text(text)

    # The compiler flags of whoever builds must not reach a wheel that is to be reproducible.
    private = {"CC", "CXX", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "AR", "ARCHFLAGS"}
    environment = {name: value for name, value in os.environ.items() if name not in private}
    return environment | {
        "PYTHONPATH": str(folder),
        "_PYTHON_SYSCONFIGDATA_NAME": SYSCONFIG_MODULE,
        "_PYTHON_HOST_PLATFORM": PLATFORM,
    }
