"""Compile the modules of ``mcsearch`` that import cython; everything else is in pyproject.toml.

MCSEARCH_REQUIRE_COMPILED=1 turns a failed compilation into a failed build (wheels, CI); without it
the package installs and runs interpreted. MCSEARCH_COMPILE_LATER=1 leaves the compilation to
``setup.py build_ext --inplace``, which then need not do again what an editable installation did in
a folder of its own. MCSEARCH_LIMITED_API (for example 0x030B0000) builds for Python's stable ABI.
MCSEARCH_ONE_LIBRARY=1 puts all modules into one library whose functions call each other directly,
for WebAssembly: see site/build/one_library.py. MCSEARCH_SANITIZE=1 checks every index and, with
gcc's address sanitizer, every access to memory: see tests/sanitize.py.
"""

import multiprocessing
import os
import re
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

limited_api = os.environ.get("MCSEARCH_LIMITED_API")
# Contraction would fuse a*b+c on machines that can, and results would differ between builds;
# without errno a square root is one instruction, with the same result. Nobody debugs the generated
# C: what Python's own flags would add for that is six sevenths of a library, and takes time.
FLAGS = [] if os.name == "nt" else ["-O3", "-g0", "-ffp-contract=off", "-fno-math-errno"]
SHARED = "mcsearch._cython"
APPLICATION = ("main.py", "app_hooks.py")
sanitizes = os.environ.get("MCSEARCH_SANITIZE") == "1"
if sanitizes:
    FLAGS = ["-O1", "-g1", "-fsanitize=address", "-fno-omit-frame-pointer", *FLAGS[2:]]
required = os.environ.get("MCSEARCH_REQUIRE_COMPILED") == "1"
# an archive of the sources has nothing compiled
later = os.environ.get("MCSEARCH_COMPILE_LATER") == "1" or "sdist" in sys.argv
one_library = os.environ.get("MCSEARCH_ONE_LIBRARY") == "1" and not later

options_of_all = {
    "extra_compile_args": FLAGS,
    "extra_link_args": ["-fsanitize=address"] if sanitizes else [],
    "define_macros": [("Py_LIMITED_API", limited_api)] if limited_api else [],
    "py_limited_api": bool(limited_api),
}
extensions = [
    Extension(
        ".".join(path.relative_to("core").with_suffix("").parts),
        [path.as_posix()],
        **options_of_all,
    )
    for path in sorted(Path("core/mcsearch").rglob("*.py"))
    if not later and re.search(r"^import cython$", path.read_text(encoding="utf-8"), re.MULTILINE)
]

if extensions:
    # what all modules need of Cython is compiled once: half of the code, and of the time it takes
    extensions.append(Extension(SHARED, ["core/mcsearch/_cython.c"], **options_of_all))
# Where processes do not fork they begin by importing this very file, and would build it all again.
forks = multiprocessing.get_start_method() == "fork"
modules = cythonize(
    extensions,
    nthreads=os.cpu_count() if forks else 0,
    shared_utility_qualified_name=SHARED,
    include_path=["core"],
    build_dir="build/cython",
    compiler_directives={
        "language_level": 3,
        "boundscheck": sanitizes,
        "wraparound": False,
        "initializedcheck": sanitizes,
        "cdivision": True,
        "embedsignature": True,
    },
)


class BuildPackages(build_py):
    """Puts the application of `panel serve webapp` into the explorer, for `mcsearch serve`."""

    def run(self):
        super().run()
        if not self.editable_mode:
            folder = os.path.join(self.build_lib, "explorer", "webapp")
            self.mkpath(folder)
            for name in APPLICATION:
                self.copy_file(f"webapp/{name}", folder)

    def get_outputs(self, include_bytecode=True):
        folder = os.path.join(self.build_lib, "explorer", "webapp")
        copied = [os.path.join(folder, name) for name in APPLICATION]
        return super().get_outputs(include_bytecode) + copied


class Sources(sdist):
    """Beside the packages what builds the wheels, for the browser, too; no tests."""

    def make_distribution(self):
        self.filelist.extend([f"webapp/{name}" for name in APPLICATION])
        self.filelist.extend(["CHANGELOG.md", "CITATION.cff"])
        self.filelist.graft("site")
        self.filelist.prune("tests")
        self.filelist.global_exclude("*.py[co]")
        super().make_distribution()


commands = {"build_py": BuildPackages, "sdist": Sources}
if one_library:
    sys.path.insert(0, "site")
    from build.one_library import BuildLibrary, extension

    modules = [extension(modules)]
    commands["build_ext"] = BuildLibrary
for module in modules:
    module.optional = not required  # cythonize makes new extensions and drops this

options = {"build_ext": {"parallel": True}}  # as many compilers as there are cores
if limited_api:
    options["bdist_wheel"] = {"py_limited_api": "cp311"}
setup(ext_modules=modules, options=options, cmdclass=commands)
