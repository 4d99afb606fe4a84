"""What lies around a cell of a square board whose stones are two sets."""

import cython


def surroundings(own, other, cell, width, height):
    """`State.features_of` from the up to nine cells around one, that one among them, row by row.

    own, other: stones; row * width + column is a cell and its bit
    """
    found: cython.ulonglong = 0
    row: cython.int
    column: cython.int
    at: cython.int
    place: cython.int = 0
    for row in range(cell // width - 1, cell // width + 2):
        for column in range(cell % width - 1, cell % width + 2):
            if 0 <= row < height and 0 <= column < width:
                at = row * width + column
                found |= (((own >> at) & 1) | (((other >> at) & 1) << 1)) << place
            place += 2
    return found
