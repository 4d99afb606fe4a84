"""Put all compiled modules into one library whose functions call each other directly.

Cython makes an extension of each module. A method of another module is then called through the
table of its class, and a function through a pointer filled at import. WebAssembly pays more than a
processor for such calls, and neither's compiler can see through them. When all modules are in one
library it is known which functions a call can reach: where there is only one, the generated C is
rewritten to name it, and the linker's optimizer may put it in place.

What is rewritten is the generated C, by its naming (Cython 3): a call that does not look as
expected stays as it was, which is slower and as right. A class outside the library must not
override a compiled method of one inside.
"""

import re
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

from setuptools import Extension
from setuptools.command.build_ext import build_ext

NAME = "mcsearch._library"
FOLDER = Path("build/one_library")
HIDDEN = '__attribute__((visibility("hidden")))'

# __pyx_vtable_CLASS.SLOT = (cast)FUNCTION;
_FILLED = re.compile(r"^ *__pyx_vtable_(\w+)\.([\w.]+) = (?:\(.*\))?(\w+);$", re.MULTILINE)
# __pyx_vtable_CLASS.__pyx_base = *__pyx_vtabptr_BASE;
_DERIVED = re.compile(r"^ *__pyx_vtable_(\w+)\.__pyx_base = \*__pyx_vtabptr_(\w+);$", re.MULTILINE)
_DEFINED = re.compile(
    r"^static (?:CYTHON_INLINE )?([\w ]+[ *])(__pyx_f_\w+)(\([^;\n]*\)(?: \{|;.*))$", re.MULTILINE
)
# ((struct __pyx_vtabstruct_CLASS *)OBJECT->__pyx_vtab)->SLOT(
_METHOD_CALL = re.compile(
    r"\(\(struct __pyx_vtabstruct_(\w+) \*\)[\w.>-]+?(?:->|\.)__pyx_vtab\)->([\w.]+)\("
)
# __pyx_vtabptr_CLASS->SLOT(
_BASE_CALL = re.compile(r"\b__pyx_vtabptr_(\w+)->([\w.]+)\(")
# static TYPE (*FUNCTION)(TYPES);
_IMPORTED = re.compile(r"^static ([^;=()\n]*)\(\*(__pyx_f_\w+)\)(\([^;\n]*\)); /\*proto\*/$", re.M)
# struct __pyx_vtabstruct_CLASS { SLOTS };
_TABLE = re.compile(r"^struct __pyx_vtabstruct_(\w+) \{\n(.*?)^\};$", re.MULTILINE | re.DOTALL)
# TYPE (*SLOT)(TYPES);
_SLOT = re.compile(r"^  ([\w ]+[ *])\(\*(\w+)\)\(([^()\n]+)\);$", re.MULTILINE)
_BODIES = "/* #### Code section: module_code ### */\n"
"""Where all types and functions of a generated file are declared and the functions follow."""
_INLINE = re.compile(r"^static CYTHON_INLINE (?=[\w ]+[ *]__pyx_f_)", re.MULTILINE)
ALWAYS_INLINE = "static inline __attribute__((always_inline)) "
"""What the sources call inline is written so that constant arguments become part of the code."""
# static TYPE VARIABLE; and where it gets its value
_VARIABLE = re.compile(r"^(static [\w ]+ )(__pyx_v_\w+);$", re.MULTILINE)
_ASSIGNED_NUMBER = re.compile(r"^  (__pyx_v_\w+) = (-?[0-9][\w.]*);$", re.MULTILINE)
MOST_GUESSES = 8
"""A method with more implementations is called through its table."""


class Classes:
    """The compiled classes of all modules and what is in their method tables."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.bases: dict[str, str] = {}
        self.filled: dict[tuple[str, str], str] = {}
        for text in texts.values():
            self.bases |= dict(_DERIVED.findall(text))
        for text in texts.values():
            for owner, slot, function in _FILLED.findall(text):
                self.filled[owner, slot] = function
        self.implementations: dict[tuple[str, str], set[str]] = defaultdict(set)
        for (owner, slot), function in self.filled.items():
            self.implementations[self.introduced(owner, slot)].add(function)

    def introduced(self, owner: str, slot: str) -> tuple[str, str]:
        """The class that introduces a method, and the method, by a slot of a class's table."""
        while slot.startswith("__pyx_base.") and owner in self.bases:
            owner, slot = self.bases[owner], slot.removeprefix("__pyx_base.")
        return owner, slot

    def in_table(self, owner: str, slot: str) -> str | None:
        """The function in a slot of a class's own table."""
        while (owner, slot) not in self.filled:
            if not slot.startswith("__pyx_base.") or owner not in self.bases:
                return None
            owner, slot = self.bases[owner], slot.removeprefix("__pyx_base.")
        return self.filled[owner, slot]


