"""The modules that confined code may import: their public names, without what reaches further.

No function here asks for attributes by names that the caller gives, evaluates text, or changes what
is not the caller's; no value here can be changed.
"""

from __future__ import annotations

import abc
import collections
import copy
import dataclasses
import enum
import functools
import importlib
import random
import types
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NoReturn, Protocol

PLAIN: frozenset[Any] = frozenset(
    {
        *(int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset),
        *(range, slice, object, types.NoneType, property, classmethod, staticmethod),
        *(type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType),
    }
)
"""Classes that are open: their public names, and those of what they make."""

_PUBLIC: dict[str, str] = {
    "__future__": "annotations division generator_stop",
    "abc": "ABC ABCMeta",
    "bisect": "*",
    "cmath": "*",
    "collections": "* -UserString -namedtuple -abc",
    "collections.abc": "*",
    "copy": "",
    "dataclasses": "field FrozenInstanceError KW_ONLY",
    "decimal": "* -Context -BasicContext -ExtendedContext -DefaultContext -setcontext -getcontext"
    " -localcontext -IEEEContext",
    "enum": "Enum Flag IntEnum IntFlag StrEnum auto",
    "fractions": "*",
    "functools": "cache cached_property cmp_to_key lru_cache partial reduce",
    "heapq": "*",
    "itertools": "*",
    "math": "*",
    "numbers": "*",
    "operator": "* -attrgetter -methodcaller",
    "random": "",
    "re": "compile escape findall finditer fullmatch match search split sub subn error A ASCII I"
    " IGNORECASE M MULTILINE S DOTALL X VERBOSE Match Pattern RegexFlag",
    "statistics": "*",
    "string": "ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits"
    " printable punctuation whitespace",
    "textwrap": "dedent fill indent shorten wrap",
    "typing": "Any Callable ClassVar Collection Counter DefaultDict Deque Dict Final FrozenSet"
    " Generic Generator Hashable Iterable Iterator List Literal Mapping NamedTuple NewType Optional"
    " Self Sequence Set Sized Tuple Type TypeVar Union cast",
}
"""What of each module is shown; "*": what it makes public itself, but for what follows a minus."""

_RANDOM = (
    "betavariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate"
    " normalvariate paretovariate randint random randrange sample seed setstate shuffle triangular"
    " uniform vonmisesvariate weibullvariate"
)


class Confinement(Protocol):
    """What knows whose a class is, and is told when the code reaches beyond itself."""

    def reach(self, what: str) -> NoReturn: ...
    def is_own(self, value: Any) -> bool: ...
    def is_own_class(self, value: Any) -> bool: ...
    def check_own_class(self, value: Any, what: str) -> None: ...
    def lifted(self) -> AbstractContextManager[None]: ...

    @property
    def _module(self) -> types.ModuleType: ...


class Module(types.SimpleNamespace):
    """Stands for a module; " name" is its own."""


class Modules:
    """The stand-ins of one run, made when they are imported; `classes` is what they show."""

    def __init__(self, confined: Confinement) -> None:
        self._confined = confined
        self._own = _Own(self, confined)
        self._found: dict[str, Module] = {}
        self.classes: set[Any] = {functools.partial}

    def find(self, name: str) -> Module | None:
        if name not in _PUBLIC:
            return None
        if name not in self._found:
            with self._confined.lifted():
                self._found[name] = self._made(name)
        return self._found[name]

    def _made(self, name: str) -> Module:
        module = importlib.import_module(name)
        words = _PUBLIC[name].split()
        wanted = [word for word in words if word[0] not in "*-"]
        if "*" in words:
            wanted = list(getattr(module, "__all__", vars(module)))
        left = {word[1:] for word in words if word[0] == "-"}
        shown = {
            each: getattr(module, each)
            for each in wanted
            if not each.startswith("_") and each not in left and hasattr(module, each)
        }
        shown |= self._own.of(name)
        self.classes |= {each for each in shown.values() if isinstance(each, type)}
        if name == "dataclasses":
            self.classes.add(dataclasses.Field)
        if name == "functools":
            self.classes.add(type(functools.cache(len)))
        if name == "collections":
            shown["abc"] = self.find("collections.abc")
        if name == "random":
            shown = self._random()
        return Module(**{" name": name}, **shown)

    def _random(self) -> dict[str, Any]:
        """Of a generator of the code's own: that of the process is not its to turn."""
        chance = random.Random(0)
        self.classes.add(random.Random)
        return {
            "Random": random.Random,
            **{name: getattr(chance, name) for name in _RANDOM.split()},
        }


