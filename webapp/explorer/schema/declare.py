"""Dataclasses as the types that the scripts are checked with (TypeScript)."""

from __future__ import annotations

import inspect
import json
import re
import types
from collections.abc import Iterable
from dataclasses import is_dataclass
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from explorer.schema.contract import Numbers, sent_fields

_PLAIN = {bool: "boolean", float: "number", int: "number", str: "string", type(None): "null"}
_INNERMOST = re.compile(r"[\[(<][^\[\](<>)]*[\])>]")
_COMMENT = re.compile(r"^    (\w+): .*?  # (.+)$", re.MULTILINE)


def declared(kinds: Iterable[type]) -> str:
    """An interface for each dataclass and for those that it is made of, in the order met.

    A class's first line and the comments behind its fields go with it. Raises TypeError for a field
    whose type no script can be told.
    """
    interfaces: dict[type, str] = {}
    for kind in kinds:
        _declare(kind, interfaces)
    return "\n".join(interfaces.values())


def _declare(kind: type, interfaces: dict[type, str]) -> None:
    if kind in interfaces:
        return
    interfaces[kind] = ""  # in its place, before those of its parts
    sources = [inspect.getsource(each) for each in kind.__mro__ if is_dataclass(each)]
    comments = dict(_COMMENT.findall("\n".join(reversed(sources))))
    lines = [f"// {str(kind.__doc__).splitlines()[0]}", f"interface {kind.__name__} {{"]
    for field in sent_fields(kind):
        try:
            told = _type(field.type, field.numbers, interfaces)
        except TypeError as error:
            raise TypeError(f"{kind.__name__}.{field.name}: {error}") from None
        comment = f" // {comments[field.name]}" if field.name in comments else ""
        lines.append(f"  {field.name}: {told};{comment}")
    interfaces[kind] = "\n".join([*lines, "}", ""])


def _type(hint: Any, numbers: Numbers, interfaces: dict[type, str]) -> str:
    number = "number | null" if numbers.has_unknown else "number"
    if hint is np.ndarray:
        return _list(number)
    if hint in (float, int):
        return number
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        _declare(hint, interfaces)
        return hint.__name__
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(json.dumps, parts))
    if origin in (Union, types.UnionType):
        return " | ".join(_type(part, numbers, interfaces) for part in parts)
    if origin is tuple and parts[1:] == (...,):
        return _list(_type(parts[0], numbers, interfaces))
    if origin is tuple:
        return f"[{', '.join(_type(part, numbers, interfaces) for part in parts)}]"
    if origin is dict:
        key, value = (_type(part, numbers, interfaces) for part in parts)
        return f"Record<{key}, {value}>"
    raise TypeError(f"{hint} has no type in the scripts: give a dataclass, numbers or texts")


def _list(each: str) -> str:
    whole = each  # a choice that stands within brackets needs none around it
    while whole != (whole := _INNERMOST.sub("", whole)):
        pass
    return f"({each})[]" if " | " in whole else f"{each}[]"
