"""The C of modules that are linked together names what it calls, where that can be known.

That the results stay the same is shown by `tests/site/build/test_parity_wasm.py`.
"""

import re
from pathlib import Path

import pytest
from Cython.Build import cythonize
from setuptools import Extension

from build.one_library import Rewriting

MODULES = {
    "shapes.pxd": """
cdef double half(double x) noexcept nogil

cdef class Shape:
    cdef double area(self) noexcept nogil
    cdef double double_area(self) noexcept nogil

cdef class Square(Shape):
    cdef double side
""",
    "shapes.py": """
import cython

_TWO = cython.declare(cython.double, 2.0)
_CHANGES = cython.declare(cython.int, 5)

def half(x):
    return x / _TWO

def change():
    global _CHANGES
    _CHANGES = 6

@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _square(x: cython.double) -> cython.double:
    return x * x

@cython.cclass
class Shape:
    def area(self):
        return 0.0

    def double_area(self):
        return 2.0 * self.area()

@cython.cclass
class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self):
        return _square(self.side)
""",
    "drawing.py": """
import cython
from cython.cimports.shapes import Shape, Square, half

@cython.cclass
class Framed(Square):
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def area(self) -> cython.double:
        return Square.area(self) + 1.0

def paint(shape: Shape) -> float:
    return half(shape.area()) + shape.double_area()
""",
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The generated C of the modules by their names, as it was and rewritten."""
    folder = tmp_path_factory.mktemp("library")
    for name, text in MODULES.items():
        (folder / name).write_text(text, encoding="utf-8")
    before = {}
    for name in ("shapes", "drawing"):
        (module,) = cythonize(
            [Extension(name, [str(folder / f"{name}.py")])],
            include_path=[str(folder)],
            compiler_directives={"language_level": 3, "cdivision": True},
            quiet=True,
        )
        before[name] = Path(module.sources[0]).read_text(encoding="utf-8")
    return before, Rewriting(before).run()


def body(text, function):
    """The body of a C function."""
    (found,) = re.findall(rf"^[^\n;]*\b{function}\([^\n;]*\) \{{\n(.*?)^\}}", text, re.M | re.S)
    return found


def test_a_method_with_one_implementation_is_named(texts):
    before, after = (body(text["drawing"], "__pyx_pf_7drawing_paint") for text in texts)
    assert "->double_area(" in before
    assert "->double_area(" not in after
    assert "__pyx_f_6shapes_5Shape_double_area(" in after


def test_one_with_several_is_guessed_before_it_is_looked_up(texts):
    before, after = (body(text["drawing"], "__pyx_pf_7drawing_paint") for text in texts)
    assert "->area(" in before
    assert "guess_6shapes_Shape_area(" in after
    guess = body(texts[1]["drawing"], "guess_6shapes_Shape_area")
    for function in ("6shapes_5Shape", "6shapes_6Square", "7drawing_6Framed"):
        assert f"__pyx_f_{function}_area" in guess
    assert "return called(" in guess


def test_the_base_classs_method_is_named(texts):
    before, after = (body(text["drawing"], "__pyx_f_7drawing_6Framed_area") for text in texts)
    assert "__pyx_vtabptr_6shapes_Square->" in before
    assert "__pyx_vtabptr_6shapes_Square->" not in after
    assert "__pyx_f_6shapes_6Square_area" in after


def test_an_imported_function_is_declared_and_not_a_pointer(texts):
    before, after = (text["drawing"] for text in texts)
    assert re.search(r"^static double \(\*__pyx_f_6shapes_half\)\(double\);", before, re.M)
    assert re.search(r"^extern .*double __pyx_f_6shapes_half\(double\);", after, re.M)
    assert "&__pyx_f_6shapes_half" not in after


def test_what_others_call_is_visible_and_what_is_inline_is_in_place(texts):
    shapes = texts[1]["shapes"]
    assert not re.search(r"^static [^\n]*\b__pyx_f_6shapes_half\(", shapes, re.M)
    assert re.search(r"^static inline [^\n]*always_inline[^\n]*_6shapes__square\(", shapes, re.M)


def test_a_number_is_known_unless_it_changes(texts):
    variables = re.findall(r"^static \w+ (.*)$", texts[1]["shapes"], re.M)
    assert "__pyx_v_6shapes__TWO = 2.0;" in variables
    assert "__pyx_v_6shapes__CHANGES;" in variables
