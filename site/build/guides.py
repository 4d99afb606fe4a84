"""Build the guides with MkDocs: `python site guides FOLDER`.

What is written by hand lies in `site/guides`. The pages of the reference are made here from what
the program says of itself, and so never tell of another version.
"""

import argparse
import base64
import hashlib
import inspect
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from explorer.look.palette import DARK, FONT, LIGHT, Palette
from mcsearch.cli.main import make_parser
from mcsearch.engine.wording import text_of
from mcsearch.games import GAMES, Game
from mcsearch.playout import POLICIES
from mcsearch.presets import PRESETS
from mcsearch.searches import SEARCHES
from mcsearch.selection import RULES

SITE = Path(__file__).resolve().parents[1]
GUIDES = SITE / "guides"
CHANGELOG = SITE.parent / "CHANGELOG.md"
IMAGES = ("icon-192.png", "explore-light.png", "nmcs-light.png", "race-light.png", "play-light.png")
EPOCH = "315532800"
"""1980-01-01, as in the wheel: two builds give the same bytes."""

UNUSED = ("sitemap.xml", "sitemap.xml.gz", "assets/javascripts/lunr")
"""An address that the site does not know, and searching in other languages than English."""
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class GuidesError(RuntimeError):
    """MkDocs has found something wrong, as a link that leads nowhere."""


def colors() -> str:
    """The explorer's colours by Material's names."""
    return "".join(
        f"[data-md-color-scheme={scheme}] {{ color-scheme: {palette.name};"
        f" --md-default-bg-color: {palette.surface}; --md-default-fg-color: {palette.ink};"
        f" --md-default-fg-color--light: {palette.ink2}; --md-typeset-color: {palette.ink};"
        f" --md-typeset-a-color: {palette.accent}; --md-accent-fg-color: {palette.accent};"
        f" --md-primary-fg-color: {palette.surface2}; --md-primary-bg-color: {palette.ink};"
        f" --md-primary-bg-color--light: {palette.ink2}; --md-code-bg-color: {palette.sunk};"
        f" --md-code-fg-color: {palette.ink}; --md-footer-bg-color: {palette.surface2};"
        f" --md-footer-bg-color--dark: {palette.surface2}; --md-footer-fg-color: {palette.ink};"
        f" --md-footer-fg-color--light: {palette.ink2}; {highlighting(palette)} }}\n"
        for scheme, palette in (("default", LIGHT), ("slate", DARK))
    ) + (
        f"body {{ --md-text-font-family: {FONT} }}\n"
        ".md-typeset a { text-decoration: underline }\n"
        ".md-typeset .highlight span { color: inherit }\n"
        ".md-typeset pre > code { white-space: pre-wrap; overflow: visible }\n"
        ".md-header { border-bottom: 1px solid var(--md-code-bg-color); box-shadow: none }\n"
    )


def highlighting(palette: Palette) -> str:
    """Code in the colours of its text, as in the reference: every one of them can be read."""
    names = "comment function keyword name number operator punctuation special string variable"
    return "; ".join(f"--md-code-hl-{name}-color: {palette.ink2}" for name in names.split())


def command_line() -> str:
    """A page with the help of every command."""
    parser, commands = make_parser()
    pages = ["# The command line", fenced(parser.format_help())]
    for name, command in commands.items():
        pages += [f"## mcsearch {name}", fenced(command.format_help())]
    return "\n\n".join(pages) + "\n"


def fenced(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def explained(thing: Any) -> str:
    """What a game is, or a class's docstring without the signature from the compiler."""
    if isinstance(thing, Game):
        return f"{thing.rules}\n\nPosition: {thing.position_help}.\n\nSource: {thing.source}."
    lines = inspect.cleandoc(thing.__doc__ or "").splitlines()
    if lines and re.match(r"\w+\(.*\) -> ", lines[0]):
        lines = lines[1:]
    return "\n".join(lines).strip()


def parameters(thing: Any) -> str:
    """A table of the parameters that a class declares."""
    rows = [
        f"| `{each.name}` | {text_of(each.default)} | {each.help.replace('|', '/')} |"
        for each in getattr(thing, "parameters", ())
    ]
    head = ["| parameter | default | what it is |", "|---|---|---|"]
    return "\n".join([*head, *rows]) if rows else ""


def section(title: str, things: Mapping[str, Any], intro: str) -> str:
    parts = [f"## {title}", intro]
    for name, thing in things.items():
        parts += [f"### {thing.title} {{ #{title.split()[0].lower()}-{name} }}", f"`{name}`"]
        parts += [explained(thing), parameters(thing)]
    return "\n\n".join(part for part in parts if part)


def searches() -> str:
    """A page with every search, rule, policy and game that is offered."""
    offered = {name: rule for name, rule in RULES.items() if rule.is_offered}
    return "\n\n".join(
        [
            "# Searches, rules, policies, games",
            "Made from the program's own declarations: what a recipe may name, with its source.",
            section("Searches", SEARCHES, "The name is a recipe's `search`."),
            section("Rules", offered, "The name is a recipe's parameter `selection`."),
            section("Policies", POLICIES, "The name is a recipe's parameter `policy`."),
            section("Games", GAMES, "The name is a recipe's `game`."),
            "",
        ]
    )


def presets() -> str:
    rows = [
        f"| `{preset.name}` | {preset.title} | {preset.origin} |" for preset in PRESETS.values()
    ]
    head = "# Presets\n\n`mcsearch presets` lists them with their parameters.\n\n"
    return head + "\n".join(["| name | title | origin |", "|---|---|---|", *rows]) + "\n"


def generated() -> dict[str, str]:
    """The pages that are made here, by their places."""
    return {
        "reference/command-line.md": command_line(),
        "reference/searches.md": searches(),
        "reference/presets.md": presets(),
        "reference/changelog.md": CHANGELOG.read_text(encoding="utf-8"),
        "styles/colors.css": colors(),
    }


def stage(folder: Path) -> None:
    """Everything that MkDocs reads, in a folder that need not be there."""
    shutil.copytree(GUIDES, folder)
    for name, text in generated().items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    images = folder / "docs" / "images"
    images.mkdir(exist_ok=True)
    for name in IMAGES:
        shutil.copy(SITE / "images" / name, images)


def policy(page: str) -> str:
    """The security policy of a page: its own scripts, by their hashes, and this site's files."""
    hashes = sorted(
        "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        for text in set(_INLINE.findall(page))
    )
    return (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"script-src 'self' {' '.join(hashes)}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'\">"
    )


def build(folder: Path) -> list[Path]:
    """Write the guides into a folder; return the pages. GuidesError with what MkDocs has found."""
    with tempfile.TemporaryDirectory() as name:
        staged = Path(name) / "guides"
        stage(staged)
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        command += ["--config-file", str(staged / "mkdocs.yml"), "--site-dir", str(folder)]
        done = subprocess.run(
            command,
            env={"SOURCE_DATE_EPOCH": EPOCH, "PATH": "", "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise GuidesError(f"building the guides failed:\n{done.stdout}{done.stderr}")
    remove(folder / unused for unused in UNUSED)
    remove(folder.rglob("*.map"))
    pages = sorted(folder.rglob("*.html"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        text = text.replace('role="dialog"', 'role="dialog" aria-label="Search"')
        page.write_text(text.replace("<head>", f"<head>{policy(text)}", 1), encoding="utf-8")
    return pages


def remove(paths: Iterable[Path]) -> None:
    for path in [*paths]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    for page in build(parser.parse_args().folder.resolve()):
        print(page)


if __name__ == "__main__":
    main()
