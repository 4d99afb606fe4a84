"""The built site as files: complete, compiled, and the same from build to build."""

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path

import pytest

from build import build_site, packages, zstd
from explorer.shell import model_scripts
from imports import imported

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def index(static_site: Path) -> str:
    return (static_site / "index.html").read_text(encoding="utf-8")


NOTEBOOKS_ALONE = {"explorer": {"explorer.alone.widget"}}
"""What is imported when a notebook calls for it."""


def module_of(file: Path, top: Path) -> str:
    return ".".join(file.relative_to(top).with_suffix("").parts).removesuffix(".__init__")


def test_no_module_that_is_shipped_imports_one_that_is_not() -> None:
    """The build imports every module of our own, to leave its file behind."""
    shipped, left = {}, set()
    for top, outside in (("core", build_site.NO_PAGE), ("webapp", build_site.SERVER_ALONE)):
        for file in sorted((ROOT / top).glob("*/**/*.py")):
            if file.relative_to(ROOT / top).as_posix().startswith(outside):
                left.add(module_of(file, ROOT / top))
            else:
                shipped[module_of(file, ROOT / top)] = file
    assert {"mcsearch.runs.store", "explorer.shell.server"} <= left
    assert {"mcsearch.runs.race", "explorer.shell.line"} <= shipped.keys()
    wrong = {name: imported(file) & left for name, file in shipped.items()}
    assert {name: names for name, names in wrong.items() if names} == NOTEBOOKS_ALONE


