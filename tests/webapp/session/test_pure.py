"""Code that is run while it is typed: what computes runs as always, what reaches further does not.

Each attack was an escape from some way to confine Python; what it must not get is told by
`reached`, and by a file that nobody may have written.
"""

import contextlib
import sys
import threading
from types import ModuleType

import pytest

from explorer.session.code import Code, CodeError
from explorer.session.problems import PROBLEMS
from explorer.session.pure import Confined, ReachError

# a namespace of the code's own for a class's body, in which other functions ask for attributes
NAMESPACE = (
    "def f(): pass\n"
    "def own(*_, **__): return {' changed': lambda v, n: f, ' writable': lambda v, n: f}\n"
    "prepare = classmethod(own)\n"
    "EQUAL = {'__hash__': lambda s: hash(type), '__eq__': lambda s, o: True}\n"
)
# Python before 3.13 takes it for the option that it is not, which is too late there
DOTTED = "function.__globals__" if sys.version_info >= (3, 13) else ""
# what each would do to get at a module, a frame, a file, or to change what is not its own
ATTACKS = {
    # imports, and what lies behind them
    "import os\n": "os",
    "import sys\n": "sys",
    "import math, urllib.request\n": "urllib.request",
    "from shutil import rmtree\n": "shutil",
    "from . import beside\n": ".",
    "import numpy\n": "numpy",
    "import js\n": "js",
    "import builtins\n": "builtins",
    "import importlib\n": "importlib",
    "import ctypes\n": "ctypes",
    "import gc\n": "gc",
    "import inspect\n": "inspect",
    "import types\n": "types",
    "import pickle\n": "pickle",
    "import random\nrandom._os.system('true')\n": "random._os",
    "from random import _os\n": "random._os",
    "import random as r\ngetattr(r, '_' + 'os')\n": "random._os",
    "import random\nvars(random)\n": "random.__dict__",
    "import dataclasses\ndataclasses.sys\n": "dataclasses.sys",
    "import statistics\nstatistics.sys\n": "statistics.sys",
    "import enum\nenum.bltns\n": "enum.bltns",
    "import enum\nenum.global_enum\n": "enum.global_enum",
    "import collections.abc\ncollections.abc.sys\n": "collections.abc.sys",
    "import typing\ntyping.get_type_hints\n": "typing.get_type_hints",
    "import string\nstring.Formatter\n": "string.Formatter",
    "import operator\noperator.attrgetter\n": "operator.attrgetter",
    "import functools\nfunctools.singledispatch\n": "functools.singledispatch",
    "import functools\nfunctools.update_wrapper\n": "functools.update_wrapper",
    "import decimal\ndecimal.setcontext\n": "decimal.setcontext",
    "import mcsearch\n": "mcsearch",
    "__import__('os')\n": "__import__",
    "__builtins__['open']\n": "__builtins__",
    "__builtins__ = {}\n": "__builtins__",
    "import math as __builtins__\n": "__builtins__",
    "def __build_class__(*a): pass\n": "__build_class__",
    "__loader__\n": "__loader__",
    "match {}:\n    case __builtins__: pass\n": "__builtins__",
    "match []:\n    case [*__builtins__]: pass\n": "__builtins__",
    "match {}:\n    case {**__builtins__}: pass\n": "__builtins__",
    "for __builtins__ in [{}]: pass\n": "__builtins__",
    "(__builtins__ := {})\n": "__builtins__",
    "try: 1 / 0\nexcept Exception as __builtins__: pass\n": "__builtins__",
    "b'x'.decode('rot13')\n": "encodings.rot_13",
    # names of the interpreter
    "open('KEPT', 'w')\n": "open",
    "f = open\nlist(map(f, ['KEPT'], ['w']))\n": "open",
    "try:\n    open('KEPT', 'w')\nexcept BaseException:\n    pass\n": "open",
    "eval('1')\n": "eval",
    "exec('1')\n": "exec",
    "compile('1', '', 'eval')\n": "compile",
    "globals()\n": "globals",
    "locals()\n": "locals",
    "input()\n": "input",
    "breakpoint()\n": "breakpoint",
    "help()\n": "help",
    "exit()\n": "exit",
    "memoryview(b'')\n": "memoryview",
    # along classes
    "().__class__.__base__.__subclasses__()\n": "tuple.__base__",
    "object.__subclasses__()\n": "object.__subclasses__",
    "getattr(object, '__subclasses__')\n": "object.__subclasses__",
    "hasattr(object, '__subclasses__')\n": "object.__subclasses__",
    "type.__subclasses__(object)\n": "type.__subclasses__",
    "type.mro(int)\n": "type.mro",
    "vars(type)\n": "type.__dict__",
    "object.__getattribute__\n": "object.__getattribute__",
    "class A: pass\nA.__getattribute__\n": "A.__getattribute__",
    "class A: pass\nA().__getattribute__\n": "A.__getattribute__",
    "class A: pass\nA().__reduce_ex__(4)\n": "A.__reduce_ex__",
    "class A: pass\nA.__init_subclass__\n": "A.__init_subclass__",
    "class A:\n    def f(self): super().__getattribute__\nA().f()\n": "super.__getattribute__",
    "class M(type): pass\n": "the metaclass of M",
    "M = type('M', (type,), {})\nclass A(metaclass=M): pass\n": "the metaclass of A",
    "M = type('M', (type,), {})\nB = M('B', (), {})\nclass A(B): pass\n": "the metaclass of A",
    "class P:\n    def __mro_entries__(self, b): return (type,)\nclass A(P()): pass\n": (
        "a base of A"
    ),
    "type.__new__(type, 'M', (type,), {})\n": "type.__new__",
    "from abc import ABCMeta\nABCMeta.__new__\n": "ABCMeta.__new__",
    # along functions, frames and tracebacks
    "def f(): pass\nf.__globals__\n": "function.__globals__",
    "def f(): pass\nf.__code__\n": "function.__code__",
    "def f(): pass\nf.__builtins__\n": "function.__builtins__",
    "def f(): pass\nf.__closure__\n": "function.__closure__",
    "def f(): pass\nf.__code__ = f\n": "function.__code__",
    "from functools import cache\n@cache\ndef f(): pass\nf.__wrapped__\n": (
        "_lru_cache_wrapper.__wrapped__"
    ),
    "from functools import partial\npartial(len).func.__self__\n": (
        "builtin_function_or_method.__self__"
    ),
    "list(map(getattr, [object], ['__subclasses__']))\n": "object.__subclasses__",
    "class S(str): pass\ngetattr(object, S('__subclasses__'))\n": "getattr",
    "class A:\n    def __getattribute__(self, n): return object.__getattribute__\nA().f\n": (
        "object.__getattribute__"
    ),
    "M = type('M', (type,), {'__call__': len})\nM('A', (), {}).__subclasses__()\n": (
        "M.__subclasses__"
    ),
    "try: (1).no\nexcept AttributeError as e: e.obj\n": "AttributeError.obj",
    "import typing\ntyping.List.copy_with\n": "_SpecialGenericAlias.copy_with",
    "def f(): pass\nsetattr(f, '__code__', f)\n": "function.__code__",
    "print.__self__\n": "function.__self__",
    "getattr.__self__\n": "method.__self__",
    "len.__self__\n": "builtin_function_or_method.__self__",
    "[].append.__self__\n": "builtin_function_or_method.__self__",
    "class A:\n    def f(self): pass\nA().f.__func__\n": "method.__func__",
    "import random\nrandom.Random.seed.__globals__\n": "function.__globals__",
    "g = (x for x in ())\ng.gi_frame\n": "generator.gi_frame",
    "g = (x for x in ())\ng.gi_code\n": "generator.gi_code",
    "try: 1 / 0\nexcept Exception as e: e.__traceback__\n": "ZeroDivisionError.__traceback__",
    "class E(Exception): pass\ntry: raise E\nexcept E as e: e.__traceback__\n": "E.__traceback__",
    "try: 1 / 0\nexcept Exception as e: e.__context__\n": "ZeroDivisionError.__context__",
    "class C:\n    def __enter__(self): pass\n    def __exit__(self, a, b, t): t.tb_frame\n"
    "with C(): 1 / 0\n": "traceback.tb_frame",
    "async def f(): pass\n": "async",
    # what asks for attributes by itself
    "'{0.__class__.__base__}'.format(1)\n": "int.__base__",
    "'{x.__class__.__base__}'.format_map({'x': 1})\n": "int.__base__",
    "str.format('{0.__class__.__base__}', 1)\n": "int.__base__",
    "class S(str): pass\nS('{0.__class__.__base__}').format(1)\n": "int.__base__",
    "f'{().__class__.__base__}'\n": "tuple.__base__",
    "match object:\n    case type(__subclasses__=f): f()\n": "a pattern",
    "class A: __match_args__ = ('__globals__',)\nmatch A():\n    case A(x): pass\n": "a pattern",
    "class E:\n    def __eq__(self, o): pass\ng = (x for x in ())\nmatch E():\n"
    "    case g.gi_frame.f_globals: pass\n": "a pattern",
    # text that modules would evaluate
    "from dataclasses import dataclass\n@dataclass\nclass A:\n"
    '    __annotations__ = {\'x=1): pass\\nopen("KEPT", "w")\\ndef f(s\': int}\n': (
        "__annotations__"
    ),
    "from dataclasses import dataclass, field\nB = type('B', (), {'__dataclass_fields__': {}})\n"
    "@dataclass\nclass A(B):\n    x: int\n": "dataclass",
    "from dataclasses import dataclass\nA = type('A', (), {'__annotations__': {'x=1': int}})\n"
    "dataclass(A)\n": "dataclass",
    "from dataclasses import dataclass\ndataclass(type('A', (), {'__module__': 'os',"
    " '__annotations__': {}}))\n": "dataclass",
    "from dataclasses import dataclass\nimport random\ndataclass(random.Random)\n": "dataclass",
    "from dataclasses import make_dataclass\n": "dataclasses.make_dataclass",
    # what is not its own is not changed
    "from random import Random\nRandom.random = 1\n": "Random.random",
    "from random import Random\nsetattr(Random, 'random', 1)\n": "Random.random",
    "from random import Random\ndel Random.seed\n": "Random.seed",
    "from random import Random\nfor Random.seed in (1,): pass\n": "Random.seed",
    "from random import Random\nRandom.x += 1\n": "Random.x",
    "from random import Random\n[0 for Random.seed in (1,)]\n": "Random.seed",
    "from random import Random\nimport math as m\nwith m as Random.seed: pass\n": None,
    "import math\nmath.sqrt = 1\n": "math.sqrt",
    "from random import Random\nobject.__setattr__(Random(), 'x', 1)\n": "Random.x",
    "from functools import total_ordering\nfrom random import Random\ntotal_ordering(Random)\n": (
        "total_ordering"
    ),
    "from functools import wraps\nfrom random import Random\n@wraps(len)\ndef f(): pass\n": "wraps",
    "from collections.abc import Sized\nSized.register(int)\n": "ABCMeta.register",
    "from collections.abc import Sized\nimport abc\nabc.ABCMeta.register(Sized, int)\n": (
        "ABCMeta.register"
    ),
    "from copy import copy\ncopy(type('B', (int,), {})())\n": "copy of B",
    "from copy import copy\nimport random\nclass A:\n    def __new__(c): return random.Random\n"
    "class B(A): pass\ncopy(object.__new__(B))\n": "copy of B",
    "class A: pass\nA().__class__ = int\n": "A.__class__",
    "class A: pass\nA.__module__ = 'os'\n": "A.__module__",
    "from abc import abstractmethod\nimport random\nabstractmethod(random.Random)\n": (
        "abstractmethod"
    ),
    "import random\nsuper(random.Random, random.Random()).__setattr__('x', 1)\n": "Random.x",
    # what the code's own classes inherit
    "F = type(''.format)\nclass A(F): pass\na = object.__new__(A)\n"
    "super(F, a).get_field('0.get_field.__globals__', (a,), {})"
    "[0]['__builtins__']['open']('KEPT', 'w')\n": None,
    "F = type(''.format)\nA = type('A', (F,), {})\nA.get_field\n": None,
    "F = type(''.format)\nobject.__new__(F).get_field\n": None,
    "import typing\nclass A(type(typing.List[int]), _root=True): pass\nA.copy_with\n": (
        "A.copy_with"
    ),
    "import math\nclass A(type(math)): pass\nA(x=1).x\n": "A.x",
    "from enum import Enum\nclass E(Enum): pass\n"
    "E._convert_('X', 'os', lambda n: n == 'system')\n": "EnumType._convert_",
    "from enum import Enum\nclass E(Enum): pass\nclass R:\n    def __radd__(self, o): pass\n"
    "E._convert_ += R()\n": "EnumType._convert_",
    "import random\nclass A: pass\nsuper(random.Random, random.Random()).seed\n": "super.seed",
    "from abc import ABCMeta\nfrom collections.abc import Sized\n"
    "M = type('M', (ABCMeta,), {})\nsuper(M, M).register(Sized, int)\n": "super.register",
    "class A: pass\nsuper(A, A()).__thisclass__\n": "super.__thisclass__",
    "from collections import UserDict\n": "collections.UserDict",
    "from functools import lru_cache\nlru_cache()(type(x for x in ())).gi_frame\n": (
        "_lru_cache_wrapper.gi_frame"
    ),
    "from copy import copy\nclass A:\n    @property\n"
    "    def __dict__(self): return {'__class__': int}\ncopy(A())\n": "copy of A",
    # what the module is called
    "__name__ = 'explorer.session.pure'\n''.format._confined\n": "__name__",
    "__name__ = 'random'\nfrom random import Random\nRandom.x = 1\n": "__name__",
    "def __name__(): pass\nfrom random import Random\nRandom.x = 1\n": "Random.x",
    # bases and metaclasses that answer twice, or say that they are equal to another
    NAMESPACE + "B = type('M', (type,), {'__prepare__': prepare})('B', (), {})\nclass P:\n"
    "    n = []\n    def __mro_entries__(self, b):\n        self.n.append(1)\n"
    "        return (B,) if len(self.n) > 1 else ()\nclass A(P()): f.__globals__ += 1\n": (
        "a base of A"
    ),
    NAMESPACE + "MM = type('MM', (type,), EQUAL)\n"
    "class A(MM('M', (type,), {'__prepare__': prepare})('B', (), {})): f.__globals__ += 1\n": (
        "the metaclass of A"
    ),
    NAMESPACE + "class A(metaclass=type('Q', (), EQUAL | {'__prepare__': prepare})()):\n"
    "    f.__globals__ += 1\n": "the metaclass of A",
    "def g(x: g.__globals__): pass\nfrom .__future__ import annotations\n": DOTTED,
    # fields of other kinds, and such as change others while they are looked at
    "from dataclasses import dataclass, field\nclass F(type(field())):\n"
    "    name = property(lambda s: 'x=().__class__', lambda s, v: None)\n"
    "    default = 1\n    def __init__(self): pass\n@dataclass\nclass A:\n    x: int = F()\n": (
        "dataclass"
    ),
    "from dataclasses import dataclass, field\nclass F:\n    name = 'x=().__class__'\n"
    "    @property\n    def __class__(self): return type(field())\n@dataclass\nclass A:\n"
    "    x: int = F()\n": "dataclass",
    "from dataclasses import dataclass\nclass L:\n    @property\n    def __class__(self): A.y = 1\n"
    "class A:\n    x: L()\n    y: int\ndataclass(A)\n": "dataclass",
    "from dataclasses import dataclass, field\nclass L:\n    @property\n"
    "    def __class__(self): A\n@dataclass\nclass A:\n    x: int = field(default=L())\n": (
        "dataclass"
    ),
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int = 0\n"
    "A.__dataclass_fields__['y'] = 1\n": "A.__dataclass_fields__",
    "from dataclasses import dataclass\n@dataclass\nclass A: pass\nclass B(A):\n"
    "    def f(self): super().__dataclass_fields__\nB().f()\n": "super.__dataclass_fields__",
    "class A: pass\nA.__bases__ = (int,)\n": "A.__bases__",
}

