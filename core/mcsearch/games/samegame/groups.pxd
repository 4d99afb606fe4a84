from mcsearch.engine.state cimport Choices
from mcsearch.games.samegame.tileboard cimport TileBoard

cdef void list_groups(TileBoard board, Choices choices, int avoid) noexcept nogil
cdef int remove_listed(TileBoard board, Choices choices, int place, int avoid) noexcept nogil
