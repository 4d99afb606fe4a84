"""A person's code confined to computation, so that half of it may run while it is typed.

What counts is what the code does, not how it is spelt. Imports give stand-ins of a few modules with
their public names alone. Every attribute is asked for by a function that looks at the object:
values, the code's own classes and what they made are open, and the rest of Python (modules, frames,
code, tracebacks, functions of others) is not. Nothing but the code's own objects is written to.
What gets past all that meets Python's audit: whatever it announces stops the code. Syntax that
would ask for attributes by itself is not run.
"""

from __future__ import annotations

import ast
import builtins
import functools
import string
import sys
import threading
import types
from _string import formatter_field_name_split  # type: ignore[import-not-found]
from abc import ABCMeta
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import EnumMeta
from typing import Any, NamedTuple, NoReturn

from explorer.session.code import Code, fault
from explorer.session.pure_modules import PLAIN, Module, Modules

_GET, _WRITABLE, _REACH = " get", " writable", " reach"  # names that no text can have

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
_NAMES = frozenset(("__name__", "__file__", "__doc__", "__class__", "__debug__"))
_METACLASSES = (type, ABCMeta, EnumMeta, type(NamedTuple.__mro_entries__((NamedTuple,))[0]))  # type: ignore[attr-defined]
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
_heard: dict[int, Confined] = {}  # by the thread: what runs in it
_is_hearing = False


class ReachError(BaseException):
    """The code reaches beyond itself; nobody's `except Exception` is to catch it."""


class Confined:
    """One run of a code; `reached` says what of it reaches beyond it, "" for nothing so far."""

    def __init__(self) -> None:
        self.reached = ""
        self._module = types.ModuleType("")
        self._modules = Modules(self)
        self._is_lifted = False

    def execute(self, code: Code, module: types.ModuleType) -> None:
        """Run the code in a module of its own. CodeError when it is no Python."""
        try:
            tree = ast.parse(code.text, code.file)
        except (SyntaxError, ValueError) as error:
            raise fault(error, code) from None
        self._module = module
        self._check_names(tree)
        vars(module)["__builtins__"] = self._builtins()
        tree = ast.fix_missing_locations(_Asking(tree).visit(tree))
        compiled = compile(tree, code.file, "exec", dont_inherit=True, optimize=0)
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
        return _classes_dict.__get__(value).get("__module__") == self._module.__name__

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
            return _Formatting(self, value, name)
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
        if self.is_own(value):
            owner = _owner(value if is_class else kind, name)
            is_named_tuple = name in _NAMED_TUPLES and issubclass(kind, tuple)
            if is_named_tuple or (name in _NAMED_TUPLES and is_class and issubclass(value, tuple)):
                return True
            if is_dunder:
                return (
                    name in _DUNDERS
                    or (name == "__dict__" and not is_class)
                    or (owner is not None and self.is_own_class(owner))
                )
            return not is_private or owner is None or self.is_own_class(owner)
        if is_private and name not in _DUNDERS:
            return False
        if kind is types.GeneratorType:
            return name in _GENERATORS or is_dunder
        if issubclass(kind, BaseException):
            return name in _ERRORS or is_dunder
        if kind in (types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType):
            return name in ("__name__", "__doc__", "__qualname__")
        if is_class:
            is_known = self._is_plain(value) or issubclass(value, BaseException)
            return is_known and name not in ("mro", "register")
        return kind is super or self._is_plain(kind)

    def _is_plain(self, kind: type) -> bool:
        return kind in PLAIN or kind in self._modules.classes

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

    # ---- what the code finds by a name ----

    def _check_names(self, tree: ast.AST) -> None:
        """ReachError for names of the interpreter's own, and for syntax that asks by itself."""
        for node in ast.walk(tree):
            for name in _names(node):
                if name[:2] == "__" == name[-2:] and not _is_usual(node, name):
                    self.reach(name)
            if isinstance(node, _NOT_RUN) or _asks(node):
                self.reach(_SYNTAX.get(type(node), "a pattern"))

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
            _GET: self.get,
            _WRITABLE: self.writable,
            _REACH: self.reach,
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
        resolved = types.resolve_bases(bases)
        is_type = any(isinstance_of(base, type) and issubclass(base, type) for base in resolved)
        kinds = {*map(type, resolved), options.get("metaclass", type)}
        if is_type or not kinds <= {*_METACLASSES}:
            self.reach(f"the metaclass of {name}")
        made: Any = builtins.__build_class__(body, name, *bases, **options)
        return made


