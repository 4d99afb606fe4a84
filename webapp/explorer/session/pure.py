"""A person's code confined to computation, so that half of it may run while it is typed.

What counts is what the code does, not how it is spelt. Imports give stand-ins of a few modules with
their public names alone. Every attribute is asked for by a function that looks at the object:
values, the code's own classes and what they made are open, and the rest of Python (modules, frames,
code, tracebacks, functions of others) is not; of what the code's own classes inherit only what is
shown anyway. Nothing but the code's own objects is written to.
What gets past all that meets Python's audit: whatever it announces stops the code. Syntax that
would ask for attributes by itself is not run.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import string
import sys
import threading
import types
import typing
from _string import formatter_field_name_split  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from explorer.session.code import Code, fault
from explorer.session.pure_modules import PLAIN, Module, Modules, is_maker
from explorer.session.pure_text import CHANGED, GET, WRITABLE, asking, reaching

_SPECIAL = (
    "init new name qualname doc class len iter next reversed getitem setitem delitem contains eq ne"
    " lt le gt ge hash repr str bool int float index call format missing add sub mul matmul truediv"
    " floordiv mod divmod pow lshift rshift and xor or neg radd rsub rmul rtruediv rfloordiv rmod"
    " rpow rand rxor ror pos abs invert round iadd isub imul iand ior ixor enter exit post_init"
    " copy deepcopy version"
)
_DUNDERS = frozenset(f"__{name}__" for name in _SPECIAL.split())
_NAMED_TUPLES = frozenset(("_replace", "_asdict", "_fields", "_make", "_field_defaults"))
_GENERATORS = frozenset(("send", "throw", "close"))
_ERRORS = frozenset(("args", "value", "add_note"))
_CACHES = frozenset(("cache_info", "cache_clear", "cache_parameters"))
_REGISTERS = frozenset(("mro", "register"))
_FIELDS = frozenset(("__dataclass_fields__", "__dataclass_params__"))
_EXCEPTIONS = tuple(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
_OPEN = (
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod"
    " enumerate filter float format frozenset hash hex id int isinstance issubclass iter len list"
    " map max min next object oct ord pow property range repr reversed round set slice sorted"
    " staticmethod str sum super tuple type zip None True False Ellipsis NotImplemented"
)
_SHOWN = frozenset(map(id, PLAIN)) | {
    id(each)
    for name in _EXCEPTIONS
    for each in type.__dict__["__mro__"].__get__(vars(builtins)[name])
}
_ALIASES = tuple(
    map(type, (list[int], typing.List, typing.List[int], typing.Tuple, typing.Callable))  # noqa: UP006
)
_UNHEARD = frozenset(
    (
        *("builtins.id", "compile", "exec", "sys._getframe", "sys._getframemodulename"),
        *("sys.settrace", "sys.unraisablehook"),
    )
)
"""What the modules and the clock of `guard` announce."""
_NAMING = frozenset(
    f"__{name}__" for name in ("bases", "defaults", "doc", "module", "name", "qualname")
)
"""What `collections`, `enum` and `typing` set on the classes that they make."""

_classes_mro: Any = type.__dict__["__mro__"]
_classes_dict: Any = type.__dict__["__dict__"]
_receiver: Any = super.__dict__["__self__"]
_beside: Any = super.__dict__["__thisclass__"]
_kind_of: Any = super.__dict__["__self_class__"]
_cache_of_functions = type(functools.cache(len))
_heard: dict[int, Confined] = {}  # by the thread: what runs in it
_is_hearing = False


class ReachError(BaseException):
    """The code reaches beyond itself; nobody's `except Exception` is to catch it."""


