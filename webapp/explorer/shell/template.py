"""The document that is sent to a browser: the shell's template around those of the pages."""

from __future__ import annotations

import urllib.parse
from collections.abc import Sequence
from functools import cache
from typing import Any

import jinja2

from explorer.look.icons import ICONS, LOGO
from explorer.look.palette import LIGHT, css_variables
from explorer.look.scripts import joined
from explorer.pages.page import Keys, Page
from explorer.shell import model_scripts, registry
from mcsearch import COMPILED
from mcsearch.library import interpreted_note

TITLE = "Monte Carlo Search Explorer"
TEMPLATE = "shell/page.html"
KEYS: Keys = ((("?",), "these keys"),)
"""Those that every page has."""
SCRIPT = "main.js"
"""The module that imports all others; it is written here."""


@cache
def template(address: str = TEMPLATE) -> jinja2.Template:
    """As Panel makes its own; the files that it includes are found by their addresses."""
    loader = jinja2.FunctionLoader(registry.read)
    environment = jinja2.Environment(loader=loader, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(address)


def variables(pages: Sequence[Page]) -> dict[str, Any]:
    """What the templates use."""
    return {
        "title": TITLE,
        "icons": ICONS,
        "logo": LOGO,
        "favicon": "data:image/svg+xml," + urllib.parse.quote(_favicon()),
        "pages": pages,
        "parts": {page.name: registry.parts(type(page)) for page in pages},
        "shell_keys": KEYS,
        "engine_note": engine_note(),
        # called when the document is written, which the browser's own Python never does
        "style": _style,
        "script": _script,
        "scripts": model_scripts.of_document,
    }


def engine_note() -> str:
    """What the page says of an engine that is not compiled, "" of one that is."""
    return "" if COMPILED else interpreted_note()


@cache
def _style() -> str:
    return css_variables() + "".join(map(registry.read, registry.styles()))


@cache
def _script() -> str:
    return joined(SCRIPT, read_script)


def read_script(name: str) -> str:
    """A module by its address; `SCRIPT` starts the shell with what the pages' modules make."""
    if name != SCRIPT:
        return registry.read(name)
    imports, made = "", []
    for number, page in enumerate(registry.pages()):
        address = registry.module(page)
        if address:
            imports += f'import {{ createPage as page{number} }} from "./{address}";\n'
        made.append(f"{page.name!r}: {f'page{number}' if address else '() => ({})'}")
    return (
        'import { startShell } from "./shell/client.js";\n'
        f"{imports}startShell({{ {', '.join(made)} }});\n"
    )


def _favicon() -> str:
    colored = LOGO.replace("var(--ink)", LIGHT.ink).replace("var(--accent)", LIGHT.accent)
    return colored.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
