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
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, NoReturn, Protocol

PLAIN: frozenset[Any] = frozenset(
    {
        *(int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset),
        *(range, slice, object, types.NoneType, property, classmethod, staticmethod),
        *(type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType),
    }
)
"""Classes that are open: their public names, and those of what they make."""

_METACLASSES = (
    *(type, abc.ABCMeta, enum.EnumMeta),
    type(NamedTuple.__mro_entries__((NamedTuple,))[0]),  # type: ignore[attr-defined]
)

_mro: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_names: Callable[[type], Mapping[str, Any]] = type.__dict__["__dict__"].__get__


def is_maker(kind: object) -> bool:
    """Whether it is one of what may make the code's own classes, whatever it says of itself."""
    return any(kind is each for each in _METACLASSES)


_PUBLIC: dict[str, str] = {
    "__future__": "annotations division generator_stop",
    "abc": "ABC ABCMeta",
    "bisect": "*",
    "cmath": "*",
    "collections": "* -UserDict -UserString -namedtuple -abc",
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
    def name(self) -> str: ...


class Module(types.SimpleNamespace):
    """Stands for a module; " name" is its own."""


class Modules:
    """The stand-ins of one run, made when they are imported.

    `classes` are the numbers, as `id` gives them, of the classes that they show and of what these
    inherit: a class may say that it is equal to another.
    """

    def __init__(self, confined: Confinement) -> None:
        self._confined = confined
        self._own = _Own(self, confined)
        self._found: dict[str, Module] = {}
        self.classes: set[int] = set()
        self._show(functools.partial)

    def _show(self, each: type) -> None:
        self.classes.update(map(id, _mro(each)))

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
        for each in shown.values():
            if isinstance(each, type) and not issubclass(each, type):
                self._show(each)
        if name == "collections":
            shown["abc"] = self.find("collections.abc")
        if name == "random":
            shown = self._random()
        return Module(**{" name": name}, **shown)

    def _random(self) -> dict[str, Any]:
        """Of a generator of the code's own: that of the process is not its to turn."""
        chance = random.Random(0)
        self._show(random.Random)
        return {
            "Random": random.Random,
            **{name: getattr(chance, name) for name in _RANDOM.split()},
        }


class _Own:
    """Functions that would look into what they are given: here only into what is the code's own."""

    def __init__(self, modules: Modules, confined: Confinement) -> None:
        self._modules = modules
        self._confined = confined
        self._made: dict[type, list[tuple[str, Any]]] = {}  # by `dataclass`: the fields

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
        classes = _mro(each)
        # its text is put together from the names of the fields
        if not (all(map(self._is_usual, classes)) and all(map(_is_field, _annotated(each)))):
            self._confined.reach("dataclass")
        flags: dict[str, Any] = {name: bool(value) for name, value in options.items()}
        with self._confined.lifted():
            made = dataclasses.dataclass(each, **flags)
        self._made[made] = [*made.__dataclass_fields__.items()]
        return made

    def _is_usual(self, known: type) -> bool:
        """Whether a class has only fields as `field` makes them, and nothing that looks on."""
        names = _names(known)
        if not is_maker(type(known)):
            return False
        if known in self._made:
            fields = names["__dataclass_fields__"]
            return type(fields) is dict and [*fields.items()] == self._made[known]
        given = [
            each for name, kind in _annotated(known).items() for each in (kind, names.get(name))
        ]
        return "__dataclass_fields__" not in names and not any(map(self._pretends, given))

    def _pretends(self, value: Any) -> bool:
        """Whether a default, or a kind, may tell a `dataclass` something else than it is."""
        kind = type(value)
        if kind is dataclasses.Field:
            return self._pretends(value.default)
        return (
            not is_maker(type(kind))
            or issubclass(kind, dataclasses.Field)
            or any(
                name in _names(each) and self._confined.is_own_class(each)
                for each in _mro(kind)
                for name in ("__class__", "__get__", "__getattribute__")
            )
        )

    def _check_dataclass(self, value: Any) -> None:
        if not self.is_dataclass(value):
            raise TypeError("a dataclass instance is needed")

    def replace(self, value: Any, /, **changes: Any) -> Any:
        self._check_dataclass(value)
        return dataclasses.replace(value, **changes)

    def fields(self, value: Any) -> Any:
        self._check_dataclass(value)
        return dataclasses.fields(value)

    def is_dataclass(self, value: Any) -> bool:
        kind = value if issubclass(type(value), type) else type(value)
        return any(each in self._made for each in _mro(kind))

    def abstractmethod(self, function: Any) -> Any:
        if not self._confined.is_own(function):
            self._confined.reach("abstractmethod")
        return abc.abstractmethod(function)

    def namedtuple(self, name: Any, names: Any, **options: Any) -> type:
        options["module"] = self._confined.name
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
        names = _names(kind)
        is_simple = kind.__base__ is object and "__new__" not in names and "__dict__" in names
        if not (self._confined.is_own_class(kind) and is_simple):
            self._confined.reach(f"copy of {kind.__name__}")
        made = object.__new__(kind)
        for name, each in object.__getattribute__(value, "__dict__").items():
            if type(name) is not str or name[:2] == "__" == name[-2:]:
                self._confined.reach(f"copy of {kind.__name__}")
            object.__setattr__(made, name, inner(each))
        return made


_CONSTANT = (int, float, complex, bool, str, bytes, types.NoneType, range)


def _is_field(name: Any) -> bool:
    return type(name) is str and name.isidentifier() and not name.startswith("__")


def _annotated(each: type) -> Mapping[Any, Any]:
    """What a class says of its own fields; {0: ...} for what is no such thing."""
    fields = _names(each).get("__annotations__", {})
    return fields if type(fields) is dict else {0: fields}
