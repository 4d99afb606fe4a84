"""What the page says before its first frame."""

import pytest

from explorer.shell import template


@pytest.mark.parametrize(
    ("compiled", "compiling", "said"),
    [
        (True, "1", ""),
        (False, "1", "goes on by itself"),
        (False, "", "install a C compiler"),
    ],
)
def test_an_engine_that_is_not_compiled_is_told(monkeypatch, compiled, compiling, said):
    monkeypatch.setattr(template, "COMPILED", compiled)
    monkeypatch.setenv("MCSEARCH_COMPILING", compiling)
    note = template.engine_note()
    assert bool(note) != compiled
    assert said in note
