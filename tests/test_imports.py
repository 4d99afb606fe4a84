"""The directions of imports: the engine knows no front end, and the explorer's run down only."""

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from imports import imported

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "core" / "mcsearch"
# from the top floor down: a room may import those below it and itself; rooms of one floor are apart
ENGINE_FLOORS = (
    {"__main__"},
    {"cli"},
    {"check"},
    {"runs"},
    {"presets", "trace", "problem", "play", "examples"},
    {"recipe"},
    {"searches"},
    {"selection", "playout", "games", "adapters", "drawing"},
    {"engine"},
    {"numerics"},
    {"library"},
)
EXPLORER = ROOT / "webapp" / "explorer"
# from the top floor down
EXPLORER_FLOORS = (
    *("alone", "shell", "pages", "session", "words", "cards", "moment", "game", "look"),
    "schema",
)
# what the rooms of a floor share, below all of them
SHARED = ("explorer.pages.page",)
FRONT_END = {"panel", "bokeh", "param", "explorer", "js", "pyodide"}


def modules(floor: str) -> list[Path]:
    """The explorer's files on a floor."""
    return sorted((EXPLORER / floor).rglob("*.py"))


def loaded(modules: str) -> set[str]:
    """The packages that a fresh Python has loaded after importing some modules."""
    code = f"import sys, {modules}; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    return {name.split(".")[0] for name in ast.literal_eval(done.stdout)}


def packages(file: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(file)}


@pytest.mark.parametrize("file", sorted((ROOT / "core").rglob("*.py")), ids=lambda f: f.name)
def test_the_engine_imports_no_front_end(file):
    assert not packages(file) & FRONT_END
    if "cli" not in file.parts:  # which may draw a progress bar
        others = packages(file) - sys.stdlib_module_names - {"__future__"}
        if file.name == "pool.py":
            others -= {"distributed"}  # only when a cluster is asked for
        assert others <= {"mcsearch", "cython", "numpy"}


def room_of(module: str) -> str:
    """The room of the engine that a module is in, or the module itself above the rooms."""
    return module.removeprefix("mcsearch").lstrip(".").split(".")[0]


@pytest.mark.parametrize(
    "file",
    [f for suffix in ("py", "pxd") for f in sorted(ENGINE.rglob(f"*.{suffix}"))],
    ids=lambda f: f.relative_to(ENGINE).as_posix(),
)
def test_arrows_between_the_engines_rooms_run_down(file):
    floor_of = {room: floor for floor, rooms in enumerate(ENGINE_FLOORS) for room in rooms}
    own = file.relative_to(ENGINE).with_suffix("").parts[0]
    if own == "__init__":
        return
    text = file.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:from|import) (?:cython\.cimports\.)?(mcsearch(?:\.\w+)*)", text))
    for room in {room_of(module) for module in named} - {own, ""}:
        assert floor_of[room] > floor_of[own], f"{own} imports {room}"


@pytest.mark.parametrize("room", sorted(p.parent for p in ENGINE.rglob("__init__.py")), ids=str)
def test_each_room_of_the_engine_says_what_belongs_there(room):
    tree = ast.parse((room / "__init__.py").read_text(encoding="utf-8"))
    assert len(ast.get_docstring(tree) or "") > 40


@pytest.mark.parametrize("file", sorted((ROOT / "webapp").rglob("*.py")), ids=lambda f: f.name)
def test_the_page_does_not_import_how_it_is_built(file):
    assert not packages(file) & {"site", "tests", "tqdm", "ziglang"}


def place(module: str) -> tuple[int, str]:
    """The floor that a module of the explorer is on, 0: the top, and its room there, "": none."""
    _, floor, *rest = module.split(".")
    room = rest[0] if rest and (EXPLORER / floor / rest[0]).is_dir() else ""
    return EXPLORER_FLOORS.index(floor), room


def test_every_folder_of_the_explorer_is_a_floor():
    folders = {path.parent for path in EXPLORER.rglob("*.py")} - {EXPLORER}
    assert {folder.relative_to(EXPLORER).parts[0] for folder in folders} == set(EXPLORER_FLOORS)
    for folder in folders:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "file", sorted(EXPLORER.rglob("*.py")), ids=lambda f: f.relative_to(EXPLORER).as_posix()
)
def test_imports_of_the_explorer_run_down(file):
    within = {name for name in imported(file) if name.startswith("explorer.")}
    if file.parent == EXPLORER:
        # what notebooks and scripts are given; loaded when it is asked for (below)
        assert {name.split(".")[1] for name in within} <= {"alone"}
        return
    own = ".".join(file.relative_to(EXPLORER.parent).with_suffix("").parts)
    floor, room = place(own)
    for name in within:
        other_floor, other_room = place(name)
        assert other_floor >= floor, f"{name} is above"
        shared = name.startswith(SHARED)
        if other_floor == floor and (room or own in SHARED) and not shared:
            assert other_room == room, f"{name} is not in {EXPLORER_FLOORS[floor]}/{room}"
    if file.name.endswith("view.py"):
        assert not {name for name in imported(file) if name.startswith("mcsearch")}


