"""The marks of the tiles: Python and the scripts have the same."""

import re

import pytest

from explorer.look import signs
from explorer.look.marks import MARKS, SCRIPT, path, script


def test_the_scripts_have_what_python_has():
    assert SCRIPT.read_text(encoding="utf-8") == script(), "run python -m explorer.look.marks"


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_a_mark_fits_into_its_cell_at_any_scale(mark):
    numbers = [float(found) for found in re.findall(r"-?[\d.]+", path(mark, 7, 7, 16))]
    assert numbers
    if mark.corners:
        assert all(3 <= number <= 11 for number in numbers)
        assert numbers == [
            pytest.approx(7 + 16 * at, abs=0.01) for corner in mark.corners for at in corner
        ]


def test_a_sign_is_drawn_with_the_mark_of_its_colour():
    shapes = {re.search(r' d="([^"]+)"', signs.tile(value))[1] for value in range(1, 10)}
    assert len(shapes) == 9
