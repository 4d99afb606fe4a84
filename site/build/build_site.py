"""Build the static site: `python site build [--out FOLDER]`.

Steps: fetch and verify the parts, build the wasm wheel, trim and byte-compile the packages, pack
them, render the page once, put the files in place, let a browser make the memory from which visits
go on, audit.  The same inputs give the same bytes.
"""

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from build import build_wheel, capture, notebooks, packages, parts, rewrite, zstd
from build.assets import Assets
from check import audit
from explorer.look.scripts import undocumented
from explorer.shell.model_scripts import ScriptError

HERE = Path(__file__).resolve().parent
SITE = HERE.parent
ROOT = SITE.parent
BUILD = ROOT / "build"
PAGE = SITE / "page"

RUNTIME_FILES = {
    "pyodide.mjs": "Pyodide's loader",
    "pyodide.asm.js": "Pyodide's script",
    "pyodide.asm.wasm": "Python",
}
SCRIPTS = ("keep.js", "page.js")
WORKER = ("scope.js", "unpack.js", "memory.js", "worker.js")
MODULES = ("runtime.py", "standins.py", "late.py")
IMAGES = ("icon-192.png", "icon-512.png", "explore-light.png")
REFERENCE = "reference"
GUIDES = "guides"
NOTEBOOKS = "notebooks"
NOT_KEPT = ("explore-light.png",)
"""What a second visit without a network can do without."""
HASH_DIGITS = 32
"""Of a SHA-256 in a file's name: service-worker.js takes the content for the one that it tells."""
SERVER_ALONE = (
    *(f"explorer/shell/{name}." for name in ("contract", "full", "secret", "serve", "server")),
    *(f"explorer/alone/{name}." for name in ("charts", "widget")),
    "explorer/pages/race/database",
)
"""What of the explorer needs a web server, a notebook or a browser to start, of which a worker has
none; and what writes the scripts' types."""
NO_PAGE = (
    "mcsearch/__main__.py",
    "mcsearch/cli/",
    *(f"mcsearch/runs/{name}/" for name in ("programs", "tuning")),
    *(f"mcsearch/runs/{name}.py" for name in ("charts", "courses", "early_ends", "experiment")),
    *(f"mcsearch/runs/{name}.py" for name in ("export", "matches", "openings")),
    *(f"mcsearch/runs/{name}.py" for name in ("pool", "report", "reproduction", "store", "worker")),
)
"""What of mcsearch a page has no use for: what databases, processes and the command line need."""
PACKAGE = "explorer"
"""The app's package, in the app's folder; what lies beside it are tools."""
APPLICATION_FILES = ("*.py", "*.html", "*.css", "*.js", "*.svg", "*.json", "*.toml")


class SiteError(RuntimeError):
    """The site could not be built."""


def check_installed(locked: dict[str, parts.Part]) -> None:
    """The page is rendered here and runs there: Bokeh and Panel must be the same."""
    for name in ("bokeh", "panel"):
        if version(name) != locked[name].version:
            raise SiteError(
                f"{name} {version(name)} is installed, but {parts.LOCK.name} locks"
                f" {locked[name].version}; install that one or update the lock"
            )


def hashed(site: Path, name: str, content: bytes) -> str:
    """Write a file whose name carries the hash of its content; return the name."""
    stem, suffix = name.rsplit(".", 1)
    address = f"{stem}-{hashlib.sha256(content).hexdigest()[:HASH_DIGITS]}.{suffix}"
    (site / address).write_bytes(content)
    return address


def entry(site: Path, address: str, title: str) -> dict[str, object]:
    """What the page needs to know of a file it loads.

    `transfer` is its size on the way; `unpacked` the size of what Zstandard has packed.
    """
    content = (site / address).read_bytes()
    packed = address.endswith((".bundle", ".memory"))
    found: dict[str, object] = {
        "url": address,
        "title": title,
        "bytes": len(content),
        "transfer": len(content) if packed else len(gzip.compress(content, 6, mtime=0)),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return found | ({"unpacked": zstd.size(content)} if packed else {})


def python_wheels(locked: dict[str, parts.Part], numpy: Path) -> list[Path]:
    """The wheels of NumPy, Bokeh, Panel and what they import."""
    others = [part for part in locked.values() if part.origin.startswith("pypi ")]
    return [numpy, *(parts.fetch(part, BUILD / "parts") for part in others)]


def python_packages(locked: dict[str, parts.Part], wheels: list[Path], pyodide: Path) -> Path:
    """The bundle of the trimmed and compiled packages; made once for the same parts."""
    recipe = [HERE / name for name in ("packages.py", "byte_compile.py", "run_in_node.mjs")]
    target = BUILD / f"packages-{packages.digest([*wheels, *recipe])}.bundle"
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=BUILD) as name:
            folder = Path(name) / "packages"
            packages.unpack(wheels, folder, {part.name: part.version for part in locked.values()})
            packages.byte_compile(pyodide, folder, packages.UNREAD)
            content = packages.bundle(packages.contents(folder))
            (Path(name) / target.name).write_bytes(content)
            (Path(name) / target.name).rename(target)
    return target