class _Own:
    """Functions that would look into what they are given: here only into what is the code's own."""

    def __init__(self, modules: Modules, confined: Confinement) -> None:
        self._modules = modules
        self._confined = confined
        self._made: list[type] = []  # by `dataclass`

    def of(self, module: str) -> dict[str, Any]:
        """The functions of a module that stand here."""
        names = {
            "abc": "abstractmethod",
            "collections": "namedtuple",
            "copy": "copy deepcopy",
            "dataclasses": "dataclass fields is_dataclass replace",
            "enum": "unique",
            "functools": "total_ordering wraps",
        }
        return {name: getattr(self, name) for name in names.get(module, "").split()}

    def dataclass(self, each: Any = None, /, **options: Any) -> Any:
        if each is None:
            return lambda given: self.dataclass(given, **options)
        self._confined.check_own_class(each, "dataclass")
        for known in type.__dict__["__mro__"].__get__(each):
            names = type.__dict__["__dict__"].__get__(known)
            fields = names.get("__annotations__", {})
            is_text = type(fields) is dict and all(map(_is_field, fields))
            # its text is put together from the names of the fields
            is_forged = "__dataclass_fields__" in names and known not in self._made
            if not is_text or is_forged:
                self._confined.reach("dataclass")
        with self._confined.lifted():
            made = dataclasses.dataclass(each, **options)
        self._made.append(made)
        return made

    def _check_dataclass(self, value: Any) -> None:
        kind = value if isinstance(value, type) else type(value)
        classes = type.__dict__["__mro__"].__get__(kind)
        if not any(each in self._made for each in classes):
            raise TypeError("a dataclass instance is needed")

    def replace(self, value: Any, /, **changes: Any) -> Any:
        self._check_dataclass(value)
        return dataclasses.replace(value, **changes)

    def fields(self, value: Any) -> Any:
        self._check_dataclass(value)
        return dataclasses.fields(value)

    def is_dataclass(self, value: Any) -> bool:
        kind = value if isinstance(value, type) else type(value)
        return any(each in self._made for each in type.__dict__["__mro__"].__get__(kind))

    def abstractmethod(self, function: Any) -> Any:
        if not self._confined.is_own(function):
            self._confined.reach("abstractmethod")
        return abc.abstractmethod(function)

    def namedtuple(self, name: Any, names: Any, **options: Any) -> type:
        options["module"] = self._confined._module.__name__
        return collections.namedtuple(name, names, **options)

    def total_ordering(self, each: Any) -> Any:
        self._confined.check_own_class(each, "total_ordering")
        return functools.total_ordering(each)

    def unique(self, each: Any) -> Any:
        self._confined.check_own_class(each, "unique")
        return enum.unique(each)

    def wraps(self, wrapped: Any) -> Callable[[Any], Any]:
        def wrap(function: Any) -> Any:
            if not (self._confined.is_own(wrapped) and self._confined.is_own(function)):
                self._confined.reach("wraps")
            function.__name__ = wrapped.__name__
            function.__doc__ = wrapped.__doc__
            return function

        return wrap

    def copy(self, value: Any) -> Any:
        return self._copied(value, lambda each: each)

    def deepcopy(self, value: Any, memo: Any = None) -> Any:
        known: dict[int, Any] = {}

        def deep(each: Any) -> Any:
            if id(each) not in known:
                known[id(each)] = self._copied(each, deep)
            return known[id(each)]

        return deep(value)

    def _copied(self, value: Any, inner: Callable[[Any], Any]) -> Any:
        """Containers and the code's own objects; of what else there is, what never changes."""
        kind = type(value)
        if kind in (list, set, tuple, frozenset, collections.deque):
            return kind(map(inner, value))
        if kind in (dict, collections.Counter, collections.OrderedDict):
            return kind({inner(key): inner(each) for key, each in value.items()})
        if kind in _CONSTANT or issubclass(kind, enum.Enum):
            return value
        if kind is random.Random:
            return copy.copy(value)
        names = type.__dict__["__dict__"].__get__(kind)
        is_simple = kind.__base__ is object and "__new__" not in names and "__dict__" in names
        if not (self._confined.is_own_class(kind) and is_simple):
            self._confined.reach(f"copy of {kind.__name__}")
        made = object.__new__(kind)
        for name, each in object.__getattribute__(value, "__dict__").items():
            object.__setattr__(made, name, inner(each))
        return made


_CONSTANT = (int, float, complex, bool, str, bytes, types.NoneType, range)


def _is_field(name: Any) -> bool:
    return type(name) is str and name.isidentifier() and not name.startswith("__")
