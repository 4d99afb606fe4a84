"""The error for a person's problem that is not usable, for all who ask it something."""

from __future__ import annotations


class ProblemError(ValueError):
    """What a problem's class gives is not usable; the message names the method and the value."""


class BreachError(ProblemError):
    """The contract of a class is broken in a way that a search may not notice by itself."""