RUNS = """
from __future__ import annotations
import math, itertools as it, collections.abc, copy
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from fractions import Fraction
from functools import cached_property, lru_cache, total_ordering, wraps, reduce
from typing import NamedTuple, ClassVar
import random, re, string, operator, statistics, heapq

class Side(Enum):
    LEFT = auto()
    RIGHT = auto()
    @property
    def other(self): return Side.RIGHT if self is Side.LEFT else Side.LEFT

Point = namedtuple("Point", "x y")

class Move(NamedTuple):
    row: int
    column: int = 0
    def moved(self): return self._replace(row=self.row + 1)

@dataclass(frozen=True, order=True)
class Base:
    size: int = 3
    cells: tuple[int, ...] = field(default=(), repr=False)
    kind: ClassVar[str] = "base"
    def grown(self): return replace(self, size=self.size + 1)

@dataclass
class More(Base.__class__ if False else object):
    inner: list = field(default_factory=list)
    def __post_init__(self): self.inner.append(1)

class Slots:
    __slots__ = ("a", "_b", "__c")
    def __init__(self):
        self.a, self._b, self.__c = 1, 2, 3
    def total(self): return self.a + self._b + self.__c

class Deep(Slots):
    calls = 0
    def __init__(self):
        super().__init__()
        self.__dict__["late"] = 5
        Deep.calls += 1
        type(self).calls += 1
        object.__setattr__(self, "set", 7)
    def __getattr__(self, name):
        if name == "made": return 9
        raise AttributeError(name)
    def __eq__(self, other): return isinstance(other, Deep) and self.late == other.late
    def __hash__(self): return hash(self.late)
    @cached_property
    def once(self): return self.late * 2
    @classmethod
    def build(cls): return cls()
    @staticmethod
    def twice(x): return 2 * x

@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)

def loud(function):
    @wraps(function)
    def inner(*args, **kwargs):
        inner.calls += 1
        return function(*args, **kwargs)
    inner.calls = 0
    return inner

@loud
def add(a, b): return a + b

def numbers():
    got = yield 1
    yield got

g = numbers(); next(g)
d = Deep.build()
c = copy.deepcopy(More())
match [1, {"k": 2}]:
    case [int(), {"k": k}]: pass
with_format = "{:>4}|{0!r}|{p.x}".replace("{:>4}", "{1:>4}").format("a", 7, p=Point(1, 2))
try:
    {}["no"]
except KeyError as error:
    missing = error.args
answer = (
    Side.LEFT.other.name, Point(1, 2)._asdict(), Move(1).moved().row, Base().grown().size,
    c.inner, Slots().total(), d.total(), Deep.calls, d.made, d.set, d.once, Deep.twice(4),
    getattr(d, "none", 3), hasattr(d, "late"), vars(d)["late"], fib(30), add(1, 2), add.calls,
    g.send(4), with_format, missing, k, math.comb(5, 2), Fraction(1, 3).denominator,
    re.sub(r"(\\d)", lambda m: m.group(1) * 2, "a1"), sorted([3, 1], key=operator.neg),
    random.randint(1, 1), string.digits[3], statistics.mean([1, 3]), f"{d.late:03d}",
    list(it.pairwise("abc")), Counter("aab").most_common(1), reduce(operator.add, [1, 2]),
    d.__class__.__name__, Base(2) < Base(3), repr(Base()),
)
"""


