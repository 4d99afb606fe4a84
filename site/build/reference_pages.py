"""Build the reference of the public names from their docstrings.

`python site reference FOLDER`

Plain pages without scripts, by pdoc. They are not among what a visitor's browser keeps for later.
"""

import argparse
import re
import warnings
from pathlib import Path

import pdoc
import pdoc.render

from explorer.look.palette import DARK, FONT, LIGHT, Palette

MODULES = (
    "mcsearch",
    "mcsearch.problem",
    "mcsearch.adapters",
    "mcsearch.examples",
    "mcsearch.recipe",
    "mcsearch.presets",
    "mcsearch.engine.search",
    "mcsearch.engine.picture",
    "mcsearch.play",
    "mcsearch.runs.experiment",
    "explorer",
    "explorer.alone.live",
    "explorer.cards.tree.card",
    "explorer.cards.board.card",
    "explorer.cards.why.card",
    "explorer.cards.strip.card",
    "explorer.cards.scrub.card",
    "explorer.cards.lanes.card",
    "explorer.cards.transport.card",
)
"""What is documented, in this order; of a package what it names itself."""

POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "img-src data:; style-src 'unsafe-inline'\">"
)
"""The pages load nothing; what styles them stands in them."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def colors(palette: Palette) -> str:
    """The explorer's colours by pdoc's names."""
    return (
        f":root {{ color-scheme: {palette.name}; --pdoc-background: {palette.surface} }}"
        f"body {{ font-family: {FONT} }}"
        f".pdoc {{ --text: {palette.ink}; --muted: {palette.ink2}; --link: {palette.accent};"
        f" --link-hover: {palette.accent}; --code: {palette.sunk}; --active: {palette.accent_bg};"
        f" --accent: {palette.sunk}; --accent2: {palette.line}; --nav-hover: {palette.seg_on};"
        f" --name: {palette.accent}; --def: {palette.phases[1].color};"
        f" --annotation: {palette.phases[1].color} }}"
    )


def style() -> str:
    """Both themes, as the reader's system has them; code in the colours of its text."""
    dark = f"@media (prefers-color-scheme: dark) {{ {colors(DARK)} }}"
    plain = ".pdoc .pdoc-code :is(span, a) { color: inherit }"
    return f"<style>{colors(LIGHT)} {dark} {plain}</style>"


def build(folder: Path) -> list[Path]:
    """Write the pages into a folder that need not be there; return them."""
    pdoc.render.configure(
        docformat="markdown", search=False, show_source=False, footer_text="mcsearch"
    )
    with warnings.catch_warnings():
        # pdoc tells of annotations whose names are for type checkers only
        warnings.filterwarnings("ignore", category=UserWarning, module="pdoc.doc_types")
        pdoc.pdoc(*MODULES, output_directory=folder)
    pages = sorted(folder.rglob("*.html"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        text = text.replace("<head>", f"<head>\n    {POLICY}", 1)
        text = text.replace("</head>", f"{style()}</head>", 1)
        # the same bytes from every build
        page.write_text(_ADDRESS.sub("", text), encoding="utf-8")
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the pages are written")
    for built in build(parser.parse_args().folder):
        print(built)


if __name__ == "__main__":
    main()