def python_library(pyodide: Path) -> dict[str, bytes]:
    """Python's own library, compiled: the browser need not do it at every start."""
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        folder = Path(name) / "library"
        packages.unpack_library(pyodide, folder)
        packages.byte_compile(pyodide, folder)
        return packages.contents(folder)


def application(app: Path, wheel: Path, pyodide: Path) -> dict[str, bytes]:
    """The files of the engine, the app and the worker's own modules."""
    with tempfile.TemporaryDirectory(dir=BUILD) as temporary:
        folder = Path(temporary) / "application"
        with zipfile.ZipFile(wheel) as archive:
            members = {
                name
                for name in archive.namelist()
                if name.startswith("mcsearch/") and not name.startswith(NO_PAGE)
            }
            for member in members:
                if not member.endswith(".pxd"):
                    archive.extract(member, folder)
        for module in build_wheel.compiled_modules(folder):
            # The library has its code; the empty file is there for who lists the folder.
            (folder / f"{module}.py").write_text("")
        for pattern in (app.name, *(f"{PACKAGE}/**/{name}" for name in APPLICATION_FILES)):
            for source in app.parent.glob(pattern):
                name = source.relative_to(app.parent).as_posix()
                if "__pycache__" not in source.parts and not name.startswith(SERVER_ALONE):
                    target = folder / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(source, target)
        for name in MODULES:
            shutil.copy(PAGE / name, folder)
        # The app's file itself is run, not imported, and the editor shows the examples: these
        # stay as they are.
        sources = {file: file.read_bytes() for file in (folder / app.name, *shown(folder))}
        packages.byte_compile(pyodide, folder)
        for file, content in sources.items():
            file.write_bytes(content)
            file.with_suffix(".pyc").unlink()
        return packages.contents(folder)


def shown(folder: Path) -> list[Path]:
    """The examples, whose text a reader sees."""
    return sorted((folder / "mcsearch" / "examples").glob("[a-z]*.py"))


def alone(
    module: str, core: Path, arguments: Sequence[Path | str]
) -> subprocess.CompletedProcess[str]:
    """Run a module of this room in a process of its own, which sees the core and the explorer."""
    path = os.pathsep.join(map(os.fspath, (SITE, core)))
    environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": path}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def convert(app: Path, core: Path, with_figures: bool) -> str:
    """Render the page in a process of its own."""
    options = [] if with_figures else ["--no-figures"]
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        out = Path(name) / "page.html"
        done = alone("build.convert", core, [app, out, *options])
        if done.returncode:
            raise SiteError(f"rendering {app} failed:\n{done.stdout}{done.stderr}")
        print(done.stderr, end="")
        return out.read_text(encoding="utf-8")


def reference(core: Path, site: Path) -> None:
    """Build the reference in a process of its own; the page's help leads to it."""
    done = alone("build.reference_pages", core, [site / REFERENCE])
    if done.returncode:
        raise SiteError(f"building the reference failed:\n{done.stdout}{done.stderr}")


def guides(core: Path, site: Path) -> None:
    """Build the guides in a process of its own; the page's help leads to them."""
    done = alone("build.guides", core, [site / GUIDES])
    if done.returncode:
        raise SiteError(f"building the guides failed:\n{done.stdout}{done.stderr}")


def script(name: str) -> bytes:
    """A script of the page as it is shipped."""
    return undocumented((PAGE / name).read_text(encoding="utf-8")).encode()


def service_worker(site: Path) -> str:
    """The worker that keeps the site for later visits, with the hashes of its files."""
    files = {
        path.relative_to(site).as_posix(): rewrite.integrity(path.read_bytes())
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.name not in NOT_KEPT
    }
    files["./"] = files.pop("index.html")
    text = json.dumps(files)
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    head = f'const VERSION = "{version}";\nconst FILES = {text};\n'
    return head + script("service-worker.js").decode()