class Rewriting:
    """Makes the calls in the generated C of modules direct; `texts` has each file's by its name."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.classes = Classes(texts)
        self.home = {
            function: name
            for name, text in texts.items()
            for _, function, rest in _DEFINED.findall(text)
            if rest.endswith("{")
        }
        self.shared: set[str] = set()
        """Functions that are called from another file than their own."""

    def run(self) -> dict[str, str]:
        """The files' new texts."""
        direct = {name: self._with_direct_calls(name, text) for name, text in self.texts.items()}

        def visible(match: re.Match[str]) -> str:
            kind, function, rest = match.groups()
            return f"{HIDDEN} {kind}{function}{rest}" if function in self.shared else match[0]

        return {
            name: _with_constants(_INLINE.sub(ALWAYS_INLINE, _DEFINED.sub(visible, text)))
            for name, text in direct.items()
        }

    def _with_direct_calls(self, name: str, text: str) -> str:
        """A file's text with its calls made direct, and what they need declared."""
        declared: dict[str, str] = {}
        slots = {
            (owner, slot): (kind, arguments)
            for owner, body in _TABLE.findall(text)
            for kind, slot, arguments in _SLOT.findall(body)
        }

        def reference(function: str, owner: str, slot: str) -> str:
            """A function by the type that it has in a method table."""
            kind = f"__typeof__(*((struct __pyx_vtabstruct_{owner} *)0)->{slot})"
            if self.home[function] == name:
                return f"(({kind} *){function})"
            self.shared.add(function)
            declared.setdefault(function, f"extern {HIDDEN} {kind} {function};\n")
            return function

        def method(match: re.Match[str]) -> str:
            introduced = self.classes.introduced(match[1], match[2])
            functions = sorted(self.classes.implementations.get(introduced, ()))
            if introduced not in slots or not self.home.keys() >= set(functions):
                return match[0]
            references = [reference(function, *introduced) for function in functions]
            if len(references) == 1:
                return f"{references[0]}("
            if len(references) > MOST_GUESSES:
                return match[0]
            guess = f"guess_{introduced[0]}_{introduced[1]}"
            declared[guess] = _guess(guess, *slots[introduced], references)
            return f"{guess}({match[0][:-1]}, "

        def of_base(match: re.Match[str]) -> str:
            function = self.classes.in_table(match[1], match[2])
            introduced = self.classes.introduced(match[1], match[2])
            if function is None or function not in self.home or introduced not in slots:
                return match[0]
            return f"{reference(function, *introduced)}("

        def imported(match: re.Match[str]) -> str:
            kind, function, arguments = match.groups()
            if function not in self.home:
                return match[0]
            self.shared.add(function)
            pointers[f"&{function}"] = f"&{_unused(function)}"
            return (
                f"static {kind}(*{_unused(function)}){arguments};\n"
                f"extern {HIDDEN} {kind}{function}{arguments};"
            )

        pointers: dict[str, str] = {}
        text = _METHOD_CALL.sub(method, text)
        text = _BASE_CALL.sub(of_base, text)
        text = _IMPORTED.sub(imported, text)
        for pointer, renamed in pointers.items():
            text = text.replace(pointer, renamed)
        externals = [line for line in declared.values() if line.startswith("extern ")]
        guesses = [line for line in declared.values() if not line.startswith("extern ")]
        return text.replace(_BODIES, "".join([_BODIES, *externals, *guesses]), 1)


def _with_constants(text: str) -> str:
    """A file's text with the numbers that are assigned once, at import, there from the start."""
    values = dict(_ASSIGNED_NUMBER.findall(text))
    for name in [*values]:
        if (
            f"&{name}" in text
            or len(re.findall(rf"\b{name}(?:\+\+|--| (?:[-+*/%&|^]|<<|>>)?=[^=])", text)) > 1
        ):
            del values[name]

    def declared(match: re.Match[str]) -> str:
        name = match[2]
        return f"{match[1]}{name} = {values[name]};" if name in values else match[0]

    return _VARIABLE.sub(declared, text)


def _guess(name: str, kind: str, arguments: str, references: list[str]) -> str:
    """A function that calls one out of a method table, by its name where that is known."""
    types = arguments.split(", ")
    parameters = ", ".join(f"{kind} a{i}" for i, kind in enumerate(types))
    passed = ", ".join(f"a{i}" for i in range(len(types)))
    result = "" if kind.strip() == "void" else "return "
    known = "".join(
        f"    if (called == {reference}) {{ {result}{reference}({passed}); return; }}\n"
        if not result
        else f"    if (called == {reference}) return {reference}({passed});\n"
        for reference in references
    )
    return (
        f"static inline {kind}{name}({kind}(*called)({arguments}), {parameters}) {{\n"
        f"{known}    {result}called({passed});\n}}\n"
    )


