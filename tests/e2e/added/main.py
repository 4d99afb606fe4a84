"""The explorer with one page more, which is in the folder beside this file."""

from pathlib import Path

import explorer.pages
from explorer.shell import registry
from explorer.shell.page import Shell

FOLDER = str(Path(__file__).parent / "pages")

if FOLDER not in explorer.pages.__path__:
    explorer.pages.__path__.append(FOLDER)
    registry.PAGES.load()
Shell().servable()
