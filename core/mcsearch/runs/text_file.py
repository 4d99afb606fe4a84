"""Text files that a person names, on the command line or in an experiment."""

from __future__ import annotations

from pathlib import Path

from mcsearch.engine.parameter import RecipeError


def read_text(place: str, file: str) -> str:
    """A file's text; RecipeError, naming the place that asks for it, when there is none."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise RecipeError(f"{place}: can't read {file!r} ({reason}); give a text file") from None
