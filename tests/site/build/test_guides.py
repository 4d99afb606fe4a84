"""The guides: every piece of code in them runs, every link leads somewhere, nothing is loaded."""

import contextlib
import io
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

from build import guides
from check.audit import audit
from explorer.alone import live
from mcsearch import Recipe
from mcsearch.cli.main import main, make_parser
from mcsearch.games import GAMES, Game
from mcsearch.trace import record

ROOT = Path(__file__).resolve().parents[3]
DOCS = guides.GUIDES / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


class Block(NamedTuple):
    kind: str
    file: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def lines(text: str) -> Iterator[list[str]]:
    """The words of each command of a shell's block."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            yield shlex.split(line, comments=True)


def run_mcsearch(words: list[str], runs: bool) -> None:
    """Run a command, or only read it."""
    if not runs or "serve" in words:
        make_parser()[0].parse_args(words)
        return
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            code = main(words)
        except SystemExit as ended:  # as --help does
            code = ended.code
    assert code == 0, f"mcsearch {' '.join(words)}: {said.getvalue()}"


def check_command(words: list[str]) -> None:
    """What cannot be run in a test is there: targets, extras, programs' own commands."""
    while "=" in words[0]:
        words = words[1:]
    match words:
        case ["mcsearch", *rest]:
            run_mcsearch(rest, runs=False)
        case ["make", *targets]:
            command = ["make", "--dry-run", *targets]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        case ["pip", "install", what]:
            name, _, extra = what.rstrip("]").partition("[")
            assert name in ("mcsearch", ".")
            assert not extra or extra in EXTRAS
        case ["python", "site", command, *_]:
            assert f'"{command}": "' in (ROOT / "site" / "__main__.py").read_text()
        case ["panel", "serve", app, *_]:
            assert (ROOT / app / "main.py").exists()
        case ["dask", command, *_]:
            assert command in metadata.entry_points(group="dask_cli").names
        case ["python", "-m", "build", *_]:
            assert any(each.startswith("build>") for each in EXTRAS["dev"])
        case _:
            pytest.fail(f"no test for: {shlex.join(words)}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_piece_of_code_runs(page, tmp_path, monkeypatch, rooms_as_they_were):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names = {"__name__": "guide"}
    shown = []  # in a script `explorer.show` would serve until Ctrl-C
    monkeypatch.setattr(live.pn, "serve", lambda *_, **given: shown.append(given))
    for kind, file, text in blocks(page):
        if file:
            Path(file).write_text(text, encoding="utf-8")
        if kind == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, page.name, "exec"), names)
        elif kind == "console":
            for line in text.splitlines():
                prompt, _, command = line.partition(" ")
                words = shlex.split(command)
                assert prompt == "$"
                assert words[0] == "mcsearch"
                run_mcsearch(words[1:], runs=True)
        elif kind == "sh":
            for words in lines(text):
                check_command(words)
        elif kind == "toml":
            tomllib.loads(text)
        elif kind == "json":
            jsonschema.Draft202012Validator.check_schema(json.loads(text))
        else:
            assert kind == "html", f"{page.name}: no test for a block of {kind}"
    assert len(shown) == page.read_text(encoding="utf-8").count("explorer.show(search)")


def test_the_schemas_hold_for_what_the_program_writes():
    recipe, line = (json.loads(b.text) for b in blocks(DOCS / "reference/files.md"))
    for built in (Recipe("tictactoe"), Recipe("samegame", "4x4x2:1", "nmcs", {"level": 1})):
        jsonschema.validate(built.to_dict(), recipe)
        for written in record(built, 3):
            jsonschema.validate(json.loads(written), line)
    for wrong in ({"game": "tictactoe"}, {**Recipe("tictactoe").to_dict(), "seed": -1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, recipe)


def test_there_are_tutorials_and_twenty_tasks():
    assert len([*(DOCS / "tutorials").glob("*.md")]) == 5
    tasks = [
        line
        for page in (DOCS / "how-to").glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("## ")
    ]
    assert len(tasks) >= 20
    assert len({*tasks}) == len(tasks)


def test_the_reference_tells_the_rules_the_positions_and_the_source_of_every_game():
    told = guides.searches()
    for game in GAMES.values():
        for text in (game.rules, game.position_help, game.source):
            assert text in told
    assert Game.__doc__ not in told


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "guides"
    guides.build(folder)
    return folder


class Links(HTMLParser):
    """The addresses and the names of a page's places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id" and value:
                self.places.add(value)


def test_every_link_leads_somewhere_and_nothing_is_loaded(built: Path) -> None:
    audit(built.parent)
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in built.rglob("*.html")}
    assert len(pages) > len(PAGES)
    for page, found in pages.items():
        if page.name == "404.html":  # whose links are from the root of a host
            continue
        for link in found.links:
            address, _, place = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (page.parent / address).resolve() if address else page
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), f"{page.name}: {link}"
            if place and target in pages:
                assert place in pages[target].places, f"{page.name}: {link}"


def test_pages_run_their_own_scripts_alone(built: Path) -> None:
    for page in built.rglob("*.html"):
        head = page.read_text(encoding="utf-8").partition("</head>")[0]
        (allowed,) = re.findall(r"script-src ([^;]*);", head)
        assert "unsafe" not in allowed
        assert "'self'" in allowed


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path, monkeypatch):
    broken = tmp_path / "guides"
    shutil.copytree(guides.GUIDES, broken)
    with (broken / "docs" / "index.md").open("a") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    monkeypatch.setattr(guides, "GUIDES", broken)
    with pytest.raises(guides.GuidesError, match=r"nowhere\.md"):
        guides.build(tmp_path / "site")
