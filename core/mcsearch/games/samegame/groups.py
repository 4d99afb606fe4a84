"""The groups of a tile board from move to move: only those near a removed group are found anew.

Of a group as a move, the `cells` of `Choices` are its tiles, a word of the board each.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Choices
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.samegame.tileboard import TileBoard
else:
    from mcsearch.engine.state import Choices
    from mcsearch.engine.tree import NONE
    from mcsearch.games.samegame.tileboard import TileBoard


def list_groups(board, choices, avoid):
    """Note the groups of a board, without those of a colour if there are others."""
    size: cython.int = board.begin_groups(avoid)
    choices.count = 0
    while size > 0:
        choices.legal[choices.count] = _note(board, choices, size)
        choices.count += 1
        size = board.next_group(False)


def remove_listed(board, choices, place, avoid):
    """Remove the group at a place of `legal`, go on to the groups after it; return its size."""
    chosen: cython.int = choices.legal[place]
    size: cython.int = choices.sizes[chosen]
    if choices.num_words == 4:
        _remove(board, choices, chosen, 4)
    else:
        _remove(board, choices, chosen, choices.num_words)
    _find_new(board, choices, avoid)
    if avoid != NONE and (choices.count == 0 or choices.kinds[chosen] == avoid):
        list_groups(board, choices, avoid)
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note(board: TileBoard, choices: Choices, size: cython.int) -> cython.int:
    """Note the group that was found last; return its number."""
    k: cython.int
    number: cython.int = choices.note(
        board.first_cell(), board.group_code(), board.group_colour(), size
    )
    first: cython.int = number * choices.num_words
    for k in range(choices.num_words):
        choices.cells[first + k] = board._group[k] if board._low <= k < board._high else 0
    return number


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _remove(
    board: TileBoard, choices: Choices, chosen: cython.int, num_words: cython.int
) -> cython.void:
    """Remove a group; leave in `legal` the groups that are surely still the same.

    A tile can change only where one has been removed or lies above it, and everywhere from the
    removed group on when a column closes. A group without such a place in it or beside it stays.
    """
    k: cython.int
    i: cython.int
    number: cython.int
    count: cython.int = 0
    columns: cython.int = board._num_columns
    column: cython.int = choices.items[chosen] // board.height
    lane: cython.int = board._lane
    edge: cython.int = lane * (board._per_word - 1)
    one: cython.ulonglong = 1
    group: cython.ulonglong
    near: cython.ulonglong
    last: cython.ulonglong = 0
    board._low = num_words
    for k in range(num_words):
        group = choices.cells[chosen * num_words + k]
        board._group[k] = group
        if group:
            board._low = min(board._low, k)
            board._high = k + 1
        # borrow from each lane's spare bit: the bits below the lowest of the group
        near = ~((group | board._guard) - board._floor) | group
        choices.changed[k] = near & board._full & ~board._guard
        choices.kept[k] = 0
    board.remove_group(choices.sizes[chosen])
    if board._num_columns < columns:
        k = column // board._per_word
        choices.changed[k] |= board._full & ~((one << (column % board._per_word * lane)) - 1)
        for k in range(column // board._per_word + 1, num_words):
            choices.changed[k] = board._full
    for k in range(num_words):
        group = choices.changed[k]
        near = group | (group >> 1) | (group << lane) | (group >> lane)
        near |= (last >> edge) | (choices.changed[k + 1] << edge)  # of the words beside
        choices.changed[k] = near & board._full
        last = group
    for i in range(choices.count):
        number = choices.legal[i]
        near = 0
        for k in range(num_words):
            near |= choices.cells[number * num_words + k] & choices.changed[k]
        if near == 0:
            choices.legal[count] = number
            count += 1
            for k in range(num_words):
                choices.kept[k] |= choices.cells[number * num_words + k]
    choices.count = count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_new(board: TileBoard, choices: Choices, avoid: cython.int) -> cython.void:
    """Note the groups that are not in `legal`, and bring `legal` into the order of its items."""
    k: cython.int
    place: cython.int
    new: cython.int = choices.known
    i: cython.int = choices.count - 1
    size: cython.int = board.mark_groups(avoid)
    for k in range(board._num_words):
        board._first_of[k] &= ~choices.kept[k]
    size = board.next_group(False)
    while size > 0:
        _note(board, choices, size)
        size = board.next_group(False)
    choices.count += choices.known - new
    place = choices.count - 1
    k = choices.known - 1
    while k >= new:
        if i >= 0 and choices.items[choices.legal[i]] > choices.items[k]:
            choices.legal[place] = choices.legal[i]
            i -= 1
        else:
            choices.legal[place] = k
            k -= 1
        place -= 1
