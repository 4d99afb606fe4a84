"""The scripts of a document: Bokeh's own, and what its models need of Bokeh's widgets and of Panel.

Both publish one script each for all their models; of Bokeh's widgets a page here has none, and of
Panel's models few.  Such a script is a table of modules, a line or more each, which require each
other by their keys or by names: the modules that `MODELS` need are taken out of the tables, and
registered as a plugin of Bokeh, as the whole scripts are.  With those of WebGL, of TeX and of other
sites' modules, which Panel adds to every document, they are two thirds of what a browser would
fetch and compile.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache

from bokeh.model import DataModel, Model
from bokeh.util.paths import bokehjs_path
from panel.io.resources import DIST_DIR
from panel.io.state import state

MODELS = {"panel.models.markup.HTML": "models/html"}
"""Bokeh models that are not in its main script, and the modules that define them."""

_MAIN = re.compile(r'<script[^>]* src="[^"]*/bokeh(?:-[\d.]+)?\.min\.js\b[^>]*></script>')
"""Bokeh's main script, from this server or from another site."""
_ELSEWHERE = ("bokeh.models.widgets.", "bokeh.models.text")
"""The modules of Bokeh whose models are not in its main script, or ask for TeX."""

_HEAD = re.compile(r"/\*!.*?\*/\s*", re.DOTALL)
_TABLE = re.compile(r"^\(\{\n(.*)^\}, [^,]+, (\{.*\}), \{\}\);\}\);", re.DOTALL | re.MULTILINE)
_MODULE = re.compile(r'^(?P<key>\d+|"\w+"): function _\((?P<require>\w+),', re.MULTILINE)
_OF_BOKEH = "@bokehjs/"
_PLUGIN = """{heads}Bokeh.register_plugin({{
{modules}"page": function _(require) {{
require("@bokehjs/base").register_models({{{models}}});
}},
}}, "page", {aliases}, {{}});
"""


class ScriptError(RuntimeError):
    """A script of models is not what it was, or lacks a module."""


def tables(script: str) -> tuple[dict[str, str], dict[str, str]]:
    """A script's modules by key, and their keys by name."""
    table = _TABLE.search(script)
    if table is None:
        raise ScriptError("a script of models holds no table of modules")
    starts = [(match["key"], match.start()) for match in _MODULE.finditer(table[1])]
    ends = [start for _, start in starts[1:]] + [len(table[1])]
    modules = {key: table[1][start:end] for (key, start), end in zip(starts, ends, strict=True)}
    keys = {name: json.dumps(key) for name, key in json.loads(table[2]).items()}
    return modules, keys


def required(module: str) -> set[str]:
    """The keys and names that a module requires, and maybe others that look so."""
    name = re.escape(_MODULE.match(module)["require"])  # type: ignore[index]
    return set(re.findall(rf'(?<![\w$.]){name}\((\d+|"[^"]+")\)', module))


def needed(modules: Mapping[str, str], keys: Mapping[str, str], names: Iterable[str]) -> set[str]:
    """The keys of the modules of these names and of all that they require."""
    found: set[str] = set()
    waiting = [keys[name] for name in names]
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            for other in required(modules[key]):
                name = other.strip('"').removeprefix(_OF_BOKEH)
                other = keys.get(name, other)
                if other in modules:
                    waiting.append(other)
    return found


def models_script(scripts: Iterable[str], models: Mapping[str, str] = MODELS) -> str:
    """The one script of the models, made of those that have them.

    Raises ScriptError when a model's module is in none of them.
    """
    modules: dict[str, str] = {}
    keys: dict[str, str] = {}
    heads = ""
    for script in scripts:
        heads += "".join(_HEAD.findall(script)[:1])
        more, more_keys = tables(script)
        modules |= more
        keys |= more_keys
    missing = sorted(set(models.values()) - set(keys))
    if missing:
        raise ScriptError(f"no script of models has the modules {', '.join(missing)}")
    kept = needed(modules, keys, models.values())
    aliases = {name: json.loads(key) for name, key in keys.items() if key in kept}
    return _PLUGIN.format(
        heads=heads,
        modules="".join(text for key, text in modules.items() if key in kept),
        aliases=json.dumps(aliases),
        models=", ".join(
            f'{name}: require("{module}").{name}'
            for name, module in ((full.rsplit(".", 1)[1], models[full]) for full in sorted(models))
        ),
    )


def of_document(all_scripts: str) -> str:
    """What the current document needs of the scripts that Panel gives to every one.

    All of them where it has a model of another kind, that of an added page for example, or where
    the installed scripts are not what they were. TeX in the plain text of a plot is not drawn.
    """
    main, document = _MAIN.search(all_scripts), state.curdoc
    if main is None or document is None or not all(map(_is_known, document.models)):
        return all_scripts
    try:
        return f"{main[0]}\n<script data-models>{_installed()}</script>"
    except ScriptError:
        return all_scripts


def _is_known(model: Model) -> bool:
    name = f"{type(model).__module__}.{type(model).__name__}"
    if name.startswith("bokeh."):
        return not name.startswith(_ELSEWHERE)
    return name in MODELS or isinstance(model, DataModel)


@cache
def _installed() -> str:
    scripts = (bokehjs_path() / "js" / "bokeh-widgets.min.js", DIST_DIR / "panel.min.js")
    return models_script(path.read_text(encoding="utf-8") for path in scripts)