def isinstance_of(value: Any, kind: type) -> bool:
    """`isinstance` that no `__class__` deceives."""
    return issubclass(type(value), kind)


def _is_text(value: Any) -> bool:
    return isinstance_of(value, str) or (isinstance_of(value, type) and issubclass(value, str))


def _named(value: Any) -> str:
    if type(value) is Module:
        return str(vars(value).get(" name", "module"))
    return str(value.__name__) if type(value) is type else type(value).__name__


def _owner(kind: type, name: str) -> type | None:
    """The class that a class has an attribute from."""
    classes = _classes_mro.__get__(kind)
    return next((each for each in classes if name in _classes_dict.__get__(each)), None)


class _Formatting(string.Formatter):
    """`str.format` of a text, or of any, whose fields' attributes are asked for."""

    def __init__(self, confined: Confined, value: Any, name: str) -> None:
        self._confined, self._value, self._name = confined, value, name

    def __call__(self, *arguments: Any, **options: Any) -> str:
        text, *given = (
            (*arguments,) if isinstance_of(self._value, type) else (self._value, *arguments)
        )
        if self._name == "format_map":
            (options,) = given
            given = []
        return self.vformat(str.__str__(text), given, options)

    def get_field(self, name: str, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
        first, rest = formatter_field_name_split(name)
        value = self.get_value(first, given, options)
        for is_attribute, each in rest:
            value = self._confined.get(value, each) if is_attribute else value[each]
        return value, first


# ---- the text ----

_NOT_RUN = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
_SYNTAX: dict[type, str] = dict.fromkeys(_NOT_RUN, "async") | {ast.comprehension: "async"}
_INTERPRETERS = frozenset(
    ("__builtins__", "__import__", "__build_class__", "__loader__", "__spec__")
)
_CLASS_VARIABLES = frozenset(("__slots__", "__match_args__", "__hash__", "__test__"))


def _names(node: ast.AST) -> Iterator[str]:
    """The names that a node binds or asks for, but for attributes."""
    for field, value in ast.iter_fields(node):
        if field in ("name", "id", "asname", "rest") and isinstance(value, str):
            yield value
        elif field == "names" and isinstance(node, ast.Global | ast.Nonlocal):
            yield from value


def _is_usual(node: ast.AST, name: str) -> bool:
    """Of a name with two underscores on each side."""
    if isinstance(node, ast.FunctionDef):
        return name not in _INTERPRETERS
    return isinstance(node, ast.Name) and name in (_NAMES | _CLASS_VARIABLES)


def _asks(node: ast.AST) -> bool:
    """Whether Python itself would ask for attributes here, or wait."""
    if isinstance(node, ast.MatchClass):
        return bool(node.patterns or node.kwd_attrs)
    if isinstance(node, ast.MatchValue):
        return any(isinstance(each, ast.Attribute) for each in ast.walk(node))
    return isinstance(node, ast.comprehension) and bool(node.is_async)


class _Asking(ast.NodeTransformer):
    """Every attribute is asked for by `get`, and set on what is `writable`."""

    def __init__(self, tree: ast.Module) -> None:
        self._classes: list[str] = []
        self._are_annotations_text = any(
            isinstance(each, ast.ImportFrom)
            and each.module == "__future__"
            and any(alias.name == "annotations" for alias in each.names)
            for each in tree.body
        )

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        name = ast.Constant(self._mangled(node.attr))
        is_read = isinstance(node.ctx, ast.Load)
        asked = ast.Call(ast.Name(_GET if is_read else _WRITABLE, ast.Load()), [value, name], [])
        made = asked if is_read else ast.Attribute(asked, node.attr, node.ctx)
        return ast.copy_location(made, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not self._are_annotations_text:
            return super().generic_visit(node)
        # nobody evaluates them
        kept = {
            name: getattr(node, name) for name in ("annotation", "returns") if hasattr(node, name)
        }
        for name in kept:
            setattr(node, name, None)
        super().generic_visit(node)
        for name, value in kept.items():
            setattr(node, name, value)
        return node

    def _mangled(self, name: str) -> str:
        """As Python itself changes private names in a class."""
        owner = self._classes[-1].lstrip("_") if self._classes else ""
        is_private = name.startswith("__") and not name.endswith("__")
        return f"_{owner}{name}" if is_private and owner else name


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