class Confined:
    """One run of a code; `reached` says what of it reaches beyond it, "" for nothing so far."""

    def __init__(self) -> None:
        self.reached = ""
        self._module = types.ModuleType("")
        self.name = ""  # the module's, which the code could change there
        self._modules = Modules(self)
        self._is_lifted = False

    def execute(self, code: Code, module: types.ModuleType) -> None:
        """Run the code in a module of its own. CodeError when it is no Python."""
        try:
            tree = ast.parse(code.text, code.file)
        except (SyntaxError, ValueError) as error:
            raise fault(error, code) from None
        self._module, self.name = module, module.__name__
        if far := reaching(tree):
            self.reach(far)
        vars(module)["__builtins__"] = self._builtins()
        compiled = compile(asking(tree), code.file, "exec", dont_inherit=True, optimize=0)
        with self.heard():
            exec(compiled, vars(module))

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Inside, what this thread does that Python's audit announces stops the code."""
        _hear()
        thread = threading.get_ident()
        before = _heard.get(thread)
        _heard[thread] = self
        try:
            yield
        finally:
            if before is None:
                del _heard[thread]
            else:
                _heard[thread] = before

    def hearing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, heard whenever it is called."""

        @functools.wraps(function)
        def heard(*arguments: Any, **options: Any) -> Any:
            with self.heard():
                return function(*arguments, **options)

        return heard

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Inside, a module is at work that looks at functions, or is imported, itself."""
        before, self._is_lifted = self._is_lifted, True
        try:
            yield
        finally:
            self._is_lifted = before

    def announce(self, event: str, arguments: Sequence[Any]) -> None:
        is_name = event == "object.__setattr__" and arguments[1] in _NAMING
        if event not in _UNHEARD and not is_name and not self._is_lifted:
            named = arguments[0] if event == "import" and arguments else event
            self.reach(str(named))

    def reach(self, what: str) -> NoReturn:
        self.reached = self.reached or what
        raise ReachError(what)

    # ---- whose an object is ----

    def is_own_class(self, value: Any) -> bool:
        """Whether it is a class that the code has made."""
        if not issubclass(type(value), type):
            return False
        named = _classes_dict.__get__(value).get("__module__")
        return type(named) is str and named == self.name

    def is_own(self, value: Any) -> bool:
        """Whether it is the code's to change: a class of it, what these make, or a function."""
        if isinstance_of(value, types.FunctionType):
            return value.__globals__ is vars(self._module)
        return self.is_own_class(value) or self.is_own_class(type(value))

    def check_own_class(self, value: Any, what: str) -> None:
        if not self.is_own_class(value):
            self.reach(what)

    # ---- attributes ----

    def get(self, value: Any, name: Any, *default: Any) -> Any:
        """`getattr`, where it does not reach beyond the code."""
        if type(name) is not str:
            self.reach("getattr")
        if name in ("format", "format_map") and _is_text(value):
            return _formatting(self, value, name)
        if name == "__setattr__":
            return self._setter(value)
        if not self._is_open(value, name):
            self.reach(f"{_named(value)}.{name}")
        return getattr(value, name, *default)

    def _is_open(self, value: Any, name: str) -> bool:
        kind = type(value)
        is_private, is_dunder = name.startswith("_"), name[:2] == "__" == name[-2:]
        if kind is Module:
            return not is_private and name in vars(value)
        if kind is types.FunctionType:
            is_own = value.__globals__ is vars(self._module)
            return name in ("__name__", "__doc__", "__qualname__") or (is_own and not is_private)
        is_class = issubclass(kind, type)
        if is_class and issubclass(value, type):  # it would make classes that look on
            return name == "__name__"
        if kind is super:
            return self._is_inherited(value, name)
        if self.is_own(value):
            return self._is_open_own(value, name)
        if is_private and name not in _DUNDERS:
            return False
        if kind is types.GeneratorType:
            return name in _GENERATORS or is_dunder
        if issubclass(kind, BaseException):
            return name in _ERRORS or is_dunder
        if kind in (types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType):
            return name in ("__name__", "__doc__", "__qualname__")
        if kind is _cache_of_functions:  # it has taken over what the function had
            return name in _CACHES or is_dunder
        if is_class:
            return self._is_shown(value) and name not in _REGISTERS
        return self._is_shown(kind) or kind is dataclasses.Field

    def _is_open_own(self, value: Any, name: str) -> bool:
        """Of a class of the code's own, or of what it has made."""
        kind = type(value)
        is_class = issubclass(kind, type)
        classes = _classes_mro.__get__(value if is_class else kind)
        if not all(map(self._is_known, classes)):
            return False
        if name in _NAMED_TUPLES and issubclass(value if is_class else kind, tuple):
            return True
        owner = _owner(classes, name)
        if owner is None and is_class:
            owner = _owner(_classes_mro.__get__(kind), name)
        return (name == "__dict__" and not is_class) or self._is_from(owner, name)

    def _is_inherited(self, value: Any, name: str) -> bool:
        """Of `super()` in a method of a class of the code's own; not in one that makes classes."""
        beside, kind = _beside.__get__(value), _kind_of.__get__(value)
        if kind is None or not self.is_own_class(beside) or issubclass(beside, type):
            return False
        classes = _classes_mro.__get__(kind)
        after = classes[classes.index(beside) + 1 :]
        return all(map(self._is_known, after)) and self._is_from(_owner(after, name), name)

    def _is_from(self, owner: type | None, name: str) -> bool:
        """Whether an attribute is open that the code's own has from a class, or from none."""
        if name[:2] == "__" == name[-2:]:
            is_of_code = owner is not None and self.is_own_class(owner)
            return name in _DUNDERS or (is_of_code and name not in _FIELDS)
        return not name.startswith("_") or owner is None or self.is_own_class(owner)

    def _is_known(self, kind: type) -> bool:
        return self.is_own_class(kind) or self._is_shown(kind)

    def _is_shown(self, kind: type) -> bool:
        """Whether a class is one of those that no code could misuse; whatever it says of itself."""
        number = id(kind)
        return number in _SHOWN or number in self._modules.classes

    def _setter(self, value: Any) -> Callable[..., None]:
        """`__setattr__` of an object, or of a class for any of its objects."""
        if type(value) is super:
            return lambda name, given: object.__setattr__(
                self.writable(_receiver.__get__(value), name), name, given
            )
        if value is object:
            return lambda target, name, given: object.__setattr__(
                self.writable(target, name), name, given
            )
        if not self.is_own_class(type(value)):
            self.reach("__setattr__")
        return lambda name, given: setattr(self.writable(value, name), name, given)

    def writable(self, value: Any, name: Any) -> Any:
        """The value, whose attribute of that name may be set or taken away."""
        if type(name) is not str or (name[:2] == "__" == name[-2:]) or not self.is_own(value):
            self.reach(f"{_named(value)}.{name}")
        if isinstance_of(value, types.FunctionType) and name.startswith("_"):
            self.reach(f"function.{name}")
        return value

    def changed(self, value: Any, name: Any) -> Any:
        """The value, whose attribute of that name may be read and set."""
        if not self._is_open(self.writable(value, name), name):
            self.reach(f"{_named(value)}.{name}")
        return value

    # ---- what the code finds by a name ----

    def _builtins(self) -> dict[str, Any]:
        def refused(name: str) -> Callable[..., NoReturn]:
            return lambda *_, **__: self.reach(name)

        known = vars(builtins)
        found: dict[str, Any] = {
            name: refused(name)
            for name in known
            if not name.startswith("_") and callable(known[name])
        }
        found |= {name: known[name] for name in (*_OPEN.split(), *_EXCEPTIONS)}
        return found | {
            GET: self.get,
            WRITABLE: self.writable,
            CHANGED: self.changed,
            "__build_class__": self._build_class,
            "__import__": self._import,
            "__name__": "builtins",
            "getattr": self.get,
            "hasattr": self._has,
            "setattr": lambda value, name, given: setattr(self.writable(value, name), name, given),
            "delattr": lambda value, name: delattr(self.writable(value, name), name),
            "vars": lambda value: self.get(value, "__dict__"),
            "dir": lambda value: dir(value),
            "print": lambda *_, **__: None,
        }

    def _has(self, value: Any, name: Any) -> bool:
        try:
            self.get(value, name)
        except AttributeError:
            return False
        return True

    def _import(
        self,
        name: str,
        scope: Mapping[str, Any] | None = None,
        local: Any = None,
        wanted: Sequence[str] | None = None,
        level: int = 0,
    ) -> Module:
        found = None if level else self._modules.find(name)
        if found is None:
            self.reach(name or ".")
        for each in wanted or ():
            if each != "*" and each not in vars(found):
                self.reach(f"{name}.{each}")
        if wanted:
            return found
        top = self._modules.find(name.partition(".")[0])
        assert top is not None
        return top

    def _build_class(self, body: Any, name: str, *bases: Any, **options: Any) -> type:
        for base in bases:
            # another would be asked for its bases once more, and could answer otherwise
            if not (issubclass(type(base), type) or base is NamedTuple or _is_alias(base)):
                self.reach(f"a base of {name}")
        resolved = types.resolve_bases(bases)
        makers = [*map(type, resolved), options.get("metaclass", type)]
        if any(issubclass(base, type) for base in resolved) or not all(map(is_maker, makers)):
            self.reach(f"the metaclass of {name}")
        made: Any = builtins.__build_class__(body, name, *bases, **options)
        return made


