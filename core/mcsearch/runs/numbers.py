"""Whole numbers as flags, files and links list them."""

from __future__ import annotations

import re
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.wording import spaced

MAX_RUNS = 1_000_000


def whole_numbers(name: str, value: Any, low: int, high: int, most: int = MAX_RUNS) -> list[int]:
    """The numbers of a list, or of a text such as "1-20, 25"; RecipeError for more than `most`."""
    example = f"{low}-{min(low + 19, high)}"
    remedy = f'give a list, or a text such as "{example}", of whole numbers from {low}'
    numbers: list[Any] = value if isinstance(value, list) else []
    if isinstance(value, str):
        for part in value.split(","):
            match = re.fullmatch(r"\s*(\d{1,19})(?:-(\d{1,19}))?\s*", part)
            if not match:
                raise RecipeError(f"{name}: {value!r} is not valid; {remedy}")
            first, last = int(match[1]), int(match[2] or match[1])
            if len(numbers) + last - first + 1 > most:
                raise RecipeError(
                    f"{name}: {part.strip()!r} are too many; {remedy}, at most {spaced(most)}"
                )
            numbers += range(first, last + 1)
    if not numbers or len(set(map(str, numbers))) < len(numbers):
        raise RecipeError(f"{name}: {value!r} names none or one twice; {remedy}")
    for number in numbers:
        if type(number) is not int or not low <= number <= high:
            raise RecipeError(f"{name}: {number!r} is not valid; {remedy} to {high}")
    return numbers
