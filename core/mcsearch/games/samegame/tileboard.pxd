cimport cython

from mcsearch.numerics.rng cimport Rng


cdef enum:
    _WORDS = 8


@cython.final
cdef class TileBoard:
    cdef readonly int width
    cdef readonly int height
    cdef readonly int num_colours
    cdef readonly int num_tiles
    # columns that are not empty, they stand at the left, and the words that hold them
    cdef int _num_columns
    cdef int _num_words
    cdef int _num_planes
    cdef int _per_word
    cdef int _lane
    # four lanes of 16 bits, three planes
    cdef bint _is_common
    # masks of a word: every bit of every lane, the bottom bits, the spare bits, the first lane
    cdef unsigned long long _full
    cdef unsigned long long _floor
    cdef unsigned long long _guard
    cdef unsigned long long _column
    # [plane * 8 + word]
    cdef unsigned long long[32] _plane
    # the tiles that were marked last, all those of groups or those that begin them
    cdef unsigned long long[8] _first_of
    # how many of them a word holds
    cdef int[8] _count_of
    # the tiles of one colour
    cdef unsigned long long[8] _same
    # the tiles of one group, all of them in the words from _low to before _high
    cdef unsigned long long[8] _group
    cdef int _low
    cdef int _high
    cdef void copy_from(self, TileBoard other) noexcept nogil
    cdef int find_group(self, int cell) noexcept nogil
    cdef int colour(self, int cell) noexcept nogil
    cdef int _bit_of(self, int cell) noexcept nogil
    cdef int next_group(self, bint start) noexcept nogil
    cdef int begin_groups(self, int avoid) noexcept nogil
    cdef int mark_groups(self, int avoid) noexcept nogil
    cdef int mark_grouped(self, int avoid) noexcept nogil
    cdef int draw_group(self, Rng rng, int avoid) noexcept nogil
    cdef int first_group(self, int avoid) noexcept nogil
    cdef void remove_group(self, int size) noexcept nogil
    cdef int first_cell(self) noexcept nogil
    cdef unsigned long long group_code(self) noexcept nogil
    cdef int group_colour(self) noexcept nogil
    cdef int count(self, int colour) noexcept nogil
    cdef int _find_group(self, int word, int bit) noexcept nogil
    cdef int _find_wide_group(self, int word, int bit, int colour) noexcept nogil
    cdef void _close_column(self, int column) noexcept nogil