def isinstance_of(value: Any, kind: type) -> bool:
    """`isinstance` that no `__class__` deceives."""
    return issubclass(type(value), kind)


def _is_alias(base: Any) -> bool:
    """Whether it is `list[int]` or of that kind, whatever it says of itself."""
    return any(type(base) is each for each in _ALIASES)


def _is_text(value: Any) -> bool:
    return isinstance_of(value, str) or (isinstance_of(value, type) and issubclass(value, str))


def _named(value: Any) -> str:
    if type(value) is Module:
        return str(vars(value).get(" name", "module"))
    return str(value.__name__) if type(value) is type else type(value).__name__


def _owner(classes: Sequence[type], name: str) -> type | None:
    """The first of the classes that has an attribute of that name."""
    return next((each for each in classes if name in _classes_dict.__get__(each)), None)


class _Formatter(string.Formatter):
    """Asks for the attributes of a text's fields."""

    def __init__(self, confined: Confined) -> None:
        self._confined = confined

    def get_field(self, name: str, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
        first, rest = formatter_field_name_split(name)
        value = self.get_value(first, given, options)
        for is_attribute, each in rest:
            value = self._confined.get(value, each) if is_attribute else value[each]
        return value, first


def _formatting(confined: Confined, value: Any, name: str) -> Callable[..., str]:
    """`str.format` of a text, or of any; a function, as nobody could make a class of its."""

    def formatted(*arguments: Any, **options: Any) -> str:
        text, *given = (*arguments,) if isinstance_of(value, type) else (value, *arguments)
        if name == "format_map":
            (options,) = given
            given = []
        return _Formatter(confined).vformat(str.__str__(text), given, options)

    return formatted


def _hear() -> None:
    """Listen to Python's audit, from the first time on: nobody can stop listening to it."""
    global _is_hearing
    if _is_hearing:
        return
    _is_hearing = True
    heard, ident = _heard, threading.get_ident

    def hook(event: str, arguments: Any) -> None:
        if heard and (confined := heard.get(ident())) is not None:
            confined.announce(event, arguments)

    sys.addaudithook(hook)
