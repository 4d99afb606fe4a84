"""The reference of the public names: all of them, as they are, with examples that run."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

from build import reference_pages
from check.audit import audit


def test_every_public_name_is_there_and_nothing_is_loaded(tmp_path: Path) -> None:
    pages = {page.relative_to(tmp_path).as_posix() for page in reference_pages.build(tmp_path)}
    assert "index.html" in pages
    for name in reference_pages.MODULES:
        page = f"{name.replace('.', '/')}.html"
        assert page in pages
        text = (tmp_path / page).read_text(encoding="utf-8")
        assert "default-src 'none'" in text
        assert "<script" not in text
        assert " at 0x" not in text
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            assert f'id="{public}"' in text or inspect.ismodule(getattr(module, public))
    audit(tmp_path)


@pytest.mark.parametrize("name", reference_pages.MODULES)
def test_the_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    assert (module.__doc__ or "").strip()
    assert doctest.testmod(module).failed == 0


def test_there_are_examples_of_searches_of_a_problem_and_of_the_file() -> None:
    finder = doctest.DocTestFinder()
    for name in ("mcsearch", "mcsearch.problem", "mcsearch.recipe", "explorer"):
        found = finder.find(importlib.import_module(name))
        assert any(test.examples for test in found), name