def run(text: str) -> tuple[Confined, ModuleType]:
    confined, module = Confined(), ModuleType("typed 1")
    sys.modules[module.__name__] = module
    try:
        confined.execute(Code(text), module)
    finally:
        del sys.modules[module.__name__]
    return confined, module


@pytest.mark.parametrize("problem", PROBLEMS.examples, ids=lambda problem: problem.name)
def test_the_examples_reach_nowhere(problem):
    assert run(problem.text)[0].reached == ""


@pytest.mark.parametrize(("text", "far"), ATTACKS.items(), ids=range(len(ATTACKS)))
def test_what_reaches_beyond_the_code_is_stopped_and_named(text, far, tmp_path):
    kept = tmp_path / "kept"
    confined = Confined()
    module = ModuleType("typed 1")
    with contextlib.suppress(ReachError, Exception):
        confined.execute(Code(text.replace("KEPT", str(kept))), module)
    if far is None:  # it fails before it gets there
        assert confined.reached == ""
    else:
        assert confined.reached == far
    assert not kept.exists()


def test_what_computes_runs_as_it_does_elsewhere():
    confined, module = run(RUNS)
    assert confined.reached == ""
    elsewhere = ModuleType("elsewhere")
    sys.modules["elsewhere"] = elsewhere
    exec(compile(RUNS, "elsewhere", "exec", dont_inherit=True), vars(elsewhere))
    del sys.modules["elsewhere"]
    assert module.answer == elsewhere.answer


@pytest.mark.parametrize("text", ["class A:\n    def\n", "x = 'a\n", "\0"])
def test_what_is_no_python_names_its_line(text):
    with pytest.raises(CodeError):
        run(text)


def test_what_gets_past_the_rest_meets_the_audit(tmp_path):
    """With the interpreter's own `open` in its hands the code does not write."""
    confined = Confined()
    kept = tmp_path / "kept"
    heard = []
    with pytest.raises(ReachError), confined.heard():
        kept.write_text("past")
    assert confined.reached == "open"
    # nobody else is stopped meanwhile, nor this thread afterwards
    with confined.heard():
        thread = threading.Thread(target=lambda: heard.append(open(__file__).close()))
        with confined.lifted():
            thread.start()
        thread.join()
    assert heard == [None]
    kept.write_text("kept")