def imported_at_once(file: Path) -> set[str]:
    """The modules that a file needs as soon as it is imported: those not named in a function."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    plain = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in plain if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in plain if isinstance(node, ast.ImportFrom)}


def test_no_module_that_is_shipped_needs_one_of_the_library_that_is_left_out() -> None:
    needed = {
        (module_of(file, ROOT / "core"), name)
        for file in sorted((ROOT / "core").glob("*/**/*.py"))
        if not file.relative_to(ROOT / "core").as_posix().startswith(build_site.NO_PAGE)
        for name in imported_at_once(file)
    }
    assert ("mcsearch.check.runner", "contextlib") in needed

    def is_left_out(name: str) -> bool:
        path = name.replace(".", "/")
        files = (f"{path}.py", f"{path}/__init__.py")
        return any(fnmatchcase(file, p) for file in files for p in packages.LIBRARY_LEAVE_OUT)

    assert is_left_out("multiprocessing.connection")
    assert {pair for pair in needed if is_left_out(pair[1])} == set()


def bundled(site: Path, name: str) -> dict[str, bytes]:
    (archive,) = site.glob(f"{name}-*.bundle")
    return packages.bundled(archive.read_bytes())


def test_every_file_the_page_names_exists(static_site: Path, index: str) -> None:
    # what begins with "?" is another page of the same file
    names = re.findall(r'(?:src|href)="([^"#:?][^"#:]*)"', index)
    settings = json.loads(re.search(r'id="site-files">(.*?)</script>', index)[1])
    names += [settings["worker"], *(file["url"] for file in settings["files"].values())]
    assert len(names) > 8
    assert [name for name in names if not (static_site / name.split("?")[0]).exists()] == []


def test_the_first_picture_has_the_scrub_bar_in_the_colours_of_the_theme(index: str) -> None:
    figure = re.search(r'id="root-scrub"[^>]*>(<svg viewBox="0 0 1174 72".*?</svg>)', index)[1]
    assert not re.findall(r"#[0-9A-Fa-f]{6}|rgba?\(", figure)
    assert {"accent", "ink3", "term-1"} <= set(re.findall(r"var\(--([\w-]+)\)", figure))
    assert re.search(r"<text[^>]*>best [^<]+</text>", figure)
    names = re.findall(r'\sid="([^"]*)"', index)
    assert len(names) == len(set(names))


def test_names_carry_the_hash_of_the_content(static_site: Path) -> None:
    own = [path for path in static_site.iterdir() if re.search(r"-[0-9a-f]{32}\.", path.name)]
    assert len(own) == 12
    for path in own:
        assert hashlib.sha256(path.read_bytes()).hexdigest()[:32] in path.name


def test_the_help_leads_to_the_reference_which_is_kept_as_well(
    static_site: Path, index: str
) -> None:
    paragraph = re.search(r"<p data-reference>(.*?)</p>", index, re.DOTALL)[1]
    assert '<a href="reference/index.html">' in paragraph
    worker = (static_site / "service-worker.js").read_text(encoding="utf-8")
    for name in ("reference/index.html", "reference/mcsearch/recipe.html", "licenses.txt"):
        assert (static_site / name).exists()
        assert f'"{name}": "sha256-' in worker


def test_the_licences_of_all_parts_are_there(static_site: Path) -> None:
    text = (static_site / "licenses.txt").read_text(encoding="utf-8")
    for words in (
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "Copyright (c) 2010, Ajax.org B.V.",
        "NumPy Developers",
        "JupyterLite Contributors",
        "The IPython Development Team",
    ):
        assert words in text


def test_policy_allows_no_other_site_and_no_eval(index: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', index)[1]
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" not in policy
    assert "http" not in policy
    (scripts,) = [part for part in policy.split("; ") if part.startswith("script-src")]
    assert "unsafe-inline" not in scripts


def test_engine_is_compiled(static_site: Path) -> None:
    names = [*bundled(static_site, "modules"), *bundled(static_site, "application")]
    assert [name for name in names if name.startswith("mcsearch") and name.endswith(".so")] == [
        "mcsearch/_library.abi3.so"
    ]
    sources = {name for name in names if name.endswith((".py", ".c", ".pxd"))}
    # the examples are for a reader's eyes, too
    folder = ROOT / "core" / "mcsearch" / "examples"
    shown = {f"mcsearch/examples/{path.name}" for path in folder.glob("[a-z]*.py")}
    assert sources == {"main.py", *shown}


def test_a_visit_that_goes_on_has_all_that_is_no_module(static_site: Path) -> None:
    shared = set(bundled(static_site, "modules"))
    assert {".so", ".css", ".js", ".toml"} <= {Path(name).suffix for name in shared}
    assert not [name for name in shared if name.endswith((".py", ".pyc"))]
    for name in ("packages", "application"):
        assert {Path(file).suffix for file in bundled(static_site, name)} <= {".py", ".pyc"}


def test_the_one_script_of_models_has_those_of_the_document(static_site: Path, index: str) -> None:
    sources = re.findall(r'<script[^>]* src="([^"]+)"', index)
    assert [name for name in sources if "bokeh" in name] == ["bokeh/3.9.2/bokeh.min.js"]
    assert not [name for name in sources if "panel" in name]
    (state,) = static_site.glob("state-*.json")
    built = json.loads(state.read_text(encoding="utf-8"))["document"]
    names = set(re.findall(r'"name": ?"((?:panel|bokeh)\.[\w.]+)"', built))
    assert names == set(model_scripts.MODELS)


def test_modules_that_are_never_imported_are_apart(static_site: Path) -> None:
    listed = json.loads(bundled(static_site, "modules")["late.json"])
    late = bundled(static_site, "late")
    assert list(late) == listed
    found = {name.rsplit(".", 1)[0] for name in late}
    assert {"python313.zip/csv", "bokeh/util/hex", "numpy/core/__init__"} <= found
    patterns = set(packages.LATE)
    for name in found:
        name = name.removeprefix(packages.LIBRARY)
        patterns -= {pattern for pattern in packages.LATE if fnmatchcase(name, pattern)}
    assert patterns == set()
    (library,) = static_site.glob("library-*.bundle")
    with zipfile.ZipFile(BytesIO(zstd.decompress(library.read_bytes()))) as archive:
        there = {packages.LIBRARY + name for name in archive.namelist()}
    assert not there & set(late)
    assert not set(bundled(static_site, "packages")) & set(late)


def test_the_memory_knows_no_address_of_the_build(static_site: Path) -> None:
    (file,) = static_site.glob("python-*.memory")
    content = zstd.decompress(file.read_bytes())
    assert content.count(b"panel/1.9.4/dist/") > 10
    assert b"127.0.0.1:" not in content


def test_a_build_without_a_browser_says_what_is_missing(tmp_path: Path) -> None:
    code = "from build import capture; capture.BROWSERS = (); capture.run_worker(80, {})"
    environment = os.environ | {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT / "site", env=environment, capture_output=True, text=True, check=False
    )
    assert "CaptureError: no Chromium was found" in done.stderr
    assert "make browser" in done.stderr
    assert "--no-memory" in done.stderr


def test_modules_stood_in_for_are_the_ones_left_out(static_site: Path) -> None:
    source = (ROOT / "site" / "page" / "standins.py").read_text(encoding="utf-8")
    (names,) = re.findall(r"^MODULES = (\(.*?^\))", source, re.DOTALL | re.MULTILINE)
    there = {name.removesuffix(".pyc") for name in bundled(static_site, "packages")}
    for name in ast.literal_eval(names):
        path = name.replace(".", "/")
        assert not {path, f"{path}/__init__"} & there


def test_same_bytes_again(static_site: Path, wasm_wheel: Path, tmp_path: Path) -> None:
    command = [sys.executable, "site", "build", "--wheel", str(wasm_wheel)]
    subprocess.run([*command, "--out", str(tmp_path / "again")], cwd=ROOT, check=True)
    assert build_site.differences(static_site, tmp_path / "again") == []
