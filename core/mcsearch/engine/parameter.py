"""Declared parameters: one source for recipes, command-line flags and the page's controls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcsearch.engine.wording import spaced

Value = int | float | str | bool


class RecipeError(ValueError):
    """Input that describes no run; the message names the value, the place and the remedy."""


@dataclass(frozen=True)
class Parameter:
    """A named value that a game, search, selection rule or playout policy takes.

    `low` and `high` bound numbers (inclusive), `choices` lists the values of a "choice"; `log` asks
    for a logarithmic slider. `needs` names what a game must have for the value to change anything:
    "kinds" of moves, or the bias of that name; "bias" is any that has no parameter of its own.
    """

    name: str
    kind: str  # "int", "float", "choice" or "bool"
    default: Value
    label: str
    help: str
    low: float = 0.0
    high: float = 0.0
    choices: tuple[str, ...] = ()
    log: bool = False
    needs: str = ""  # "": nothing

    @property
    def options(self) -> list[str]:
        """The texts of all values of a choice, a switch or a whole number."""
        if self.kind == "int":
            return [str(value) for value in range(int(self.low), int(self.high) + 1)]
        return list(self.choices) or ["on", "off"]

    def parse(self, value: Any) -> Value:
        """The value with the right type, from a value or its text; RecipeError for a wrong one."""
        if self.kind == "choice":
            if str(value) not in self.choices:
                raise self._error(value, "choose one of " + ", ".join(self.choices))
            return str(value)
        if self.kind == "bool":
            if isinstance(value, bool):
                return value
            truth = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
            if str(value).lower() not in truth:
                raise self._error(value, "choose on or off")
            return truth[str(value).lower()]
        return self._parse_number(value)

    def _parse_number(self, value: Any) -> Value:
        remedy = f"give a number from {spaced(self.low, '.10g')} to {spaced(self.high, '.10g')}"
        if self.kind == "int":
            remedy = remedy.replace("a number", "a whole number")
        if isinstance(value, bool):
            raise self._error(value, remedy)
        try:
            number: int | float = float(value)
            if self.kind == "int":
                # a float holds whole numbers exactly only up to 2**53, "1e6" is a whole number too
                exact = int(number) if "e" in str(value).lower() else int(value)
                if exact != number:
                    raise ValueError
                number = exact
        except (TypeError, ValueError, OverflowError):
            raise self._error(value, remedy) from None
        if not self.low <= number <= self.high:
            raise self._error(value, remedy)
        return number

    def _error(self, value: Any, remedy: str) -> RecipeError:
        return RecipeError(f"{self.name}: {value!r} is not valid; {remedy}")