def bundles(
    site: Path, library: dict[str, bytes], third_party: Path, own: dict[str, bytes]
) -> dict[str, dict[str, object]]:
    """Put Python's files into the site.

    What is no Python module is apart from the others: a visit needs it in any case, but those only
    where it does not go on from the memory.  Modules that are never imported are apart as well, and
    `late.json` tells which they are.
    """
    theirs = packages.bundled(third_party.read_bytes())
    shared = {name: text for name, text in (theirs | own).items() if not packages.is_module(name)}
    late = {packages.LIBRARY + name: library[name] for name in filter(packages.is_late, library)}
    late |= {name: theirs[name] for name in filter(packages.is_late, theirs)}
    shared["late.json"] = json.dumps(list(late)).encode()
    soon = {name: text for name, text in library.items() if not packages.is_late(name)}
    parts_of_python = {
        "modules": (packages.bundle(shared), "The compiled modules"),
        "library": (packages.pack_library(soon), "Python's library"),
        "packages": (modules_bundle(theirs), "The packages NumPy, Bokeh and Panel"),
        "application": (modules_bundle(own), "The explorer"),
        "late": (packages.bundle(late), "Modules that are rarely needed"),
    }
    return {
        name: entry(site, hashed(site, f"{name}.bundle", content), title)
        for name, (content, title) in parts_of_python.items()
    }


def modules_bundle(files: dict[str, bytes]) -> bytes:
    """The Python modules among files that a normal start needs, in one."""
    wanted = {name for name in filter(packages.is_module, files) if not packages.is_late(name)}
    return packages.bundle({name: text for name, text in files.items() if name in wanted})


def memory(
    site: Path, settings: Mapping[str, object], worker: bytes
) -> dict[str, dict[str, object]]:
    """Put the memory of the page when it has been built into the site, and what describes it."""
    state, pages = capture.capture(site, settings, worker)
    return {
        "state": entry(site, hashed(site, "state.json", state), "The page"),
        "memory": entry(site, hashed(site, "python.memory", pages), "Python's memory"),
    }


def copy_pyodide(site: Path, pyodide: Path, part: parts.Part) -> str:
    """Copy the files of Pyodide that run in the browser; return their folder's address."""
    address = f"pyodide/{part.version}/"
    folder = site / address
    folder.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copyfile(pyodide / name, folder / name)
    # Nothing is installed by name, so of Pyodide's package list only its head is needed.
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    return address


def carried(locked: dict[str, parts.Part]) -> dict[str, str]:
    """The licence texts of what comes in no wheel, by a line that says of what."""
    pyodide = locked["pyodide"].version
    files = {
        f"Pyodide {pyodide}, https://pyodide.org: MPL-2.0": "MPL-2.0.txt",
        "Python 3.13, https://python.org, in Pyodide's files: PSF-2.0": "PSF-2.0.txt",
        "Ace, https://ace.c9.io, in Panel's files: BSD-3-Clause": "ace.txt",
    }
    return {title: (HERE / "licenses" / name).read_text() for title, name in files.items()}