def _unused(function: str) -> str:
    """The name of the pointer that an import still fills and nobody calls."""
    return function.replace("__pyx_f_", "__pyx_unused_", 1)


_LIBRARY = """\
/* The modules of the library by their names. */
#include <Python.h>

%(declarations)s
static const struct { const char *name; PyObject *(*definition)(void); } modules[] = {
%(entries)s};
static const size_t num_modules = sizeof modules / sizeof modules[0];

static PyObject *names(PyObject *self, PyObject *unused) {
    PyObject *found = PyList_New(0);
    for (size_t i = 0; found != NULL && i < num_modules; i++) {
        PyObject *name = PyUnicode_FromString(modules[i].name);
        if (name == NULL || PyList_Append(found, name) < 0) Py_CLEAR(found);
        Py_XDECREF(name);
    }
    return found;
}

static PyObject *create(PyObject *self, PyObject *spec) {
    PyObject *module = NULL, *name = PyObject_GetAttrString(spec, "name");
    if (name == NULL) return NULL;
    size_t i = 0;
    while (i < num_modules && PyUnicode_CompareWithASCIIString(name, modules[i].name) != 0) i++;
    if (i == num_modules) {
        PyErr_Format(PyExc_ImportError, "the library has no module %%R", name);
    } else {
        PyObject *definition = modules[i].definition();
        if (definition) module = PyModule_FromDefAndSpec((PyModuleDef *)definition, spec);
    }
    Py_DECREF(name);
    return module;
}

static PyObject *execute(PyObject *self, PyObject *module) {
    PyModuleDef *definition = PyModule_GetDef(module);
    if (definition == NULL || PyModule_ExecDef(module, definition) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"names", names, METH_NOARGS, "The names of the modules."},
    {"create", create, METH_O, "The module of a spec, not executed yet."},
    {"execute", execute, METH_O, "Execute a module."},
    {NULL, NULL, 0, NULL}
};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "%(library)s", NULL, 0, methods};

PyMODINIT_FUNC PyInit_%(last)s(void) { return PyModuleDef_Init(&definition); }
"""


def _library_source(functions: dict[str, str]) -> str:
    """The C of the library's own module, from the modules' names and initializers."""
    return _LIBRARY % {
        "declarations": "".join(f"extern PyObject *{f}(void);\n" for f in functions.values()),
        "entries": "".join(f'    {{"{name}", {f}}},\n' for name, f in functions.items()),
        "library": NAME,
        "last": NAME.rpartition(".")[2],
    }


def _write(path: Path, text: str) -> str:
    """Write a source unless it is there already, and so compiled; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path.as_posix()


def extension(modules: list[Extension]) -> Extension:
    """One extension of those that cythonize has made."""
    texts = {module.name: Path(module.sources[0]).read_text(encoding="utf-8") for module in modules}
    functions = {name: f"init_{name.replace('.', '__')}" for name in texts}
    sources = [_write(FOLDER / "library.c", _library_source(functions))]
    for name, text in Rewriting(texts).run().items():
        # names are unique in the library: modules of two folders may be called the same
        head = f"#define PyInit_{name.rpartition('.')[2]} {functions[name]}\n"
        # which Cython 3.3 forgets with the limited API
        text = re.sub(r"^int (?=__Pyx_\w+\()", "static int ", text, flags=re.MULTILINE)
        sources.append(_write(FOLDER / f"{name}.c", head + text))
    first = modules[0]
    return Extension(
        NAME,
        sources,
        extra_compile_args=[*first.extra_compile_args, "-flto", "-fvisibility=hidden"],
        define_macros=first.define_macros,
        py_limited_api=first.py_limited_api,
    )


def _is_newer(product: Path, source: Path) -> bool:
    return product.exists() and product.stat().st_mtime >= source.stat().st_mtime


class BuildLibrary(build_ext):
    """Compiles the sources of the library at the same time, and only those that have changed."""

    def build_extension(self, ext: Extension) -> None:
        def compiled(source: str) -> str:
            (target,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
            if self.force or not _is_newer(Path(target), Path(source)):
                self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    macros=ext.define_macros,
                    include_dirs=ext.include_dirs,
                    extra_postargs=ext.extra_compile_args,
                )
            return target

        with ThreadPoolExecutor(cpu_count()) as pool:
            ext.extra_objects = list(pool.map(compiled, ext.sources))
        ext.sources = []
        super().build_extension(ext)
