"""The Python packages of the site: trimmed wheels, byte-compiled, in one file.

A wheel carries much that a browser never reads: tests, type stubs, headers, command line tools,
and in Panel's case 100 MB of JavaScript (what the page needs of it is copied by `assets`).
"""

import hashlib
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path

from build import zstd

HERE = Path(__file__).resolve().parent
LICENSE_NAME = re.compile(r"^(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)

# Files other than modules that the packages read when they are imported or used.
KEEP = (
    "*.py",
    "numpy/*.so",
    "bokeh/LICENSE.txt",
    "bokeh/_sri/{bokeh}.json",
    "bokeh/core/_templates/*",
    "bokeh-*.dist-info/METADATA",
    "panel/package.json",
    "panel/_templates/*",
    "panel/layout/flexbox.html",
    "panel/template/base.html",
    "panel/theme/css/*.css",
    "pyviz_comms/notebook.js",
    "pyviz_comms/labextension/package.json",
)

# Modules that are never imported in the browser.
LEAVE_OUT = (
    "*/tests/*",
    "*/testing/*",
    "*.data/*",
    "*/conftest.py",
    "bokeh/client/*",
    "bokeh/command/*",
    "bokeh/io/webdriver.py",
    "bokeh/sampledata/*",
    "bokeh/server/*",
    "bokeh/sphinxext/*",
    "bokeh/util/tornado.py",
    "numbergen/*",
    "numpy/*_tests.*",
    "numpy/_core/_simd.*",
    "numpy/_core/include/*",
    "numpy/_pyinstaller/*",
    "numpy/array_api/*",
    "numpy/ctypeslib.py",
    "numpy/distutils/*",
    "numpy/doc/*",
    "numpy/f2py/*",
    "numpy/fft/*",
    "numpy/lib/recfunctions.py",
    "numpy/linalg/lapack_lite.*",
    "numpy/ma/mrecords.py",
    "numpy/ma/testutils.py",
    "numpy/ma/timer_comparison.py",
    "numpy/polynomial/*",
    "numpy/random/*",
    "numpy/typing/*",
    "packaging/_manylinux.py",
    "packaging/_musllinux.py",
    "packaging/dependency_groups.py",
    "packaging/direct_url.py",
    "packaging/licenses/*",
    "packaging/metadata.py",
    "packaging/pylock.py",
    "panel/auth.py",
    "panel/chat/*",
    "panel/command/*",
    "panel/compiler.py",
    "panel/examples/*",
    "panel/io/admin.py",
    "panel/io/compile.py",
    "panel/io/convert.py",
    "panel/io/fastapi.py",
    "panel/io/ipywidget.py",
    "panel/io/jupyter_*.py",
    "panel/io/reload.py",
    "panel/io/rest.py",
    "panel/io/server.py",
    "panel/pane/deckgl.py",
    "panel/pane/echarts.py",
    "panel/pane/perspective.py",
    "panel/pane/plotly.py",
    "panel/pane/vega.py",
    "panel/pane/vizzu.py",
    "panel/pane/vtk/*",
    "panel/widgets/codeeditor.py",
    "panel/widgets/debugger.py",
    "panel/widgets/file_selector.py",
    "panel/widgets/speech_to_text.py",
    "panel/widgets/terminal.py",
    "panel/widgets/text_to_speech.py",
    "panel/widgets/texteditor.py",
    "param/ipython.py",
)

# Modules that add documentation and nothing else, and add none here.
EMPTIED = ("numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py")

# Keywords that Bokeh and Param take the documentation of a property by.
UNREAD = ("help", "doc")

# Modules of Python's own library that a page has no use for.
LIBRARY_LEAVE_OUT = (
    "__hello__.py",
    "__phello__/*",
    "_pyio.py",
    "_pydatetime.py",
    "_pyrepl/*",
    "antigravity.py",
    "bdb.py",
    "cmd.py",
    "code.py",
    "codeop.py",
    "compileall.py",
    "ctypes/*",
    "doctest.py",
    "encodings/big5*",
    "encodings/cp[0-1]*",
    "encodings/cp[5-9]*",
    "encodings/euc_*",
    "encodings/gb*",
    "encodings/iso2022_*",
    "encodings/iso8859_*",
    "encodings/koi8_*",
    "encodings/mac_*",
    "encodings/shift_*",
    "fileinput.py",
    "filecmp.py",
    "ftplib.py",
    "http/server.py",
    "imaplib.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing/*",
    "netrc.py",
    "nturl2path.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "pstats.py",
    "pty.py",
    "py_compile.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data/*",
    "rlcompleter.py",
    "sched.py",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "symtable.py",
    "tabnanny.py",
    "tarfile.py",
    "this.py",
    "timeit.py",
    "trace.py",
    "turtle.py",
    "tty.py",
    "wave.py",
    "wsgiref/*",
    "xml/dom/*",
    "xml/sax/*",
    "xmlrpc/*",
    "zipapp.py",
)

# Modules, of the packages and of Python's library, that the page never imports by itself: fetched
# when one is imported after all.
LATE = (
    "_android_support",
    "_apple_support",
    "_ios_support",
    "_py_abc",
    "_pylong",
    "_strptime",
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "_threading_local",
    "asyncio/__main__",
    "asyncio/proactor_events",
    "asyncio/windows_*",
    "bokeh/application/handlers/*",
    "bokeh/driving",
    "bokeh/models/util/*",
    "bokeh/plotting/_geo_feature",
    "bokeh/protocol/receiver",
    "bokeh/util/hex",
    "bokeh/util/info",
    "bokeh/util/package",
    "bokeh/util/terminal",
    "concurrent/futures/process",
    "configparser",
    "csv",
    "email/_header_value_parser",
    "email/contentmanager",
    "email/generator",
    "email/headerregistry",
    "email/mime/*",
    "email/policy",
    "encodings/*_codec",
    "encodings/cp[24][27]*",
    "encodings/[hijkmopr]*",
    "encodings/punycode",
    "encodings/tis_620",
    "encodings/utf_[137]*",
    "encodings/utf_8_sig",
    "fractions",
    "getopt",
    "getpass",
    "graphlib",
    "http/cookiejar",
    "http/cookies",
    "jinja2/constants",
    "jinja2/debug",
    "jinja2/ext",
    "jinja2/meta",
    "jinja2/nativetypes",
    "jinja2/sandbox",
    "json/tool",
    "logging/config",
    "logging/handlers",
    "numpy/_core/defchararray",
    "numpy/_core/strings",
    "numpy/_utils/_pep440",
    "numpy/char/*",
    "numpy/compat/*",
    "numpy/core/*",
    "numpy/lib/_user_array_impl",
    "numpy/lib/user_array",
    "numpy/matlib",
    "numpy/rec/*",
    "numpy/strings/*",
    "packaging/_elffile",
    "packaging/_parser",
    "packaging/_ranges",
    "packaging/_tokenizer",
    "packaging/errors",
    "packaging/markers",
    "packaging/ranges",
    "packaging/requirements",
    "packaging/specifiers",
    "packaging/tags",
    "packaging/utils",
    "panel/io/application",
    "panel/io/browser",
    "panel/io/django",
    "panel/io/handlers",
    "panel/io/liveness",
    "panel/io/session",
    "panel/io/threads",
    "panel/models/ace",
    "panel/models/deckgl",
    "panel/models/echarts",
    "panel/models/file_dropper",
    "panel/models/jsoneditor",
    "panel/models/modal",
    "panel/models/perspective",
    "panel/models/plotly",
    "panel/models/quill",
    "panel/models/tabulator",
    "panel/models/terminal",
    "panel/models/vega",
    "panel/models/vizzu",
    "panel/models/vtk",
    "panel/pane/_textual",
    "param/mypy_plugin",
    "pyodide/console",
    "pyodide/ffi/wrappers",
    "pyodide/http/*",
    "runpy",
    "statistics",
    "stringprep",
    "sysconfig/*",
    "tracemalloc",
    "unittest/__main__",
    "unittest/_log",
    "unittest/async_case",
    "urllib/robotparser",
    "xml/etree/*",
    "zoneinfo/*",
)
LIBRARY = "python313.zip/"
"""Where a bundle names modules of Python's library: its archive in the worker."""
EPOCH = (1980, 1, 1, 0, 0, 0)


class PackageError(RuntimeError):
    """The packages could not be compiled."""


def wanted(name: str, keep: Iterable[str] = KEEP) -> bool:
    """Whether a file of a wheel goes into the site."""
    if name.endswith("/") or any(fnmatchcase(name, pattern) for pattern in LEAVE_OUT):
        return False
    return any(fnmatchcase(name, pattern) for pattern in keep)


def unpack(wheels: Iterable[Path], folder: Path, versions: dict[str, str]) -> None:
    """Extract what is wanted of each wheel."""
    keep = [pattern.format_map(versions) for pattern in KEEP]
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if wanted(name, keep):
                    archive.extract(name, folder)
    for name in EMPTIED:
        (folder / name).write_text("")


def extract_pyodide(package: Path, folder: Path) -> Path:
    """Extract the npm package once per content; return the folder with `pyodide.mjs`."""
    target = folder / f"pyodide-{hashlib.sha256(package.read_bytes()).hexdigest()[:12]}"
    if not (target / "package" / "package.json").exists():
        with tarfile.open(package) as archive:
            archive.extractall(target, filter="data")
    return target / "package"


def byte_compile(pyodide: Path, folder: Path, unread: Iterable[str] = ()) -> None:
    """Replace each module in `folder` by its bytecode for Pyodide's Python, without docstrings.

    unread: keywords that are left out of calls as well, where a text is given for them
    """
    script = HERE / "byte_compile.py"
    command = ["node", str(HERE / "run_in_node.mjs"), str(pyodide), str(script), "--", str(folder)]
    command += unread
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PackageError(f"byte-compiling {folder} failed:\n{done.stdout}{done.stderr}")


def unpack_library(pyodide: Path, folder: Path) -> None:
    """Extract Python's own library, of which Pyodide ships the sources."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        for name in archive.namelist():
            if not any(fnmatchcase(name, pattern) for pattern in LIBRARY_LEAVE_OUT):
                archive.extract(name, folder)


def zipped(files: Mapping[str, bytes], compression: int) -> bytes:
    """A zip without times, so that the same files give the same bytes."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text, compression)
    return content.getvalue()


def pack_library(files: Mapping[str, bytes]) -> bytes:
    """A compressed zip, itself not compressed: Python imports from it without decompressing."""
    return zstd.compress_once(zipped(files, zipfile.ZIP_STORED))


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder by name, sorted."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def bundle(files: Mapping[str, bytes]) -> bytes:
    """Files by name in one compressed file, which worker.js unpacks.

    A Zstandard frame of: the length of the index (4 bytes, little-endian), the index (JSON: pairs
    of name and size), the contents one after another.
    """
    index = json.dumps([[name, len(content)] for name, content in files.items()])
    head = index.encode()
    whole = len(head).to_bytes(4, "little") + head + b"".join(files.values())
    return zstd.compress_once(whole)


def is_module(name: str) -> bool:
    """Whether Python only needs a file to import it: a memory of Python does without."""
    return name.endswith((".py", ".pyc"))


def is_late(name: str) -> bool:
    """Whether a file is a module that the page never imports by itself."""
    return is_module(name) and any(fnmatchcase(name.rsplit(".", 1)[0], pattern) for pattern in LATE)


def bundled(content: bytes) -> dict[str, bytes]:
    """The files of a bundle by name."""
    whole = zstd.decompress(content)
    start = 4 + int.from_bytes(whole[:4], "little")
    files = {}
    for name, size in json.loads(whole[4:start]):
        files[name] = whole[start : start + size]
        start += size
    return files


def licenses(wheels: Iterable[Path]) -> str:
    """The licence texts that the wheels carry: whoever passes the code on must pass them on."""
    found = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            names = sorted(
                name
                for name in archive.namelist()
                if ".dist-info/" in name and LICENSE_NAME.search(name.rsplit("/", 1)[1])
            )
            content = "\n".join(archive.read(name).decode(errors="replace") for name in names)
        found[" ".join(wheel.name.split("-")[:2])] = content
    return texts(found)


def texts(contents: Mapping[str, str]) -> str:
    """Texts one after the other, each under its title."""
    rule = "=" * 80
    return "".join(f"{rule}\n{title}\n{rule}\n{content}\n" for title, content in contents.items())


def digest(paths: Iterable[Path]) -> str:
    """A short hash of the contents of files and of their order."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]