def build_site(
    app: Path, core: Path, out: Path, wheel: Path | None, official_numpy: bool, with_memory: bool
) -> None:
    """All steps."""
    started = time.monotonic()

    def step(text: str) -> None:
        print(f"[{time.monotonic() - started:5.1f} s] {text}", flush=True)

    step("parts")
    locked = parts.load()
    check_installed(locked)
    numpy, origin = parts.fetch_numpy(locked, BUILD / "parts", official_numpy)
    package = parts.fetch(locked["pyodide"], BUILD / "parts")
    pyodide = packages.extract_pyodide(package, BUILD)
    step(f"numpy {origin.version} is the wheel from {origin.origin}")
    if wheel is None:
        step("wasm wheel")
        wheel = build_wheel.build_wheel()
    build_wheel.check_compiled(wheel, build_wheel.compiled_modules(core))
    step("library and packages")
    library = python_library(pyodide)
    wheels = python_wheels(locked, numpy)
    third_party = python_packages(locked, wheels, pyodide)
    step("application")
    own = application(app, wheel, pyodide)
    step("page" if with_memory else "page, without the scrub bar's figure, which a browser draws")
    page = convert(app, core, with_memory)

    step("files")
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        site = Path(name) / "site"
        site.mkdir()
        versions = {part.name: part.version for part in locked.values()}
        bokeh, panel = (parts.fetch(locked[name], BUILD / "parts") for name in ("bokeh", "panel"))
        assets = Assets(site, bokeh, panel, versions)
        page, models = rewrite.take_models(page)
        html = assets.localize(page)
        assets.panel_styles()
        folder = copy_pyodide(site, pyodide, locked["pyodide"])
        files = {name: entry(site, folder + name, title) for name, title in RUNTIME_FILES.items()}
        files |= bundles(site, library, third_party, own)
        decoder = zstd.decoder(parts.fetch(locked["zstddec"], BUILD / "parts"))
        files["decoder"] = entry(site, hashed(site, "zstd.wasm", decoder), "The decoder")
        worker = b"".join(map(script, WORKER))
        scripts = [hashed(site, "models.js", models.encode())]
        scripts += [hashed(site, name, script(name)) for name in SCRIPTS]
        for name in IMAGES:
            shutil.copyfile(SITE / "images" / name, site / name)
        shutil.copyfile(PAGE / "manifest.webmanifest", site / "manifest.webmanifest")
        settings = {"worker": hashed(site, "worker.js", worker), "files": files, "main": app.name}
        if with_memory:
            step("memory")
            files |= memory(site, settings, worker)
        html = rewrite.index_page(html, settings, scripts, PAGE)
        html = rewrite.add_integrity(html, site)
        html = rewrite.add_security_policy(html)
        (site / "index.html").write_text(html, encoding="utf-8")
        texts = packages.texts(carried(locked)) + packages.licenses([*wheels, wheel])
        texts += notebooks.license_texts()
        texts += zstd.decoder_license(BUILD / "parts" / locked["zstddec"].file)
        (site / "licenses.txt").write_text(texts, encoding="utf-8")
        step("reference")
        reference(core, site)
        (site / "service-worker.js").write_text(service_worker(site), encoding="utf-8")
        step("guides")  # which are not kept for later visits
        guides(core, site)
        step("notebooks")  # nor are these
        notebooks.build(site / NOTEBOOKS, pyodide, [wheel, *wheels])
        step("audit")
        audit.audit(site)
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(site, out)

    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    way = sum(int(str(file["transfer"])) for file in files.values())
    step(f"{out}: {size / 1e6:.1f} MB; Python on the way to the reader: {way / 1e6:.1f} MB")


def differences(one: Path, other: Path) -> list[str]:
    """The files that two folders do not share, or not with the same bytes."""

    def contents(folder: Path) -> dict[str, bytes]:
        files = (path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}

    first, second = contents(one), contents(other)
    return sorted(
        name for name in first | second if name not in first or first[name] != second.get(name)
    )


def forget() -> None:
    """Remove what was compiled: the next build begins with the parts."""
    for path in BUILD.glob("packages-*.bundle"):
        path.unlink()
    for name in ("wasm", "wheel"):
        shutil.rmtree(BUILD / name, ignore_errors=True)


def check_reproducible(app: Path, core: Path, official_numpy: bool, with_memory: bool) -> None:
    """Build twice from the parts; raise `SiteError` unless the bytes are the same."""
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        sites = [Path(name) / "one", Path(name) / "two"]
        for site in sites:
            forget()
            build_site(app, core, site, None, official_numpy, with_memory)
        different = differences(*sites)
    if different:
        raise SiteError(f"two builds of the site differ in: {', '.join(different)}")
    print("two builds of the site have the same bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=BUILD / "site", help="folder for the site")
    parser.add_argument("--app", type=Path, default=ROOT / "webapp" / "main.py", help="the app")
    parser.add_argument("--wheel", type=Path, help="a wasm wheel of mcsearch built before")
    parser.add_argument(
        "--official-numpy", action="store_true", help="fail unless Pyodide's own NumPy is used"
    )
    parser.add_argument(
        "--no-memory",
        dest="with_memory",
        action="store_false",
        help="do without a browser: every visit then starts Python and builds the page, whose first"
        " picture has no curves in the scrub bar",
    )
    parser.add_argument("--check", action="store_true", help="build twice, compare, keep nothing")
    arguments = parser.parse_args()
    app, core, official = arguments.app.resolve(), ROOT / "core", arguments.official_numpy
    try:
        if arguments.check:
            BUILD.mkdir(exist_ok=True)
            check_reproducible(app, core, official, arguments.with_memory)
        else:
            out, with_memory = arguments.out.resolve(), arguments.with_memory
            build_site(app, core, out, arguments.wheel, official, with_memory)
    except (
        SiteError,
        ScriptError,
        audit.AuditError,
        build_wheel.WheelError,
        capture.CaptureError,
        notebooks.NotebooksError,
        packages.PackageError,
        parts.PartError,
    ) as error:
        sys.exit(f"error: {error}")
