"""The page's scripts as the one script that stands in it.

The sources are ES modules that import each other by relative addresses, as Node.js, an editor and
the type checker know them. A browser could fetch them one by one, but the page is a single file,
on a server as on the static site, whose policy admits a script by its hash. Each module therefore
becomes a function's body whose result is what it exports, every one behind those that it imports.
What stands above the functions for the type checker stays behind: it is a seventh of the text.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

_IMPORT = re.compile(
    r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]*)\}) from "(?P<address>[^"]+)";\n',
    re.MULTILINE,
)
_EXPORT = re.compile(
    r"^export (?=(?:const|class|(?:async )?function) (?P<name>\w+)\b)", re.MULTILINE
)
_DOCUMENTATION = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|\bimport\.meta\b.*", re.MULTILINE)


class ScriptError(ValueError):
    """A module that cannot be joined with the others."""


def joined(entry: str, read: Callable[[str], str]) -> str:
    """One script that does what the module `entry` and all that it imports do.

    entry: its name, as `shell/client.js`; read: the text of a module by its name
    Raises `ScriptError` for imports in a circle and for forms of import and export that the page's
    modules have no need of: default ones, lists, re-exports, names that change, `import()`.
    """
    script = f'(() => {{\n"use strict";\n{_bodies(entry, read)}}})();\n'
    if "</script" in script.lower():
        raise ScriptError("a text in a module would end the script")
    return script


def undocumented(text: str) -> str:
    """A script without what stands above its functions for the type checker."""
    return _DOCUMENTATION.sub("", text)


def as_module(entry: str, read: Callable[[str], str], exported: str) -> str:
    """One module that exports what the module `entry` exports under a name, and imports nothing."""
    return f'{_bodies(entry, read)}export const {{ {exported} }} = modules["{entry}"];\n'


def _bodies(entry: str, read: Callable[[str], str]) -> str:
    bodies: dict[str, str] = {}
    _join(entry, read, bodies, ())
    return "const modules = {};\n" + "".join(bodies.values())


def _join(
    name: str, read: Callable[[str], str], bodies: dict[str, str], importers: tuple[str, ...]
) -> None:
    """Put a module's body behind those of the modules that it imports."""
    if name in importers:
        raise ScriptError(f"imports in a circle: {' -> '.join([*importers, name])}")
    if name in bodies:
        return
    text = undocumented(read(name))

    def local(match: re.Match[str]) -> str:
        if not match["address"].startswith("."):
            raise ScriptError(f'{name} imports "{match["address"]}", which is no relative address')
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), match["address"]))
        _join(other, read, bodies, (*importers, name))
        names = match["whole"] or "{" + re.sub(r"\s+as\s+", ": ", match["names"]) + "}"
        return f'const {names} = modules["{other}"];\n'

    exported = [match["name"] for match in _EXPORT.finditer(text)]
    body = _EXPORT.sub("", _IMPORT.sub(local, text))
    other_form = _OTHER.search(body)
    if other_form:
        raise ScriptError(f"{name}: cannot join {other_form[0]!r}")
    end = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    bodies[name] = f'modules["{name}"] = (() => {{\n{body}{end}}})();\n'
