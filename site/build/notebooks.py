"""JupyterLab with the engine in it, for a browser alone: a step of the site's build.

JupyterLite runs Python in the reader's browser, with Pyodide. What a cell imports comes from this
folder: the wasm wheel of mcsearch, the packages that the explorer needs, and those that the kernel
is made of, which `notebooks.json` locks. Of other sites a reader asks only for what a cell installs
and for Panel's scripts, which `explorer.show` does without where they can't be had.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from importlib import metadata
from pathlib import Path

from build import packages, parts
from build.build_wheel import EPOCH

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build"
NOTEBOOKS = HERE.parents[1] / "notebooks"
LOCK = HERE / "notebooks.json"
LAB = "JupyterLite; of its parts in notebooks/build/third-party-licenses.json"
SHOWN = ("01_first_search", "02_your_own_problem")
"""The notebooks that are there. Others need processes or files of results."""

STATIC = Path("static") / "pyodide"
"""Where JupyterLite looks for Pyodide in what it builds from."""
RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")

STARTED_WITH = ("micropip", "sqlite3", "comm", "jedi", "ipython")
"""What the kernel would ask the Python package index for unless it is there."""

LEFT_OUT = ("*.data/*", "panel/dist/bundled/*", "panel/dist/lib/*", "panel/dist/panel*.js*")
"""Of wheels, what no Python in a browser reads: the scripts that Panel's server serves."""

STAND_INS: dict[str, dict[str, str]] = {
    # nh3, which Panel cleans texts with, has a build for Pyodide that no package index has:
    # escaping is stricter
    "nh3": {"nh3.py": "import html\n\n\ndef clean(text, **_):\n    return html.escape(text)\n"},
    # IPython keeps no history where it does not find the module
    "sqlite3": {},
}
"""Modules in the place of packages of Pyodide that no package index has."""

DEPENDS = {
    "bokeh": ["jinja2", "numpy", "packaging", "pyyaml"],
    "ipython": [
        *("asttokens", "decorator", "executing", "matplotlib-inline", "prompt-toolkit"),
        *("pure-eval", "pygments", "six", "stack-data", "traitlets", "wcwidth"),
    ],
    "jedi": ["parso"],
    "jinja2": ["markupsafe"],
    "mcsearch": ["numpy", "panel"],
    "panel": ["bokeh", "nh3", "param", "pyodide-http", "pyviz-comms"],
}

SETTINGS = {
    "loadPyodideOptions": {
        "packages": list(STARTED_WITH),
        # Bokeh's scripts come with its package
        "env": {"HOME": "/home/pyodide", "BOKEH_RESOURCES": "inline"},
    },
}


class NotebooksError(RuntimeError):
    """JupyterLite has found something wrong."""


@dataclass(frozen=True)
class Package:
    """A package as Pyodide's lock file names it."""

    name: str
    version: str
    file_name: str
    sha256: str
    imports: list[str]
    depends: list[str]
    install_dir: str = "site"
    package_type: str = "package"
    unvendored_tests: bool = False


def package(wheel: Path) -> Package:
    """What the lock file says of a wheel that lies beside it."""
    name, version = wheel.name.split("-")[:2]
    name = re.sub("[-_.]+", "-", name).lower()
    with zipfile.ZipFile(wheel) as archive:
        names = [each for each in archive.namelist() if each.endswith(".py")]
    modules = {each.split("/")[0].removesuffix(".py") for each in names}
    return Package(
        name,
        version,
        wheel.name,
        hashlib.sha256(wheel.read_bytes()).hexdigest(),
        sorted(module for module in modules if module.isidentifier()),
        DEPENDS.get(name, []),
    )


def put(wheel: Path, folder: Path) -> Path:
    """Write a wheel into a folder, without what no browser has a use for."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if is_used(name, wheel)}
    is_named_so = wheel.name.endswith(("-any.whl", "_wasm32.whl"))
    name = wheel.name if is_named_so else f"{'-'.join(wheel.name.split('-')[:2])}-py3-none-any.whl"
    (folder / name).write_bytes(packages.zipped(files, zipfile.ZIP_DEFLATED))
    return folder / name


def is_used(name: str, wheel: Path) -> bool:
    """Whether a browser has a use for a file of a wheel."""
    if name.endswith("/") or any(fnmatchcase(name, pattern) for pattern in LEFT_OUT):
        return False
    return wheel.name.endswith("_wasm32.whl") or not name.endswith(".so")


def stand_in(name: str, modules: Mapping[str, str], folder: Path) -> Path:
    """Write a wheel of a few modules."""
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    files = {**modules, **{f"{name}-1.dist-info/{each}": text for each, text in about.items()}}
    wheel = folder / f"{name}-1-py3-none-any.whl"
    content = {each: text.encode() for each, text in files.items()}
    wheel.write_bytes(packages.zipped(content, zipfile.ZIP_DEFLATED))
    return wheel


def distribution(folder: Path, pyodide: Path, wheels: Iterable[Path]) -> None:
    """Write what the kernel starts from: Pyodide, the wheels and the lock file that names them."""
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(pyodide / name, folder)
    there = [put(wheel, folder) for wheel in wheels]
    there += [stand_in(name, modules, folder) for name, modules in STAND_INS.items()]
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    lock["packages"] = {each.name: asdict(each) for each in map(package, there)}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))


def kernel() -> list[Path]:
    """The wheels that the kernel is made of."""
    return [parts.fetch(part, BUILD / "parts") for part in parts.load(LOCK).values()]


def license_texts() -> str:
    """The licences of what the explorer's own page does not have."""
    lab = metadata.distribution("jupyterlite-core").read_text("licenses/LICENSE") or ""
    return packages.licenses(kernel()) + packages.texts({LAB: lab})


def build(folder: Path, pyodide: Path, wheels: Iterable[Path]) -> None:
    """Write JupyterLab for a browser into a folder. NotebooksError with what JupyterLite says."""
    plugins = {"@jupyterlite/pyodide-kernel-extension:kernel": SETTINGS}
    config = {"jupyter-config-data": {"litePluginSettings": plugins}}
    with tempfile.TemporaryDirectory() as name:
        source = Path(name)
        distribution(source / STATIC, pyodide, [*wheels, *kernel()])
        (source / "jupyter-lite.json").write_text(
            json.dumps({"jupyter-lite-schema-version": 0, **config})
        )
        contents = source / "contents"
        contents.mkdir()
        for notebook in SHOWN:
            shutil.copy(NOTEBOOKS / f"{notebook}.ipynb", contents)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--apps", "lab"]
        command += ["--no-sourcemaps", "--no-libarchive", "--no-unused-shared-packages"]
        command += ["--contents", "contents", "--output-dir", "out/lite"]
        done = subprocess.run(
            command,
            cwd=source,
            env={"SOURCE_DATE_EPOCH": EPOCH, **os.environ},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NotebooksError(f"building the notebooks failed:\n{done.stdout}{done.stderr}")
        # JupyterLite dates all files of the folder that it writes into, its neighbours too
        shutil.move(source / "out" / "lite", folder)