@pytest.mark.parametrize(
    "file", sorted(EXPLORER.rglob("*.js")), ids=lambda f: f.relative_to(EXPLORER).as_posix()
)
def test_imports_of_the_scripts_run_down(file):
    floor, room, *_ = file.relative_to(EXPLORER).parts
    text = file.read_text(encoding="utf-8")
    for address in re.findall(r'^(?:import|\}) .*"(.+)";$', text, re.MULTILINE):
        other = (file.parent / address).resolve()
        assert other.is_file(), f"there is no {address}"
        other_floor, other_room, *_ = other.relative_to(EXPLORER).parts
        assert EXPLORER_FLOORS.index(other_floor) >= EXPLORER_FLOORS.index(floor), address
        if other_floor == floor and floor in ("cards", "pages"):
            assert other_room == room, address


def names_in(tree: ast.AST) -> set[str]:
    """All names, attributes, parameters, keywords and imported names of a module."""
    found = set()
    for node in ast.walk(tree):
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                found.add(name)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr"):
            found |= {part.value for part in node.args[1:2] if isinstance(part, ast.Constant)}
    return found


@pytest.mark.parametrize("file", modules("cards"), ids=lambda f: f.relative_to(EXPLORER).as_posix())
def test_no_card_knows_a_search(file):
    """A card sees moments: what was gathered of a search, never a search or its tree."""
    names = names_in(ast.parse(file.read_text(encoding="utf-8")))
    assert not {name for name in names if re.fullmatch(r"_?search|\w*Search", name)}
    hidden = ("mcsearch.searches", "mcsearch.engine.search", "mcsearch.engine.tree")
    assert not {name for name in imported(file) if name.startswith(hidden)}


def test_a_card_that_knows_a_search_is_found():
    for text in ("def f(search): ...", "self.search.tree", "f(search=1)", "x: Search", "_search"):
        assert {"search", "Search", "_search"} & names_in(ast.parse(text)), text


@pytest.mark.parametrize(
    "file",
    [file for floor in ("look", "game", "moment", "cards", "words") for file in modules(floor)],
    ids=lambda f: f.relative_to(EXPLORER).as_posix(),
)
def test_no_view_asks_where_a_games_class_comes_from(file):
    """A view asks a position for what it needs of it: a score, a board, a picture of its own."""
    classes = {"ProblemState", "NumberedState", "ProblemRecipe", "NumberedRecipe"}
    names = names_in(ast.parse(file.read_text(encoding="utf-8")))
    assert not names & {*classes, "is_problem", "is_own"}


def test_only_views_shell_and_look_need_a_browser():
    """Frames, words, session and pages are made without Panel and Bokeh, wherever they run."""
    files = [
        *(file for name in ("game", "moment", "words", "session") for file in modules(name)),
        # a page's own module puts views on it
        *(file for file in modules("pages") if file.name != "page.py"),
        *(file for file in modules("cards") if file.name.endswith("frame.py")),
    ]
    names = [".".join(file.relative_to(EXPLORER.parent).with_suffix("").parts) for file in files]
    assert "explorer.cards.tree.frame" in names
    assert not loaded(", ".join(names)) & {"panel", "bokeh", "param"}


def test_importing_a_page_registers_nothing():
    """What one page needs is not given to every visitor of the process, nor only after it."""
    pages = [f"explorer.pages.{page.parent.name}.page" for page in EXPLORER.glob("pages/*/page.py")]
    assert "explorer.pages.learn.page" in pages
    code = f"""
import importlib
from mcsearch.games import GAMES, SOLVERS
from mcsearch.playout import POLICIES
from mcsearch.presets import PRESETS
from mcsearch.searches import SEARCHES
from mcsearch.selection import RULES
registries = (GAMES, SOLVERS, POLICIES, PRESETS, SEARCHES, RULES)
def found():
    return [(list(r.items()), list(getattr(r, "_added", []))) for r in registries]
before = found()
for page in {pages}:
    importlib.import_module(page)
assert found() == before
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


def test_importing_the_explorer_loads_none_of_its_floors():
    assert not loaded("explorer") & {"panel", "bokeh", "param", "mcsearch"}


def test_importing_the_engine_loads_no_front_end():
    assert not loaded("mcsearch, mcsearch.presets") & (
        FRONT_END | {"tqdm", "distributed", "tornado"}
    )


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    # pytest imports them by this name alone: of two that one process collects, the second is lost
    names = Counter(file.name for file in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
