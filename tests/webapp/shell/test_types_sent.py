"""The types that the scripts are checked with are those of the dataclasses now."""

from explorer.shell.contract import TYPES, script


def test_the_written_types_are_up_to_date():
    stale = "run `python -m explorer.shell.contract` in webapp"
    assert TYPES.read_text(encoding="utf-8") == script(), stale
