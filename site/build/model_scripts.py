"""What the page's models need of Bokeh's widgets and of Panel, as one script.

Both publish one script each for all their models; of Bokeh's widgets a page here has none, and of
Panel's models few.  Such a script is a table of modules, a line or more each, which require each
other by their keys or by names: the modules that `MODELS` need are taken out of the tables, and
registered as a plugin of Bokeh, as the whole scripts are.
"""

import json
import re
from collections.abc import Iterable, Mapping

MODELS = {"panel.models.markup.HTML": "models/html"}
"""Bokeh models that are not in its main script, and the modules that define them."""

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
