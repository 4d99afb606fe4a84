"""What is sent of a dataclass, and the type that the scripts have of it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields
from typing import Annotated, Literal

import numpy as np
import pytest

from explorer.cards.tree.frame import TreeFrame
from explorer.schema.contract import KEPT, Measures, Numbers, Tenths, sent_fields
from explorer.schema.declare import declared
from explorer.schema.pack import packed, plain


@dataclass(frozen=True)
class Leaf:
    """A leaf.

    This line stays in Python.
    """

    name: str  # in the garden's list
    width: Annotated[float, Numbers(1)]


@dataclass(frozen=True)
class Plant:
    """A plant."""

    leaves: tuple[Leaf, ...]
    kind: Literal["herb", "tree"]
    x: Tenths
    mean: Measures  # of its leaves
    best: Leaf | None
    ends: tuple[tuple[float, float], ...]
    secret: Annotated[object, KEPT]


@dataclass(frozen=True)
class Wrong:
    """Has a field of which no script can be told the type."""

    anything: object


PLANT = Plant(
    leaves=(Leaf("a", 0.26),),
    kind="herb",
    x=np.array([1.26, 2.0]),
    mean=np.array([0.123456, np.nan]),
    best=None,
    ends=((1.0, 2.5),),
    secret=object(),
)
TYPES = """\
// A plant.
interface Plant {
  leaves: Leaf[];
  kind: "herb" | "tree";
  x: number[];
  mean: (number | null)[]; // of its leaves
  best: Leaf | null;
  ends: [number, number][];
}

// A leaf.
interface Leaf {
  name: string; // in the garden's list
  width: number;
}
"""


def test_numbers_stay_arrays_and_are_rounded_as_the_fields_say():
    sent = packed(PLANT)
    assert isinstance(sent["x"], np.ndarray)
    assert plain(PLANT) == {
        "leaves": [{"name": "a", "width": 0.3}],
        "kind": "herb",
        "x": [1.3, 2.0],
        "mean": [0.123456, None],
        "best": None,
        "ends": [[1.0, 2.5]],
    }


def test_the_types_are_those_of_the_fields_that_are_sent():
    assert declared([Plant]) == TYPES
    assert declared([Leaf, Plant, Leaf]).count("interface Leaf") == 1


@dataclass(frozen=True)
class Flower(Leaf):
    """A leaf with a scent."""

    scent: str = "none"  # in a word


def test_a_part_of_another_has_its_fields_with_what_is_said_of_them():
    assert plain(Flower("a", 0.26)) == {"name": "a", "width": 0.3, "scent": "none"}
    told = declared([Flower])
    assert (
        told
        == """\
// A leaf with a scent.
interface Flower {
  name: string; // in the garden's list
  width: number;
  scent: string; // in a word
}
"""
    )


@dataclass(frozen=True)
class Forked:
    """Choices in lists, and lists in choices."""

    words: tuple[tuple[int, ...] | tuple[str, ...], ...]
    pairs: tuple[tuple[int | None, str], ...]


def test_a_list_of_a_choice_is_told_from_a_choice_of_lists():
    told = declared([Forked])
    assert "words: (number[] | string[])[];" in told
    assert "pairs: [number | null, string][];" in told


def test_a_field_of_no_type_is_told_by_its_name():
    with pytest.raises(TypeError, match=r"Wrong\.anything: .*no type in the scripts"):
        declared([Wrong])


def test_the_names_that_are_sent_are_the_dataclasss():
    sent = {field.name for field in sent_fields(TreeFrame)}
    kept = {field.name for field in fields(TreeFrame)} - sent
    assert kept == {"actions", "card_width", "pill_actions", "pill_openings"}
    assert inspect.getsource(TreeFrame).count("KEPT") == len(kept)
